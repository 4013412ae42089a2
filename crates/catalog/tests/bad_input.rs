//! Any text as a move, any JSON as options or record, any seat number: a clear answer, never a panic.
//!
//! `POLYNYA_CASES` says how many cases each property gets; the nightly run asks for more.

use std::collections::BTreeSet;
use std::time::Duration;

use polynya_catalog::{AnyGame, AnyMatch, CatalogError, headless, ids};
use polynya_engine::{Record, Seat, Seed};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};
use serde_json::{Value, json};

/// Cases of each property; there are seven.
const CASES: u32 = 20_000;

fn check<S: Strategy>(strategy: S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let cases = std::env::var("POLYNYA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(CASES);
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    if let Err(error) = TestRunner::new(config).run(&strategy, test) {
        panic!("{error}");
    }
}

fn any_game() -> impl Strategy<Value = usize> {
    0..ids().len()
}

/// A word that a move could have, or nearly.
fn word() -> impl Strategy<Value = String> {
    let games = headless();
    let actions = games.iter().flat_map(AnyGame::actions).map(|action| action.words);
    let words: BTreeSet<String> =
        actions.flat_map(|words| words.split(' ').map(str::to_owned).collect::<Vec<_>>()).collect();
    let chance = "P3 B3 again * d20 d6 d8 dice tile ship position alert support reveal ice card report cut".split(' ');
    let strange = ["", " ", "\t", "\0", "é", "hop a1 a2", "99999999999999999999", "01", "-1", "1.0", "a0", "e10", "A1"];
    let known: Vec<String> = words.into_iter().chain(chance.chain(strange).map(str::to_owned)).collect();
    prop_oneof![8 => prop::sample::select(known), 1 => any::<String>(), 1 => "[a-d][0-9]{1,3}"]
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![9 => prop::collection::vec(word(), 0..6).prop_map(|words| words.join(" ")), 1 => any::<String>()]
}

/// A match of bots, cut somewhere.
fn table(game: &'static dyn AnyGame, seed: u64, steps: usize) -> Box<dyn AnyMatch> {
    let seed = Seed::of(&seed.to_string());
    let mut table = game.open("{}", *game.info().seats.start(), seed).expect("the match starts");
    let mut player = game.player("random", seed).expect("every game has it");
    while table.len() < steps {
        let Some(seat) = table.awaited().first() else { break };
        let words = player.choose(&table.to_bytes(), seat).expect("a position");
        table.submit(seat, &words).expect("bots do what is legal");
    }
    table
}

fn said_clearly<T>(answer: Result<T, CatalogError>) -> Result<(), TestCaseError> {
    if let Err(error) = answer {
        let said = error.to_string();
        prop_assert!(said.len() > 10, "says too little: {said}");
        prop_assert!(said.len() < 1000, "says too much: {said}");
        prop_assert!(!said.contains(char::is_control), "says something that is not a line: {said:?}");
    }
    Ok(())
}

fn nth_game(number: usize) -> &'static dyn AnyGame {
    headless().iter().nth(number % ids().len()).expect("there is such a game")
}

#[test]
fn any_words_as_a_move() {
    let tables: Vec<_> = (0..40).map(|number| table(nth_game(number), number as u64, 37 * number)).collect();
    let taken: Vec<std::cell::RefCell<Box<dyn AnyMatch>>> =
        tables.iter().map(|table| table.fork(usize::MAX, Seed::of("x")).into()).collect();
    check((0..tables.len(), 0..20_usize, words()), |(which, seat, words)| {
        let Some(seat) = Seat::new(seat) else { return Ok(()) };
        let line = &tables[which];
        let allowed = line.check(seat, &words).is_ok();
        prop_assert_eq!(allowed, line.legal(seat).contains(&words), "{:?} by {:?}", words, seat);
        let mut table = taken[which].borrow_mut();
        let before = table.len();
        match table.submit(seat, &words) {
            Ok(entries) => {
                prop_assert!(
                    table.len() > before && entries.iter().flat_map(|entry| &entry.told).all(|told| !told.is_empty())
                );
                table.undo();
            }
            Err(error) => said_clearly::<()>(Err(error))?,
        }
        prop_assert_eq!(table.len(), before, "something was lost or added");
        Ok(())
    });
}

