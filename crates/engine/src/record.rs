//! The record of a match: the save file, one JSON object.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::contents::hash_of_box;
use crate::describe::Describe;
use crate::game::{Game, Outcome};
use crate::line::Line;
use crate::luck::Seed;
use crate::proof::{Proof, Verified};
use crate::seat::Seat;
use crate::text::{excerpt, quote};

/// The version of the record's own format.
const FORMAT: u32 = 1;

/// A match as it is saved. Holds words only, so it can be read before anybody knows the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    polynya: u32,
    /// The game's id.
    pub game: String,
    /// The version of the rules that the match was played by.
    pub rules: u16,
    #[serde(default = "no_options")]
    options: Box<RawValue>,
    /// The hash of the box in the options, where its owner has entered one.
    #[serde(rename = "box", default, deserialize_with = "if_it_fits", skip_serializing_if = "Option::is_none")]
    contents: Option<String>,
    /// How many seats the table has.
    pub seats: u8,
    /// The secret behind the dice, for verification.
    #[serde(default)]
    pub seed: Option<Seed>,
    /// How the seed came about, where several people added to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Proof>,
    /// Who played each seat, for going on with the match: `you`, `you:NAME` or a bot.
    #[serde(default, deserialize_with = "if_it_fits", skip_serializing_if = "Option::is_none")]
    pub players: Option<Vec<String>>,
    /// The set of pieces with which each seat was played, counted from 1, where players have chosen; for drawings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sets: Option<Vec<u8>>,
    /// The steps in words.
    pub steps: Vec<String>,
    /// How it ended; `None` exactly while it has not.
    #[serde(deserialize_with = "null_or_object")]
    pub result: Option<Score>,
    /// What somebody has written about the match, by the number of steps after which it stands.
    #[serde(default, deserialize_with = "if_it_fits_or_none", skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<u32, String>,
    /// Lines that leave the match: what might have been played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
}

/// A line that leaves another one: what might have been played.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Variation {
    /// How many steps of the line that it leaves stand before it.
    pub at: u32,
    /// What somebody calls it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its steps in words.
    pub steps: Vec<String>,
    /// What somebody has written about it, by the number of its steps after which it stands.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<u32, String>,
    /// Lines that leave it in their turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
}

impl Variation {
    /// Returns how many lines it is with all that leave it, and how many steps they have together.
    pub fn size(&self) -> (usize, usize) {
        size(&self.variations, (1, self.steps.len()))
    }
}

fn size(variations: &[Variation], own: (usize, usize)) -> (usize, usize) {
    variations.iter().map(Variation::size).fold(own, |sum, size| (sum.0 + size.0, sum.1 + size.1))
}

/// An outcome as records write it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The numbers of the seats that won, rising.
    pub winners: Vec<u64>,
    /// What each seat scored, from seat 1.
    pub scores: Vec<i64>,
}

impl Score {
    /// Returns the outcome at a table with this many seats.
    pub fn new(outcome: &Outcome, seats: u8) -> Score {
        Score {
            winners: outcome.winners.iter().map(|seat| seat.number() as u64).collect(),
            scores: Seat::all(seats).map(|seat| i64::from(outcome.scores[seat])).collect(),
        }
    }
}

/// What is wrong with a record, and at which step (from 0) if it is a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The variation in which it stands: its index, counted from 0, among those of the match, then among those of that
    /// one, and so on; empty for the match itself.
    pub variation: Vec<usize>,
    /// The index of the step, counted from 0.
    pub step: Option<usize>,
    /// What is wrong with it.
    pub what: String,
}

impl RecordError {
    /// What a reader of JSON says, which may quote anything.
    fn json(what: &str, error: &serde_json::Error) -> RecordError {
        let text = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let said = text.strip_suffix(&place).unwrap_or(&text);
        let said = match (error.classify(), said.strip_prefix("missing field ")) {
            (Category::Eof, _) => "the text breaks off".to_owned(),
            (Category::Syntax | Category::Io, _) => "it is not JSON".to_owned(),
            (Category::Data, Some(field)) => format!("{field} is missing"),
            (Category::Data, None) => said.to_owned(),
        };
        let (line, column) = (error.line(), error.column());
        RecordError::new(format!("{what}: {} (line {line}, column {column})", quote(&said, 300)))
    }

