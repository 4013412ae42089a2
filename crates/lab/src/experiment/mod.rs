//! Experiments: every combination of games, seats, options, boxes and bots, with the same dice for all.
//!
//! An experiment is asked for in a file ([`mod@file`]) or by flags; both are a [`Draft`]. All of it is looked at before
//! anything runs, and becomes a [`Plan`]: cells in canonical order, each one kind of match. Equal cells, such as Deep
//! Freeze with and without Pack Ice, are played once and named together.
//!
//! Match n of every cell has the dice of the n-th seed. Where a cell's bots differ, the same dice are dealt once for
//! every seat order (a *deal*), so that whoever was lucky was so in every chair. The matches of a cell are cut into
//! *blocks*. What is counted in a block is whole numbers ([`Tally`]), so results do not depend on which thread, run or
//! machine played it: [`run`] plays what is missing in a folder ([`Store`]), [`merge`](merge()) puts folders together, and
//! `cells.jsonl` ([`Summary`]) is the same to the byte.

mod cells;
mod draft;
mod effects;
pub mod file;
mod merge;
mod plan;
mod run;
mod store;
mod summary;
mod sweep;
mod tally;

pub use draft::{At, Bad, Draft, Grid, MOST_CELLS, MOST_MATCHES, Place, Seats};
pub use effects::Effect;
pub use merge::{Merged, merge};
pub use plan::{Amount, Cell, Plan, options_in_words};
pub use run::{Maker, Observer, Outcome, RunError, Shard, from_catalog, missing, replay, run, seating};
pub use store::{Block, CELLS, Store, StoreError};
pub use summary::{Extreme, Level, Summary, UseSummary};
pub use sweep::Sweep;
pub use tally::{EXTREMES, LuckTally, Seating, Sum, Tally, UseTally};
