#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod advice;
mod bits;
pub mod book;
mod clause;
pub mod conformance;
pub mod contents;
mod describe;
mod encode;
mod events;
mod game;
mod getters;
pub mod lesson;
mod line;
pub mod luck;
pub mod notation;
pub mod numbering;
mod observe;
mod perft;
mod playout;
mod proof;
mod record;
mod refusal;
mod seat;
mod source;
mod table;
mod text;
mod wander;
pub mod word;

#[doc(hidden)]
pub use serde;
#[cfg(feature = "ts")]
#[doc(hidden)]
pub use ts_rs;

pub use advice::{Aspect, Followed, Hint, Plan, Reason, Worth};
pub use bits::{BitSet, BitSetIter, Bits, Member};
pub use clause::{Clause, refuse_if};
pub use describe::{Describe, Fact, Foreseen, Prompt, ReferenceCard, ReferenceLine, Thing, Warning};
pub use encode::{Encode, long_array};
pub use game::{Audit, Game, Gauge, Outcome, Turn, must, must_with};
pub use line::{Line, Played, Step, StepOf, check, check_chance, legal_steps};
pub use luck::{Luck, Seed};
pub use notation::{Actions, Notation, ParseError, Reader};
pub use numbering::Numbered;
pub use observe::{Field, Layout, Observe, Observer, observation};
pub use perft::perft;
pub use playout::playout;
pub use proof::{BOT_ADDITION, Proof, Stood, Verified, WhoBegins, dealt};
pub use record::{Record, RecordError, Score, Variation, read_options};
pub use refusal::{Refusal, TableRule};
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet};
pub use source::{Label, Sourced, sourced};
pub use table::Table;
pub use text::{
    capitalised, chance, excerpt, given, listed, paragraph, percent, plural, possessive, taken_back, uncapitalised,
};
pub use wander::wander;
pub use word::Word;

/// A game with all its parts.
pub trait Complete: Describe + Numbered + Audit + Encode + Observe {}

impl<G: Describe + Numbered + Audit + Encode + Observe> Complete for G {}
