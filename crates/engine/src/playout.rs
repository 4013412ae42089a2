//! Playing at random to the end: what searches do millions of times.

use crate::game::{Game, Outcome, Turn};
use crate::line::{Step, StepOf};
use crate::luck::Luck;
use crate::seat::{Seat, SeatSet};

/// Plays random legal actions until the match is over, or until seats were asked `most` times (then `None`).
///
/// `buffer` is scratch space that the caller keeps from one playout to the next; `seen` is shown every step.
#[inline]
pub fn playout<G: Game>(
    position: &mut G,
    luck: &mut impl Luck,
    buffer: &mut Vec<G::Action>,
    most: usize,
    seen: &mut impl FnMut(StepOf<G>),
) -> Option<Outcome> {
    let mut left = most;
    loop {
        match position.turn() {
            Turn::Over(outcome) => return Some(outcome),
            Turn::Chance => {
                let chance = position.draw(luck);
                seen(Step::Chance(chance));
                position.settle(chance, &mut |_| {});
            }
            Turn::Players(seats) => {
                if left == 0 {
                    return None;
                }
                left -= 1;
                let seat = any_seat(seats, luck);
                // A seat that may interject may have nothing to say; the table waits for another.
                let Some(action) = position.pick(seat, luck, buffer) else { continue };
                seen(Step::Play(seat, action));
                position.play(seat, action, &mut |_| {});
            }
        }
    }
}

/// Returns one of some seats, each equally likely.
#[inline]
pub(crate) fn any_seat(seats: SeatSet, luck: &mut impl Luck) -> Seat {
    let chosen = if seats.len() == 1 { 0 } else { luck.below(seats.len() as u32) };
    seats.nth(chosen).expect("somebody acts")
}
