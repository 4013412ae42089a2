//! What guides the search in Rescue Polar Bears: the values of a [`Planner`], which are better than playouts, and the
//! levels of the bots.

use std::time::{Duration, Instant};

use polynya_engine::{Game, Luck, PerSeat, Seat};
use polynya_games::rescue_polar_bears::{Action, RescuePolarBears, aspects};
use rand_core::Rng;

use super::deadline::in_time;
use super::evaluation::PositionEvaluator;
use super::win::win;
use super::win_model::{TUNED, calibrated};
use super::{Effort, Limits, Planner, key};
use crate::Bot;
use crate::advice::{Adviser, Feature};
use crate::search::{Budget, Evaluator, Plans, Search, is_thorough};
use crate::split_mix::SplitMix;

/// Guides the search with the plans of a [`Planner`] and their exact values.
#[derive(Clone)]
pub struct RescueEvaluator {
    effort: Effort,
    /// An action that costs at most this much of the chance to win is taken for as good as the best.
    slack: f32,
    /// How long it may plan, if that is by the clock.
    time: Option<Duration>,
    /// Does it make at least the effort of the hard level, where it is not asked for a quick answer?
    is_thorough: bool,
}

impl RescueEvaluator {
    /// Creates an evaluator that plans with this effort.
    pub fn new(effort: Effort) -> RescueEvaluator {
        RescueEvaluator { effort, slack: 0.0, time: None, is_thorough: false }
    }

    /// Returns the same evaluator with this slack.
    #[must_use]
    pub fn with_slack(self, slack: f32) -> RescueEvaluator {
        RescueEvaluator { slack, ..self }
    }

    /// Returns the same evaluator for advice: by the clock it makes at least the effort of the hard level.
    #[must_use]
    pub fn at_least_hard(self) -> RescueEvaluator {
        RescueEvaluator { is_thorough: true, ..self }
    }

    /// Keeps one of the actions that seem as good as the best, always the same one in a position.
    fn take_one(&self, actions: &mut Vec<(Action, f32)>, seed: u64) {
        let Some(&(_, best)) = actions.first().filter(|_| self.slack > 0.0) else { return };
        actions.retain(|&(_, chance)| chance >= best - self.slack);
        let index = SplitMix::new(seed).below(actions.len() as u32) as usize;
        actions.swap(0, index);
        actions.truncate(1);
    }
}

/// How many actions the search is given.
const MAX_PLANS: usize = 4;
/// The beam width where plans are looked for that somebody wants.
const WANTED_BEAM: usize = 160;

/// Returns the seed of the draws that are imagined in a position.
fn seed_of(position: &RescuePolarBears) -> u64 {
    SplitMix::new(key(position)).next_u64()
}

impl Evaluator<RescuePolarBears> for RescueEvaluator {
    fn prior(&mut self, position: &RescuePolarBears, _: Seat, into: &mut Plans<Action>) {
        if let Some(win) = win(position) {
            into.add(&win, 1.0);
            return;
        }
        // Another position imagines other draws, or the same mistake would be made all match long.
        let seed = seed_of(position);
        let plans = match self.time {
            None => first_actions(position, self.effort, seed, None),
            Some(time) => {
                let skipped = if self.is_thorough && is_thorough(time) { DEEPENING.len() - 1 } else { 0 };
                plans_in_time(position, &DEEPENING[skipped..], seed, time)
            }
        };
        let mut plans = plans.unwrap_or_default();
        self.take_one(&mut plans, seed);
        for (first, chance) in plans {
            into.add(&[first], chance.max(f32::MIN_POSITIVE));
        }
    }

    fn wanted(
        &mut self,
        position: &RescuePolarBears,
        seat: Seat,
        is_wanted: &dyn Fn(Action) -> bool,
        into: &mut Plans<Action>,
    ) {
        let mut planner = Planner::new(position, &TUNED, Effort::GREEDY, seed_of(position));
        planner.whole_plans(position, WANTED_BEAM, is_wanted).iter().for_each(|plan| into.add(plan, 1.0));
        let mut actions = Vec::new();
        position.legal(seat, &mut actions);
        actions.into_iter().filter(|&action| is_wanted(action)).for_each(|action| into.add(&[action], 1.0));
    }

    fn win(&mut self, position: &RescuePolarBears, _: Seat) -> Option<Vec<Action>> {
        win(position)
    }

    /// The planner weighs the dice and needs no playouts.
    fn compare(&mut self, position: &RescuePolarBears, ends: &[RescuePolarBears], _: Seat, seed: u64) -> Vec<f32> {
        let value = |end: &RescuePolarBears| {
            let mut planner = Planner::new(position, &TUNED, Effort::GREEDY, seed);
            told(end, planner.value_within(end, position.turns()))
        };
        ends.iter().map(value).collect()
    }

    fn playout_action(
        &mut self,
        position: &RescuePolarBears,
        _: Seat,
        luck: &mut impl Luck,
        _: &mut Vec<Action>,
    ) -> Action {
        Planner::new(position, &TUNED, Effort::EASY, luck.next_u64()).choose(position)
    }

    fn allow(&mut self, time: Duration) {
        self.time = Some(time);
    }

