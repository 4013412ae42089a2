//! Finds the numbers of the judge by evolution: teams play the same matches with different numbers, and those that do
//! better have a say in the next ones.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use polynya_engine::{Game, Luck, Seed, Table, Turn};
use polynya_games::rescue_polar_bears::{Action, Ask, Ending, RescueOptions, RescuePolarBears, Stage};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::foresight::LITTLE;
use super::judge::{Judge, TUNED, tuned, written};
use super::{Efforts, Mind, PATIENCE};
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
        let judges: Vec<Judge> = teams.iter().map(|numbers| Judge::of(numbers, TUNED.network())).collect();
        let (worths, won) = compete(&judges, matches, threads, seed.nth(round));
        swarm.learn(&teams, &worths);
        report(Report { round, won: won as f32 / (matches * TEAMS as u64) as f32, step: swarm.step() });
    }
    written(swarm.mean())
}

/// What each judge is worth in the same matches, and how many were won by all together.
fn compete(judges: &[Judge], matches: u64, threads: usize, seed: Seed) -> (Vec<u32>, u32) {
    let ends = side_by_side(matches * judges.len() as u64, threads, |task| {
        let number = task / judges.len() as u64;
        let play = Play { judge: &judges[task as usize % judges.len()], ships: ships(number), ..Play::default() };
        let end = play.to_the_end(seed.nth(number), &mut |_| {});
        (end.ending() == Some(Ending::Won), end.collected().0)
    });
    let (mut worths, mut all_won) = (vec![0; judges.len()], 0);
    for (task, (won, collected)) in ends.into_iter().enumerate() {
        worths[task % judges.len()] += if won { WORTH.0 } else { WORTH.1 * u32::from(collected) };
        all_won += u32::from(won);
    }
    (worths, all_won)
}

/// Does so many tasks on so many threads; what they come to stands in the order of their numbers.
pub(super) fn side_by_side<T: Send>(tasks: u64, threads: usize, task: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= tasks {
                        break;
                    }
                    let result = task(number);
                    done.lock().expect("no task panics").push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no task panics");
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// How many ships play a match of this number: one in three has four.
fn ships(number: u64) -> u8 {
    if number % 3 == 2 { 4 } else { 3 }
}

/// How a match is played.
pub(super) struct Play<'a> {
    pub judge: &'a Judge,
    pub efforts: Efforts,
    pub options: RescueOptions,
    pub ships: u8,
    /// How often, of a hundred plans, any of those that were weighed is followed instead of the best.
    pub curiosity: u32,
}

impl Default for Play<'_> {
    fn default() -> Self {
        Play { judge: &TUNED, efforts: LITTLE, options: RescueOptions::default(), ships: 3, curiosity: 0 }
    }
}

impl Play<'_> {
    /// How the match ends. Shows the positions in which a turn has just ended: where a new alert is to be drawn, and where
    /// the next ship begins.
    pub fn to_the_end(&self, seed: Seed, seen: &mut dyn FnMut(&RescuePolarBears)) -> RescuePolarBears {
        let table = Table::<RescuePolarBears>::new(self.options.clone(), self.ships, seed);
        let mut position = *table.expect("two to four ships play").position();
        let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"team".as_slice()]).draw(0));
        // What is planned until something is drawn, the next action last.
        let mut planned = Vec::new();
        let mut turns = None;
        while position.ending().is_none() {
            if position.turn() == Turn::Chance {
                if position.stage() != Stage::Action && !matches!(position.ask(), Ask::D20 | Ask::D6) {
                    seen(&position);
                }
                let chance = position.draw(&mut luck);
                position.settle(chance, &mut |_| {});
                planned.clear();
                continue;
            }
            if turns.replace(position.turns()) != Some(position.turns()) {
                seen(&position);
            }
            if planned.is_empty() {
                planned = self.plan(&position, &mut luck);
            }
            let action = planned.pop().expect("a plan has an action");
            position.play(position.seat(), action, &mut |_| {});
        }
        position
    }

    /// The actions of a plan, the last one first.
    fn plan(&self, position: &RescuePolarBears, luck: &mut impl Luck) -> Vec<Action> {
        let mut mind = Mind::new(position, self.judge, self.efforts, PATIENCE, luck.next_u64());
        let plans = mind.weighed(position, 0);
        let curious = luck.below(100) < self.curiosity;
        let chosen = if curious { luck.below(plans.len() as u32) as usize } else { 0 };
        mind.trail.back(plans[chosen].last).collect()
    }
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
