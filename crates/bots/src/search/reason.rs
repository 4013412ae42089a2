//! Why a search prefers a plan, in one sentence: where it leads on average, compared with the main alternative.

use std::time::Duration;

use polynya_engine::{Game, Seat, Step, Turn};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Budget, Insight, Search, Thought};
use crate::advice::{Advice, Adviser, Aspect, Worth};

/// How many ways from a plan to the seat's next turn are looked at.
const SAMPLES: u32 = 64;
/// An aspect that differs by less, times its weight, is not worth a word.
const LITTLE: f32 = 0.1;

impl<G: Game, I: Insight<G>> Adviser<G> for Search<G, I> {
    fn advise(&mut self, position: &G, seat: Seat, time: Duration, luck: &mut dyn Rng) -> Advice<G> {
        self.budget = Budget::Time(time);
        self.think(position, seat, luck);
        let mut plans = self.thoughts().plans.into_iter();
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(luck.next_u64());
        let best = plans.next().expect("a seat that can act has a plan");
        let other = plans.find(|plan| plan.visits > 0);
        let reason = self.reason(position, seat, &best, other.as_ref(), &mut luck);
        let insight = &self.workers[0].insight;
        Advice {
            worth: Some(insight.worth(best.value)),
            alternative: other.map(|other| (rest_of_turn(&other, seat), insight.worth(other.value))),
            plan: rest_of_turn(&best, seat),
            reason,
        }
    }
}

/// What the seat does in a row, from the line that was seen most.
fn rest_of_turn<G: Game>(thought: &Thought<G>, seat: Seat) -> Vec<G::Action> {
    let own = thought.line.iter().map_while(|step| match step {
        Step::Play(who, action) if *who == seat => Some(*action),
        _ => None,
    });
    let line: Vec<G::Action> = own.collect();
    if line.len() > thought.actions.len() { line } else { thought.actions.clone() }
}

impl<G: Game, I: Insight<G>> Search<G, I> {
    fn reason(
        &mut self,
        position: &G,
        seat: Seat,
        best: &Thought<G>,
        other: Option<&Thought<G>>,
        luck: &mut Xoshiro256PlusPlus,
    ) -> String {
        if wins_at_once(position, seat, best) {
            return "It wins the match at once.".to_owned();
        }
        let Some(other) = other else {
            let mut actions = Vec::new();
            position.legal(seat, &mut actions);
            let alone = actions.len() == 1;
            return if alone { "There is nothing else to do." } else { "All that looked good begins with it." }
                .to_owned();
        };
        let words = rest_of_turn(other, seat).iter().map(|&action| G::label(action)).collect::<Vec<_>>().join(", ");
        let (mine, others) = (self.prospects(best, seat, luck), self.prospects(other, seat, luck));
        let gains = mine.iter().zip(&others).map(|(one, two)| (one.weight * (one.amount - two.amount), one, two));
        match gains.max_by(|one, other| one.0.total_cmp(&other.0)) {
            Some((gain, one, two)) if gain > LITTLE => {
                let much = format!("{:.1}", (one.amount - two.amount).abs());
                let sentence = if one.amount > two.amount { one.more } else { one.less };
                format!("On average {} than after “{words}”.", sentence.replace("{}", &much))
            }
            _ => {
                let (one, two) = (self.in_words(best.value), self.in_words(other.value));
                if one == two {
                    return format!("“{words}” is about as good: both came to {one} in the lines that were tried.");
                }
                format!("It came to {one} in the lines that were tried, and “{words}” to {two}.")
            }
        }
    }

    fn in_words(&self, value: f32) -> String {
        match self.workers[0].insight.worth(value) {
            Worth::Chance(chance) => format!("{:.0} % wins", 100.0 * chance),
            Worth::Score(score) => format!("{score:.1} points"),
        }
    }

    /// What matters at the seat's next turn, on average, if it does this.
    fn prospects(&mut self, thought: &Thought<G>, seat: Seat, luck: &mut Xoshiro256PlusPlus) -> Vec<Aspect> {
        let worker = &mut self.workers[0];
        let mut sum: Vec<Aspect> = Vec::new();
        for _ in 0..SAMPLES {
            let Some(end) = worker.tree.follow(&thought.actions, luck) else { break };
            let aspects = worker.insight.aspects(&end, seat);
            if sum.is_empty() {
                sum = aspects;
            } else {
                sum.iter_mut().zip(aspects).for_each(|(sum, aspect)| sum.amount += aspect.amount);
            }
        }
        sum.iter_mut().for_each(|aspect| aspect.amount /= SAMPLES as f32);
        sum
    }
}

fn wins_at_once<G: Game>(position: &G, seat: Seat, thought: &Thought<G>) -> bool {
    let mut after = position.clone();
    for action in rest_of_turn(thought, seat) {
        if after.turn() == Turn::Chance || after.check(seat, action).is_err() {
            return false;
        }
        after.play(seat, action, &mut |_| {});
    }
    matches!(after.turn(), Turn::Over(outcome) if outcome.winners.has(seat))
}
