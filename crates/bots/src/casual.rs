//! The bot that does not look ahead: it samples a plan from the prior of an evaluator.

use polynya_engine::{Game, Luck, Seat};
use rand_core::Rng;

use crate::search::{Evaluator, PlannedMoves, Plans};
use crate::{Bot, Mate};

/// Samples a plan in proportion to its prior weight, and plays it to its end.
pub struct Casual<G: Game, E> {
    evaluator: E,
    plans: Plans<G::Action>,
    moves: PlannedMoves<G>,
}

impl<G: Game, E: Evaluator<G>> Casual<G, E> {
    /// Creates a bot that plays by the priors of this evaluator.
    pub fn new(evaluator: E) -> Casual<G, E> {
        Casual { evaluator, plans: Plans::new(), moves: PlannedMoves::new() }
    }
}

impl<G: Game, E: Evaluator<G>> Bot<G> for Casual<G, E> {
    fn choose(&mut self, position: &G, seat: Seat, luck: &mut dyn Rng) -> G::Action {
        if let Some(action) = self.moves.next(position, seat) {
            return action;
        }
        self.plans.clear();
        self.evaluator.prepare(position, seat);
        self.evaluator.prior(position, seat, &mut self.plans);
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
        let plan = chosen.expect("an evaluator gives at least one plan").to_vec();
        self.moves.begin(position, seat, plan)
    }

    fn interject(&mut self, position: &G, seat: Seat, mate: Mate) -> Option<G::Action> {
        self.evaluator.interjection(position, seat, mate)
    }
}