#[test]
fn any_json_as_options() {
    let value = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| number.to_string()),
        any::<String>().prop_map(|text| serde_json::to_string(&text).expect("text is JSON")),
        Just(r#"["P2","P2","P2","P2","P2","P2"]"#.to_owned()),
        Just(r#"["B3","B3","B3","B3","B3","B3"]"#.to_owned()),
        Just(r#"["P2"]"#.to_owned()),
        Just("1e400".to_owned()),
        Just("[[[[".to_owned()),
    ];
    let long = "long ".repeat(10_000);
    let keys = ["turn_limit", "die", "pack_ice", "mega_ice_age", "ships", "map", "", "a\nb\u{1b}[31m", &long]
        .map(str::to_owned);
    let pair = (prop::sample::select(keys.to_vec()), value);
    let object = prop::collection::vec(pair, 0..4).prop_map(|pairs| {
        let pairs: Vec<String> = pairs
            .iter()
            .map(|(key, value)| format!("{}:{value}", serde_json::to_string(key).expect("a key")))
            .collect();
        format!("{{{}}}", pairs.join(","))
    });
    let any_text =
        prop_oneof![6 => object, 1 => any::<String>(), 1 => Just("[]".to_owned()), 1 => Just("null".to_owned())];
    check((any_game(), any_text, any::<u8>()), |(which, options, seats)| {
        let game = nth_game(which);
        let opened = game.open(&options, seats, Seed::of("x"));
        if let Ok(table) = &opened {
            prop_assert!(game.info().seats.contains(&seats));
            let all = game.options(&options).expect("they were read before");
            prop_assert_eq!(game.options(&all), Ok(all.clone()), "options do not survive");
            prop_assert!(!table.acting().is_empty());
        }
        said_clearly(opened)
    });
}

/// One part of a value becomes something else: another kind, another number, one more or one fewer of a list, or a
/// key that nobody knows.
fn spoil(value: &mut Value, luck: &mut impl Iterator<Item = u8>) {
    let mut below = |n: usize| usize::from(luck.next().unwrap_or(0)) % n.max(1);
    let strange = [json!(null), json!(true), json!(-1), json!(3), json!(1.5), json!("P3"), json!([]), json!({"a": 1})];
    match value {
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(below(map.len())).expect("there are so many").clone();
            match below(8) {
                0 => drop(map.remove(&key)),
                1 => drop(map.insert(format!("{key}_"), json!(false))),
                _ => spoil(map.get_mut(&key).expect("it was found"), luck),
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let at = below(list.len());
            match below(4) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                2 => list.reverse(),
                _ => spoil(&mut list[at], luck),
            }
        }
        Value::Bool(on) if below(2) == 0 => *on = !*on,
        Value::Number(_) if below(2) == 0 => *value = json!(below(32)),
        other => *other = strange[below(strange.len())].clone(),
    }
}

/// Options that are nearly right: if a game takes them, it is played by them and its record holds.
#[test]
fn any_change_of_a_games_own_options() {
    let changes = prop::collection::vec(any::<u8>(), 4..40);
    check((any_game(), changes, any::<u64>()), |(which, changes, seed)| {
        let game = nth_game(which);
        let mut options: Value = serde_json::from_str(&game.options("{}").expect("the defaults hold")).expect("JSON");
        for part in changes.chunks(8) {
            spoil(&mut options, &mut part.iter().copied());
        }
        let opened = game.open(&options.to_string(), *game.info().seats.start(), Seed::of(&seed.to_string()));
        if let Ok(mut table) = opened {
            let mut player = game.player("random", Seed::of("x")).expect("every game has it");
            for _ in 0..12 {
                let Some(seat) = table.awaited().first() else { break };
                let words = player.choose(&table.to_bytes(), seat).expect("a position");
                table.submit(seat, &words).expect("bots do what is legal");
            }
            prop_assert!(judge(&table.record(None).write()).is_ok(), "{options}");
            return Ok(());
        }
        said_clearly(opened)
    });
}

fn judge(json: &str) -> Result<Record, CatalogError> {
    let record = Record::read(json)?;
    headless().get(&record.game)?.judge(&record)?;
    Ok(record)
}

fn records() -> Vec<String> {
    (0..24)
        .map(|number| table(nth_game(number), number as u64, 20 * number))
        .map(|table| table.record(Some(table.seed())).write())
        .collect()
}

