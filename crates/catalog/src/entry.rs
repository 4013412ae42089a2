//! One game in the list: what it is, and what can be done with it without knowing its types.

use std::fmt;
use std::hint::black_box;
use std::ops::RangeInclusive;
use std::sync::OnceLock;
use std::time::Duration;

use polynya_bots::{Adviser, Bot, Budget, Plain, Search};
use polynya_engine::book::Book;
use polynya_engine::{Game, Line, Record, Seat, Seed, Step, Table, excerpt, perft, playout, read_options};
use rand_xoshiro::Xoshiro128PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::hint::{Hint, hint};
use crate::player::{AnyPlayer, Player};
use crate::series::{Series, TypedSeries};
use crate::table::{AnyLine, AnyTable};
use crate::trouble::Trouble;

/// What kind of game it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Everybody against everybody.
    Race,
    /// All together against the game.
    Together,
}

/// What people are told about a game before they play it.
#[derive(Debug)]
pub struct Info {
    /// Its id in records and on the command line.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// What kind of game it is.
    pub kind: Kind,
    /// About how long it takes, in minutes.
    pub minutes: u16,
    /// How many may play.
    pub seats: RangeInclusive<u8>,
    /// How many play if nobody says otherwise.
    pub usual_seats: u8,
    /// The options, in the order in which people should read them.
    pub options: &'static [OptionInfo],
    /// What a benchmark counts as moves.
    pub moves: fn(&Playouts) -> u64,
    /// What is printed, what is reconstructed, and whose the name is.
    pub about: &'static str,
}

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// `false`, which is the default, or `true`.
    Switch,
    /// One of these JSON values, the default first.
    OneOf(&'static [&'static str]),
    /// Anything that this sentence describes, the default first.
    Such(&'static str),
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Switch => f.write_str("false or true"),
            Values::OneOf(values) => f.write_str(&values.join(", ")),
            Values::Such(values) => f.write_str(values),
        }
    }
}

/// One option of a game.
#[derive(Debug)]
pub struct OptionInfo {
    /// Its key in the options object.
    pub name: &'static str,
    /// What it takes.
    pub values: Values,
    /// What it changes.
    pub about: &'static str,
}

/// One bot, as people choose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// How it plays.
    pub about: &'static str,
}

/// A game, known by its list entry alone.
pub trait Entry: Sync {
    /// What people are told about it.
    fn info(&self) -> &Info;
    /// The bots that play it, weakest first.
    fn bots(&self) -> Vec<BotInfo>;
    /// The bot that sits down if nobody says which.
    fn usual_bot(&self) -> &'static str {
        USUAL_BOT
    }
    /// A bot that plays sensibly and at once: for pictures and long series.
    fn quick_bot(&self) -> &'static str {
        QUICK_BOT
    }
    /// What a seat that can act should do, after thinking for so long. The line is of this game.
    fn hint(&self, line: &dyn AnyLine, seat: Seat, time: Duration) -> Hint;
    /// The version of its rules.
    fn version(&self) -> u16;
    /// Its rule book.
    fn book(&self) -> &Book;
    /// The size of the fixed numbering of its actions.
    fn actions(&self) -> usize;
    /// The words of the action with this number.
    fn action(&self, number: usize) -> Option<String>;
    /// The same action as a button says it.
    fn label(&self, number: usize) -> Option<String>;
    /// The number of the action with these words; `None` for one that this game never allows.
    fn number(&self, words: &str) -> Result<Option<usize>, Trouble>;
    /// The bytes that a position takes.
    fn position_size(&self) -> usize;
    /// All the options with their values: what is left out takes its default.
    fn options(&self, json: &str) -> Result<String, Trouble>;
    /// A new match.
    fn open(&self, options: &str, seats: u8, seed: Seed) -> Result<Box<dyn AnyTable>, Trouble>;
    /// A match that goes on where a record ends, with the record's seed or, if it has none, with this one.
    fn resume(&self, record: &Record, seed: Seed) -> Result<Box<dyn AnyTable>, Trouble>;
    /// A recorded match as it stands after its first `steps` steps, without drawing anything.
    fn view(&self, record: &Record, steps: usize) -> Result<Box<dyn AnyLine>, Trouble>;
    /// Judges a record: options, seats, every step and the result.
    fn judge(&self, record: &Record) -> Result<(), Trouble>;
    /// Judges a record and compares its dice with its seed; answers how often chance decided.
    fn verify(&self, record: &Record) -> Result<u64, Trouble>;
    /// Counts the sequences of exactly `depth` steps from the start.
    fn perft(&self, options: &str, seats: u8, depth: u32) -> Result<u64, Trouble>;
    /// Counts the sequences of exactly `depth` steps from the end of a record.
    fn perft_from(&self, record: &Record, depth: u32) -> Result<u64, Trouble>;
    /// Random playouts from the start, one after the other, until `enough` says so after one of them.
    fn playouts(&self, options: &str, seats: u8, seed: Seed, enough: Enough<'_>) -> Result<Playouts, Trouble>;
    /// A tree search from the start with random playouts to the end of the match, until `enough` says so after a
    /// number of walks; answers how many there were.
    fn walks(&self, options: &str, seats: u8, seed: Seed, enough: &mut dyn FnMut(u32) -> bool) -> Result<u32, Trouble>;
    /// Copies the starting position this often; for those who want to know how long that takes.
    fn copies(&self, times: u32) -> Result<(), Trouble>;
    /// A bot by its name, with luck of its own.
    fn player(&self, bot: &str, seed: Seed) -> Result<Box<dyn AnyPlayer>, Trouble>;
    /// A series of matches between bots.
    fn series(&self, options: &str, seats: u8, bots: &[&str], seed: Seed) -> Result<Box<dyn Series>, Trouble>;
}

