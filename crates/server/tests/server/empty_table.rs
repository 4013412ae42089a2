//! A table at which nobody has sat down yet, for tests that look at the store alone.

use polynya_server::protocol::{Phase, Takebacks};
use polynya_server::store::{NewRow, Summary};

/// Its row.
pub fn row(code: &str) -> NewRow {
    NewRow {
        code: code.to_owned(),
        spoken: None,
        game: "polar-dare".to_owned(),
        rules: 1,
        options: "{}".to_owned(),
        seats: 2,
        secret: "0123456789abcdef".repeat(4),
        host: "ann".to_owned(),
        takebacks: Takebacks::Own,
        public: false,
        origin: 0,
    }
}

/// What the lobby knows of it.
pub fn summary() -> Summary {
    Summary {
        n: 0,
        phase: Phase::Gathering,
        seats: Vec::new(),
        awaited: Vec::new(),
        closed: false,
        host: String::new(),
        removed: Vec::new(),
    }
}
