//! What people read is English, not program: prompts, labels, the log, refusals, warnings, forecasts, descriptions and
//! ends, in matches by chance of all games with all options.
//!
//! `POLYNYA_MATCHES` says how many matches of each game are played.

use std::collections::BTreeMap;

use polynya_catalog::{ActionInfo, AnyGame, CatalogError, Values};
use polynya_engine::{Luck, Record, Seat, Seed};
use polynya_server::views::{Browser, Match, games};
use serde_json::{Map, Value};

/// After this many steps a match is left.
const MAX_STEPS: usize = 150;
/// Nouns of which there is never one.
const MANY: [&str; 16] = [
    "points",
    "moves",
    "cards",
    "bears",
    "cubs",
    "actions",
    "turns",
    "ships",
    "places",
    "pieces",
    "steps",
    "tokens",
    "penguins",
    "helicopters",
    "degrees",
    "seats",
];
/// Words that programs use among themselves.
const PROGRAM_WORDS: [&str; 21] = [
    "parse",
    "parsed",
    "parser",
    "serde",
    "deserialize",
    "json",
    "null",
    "undefined",
    "nan",
    "enum",
    "struct",
    "boolean",
    "bool",
    "string",
    "integer",
    "usize",
    "panic",
    "unwrap",
    "eof",
    "token_id",
    "errno",
];

/// Returns what is wrong with a text that people read, if anything is.
fn fault(text: &str) -> Option<String> {
    if let Some(part) = ["`", "::", "{", "}", "os error", "  ", "missing field", "unknown field", "at line"]
        .into_iter()
        .find(|part| text.contains(part))
    {
        return Some(format!("has “{part}”"));
    }
    let words: Vec<&str> =
        text.split_whitespace().map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric())).collect();
    let raw: Vec<&str> = text.split_whitespace().collect();
    for (at, pair) in words.windows(2).enumerate() {
        let (word, next) = (pair[0], pair[1]);
        let counts = next.trim_end_matches(['\'', '’', 's']).parse::<u8>().is_ok();
        if (word == "seat" || word == "seats") && counts {
            return Some(format!("counts “{word} {next}” instead of a name"));
        }
        // `Seat 1 moves ship 4.` is fine.
        let is_name = at > 0 && words[at - 1].starts_with(char::is_uppercase);
        if raw[at] == "1" && !is_name && MANY.contains(&next) {
            return Some(format!("says “{word} {next}”"));
        }
    }
    words.into_iter().find(|word| is_of_programs(word)).map(|word| format!("says “{word}”"))
}

fn is_of_programs(word: &str) -> bool {
    let humps = word.chars().zip(word.chars().skip(1)).any(|(one, two)| one.is_lowercase() && two.is_uppercase());
    // The name of a space of Ice Breakers, as moves write it.
    let code = word.split_once('.').is_some_and(|(channel, space)| {
        channel.starts_with(['h', 'j']) && channel[1..].contains(['h', 'j']) && space.parse::<u8>().is_ok()
    });
    word.contains('_') || humps || code || PROGRAM_WORDS.contains(&word.to_lowercase().as_str())
}

/// Where a text stood that should begin with a capital letter and end like a sentence.
const NO_SENTENCE: &str = "no sentence";

/// Everything that was read, each text with where it stood.
#[derive(Default)]
struct Read(BTreeMap<String, String>);

impl Read {
    fn text(&mut self, place: &str, text: &str) {
        if !text.is_empty() && !self.0.contains_key(text) {
            self.0.insert(text.to_owned(), place.to_owned());
        }
    }

    /// A whole sentence: it begins and ends like one.
    fn sentence(&mut self, place: &str, text: &str) {
        let begins = text.starts_with(|first: char| !first.is_lowercase() || first.is_ascii_digit());
        // Floes are called a1 to d10, and a sentence may begin with one.
        let named = text.split(' ').next().is_some_and(|word| word.chars().any(|sign| sign.is_ascii_digit()));
        let whole = (begins || named) && text.ends_with(['.', '!', '?', '”']);
        self.text(if whole { place } else { NO_SENTENCE }, text);
    }

