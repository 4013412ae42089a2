//! How the net learns: it plays both seats of many matches, and moves each of its answers a little towards what came
//! of the position.

use std::sync::Arc;

use polynya_engine::{Game, Luck, Seat, Turn};
use polynya_games::floes::{Edition, Floes};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::foresight::{FITTED, Judge};
use super::net::{Net, Sight};
use crate::greedy::{Greedy, Knowledge};

/// How much more what came later is believed than the next answer.
const PATIENCE: f32 = 0.8;
/// One turn in so many is played at random among the best plans.
const WHIM: u32 = 12;
/// A match is left after so many turns.
const MOST: u32 = 400;

/// What is told after each batch of matches.
pub struct Lesson {
    /// Matches so far.
    pub matches: u64,
    /// The mean error of the answers of late, as the logarithm of the odds that were lost.
    pub surprise: f32,
}

/// Matches that are played before the net learns from them.
const BATCH: u64 = 24;

/// How a net is taught.
pub struct Course {
    /// Matches.
    pub matches: u64,
    /// What makes this course another one than the same with another number.
    pub luck: u64,
    /// How far an answer moves, in the first match and in the last.
    pub step: [f32; 2],
    /// Matches are played on so many threads; the net is the same whatever their number.
    pub threads: usize,
}

/// Lets a net play against itself.
pub fn learn<E: Edition>(
    options: &E::Options,
    course: &Course,
    net: Option<Net>,
    told: &mut impl FnMut(Lesson, &Net),
) -> Net {
    let mut net = net.unwrap_or_else(|| Net::new(&mut Xoshiro256PlusPlus::seed_from_u64(course.luck)));
    let mut surprise = 0.7;
    for first in (0..course.matches).step_by(BATCH as usize) {
        let numbers: Vec<u64> = (first..course.matches.min(first + BATCH)).collect();
        let shared = Arc::new(net.clone());
        let chunks = numbers.chunks(numbers.len().div_ceil(course.threads.max(1)));
        let played: Vec<Vec<Seen>> = std::thread::scope(|scope| {
            let handles: Vec<_> = chunks
                .map(|chunk| {
                    let mut planner = Greedy::new(Judge::<E>::new(FITTED, Some(shared.clone()), 4));
                    let play = move |&number: &u64| play(options, &mut planner, &mut own_luck(course.luck, number));
                    scope.spawn(|| chunk.iter().map(play).collect::<Vec<_>>())
                })
                .collect();
            handles.into_iter().flat_map(|handle| handle.join().expect("a match ends")).collect()
        });
        let done = first as f32 / course.matches as f32;
        let step = course.step[0] * (course.step[1] / course.step[0]).powf(done);
        played.iter().for_each(|seen| study(&mut net, seen, step, &mut surprise));
        told(Lesson { matches: numbers.last().expect("a batch has matches") + 1, surprise }, &net);
    }
    net
}

fn own_luck(luck: u64, number: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(luck << 40 | number)
}

/// Learns from one match, backwards from its end, where the last to roll had won.
fn study(net: &mut Net, seen: &[Seen], step: f32, surprise: &mut f32) {
    let mut target: f32 = 1.0;
    for seen in seen.iter().rev() {
        let chance = 1.0 / (1.0 + (-seen.base - net.correct(&seen.sight)).exp());
        let safe = chance.clamp(1e-6, 1.0 - 1e-6);
        *surprise += 0.001 * (-(target * safe.ln() + (1.0 - target) * (1.0 - safe).ln()) - *surprise);
        net.learn(&seen.sight, step * (target - chance));
        // The position before was the other seat's.
        target = 1.0 - (PATIENCE * target + (1.0 - PATIENCE) * chance);
    }
}

/// A position in which a seat was about to roll.
struct Seen {
    sight: Sight,
    base: f32,
}

/// Plays a match; answers what the seats saw before each roll, up to the one that won.
fn play<E: Edition>(
    options: &E::Options,
    planner: &mut Greedy<Floes<E>, Judge<E>>,
    luck: &mut Xoshiro256PlusPlus,
) -> Vec<Seen> {
    let mut position = Floes::<E>::start(options, 2).expect("two may play");
    let mut seen = Vec::new();
    planner.knowledge().look(&position);
    let mut turns = u32::MAX;
    loop {
        match position.turn() {
            Turn::Over(_) => return seen,
            Turn::Chance => {
                let chance = position.draw(luck);
                position.settle(chance, &mut |_| {});
            }
            Turn::Players(_) => {
                let seat = position.seat();
                if turns != position.turns() {
                    turns = position.turns();
                    if turns > MOST {
                        // Nobody has won, so nothing is learned.
                        return Vec::new();
                    }
                    let (sight, base) = planner.knowledge().sight(&position, seat, luck.below(2) == 0);
                    seen.push(Seen { sight, base });
                }
                act(&mut position, seat, planner, luck);
            }
        }
    }
}

fn act<E: Edition>(
    position: &mut Floes<E>,
    seat: Seat,
    planner: &mut Greedy<Floes<E>, Judge<E>>,
    luck: &mut Xoshiro256PlusPlus,
) {
    let mut actions = Vec::new();
    if position.rolled().is_none() {
        position.legal(seat, &mut actions);
        let first = actions[luck.below(actions.len() as u32) as usize];
        position.play(seat, first, &mut |_| {});
        return;
    }
    let mut which = if luck.below(WHIM) == 0 { luck.below(4) as usize + 1 } else { 1 };
    planner.plans(position, seat, which, &mut |plan, _| {
        which -= 1;
        actions.clear();
        actions.extend_from_slice(plan);
    });
    actions.into_iter().for_each(|action| position.play(seat, action, &mut |_| {}));
}
