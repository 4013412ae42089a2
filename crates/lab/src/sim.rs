//! Series of matches between bots, and what is counted in them.

use std::time::Duration;

use crate::series::{Keep, Played, Series};
use rayon::ThreadPool;

use crate::experiment::Sum;
use crate::parallel;
use crate::statistics::Mean;

/// How many matches each thread plays before they are handed on, in order.
const BATCH: u64 = 16;

/// How much is played of a series, and what is kept of it.
#[derive(Clone, Copy)]
pub struct Run {
    /// How many matches.
    pub matches: u64,
    /// A match is left after this many steps.
    pub most: usize,
    /// What is kept of each.
    pub keep: Keep,
}

/// Plays the first matches of a series and hands them to `each` in the order of their numbers, whatever the number of
/// threads. Calls `tick` whenever a match is over.
///
/// # Errors
///
/// Stops at the first error of `each`.
pub fn play<E>(
    series: &dyn Series,
    run: Run,
    pool: &ThreadPool,
    tick: &(dyn Fn() + Sync),
    mut each: impl FnMut(&Played) -> Result<(), E>,
) -> Result<(), E> {
    let batch = BATCH * pool.current_num_threads() as u64;
    for first in (0..run.matches).step_by(batch as usize) {
        let played = parallel::map(pool, batch.min(run.matches - first), |number| {
            let played = series.play(first + number, run.most, run.keep);
            tick();
            played
        });
        played.iter().try_for_each(&mut each)?;
    }
    Ok(())
}

/// What is counted in a series, for each seat and for all. All but the first two counts are of finished matches alone.
pub struct Tally {
    /// All matches.
    pub matches: u64,
    /// Those that were left before their end.
    pub unfinished: u64,
    /// Those that ended without a winner.
    pub without_winner: u64,
    /// Those of a race that several seats won together.
    pub shared: u64,
    /// Their turns, or rounds.
    pub turns: Mean,
    /// Their steps, chance included.
    pub steps: Mean,
    /// The seats.
    pub seats: Vec<SeatTally>,
    /// Do all seats win and lose together?
    together: bool,
}

/// What is counted for one seat.
#[derive(Clone, Default)]
pub struct SeatTally {
    /// Its share of each win: 1, or a half if it shared it with another seat. Of those who play together all win.
    pub wins: Sum,
    /// Its scores.
    pub score: Mean,
    /// How long each of its choices took, if that was kept.
    pub times: Vec<Duration>,
}

impl Tally {
    /// Creates an empty tally for this many seats.
    pub fn new(seats: usize, together: bool) -> Tally {
        Tally {
            matches: 0,
            unfinished: 0,
            without_winner: 0,
            shared: 0,
            turns: Mean::default(),
            steps: Mean::default(),
            seats: vec![SeatTally::default(); seats],
            together,
        }
    }

    /// Counts a match.
    pub fn add(&mut self, played: &Played) {
        self.matches += 1;
        for &(seat, time) in &played.times {
            self.seats[seat.index()].times.push(time);
        }
        let Some(result) = &played.result else {
            self.unfinished += 1;
            return;
        };
        self.turns.add(f64::from(played.turns));
        self.steps.add(played.steps as f64);
        let winners = result.winners.len();
        self.without_winner += u64::from(winners == 0);
        self.shared += u64::from(winners > 1 && !self.together);
        let share = if self.together { 1.0 } else { 1.0 / winners.max(1) as f64 };
        for (number, (seat, &score)) in (1..).zip(self.seats.iter_mut().zip(&result.scores)) {
            seat.wins.add(if result.winners.contains(&number) { share } else { 0.0 });
            seat.score.add(score as f64);
        }
    }

    /// Returns how many matches came to their end.
    pub fn finished(&self) -> u64 {
        self.matches - self.unfinished
    }
}

#[cfg(test)]
mod tests {
    use polynya_engine::Score;

    use super::*;

    fn played(winners: &[u64], turns: u32) -> Played {
        let result = Some(Score { winners: winners.to_vec(), scores: vec![1, 2, 3] });
        Played { result, turns, steps: 9, record: None, times: Vec::new(), facts: None, split: None }
    }

    #[test]
    fn what_is_left_is_in_no_rate_and_shared_wins_are_shared() {
        let mut tally = Tally::new(3, false);
        tally.add(&played(&[1], 10));
        tally.add(&played(&[1, 2], 20));
        tally.add(&played(&[], 30));
        tally.add(&Played { result: None, ..played(&[], 1_000_000) });
        assert_eq!((tally.matches, tally.finished(), tally.shared, tally.without_winner), (4, 3, 1, 1));
        let wins: Vec<f64> = tally.seats.iter().filter_map(|seat| seat.wins.value()).collect();
        assert_eq!(wins, [0.5, 0.5 / 3.0, 0.0]);
        assert_eq!(tally.turns.value(), 20.0);
        let mut team = Tally::new(3, true);
        team.add(&played(&[1, 2, 3], 10));
        assert_eq!((team.shared, team.seats[2].wins.value()), (0, Some(1.0)));
    }
}
