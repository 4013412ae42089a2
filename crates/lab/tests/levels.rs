//! Levels mean the same everywhere: easy, normal and hard are apart in every game, with two to four seats, in every
//! single variant and in sampled sets. By 100 Elo on the floes, by ten points of won matches where all play together, and
//! by five points of score in Polar Roller.
//!
//! And whoever follows hints plays like the hard level.
//!
//! `POLYNYA_MATCHES` says how many matches each level or pairing plays at every table; the nightly run asks for many.
//! Without it a few tables are tried with a few matches, which always fall the same way, and the hard level of the slow
//! games is left to the night. `POLYNYA_ONLY` holds words that must all be in the name of a table.

use std::collections::VecDeque;
use std::time::Duration;

use polynya_catalog::{AnyPlayer, Kind, headless};
use polynya_engine::{Luck, Score, Seed};
use polynya_lab::arena::{self, Match, Order};
use polynya_lab::parallel;
use polynya_lab::series::{Keep, series};
use polynya_lab::statistics::Mean;

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

/// Is this table asked for?
fn is_wanted(table: &str) -> bool {
    std::env::var("POLYNYA_ONLY").map_or(true, |words| words.split(' ').all(|word| table.contains(word)))
}

/// Returns how many matches are to be played, if somebody says so.
fn many() -> Option<u64> {
    std::env::var("POLYNYA_MATCHES").ok().and_then(|matches| matches.parse().ok())
}

/// Plays in the seat orders of these bots.
fn play(game: &str, options: &str, bots: &[&str], orders: Vec<Vec<usize>>, deals: u64) -> Vec<Match> {
    let seated = orders.into_iter().map(|order| {
        let names: Vec<&str> = order.iter().map(|&bot| bots[bot]).collect();
        let seats = order.len() as u8;
        let series = series(game, options, seats, &names, Seed::of("levels")).expect("the table can be opened");
        Order { bots: order, series }
    });
    let orders: Vec<Order> = seated.collect();
    let pool = parallel::pool(0).expect("threads are given");
    arena::play(&orders, deals, MOST_STEPS, Keep::default(), &pool, &|| {})
}

