//! Every bot and every hint of every game: legal, within its time, and blind to the seed.

use std::time::{Duration, Instant};

use polynya_catalog::{AnyGame, AnyMatch, QUICK_BOT, Spoken, USUAL_BOT, headless};
use polynya_engine::{Hint, Luck, Reason, Seed, Worth};

/// A match after some random actions in which somebody can act.
fn anywhere(game: &dyn AnyGame, number: u64) -> Box<dyn AnyMatch> {
    let seed = Seed::of("anywhere").nth(number);
    let mut luck = seed.draw(1_000_000);
    let seats = *game.info().seats.start() + luck.below(2) as u8;
    let mut table = game.open("{}", seats, seed).expect("the match starts");
    let mut player = game.player("random", seed).expect("every game has it");
    for _ in 0..luck.below(60) {
        let Some(seat) = table.awaited().first() else { break };
        let words = player.choose(&table.to_bytes(), seat).expect("a position");
        let at = table.len();
        table.submit(seat, &words).expect("bots do what is legal");
        if table.result().is_some() {
            table.rewind(at, &[]).expect("it stood there");
            break;
        }
    }
    table
}

#[test]
fn every_game_has_the_same_levels() {
    for game in headless().iter() {
        let bots: Vec<&str> = game.bots().iter().map(|bot| bot.name).collect();
        for name in ["random", "greedy", "easy", "normal", "hard", USUAL_BOT, QUICK_BOT] {
            assert!(bots.contains(&name), "{} has {bots:?}", game.info().id);
        }
        assert_eq!(bots.last(), Some(&"hard"));
    }
}

#[test]
fn every_level_answers_legally() {
    for game in headless().iter() {
        for number in 0..3 {
            let table = anywhere(game, number);
            let seat = table.awaited().first().expect("somebody acts");
            for level in ["easy", "normal", "hard"] {
                let words = game
                    .player(level, Seed::of("own"))
                    .expect("a level")
                    .choose(&table.to_bytes(), seat)
                    .expect("a position");
                table.check(seat, &words).unwrap_or_else(|error| panic!("{level}: {error}"));
            }
        }
    }
}

#[test]
fn no_bot_sees_the_seed() {
    for game in headless().iter() {
        for number in 10..12 {
            let table = anywhere(game, number);
            let seat = table.awaited().first().expect("somebody acts");
            let record = table.record(None);
            for level in ["greedy", "easy", "normal", "hard"] {
                let answer = |seed: &str| {
                    let table = game.resume(&record, Seed::of(seed)).expect("it was played");
                    assert_eq!(table.seed(), Seed::of(seed));
                    game.player(level, Seed::of("own"))
                        .expect("a level")
                        .choose(&table.to_bytes(), seat)
                        .expect("a position")
                };
                assert_eq!(answer("one"), answer("another"), "{level} at {}", game.info().id);
            }
        }
    }
}

fn believable(hint: &Hint) {
    let [what, why] = hint.lines();
    assert!(what.chars().count() + why.chars().count() <= 160, "{what} {why}");
    for text in [what, why, hint.parts().remove(hint.parts().len() - 1).1] {
        assert!(text.ends_with('.') && !text.contains(['{', '}']), "{text}");
    }
    for value in [Some(&hint.plan), hint.alternative.as_ref()].into_iter().flatten().filter_map(|plan| plan.worth) {
        match value {
            Worth::Chance(chance) => assert!((0.0..=1.0).contains(&chance), "{chance}"),
            Worth::Score(score) => assert!(score.is_finite()),
        }
    }
}

#[test]
fn hints_are_legal_and_come_in_time() {
    for game in headless().iter() {
        for number in 20..24 {
            let table = anywhere(game, number);
            let seat = table.awaited().first().expect("somebody acts");
            let begun = Instant::now();
            let hint = game.hint(&table.to_bytes(), seat, Duration::from_millis(100)).expect("a position");
            assert!(begun.elapsed() < Duration::from_secs(5), "{}: {:?}", game.info().id, begun.elapsed());
            believable(&hint);
            // The whole plan can be played as it stands, and the alternative too.
            for plan in [Some(&hint.plan), hint.alternative.as_ref()].into_iter().flatten() {
                assert!(!plan.words.is_empty() && plan.words.len() == plan.labels.len());
                let mut line = table.boxed_clone();
                for words in &plan.words {
                    let step = Spoken { seat: Some(seat), words: words.clone() };
                    line.push(&step).unwrap_or_else(|error| panic!("{}: {error}", game.info().id));
                }
            }
        }
    }
}

