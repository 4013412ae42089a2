//! A game in the list, with its types.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use polynya_bots::{Adviser, Bot, Judge};
use polynya_engine::book::Book;
use polynya_engine::lesson::{self, Lesson};
use polynya_engine::{Complete, Game, Line, Record, Seed, Table, excerpt, plural, read_options};

use crate::boxes::BoxKind;
use crate::error::CatalogError;
use crate::info::{BotInfo, Info};
use crate::player::Player;

/// The bot that sits down if nobody says which; every game has it.
pub const USUAL_BOT: &str = "normal";
/// A bot that plays sensibly and at once, for pictures and long series; every game has it.
pub const QUICK_BOT: &str = "greedy";

/// Makes a bot.
pub type BotMaker<G> = fn() -> Box<dyn Bot<G>>;

/// A bot that can be made by name.
pub struct ListedBot<G: Game> {
    /// What people are told about it.
    pub info: BotInfo,
    /// Makes it.
    pub make: BotMaker<G>,
}

/// Networks that somebody has trained, as texts by their names.
pub type Networks = BTreeMap<String, Arc<str>>;

/// A bot that somebody has chosen, with the time that it has for every choice if that was said, and with another network
/// than its own if one was named.
pub struct ChosenBot<G: Game> {
    make: BotMaker<G>,
    time: Option<Duration>,
    network: Option<Arc<str>>,
}

impl<G: Game> ChosenBot<G> {
    /// Returns the time that it has for every choice, if that was said.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Makes it.
    pub fn make(&self) -> Box<dyn Bot<G>> {
        let mut bot = (self.make)();
        if let Some(time) = self.time {
            bot.think_for(time);
        }
        if let Some(network) = &self.network {
            bot.learn(network).expect("it was read when the bot was chosen");
        }
        bot
    }
}

/// The least and the most time that a bot can be given for a choice.
pub const THINKING: RangeInclusive<Duration> = Duration::from_millis(10)..=Duration::from_secs(60);

/// Reads a time such as `200ms` or `2s`.
fn read_time(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at(text.find(|letter: char| !letter.is_ascii_digit())?);
    let number: u32 = number.parse().ok()?;
    let time = match unit {
        "ms" => Duration::from_millis(number.into()),
        "s" => Duration::from_secs(number.into()),
        _ => return None,
    };
    Some(time).filter(|time| THINKING.contains(time))
}

/// A game in the list: its rules are the type, the rest is here.
pub struct Listing<G: Game> {
    /// What people are told about it.
    pub info: Info,
    /// The bots that play it, weakest first.
    pub bots: &'static [ListedBot<G>],
    /// Makes the adviser who gives hints.
    pub adviser: fn() -> Box<dyn Adviser<G>>,
    /// Makes the judge who says what positions are worth.
    pub judge: fn() -> Box<dyn Judge<G>>,
    /// How its owner enters what is printed in the box, where that can be entered.
    pub contents: Option<BoxKind>,
    /// The rule book as it is written.
    pub rules: &'static str,
    /// The rule book, once somebody has opened it.
    pub book: OnceLock<Book>,
    /// The lessons as they are written; those of other games in the same file are left out.
    pub lessons: &'static str,
    /// The lessons, once somebody has asked for them.
    pub course: OnceLock<Vec<Lesson>>,
    /// The puzzles as `polynya puzzles find` writes them; those of other games in the same file are left out.
    pub puzzles: &'static str,
    /// The puzzles, once somebody has asked for them.
    pub riddles: OnceLock<Vec<Lesson>>,
}

impl<G: Complete> Listing<G> {
    /// Returns the rule book.
    pub fn book(&self) -> &Book {
        self.book.get_or_init(|| Book::parse(self.rules))
    }

    /// Returns the lessons, the first one first.
    pub fn lessons(&self) -> &[Lesson] {
        let own = || lesson::parse(self.lessons).into_iter().filter(|lesson| lesson.game == self.info.id).collect();
        self.course.get_or_init(own)
    }

    /// Returns where a clause is taught: the game and the word of a lesson, and the number of its step, from 1. Its own
    /// lessons come before those of the other games in the file.
    pub fn teaching(&self, clause: &str) -> Option<(&'static str, &'static str, usize)> {
        let all = lesson::parse(self.lessons);
        let own = all.iter().filter(|lesson| lesson.game == self.info.id);
        let others = all.iter().filter(|lesson| lesson.game != self.info.id);
        own.chain(others).find_map(|lesson| {
            let step = lesson.steps.iter().position(|step| step.clause == clause)?;
            Some((lesson.game, lesson.id, step + 1))
        })
    }

