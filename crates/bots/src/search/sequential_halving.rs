//! Sequential halving (Karnin, Koren and Somekh 2013): the plans of the root without a tree below them. All are tried
//! equally often, the worse half is dropped, and so on until one is left.
//!
//! The playouts use common random numbers: the n-th playout of every plan meets the same dice. Each draw of a playout
//! has random numbers of its own, chosen by the turn and by how much was drawn in that turn, so plans that draw
//! differently often still meet the same dice in later turns. The first draws of the first turns go through their
//! outcomes evenly from playout to playout: a quasi-random (additive recurrence) sequence.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use polynya_engine::{Game, Seat, Turn};
use rand_core::{Rng, TryRng};

use super::Budget;
use super::evaluator::Evaluator;
use super::tree::{Tree, acting};
use crate::split_mix::SplitMix;

/// How often a plan is tried that has no other beside it: only what it is worth is asked.
const ALONE: u32 = 4;

/// A plan of the root that has not been dropped.
struct Candidate<G> {
    /// Its index among the plans of the root.
    number: usize,
    /// The position after it.
    position: G,
    total: f32,
}

/// Compares the plans of a tree that has nothing but its root.
pub(super) fn sequential_halving<G: Game, E: Evaluator<G>>(
    tree: &mut Tree<G>,
    evaluator: &mut E,
    budget: Budget,
    seed: u64,
) {
    let weights = tree.expand_root(evaluator);
    if evaluator.is_exact() {
        // A plan is visited as often as there are plans that pay no more.
        for (number, &weight) in weights.iter().enumerate() {
            let visits = weights.iter().filter(|&&other| other <= weight).count();
            (0..visits).for_each(|_| tree.record_playout(number, weight));
        }
        return;
    }
    let mut candidates: Vec<Candidate<G>> = (0..weights.len())
        .map(|number| Candidate { number, position: tree.position_after(number), total: 0.0 })
        .collect();
    let rounds = candidates.len().next_power_of_two().ilog2().max(1);
    let share = Share {
        iterations: budget.iterations().unwrap_or(0) / rounds,
        time: budget.time().map_or(Duration::ZERO, |time| time / rounds),
    };
    let end = match budget {
        Budget::Time(time) => Some(Instant::now() + time),
        Budget::Iterations(_) | Budget::AtLeast(..) => None,
    };
    let mut playouts = 0;
    let alone = candidates.len() == 1;
    while candidates.len() > 1 || (alone && playouts < ALONE) {
        let begin = Instant::now();
        let first = playouts;
        while playouts == first || (!alone && share.lasts(candidates.len() as u32, playouts - first, begin)) {
            let dice = CommonDice { seed, playout: playouts };
            let payoffs = try_each(&candidates, evaluator, tree.seat(), dice, end);
            // When the time is up in mid-round, only the very first round counts as far as it came.
            let is_late = payoffs.len() < candidates.len();
            if is_late && playouts > 0 {
                return;
            }
            for (candidate, payoff) in candidates.iter_mut().zip(payoffs) {
                tree.record_playout(candidate.number, payoff);
                candidate.total += payoff;
            }
            if is_late {
                return;
            }
            playouts += 1;
        }
        candidates.sort_by(|one, other| other.total.total_cmp(&one.total));
        candidates.truncate(candidates.len().div_ceil(2));
    }
}

/// Returns the pay-offs of one playout after each plan, of fewer plans if the time is up before; at least of one.
fn try_each<G: Game, E: Evaluator<G>>(
    candidates: &[Candidate<G>],
    evaluator: &mut E,
    seat: Seat,
    dice: CommonDice,
    end: Option<Instant>,
) -> Vec<f32> {
    let mut payoffs = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        if !payoffs.is_empty() && end.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        let last = playout(candidate.position.clone(), evaluator, dice, evaluator.horizon());
        payoffs.push(evaluator.evaluate(&last)[seat]);
    }
    payoffs
}

/// Playouts for each position whose pay-offs are compared.
const COMPARED: u32 = 48;