    /// Returns what is wrong with a record as a whole.
    pub fn new(what: impl Into<String>) -> RecordError {
        RecordError { variation: Vec::new(), step: None, what: what.into() }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dot = if self.step.is_some() { "." } else { ": " };
        for (depth, index) in self.variation.iter().enumerate() {
            let dot = if depth + 1 < self.variation.len() { "." } else { dot };
            write!(f, "variations[{index}]{dot}")?;
        }
        match self.step {
            Some(step) => write!(f, "steps[{step}]: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Reads a record from JSON. The steps are not judged yet.
    pub fn read(json: &str) -> Result<Record, RecordError> {
        must_be_object("not a record", json)?;
        let record: Record = serde_json::from_str(json).map_err(|error| RecordError::json("not a record", &error))?;
        match record.polynya {
            FORMAT => record.check_box().map(|()| record),
            other => {
                Err(RecordError::new(format!("`polynya` is {other}; this program reads records of format {FORMAT}")))
            }
        }
    }

    /// Is the box in the options the one that the header names? Records from before it did name none.
    fn check_box(&self) -> Result<(), RecordError> {
        let Some(named) = &self.contents else { return Ok(()) };
        match hash_of_box(self.options.get()) {
            Some(hash) if hash == *named => Ok(()),
            Some(hash) => Err(RecordError::new(format!(
                "`box` is {}, but the box in the options has the hash {hash}: one of them was changed",
                excerpt(named)
            ))),
            None => Err(RecordError::new("`box` names a box, but there is none in the options")),
        }
    }

    /// Returns the record as one line of JSON, without a line break.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a record is plain JSON")
    }

    /// Returns the record of a match that has begun with these steps; nothing is judged yet.
    pub fn begun(game: &str, rules: u16, options: &str, seats: u8, steps: Vec<String>) -> Result<Record, RecordError> {
        let options =
            RawValue::from_string(options.to_owned()).map_err(|error| RecordError::json("options", &error))?;
        let game = game.to_owned();
        Ok(Record {
            polynya: FORMAT,
            game,
            rules,
            contents: hash_of_box(options.get()),
            options,
            seats,
            seed: None,
            luck: None,
            players: None,
            sets: None,
            steps,
            result: None,
            notes: BTreeMap::new(),
            variations: Vec::new(),
        })
    }

    /// Returns the record of a line.
    pub fn of<G: Describe>(line: &Line<G>, seed: Option<Seed>) -> Record {
        let options = serde_json::value::to_raw_value(line.options()).expect("options are plain JSON");
        Record {
            polynya: FORMAT,
            game: G::ID.to_owned(),
            rules: G::VERSION,
            contents: hash_of_box(options.get()),
            options,
            seats: line.seats(),
            seed,
            luck: None,
            players: None,
            sets: None,
            steps: line.steps().iter().map(ToString::to_string).collect(),
            result: line.result(),
            notes: BTreeMap::new(),
            variations: Vec::new(),
        }
    }

    /// Returns the options as they stand in the record.
    pub fn options_json(&self) -> &str {
        self.options.get()
    }

    /// Returns the options, for a reader who knows the game.
    pub fn options<G: Game>(&self) -> Result<G::Options, RecordError> {
        read_options::<G>(self.options.get())
    }

    /// Replays the steps, judging each one. The result is not judged; see [`Record::judge`].
    pub fn replay<G: Describe>(&self) -> Result<Line<G>, RecordError> {
        if self.game != G::ID {
            return Err(RecordError::new(format!("this is a record of `{}`, not of `{}`", excerpt(&self.game), G::ID)));
        }
        let older = check_version(self.rules, G::VERSION)?;
        let mut line =
            Line::new(self.options::<G>()?, self.seats).map_err(|refusal| RecordError::new(refusal.to_string()))?;
        advance(&mut line, &self.steps, &older)?;
        Ok(line)
    }

    /// Returns how many variations there are, and how many steps they have together.
    pub fn size_of_variations(&self) -> (usize, usize) {
        size(&self.variations, (0, 0))
    }

    /// Replays the record and judges all of it: options, seats, every step, the result, and every variation.
    pub fn judge<G: Describe>(&self) -> Result<Line<G>, RecordError> {
        let line = self.replay::<G>()?;
        let result = line.result();
        if self.result != result {
            let json = |score: &Option<Score>| serde_json::to_string(score).expect("a score is plain JSON");
            let (theirs, ours) = (json(&self.result), json(&result));
            return Err(RecordError::new(format!("`result` is {} but the steps lead to {ours}", excerpt(&theirs))));
        }
        let older = check_version(self.rules, G::VERSION)?;
        judge_notes(&self.notes, self.steps.len())?;
        judge_variations(&line, 0, self.steps.len(), &self.variations, &older)?;
        Ok(line)
    }

    /// Judges the record and compares every outcome of chance with what the seed gives, and the seed with what it was
    /// made from, as far as the record says it.
    pub fn verify<G: Describe>(&self) -> Result<Verified, RecordError> {
        let line = self.judge::<G>()?;
        let (seed, from) = self.proven_seed()?;
        match line.first_foreign_draw(seed, from) {
            None => {
                let elsewhere = from.min(line.draws());
                let seated = self.luck.as_ref().is_some_and(|luck| luck.stood.is_some());
                Ok(Verified { draws: line.draws() - elsewhere, elsewhere, fixed: self.luck.is_some(), seated })
            }
            Some((at, drawn)) => {
                let what = format!("`{}` was recorded, but the seed gives `* {drawn}`", line.steps()[at]);
                Err(RecordError { step: Some(at), ..RecordError::new(what) })
            }
        }
    }

    /// Returns the seed of the dice from a draw on, after the links to it were checked; an error where the record has none.
    pub fn proven_seed(&self) -> Result<(Seed, u64), RecordError> {
        match (&self.luck, self.seed) {
            (Some(luck), seed) => {
                luck.check(self.seats, seed)?;
                Ok((luck.seed(), luck.from))
            }
            (None, Some(seed)) => Ok((seed, 0)),
            (None, None) => Err(RecordError::new("the record has no seed, so its dice cannot be verified")),
        }
    }
}

/// Plays these steps.
fn advance<G: Describe>(line: &mut Line<G>, steps: &[String], older: &str) -> Result<(), RecordError> {
    for (index, words) in steps.iter().enumerate() {
        let fault = |what| RecordError { step: Some(index), ..RecordError::new(format!("{what}{older}")) };
        let step = words.parse().map_err(|bad| fault(format!("`{}`: {bad}", excerpt(words))))?;
        line.advance(step).map_err(|refusal| fault(refusal.to_string()))?;
    }
    Ok(())
}

/// Judges what leaves a line that begins after `base` steps and has `own` steps.
fn judge_variations<G: Describe>(
    line: &Line<G>,
    base: usize,
    own: usize,
    variations: &[Variation],
    older: &str,
) -> Result<(), RecordError> {
    variations.iter().enumerate().try_for_each(|(index, variation)| {
        judge_variation(line, base, own, variation, older).map_err(|mut error| {
            error.variation.insert(0, index);
            error
        })
    })
}

fn judge_variation<G: Describe>(
    line: &Line<G>,
    base: usize,
    own: usize,
    variation: &Variation,
    older: &str,
) -> Result<(), RecordError> {
    let Variation { at, steps, notes, variations, .. } = variation;
    let at = *at as usize;
    if at > own {
        return Err(RecordError::new(format!("`at` is {at}, but the line that it leaves has {own} steps")));
    }
    if steps.is_empty() {
        return Err(RecordError::new("it has no steps"));
    }
    let mut branch = line.prefix(base + at);
    advance(&mut branch, steps, older)?;
    judge_notes(notes, steps.len())?;
    judge_variations(&branch, base + at, steps.len(), variations, older)
}

fn judge_notes(notes: &BTreeMap<u32, String>, steps: usize) -> Result<(), RecordError> {
    match notes.keys().find(|&&after| after as usize > steps) {
        Some(after) => Err(RecordError::new(format!("a note stands after {after} steps, but there are {steps}"))),
        None => Ok(()),
    }
}

/// Can a record of this version of the rules be judged? What an older one says is taken if it holds by today's rules;
/// returns what is added to the reason where it does not.
fn check_version(theirs: u16, ours: u16) -> Result<String, RecordError> {
    if theirs == 0 || theirs > ours {
        return Err(RecordError::new(format!(
            "played by version {theirs} of the rules; this program plays version {ours}"
        )));
    }
    Ok(if theirs == ours {
        String::new()
    } else {
        format!(" (played by version {theirs} of the rules, judged by version {ours}, which this program plays)")
    })
}

/// Reads a game's options from JSON; what is left out takes its default.
pub fn read_options<G: Game>(json: &str) -> Result<G::Options, RecordError> {
    must_be_object("options", json)?;
    serde_json::from_str(json).map_err(|error| RecordError::json("options", &error))
}

/// Serde would read a struct from a list of its fields too.
fn must_be_object(what: &str, json: &str) -> Result<(), RecordError> {
    if json.trim_start().starts_with('{') {
        return Ok(());
    }
    Err(RecordError::new(format!("{what}: expected a JSON object, found `{}`", excerpt(json.trim()))))
}

fn no_options() -> Box<RawValue> {
    RawValue::from_string("{}".to_owned()).expect("an empty object is JSON")
}

/// A key that records need not have: whatever else stands there is ignored like any unknown key.
fn if_it_fits<'de, T: DeserializeOwned, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    Ok(serde_json::from_value(serde_json::Value::deserialize(from)?).ok())
}

/// The same where nothing is an empty one.
fn if_it_fits_or_none<'de, T: DeserializeOwned + Default, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    Ok(if_it_fits(from)?.unwrap_or_default())
}

/// A result must be written down, if only as null.
fn null_or_object<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Score>, D::Error> {
    let Some(raw) = Option::<Box<RawValue>>::deserialize(from)? else { return Ok(None) };
    must_be_object("result", raw.get()).map_err(D::Error::custom)?;
    serde_json::from_str(raw.get()).map(Some).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::check_version;

    #[test]
    fn records_of_older_rules_are_judged_and_those_of_newer_ones_are_not() {
        assert_eq!(check_version(2, 2).unwrap(), "");
        assert!(check_version(1, 2).unwrap().contains("played by version 1 of the rules, judged by version 2"));
        for (theirs, ours) in [(3, 2), (0, 2)] {
            let refused = check_version(theirs, ours).unwrap_err().to_string();
            assert_eq!(refused, format!("played by version {theirs} of the rules; this program plays version {ours}"));
        }
    }
}
