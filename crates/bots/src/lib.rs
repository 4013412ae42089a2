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
mod analysis;
mod casual;
mod features;
pub mod games;
mod greedy;
mod network;
mod random;
mod search;
mod split_mix;
mod value;
mod weights;
mod win_search;

use std::time::Duration;

use polynya_engine::{Game, Seat};

pub use advice::{Advice, Adviser, Feature, Opinion, Stance, Wanted, Worth};
pub use analysis::{AnalysedStep, Analysis, Analyst, Decision, Sums};
pub use casual::Casual;
pub use features::FeatureInfo;
pub use greedy::{Greedy, Heuristic};
pub use network::{Input, Network, sigmoid};
pub use random::Random;
pub use search::{Budget, Evaluator, NEARLY, Plain, PlanResult, Plans, Search, SearchResult, payoffs};
pub use value::{BestPlan, Calibration, ChanceEffort, Hindsight, Judge, PlayoutJudge, log_odds};

/// Somebody who chooses an action wherever a seat has one.
pub trait Bot<G: Game>: Send {
    /// Returns one of the legal actions of this seat, which has at least one. `luck` is the bot's own, to choose among
    /// equals.
    fn choose(&mut self, position: &G, seat: Seat, luck: &mut dyn rand_core::Rng) -> G::Action;

    /// Thinks for about this long wherever there is something to think about, from now on. Returns `false` if it does not
    /// think better with more time.
    fn think_for(&mut self, time: Duration) -> bool {
        let _ = time;
        false
    }

    /// Evaluates with a network that somebody has trained, from now on: the text that [`Network::read`] reads. Returns
    /// `false` if it has none.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the text.
    fn learn(&mut self, network: &str) -> Result<bool, String> {
        let _ = network;
        Ok(false)
    }

    /// Returns what its network is asked when a turn begins in this position; `None` if it has none.
    fn question(&mut self, position: &G) -> Option<Question> {
        let _ = position;
        None
    }

    /// Returns what this seat does although the table waits for another one, if it wants to. It may act now.
    fn interject(&mut self, position: &G, seat: Seat, mate: Mate) -> Option<G::Action> {
        let _ = (position, seat, mate);
        None
    }
}

/// What the network of a bot is asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// All of its inputs.
    pub inputs: Vec<f32>,
    /// The log-odds of winning, calibrated, that its output corrects.
    pub log_odds: f32,
}

/// For whom the table waits while another seat may interject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mate {
    /// A bot, which counts on the others.
    Bot,
    /// A person, who may have other plans: nothing is done for them but what wins the match.
    Person,
}
