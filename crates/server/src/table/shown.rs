//! What the viewers of a table were last told of its match.

use std::num::NonZeroU64;

use polynya_engine::SeatSet;
use serde_json::{Map, Value};

use crate::protocol::{Prompt, Update};
use crate::room::{Room, numbers};

/// The match as viewers last saw it.
pub struct Shown {
    awaited: SeatSet,
    turn: u32,
    prompt: Option<Prompt>,
}

impl Shown {
    /// Returns the match as it stands.
    pub fn new(room: &Room) -> Shown {
        Shown { awaited: room.awaited(), turn: room.turn(), prompt: room.prompt(None).map(Prompt::from) }
    }

    /// Advances to where the match stands now; returns what all viewers are told alike: the steps and the view are for the
    /// caller to say.
    pub fn advance(&mut self, room: &Room, id: Option<NonZeroU64>) -> Update {
        let (awaited, turn) = (room.awaited(), room.turn());
        let prompt = room.prompt(None).map(Prompt::from);
        let update = Update {
            n: room.n,
            id,
            back: None,
            from: None,
            entries: Vec::new(),
            changes: Vec::new(),
            view: Value::Object(Map::new()),
            awaited: (awaited != self.awaited).then(|| numbers(awaited)),
            turn: (turn != self.turn).then_some(turn),
            prompt: if prompt == self.prompt { None } else { prompt.clone() },
            over: room.over(),
        };
        *self = Shown { awaited, turn, prompt };
        update
    }
}
