//! What the table sees happen, and why a match ends.

use polynya_engine::Seat;
use serde::Serialize;

use super::action::{Bear, Heading, Label, Place};

/// What the table sees happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "FloesEvent"))]
#[allow(missing_docs, reason = "the fields are what the sentences of `tell` say")]
pub enum Event {
    Again { seat: Seat },
    Rolled { seat: Seat, label: Label },
    Chose { seat: Seat, label: Label },
    Hopped { seat: Seat, from: Place, to: Place, home: bool },
    Swam { seat: Seat, floe: Place },
    Slid { seat: Seat, floe: Place, to: Heading },
    BearStepped { seat: Seat, bear: Bear, from: Place, to: Place },
    SentHome { seat: Seat, floe: Place, count: u8 },
    Lapsed { seat: Seat, moves: u8 },
    TurnOf { seat: Seat },
    LimitReached { turns: u32 },
    Won { seat: Seat },
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