/// Returns the mean pay-offs of a seat after playouts from these positions, which meet the same dice.
pub(super) fn mean_payoffs<G: Game, E: Evaluator<G>>(
    evaluator: &mut E,
    positions: &[G],
    seat: Seat,
    seed: u64,
) -> Vec<f32> {
    let mean = |position: &G| {
        let payoff = |number: u32| {
            let last = playout(position.clone(), evaluator, CommonDice { seed, playout: number }, evaluator.horizon());
            evaluator.evaluate(&last)[seat]
        };
        (0..COMPARED).map(payoff).sum::<f32>() / COMPARED as f32
    };
    positions.iter().map(mean).collect()
}

/// Returns where the turn that goes on in this position ends, with the dice of the playout with this number.
pub(super) fn turn_ends<G: Game, E: Evaluator<G>>(position: G, evaluator: &mut E, seed: u64, number: u32) -> G {
    playout(position, evaluator, CommonDice { seed, playout: number }, Some(1))
}

/// The share of the budget that one round may use: both of them.
#[derive(Clone, Copy)]
struct Share {
    iterations: u32,
    time: Duration,
}

impl Share {
    /// May each of this many plans have one more playout?
    fn lasts(self, plans: u32, playouts: u32, begin: Instant) -> bool {
        plans * (playouts + 1) <= self.iterations || (!self.time.is_zero() && begin.elapsed() < self.time)
    }
}

/// The common random numbers of the playouts with this number.
#[derive(Clone, Copy)]
struct CommonDice {
    seed: u64,
    playout: u32,
}

/// Returns the position in which a playout with these dice ends, after this many turns or at the end of the match.
fn playout<G: Game, E: Evaluator<G>>(mut position: G, evaluator: &mut E, dice: CommonDice, horizon: Option<u32>) -> G {
    let begin = position.turns();
    let last = horizon.map_or(u32::MAX, |turns| begin.saturating_add(turns));
    let (mut turn, mut draws, mut own) = (begin, 0, Dice::new(dice.seed ^ u64::from(dice.playout) << 32));
    let mut scratch = Vec::new();
    evaluator.begin_playout(&mut own);
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
                let action = evaluator.playout_action(&position, seat, &mut own, &mut scratch);
                position.play(seat, action, &mut |_| {});
            }
        }
    }
    position
}

/// The draws of a turn, and the turns, that go through their outcomes evenly.
const EVEN_DRAWS: u32 = 3;
const EVEN_TURNS: u32 = 2;
/// The steps of the additive recurrences, in parts of 2^32: powers of 1 / φ₆, where φ₆ is the number whose seventh power
/// is one more than itself (the R₆ sequence).
const STEPS: [u32; 6] = [3_859_688_306, 3_468_523_225, 3_117_001_274, 2_801_104_767, 2_517_223_198, 2_262_111_973];

impl CommonDice {
    /// Returns the random numbers of one draw.
    fn draw(self, turn: u32, draw: u32) -> Dice {
        let place = u64::from(turn) << 32 | u64::from(draw) << 16;
        let dice = Dice::new(self.seed ^ place ^ u64::from(self.playout) << 48);
        if turn < EVEN_TURNS && draw < EVEN_DRAWS {
            // All playouts begin somewhere and go on by the same step.
            let begin = Dice::new(self.seed ^ place).next_u32();
            let step = STEPS[(turn * EVEN_DRAWS + draw) as usize];
            return Dice { first: Some(begin.wrapping_add(step.wrapping_mul(self.playout))), ..dice };
        }
        dice
    }
}

/// Random numbers that cost nothing to seed, perhaps after one number that was chosen.
struct Dice {
    first: Option<u32>,
    rest: SplitMix,
}

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice { first: None, rest: SplitMix::new(SplitMix::new(seed).next_u64()) }
    }
}

impl TryRng for Dice {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.first.take().map_or_else(|| self.rest.try_next_u32(), Ok)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.rest.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.rest.try_fill_bytes(bytes)
    }
}
