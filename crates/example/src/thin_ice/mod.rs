//! Thin Ice: seals share a hole with a few fish under it. Whoever eats the last one has won.

mod action;
mod audit;
mod clauses;
mod observe;
mod rules;
mod words;

use polynya_engine::Seat;
use serde::{Deserialize, Serialize};

pub use action::{Action, Count, Roll};
pub use clauses::Rule;
pub use rules::{Ending, Event};

/// The rule book.
pub const RULES: &str = include_str!("rules.md");

/// The most fish a match can begin with.
pub const MOST_FISH: u8 = 40;

/// The variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many fish there are at the beginning.
    pub fish: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { fish: 12 }
    }
}

/// A position: how many fish are left, who eats, and what the die allows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinIce {
    fish: u8,
    seats: u8,
    seat: Seat,
    /// What the die shows; nothing while it falls.
    die: Option<Roll>,
    turns: u32,
}

impl ThinIce {
    /// Returns how many fish are left.
    pub fn fish(&self) -> u8 {
        self.fish
    }

    /// Returns the seat whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }
}
