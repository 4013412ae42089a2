//! What guides the search in Rescue Polar Bears: the values of a [`Planner`], which are better than playouts, and the
//! levels of the bots.

use polynya_engine::{PerSeat, Seat};
use polynya_games::rescue_polar_bears::{Action, RescuePolarBears};
use rand_core::Rng;

use super::evaluation::PositionEvaluator;
use super::win::win;
use super::win_model::{TUNED, calibrated};
use super::{Effort, Limits, Planner, key};
use crate::Bot;
use crate::advice::{Adviser, Feature};
use crate::search::{Budget, Evaluator, Plans, Search};
use crate::split_mix::SplitMix;

/// Guides the search with the plans of a [`Planner`] and their exact values.
#[derive(Clone)]
pub struct RescueEvaluator {
    effort: Effort,
}

impl RescueEvaluator {
    /// Creates an evaluator that plans with this effort.
    pub fn new(effort: Effort) -> RescueEvaluator {
        RescueEvaluator { effort }
    }
}

/// How many actions the search is given.
const MAX_PLANS: usize = 4;

impl Evaluator<RescuePolarBears> for RescueEvaluator {
    fn prior(&mut self, position: &RescuePolarBears, _: Seat, into: &mut Plans<Action>) {
        if let Some(win) = win(position) {
            into.add(&win, 1.0);
            return;
        }
        // Another position imagines other draws, or the same mistake would be made all match long.
        let seed = SplitMix::new(key(position)).next_u64();
        let mut planner = Planner::new(position, &TUNED, self.effort, seed);
        // Only the first action is taken: after it the plans are evaluated again, and more of them.
        let mut firsts = Vec::new();
        for plan in planner.plans(position) {
            let first = planner.first(&plan);
            if firsts.len() < MAX_PLANS && !firsts.contains(&first) {
                firsts.push(first);
                into.add(&[first], calibrated(plan.value).max(f32::MIN_POSITIVE));
            }
        }
    }

    fn sequential_halving(&self) -> bool {
        true
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn evaluate(&mut self, position: &RescuePolarBears) -> PerSeat<f32> {
        let chance = calibrated(PositionEvaluator::new(position, &TUNED).evaluate(position, false));
        let mut chances = PerSeat::default();
        Seat::all(position.seats()).for_each(|seat| chances[seat] = chance);
        chances
    }

    fn features(&mut self, position: &RescuePolarBears, _: Seat) -> Vec<Feature> {
        let feature = |value: u8, weight, more, less| Feature { value: value.into(), weight, more, less };
        let aboard = position.ships().iter().map(|ship| ship.aboard().total()).sum();
        vec![
            feature(position.collected(), 1.0, "{} more data is collected", "{} less data is collected"),
            feature(position.temperature(), -0.3, "it is {} degrees warmer", "it is {} degrees cooler"),
            feature(position.helicopters().ready, 0.8, "{} more helicopters are left", "{} fewer helicopters are left"),
            feature(aboard, 0.3, "{} more bears are on board", "{} fewer bears are on board"),
        ]
    }
}

impl Effort {
    /// The effort of the easy level.
    pub const EASY: Effort = Effort {
        limits: [
            Limits { beam_width: 8, finalists: 4, draws: 2, outcomes: 2, every: 3 },
            Limits { beam_width: 3, finalists: 1, draws: 1, outcomes: 1, every: 3 },
            Limits { beam_width: 2, finalists: 1, draws: 0, outcomes: 0, every: 3 },
        ],
        evaluations: Effort::GREEDY.evaluations,
    };
    /// The effort of the normal level.
    pub const NORMAL: Effort = Effort {
        limits: [
            Limits { beam_width: 20, finalists: 12, draws: 4, outcomes: 3, every: 2 },
            Limits { beam_width: 4, finalists: 1, draws: 1, outcomes: 1, every: 3 },
            Limits { beam_width: 3, finalists: 1, draws: 0, outcomes: 0, every: 3 },
        ],
        evaluations: Effort::GREEDY.evaluations,
    };
    /// The effort of the hard level. Data that is collected in mid-turn brings new data: what can be done with it in the
    /// same turn decides matches, so most of the effort is for plans that end with a draw.
    pub const HARD: Effort = Effort {
        limits: [
            Limits { beam_width: 32, finalists: 24, draws: 32, outcomes: 8, every: 1 },
            Limits { beam_width: 8, finalists: 4, draws: 4, outcomes: 2, every: 2 },
            Limits { beam_width: 4, finalists: 1, draws: 0, outcomes: 0, every: 3 },
        ],
        evaluations: 8 * Effort::GREEDY.evaluations,
    };
}

fn searching(effort: Effort) -> Search<RescuePolarBears, RescueEvaluator> {
    Search::new(RescueEvaluator::new(effort), Budget::Iterations(1))
}

/// Gives advice to people.
pub fn adviser() -> Box<dyn Adviser<RescuePolarBears>> {
    Box::new(searching(Effort::GREEDY))
}

/// Looks at few lines, and at few falls of the dice.
pub fn easy() -> Box<dyn Bot<RescuePolarBears>> {
    Box::new(searching(Effort::EASY))
}

/// Looks at more lines.
pub fn normal() -> Box<dyn Bot<RescuePolarBears>> {
    Box::new(searching(Effort::NORMAL))
}

/// Looks at many lines, at what their draws may bring, and at every fall of the blue die.
pub fn hard() -> Box<dyn Bot<RescuePolarBears>> {
    Box::new(searching(Effort::HARD))
}
