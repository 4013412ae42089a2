//! Bots: they get a position and never the seed.

pub mod knowledge;

use polynya_engine::{Game, Seat};

/// Something that plays a seat.
pub trait Bot<G: Game>: Send {
    /// What it does in a position in which its seat can act. `luck` is its own, not the match's.
    fn choose(&mut self, position: &G, seat: Seat, luck: &mut dyn rand_core::Rng) -> G::Action;
}

/// Any legal action, each equally likely.
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, position: &G, seat: Seat, luck: &mut dyn rand_core::Rng) -> G::Action {
        position.pick(seat, &mut { luck }, &mut Vec::new()).expect("the seat can act")
    }
}
