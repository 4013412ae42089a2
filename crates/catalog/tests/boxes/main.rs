//! Boxes as their owners enter them: what is wrong is said with its line, and what is right is played.

mod wrong;

use polynya_catalog::{AnyGame, BoxKind, QUICK_BOT, headless};
use polynya_engine::{Luck, Record, Seed};

/// Every game whose box can be entered.
fn boxed() -> impl Iterator<Item = (&'static dyn AnyGame, &'static BoxKind)> {
    headless().iter().filter_map(|game| Some((game, game.contents()?))).collect::<Vec<_>>().into_iter()
}

/// Returns the file that `polynya box new` writes, with some text replaced; the text must be there.
#[track_caller]
fn changed(kind: &BoxKind, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(kind.template(), |file, (from, to)| {
        assert!(file.contains(from), "`{from}` does not stand in:\n{file}");
        file.replacen(from, to, 1)
    })
}

#[test]
fn the_file_to_fill_in_is_the_reconstructed_box() {
    for (game, kind) in boxed() {
        let id = game.info().id;
        let json = kind.read(id, &kind.template()).expect("it is as it was written");
        let options = game.options(&format!(r#"{{"box":{json}}}"#)).expect("a box is an option");
        assert_eq!(options, game.options("{}").expect("no options are options"), "{id}");
    }
}

/// Boxes that differ from what was reconstructed in everything that can be entered.
fn others() -> [(&'static str, &'static [(&'static str, &'static str)]); 5] {
    [
        (
            "polar-roller",
            &[
                (
                    r#"["tt", "dd", "zz", "td", "td", "dz", "dz", "tz"]"#,
                    r#"["tz", "zt", "dd", "td", "dt", "dz", "zd", "tt"]"#,
                ),
                (r#"melted = ["jt", "jd", "jz"]"#, r#"melted = ["gz", "md"]"#),
                ("[7, 14, 21, 22, 29, 36]", "[1, 13, 21, 30]"),
                ("north-east = [4, 8]", "north-east = [18, 24]"),
                ("south-west = [35, 39]", "south-west = [19, 25]"),
                (r#"a = { z = ["wsw", "s", "ese"] }"#, r#"a = { t = ["ese"], d = ["wsw", "s"] }"#),
                (r#"s = { t = ["ene"], d = ["n", "wnw"] }"#, r#"s = { z = ["ene", "n", "wnw"] }"#),
            ],
        ),
        ("polar-dare", &[(r#"["B3", "P2", "P3", "P3", "P4", "P4"]"#, r#"["P4", "P2", "B3", "P3", "P3", "P3"]"#)]),
        ("piecepack-dare", &[("[2, 2, 2, 2]", "[3, 2, 2, 3]"), ("\"b5\"", "\"c6\"")]),
        (
            "rescue-polar-bears",
            &[
                (r#""c", "mfc", "fc", "mf", "c","#, r#""mfc", "c", "mf", "cf", "c","#),
                (r#"["i1", "a5", "i5", "a1"]"#, r#"["b1", "b6", "h1", "i4"]"#),
                ("cold-snap = 1", "cold-snap = 0"),
                ("overtime = 1", "overtime = 2"),
                ("speed = 3", "speed = 1"),
                ("ability = \"grabs\"", "ability = \"catches\""),
                ("[\"action\", \"action\"]", "[\"card\", \"hold\"]"),
                ("speed = 6", "speed = 7"),
                (
                    "ability = \"catches\" # PROPOSED\nupgrades = [\"helicopter\", \"helicopter\"]",
                    "ability = \"nothing\"\nupgrades = [\"action\", \"data\"]",
                ),
            ],
        ),
        (
            "ice-breakers",
            &[
                ("large = [2, 3, 6, 8]", "large = [1, 5, 6, 12]"),
                (", [571, 543]]", "]"),
                (r#"{ from = "h2", to = "h4", spaces = 3,"#, r#"{ from = "h2", to = "h4", spaces = 4,"#),
                (
                    r#"from = "h7", to = "j6", spaces = 2, bends = [[482, 491], [512, 561]]"#,
                    r#"from = "h7", to = "h11", spaces = 4"#,
                ),
                (r#"{ from = "h9", to = "j6", spaces = 3, bends = [[630, 376], [619, 462]] },"#, ""),
                (
                    r#"{ from = "j6", to = "h11", spaces = 2, bends = [[638, 563], [696, 549]] },"#,
                    r#"{ from = "h9", to = "h11", spaces = 3 },"#,
                ),
                ("5 = 8", "5 = 7"),
                ("10 = 6", "10 = 7"),
                ("one = [3, 3, 3, 3]", "one = [5, 4, 2, 1]"),
                (r#"three = "2+3+4""#, r#"three = "1+3+4""#),
                ("h12 = { at = [563, 62]", "h12 = { at = [570, 70]"),
            ],
        ),
    ]
}

/// The games with the options for a match out of such a box.
fn tables_of_others() -> impl Iterator<Item = (&'static dyn AnyGame, String)> {
    others().into_iter().map(|(id, changes)| {
        let game = headless().get(id).expect("it is listed");
        let kind = game.contents().expect("its box can be entered");
        let json = kind.read(id, &changed(kind, changes)).unwrap_or_else(|mistakes| panic!("{id}: {mistakes:?}"));
        (game, format!(r#"{{"box":{json}}}"#))
    })
}

#[test]
fn every_bot_plays_with_another_box() {
    for (game, options) in tables_of_others() {
        let (id, bots) = (game.info().id, game.bots());
        let mut table = game.open(&options, *game.info().seats.start(), Seed::of(id)).expect("the box is played");
        let mut asked = 0;
        while let Some(seat) = table.awaited().first().filter(|_| asked < 16 * bots.len()) {
            // Each of them is asked now and then, for some take their time.
            let name = if asked % 16 == 15 { bots[asked / 16].name } else { QUICK_BOT };
            let mut bot = game.player(name, Seed::of("bot").nth(asked as u64)).expect("a bot");
            let words = bot.choose(&table.to_bytes(), seat).expect("a position");
            table.submit(seat, &words).unwrap_or_else(|error| panic!("{id}, {name}: {words}: {error}"));
            asked += 1;
        }
        assert!(asked > 48, "{id} was over after {asked} choices");
    }
}

#[test]
fn another_box_is_played_to_the_end_and_travels_with_the_record() {
    for (game, options) in tables_of_others() {
        let id = game.info().id;
        for seats in game.info().seats.clone() {
            let mut table = game.open(&options, seats, Seed::of(id)).expect("the box is played");
            let mut bots: Vec<_> = (0..seats)
                .map(|seat| game.player(QUICK_BOT, Seed::of("bot").nth(seat.into())).expect("a bot"))
                .collect();
            while let Some(seat) = table.awaited().first() {
                let words = bots[seat.index()].choose(&table.to_bytes(), seat).expect("a position");
                table.submit(seat, &words).unwrap_or_else(|error| panic!("{id}: {words}: {error}"));
            }
            assert!(table.result().is_some(), "{id} with {seats} seats does not end");
            let record = table.record(None).write();
            assert!(record.contains(r#""box":{"#), "{record}");
            let (head, hash) = record.split_once(r#""box":""#).expect("the header names the box");
            let other = if hash.starts_with('0') { '1' } else { '0' };
            let error = Record::read(&format!("{head}\"box\":\"{other}{}", &hash[1..])).expect_err("another box");
            assert!(error.to_string().contains("one of them was changed"), "{error}");
            let older = format!("{head}{}", &hash[64 + "\",".len()..]);
            Record::read(&older).expect("a record from before the header named the box");
            game.judge(&Record::read(&record).expect("a record")).unwrap_or_else(|error| panic!("{id}: {error}"));
        }
    }
}

/// Files with a few letters changed, left out or doubled are read or refused, with a line that the file has.
#[test]
fn a_damaged_file_is_refused_with_a_line() {
    let cases: u64 = std::env::var("POLYNYA_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(400);
    for (game, kind) in boxed() {
        let (id, template) = (game.info().id, kind.template());
        // Damage to a comment is none.
        let template: String = template.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect();
        let mut refused = 0;
        for case in 0..cases {
            let mut luck = Seed::of("damaged boxes").draw(case);
            let mut bytes = template.clone().into_bytes();
            for _ in 0..=luck.below(4) {
                if bytes.is_empty() {
                    break;
                }
                let at = luck.below(bytes.len() as u32) as usize;
                match luck.below(4) {
                    0 => bytes[at] = b" \"[]{}=,.#0129azst\n-\\"[luck.below(21) as usize],
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, bytes[at]),
                    _ => {
                        let end = (at + luck.below(40) as usize).min(bytes.len());
                        bytes.drain(at..end);
                    }
                }
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if let Err(mistakes) = kind.read(id, &text) {
                refused += 1;
                assert!(!mistakes.is_empty());
                for mistake in mistakes {
                    let lines = text.lines().count() + 1;
                    assert!((1..=lines).contains(&mistake.line), "line {} of {lines}: {}", mistake.line, mistake.what);
                    assert!(!mistake.what.is_empty());
                }
            }
        }
        assert!(refused > cases / 4, "{id}: only {refused} of {cases} were refused");
    }
}