    /// Returns the puzzles, those that are asked the same way together.
    pub fn puzzles(&self) -> &[Lesson] {
        let own = || lesson::parse(self.puzzles).into_iter().filter(|puzzle| puzzle.game == self.info.id).collect();
        self.riddles.get_or_init(own)
    }

    /// Returns the bot with this name, which may carry a budget: `hard@2s` thinks two seconds about every choice.
    pub fn bot(&self, name: &str) -> Result<ChosenBot<G>, CatalogError> {
        self.bot_with(name, &Networks::new())
    }

    /// Returns the bot with this name, which may carry one of these networks: `greedy+mine`.
    pub fn bot_with(&self, name: &str, networks: &Networks) -> Result<ChosenBot<G>, CatalogError> {
        let Some((plain, wanted)) = name.split_once('+') else { return self.own_bot(name) };
        let (id, unknown) = (self.info.id, CatalogError::Unknown);
        let network =
            networks.get(wanted).ok_or_else(|| unknown(format!("no network is called `{}`", excerpt(wanted))))?;
        let chosen = self.own_bot(plain)?;
        match chosen.make().learn(network) {
            Ok(true) => Ok(ChosenBot { network: Some(Arc::clone(network)), ..chosen }),
            Ok(false) => Err(unknown(format!("`{}` of {id} has no network that could be exchanged", excerpt(plain)))),
            Err(wrong) => Err(unknown(format!("the network `{}` cannot be read: {wrong}", excerpt(wanted)))),
        }
    }

    fn own_bot(&self, name: &str) -> Result<ChosenBot<G>, CatalogError> {
        let (plain, budget) = name.split_once('@').map_or((name, None), |(plain, budget)| (plain, Some(budget)));
        let id = self.info.id;
        let listed = self.bots.iter().find(|bot| bot.info.name == plain).ok_or_else(|| {
            let names: Vec<&str> = self.bots.iter().map(|bot| bot.info.name).collect();
            let (short, names) = (excerpt(plain), names.join(", "));
            CatalogError::Unknown(format!("there is no bot `{short}` for {id}; its bots are {names}"))
        })?;
        let make = listed.make;
        let Some(budget) = budget else { return Ok(ChosenBot { make, time: None, network: None }) };
        let time = read_time(budget).ok_or_else(|| {
            let what = "is no budget; one is a time from `10ms` to `60s`, such as `200ms` or `2s`";
            CatalogError::Unknown(format!("`{}` {what}", excerpt(budget)))
        })?;
        if !make().think_for(time) {
            let thinkers = self.bots.iter().filter(|bot| (bot.make)().think_for(time)).map(|bot| bot.info.name);
            let thinkers = thinkers.collect::<Vec<_>>().join(", ");
            let what = format!("`{plain}` has no use for a budget; of the bots of {id} these have: {thinkers}");
            return Err(CatalogError::Unknown(what));
        }
        Ok(ChosenBot { make, time: Some(time), network: None })
    }

    /// Returns the bots of a table, one for all seats or one for each, by their names.
    pub fn team(&self, bots: &[&str], seats: u8) -> Result<Vec<ChosenBot<G>>, CatalogError> {
        self.team_with(bots, seats, &Networks::new())
    }

    /// Returns the bots of a table, which may carry these networks.
    pub fn team_with(&self, bots: &[&str], seats: u8, networks: &Networks) -> Result<Vec<ChosenBot<G>>, CatalogError> {
        let names = match bots {
            [name] => vec![*name; usize::from(seats)],
            names if names.len() == usize::from(seats) => names.to_vec(),
            names => {
                let (bots, seats) = (plural(names.len(), "bot"), plural(seats, "seat"));
                let what = format!("{bots} for {seats}; name one for all or one each");
                return Err(CatalogError::Unknown(what));
            }
        };
        names.into_iter().map(|name| self.bot_with(name, networks)).collect()
    }

    /// Returns a bot by its name, with luck of its own.
    pub fn player(&self, bot: &str, seed: Seed) -> Result<Player<G>, CatalogError> {
        Ok(Player::new(self.bot(bot)?.make(), seed))
    }

    /// Returns a match without steps.
    pub fn line(&self, options: &str, seats: u8) -> Result<Line<G>, CatalogError> {
        Ok(Line::new(read_options::<G>(options)?, seats)?)
    }

    /// Opens a new match.
    pub fn open(&self, options: &str, seats: u8, seed: Seed) -> Result<Table<G>, CatalogError> {
        Ok(Table::resume(self.line(options, seats)?, seed))
    }

    /// Opens a match that goes on where a record ends, with the record's seed or, if it has none, with this one.
    pub fn resume(&self, record: &Record, seed: Seed) -> Result<Table<G>, CatalogError> {
        let line = record.judge::<G>()?;
        Ok(Table::resume(line, record.seed.unwrap_or(seed)))
    }
}
