//! The lessons are true: what is wanted can be done, and everything else is answered.

mod guide;
mod judge;

use std::collections::BTreeSet;

use judge::{judge, judge_puzzle};
use polynya_catalog::headless;

/// How many lessons each game has at least: none is lost.
const LESSONS: [(&str, usize); 5] =
    [("polar-dare", 3), ("piecepack-dare", 7), ("rescue-polar-bears", 7), ("ice-breakers", 5), ("polar-roller", 6)];

/// How many puzzles each game has at least.
const PUZZLES: usize = 12;

#[test]
fn every_lesson_is_played_by_what_is_wanted_and_by_all_else() {
    for game in headless().iter() {
        let id = game.info().id;
        let lessons = game.lessons();
        let (_, least) = LESSONS.into_iter().find(|(game, _)| *game == id).expect("every game has its number here");
        assert!(lessons.len() >= least, "{id}: {} lessons, and not {least}", lessons.len());
        let ids: BTreeSet<&str> = lessons.iter().map(|lesson| lesson.id).collect();
        assert_eq!(ids.len(), lessons.len(), "{id}: two lessons have the same id");
        let first = lessons.first().unwrap_or_else(|| panic!("{id} has no lesson"));
        assert_eq!(first.id, "first", "{id}");
        assert!((8..=12).contains(&first.steps.len()), "{id}: the first lesson has {} steps", first.steps.len());
        for lesson in lessons {
            let tries = judge(game, lesson).unwrap_or_else(|what| panic!("{id}, {}: {what}", lesson.id));
            println!("{id} {}: {} steps, {} s, {tries} tries", lesson.id, lesson.steps.len(), lesson.seconds());
        }
    }
}

#[test]
fn everything_on_the_table_is_taught_in_a_lesson() {
    for game in headless().iter() {
        let untaught: Vec<_> =
            game.things().into_iter().filter(|thing| game.teaching(thing.clause).is_none()).collect();
        assert!(untaught.is_empty(), "{}: no step of a lesson is about {untaught:?}", game.info().id);
    }
}

/// Every best plan of a puzzle can be played and solves it; everything else is answered, and not done.
#[test]
fn every_puzzle_is_solved_by_its_plans_and_by_nothing_else() {
    for game in headless().iter() {
        let (id, puzzles) = (game.info().id, game.puzzles());
        assert!(puzzles.len() >= PUZZLES, "{id} has {} puzzles", puzzles.len());
        let ids: BTreeSet<&str> = puzzles.iter().chain(game.lessons()).map(|lesson| lesson.id).collect();
        assert_eq!(ids.len(), puzzles.len() + game.lessons().len(), "{id}: two have the same id");
        for puzzle in puzzles {
            judge_puzzle(game, puzzle).unwrap_or_else(|what| panic!("{id}, {}: {what}", puzzle.id));
        }
    }
}
