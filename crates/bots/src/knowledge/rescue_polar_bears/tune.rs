//! Finds the numbers of the judge by evolution: teams play the same matches with different numbers, and those that do
//! better have a say in the next ones.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use polynya_engine::{Game, Seed, Table};
use polynya_games::rescue_polar_bears::{Ending, RescueOptions, RescuePolarBears};
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::foresight::LITTLE;
use super::judge::{Judge, tuned, written};
use super::{Mind, PATIENCE};
use crate::evolve::Evolution;

/// Teams of a round.
const TEAMS: usize = 40;
/// How far a number is varied at first: so much of itself, and so much more.
const SPREAD: (f32, f32) = (0.12, 0.05);
/// What a match is worth that was won, and each Data Token of one that was lost.
const WORTH: (u32, u32) = (1000, 20);

/// How a round went.
pub struct Report {
    /// Which it was.
    pub round: u64,
    /// What share of its matches was won.
    pub won: f32,
    /// How far the numbers are varied, against the first round.
    pub step: f32,
}

/// Goes on from the numbers that play: so many rounds, in each of them so many matches with every team, on so many
/// threads. Writes the last numbers down.
pub fn tune(rounds: u64, matches: u64, threads: usize, seed: Seed, report: &mut dyn FnMut(Report)) -> String {
    let begin = tuned();
    let spreads = begin.map(|number| SPREAD.0 * number.abs() + SPREAD.1);
    let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"tune".as_slice()]).draw(0));
    let mut swarm = Evolution::new(begin, spreads, TEAMS);
    for round in 0..rounds {
        let teams = swarm.candidates(&mut luck);
        let judges: Vec<Judge> = teams.iter().map(Judge::of).collect();
        let (worths, won) = compete(&judges, matches, threads, seed.nth(round));
        swarm.learn(&teams, &worths);
        report(Report { round, won: won as f32 / (matches * TEAMS as u64) as f32, step: swarm.step() });
    }
    written(swarm.mean())
}

/// What each judge is worth in the same matches, and how many were won by all together.
fn compete(judges: &[Judge], matches: u64, threads: usize, seed: Seed) -> (Vec<u32>, u32) {
    let next = AtomicUsize::new(0);
    let sums = Mutex::new((vec![0; judges.len()], 0));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let task = next.fetch_add(1, Ordering::Relaxed);
                    let (judge, number) = (task % judges.len(), (task / judges.len()) as u64);
                    if number >= matches {
                        break;
                    }
                    let ships = if number % 3 == 2 { 4 } else { 3 };
                    let end = play(&judges[judge], ships, seed.nth(number));
                    let won = end.ending() == Some(Ending::Won);
                    let consolation = WORTH.1 * u32::from(end.collected().0);
                    let mut sums = sums.lock().expect("no team panics");
                    sums.0[judge] += if won { WORTH.0 } else { consolation };
                    sums.1 += u32::from(won);
                }
            });
        }
    });
    sums.into_inner().expect("no team panics")
}

/// How a match ends that is played with little effort.
fn play(judge: &Judge, ships: u8, seed: Seed) -> RescuePolarBears {
    let options = RescueOptions::default();
    let mut table = Table::<RescuePolarBears>::new(options, ships, seed).expect("three or four ships play");
    let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"team".as_slice()]).draw(0));
    while let Some(seat) = table.position().awaited().first() {
        let position = table.position();
        let action = Mind::new(position, judge, LITTLE, PATIENCE, luck.next_u64()).choice(position);
        table.submit(seat, action, &mut |_| {}).expect("the team does what is legal");
    }
    *table.position()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_do_not_change_what_is_found() {
        let mut won = Vec::new();
        let mut found = |threads| tune(1, 1, threads, Seed::of("tune"), &mut |report| won.push(report.won));
        let one = found(1);
        assert_eq!(one, found(3));
        assert_ne!(one, written(&tuned()), "a round moves the numbers");
        assert!(won[0] > 0.1 && won[0] == won[1], "{won:?}");
    }
}
