//! Levels mean the same everywhere on the floes: easy, normal and hard are at least 100 Elo apart in both games, with
//! two to four seats, in every single variant and in twelve sampled sets.
//!
//! `POLYNYA_MATCHES` says how many matches each pairing plays at every table; the nightly run asks for many. Without it
//! a few tables are tried with a few matches, which always fall the same way. `POLYNYA_ONLY` holds words that must all
//! be in the name of a table.

use polynya_engine::{Luck, Seed};
use polynya_lab::arena::{self, Order};
use polynya_lab::series::{Keep, series};

/// The levels, each with the next one.
const LEVELS: [[&str; 2]; 2] = [["normal", "easy"], ["hard", "normal"]];
/// How far apart they are, in Elo.
const APART: f64 = 100.0;
/// The variants of the port. Deep Freeze contains Pack Ice.
const VARIANTS: [&str; 6] =
    ["polar_bear_alert", "homesick_penguins", "global_warming", "mega_ice_age", "pack_ice", "deep_freeze"];
/// How many sets with several variants are sampled.
const SAMPLED: usize = 12;
/// A match with more steps is left.
const MOST_STEPS: usize = 24_000;

/// Tables that are tried every time, and the matches of each pairing.
const QUICK: [(&str, &str, u8); 4] = [
    ("polar-dare", "{}", 2),
    ("polar-dare", "{}", 3),
    ("piecepack-dare", r#"{"global_warming":true}"#, 2),
    ("piecepack-dare", r#"{"pack_ice":true}"#, 3),
];
const QUICK_MATCHES: u64 = 6;

/// Returns a set of variants as options.
fn options(set: &[&str]) -> String {
    let switches: Vec<String> = set.iter().map(|name| format!(r#""{name}":true"#)).collect();
    format!("{{{}}}", switches.join(","))
}

/// Returns twelve different sets of at least two variants, always the same ones.
fn sampled() -> Vec<String> {
    let mut luck = Seed::of("twelve sets").draw(0);
    let mut sets: Vec<String> = Vec::new();
    while sets.len() < SAMPLED {
        let set: Vec<&str> = VARIANTS.into_iter().filter(|_| luck.below(2) == 0).collect();
        let (set, both) =
            (options(&set), set.len() > 1 && !(set.contains(&"pack_ice") && set.contains(&"deep_freeze")));
        if both && !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets
}

/// Returns every table: game, options and seats.
fn tables() -> Vec<(&'static str, String, u8)> {
    let single = VARIANTS.iter().map(|name| options(&[name]));
    let port = std::iter::once("{}".to_owned()).chain(single).chain(sampled());
    let games = std::iter::once(("polar-dare", "{}".to_owned())).chain(port.map(|set| ("piecepack-dare", set)));
    games.flat_map(|(game, set)| (2..=4).map(move |seats| (game, set.clone(), seats))).collect()
}

/// Plays at one table, and returns what is to be said if two levels are not far enough apart.
fn compare(game: &str, options: &str, seats: u8, levels: [&str; 2], matches: u64, apart: f64) -> Option<String> {
    let table = format!("{game} {options} {seats} seats, {} - {}", levels[0], levels[1]);
    if std::env::var("POLYNYA_ONLY").is_ok_and(|words| !words.split(' ').all(|word| table.contains(word))) {
        return None;
    }
    let seated = arena::pairings(2, usize::from(seats)).into_iter().map(|bots| {
        let names: Vec<&str> = bots.iter().map(|&bot| levels[bot]).collect();
        let series = series(game, options, seats, &names, Seed::of("levels")).expect("the table can be opened");
        Order { bots, series }
    });
    let orders: Vec<Order> = seated.collect();
    let deals = matches.div_ceil(orders.len() as u64);
    let pool = rayon::ThreadPoolBuilder::new().build().expect("threads start");
    let played = arena::play(&orders, deals, MOST_STEPS, Keep::default(), &pool, &|| {});
    let difference = arena::ratings(2, &played).difference(0, 1);
    let ([low, high], rate) = (difference.interval, arena::pair_rates(&played).remove(0).1);
    let report = format!(
        "{table}: {:.1} of {} won, {:+.0} Elo ({low:+.0} to {high:+.0}), {} unfinished",
        rate.total(),
        rate.0,
        difference.value,
        arena::unfinished(&played),
    );
    println!("{report}");
    (difference.value < apart).then_some(report)
}

#[test]
fn levels_are_apart_everywhere() {
    let matches: Option<u64> = std::env::var("POLYNYA_MATCHES").ok().and_then(|matches| matches.parse().ok());
    let quick = QUICK.map(|(game, options, seats)| (game, options.to_owned(), seats));
    let tables = if matches.is_some() { tables() } else { quick.to_vec() };
    let (matches, apart) = matches.map_or((QUICK_MATCHES, 0.0), |matches| (matches, APART));
    let mut near = Vec::new();
    for (game, options, seats) in &tables {
        for levels in LEVELS {
            near.extend(compare(game, options, *seats, levels, matches, apart));
        }
    }
    assert!(near.is_empty(), "levels are not apart:\n{}", near.join("\n"));
}
