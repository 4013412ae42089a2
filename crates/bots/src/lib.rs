//! Who plays when nobody sits there.
//!
//! A [`Bot`] gets a position and never the seed. [`Random`] plays every game. [`Greedy`] plans the rest of its own
//! turn with what `knowledge` says about the game. [`Search`] looks beyond it, [`Casual`]
//! not even to its end.

#![forbid(unsafe_code)]

mod advice;
mod casual;
mod evolve;
mod fit;
mod greedy;
pub mod knowledge;
mod net;
mod random;
mod search;
mod trail;

use polynya_engine::{Game, Seat};

pub use advice::{Advice, Adviser, Aspect, Worth};
pub use casual::Casual;
pub use greedy::{Greedy, Knowledge};
pub use random::Random;
pub use search::{Budget, Insight, Plain, Plans, Search, Thought, Thoughts, payoffs};

/// Somebody who chooses an action wherever a seat has one.
pub trait Bot<G: Game>: Send {
    /// One of the legal actions of this seat, which has at least one. `luck` is the bot's own, to choose among equals.
    fn choose(&mut self, position: &G, seat: Seat, luck: &mut dyn rand_core::Rng) -> G::Action;
}