#[test]
fn a_hint_takes_a_win_at_hand_and_says_so() {
    let game = headless().get("polar-dare").expect("it is there");
    let mut table = game.open("{}", 2, Seed::of("x")).expect("two may play").prefix(0);
    let passes = "2 roll;* P2;2 slide d1 n;2 slide d1 s;";
    let mut from = "start".to_owned();
    let mut steps = String::new();
    for row in 1..=4 {
        let hop = format!("1 hop {from} a{row};");
        steps += &format!("1 roll;* P4;{hop}{hop}{hop}1 slide a{row} n;{passes}");
        from = format!("a{row}");
    }
    steps += "1 roll;* P3";
    for step in steps.split(';') {
        table.push(&step.parse().expect("a step")).unwrap_or_else(|error| panic!("{step}: {error}"));
    }
    let seat = table.acting().first().expect("Red acts");
    let hint = game.hint(&table.to_bytes(), seat, Duration::from_millis(100)).expect("a position");
    assert_eq!(hint.plan.words, ["hop a4 north"; 3]);
    assert_eq!(hint.reason, Reason::Wins);
    assert!(matches!(hint.plan.worth, Some(Worth::Chance(chance)) if chance > 0.99));
}

/// The games whose bots think by the clock on every level from normal on.
const TIMED: [&str; 3] = ["rescue-polar-bears", "ice-breakers", "polar-roller"];

#[test]
fn a_name_may_carry_a_budget() {
    for id in TIMED {
        let game = headless().get(id).expect("it is there");
        assert_eq!(game.thinking_time("hard").expect("a bot"), None);
        for (name, milliseconds) in [("normal@20ms", 20), ("hard@40ms", 40)] {
            let time = Duration::from_millis(milliseconds);
            assert_eq!(game.thinking_time(name).expect("a bot"), Some(time));
            let table = anywhere(game, 31);
            let seat = table.awaited().first().expect("somebody acts");
            let begun = Instant::now();
            let mut player = game.player(name, Seed::of("own")).expect("a bot");
            let words = player.choose(&table.to_bytes(), seat).expect("a position");
            table.check(seat, &words).unwrap_or_else(|error| panic!("{id}, {name}: {error}"));
            assert!(begun.elapsed() < Duration::from_secs(5), "{id}, {name}: {:?}", begun.elapsed());
        }
    }
}

#[test]
fn the_hard_bot_on_the_floes_takes_a_budget() {
    for id in ["polar-dare", "piecepack-dare"] {
        let game = headless().get(id).expect("it is there");
        assert_eq!(game.thinking_time("hard@40ms").expect("a bot"), Some(Duration::from_millis(40)));
        assert!(
            game.thinking_time("normal@40ms").expect_err("it plans one turn").to_string().contains("these have: hard")
        );
    }
}

#[test]
fn yardsticks_are_marked() {
    for game in headless().iter() {
        let bots = game.bots();
        let marked: Vec<&str> = bots.iter().filter(|bot| bot.yardstick).map(|bot| bot.name).collect();
        assert_eq!(marked, ["random", "plain"], "{}", game.info().id);
    }
}

#[test]
fn a_bad_budget_is_refused_with_what_is_allowed() {
    let game = headless().get("ice-breakers").expect("it is there");
    let refused = |name: &str| game.thinking_time(name).expect_err(name).to_string();
    for budget in ["", "2", "2m", "s", "9ms", "61s", "1.5s", "-1s", "99999999999999999999s", "2s@2s"] {
        let text = refused(&format!("hard@{budget}"));
        assert!(text.contains("from `10ms` to `60s`"), "{budget}: {text}");
    }
    assert!(refused("random@1s").contains("these have: normal, hard"), "{}", refused("random@1s"));
    assert!(refused("nobody@1s").starts_with("there is no bot `nobody`"));
}