/// Every game has these two.
const USUAL_BOT: &str = "normal";
const QUICK_BOT: &str = "greedy";

/// Says after a playout whether there have been enough.
pub type Enough<'a> = &'a mut dyn FnMut(&Playouts) -> bool;

/// What random playouts came to.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Playouts {
    /// Matches.
    pub games: u64,
    /// What the seats did in them.
    pub actions: u64,
    /// What chance decided in them.
    pub draws: u64,
    /// Their turns or rounds.
    pub turns: u64,
}

/// Makes a bot.
pub(crate) type Maker<G> = fn() -> Box<dyn Bot<G>>;

/// A bot that can be made by name.
pub(crate) struct Listed<G: Game> {
    pub info: BotInfo,
    pub make: Maker<G>,
}

/// A game in the list, with its types.
pub(crate) struct Listing<G: Game> {
    pub info: Info,
    pub bots: &'static [Listed<G>],
    /// Makes who gives hints.
    pub adviser: fn() -> Box<dyn Adviser<G>>,
    pub rules: &'static str,
    pub book: OnceLock<Book>,
}

impl<G: Game> Listing<G> {
    fn maker(&self, name: &str) -> Result<Maker<G>, Trouble> {
        let listed = self.bots.iter().find(|bot| bot.info.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.bots.iter().map(|bot| bot.info.name).collect();
            let (short, names, id) = (excerpt(name), names.join(", "), self.info.id);
            Trouble::Unknown(format!("there is no bot `{short}` for {id}; its bots are {names}"))
        })?;
        Ok(listed.make)
    }

    fn line(&self, options: &str, seats: u8) -> Result<Line<G>, Trouble> {
        Ok(Line::new(read_options::<G>(options)?, seats)?)
    }
}

impl<G: Game> Entry for Listing<G> {
    fn info(&self) -> &Info {
        &self.info
    }

    fn bots(&self) -> Vec<BotInfo> {
        self.bots.iter().map(|bot| bot.info).collect()
    }

    fn hint(&self, line: &dyn AnyLine, seat: Seat, time: Duration) -> Hint {
        let position = line.position().downcast_ref().expect("the line is of this game");
        hint(&mut *(self.adviser)(), position, seat, time)
    }

    fn version(&self) -> u16 {
        G::VERSION
    }

    fn book(&self) -> &Book {
        self.book.get_or_init(|| Book::parse(self.rules))
    }

    fn actions(&self) -> usize {
        G::ACTIONS
    }

    fn action(&self, number: usize) -> Option<String> {
        G::from_index(number).map(|action| action.to_string())
    }

    fn label(&self, number: usize) -> Option<String> {
        G::from_index(number).map(G::label)
    }

    fn number(&self, words: &str) -> Result<Option<usize>, Trouble> {
        Ok(G::index(words.parse()?))
    }

