//! The bots of Polar Dare! and its piecepack port.
//!
//! The greedy bot plans by [`RaceHeuristic`], which counts moves. Search and network start from [`WinHeuristic`], which
//! turns these counts into everybody's chance to win. [`FloesEvaluator`] guides the search.

mod bear;
mod deadline;
mod dice;
mod distances;
mod evaluator;
mod heuristic;
mod journey;
mod judge;
mod network;
mod plain;
mod replies;
mod weights;
mod win_bound;
mod win_heuristic;

pub use evaluator::{Breadth, FloesEvaluator, adviser, easy, hard, normal};
pub use heuristic::{GreedyFloes, RaceHeuristic, SeatFeatures};
pub use judge::{FloesJudge, judge};
pub use network::{FloesNetwork, HIDDEN, INPUTS, MirroredInput};
pub use plain::{PlainFloes, PlainHeuristic};
pub use weights::{TUNED, Weights};
pub use win_heuristic::{FITTED, Odds, WinHeuristic, WinModel};
