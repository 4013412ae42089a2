//! What the table sees happen, and why a match ends.

use polynya_engine::{Seat, events};
use serde::Serialize;

use super::action::{Bear, Heading, Label, Place};

events! {
    /// What the table sees happen.
    pub enum Event as "FloesEvent" {
        /// A die says that it is rolled again.
        Again { seat },
        /// A die falls.
        Rolled { seat, label },
        /// A seat says which of two dice it uses up first.
        Chose { seat, label },
        /// A penguin hops.
        Hopped { seat, from, to, home: bool = "Was it homebound before the hop?" },
        /// A penguin hopped to the floe of a bear and swims back to the start shore.
        Swam { seat, floe },
        /// A floe slides by one.
        Slid { seat, floe, to: Heading = "Which way." },
        /// A bear steps.
        BearStepped { seat, bear: Bear = "Which bear.", from, to },
        /// A bear sends penguins back to the start shore.
        SentHome { seat: Seat = "Whose penguins they are.", floe, count: u8 = "How many." },
        /// Moves are lost because none is legal.
        Lapsed { seat, moves: u8 = "How many." },
        /// A turn begins.
        TurnOf { seat },
        /// The match stops without a winner.
        LimitReached { turns: u32 = "After how many turns." },
        /// All penguins of a seat are home.
        Won { seat },
    } where {
        seat: Seat = "Whose turn it is.",
        label: Label = "What the die shows.",
        floe: Place = "The floe.",
        from: Place = "Where it was.",
        to: Place = "Where it goes.",
    }
}

/// Why a match ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All three penguins of a seat are home.
    Home,
    /// The turn limit was reached.
    Limit,
}
