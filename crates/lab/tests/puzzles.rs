//! The puzzles are true: they replay, their solutions are the best, nothing else is as good, and bots miss what they are
//! said to miss.
//!
//! With `POLYNYA_ASK` every level of bots is asked again: the nightly run does.

use polynya_catalog::headless;
use polynya_engine::lesson::{Difficulty, Lesson};
use polynya_lab::puzzles::{Checked, check};

/// The plans of a puzzle lead to fewer positions.
const POSITIONS: usize = 30_000;

#[test]
fn every_solution_is_the_best_and_nothing_else_is_as_good() {
    let asks = std::env::var_os("POLYNYA_ASK").is_some();
    for game in headless().iter() {
        let id = game.info().id;
        for puzzle in game.puzzles() {
            let name = puzzle.id;
            let known = &puzzle.puzzle.as_ref().expect("it is a puzzle").missed;
            let tries = if asks { known[0].tries } else { 0 };
            let (checked, missed) =
                check(id, puzzle, POSITIONS, tries).unwrap_or_else(|what| panic!("{id} {name}: {what}"));
            assert!(checked != Checked::TooBig, "{id} {name}: more than {POSITIONS} positions");
            assert!(!asks || *known == missed, "{id} {name}: bots miss it otherwise now: {missed:?}");
        }
    }
}

#[test]
fn easy_bots_miss_at_least_half_of_the_hard_ones() {
    let (mut hard, mut missed) = (0, 0);
    for game in headless().iter() {
        let is_hard = |puzzle: &&Lesson| puzzle.puzzle.as_ref().is_some_and(|one| one.difficulty() == Difficulty::Hard);
        for puzzle in game.puzzles().iter().filter(is_hard) {
            hard += 1;
            missed += usize::from(puzzle.puzzle.as_ref().is_some_and(|one| one.missed_by().any(|bot| bot == "easy")));
        }
        let of = |difficulty| {
            let has = |one: &&Lesson| one.puzzle.as_ref().is_some_and(|one| one.difficulty() == difficulty);
            game.puzzles().iter().filter(has).count()
        };
        println!("{}: {:?}", game.info().id, Difficulty::ALL.map(|one| (one.word(), of(one))));
    }
    assert!(hard >= 10, "only {hard} puzzles are hard");
    assert!(2 * missed >= hard, "easy bots miss {missed} of {hard} hard puzzles");
}
