//! The bot that knows nothing but the rules.

use polynya_engine::{Game, Luck, Seat};
use rand_core::Rng;

use crate::Bot;

/// Plays each legal action with the same probability.
pub struct Random<G: Game> {
    actions: Vec<G::Action>,
}

impl<G: Game> Default for Random<G> {
    fn default() -> Self {
        Random { actions: Vec::new() }
    }
}

impl<G: Game<Action: Send>> Bot<G> for Random<G> {
    fn choose(&mut self, position: &G, seat: Seat, luck: &mut dyn Rng) -> G::Action {
        self.actions.clear();
        position.legal(seat, &mut self.actions);
        self.actions[luck.below(self.actions.len() as u32) as usize]
    }
}
