//! A random walk through a match, for whoever wants to look at many positions.

use crate::game::{Game, Turn};
use crate::luck::Luck;
use crate::playout::any_seat;

/// Walks from a position by random steps until the match is over or `most` steps were taken, and shows every position
/// on the way, the first and the last among them. Returns the last one.
pub fn wander<G: Game>(start: &G, luck: &mut impl Luck, most: usize, mut look: impl FnMut(&G)) -> G {
    let mut position = start.clone();
    let mut buffer = Vec::new();
    look(&position);
    for _ in 0..most {
        match position.turn() {
            Turn::Over(_) => break,
            Turn::Chance => {
                let chance = position.draw(luck);
                position.settle(chance, &mut |_| {});
            }
            Turn::Players(seats) => {
                let seat = any_seat(seats, luck);
                let Some(action) = position.pick(seat, luck, &mut buffer) else { continue };
                position.play(seat, action, &mut |_| {});
            }
        }
        look(&position);
    }
    position
}