    fn position(&mut self, actions: &[ActionInfo], table: &Match, luck: &mut impl Luck) {
        self.sentence("prompt", &table.prompt(None).text);
        for seat in Seat::all(table.seats()) {
            self.sentence("prompt", &table.prompt(Some(seat)).text);
            self.text("name", &table.name(seat));
            for (_, warning) in table.choices(seat).warnings {
                self.text("warning", &warning.text);
            }
            for _ in 0..3 {
                let tried = &actions[luck.below(actions.len() as u32) as usize].words;
                if let Err(CatalogError::Refused(refusal)) = table.check(seat, tried) {
                    self.sentence("refusal", &refusal.text);
                }
            }
        }
        for line in table.describe().lines() {
            self.sentence("description", line);
        }
        table.primer().iter().for_each(|line| self.text("primer", line));
        let view = table.picture().view();
        for ahead in view["ahead"].as_array().into_iter().flatten() {
            self.sentence("forecast", ahead["text"].as_str().unwrap_or_default());
        }
        self.text("question", view["question"].as_str().unwrap_or_default());
        for told in table.told() {
            self.sentence("verdict", &told.verdict);
            for fact in told.facts {
                self.text("fact", &fact.name);
                self.text("fact", &fact.value);
            }
        }
        table.gauges().iter().for_each(|gauge| self.text("gauge", gauge.name));
    }
}

/// Some options of the game, by chance.
fn options(game: &dyn AnyGame<Browser>, luck: &mut impl Luck) -> Value {
    let mut options = Map::new();
    for option in game.info().options {
        let value = match option.values {
            Values::Switch(_) => Value::Bool(luck.below(2) == 1),
            Values::OneOf(values) => {
                serde_json::from_str(values[luck.below(values.len() as u32) as usize]).expect("values are JSON")
            }
            Values::Such(_) => continue,
        };
        options.insert(option.name.to_owned(), value);
    }
    options.into()
}

fn read(game: &dyn AnyGame<Browser>, matches: u64) -> Read {
    let mut read = Read::default();
    let info = game.info();
    read.text("summary", info.summary);
    read.text("about", info.about);
    info.options.iter().for_each(|option| read.text("option", option.about));
    info.presets.iter().for_each(|preset| read.text("preset", preset.about));
    game.bots().iter().for_each(|bot| read.text("bot", bot.about));
    let actions = game.actions();
    actions.iter().for_each(|action| read.text("label", &action.label));
    for thing in game.things() {
        read.text("thing", thing.name);
        read.sentence("thing", thing.text);
    }
    let mut played = 0;
    for number in 0.. {
        if played == matches {
            break;
        }
        let seed = Seed::of(info.id).nth(number);
        let luck = &mut seed.draw(0);
        let options = options(game, luck).to_string();
        let seats = info.seats.start() + luck.below(u32::from(info.seats.end() - info.seats.start()) + 1) as u8;
        // Some options do not fit together with some seats.
        let Ok(mut table) = game.open(&options, seats, seed) else { continue };
        played += 1;
        for card in game.reference(&options).expect("the options hold") {
            read.text("reference", &card.title);
            card.lines.iter().for_each(|line| read.text("reference", &line.text));
        }
        game.highlights(&options).expect("the options hold").iter().for_each(|text| read.text("highlight", text));
        table.log(0).iter().flat_map(|entry| &entry.told).for_each(|told| read.sentence("log", told));
        while table.result().is_none() && table.len() < MAX_STEPS {
            read.position(&actions, &*table, luck);
            let able: Vec<Seat> = table.acting().iter().collect();
            let seat = able[luck.below(able.len() as u32) as usize];
            let legal = table.legal(seat);
            let action = legal[luck.below(legal.len() as u32) as usize].clone();
            let log = table.submit(seat, &action).expect("a legal action is done");
            log.iter().flat_map(|entry| &entry.told).for_each(|told| read.sentence("log", told));
        }
        read.position(&actions, &*table, luck);
    }
    read
}