#[test]
fn any_change_of_a_records_bytes() {
    let records = records();
    let change = (any::<prop::sample::Index>(), 0..5_u8, any::<u8>(), 1..9_usize);
    check((0..records.len(), prop::collection::vec(change, 1..4)), |(which, changes)| {
        let mut bytes = records[which].clone().into_bytes();
        for (at, kind, byte, count) in changes {
            let at = at.index(bytes.len().max(1));
            match kind {
                0 => bytes.truncate(at),
                1 => bytes.insert(at.min(bytes.len()), byte),
                2 => drop(bytes.drain(at.min(bytes.len())..(at + count).min(bytes.len()))),
                3 => bytes.extend_from_within(at.min(bytes.len())..(at + count).min(bytes.len())),
                _ if at < bytes.len() => bytes[at] = byte,
                _ => {}
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let judged = judge(&text);
        if let Ok(record) = &judged {
            prop_assert!(judge(&record.write()).is_ok(), "a record that holds does not hold when written again");
        }
        said_clearly(judged)
    });
}

#[test]
fn any_step_in_any_place_of_a_record() {
    let records: Vec<Record> = records().iter().map(|json| Record::read(json).expect("it was written")).collect();
    check(
        (0..records.len(), any::<prop::sample::Index>(), 0..3_u8, word(), words()),
        |(which, at, kind, who, words)| {
            let mut record = records[which].clone();
            let step = format!("{who} {words}");
            let at = at.index(record.steps.len() + 1);
            match kind {
                0 => record.steps.insert(at, step),
                1 if at < record.steps.len() => record.steps[at] = step,
                _ if at < record.steps.len() => drop(record.steps.remove(at)),
                _ => record.steps.push(step),
            }
            said_clearly(judge(&record.write()))
        },
    );
}

#[test]
fn any_json_as_a_record() {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        prop::sample::select(vec!["polar-dare", "piecepack-dare", "1 roll", "* P3", "x", ""]).prop_map(Into::into),
    ];
    let tree = leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::from),
            prop::collection::btree_map("[a-z]{1,5}", inner, 0..4)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    });
    let field = (
        prop::sample::select("polynya game rules options seats seed steps result more".split(' ').collect::<Vec<_>>()),
        tree,
    );
    check(prop::collection::vec(field, 0..3), |fields| {
        let mut record = serde_json::json!({"polynya": 1, "game": "polar-dare", "rules": 1, "options": {}, "seats": 2,
                                            "seed": null, "steps": ["1 roll", "* P3"], "result": null});
        for (key, value) in fields {
            record[key] = value;
        }
        said_clearly(judge(&record.to_string()))
    });
}

#[test]
fn any_bot_any_game_any_bytes_as_a_position() {
    check((any_game(), words(), any::<Vec<u8>>()), |(which, name, bytes)| {
        let game = nth_game(which);
        said_clearly(game.player(&name, Seed::of("x")).map(|_| ()))?;
        said_clearly(headless().get(&name).map(|_| ()))?;
        let seat = Seat::default();
        said_clearly(
            game.player("random", Seed::of("x")).and_then(|mut bot| Ok(bot.choose(&bytes, seat)?)).map(|_| ()),
        )?;
        said_clearly(game.hint(&bytes, seat, Duration::ZERO).map(|_| ()))
    });
}

