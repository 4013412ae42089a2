//! What a game is, and everything that follows from it without knowing which game it is.
//!
//! A [`Game`] is a position with its rules. A [`Line`] is a position with the steps that led to it. A [`Table`] is a
//! line whose dice come from a [`Seed`]. A [`Record`] is a line as it is saved. A [`Refusal`] is a rule saying no.
//! [`conformance`] holds the checks that every game must pass.

pub mod book;
pub mod conformance;
mod game;
mod line;
pub mod luck;
mod perft;
mod playout;
mod record;
mod refusal;
mod seat;
mod table;

pub use game::{BadWords, Clause, Game, Outcome, Turn, Wire};
pub use line::{Line, Step, excerpt};
pub use luck::{Luck, Seed};
pub use perft::perft;
pub use playout::playout;
pub use record::{Fault, Record, Score, read_options};
pub use refusal::{Refusal, TableRule};
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet};
pub use table::Table;
