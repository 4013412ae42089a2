//! A match as a whole: its record, its replay, its end.

use polynya_engine::SeatSet;

use super::Room;
use crate::protocol::{Course, Draws, Over, Replay, Told};
use crate::views::Match;

/// Something that takes a while for a long match, and is done off the table's thread.
pub type Job<T> = Box<dyn FnOnce() -> T + Send>;

impl Room {
    /// Returns how the match ended; only once it has.
    pub fn over(&self) -> Option<Over> {
        over(self.table()?)
    }

    /// Returns the job that writes the record of the match as JSON. The seed and what it was made from are in it only
    /// when the match is over; these seats do not learn what others have not finished.
    pub fn record(&self, seats: SeatSet) -> Option<Job<String>> {
        let table = self.table()?;
        let played = self.seen_by(seats)?;
        let over = played.result().is_some();
        let (seed, luck) = if over { (table.proof(), self.proof()) } else { (None, None) };
        Some(Box::new(move || {
            let mut record = played.record(seed);
            record.luck = luck;
            record.write()
        }))
    }

    /// Returns the job that tells what chance could have decided at each of its draws.
    pub fn draws(&self, seats: SeatSet) -> Option<Job<Draws>> {
        let played = self.seen_by(seats)?;
        Some(Box::new(move || Draws::new(&played.draws())))
    }

    /// Returns the job that tells the match step by step, as far as these seats know it.
    pub fn replay(&self, seats: SeatSet) -> Option<Job<Replay>> {
        let played = self.seen_by(seats)?;
        let (game, names, reference) = (self.row.game.clone(), self.names().to_vec(), self.reference());
        let options = serde_json::from_str(&self.row.options).unwrap_or_default();
        Some(Box::new(move || {
            let start = played.prefix(0);
            let view = start.picture().view();
            let mut courses: Vec<Course> = start.gauges().iter().map(Course::new).collect();
            let (mut log, mut changes) = (Vec::with_capacity(played.len()), Vec::with_capacity(played.len()));
            played.replay(&mut |entry, after| {
                log.push(entry);
                changes.push(after.change());
                for (course, gauge) in courses.iter_mut().zip(after.gauges()) {
                    course.values.push(gauge.value);
                }
            });
            let over = over(&*played);
            Replay { game, options, names, reference, view, log, courses, over, changes }
        }))
    }
}

/// Returns how a match ended; only once it has.
fn over(table: &Match) -> Option<Over> {
    let result = table.result()?;
    Some(Over {
        winners: result.winners.iter().map(|&seat| seat as u8).collect(),
        ending: table.ending().unwrap_or_default(),
        scores: result.scores.iter().map(|&score| score as i32).collect(),
        told: table.told().into_iter().map(Told::from).collect(),
    })
}