/// Plays at one table, and returns what is to be said if two levels are not far enough apart.
fn compare(game: &str, options: &str, seats: u8, levels: [&str; 2], matches: u64, apart: f64) -> Option<String> {
    let table = format!("{game} {options} {seats} seats, {} - {}", levels[0], levels[1]);
    if !is_wanted(&table) {
        return None;
    }
    let orders = arena::pairings(2, usize::from(seats));
    let deals = matches.div_ceil(orders.len() as u64);
    let played = play(game, options, &levels, orders, deals);
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
fn levels_on_the_floes_are_apart_everywhere() {
    let quick = QUICK.map(|(game, options, seats)| (game, options.to_owned(), seats));
    let tables = if many().is_some() { tables() } else { quick.to_vec() };
    let (matches, apart) = many().map_or((QUICK_MATCHES, 0.0), |matches| (matches, APART));
    let mut near = Vec::new();
    for (game, options, seats) in &tables {
        for levels in LEVELS {
            near.extend(compare(game, options, *seats, levels, matches, apart));
        }
    }
    assert!(near.is_empty(), "levels are not apart:\n{}", near.join("\n"));
}

/// How far apart levels are where all play together, as a share of the matches.
const TEAMS_APART: f64 = 0.1;
/// Where a level wins more than this share there is no room for another one above it, and where it wins less than the
/// rest, none below.
const ROOM: f64 = 0.9;
/// The tables of the games that are played together: each variant, each ruling, and some at once.
const TEAMS: [(&str, &[&str]); 2] = [
    (
        "rescue-polar-bears",
        &[
            "{}",
            r#"{"start_temperature":4}"#,
            r#"{"start_temperature":12}"#,
            r#"{"rough_road":true}"#,
            r#"{"rapid_warming":true}"#,
            r#"{"growth_first":true}"#,
            r#"{"collect_by_choice":true}"#,
            r#"{"lone_cub_counts":true}"#,
            r#"{"heat_without_ice":false}"#,
            r#"{"rough_road":true,"start_temperature":4}"#,
            r#"{"growth_first":true,"rapid_warming":true,"start_temperature":4}"#,
        ],
    ),
    (
        "ice-breakers",
        &[
            "{}",
            r#"{"introductory":true}"#,
            r#"{"map":"easy"}"#,
            r#"{"map":"hard"}"#,
            r#"{"reports":"10-6"}"#,
            r#"{"printed_ship_deal":true}"#,
            r#"{"map":"hard","reports":"10-6"}"#,
            r#"{"introductory":true,"map":"hard","reports":"10-6"}"#,
        ],
    ),
];
/// The table of every day where all play together, its matches, and who plays.
const QUICK_TEAM: (&str, &str, u8) = ("ice-breakers", r#"{"map":"hard"}"#, 2);
const QUICK_TEAM_MATCHES: u64 = 6;

/// Lets every level play the same matches, and returns what is to be said of those that are not far enough apart.
fn compare_teams(game: &str, options: &str, seats: u8, levels: &[&str], matches: u64) -> Vec<String> {
    let table = format!("{game} {options} {seats} seats");
    if !is_wanted(&table) {
        return Vec::new();
    }
    let orders = (0..levels.len()).map(|level| vec![level; usize::from(seats)]).collect();
    let played = play(game, options, levels, orders, matches);
    let won = |level: usize, number: usize| {
        let result = played[number * levels.len() + level].played.result.as_ref();
        f64::from(u8::from(result.is_some_and(|result| !result.winners.is_empty())))
    };
    let rate = |level: usize| (0..matches as usize).map(|number| won(level, number)).sum::<f64>() / matches as f64;
    let rates: Vec<f64> = (0..levels.len()).map(rate).collect();
    let mut near = Vec::new();
    for (level, pair) in rates.windows(2).enumerate() {
        let mut difference = Mean::default();
        (0..matches as usize).for_each(|number| difference.add(won(level + 1, number) - won(level, number)));
        let scores = [level, level + 1].map(|level| arena::mean_score(&played, level).value());
        let report = format!(
            "{table}, {} - {}: {:.0} and {:.0} % of {matches} won, {:+.0} ± {:.0} points; scores {:.2} and {:.2}",
            levels[level + 1],
            levels[level],
            100.0 * pair[1],
            100.0 * pair[0],
            100.0 * difference.value(),
            100.0 * difference.margin(),
            scores[1],
            scores[0],
        );
        println!("{report}");
        let has_room = pair[0] <= ROOM && pair[1] >= 1.0 - ROOM;
        let is_near = match many() {
            Some(_) => has_room && difference.value() < TEAMS_APART,
            None => scores[1] <= scores[0],
        };
        near.extend(is_near.then_some(report));
    }
    near
}

#[test]
fn levels_of_teams_are_apart_everywhere() {
    let mut near = Vec::new();
    if let Some(matches) = many() {
        for (game, sets) in TEAMS {
            for (options, seats) in sets.iter().flat_map(|options| (2..=4).map(move |seats| (options, seats))) {
                near.extend(compare_teams(game, options, seats, &["easy", "normal", "hard"], matches));
            }
        }
    } else {
        let (game, options, seats) = QUICK_TEAM;
        near = compare_teams(game, options, seats, &["easy", "normal"], QUICK_TEAM_MATCHES);
    }
    assert!(near.is_empty(), "levels are not apart:\n{}", near.join("\n"));
}

/// How many points of score levels are apart in Polar Roller.
const POINTS_APART: f64 = 5.0;
/// The matches of every day in Polar Roller.
const QUICK_SHEETS: u64 = 4;

#[test]
fn levels_of_polar_roller_are_points_apart() {
    let mut near = Vec::new();
    let (matches, seats) = many().map_or((QUICK_SHEETS, 2..=2), |matches| (matches, 2..=4));
    for (levels, seats) in LEVELS.into_iter().flat_map(|levels| seats.clone().map(move |seats| (levels, seats))) {
        let table = format!("polar-roller {seats} seats, {} - {}", levels[0], levels[1]);
        if !is_wanted(&table) || (many().is_none() && levels[0] == "hard") {
            continue;
        }
        let orders = arena::pairings(2, seats);
        let deals = matches.div_ceil(orders.len() as u64);
        let played = play("polar-roller", "{}", &levels, orders, deals);
        let [better, worse] = [0, 1].map(|level| arena::mean_score(&played, level));
        let apart = better.value() - worse.value();
        let report = format!(
            "{table}: {:.1} ± {:.1} and {:.1} ± {:.1} points in {} matches, {apart:+.1}",
            better.value(),
            better.margin(),
            worse.value(),
            worse.margin(),
            played.len(),
        );
        println!("{report}");
        near.extend((apart < POINTS_APART).then_some(report));
    }
    assert!(near.is_empty(), "levels are not apart:\n{}", near.join("\n"));
}

/// Who sits at a seat.
enum Sitting {
    Bot(Box<dyn AnyPlayer>),
    /// Follows hints: the rest of one, and the seat's words when they are out.
    Follower(VecDeque<String>),
}

/// Plays a match in which some seats follow hints, which think no longer than they must, and the others are hard bots.
fn follow(game: &str, seats: u8, number: u64, follows: impl Fn(u8) -> bool) -> Score {
    let game = headless().get(game).expect("it is listed");
    let seed = Seed::of("hints").nth(number);
    let mut table = game.open("{}", seats, seed).expect("the match starts");
    let mut sitting: Vec<Sitting> = (0..seats)
        .map(|seat| match follows(seat) {
            true => Sitting::Follower(VecDeque::new()),
            false => Sitting::Bot(game.player("hard", seed.mix([b"bot".as_slice(), &[seat]])).expect("a level")),
        })
        .collect();
    loop {
        if let Some(result) = table.result() {
            return result;
        }
        let seat = table.awaited().first().expect("the match goes on");
        let bytes = table.to_bytes();
        let words = match &mut sitting[seat.index()] {
            Sitting::Bot(player) => player.choose(&bytes, seat).expect("a position"),
            Sitting::Follower(plan) => {
                let next = plan.pop_front().filter(|words| table.check(seat, words).is_ok());
                next.unwrap_or_else(|| {
                    *plan = game.hint(&bytes, seat, Duration::ZERO).expect("a position").plan.words.into();
                    plan.pop_front().expect("a hint has a first action")
                })
            }
        };
        table.submit(seat, &words).expect("it is legal");
    }
}

/// How far whoever follows hints may be behind, as a share of the matches and in points of score.
const BEHIND: [f64; 2] = [0.1, 5.0];

#[test]
fn whoever_follows_hints_plays_like_the_hard_level() {
    let mut behind = Vec::new();
    let pool = parallel::pool(0).expect("threads are given");
    for game in headless().iter() {
        let (info, seats) = (game.info(), 2_u8);
        let report = format!("{} {seats} seats, hints - hard", info.id);
        // One match a day, where it is soon over.
        if !is_wanted(&report) || (many().is_none() && info.id != "polar-dare") {
            continue;
        }
        let matches = many().unwrap_or(1);
        let is_race = info.kind == Kind::Race;
        // In a race every match has one of each, in either seat; a team is of one kind, with the same dice.
        let played = parallel::map(&pool, 2 * matches, |number| {
            let hints_first = number % 2 == 0;
            let follows = |seat: u8| if is_race { (seat == 0) == hints_first } else { hints_first };
            (hints_first, follow(info.id, seats, number / 2, follows))
        });
        let [mut won, mut scored] = [[Mean::default(), Mean::default()], [Mean::default(), Mean::default()]];
        for (hints_first, result) in &played {
            for seat in 0..usize::from(seats) {
                let hints = if is_race { (seat == 0) == *hints_first } else { *hints_first };
                let who = usize::from(!hints);
                won[who].add(f64::from(u8::from(result.winners.contains(&(seat as u64 + 1)))));
                scored[who].add(result.scores[seat] as f64);
            }
        }
        let by_score = info.id == "polar-roller";
        let ([hints, hard], most) = if by_score { (scored, BEHIND[1]) } else { (won, BEHIND[0]) };
        let report = format!(
            "{report}: {:.2} ± {:.2} and {:.2} ± {:.2} {} in {} matches",
            hints.value(),
            hints.margin(),
            hard.value(),
            hard.margin(),
            if by_score { "points" } else { "won" },
            played.len(),
        );
        println!("{report}");
        behind.extend((many().is_some() && hints.value() < hard.value() - most).then_some(report));
    }
    assert!(behind.is_empty(), "hints are weaker than the level that gives them:\n{}", behind.join("\n"));
}
