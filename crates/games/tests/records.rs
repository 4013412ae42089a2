//! Records that must replay for ever, and records that must be refused for ever.

use polynya_engine::{Fault, Game, Record};
use polynya_games::floes::{PiecepackGame, PolarDareGame};

/// Judges one line of JSON by the game that it names.
fn judge(json: &str) -> Result<(), Fault> {
    let record = Record::read(json)?;
    match record.game.as_str() {
        PolarDareGame::ID => record.judge::<PolarDareGame>().map(|_| ()),
        PiecepackGame::ID => record.judge::<PiecepackGame>().map(|_| ()),
        other => panic!("no game is called `{other}`"),
    }
}

#[test]
fn good_records_of_the_floes_replay() {
    let records = include_str!("records/floes.jsonl");
    for (index, json) in records.lines().enumerate() {
        judge(json).unwrap_or_else(|fault| panic!("line {}: {fault}", index + 1));
    }
    assert_eq!(records.lines().count(), 53);
}

#[test]
fn bad_records_of_the_floes_are_refused() {
    let records = include_str!("records/floes-bad.jsonl");
    for (index, json) in records.lines().enumerate() {
        assert!(judge(json).is_err(), "line {} was accepted", index + 1);
    }
    assert_eq!(records.lines().count(), 16);
}

/// Undone or lost steps do not pass: a finished record is refused when any one of its steps is missing.
#[test]
fn a_record_with_a_missing_step_is_refused() {
    let json = include_str!("records/floes.jsonl").lines().find(|json| json.contains("\"winners\":[1]"));
    let record = Record::read(json.expect("somebody won")).expect("it is a record");
    for index in 0..record.steps.len() {
        let mut torn = record.clone();
        torn.steps.remove(index);
        assert!(judge(&torn.write()).is_err(), "nobody missed `{}` at {index}", record.steps[index]);
    }
}
