//! Every bot ends every match: all games, all numbers of seats, all options.
//!
//! `POLYNYA_MATCHES` says how many matches each table plays; the nightly run asks for many. Without it a sample is
//! played: one match of each bot with the fewest and the most seats, with other options each time. What thinks long has
//! one seat there beside easy ones, and little time. `POLYNYA_ONLY` holds words that must all be in the name of a table,
//! for whoever looks at one of them.
//!
//! The yardsticks need a turn limit where a game has one, and then they must end too: `random` has no aim, and `plain`
//! may not be mended. It only compares itself with its rivals, so a floe that would help everybody is worth nothing to
//! it, and two plain players can leave all of them out of reach for ever in Homesick Penguins on the boards of Mega Ice
//! Age. The other bots care less for rivals with every round.

use std::collections::HashSet;
use std::time::Instant;

use polynya_catalog::{AnyGame, QUICK_BOT, Values, headless};
use polynya_engine::Seed;
use polynya_lab::parallel;
use polynya_lab::series::{Keep, Series, series};
use serde_json::{Map, Value};

/// No match may have more turns.
const MOST_TURNS: u32 = 2_000;
/// No turn has more steps, on average.
const STEPS_A_TURN: usize = 12;
/// So many sets of options are all played; of more, enough to have every pair of values together.
const ALL_SETS: usize = 64;

/// The turn limit of the yardsticks.
const YARDSTICK_TURNS: u32 = 200;

/// Who sits beside a bot that thinks long, and how long that one thinks.
const EASY: &str = "easy";
const LITTLE: &str = "10ms";

/// One value for each option, by its number.
type Set = Vec<usize>;

/// Returns all values of all options that can be listed.
fn values(game: &dyn AnyGame) -> Vec<(&'static str, Vec<Value>)> {
    let listed = game.info().options.iter().filter_map(|option| match option.values {
        Values::Switch(_) => Some((option.name, vec![Value::Bool(false), Value::Bool(true)])),
        Values::OneOf(values) => {
            Some((option.name, values.iter().map(|value| serde_json::from_str(value).expect("JSON")).collect()))
        }
        Values::Such(_) => None,
    });
    listed.collect()
}

/// Returns every pair of values that a set has.
fn pairs(set: &Set) -> Vec<[(usize, usize); 2]> {
    let two = |one: usize| (0..one).map(move |two| [(two, set[two]), (one, set[one])]);
    (0..set.len()).flat_map(two).collect()
}

/// Returns sets that have every pair of values which all have: again and again the one with the most new pairs.
fn pairwise(all: &[Set]) -> Vec<Set> {
    let (mut covered, mut chosen) = (HashSet::new(), Vec::new());
    loop {
        let new = |set: &Set| pairs(set).iter().filter(|pair| !covered.contains(*pair)).count();
        let best = all.iter().max_by_key(|set| new(set)).expect("there is a set");
        if new(best) == 0 {
            return chosen;
        }
        covered.extend(pairs(best));
        chosen.push(best.clone());
    }
}

/// Returns the different sets of options that are played, as JSON.
fn option_sets(game: &dyn AnyGame) -> Vec<String> {
    let values = values(game);
    let mut sets: Vec<Set> = vec![Vec::new()];
    for (_, values) in &values {
        let longer = |set: &Set| (0..values.len()).map(|value| [&set[..], &[value]].concat()).collect::<Vec<Set>>();
        sets = sets.iter().flat_map(longer).collect();
    }
    if sets.len() > ALL_SETS {
        sets = pairwise(&sets);
    }
    let json = |set: Set| {
        let chosen = values.iter().zip(set).map(|((name, values), value)| ((*name).to_owned(), values[value].clone()));
        Value::Object(chosen.collect::<Map<_, _>>()).to_string()
    };
    // What is said to people in the same words is the same match.
    let mut known = HashSet::new();
    let mut sets: Vec<String> = sets.into_iter().map(json).collect();
    sets.retain(|options| game.highlights(options).is_ok_and(|highlights| known.insert(highlights)));
    let unlisted = sets_with_unlisted(game, &sets);
    sets.extend(unlisted);
    sets
}

