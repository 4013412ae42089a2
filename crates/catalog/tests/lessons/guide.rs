//! What a guide says: short, of things that exist, and of everything that anybody is asked.

use std::collections::BTreeSet;

use polynya_catalog::{AnyGame, headless};
use polynya_engine::Seed;

/// The longest text of a tip, in words.
const LONGEST: usize = 25;

/// The clauses of all prompts, and the words of all events, that somebody meets in matches of the quick bot.
fn met(game: &dyn AnyGame) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut asked, mut happened) = (BTreeSet::new(), BTreeSet::new());
    let options = game.info().presets.iter().map(|preset| preset.options);
    for (index, options) in std::iter::once("{}").chain(options).enumerate() {
        let seed = Seed::of("guide").nth(index as u64);
        let mut table = game.open(options, game.info().usual_seats, seed).expect("presets are options");
        let mut player = game.player("random", seed).expect("every game has it");
        for _ in 0..400 {
            let Some(seat) = table.awaited().first() else { break };
            asked.insert(table.prompt(Some(seat)).clause.to_owned());
            let words = player.choose(&table.to_bytes(), seat).expect("a position");
            for entry in table.submit(seat, &words).expect("bots do what is legal") {
                let events: serde_json::Value = serde_json::from_str(entry.events.json()).expect("JSON");
                let words = events.as_array().expect("a list").iter().map(|event| event["event"].as_str());
                happened.extend(words.flatten().map(str::to_owned));
            }
        }
    }
    (asked, happened)
}

#[test]
fn a_guide_explains_everything_that_is_asked() {
    for game in headless().iter() {
        let (id, guide) = (game.info().id, game.info().guide);
        let situations: BTreeSet<&str> = guide.iter().map(|(situation, _)| *situation).collect();
        assert_eq!(situations.len(), guide.len(), "{id}: something is explained twice");
        let book = game.book();
        for (situation, text) in guide {
            let words = text.split_whitespace().count();
            assert!(words <= LONGEST, "{id}, {situation}: {words} words");
            let is_event = game.info().moments.iter().any(|(event, _)| event == situation);
            assert!(is_event || book.clause(situation).is_some(), "{id}: `{situation}` is no event and no clause");
        }
        let (asked, happened) = met(game);
        let silent: Vec<&String> = asked.iter().filter(|&clause| !situations.contains(clause.as_str())).collect();
        assert!(silent.is_empty(), "{id}: the guide says nothing when {silent:?} is asked");
        let told = happened.iter().filter(|&event| situations.contains(event.as_str())).count();
        println!("{id}: {} prompts, {told} of {} events", asked.len(), happened.len());
        assert!(told > 0, "{id}: nothing of {happened:?} is explained");
    }
}
