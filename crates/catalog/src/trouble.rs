//! Everything that can be wrong with what comes from outside.

use std::fmt;

use polynya_engine::{BadWords, Fault, Refusal};

/// What was wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// A rule says no.
    Refused(Refusal),
    /// These are no words of the game.
    Words(BadWords),
    /// A record or options that cannot be read or do not hold.
    Fault(Fault),
    /// A name that nobody has.
    Unknown(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Refused(refusal) => refusal.fmt(f),
            Trouble::Words(words) => words.fmt(f),
            Trouble::Fault(fault) => fault.fmt(f),
            Trouble::Unknown(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Trouble {}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble::Refused(refusal)
    }
}

impl From<BadWords> for Trouble {
    fn from(words: BadWords) -> Trouble {
        Trouble::Words(words)
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}
