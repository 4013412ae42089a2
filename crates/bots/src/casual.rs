//! The bot that does not look ahead: it takes one of the plans that look good at first sight.

use polynya_engine::{Game, Luck, Seat};
use rand_core::Rng;

use crate::Bot;
use crate::search::{Course, Insight, Plans};

/// Takes a plan by its weight, and plays it to its end.
pub struct Casual<G: Game, I> {
    insight: I,
    plans: Plans<G::Action>,
    course: Course<G>,
}

impl<G: Game, I: Insight<G>> Casual<G, I> {
    /// A bot that sees what this insight sees at first sight.
    pub fn new(insight: I) -> Casual<G, I> {
        Casual { insight, plans: Plans::new(), course: Course::new() }
    }
}

impl<G: Game, I: Insight<G>> Bot<G> for Casual<G, I> {
    fn choose(&mut self, position: &G, seat: Seat, luck: &mut dyn Rng) -> G::Action {
        if let Some(action) = self.course.next(position, seat) {
            return action;
        }
        self.plans.clear();
        self.insight.look(position, seat);
        self.insight.order(position, seat, &mut self.plans);
        let total: f32 = self.plans.iter().map(|(_, weight)| weight).sum();
        let mut point = total * luck.below(1 << 24) as f32 / (1 << 24) as f32;
        let mut chosen = None;
        for (plan, weight) in self.plans.iter() {
            chosen = Some(plan);
            point -= weight;
            if point < 0.0 {
                break;
            }
        }
        let plan = chosen.expect("an insight gives at least one plan").to_vec();
        self.course.begin(position, seat, plan)
    }
}
