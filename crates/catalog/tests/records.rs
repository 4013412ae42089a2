//! Records that must replay for ever, records that must be refused for ever, and counts of what may follow.
//!
//! Those without a seed were written by independent readings of the rules, not by this program.

use std::fs;
use std::path::Path;

use polynya_catalog::{CatalogError, Listing, Told, Visitor, headless, visit};
use polynya_engine::{Complete, Record, Seed, perft};
use serde::Deserialize;
use serde_json::value::RawValue;

/// The lines of every file of golden records whose name ends so.
fn lines(ending: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let kind = name.split_once('-').map_or("", |(_, kind)| kind);
        if kind == ending {
            let text = fs::read_to_string(&path).expect("the file can be read");
            lines.extend(text.lines().enumerate().map(|(at, line)| (format!("{name}:{}", at + 1), line.to_owned())));
        }
    }
    lines
}

/// Judges one line of JSON by the game that it names.
fn judge(json: &str) -> Result<(), CatalogError> {
    let record = Record::read(json)?;
    headless().get(&record.game)?.judge(&record)
}

#[test]
fn good_records_replay() {
    let lines = lines("");
    assert!(lines.len() >= 200, "only {} records were found", lines.len());
    for (place, json) in lines {
        judge(&json).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
}

/// What is told after a match fits the match: everybody hears how it ended, and parts of a score add up to it.
#[test]
fn ends_are_told() {
    let mut ended = 0;
    for (place, json) in lines("") {
        let record = Record::read(&json).unwrap_or_else(|error| panic!("{place}: {error}"));
        let Ok(table) = headless().get(&record.game).and_then(|game| game.resume(&record, Seed::new([0; 32]))) else {
            continue;
        };
        let told = table.told();
        let Some(result) = table.result() else {
            assert!(told.is_empty(), "{place} is not over");
            continue;
        };
        ended += 1;
        assert_eq!(told.len(), usize::from(table.seats()) + 1, "{place}");
        for Told { seat, verdict, facts } in told {
            assert!(verdict.ends_with(['.', '!']) && verdict.len() <= 120, "{place}: {verdict}");
            assert!(facts.iter().all(|fact| !fact.name.is_empty() && !fact.value.is_empty()), "{place}: {facts:?}");
            let Some(seat) = seat else { continue };
            assert!(facts.len() >= 3, "{place}: {facts:?}");
            let points: Vec<i32> = facts.iter().filter_map(|fact| fact.points).collect();
            if !points.is_empty() {
                assert_eq!(points.iter().sum::<i32>(), result.scores[seat.index()] as i32, "{place}");
            }
        }
    }
    assert!(ended >= 20, "only {ended} matches were over");
}

/// Whoever saved a match with its seed can verify its dice for ever.
#[test]
fn seeded_records_verify() {
    let lines = lines("seeded");
    assert!(lines.len() >= 8, "only {} records were found", lines.len());
    for (place, json) in lines {
        let record = Record::read(&json).unwrap_or_else(|error| panic!("{place}: {error}"));
        let draws = headless().get(&record.game).and_then(|game| game.verify(&record)).map(|verified| verified.draws);
        assert!(draws.is_ok_and(|draws| draws > 0), "{place} does not verify");
    }
}

#[test]
fn bad_records_are_refused() {
    let lines = lines("bad");
    assert!(lines.len() >= 16, "only {} records were found", lines.len());
    for (place, json) in lines {
        assert!(judge(&json).is_err(), "{place} was accepted");
    }
}

/// Variations are judged like the match that they leave, and what was written is what is written again.
#[test]
fn records_with_variations_replay() {
    let lines = lines("varied");
    assert!(lines.len() >= 2, "only {} records were found", lines.len());
    for (place, json) in lines {
        judge(&json).unwrap_or_else(|error| panic!("{place}: {error}"));
        let record = Record::read(&json).expect("it was just judged");
        assert!(record.size_of_variations().0 >= 2, "{place}");
        assert_eq!(record.write(), json, "{place}");
    }
}

/// A record that is refused, and what is said of it.
#[derive(Deserialize)]
struct Refused {
    says: String,
    record: Box<RawValue>,
}

#[test]
fn of_a_variation_that_is_wrong_it_is_said_where() {
    let lines = lines("astray");
    assert!(lines.len() >= 9, "only {} records were found", lines.len());
    for (place, json) in lines {
        let Refused { says, record } = serde_json::from_str(&json).expect("it is JSON");
        let error = judge(record.get()).expect_err(&place).to_string();
        assert!(error.contains(&says), "{place}: {error}");
    }
}

/// A record with the number of sequences of 1, 2, 3, … steps that may follow it.
#[derive(Deserialize)]
struct Counted {
    perft: Vec<u64>,
    record: Box<RawValue>,
}

struct Perft<'a> {
    record: &'a Record,
    depth: u32,
}

impl Visitor for Perft<'_> {
    type Out = u64;

    fn visit<G: Complete>(self, _: &'static Listing<G>) -> u64 {
        perft(self.record.replay::<G>().expect("it is a record").position(), self.depth)
    }
}

#[test]
fn as_many_lines_follow_as_were_counted() {
    let lines = lines("perft");
    assert!(lines.len() >= 40, "only {} counts were found", lines.len());
    for (place, json) in lines {
        let counted: Counted = serde_json::from_str(&json).expect("it is JSON");
        let record = Record::read(counted.record.get()).unwrap_or_else(|error| panic!("{place}: {error}"));
        for (depth, count) in (1..).zip(counted.perft) {
            assert_eq!(visit(&record.game, Perft { record: &record, depth }), Ok(count), "{place}, depth {depth}");
        }
    }
}

/// Lost steps do not pass: a finished race is refused when any one of its steps is missing.
#[test]
fn a_record_with_a_missing_step_is_refused() {
    let won = |json: &str| json.contains("\"polar-dare\"") && json.contains("\"winners\":[1]");
    let (_, json) = lines("").into_iter().find(|(_, json)| won(json)).expect("somebody won");
    let record = Record::read(&json).expect("it is a record");
    for index in 0..record.steps.len() {
        let mut torn = record.clone();
        torn.steps.remove(index);
        assert!(judge(&torn.write()).is_err(), "nobody missed `{}` at {index}", record.steps[index]);
    }
}
