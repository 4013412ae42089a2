//! The lessons are true: what is wanted can be done, and everything else is answered.

mod guide;
mod judge;

use std::collections::BTreeSet;

use judge::judge;
use polynya_catalog::headless;

/// How many lessons each game has at least: none is lost.
#[test]
fn every_lesson_is_played_by_what_is_wanted_and_by_all_else() {
    for game in headless().iter() {
        let id = game.info().id;
        let lessons = game.lessons();
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
