//! What a search thinks of a plan that somebody else has in mind for its turn.

use polynya_engine::{Describe, Game, Reason, Seat, Turn};
use rand_core::Rng;

use super::reason::{MIN_GAIN, wins_at_once};
use super::sequential_halving::turn_ends;
use super::{Budget, Evaluator, Plans, Search};
use crate::advice::{Opinion, Stance, Wanted};

/// A plan that costs at most this much of the pay-off beside the own one is nearly as good: three points of the chance to
/// win.
pub const NEARLY: f32 = 0.03;

/// The iterations in which the own plan is found: a number and no time, so that the same question has the same answer.
const OWN: u32 = 96;
/// How many of the plans that do what is wanted are compared with the own one.
const MAX_WANTED: usize = 3;
/// How many ends of the turn are looked at for the reason.
const ENDS: u32 = 12;

impl<G: Describe, E: Evaluator<G>> Search<G, E> {
    pub(super) fn judge(
        &mut self,
        position: &G,
        seat: Seat,
        wanted: &Wanted<'_, G::Action>,
        luck: &mut dyn Rng,
    ) -> Opinion<G> {
        let candidates = self.candidates(position, seat, wanted);
        let win = self.evaluator().win(position, seat);
        if candidates.is_empty() {
            return Opinion { stance: Stance::Unable, plan: Vec::new(), reason: None };
        }
        if let Some(win) = win {
            let alone = wins_at_once(position, seat, &win);
            let kept = candidates.into_iter().find(|plan| self.keeps_win(position, seat, plan, alone));
            return match kept {
                Some(plan) => Opinion { stance: stance(&plan, &win), plan, reason: None },
                None => Opinion { stance: Stance::Declines, plan: win, reason: Some(Reason::Wins) },
            };
        }
        let budget = std::mem::replace(&mut self.budget, Budget::Iterations(OWN));
        self.think(position, seat, luck);
        self.budget = budget;
        let own = self.result().plans.into_iter().next().map_or_else(Vec::new, |best| best.actions);
        if own.is_empty() {
            return Opinion { stance: Stance::Adopts, plan: candidates[0].clone(), reason: None };
        }
        let ends: Vec<G> = std::iter::once(&own).chain(&candidates).map(|plan| after(position, seat, plan)).collect();
        let seed = luck.next_u64();
        let values = self.evaluator().compare(position, &ends, seat, seed);
        let best = (1..values.len()).max_by(|&one, &other| values[one].total_cmp(&values[other]));
        let best = best.expect("there is a candidate");
        let plan = &candidates[best - 1];
        if values[best] >= values[0] - NEARLY {
            return Opinion { stance: stance(plan, &own), plan: plan.clone(), reason: None };
        }
        let reason = self.difference(&ends[0], &ends[best], seat, seed);
        let reason = reason.unwrap_or_else(|| {
            let evaluator = self.evaluator();
            Reason::Tried(evaluator.worth(values[0]), evaluator.worth(values[best]))
        });
        Opinion { stance: Stance::Declines, plan: own, reason: Some(reason) }
    }

    /// Returns the plans that do what is wanted, each as far as the rules allow it and no die falls.
    fn candidates(&mut self, position: &G, seat: Seat, wanted: &Wanted<'_, G::Action>) -> Vec<Vec<G::Action>> {
        let mut plans = Plans::new();
        match wanted {
            Wanted::Plan([]) => {}
            Wanted::Plan(plan) => plans.add(plan, 1.0),
            Wanted::Any(is_wanted) => {
                self.evaluator().prepare(position, seat);
                self.evaluator().wanted(position, seat, is_wanted, &mut plans);
            }
        }
        let legal = plans.iter().map(|(plan, _)| allowed(position, seat, plan)).filter(|plan| !plan.is_empty());
        legal.take(MAX_WANTED).collect()
    }

    /// Is the match won by this plan, or can it still be won in the turn after it; `alone`: by this seat alone?
    fn keeps_win(&mut self, position: &G, seat: Seat, plan: &[G::Action], alone: bool) -> bool {
        let end = after(position, seat, plan);
        match end.turn() {
            Turn::Over(outcome) => outcome.winners.contains(seat),
            Turn::Players(seats) => {
                end.turns() == position.turns()
                    && seats.contains(seat)
                    && self.evaluator().win(&end, seat).is_some_and(|win| !alone || wins_at_once(&end, seat, &win))
            }
            Turn::Chance => false,
        }
    }

    /// Returns the greatest difference at the end of the turn between two plans, if there is one.
    fn difference(&mut self, one: &G, other: &G, seat: Seat, seed: u64) -> Option<Reason> {
        let evaluator = self.evaluator();
        let mut sums = Vec::new();
        for number in 0..ENDS {
            let [mine, others] = [one, other].map(|begin| {
                let end = turn_ends(begin.clone(), evaluator, seed, number);
                evaluator.features(&end, seat)
            });
            sums.resize(mine.len(), 0.0);
            sums.iter_mut().zip(mine.iter().zip(&others)).for_each(|(sum, (one, two))| *sum += one.value - two.value);
        }
        let labels = evaluator.features(one, seat);
        let means = sums.into_iter().map(|sum| sum / ENDS as f32);
        let gains = labels.iter().zip(means).map(|(feature, more)| (feature.weight * more, feature, more));
        let (gain, feature, more) = gains.max_by(|one, other| one.0.total_cmp(&other.0))?;
        (gain > MIN_GAIN).then_some(Reason::Leads(feature.aspect, more))
    }
}

/// Is this plan the own one, as far as both go?
fn stance<A: PartialEq>(plan: &[A], own: &[A]) -> Stance {
    let common = plan.len().min(own.len());
    if plan[..common] == own[..common] { Stance::Agrees } else { Stance::Adopts }
}

/// Returns as much of a plan as the rules allow before chance decides or the turn is over.
fn allowed<G: Game>(position: &G, seat: Seat, plan: &[G::Action]) -> Vec<G::Action> {
    let mut after = position.clone();
    let mut actions = Vec::new();
    for &action in plan {
        let goes_on = matches!(after.turn(), Turn::Players(_)) && after.turns() == position.turns();
        if !goes_on || after.check(seat, action).is_err() {
            break;
        }
        after.play(seat, action, &mut |_| {});
        actions.push(action);
    }
    actions
}

/// Returns the position after the actions of a plan that the rules allow.
fn after<G: Game>(position: &G, seat: Seat, plan: &[G::Action]) -> G {
    let mut after = position.clone();
    plan.iter().for_each(|&action| after.play(seat, action, &mut |_| {}));
    after
}
