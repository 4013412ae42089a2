//! A game in the list, with its types.

use std::sync::OnceLock;

use polynya_bots::{Adviser, Bot};
use polynya_engine::book::Book;
use polynya_engine::{Complete, Game, Line, Record, Seed, Table, excerpt, read_options};

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

/// A game in the list: its rules are the type, the rest is here.
pub struct Listing<G: Game> {
    /// What people are told about it.
    pub info: Info,
    /// The bots that play it, weakest first.
    pub bots: &'static [ListedBot<G>],
    /// Makes the adviser who gives hints.
    pub adviser: fn() -> Box<dyn Adviser<G>>,
    /// The rule book as it is written.
    pub rules: &'static str,
    /// The rule book, once somebody has opened it.
    pub book: OnceLock<Book>,
}

impl<G: Complete> Listing<G> {
    /// Returns the rule book.
    pub fn book(&self) -> &Book {
        self.book.get_or_init(|| Book::parse(self.rules))
    }

    /// Returns what makes the bot with this name.
    pub fn bot(&self, name: &str) -> Result<BotMaker<G>, CatalogError> {
        let listed = self.bots.iter().find(|bot| bot.info.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.bots.iter().map(|bot| bot.info.name).collect();
            let (short, names, id) = (excerpt(name), names.join(", "), self.info.id);
            CatalogError::Unknown(format!("there is no bot `{short}` for {id}; its bots are {names}"))
        })?;
        Ok(listed.make)
    }

    /// Returns the bots of a table, one for all seats or one for each, by their names.
    pub fn team(&self, bots: &[&str], seats: u8) -> Result<Vec<BotMaker<G>>, CatalogError> {
        let names = match bots {
            [name] => vec![*name; usize::from(seats)],
            names if names.len() == usize::from(seats) => names.to_vec(),
            names => {
                let count = names.len();
                let what = format!("{count} bots for {seats} seats; name one for all or one each");
                return Err(CatalogError::Unknown(what));
            }
        };
        names.into_iter().map(|name| self.bot(name)).collect()
    }

    /// Returns a bot by its name, with luck of its own.
    pub fn player(&self, bot: &str, seed: Seed) -> Result<Player<G>, CatalogError> {
        Ok(Player::new(self.bot(bot)?(), seed))
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