/// What is changed in the file of a box: another die, another map, another start.
const OWN_BOXES: [(&str, &str, &str); 5] = [
    ("polar-dare", "\"B3\", \"P2\"", "\"P2\", \"P2\""),
    ("piecepack-dare", "[2, 2, 2, 2]", "[3, 2, 2, 3]"),
    ("rescue-polar-bears", "[\"i1\", \"a5\"", "[\"b1\", \"b6\""),
    ("ice-breakers", "large = [2, 3, 6, 8]", "large = [3, 5, 6, 9]"),
    ("polar-roller", "[7, 14, 21, 22, 29, 36]", "[1, 13, 21, 30]"),
];

/// Returns a value of each option that has too many to be listed: the box of an owner, other labels of a die, and what a
/// match keeps of the one before it.
fn unlisted_values(game: &dyn AnyGame) -> Vec<(String, Value)> {
    let id = game.info().id;
    let mut found = Vec::new();
    if let Some(kind) = game.contents() {
        let (_, printed, mine) = OWN_BOXES.iter().find(|(game, ..)| *game == id).expect("a box of this game");
        let file = kind.template();
        assert!(file.contains(printed), "{id}: `{printed}` is not in the box");
        let contents = kind.read(id, &file.replacen(printed, mine, 1)).expect("nothing is wrong with it");
        found.push(("box".to_owned(), serde_json::from_str(&contents).expect("JSON")));
    }
    let unlisted = |name: &str| {
        game.info().options.iter().any(|option| option.name == name && matches!(option.values, Values::Such(_)))
    };
    if unlisted("die") {
        found.push(("die".to_owned(), serde_json::json!(["P2", "P2", "P3", "P4", "B3", "B3"])));
    }
    if game.info().again.is_some() {
        let seats = *game.info().seats.start();
        let mut table = game.open("{}", seats, Seed::of("before")).expect("a match");
        let mut bot = game.player(QUICK_BOT, Seed::of("bot")).expect("a bot");
        while let Some(seat) = table.awaited().first() {
            let words = bot.choose(&table.to_bytes(), seat).expect("a position");
            table.submit(seat, &words).expect("it is legal");
        }
        let kept: Map<String, Value> =
            serde_json::from_str(&table.again().expect("something is kept")).expect("an object");
        found.extend(kept.into_iter().filter(|(name, value)| unlisted(name) && !value.is_null()));
    }
    found
}

/// Returns some of these sets with a value that cannot be listed, each value by itself.
fn sets_with_unlisted(game: &dyn AnyGame, sets: &[String]) -> Vec<String> {
    let values = unlisted_values(game);
    let with = |(at, (name, value)): (usize, &(String, Value))| {
        let mut set: Map<String, Value> = serde_json::from_str(&sets[at * 5 % sets.len()]).expect("an object");
        set.insert(name.clone(), value.clone());
        Value::Object(set).to_string()
    };
    // The first set is the one that everybody plays.
    let twice =
        values.iter().map(|value| (0, value)).chain(values.iter().enumerate().map(|(at, value)| (1 + at, value)));
    twice.map(with).filter(|options| game.options(options).is_ok()).collect()
}

/// A table at which matches are played.
struct Table {
    game: &'static str,
    options: String,
    bots: Vec<String>,
    matches: u64,
}

impl Table {
    fn name(&self) -> String {
        let Table { game, options, bots, .. } = self;
        let all_alike = bots.iter().all(|bot| *bot == bots[0]);
        let who = if all_alike { bots[0].clone() } else { bots.join(" ") };
        format!("{game} {options} {} seats, {who}", bots.len())
    }

    /// Returns its matches; `None` where the options do not fit together, or not with so many seats.
    fn series(&self) -> Option<Box<dyn Series>> {
        let bots: Vec<&str> = self.bots.iter().map(String::as_str).collect();
        series(self.game, &self.options, bots.len() as u8, &bots, Seed::of("endings")).ok()
    }

