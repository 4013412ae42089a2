//! The plans of the root without a tree below them: all are tried with the same dice, the worse half is dropped, and
//! so on until one is left.
//!
//! The n-th try of every plan meets the same luck. Each draw of a try has a luck of its own, chosen by the turn and by
//! how much was drawn in that turn, so plans that draw differently often still meet the same dice in later turns. The
//! first draws of the first turns go through their outcomes evenly from try to try.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use polynya_engine::{Game, Turn};
use rand_core::{Rng, TryRng};

use super::Budget;
use super::insight::Insight;
use super::tree::{Tree, acting};

/// A plan of the root that is still in the race.
struct Runner<G> {
    /// Its place among the plans of the root.
    number: usize,
    /// What the table shows when it is carried out.
    position: G,
    total: f32,
}

/// Compares the plans of a tree that has nothing but its root.
pub(super) fn halve<G: Game, I: Insight<G>>(tree: &mut Tree<G>, insight: &mut I, budget: Budget, seed: u64) {
    let weights = tree.open(insight);
    if insight.knows() {
        // A plan is tried as often as there are plans that pay no more.
        for (number, &weight) in weights.iter().enumerate() {
            let tries = weights.iter().filter(|&&other| other <= weight).count();
            (0..tries).for_each(|_| tree.note_try(number, weight));
        }
        return;
    }
    let mut runners: Vec<Runner<G>> =
        (0..weights.len()).map(|number| Runner { number, position: tree.carried_out(number), total: 0.0 }).collect();
    let rounds = runners.len().next_power_of_two().ilog2().max(1);
    let share = match budget {
        Budget::Iterations(walks) => Share::Walks(walks / rounds),
        Budget::Time(time) => Share::Time(time / rounds),
    };
    let mut tried = 0;
    while runners.len() > 1 {
        let begin = Instant::now();
        let first = tried;
        while tried == first || share.lasts(runners.len() as u32, tried - first, begin) {
            for runner in &mut runners {
                let end = played_out(runner.position.clone(), insight, Try { seed, number: tried });
                let paid = insight.value(&end)[tree.seat()];
                tree.note_try(runner.number, paid);
                runner.total += paid;
            }
            tried += 1;
        }
        runners.sort_by(|one, other| other.total.total_cmp(&one.total));
        runners.truncate(runners.len().div_ceil(2));
    }
}

/// What one round may use.
#[derive(Clone, Copy)]
enum Share {
    Walks(u32),
    Time(Duration),
}

impl Share {
    /// May each of so many plans be tried once more?
    fn lasts(self, plans: u32, tries: u32, begin: Instant) -> bool {
        match self {
            Share::Walks(walks) => plans * (tries + 1) <= walks,
            Share::Time(time) => begin.elapsed() < time,
        }
    }
}

/// Which dice are met: those of this try.
#[derive(Clone, Copy)]
struct Try {
    seed: u64,
    number: u32,
}

/// Where a playout with these dice ends.
fn played_out<G: Game, I: Insight<G>>(mut position: G, insight: &mut I, dice: Try) -> G {
    let begin = position.turns();
    let last = insight.horizon().map_or(u32::MAX, |turns| begin.saturating_add(turns));
    let (mut turn, mut draws, mut own) = (begin, 0, Dice::new(dice.seed ^ u64::from(dice.number) << 32));
    let mut room = Vec::new();
    insight.set_out(&mut own);
    while position.turns() < last {
        match position.turn() {
            Turn::Over(_) => break,
            Turn::Chance => {
                if position.turns() != turn {
                    (turn, draws) = (position.turns(), 0);
                }
                let chance = position.draw(&mut dice.draw(turn - begin, draws));
                draws += 1;
                position.settle(chance, &mut |_| {});
            }
            Turn::Players(_) => {
                let seat = acting(&position);
                let action = insight.playout(&position, seat, &mut own, &mut room);
                position.play(seat, action, &mut |_| {});
            }
        }
    }
    position
}

/// Draws of a turn, and turns, that go through their outcomes evenly.
const EVEN: (u32, u32) = (3, 2);
/// How far these go on from one try to the next, in parts of 2^32: powers of the number whose seventh power is one more
/// than itself.
const STEPS: [u32; 6] = [3_859_688_306, 3_468_523_225, 3_117_001_274, 2_801_104_767, 2_517_223_198, 2_262_111_973];

impl Try {
    /// The dice of one draw.
    fn draw(self, turn: u32, draw: u32) -> Dice {
        let place = u64::from(turn) << 32 | u64::from(draw) << 16;
        if turn < EVEN.1 && draw < EVEN.0 {
            // All tries begin somewhere and go on by the same step.
            let begin = Dice::new(self.seed ^ place).next_u32();
            let even = begin.wrapping_add(STEPS[(turn * EVEN.0 + draw) as usize].wrapping_mul(self.number));
            return Dice { first: Some(even), ..Dice::new(self.seed ^ place ^ u64::from(self.number) << 48) };
        }
        Dice::new(self.seed ^ place ^ u64::from(self.number) << 48)
    }
}

/// Luck that costs nothing to seed: SplitMix64, perhaps behind one number that was chosen.
struct Dice {
    first: Option<u32>,
    state: u64,
}

impl Dice {
    fn new(seed: u64) -> Dice {
        let mut dice = Dice { first: None, state: seed };
        Dice { first: None, state: dice.next_u64() }
    }
}

impl TryRng for Dice {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.first.take().unwrap_or_else(|| (self.next_u64() >> 32) as u32))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(mixed ^ (mixed >> 31))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.iter_mut().for_each(|byte| *byte = self.next_u32() as u8);
        Ok(())
    }
}