    fn position_size(&self) -> usize {
        size_of::<G>()
    }

    fn options(&self, json: &str) -> Result<String, Trouble> {
        Ok(serde_json::to_string(&read_options::<G>(json)?).expect("options are plain JSON"))
    }

    fn open(&self, options: &str, seats: u8, seed: Seed) -> Result<Box<dyn AnyTable>, Trouble> {
        Ok(Box::new(Table::resume(self.line(options, seats)?, seed)))
    }

    fn resume(&self, record: &Record, seed: Seed) -> Result<Box<dyn AnyTable>, Trouble> {
        let line = record.judge::<G>()?;
        Ok(Box::new(Table::resume(line, record.seed.unwrap_or(seed))))
    }

    fn view(&self, record: &Record, steps: usize) -> Result<Box<dyn AnyLine>, Trouble> {
        Ok(Box::new(record.replay::<G>()?.prefix(steps)))
    }

    fn judge(&self, record: &Record) -> Result<(), Trouble> {
        record.judge::<G>()?;
        Ok(())
    }

    fn verify(&self, record: &Record) -> Result<u64, Trouble> {
        Ok(record.verify::<G>()?)
    }

    fn perft(&self, options: &str, seats: u8, depth: u32) -> Result<u64, Trouble> {
        Ok(perft(self.line(options, seats)?.position(), depth))
    }

    fn perft_from(&self, record: &Record, depth: u32) -> Result<u64, Trouble> {
        Ok(perft(record.replay::<G>()?.position(), depth))
    }

    fn playouts(&self, options: &str, seats: u8, seed: Seed, enough: Enough<'_>) -> Result<Playouts, Trouble> {
        let start = self.line(options, seats)?;
        let mut luck = Xoshiro128PlusPlus::from_rng(&mut seed.draw(0));
        let mut buffer = Vec::with_capacity(256);
        let mut done = Playouts::default();
        loop {
            let mut position = start.position().clone();
            playout(&mut position, &mut luck, &mut buffer, usize::MAX, &mut |step| match step {
                Step::Play(..) => done.actions += 1,
                Step::Chance(_) => done.draws += 1,
            });
            done.games += 1;
            done.turns += u64::from(position.turns());
            if enough(&done) {
                return Ok(done);
            }
        }
    }

    fn walks(&self, options: &str, seats: u8, seed: Seed, enough: &mut dyn FnMut(u32) -> bool) -> Result<u32, Trouble> {
        /// Walks before `enough` is asked again.
        const AT_ONCE: u32 = 100;
        let start = self.line(options, seats)?;
        let position = start.position();
        let seat = position.awaited().first().ok_or_else(|| Trouble::Unknown("nobody begins this match".to_owned()))?;
        let mut luck = Xoshiro128PlusPlus::from_rng(&mut seed.draw(0));
        let mut search = Search::new(Plain, Budget::Iterations(0));
        loop {
            let budget = Budget::Iterations(search.visits() + AT_ONCE);
            search = search.with_budget(budget);
            search.think(position, seat, &mut luck);
            if enough(search.visits()) {
                return Ok(search.visits());
            }
        }
    }

    fn copies(&self, times: u32) -> Result<(), Trouble> {
        let line = self.line("{}", self.info.usual_seats)?;
        let mut position = line.position().clone();
        for _ in 0..times {
            position = black_box(&position).clone();
        }
        black_box(&position);
        Ok(())
    }

    fn player(&self, bot: &str, seed: Seed) -> Result<Box<dyn AnyPlayer>, Trouble> {
        Ok(Box::new(Player::new(self.maker(bot)?(), seed)))
    }

    fn series(&self, options: &str, seats: u8, bots: &[&str], seed: Seed) -> Result<Box<dyn Series>, Trouble> {
        let line = self.line(options, seats)?;
        let names = match bots {
            [name] => vec![*name; usize::from(seats)],
            names if names.len() == usize::from(seats) => names.to_vec(),
            names => {
                let count = names.len();
                return Err(Trouble::Unknown(format!("{count} bots for {seats} seats; name one for all or one each")));
            }
        };
        let bots = names.iter().map(|name| self.maker(name)).collect::<Result<_, _>>()?;
        Ok(Box::new(TypedSeries { line, bots, seed }))
    }
}
