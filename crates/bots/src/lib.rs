//! Who plays when nobody sits there.
//!
//! A [`Bot`] gets a position and never the seed. [`Random`] plays every game. [`Greedy`] plans the rest of its own
//! turn by a beam search with a game's [`Heuristic`], after an exact search for wins. [`Search`] looks further: a Monte
//! Carlo tree search with PUCT, or sequential halving, with a game's [`Evaluator`]. [`Casual`] samples from that
//! evaluator's priors and does not look ahead at all.
//!
//! This crate plays. What its numbers are found by, training and tuning, is in `polynya-lab`.

#![forbid(unsafe_code)]

mod action_arena;
mod advice;
mod casual;
mod features;
pub mod games;
mod greedy;
mod network;
mod random;
mod search;
mod split_mix;
mod weights;
mod win_search;

use polynya_engine::{Game, Seat};

pub use advice::{Advice, Adviser, Feature, Worth};
pub use casual::Casual;
pub use features::FeatureInfo;
pub use greedy::{Greedy, Heuristic};
pub use network::{Input, Network, sigmoid};
pub use random::Random;
pub use search::{Budget, Evaluator, Plain, PlanResult, Plans, Search, SearchResult, payoffs};

/// Somebody who chooses an action wherever a seat has one.
pub trait Bot<G: Game>: Send {
    /// Returns one of the legal actions of this seat, which has at least one. `luck` is the bot's own, to choose among
    /// equals.
    fn choose(&mut self, position: &G, seat: Seat, luck: &mut dyn rand_core::Rng) -> G::Action;
}
