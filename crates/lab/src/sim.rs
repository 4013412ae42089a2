//! Series of matches between bots, and what is counted in them.

use std::time::Duration;

use crate::series::{Keep, Played, Series};
use rayon::ThreadPool;

use crate::parallel;
use crate::statistics::{Mean, Rate};

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

/// What is counted in a series, for each seat and for all.
pub struct Tally {
    /// All matches.
    pub matches: u64,
    /// Those that were left before their end.
    pub unfinished: u64,
    /// Those that ended without a winner.
    pub without_winner: u64,
    /// Their turns, or rounds.
    pub turns: Mean,
    /// Their steps, chance included.
    pub steps: Mean,
    /// The seats.
    pub seats: Vec<SeatTally>,
}

/// What is counted for one seat.
#[derive(Clone, Default)]
pub struct SeatTally {
    /// Matches that it won.
    pub wins: u64,
    /// Its scores.
    pub score: Mean,
    /// How long each of its choices took, if that was kept.
    pub times: Vec<Duration>,
}

impl Tally {
    /// Creates an empty tally for this many seats.
    pub fn new(seats: usize) -> Tally {
        Tally {
            matches: 0,
            unfinished: 0,
            without_winner: 0,
            turns: Mean::default(),
            steps: Mean::default(),
            seats: vec![SeatTally::default(); seats],
        }
    }

    /// Counts a match.
    pub fn add(&mut self, played: &Played) {
        self.matches += 1;
        self.turns.add(f64::from(played.turns));
        self.steps.add(played.steps as f64);
        for &(seat, time) in &played.times {
            self.seats[seat.index()].times.push(time);
        }
        let Some(result) = &played.result else {
            self.unfinished += 1;
            return;
        };
        self.without_winner += u64::from(result.winners.is_empty());
        for &winner in &result.winners {
            self.seats[winner as usize - 1].wins += 1;
        }
        for (seat, &score) in self.seats.iter_mut().zip(&result.scores) {
            seat.score.add(score as f64);
        }
    }

    /// Returns how often a seat wins.
    pub fn win_rate(&self, seat: &SeatTally) -> Rate {
        Rate { hits: seat.wins, of: self.matches }
    }
}
