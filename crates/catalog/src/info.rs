//! What people are told about a game before they play it.

use std::fmt;
use std::ops::RangeInclusive;

use polynya_engine::Sourced;

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
    /// Do all seats act at the same time, each for itself?
    pub simultaneous: bool,
    /// About how long it takes, in minutes.
    pub minutes: u16,
    /// From which age on its printed book recommends it; nothing where the book is silent.
    pub ages: Option<u8>,
    /// Which game to play first, in a sentence; empty where there is nothing to choose.
    pub first_game: &'static str,
    /// How many may play.
    pub seats: RangeInclusive<u8>,
    /// How many play if nobody says otherwise.
    pub usual_seats: u8,
    /// The options, in the order in which people should read them.
    pub options: &'static [OptionInfo],
    /// Ways to play that go well together, the usual one first; none where there is nothing to choose.
    pub presets: &'static [Preset],
    /// What the book asks to find out who begins: `Who feels the hottest?`
    pub first: &'static str,
    /// What players choose for themselves, where the book lets them.
    pub sets: Option<Sets>,
    /// What a match right after another one keeps, where the book says so; [`Game::again`](polynya_engine::Game::again)
    /// knows how.
    pub again: Option<Again>,
    /// What is printed, what is reconstructed, and whose the name is.
    pub about: &'static str,
    /// The clauses that govern what happens: the word of an event, and the number of a clause of the rule book.
    pub moments: &'static [(&'static str, &'static str)],
    /// Further clauses, which hold where an option has a value: the event, the clause, the option, its value.
    pub moments_with: &'static [(&'static str, &'static str, &'static str, bool)],
    /// What a guide says when something happens, or is asked, for the first time: the word of an event or the clause of a
    /// prompt, and one sentence or two.
    pub guide: &'static [(&'static str, &'static str)],
    /// Every value that is not printed, and where it comes from.
    pub sources: &'static [Sourced],
}

/// What a match right after another one keeps, as people choose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Again {
    /// What a button says: `Keep the ice`.
    pub label: &'static str,
    /// What the book says, in one sentence.
    pub about: &'static str,
}

/// Sets of pieces that differ in their looks alone, of which every player chooses one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sets {
    /// What tells them apart: `colour`.
    pub what: &'static str,
    /// What they are called, the one that belongs to seat 1 if nobody chooses first.
    pub names: &'static [&'static str],
}

impl Sets {
    /// Judges the sets of a record: one for each seat, no two alike.
    pub fn judge(self, seats: u8, numbers: &[u8]) -> Result<(), String> {
        let most = self.names.len();
        let known = |&number: &u8| (1..=most).contains(&usize::from(number));
        let twice = |(index, number): (usize, &u8)| numbers[..index].contains(number);
        if numbers.len() != usize::from(seats) || !numbers.iter().all(known) || numbers.iter().enumerate().any(twice) {
            return Err(format!("`sets` has to be {seats} different numbers from 1 to {most}, one for each seat"));
        }
        Ok(())
    }
}

/// Options that go well together, under one name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its name: a word or two.
    pub name: &'static str,
    /// What one gets, in a few words.
    pub about: &'static str,
    /// The options that differ from the usual ones, as JSON.
    pub options: &'static str,
}

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// `false` or `true`; this is the default.
    Switch(bool),
    /// One of these JSON values, the default first.
    OneOf(&'static [&'static str]),
    /// Anything that this sentence describes, the default first.
    Such(&'static str),
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Switch(false) => f.write_str("false or true"),
            Values::Switch(true) => f.write_str("true or false"),
            Values::OneOf(values) => f.write_str(&values.join(", ")),
            Values::Such(values) => f.write_str(values),
        }
    }
}

/// What an option is for, and so where people find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// A variant, a level, a limit: chosen for pleasure.
    Variant,
    /// The printed text can be read in two ways: the default is our reading, the other value the printed letter.
    Ruling,
    /// What is kept from the match before; the choices of a rematch set it, nobody types it.
    Again,
}

/// One option of a game.
#[derive(Debug)]
pub struct OptionInfo {
    /// Its key in the options object.
    pub name: &'static str,
    /// What it is for.
    pub group: Group,
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
    /// Is it for measuring others, and no company for people? Lists from which families choose leave it out.
    pub yardstick: bool,
}
