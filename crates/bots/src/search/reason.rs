//! Why a search prefers a plan: where it leads on average, compared with the main alternative.

use std::time::Duration;

use polynya_engine::{Describe, Reason, Seat, Step, Turn};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Evaluator, PlanResult, Search};
use crate::advice::{Advice, Adviser, Feature, Opinion, Wanted};

/// How many ways from a plan to the seat's next turn are sampled.
const SAMPLES: u32 = 64;
/// A feature that differs by less, times its weight, is not worth a word.
pub(super) const MIN_GAIN: f32 = 0.1;

impl<G: Describe, E: Evaluator<G>> Adviser<G> for Search<G, E> {
    fn advise(&mut self, position: &G, seat: Seat, time: Duration, luck: &mut dyn Rng) -> Advice<G> {
        let level = self.budget;
        self.budget = level.of_advice(time);
        self.think(position, seat, luck);
        self.budget = level;
        let mut plans = self.result().plans.into_iter();
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(luck.next_u64());
        let best = plans.next().expect("a seat that can act has a plan");
        let other = plans.find(|plan| plan.visits > 0);
        let reason = self.reason(position, seat, &best, other.as_ref(), &mut luck);
        let evaluator = &self.workers[0].evaluator;
        Advice {
            worth: Some(evaluator.worth(best.value)),
            alternative: other.map(|other| (rest_of_turn(&other, seat), evaluator.worth(other.value))),
            plan: rest_of_turn(&best, seat),
            reason,
        }
    }

    fn judge(&mut self, position: &G, seat: Seat, wanted: &Wanted<'_, G::Action>, luck: &mut dyn Rng) -> Opinion<G> {
        Search::judge(self, position, seat, wanted, luck)
    }
}

/// Returns what the seat does in a row, by the principal variation.
fn rest_of_turn<G: Describe>(plan: &PlanResult<G>, seat: Seat) -> Vec<G::Action> {
    let own = plan.line.iter().map_while(|step| match step {
        Step::Play(who, action) if *who == seat => Some(*action),
        _ => None,
    });
    let line: Vec<G::Action> = own.collect();
    if line.len() > plan.actions.len() { line } else { plan.actions.clone() }
}

impl<G: Describe, E: Evaluator<G>> Search<G, E> {
    fn reason(
        &mut self,
        position: &G,
        seat: Seat,
        best: &PlanResult<G>,
        other: Option<&PlanResult<G>>,
        luck: &mut Xoshiro256PlusPlus,
    ) -> Reason {
        if wins_at_once(position, seat, &rest_of_turn(best, seat)) {
            return Reason::Wins;
        }
        let Some(other) = other else {
            let mut actions = Vec::new();
            position.legal(seat, &mut actions);
            return if actions.len() == 1 { Reason::Forced } else { Reason::Shared };
        };
        let (mine, others) = (self.mean_features(best, seat, luck), self.mean_features(other, seat, luck));
        let gains = mine.iter().zip(&others).map(|(one, two)| (one.weight * (one.value - two.value), one, two));
        match gains.max_by(|one, other| one.0.total_cmp(&other.0)) {
            Some((gain, one, two)) if gain > MIN_GAIN => Reason::Leads(one.aspect, one.value - two.value),
            _ => {
                let evaluator = &self.workers[0].evaluator;
                Reason::Tried(evaluator.worth(best.value), evaluator.worth(other.value))
            }
        }
    }

    /// Returns the mean features at the seat's next turn after a plan.
    fn mean_features(&mut self, plan: &PlanResult<G>, seat: Seat, luck: &mut Xoshiro256PlusPlus) -> Vec<Feature> {
        let worker = &mut self.workers[0];
        let mut sum: Vec<Feature> = Vec::new();
        for _ in 0..SAMPLES {
            let Some(end) = worker.tree.sample_next_turn(&plan.actions, luck) else { break };
            let features = worker.evaluator.features(&end, seat);
            if sum.is_empty() {
                sum = features;
            } else {
                sum.iter_mut().zip(features).for_each(|(sum, feature)| sum.value += feature.value);
            }
        }
        sum.iter_mut().for_each(|feature| feature.value /= SAMPLES as f32);
        sum
    }
}

/// Do these actions win the match before any die falls?
pub(super) fn wins_at_once<G: Describe>(position: &G, seat: Seat, plan: &[G::Action]) -> bool {
    let mut after = position.clone();
    for &action in plan {
        if after.turn() == Turn::Chance || after.check(seat, action).is_err() {
            return false;
        }
        after.play(seat, action, &mut |_| {});
    }
    matches!(after.turn(), Turn::Over(outcome) if outcome.winners.contains(seat))
}
