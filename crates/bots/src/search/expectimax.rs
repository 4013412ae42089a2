//! Expectimax with iterative deepening: the plans of the root, followed turn by turn. Each seat in its turn answers every
//! outcome of chance with its best reply by the evaluator, and what that comes to is weighed by the odds.
//!
//! The better half of the plans is followed one turn far, the better half of these two turns, and so on, but always two
//! of them: each turn more costs several times as much as the one before, and is spent on what can still be chosen. A
//! turn that is not finished when the budget is spent does not count.

use std::time::Instant;

use polynya_engine::{Game, Seat, Turn};

use super::Budget;
use super::evaluator::Evaluator;
use super::tree::Tree;

/// No more turns are looked ahead.
const MAX_DEPTH: u32 = 12;

/// A plan of the root that is followed further.
struct Candidate<G> {
    /// Its index among the plans of the root.
    number: usize,
    /// The position after it.
    position: G,
    value: f32,
}

/// Compares the plans of a tree that has nothing but its root.
pub(super) fn expectimax<G: Game, E: Evaluator<G>>(tree: &mut Tree<G>, evaluator: &mut E, budget: Budget) {
    let mut meter = Meter::new(budget);
    let plans = tree.expand_root(evaluator).len();
    let seat = tree.seat();
    let mut candidates: Vec<Candidate<G>> = (0..plans)
        .map(|number| {
            let position = tree.position_after(number);
            let value = evaluator.evaluate(&position)[seat];
            Candidate { number, position, value }
        })
        .collect();
    let mut lookahead = Lookahead { evaluator, seat, free: Vec::new() };
    for depth in 0..=MAX_DEPTH {
        if depth > 0 {
            let values = candidates.iter().map(|candidate| lookahead.value(&candidate.position, depth, &mut meter));
            let Some(values) = values.collect::<Option<Vec<f32>>>() else { break };
            candidates.iter_mut().zip(values).for_each(|(candidate, value)| candidate.value = value);
        }
        candidates.sort_by(|one, other| other.value.total_cmp(&one.value));
        // A plan is visited the more often the further it was followed, and then the better it is.
        for (candidate, worse) in candidates.iter().rev().zip(1..) {
            let visits = depth * plans as u32 + worse;
            tree.set_result(candidate.number, visits, candidate.value);
        }
        if candidates.len() > 1 {
            candidates.truncate(candidates.len().div_ceil(2).max(2));
        } else if depth > 0 {
            break;
        }
    }
}

/// Follows plans turn by turn.
struct Lookahead<'a, G, E> {
    evaluator: &'a mut E,
    /// Whose pay-off is asked for.
    seat: Seat,
    /// Lists of replies to be used again.
    free: Vec<Vec<(f32, G)>>,
}

impl<G: Game, E: Evaluator<G>> Lookahead<'_, G, E> {
    /// Returns what a position comes to in so many turns; `None` when the budget is spent.
    fn value(&mut self, position: &G, depth: u32, meter: &mut Meter) -> Option<f32> {
        if depth == 0 || matches!(position.turn(), Turn::Over(_)) {
            return Some(self.evaluator.evaluate(position)[self.seat]);
        }
        if meter.is_spent() {
            return None;
        }
        let mut replies = self.free.pop().unwrap_or_default();
        replies.clear();
        self.evaluator.replies(position, &mut replies);
        let mut mean = Some(0.0);
        for (chance, reply) in &replies {
            let value = self.value(reply, depth - 1, meter);
            mean = mean.zip(value).map(|(mean, value)| mean + chance * value);
            if mean.is_none() {
                break;
            }
        }
        self.free.push(replies);
        mean
    }
}

/// What is left of a budget.
struct Meter {
    /// So many turns can still be planned.
    turns: u32,
    /// And then as many as come to their end in time.
    until: Option<Instant>,
}

impl Meter {
    fn new(budget: Budget) -> Meter {
        Meter { turns: budget.iterations().unwrap_or(0), until: budget.time().map(|time| Instant::now() + time) }
    }

    /// Takes one turn off the budget, unless it is spent.
    fn is_spent(&mut self) -> bool {
        let planned = self.turns == 0;
        self.turns = self.turns.saturating_sub(1);
        planned && self.until.is_none_or(|end| Instant::now() >= end)
    }
}