/// What is wrong with the value of an option is said, and where.
#[test]
fn wrong_values_of_options_are_named() {
    let ice = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut numbers: Vec<Value> =
            [4; 6].into_iter().chain((0..60).map(|index| index % 3 + 1)).map(Value::from).collect();
        change(&mut numbers);
        json!({ "kept_ice": numbers }).to_string()
    };
    let reports = |change: &dyn Fn(&mut Vec<Value>)| {
        let order = "1 1 1 2 2 2 3 3 3 4 4 4 mild 1+2 2+3 3+4 1+4 mild 2+3+4 1+2+3+4";
        let mut order: Vec<Value> = order.split(' ').map(Value::from).collect();
        change(&mut order);
        json!({ "report_order": order }).to_string()
    };
    let supports =
        r#"{"kept":{"b2":"support","b3":"support","b4":"support","b5":"support","c2":"support","c3":"support"}}"#;
    let floats = r#"{"rough_road":true,"kept":{"b2":"float","b3":"float","b4":"float","b5":"float","c2":"float"}}"#;
    let rescue: Vec<(String, &str)> = [
        (r#"{"start_temperature":21}"#, "from 0 to 20"),
        (r#"{"start_temperature":-1}"#, "-1"),
        (r#"{"start_temperature":8.0}"#, "8.0"),
        (r#"{"start_temperature":"8"}"#, "string"),
        (r#"{"start_temperature":null}"#, "null"),
        (r#"{"collect_by_choice":1}"#, "1"),
        (r#"{"heat_without_ice":null}"#, "null"),
        (r#"{"pole_is_final":true}"#, "pole_is_final"),
        (r#"{"kept":null}"#, "`kept` as an object"),
        (r#"{"kept":[]}"#, "`kept` as an object"),
        (r#"{"kept":{"b2":5}}"#, "the tile kept on b2 as text"),
        (r#"{"kept":{"b2":null}}"#, "the tile kept on b2 as text"),
        (r#"{"kept":{"b2":"05"}}"#, "b2: unknown tile `05`"),
        (r#"{"kept":{"b2":"21"}}"#, "b2: unknown tile `21`"),
        (r#"{"kept":{"b2":"0"}}"#, "b2: unknown tile `0`"),
        (r#"{"kept":{"b2":" 5"}}"#, "b2: unknown tile ` 5`"),
        (r#"{"kept":{"b2":""}}"#, "b2: unknown tile ``"),
        (r#"{"kept":{"b2":"ocean"}}"#, "b2: water is not kept"),
        (r#"{"kept":{"a1":"5"}}"#, "no tile lies on a1"),
        (r#"{"kept":{"e1":"5"}}"#, "no tile lies on e1"),
        (r#"{"kept":{"k1":"5"}}"#, "k1"),
        (r#"{"kept":{"B2":"5"}}"#, "B2"),
        (r#"{"kept":{"b2":"5","b3":"5"}}"#, "ice 5 lies on b2 and on b3"),
        (r#"{"kept":{"b2":"5","b2":"6"}}"#, "b2 is named twice"),
        (supports, "no more than 5 Support Tiles"),
        (floats, "no more than 4 ice floats"),
        (r#"{"kept":{"b2":"float"}}"#, "only in Rough Road Ahead"),
    ]
    .map(|(options, said)| (options.to_owned(), said))
    .to_vec();
    let ice_breakers: Vec<(String, &str)> = vec![
        (ice(&|numbers| drop(numbers.pop())), "65 pieces for 66 spaces"),
        (ice(&|numbers| numbers.push(json!(1))), "more than 66 numbers"),
        (ice(&|numbers| numbers[65] = json!(1)), "21 pieces with the number 1, where there are 20"),
        (ice(&|numbers| numbers[3] = json!(5)), "number 4 of it"),
        (ice(&|numbers| numbers[3] = json!(0)), "number 4 of it"),
        (ice(&|numbers| numbers[3] = json!(4.0)), "number 4 of it"),
        (ice(&|numbers| numbers[3] = json!("4")), "number 4 of it"),
        (ice(&|numbers| numbers[3] = Value::Null), "number 4 of it"),
        (r#"{"kept_ice":{}}"#.to_owned(), "`kept_ice` as a list"),
        (r#"{"kept_ice":66}"#.to_owned(), "`kept_ice` as a list"),
        (r#"{"kept_ice":[]}"#.to_owned(), "0 pieces for 66 spaces"),
        (reports(&|order| drop(order.pop())), "19 reports, where there are 20"),
        (reports(&|order| order.push(json!("mild"))), "more than 20 reports"),
        (reports(&|order| order.swap(18, 19)), "report 19 is `1+2+3+4`, but the one with three numbers lies there"),
        (reports(&|order| order.swap(0, 19)), "report 20 is `1`, but `1+2+3+4` lies there"),
        (reports(&|order| order[0] = json!("2")), "the reports of the chosen deck"),
        (reports(&|order| order[0] = json!("2+1")), "number 1 of it"),
        (reports(&|order| order[1] = json!("5")), "number 2 of it"),
        (reports(&|order| order[1] = json!(1)), "number 2 of it"),
        (reports(&|order| order[1] = Value::Null), "number 2 of it"),
        (reports(&|order| order[1] = json!("Mild")), "number 2 of it"),
        (reports(&|_| {}).replacen('{', r#"{"reports":"10-6","#, 1), "the reports of the chosen deck"),
        (r#"{"report_order":"mild"}"#.to_owned(), "`report_order` as a list"),
        (r#"{"printed_ship_deal":"yes"}"#.to_owned(), "yes"),
        (r#"{"kept":{}}"#.to_owned(), "kept"),
    ];
    let polar_dare: Vec<(String, &str)> = [
        (r#"{"die":["P2","P2","P3","P3","P4"]}"#, "5"),
        (r#"{"die":["P2","P2","P3","P3","P4","P4","B3"]}"#, "line 1"),
        (r#"{"die":["B3","B3","B3","B3","B3","B3"]}"#, "at least one of them is a P"),
        (r#"{"die":["B4","P2","P3","P3","P4","P4"]}"#, "P2, P3, P4 and B3"),
        (r#"{"die":["P5","P2","P3","P3","P4","P4"]}"#, "P5"),
        (r#"{"die":["p2","P2","P3","P3","P4","P4"]}"#, "p2"),
        (r#"{"die":[2,"P2","P3","P3","P4","P4"]}"#, "2"),
        (r#"{"die":null}"#, "null"),
        (r#"{"pole_is_final":"no"}"#, "no"),
        (r#"{"pole_is_final":null}"#, "null"),
    ]
    .map(|(options, said)| (options.to_owned(), said))
    .to_vec();
    for (game, table) in [("rescue-polar-bears", rescue), ("ice-breakers", ice_breakers), ("polar-dare", polar_dare)] {
        let game = headless().get(game).expect("it is listed");
        for (options, said) in table {
            let error = game.open(&options, 2, Seed::of("x")).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(said), "{options}: expected `{said}` in `{error}`");
        }
    }
    let fine = [ice(&|_| {}), reports(&|_| {}), reports(&|order| order[..18].reverse())];
    fine.iter()
        .for_each(|options| assert!(headless().get("ice-breakers").unwrap().open(options, 2, Seed::of("x")).is_ok()));
}
