//! A match as a whole: its record, its replay, its end.

use std::collections::BTreeMap;

use super::Room;
use crate::protocol::{Course, Over, Replay};

/// Something that takes a while for a long match, and is done off the table's thread.
pub type Job<T> = Box<dyn FnOnce() -> T + Send>;

impl Room {
    /// Returns how the match ended, with the proof of its dice; only once it has.
    pub fn over(&self) -> Option<Over> {
        let table = self.table()?;
        let result = table.result()?;
        let nonces: BTreeMap<u8, String> = (self.chairs.iter().enumerate())
            .filter(|(_, chair)| !chair.nonce.is_empty())
            .map(|(index, chair)| (index as u8 + 1, chair.nonce.clone()))
            .collect();
        let own = !self.imported;
        Some(Over {
            winners: result.winners.iter().map(|&seat| seat as u8).collect(),
            ending: table.ending().unwrap_or_default(),
            scores: result.scores.iter().map(|&score| score as i32).collect(),
            secret: own.then(|| self.row.secret.clone()),
            nonces: if own { nonces } else { BTreeMap::new() },
            seed: table.proof().map(|seed| seed.to_string()),
        })
    }

    /// Returns the job that writes the record of the match as JSON. The seed is in it only when the match is over.
    pub fn record(&self) -> Option<Job<String>> {
        let table = self.table()?;
        let played = table.boxed_clone();
        let seed = played.result().and_then(|_| table.proof());
        Some(Box::new(move || played.record(seed).write()))
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
