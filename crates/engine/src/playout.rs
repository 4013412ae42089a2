//! Playing at random to the end: what searches do millions of times.

use crate::game::{Game, Outcome, Turn};
use crate::line::Step;
use crate::luck::Luck;

/// Plays random legal actions until the match is over, or until seats were asked `most` times (then `None`).
///
/// `buffer` is scratch room that the caller keeps from one playout to the next; `seen` is shown every step.
#[inline]
pub fn playout<G: Game>(
    position: &mut G,
    luck: &mut impl Luck,
    buffer: &mut Vec<G::Action>,
    most: usize,
    seen: &mut impl FnMut(Step<G>),
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
                let seat = if seats.len() == 1 {
                    seats.first().expect("one seat is in it")
                } else {
                    let chosen = luck.below(seats.len() as u32) as usize;
                    seats.iter().nth(chosen).expect("chosen below the number of seats")
                };
                // A seat that may interject may have nothing to say; the table waits for another.
                let Some(action) = position.pick(seat, luck, buffer) else { continue };
                seen(Step::Play(seat, action));
                position.play(seat, action, &mut |_| {});
            }
        }
    }
}