#[test]
fn what_people_read_has_no_program_words() {
    let matches = std::env::var("POLYNYA_MATCHES").map_or(6, |text| text.parse().expect("a number"));
    let games = games();
    let mut faults = Vec::new();
    let mut count = 0;
    for game in games.iter() {
        let Read(texts) = read(game, matches);
        count += texts.len();
        let broken = |place: &String| (place == NO_SENTENCE).then(|| "is none".to_owned());
        let found = texts.iter().filter_map(|(text, place)| Some((text, place, fault(text).or(broken(place))?)));
        faults.extend(found.map(|(text, place, fault)| format!("{} {place}: “{text}” {fault}", game.info().id)));
    }
    println!("{count} texts of {matches} matches of each game");
    assert!(faults.is_empty(), "{} texts:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_broken_file_is_explained_in_words() {
    for text in ["", "{", "{}", "[]", r#"{"polynya":1}"#, r#"{"polynya":"#, "hello"] {
        let said = Record::read(text).expect_err("it is no record").to_string();
        for word in ["EOF", "expected value", "missing field", "serde", "at line"] {
            assert!(!said.contains(word), "“{text}”: {said}");
        }
    }
}

/// Puts “it” for what stands in quotes: that is written in the file.
fn without_quotes(text: &str) -> String {
    text.split('“').map(|part| part.split_once('”').map_or(part.to_owned(), |(_, rest)| format!("it{rest}"))).collect()
}

#[test]
fn a_wrong_box_is_explained_in_words() {
    let games = games();
    let mut read = BTreeMap::new();
    for game in games.iter() {
        let Some(kind) = game.contents() else { continue };
        let id = game.info().id;
        let file: String = kind
            .template()
            .lines()
            .filter(|line| !line.starts_with('#'))
            .fold(String::new(), |file, line| file + line + "\n");
        for case in 0..600 {
            let mut luck = Seed::of("wrong boxes").nth(case).draw(0);
            let mut signs: Vec<char> = file.chars().collect();
            for _ in 0..=luck.below(3) {
                let at = luck.below(signs.len() as u32) as usize;
                match luck.below(5) {
                    0 => signs[at] = ['"', ']', '{', '=', ',', '.', '0', '-', 'q', '\n'][luck.below(10) as usize],
                    1 => drop(signs.remove(at)),
                    2 => signs.insert(at, signs[at]),
                    3 => drop(signs.drain(at..(at + luck.below(30) as usize).min(signs.len()))),
                    _ => signs.insert(at, ['7', '"', '[', '}', ' '][luck.below(5) as usize]),
                }
            }
            let text: String = signs.into_iter().collect();
            for mistake in kind.read(id, &text).err().into_iter().flatten() {
                read.insert(mistake.what, id);
            }
        }
    }
    let faults: Vec<String> = read
        .iter()
        .filter_map(|(text, id)| Some(format!("{id}: “{text}” {}", fault(&without_quotes(text))?)))
        .collect();
    println!("{} different sentences about wrong boxes", read.len());
    assert!(read.len() > 300, "only {} different sentences", read.len());
    assert!(faults.is_empty(), "{} texts:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn program_words_are_found() {
    for text in ["Use pack_ice.", "It is seat 2's turn.", "Type `end`.", "Break j1h5.2.", "1 points left.", "startHeat"]
    {
        assert!(fault(text).is_some(), "{text}");
    }
    for text in ["It is Seat 2's turn.", "1 pass in a row.", "Ship 5 home to h5.", "Ice 1 on space 2 of j1–h5."] {
        assert_eq!(fault(text), None, "{text}");
    }
}