    fn sequential_halving(&self) -> bool {
        true
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn evaluate(&mut self, position: &RescuePolarBears) -> PerSeat<f32> {
        let chance = told(position, PositionEvaluator::new(position, &TUNED).evaluate(position, false));
        let mut chances = PerSeat::default();
        Seat::all(position.seats()).for_each(|seat| chances[seat] = chance);
        chances
    }

    fn features(&mut self, position: &RescuePolarBears, _: Seat) -> Vec<Feature> {
        let feature = |value: u8, weight, aspect| Feature { value: value.into(), weight, aspect };
        let aboard = position.ships().iter().map(|ship| ship.aboard().total()).sum();
        vec![
            feature(position.collected(), 1.0, aspects::DATA),
            feature(position.temperature(), -0.3, aspects::TEMPERATURE),
            feature(position.helicopters().ready, 0.8, aspects::HELICOPTERS),
            feature(aboard, 0.3, aspects::BEARS_ABOARD),
        ]
    }
}

/// Returns the first actions of the best plans with the chances that people are told of them, the best first; nothing if
/// it took longer than until `end`.
///
/// Only the first action of a plan is taken: after it the plans are evaluated again, and more of them.
fn first_actions(
    position: &RescuePolarBears,
    effort: Effort,
    seed: u64,
    end: Option<Instant>,
) -> Option<Vec<(Action, f32)>> {
    let mut planner = Planner::new(position, &TUNED, effort, seed);
    planner.end = end;
    let plans = planner.plans(position);
    let mut firsts: Vec<(Action, f32)> = Vec::new();
    for plan in &plans {
        let first = planner.first(plan);
        if firsts.len() < MAX_PLANS && firsts.iter().all(|&(other, _)| other != first) {
            firsts.push((first, told(&plan.position, plan.value)));
        }
    }
    (!planner.is_late()).then_some(firsts)
}

/// The efforts that are made by the clock, one after the other; then come those beyond the hard level.
const DEEPENING: [Effort; 4] = [Effort::EASY, Effort::NORMAL, Effort::GREEDY, Effort::HARD];

/// Plans with more and more effort as long as there is time (iterative deepening). The first effort is always made.
fn plans_in_time(
    position: &RescuePolarBears,
    efforts: &[Effort],
    seed: u64,
    time: Duration,
) -> Option<Vec<(Action, f32)>> {
    let begin = Instant::now();
    let (first, more) = efforts.split_first()?;
    let mut plans = first_actions(position, *first, seed, None);
    for effort in more.iter().copied().chain((1..=5).map(Effort::beyond)) {
        // Whoever has little time left would not come to the end of it.
        if begin.elapsed() > time / 2 {
            break;
        }
        match first_actions(position, effort, seed, Some(begin + time)) {
            Some(better) => plans = Some(better),
            None => break,
        }
    }
    plans
}

/// Returns the chance that people are told, from the chance that the team plays by in a position. A turn limit is known
/// better than the ice, and is not calibrated.
fn told(position: &RescuePolarBears, chance: f32) -> f32 {
    let in_time = in_time(position);
    if in_time > 0.0 { in_time * calibrated((chance / in_time).min(1.0)) } else { 0.0 }
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

    /// Returns an effort that is greater than that of the hard level, about twice as great with every step.
    fn beyond(steps: u32) -> Effort {
        let grow = |limits: Limits, by: usize| Limits {
            beam_width: limits.beam_width * by,
            finalists: limits.finalists * by,
            draws: limits.draws * by,
            outcomes: limits.outcomes * by,
            every: (limits.every / by).max(1),
        };
        let [own, next, last] = Effort::HARD.limits;
        // The outcomes of draws are where most is to be learnt; the lines of the own turn are many already.
        let (half, whole) = (1 << (steps / 2), 1 << steps.div_ceil(2));
        Effort {
            limits: [Limits { outcomes: own.outcomes * whole, ..grow(own, half) }, grow(next, half), grow(last, half)],
            evaluations: Effort::HARD.evaluations << steps,
        }
    }
}

/// What the levels take for as good as the best, in the chance to win: chosen so that they are ten points of won matches
/// apart.
const EASY_SLACK: f32 = 0.04;
const NORMAL_SLACK: f32 = 0.012;

fn searching(effort: Effort, slack: f32) -> Search<RescuePolarBears, RescueEvaluator> {
    Search::new(RescueEvaluator::new(effort).with_slack(slack), Budget::Iterations(1))
}

/// Gives advice to people: what the hard level would do, or better.
pub fn adviser() -> Box<dyn Adviser<RescuePolarBears>> {
    let evaluator = RescueEvaluator::new(Effort::GREEDY).at_least_hard();
    Box::new(Search::new(evaluator, Budget::Iterations(1)))
}

/// Looks at few lines, and at few falls of the dice, and is easily content.
pub fn easy() -> Box<dyn Bot<RescuePolarBears>> {
    Box::new(searching(Effort::EASY, EASY_SLACK))
}

/// Looks at more lines, and is nearly as easily content.
pub fn normal() -> Box<dyn Bot<RescuePolarBears>> {
    Box::new(searching(Effort::NORMAL, NORMAL_SLACK))
}

/// Looks at many lines, at what their draws may bring, and at every fall of the blue die.
pub fn hard() -> Box<dyn Bot<RescuePolarBears>> {
    Box::new(searching(Effort::HARD, 0.0))
}
