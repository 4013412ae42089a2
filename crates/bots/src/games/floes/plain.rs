//! The plain player of the games on floes: a yardstick that never changes.
//!
//! It is the greedy bot of its day, with the weights of that day and nothing that came later. Whatever is measured
//! against it can be compared for ever, so do not improve it: a test compares what it plays with what it always played.

use polynya_engine::Seat;
use polynya_games::floes::{Edition, Floes};

use super::heuristic::RaceHeuristic;
use super::weights::Weights;
use crate::greedy::{Greedy, Heuristic};

/// The plain player of both games.
pub type PlainFloes<E> = Greedy<Floes<E>, PlainHeuristic<E>>;

/// The weights of the plain player. Frozen.
const FROZEN: Weights = Weights {
    escort: 1.0,
    detour: 0.9,
    hinder: 0.85,
    leader: 5.0,
    shore: 1.5,
    alarm: 4.0,
    danger: 0.3,
    dread: 9.0,
    threat: 0.2,
    far: 0.5,
    near: 0.05,
    patience: 1.0,
    hurry: 0.0,
};

/// What the plain player measures.
#[derive(Clone)]
pub struct PlainHeuristic<E: Edition>(RaceHeuristic<E>);

impl<E: Edition> Default for PlainHeuristic<E> {
    fn default() -> Self {
        PlainHeuristic(RaceHeuristic::new(FROZEN))
    }
}

impl<E: Edition> Heuristic<Floes<E>> for PlainHeuristic<E> {
    fn prepare(&mut self, position: &Floes<E>) {
        self.0.prepare(position);
    }

    fn beam_width(&self) -> usize {
        self.0.beam_width()
    }

    fn key(&self, position: &Floes<E>) -> u64 {
        self.0.key(position)
    }

    fn evaluate(&mut self, position: &Floes<E>, seat: Seat) -> f32 {
        self.0.evaluate(position, seat)
    }
}
