//! A match as a whole: its record, its replay, its end.

use polynya_engine::SeatSet;
use serde_json::Value;

use super::Room;
use crate::kept::Whole;
use crate::protocol::{Course, Draws, Over, Phase, ReferenceCard, Replay, Told};
use crate::views::Match;

/// Something that takes a while for a long match, and is done off the table's thread.
pub type Job<T> = Box<dyn FnOnce() -> T + Send>;

/// A whole match that is to be told.
pub struct Telling {
    /// The entry after which it stands, and the seats that know so much where not everybody does; nothing if it is over,
    /// for then it never changes.
    pub after: Option<(u32, SeatSet)>,
    /// The job that tells it, as JSON.
    pub tell: Job<String>,
}

impl Room {
    /// Returns the whole match as these seats know it.
    pub fn whole(&self, what: Whole, seats: SeatSet) -> Option<Telling> {
        let known = if self.is_simultaneous() { seats } else { SeatSet::NONE };
        let after = (self.phase() != Phase::Over).then_some((self.n, known));
        let tell: Job<String> = match what {
            Whole::Record => self.record(seats)?,
            Whole::Replay => {
                let replay = self.replay(seats)?;
                Box::new(move || serde_json::to_string(&replay()).expect("a replay is plain JSON"))
            }
            Whole::Analysis if after.is_some() => return None,
            // That is a matter of the game, not of a table.
            Whole::SetUp => return None,
            // What is analysed is the record: it is told first, and kept by itself.
            Whole::Analysis => self.record(seats)?,
            Whole::Draws => {
                let draws = self.draws(seats)?;
                Box::new(move || serde_json::to_string(&draws()).expect("draws are plain JSON"))
            }
        };
        Some(Telling { after, tell })
    }

    /// Returns how the match ended; only once it has.
    pub fn over(&self) -> Option<Over> {
        let table = self.table()?;
        // The whole match is looked through for it.
        if self.phase() == Phase::Over { self.ended.get_or_init(|| over(table)).clone() } else { None }
    }

    /// Returns the job that writes the record of the match as JSON. The seed and what it was made from are in it only
    /// when the match is over; these seats do not learn what others have not finished.
    pub fn record(&self, seats: SeatSet) -> Option<Job<String>> {
        let table = self.table()?;
        let played = self.seen_by(seats)?;
        let over = played.result().is_some();
        let (seed, luck) = if over { (table.proof(), self.proof()) } else { (None, None) };
        let sets = self.seating.chosen();
        Some(Box::new(move || {
            let mut record = played.record(seed);
            record.luck = luck;
            record.sets = sets;
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
        Some(Box::new(move || replay(&*played, game, options, names, reference)))
    }
}

/// Returns a match step by step.
pub fn replay(
    played: &Match,
    game: String,
    options: Value,
    names: Vec<String>,
    reference: Vec<ReferenceCard>,
) -> Replay {
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
    let over = over(played);
    Replay { game, options, names, reference, view, log, courses, over, changes }
}

/// Returns how a match ended; only once it has.
pub fn over(table: &Match) -> Option<Over> {
    let result = table.result()?;
    Some(Over {
        winners: result.winners.iter().map(|&seat| seat as u8).collect(),
        ending: table.ending().unwrap_or_default(),
        scores: result.scores.iter().map(|&score| score as i32).collect(),
        told: table.told().into_iter().map(Told::from).collect(),
    })
}