    /// Plays its matches, and says what is wrong if some of them do not end.
    fn play(&self) -> Option<String> {
        let begun = Instant::now();
        let series = self.series()?;
        let (mut longest, mut unfinished) = (0, 0);
        for number in 0..self.matches {
            let played = series.play(number, MOST_TURNS as usize * STEPS_A_TURN, Keep::default());
            longest = longest.max(played.turns);
            unfinished += u64::from(played.result.is_none() || played.turns > MOST_TURNS);
        }
        let (seconds, matches) = (begun.elapsed().as_secs_f32(), self.matches);
        let report = format!("{}: {unfinished} of {matches} unfinished, {longest} turns at most", self.name());
        println!("{report}, {seconds:.1} s");
        (unfinished > 0).then_some(report)
    }
}

/// Returns the options with a turn limit for a yardstick, where the game has one.
fn limited(game: &dyn AnyGame, options: &str) -> String {
    let mut options: Map<String, Value> = serde_json::from_str(options).expect("an object");
    if game.info().options.iter().any(|option| option.name == "turn_limit") {
        options.insert("turn_limit".to_owned(), YARDSTICK_TURNS.into());
    }
    Value::Object(options).to_string()
}

/// Returns the tables at which every bot plays many matches.
fn all_tables(matches: u64) -> Vec<Table> {
    let mut tables = Vec::new();
    for game in headless().iter() {
        for (bot, options) in
            game.bots().iter().flat_map(|bot| option_sets(game).into_iter().map(move |set| (bot, set)))
        {
            let options = if bot.yardstick { limited(game, &options) } else { options };
            let bots = |seats: u8| vec![bot.name.to_owned(); usize::from(seats)];
            let table = |seats| Table { game: game.info().id, options: options.clone(), bots: bots(seats), matches };
            tables.extend(game.info().seats.clone().map(table));
        }
    }
    tables
}

/// Returns the tables of every day: each bot once with the fewest and once with the most seats.
fn sampled_tables() -> Vec<Table> {
    let mut tables = Vec::new();
    for game in headless().iter() {
        let (sets, id) = (option_sets(game), game.info().id);
        let ends = [*game.info().seats.start(), *game.info().seats.end()];
        for (bot, seats) in game.bots().iter().flat_map(|bot| ends.map(|seats| (bot, seats))) {
            let timed = format!("{}@{LITTLE}", bot.name);
            let slow = bot.name != "greedy" && game.thinking_time(&timed).is_ok();
            let mut bots = vec![if slow { EASY } else { bot.name }.to_owned(); usize::from(seats)];
            if slow {
                *bots.last_mut().expect("somebody plays") = timed;
            }
            let first = tables.len() * 7;
            let table = |number: usize| {
                let set = &sets[(first + number) % sets.len()];
                let options = if bot.yardstick { limited(game, set) } else { set.clone() };
                Table { game: id, options, bots: bots.clone(), matches: 1 }
            };
            let fits = (0..sets.len()).map(table).find(|table| table.series().is_some());
            tables.push(fits.expect("some options fit"));
        }
    }
    tables
}

#[test]
fn every_bot_ends_every_match() {
    let matches: Option<u64> = std::env::var("POLYNYA_MATCHES").ok().and_then(|matches| matches.parse().ok());
    let mut tables = matches.map_or_else(sampled_tables, all_tables);
    if let Ok(words) = std::env::var("POLYNYA_ONLY") {
        tables.retain(|table| words.split(' ').all(|word| table.name().contains(word)));
    }
    assert!(!tables.is_empty(), "POLYNYA_ONLY leaves no table");
    let pool = parallel::pool(0).expect("threads are given");
    let played = parallel::map(&pool, tables.len() as u64, |number| tables[number as usize].play());
    let unfinished: Vec<String> = played.into_iter().flatten().collect();
    assert!(unfinished.is_empty(), "matches do not end:\n{}", unfinished.join("\n"));
}
