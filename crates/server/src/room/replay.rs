//! A match as a whole: its record, its replay, its end.

use super::Room;
use crate::kept::Whole;
use crate::protocol::{Course, Draws, Over, Replay};

/// Something that takes a while for a long match, and is done off the table's thread.
pub type Job<T> = Box<dyn FnOnce() -> T + Send>;

impl Room {
    /// Returns the job that tells the whole match as JSON, and after which entry it stands; after none if it is over,
    /// for then it never changes.
    pub fn whole(&self, what: Whole) -> Option<(Option<u32>, Job<String>)> {
        let after = self.over().is_none().then_some(self.n);
        let tell: Job<String> = match what {
            Whole::Record => self.record()?,
            Whole::Replay => {
                let replay = self.replay()?;
                Box::new(move || serde_json::to_string(&replay()).expect("a replay is plain JSON"))
            }
            Whole::Draws => {
                let draws = self.draws()?;
                Box::new(move || serde_json::to_string(&draws()).expect("draws are plain JSON"))
            }
        };
        Some((after, tell))
    }

    /// Returns how the match ended; only once it has.
    pub fn over(&self) -> Option<Over> {
        let table = self.table()?;
        let result = table.result()?;
        Some(Over {
            winners: result.winners.iter().map(|&seat| seat as u8).collect(),
            ending: table.ending().unwrap_or_default(),
            scores: result.scores.iter().map(|&score| score as i32).collect(),
        })
    }

    /// Returns the job that writes the record of the match as JSON. The seed and what it was made from are in it only
    /// when the match is over.
    pub fn record(&self) -> Option<Job<String>> {
        let table = self.table()?;
        let played = table.boxed_clone();
        let over = played.result().is_some();
        let (seed, luck) = if over { (table.proof(), self.proof()) } else { (None, None) };
        Some(Box::new(move || {
            let mut record = played.record(seed);
            record.luck = luck;
            record.write()
        }))
    }

    /// Returns the job that tells what chance could have decided at each of its draws.
    pub fn draws(&self) -> Option<Job<Draws>> {
        let played = self.table()?.boxed_clone();
        Some(Box::new(move || Draws::new(&played.draws())))
    }

    /// Returns the job that tells the match step by step.
    pub fn replay(&self) -> Option<Job<Replay>> {
        let played = self.table()?.boxed_clone();
        let (game, names) = (self.row.game.clone(), self.names().to_vec());
        let options = serde_json::from_str(&self.row.options).unwrap_or_default();
        Some(Box::new(move || {
            let mut running = played.prefix(0);
            let view = running.picture().view();
            let mut courses: Vec<Course> = running.gauges().iter().map(Course::new).collect();
            let (mut log, mut changes) = (Vec::with_capacity(played.len()), Vec::with_capacity(played.len()));
            for step in played.steps(0) {
                log.push(running.push(&step).expect("this step was played before"));
                changes.push(running.change());
                for (course, gauge) in courses.iter_mut().zip(running.gauges()) {
                    course.values.push(gauge.value);
                }
            }
            Replay { game, options, names, view, log, courses, changes }
        }))
    }
}
