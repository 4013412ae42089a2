//! The words of the game: the notation of actions and chance, and the sentences of the log.

use std::fmt;
use std::str::FromStr;

use polynya_engine::{BadWords, Clause, Seat, SeatSet};
use serde::{Serialize, Serializer};

use super::board::{Animal, CLIFFS, Cliff, Colony, Face, GLACIERS, Glacier, Glaciers, Number, Pool, ROUNDS, Shape};
use super::board::{FIELDS, seat_name};
use super::clauses::Rule;
use super::{Phase, PolarRoller};

/// A neighbour: seats are counted clockwise, so the next seat sits on the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The next seat.
    Left,
    /// The seat before.
    Right,
}

impl Side {
    /// Both of them.
    pub const ALL: [Side; 2] = [Side::Left, Side::Right];
}

/// A die of a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Loan {
    /// Whose it is.
    pub side: Side,
    /// Is it the second of the two?
    pub second: bool,
}

impl Loan {
    /// Every die that could be taken.
    pub const ALL: [Loan; 4] = [
        Loan { side: Side::Left, second: false },
        Loan { side: Side::Left, second: true },
        Loan { side: Side::Right, second: false },
        Loan { side: Side::Right, second: true },
    ];
}

/// What a seat does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Shade a glacier.
    Melt(Glacier),
    /// Write down the number of a neighbour's die.
    Take(Loan),
    /// Draw a penguin.
    Penguin(Cliff),
    /// Draw an orca.
    Orca(Pool),
    /// Draw a bear.
    Bear(Glacier),
    /// Change an own number for a fish.
    Eat(Number, Number),
    /// Give up a number whose animal has no place.
    Cross(Number),
    /// Close the seat's melting or drawing.
    Done,
}

/// What dice decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The glacier die.
    Glacier(Face),
    /// The polar dice of a seat, as rolled.
    Polar(Seat, [Number; 2]),
}

impl fmt::Display for Glacier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.pool().letter(), self.shape().letter())
    }
}

impl fmt::Display for Cliff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Left => "left",
            Side::Right => "right",
        })
    }
}

impl fmt::Display for Loan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, u8::from(self.second) + 1)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Melt(glacier) => write!(f, "melt {glacier}"),
            Action::Take(loan) => write!(f, "take {loan}"),
            Action::Penguin(cliff) => write!(f, "penguin {cliff}"),
            Action::Orca(pool) => write!(f, "orca {pool}"),
            Action::Bear(glacier) => write!(f, "bear {glacier}"),
            Action::Eat(from, to) => write!(f, "eat {from} {to}"),
            Action::Cross(number) => write!(f, "cross {number}"),
            Action::Done => f.write_str("done"),
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Glacier(face) => write!(f, "d8 {}", face.number()),
            Chance::Polar(seat, [one, two]) => write!(f, "dice {seat} {one} {two}"),
        }
    }
}

impl FromStr for Pool {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Pool, BadWords> {
        let letter = match text.as_bytes() {
            [letter] => letter.checked_sub(b'a'),
            _ => None,
        };
        letter
            .and_then(|index| Pool::new(usize::from(index)))
            .ok_or_else(|| bad("pool", text, "a letter from `a` to `s`"))
    }
}

impl FromStr for Glacier {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Glacier, BadWords> {
        let found = || {
            let (field, shape) = text.split_at_checked(1)?;
            let shape = Shape::ALL.into_iter().find(|each| shape.chars().eq([each.letter()]))?;
            field.parse::<Pool>().ok()?.glacier(shape)
        };
        found().ok_or_else(|| bad("glacier", text, "a field and a shape that it has, such as `bt`, `jd` or `az`"))
    }
}

impl FromStr for Cliff {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Cliff, BadWords> {
        plain(text).and_then(Cliff::numbered).ok_or_else(|| bad("cliff", text, "a number from 1 to 42"))
    }
}

impl FromStr for Number {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Number, BadWords> {
        plain(text).and_then(Number::new).ok_or_else(|| bad("number", text, "a number from 1 to 6"))
    }
}

impl FromStr for Side {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Side, BadWords> {
        match text {
            "left" => Ok(Side::Left),
            "right" => Ok(Side::Right),
            _ => Err(bad("neighbour", text, "`left` or `right`")),
        }
    }
}

impl FromStr for Action {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Action, BadWords> {
        let mut words = text.split(' ');
        let verb = words.next().unwrap_or("");
        let mut next = |what| words.next().ok_or_else(|| BadWords(format!("`{verb}` wants {what} behind it")));
        let action = match verb {
            "melt" => Action::Melt(next("a glacier")?.parse()?),
            "take" => {
                let side = next("`left` or `right`")?.parse()?;
                let second = match next("the first or the second die: 1 or 2")? {
                    "1" => false,
                    "2" => true,
                    other => return Err(bad("die", other, "1 or 2")),
                };
                Action::Take(Loan { side, second })
            }
            "penguin" => Action::Penguin(next("a cliff")?.parse()?),
            "orca" => Action::Orca(next("a pool")?.parse()?),
            "bear" => Action::Bear(next("a glacier")?.parse()?),
            "eat" => Action::Eat(next("two numbers")?.parse()?, next("a second number")?.parse()?),
            "cross" => Action::Cross(next("a number")?.parse()?),
            "done" => Action::Done,
            _ => {
                let verbs = "`melt`, `take`, `penguin`, `orca`, `bear`, `eat`, `cross` or `done`";
                return Err(bad("word", verb, verbs));
            }
        };
        match words.next() {
            None => Ok(action),
            Some(more) => Err(bad("word", more, &format!("nothing behind `{action}`"))),
        }
    }
}

impl FromStr for Chance {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Chance, BadWords> {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["d8", face] => plain(face)
                .and_then(Face::new)
                .map(Chance::Glacier)
                .ok_or_else(|| bad("face", face, "a number from 1 to 8")),
            ["dice", seat, one, two] => {
                let seat = plain(seat)
                    .and_then(|number| Seat::numbered(usize::from(number)))
                    .ok_or_else(|| bad("seat", seat, "a seat's number"))?;
                Ok(Chance::Polar(seat, [one.parse()?, two.parse()?]))
            }
            _ => Err(bad("roll", text, "`d8` with a face, or `dice` with a seat and two numbers")),
        }
    }
}

/// A small number written as we write numbers: no sign, no leading zero.
fn plain(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number: &u8| number.to_string() == text)
}

fn bad(what: &str, text: &str, expected: &str) -> BadWords {
    let short: String = text.chars().take(40).collect();
    BadWords(format!("unknown {what} `{}`; expected {expected}", short.escape_debug()))
}

macro_rules! written {
    ($($Type:ty),+) => {$(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }
    )+};
}

written!(Glacier, Pool);

impl Serialize for Cliff {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.number())
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.value())
    }
}

/// The fixed numbering of actions: kind by kind, only what can ever be legal.
pub(super) mod numbering {
    use super::*;

    /// Glaciers without the central ones, which are melted from the start.
    const LASTING: usize = GLACIERS - Glaciers::CENTRAL.len();
    const CHANGES: usize = Number::COUNT as usize * (Number::COUNT as usize - 1);
    /// Numbers whose animals can be without a place; penguins never are.
    const CROSSED: usize = 3;
    const FIRST_CROSSED: u8 = Number::COUNT - CROSSED as u8 + 1;

    const KINDS: [usize; 8] = [LASTING, Loan::ALL.len(), CLIFFS, FIELDS, LASTING, CHANGES, CROSSED, 1];

    pub const SIZE: usize = {
        let (mut size, mut kind) = (0, 0);
        while kind < KINDS.len() {
            size += KINDS[kind];
            kind += 1;
        }
        size
    };

    pub fn index(action: Action) -> Option<usize> {
        let (kind, number) = match action {
            Action::Melt(glacier) => (0, lasting(glacier)?),
            Action::Take(loan) => (1, 2 * (loan.side as usize) + usize::from(loan.second)),
            Action::Penguin(cliff) => (2, cliff.index()),
            Action::Orca(pool) => (3, pool.index()),
            Action::Bear(glacier) => (4, lasting(glacier)?),
            Action::Eat(from, to) if from == to => return None,
            Action::Eat(from, to) => {
                let skipped = u8::from(to > from);
                (5, usize::from((from.value() - 1) * (Number::COUNT - 1) + to.value() - 1 - skipped))
            }
            Action::Cross(number) => (6, usize::from(number.value().checked_sub(FIRST_CROSSED)?)),
            Action::Done => (7, 0),
        };
        Some(KINDS[..kind].iter().sum::<usize>() + number)
    }

    pub fn action(mut index: usize) -> Option<Action> {
        let mut kind = 0;
        while index >= *KINDS.get(kind)? {
            index -= KINDS[kind];
            kind += 1;
        }
        Some(match kind {
            0 => Action::Melt(nth_lasting(index)),
            1 => Action::Take(Loan::ALL[index]),
            2 => Action::Penguin(Cliff::new(index)?),
            3 => Action::Orca(Pool::new(index)?),
            4 => Action::Bear(nth_lasting(index)),
            5 => {
                let (from, to) = (index as u8 / (Number::COUNT - 1), index as u8 % (Number::COUNT - 1));
                let skipped = u8::from(to >= from);
                Action::Eat(Number::new(from + 1)?, Number::new(to + 1 + skipped)?)
            }
            6 => Action::Cross(Number::new(index as u8 + FIRST_CROSSED)?),
            _ => Action::Done,
        })
    }

    fn lasting(glacier: Glacier) -> Option<usize> {
        let before = Glaciers::CENTRAL.iter().filter(|&central| central < glacier).count();
        (!Glaciers::CENTRAL.has(glacier)).then(|| glacier.index() - before)
    }

    fn nth_lasting(index: usize) -> Glacier {
        Glaciers::ALL.without(Glaciers::CENTRAL).nth(index as u32)
    }
}

/// What the table sees happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are what the sentences of `tell` say")]
pub enum Event {
    GlacierDie { seat: Seat, round: u8, face: u8 },
    Apart { seat: Seat },
    Short { seat: Seat, melts: u8 },
    Melted { seat: Seat, glacier: Glacier },
    PolarDice { seat: Seat, dice: [Number; 2] },
    Took { seat: Seat, from: Seat, second: bool, number: Number },
    Penguin { seat: Seat, cliff: Cliff, number: Number, fish: bool },
    Orca { seat: Seat, pool: Pool, number: Number },
    Bear { seat: Seat, glacier: Glacier, number: Number },
    Ate { seat: Seat, from: Number, to: Number },
    Crossed { seat: Seat, number: Number },
    Done { seat: Seat },
    RoundOver { round: u8 },
    Over,
}

/// An action as a button says it.
pub(super) fn label(action: Action) -> String {
    match action {
        Action::Melt(glacier) => format!("Melt {glacier}, a {}", glacier.shape().spoken()),
        Action::Take(Loan { side, second }) => {
            format!("Take the {} die of the neighbour on the {side}", if second { "second" } else { "first" })
        }
        Action::Penguin(cliff) => format!("Penguin on cliff {cliff}"),
        Action::Orca(pool) => format!("Orca in pool {pool}"),
        Action::Bear(glacier) => format!("Bear on {glacier}"),
        Action::Eat(from, to) => format!("Eat a fish: {from} becomes {to}, {}", article(to.animal())),
        Action::Cross(number) => format!("Cross out the {number}: no place for {}", article(number.animal())),
        Action::Done => "Done".to_owned(),
    }
}

impl Face {
    /// What the face melts, in words.
    pub fn spoken(self) -> String {
        match self.shapes() {
            [one, two] if one == two => format!("two {}s", one.spoken()),
            [one, two] => format!("a {} and a {} that share a side", one.spoken(), two.spoken()),
        }
    }
}

impl PolarRoller {
    pub(super) fn sentence(&self, event: &Event) -> String {
        let name = seat_name;
        match *event {
            Event::GlacierDie { seat, round, face } => {
                let melts = Face::new(face).map_or(String::new(), Face::spoken);
                format!("Round {round}: {} rolls the glacier die, a {face}: {melts} melt.", name(seat))
            }
            Event::Apart { seat } => {
                format!("{} has no such pair side by side: one of each shape melts anywhere.", name(seat))
            }
            Event::Short { seat, melts: 0 } => format!("{} has nothing left that can melt.", name(seat)),
            Event::Short { seat, .. } => format!("{} has one glacier to melt; the rest is used up.", name(seat)),
            Event::Melted { seat, glacier } => format!("{} melts {glacier}.", name(seat)),
            Event::PolarDice { seat, dice: [one, two] } => format!("{} rolls {one} and {two}.", name(seat)),
            Event::Took { seat, from, second, number } => {
                let which = if second { "second" } else { "first" };
                format!("{} takes the {which} die of {}, a {number}.", name(seat), name(from).to_lowercase())
            }
            Event::Penguin { seat, cliff, number, fish } => {
                let fish = if fish { " and catches a fish" } else { "" };
                let joined = self.newly_joined(seat, cliff);
                format!("{} draws a penguin on cliff {cliff} for a {number}{fish}{joined}.", name(seat))
            }
            Event::Orca { seat, pool, number } => {
                format!("{} draws an orca in pool {pool} for a {number}.", name(seat))
            }
            Event::Bear { seat, glacier, number } => {
                format!("{} draws a bear on {glacier} for a {number}.", name(seat))
            }
            Event::Ate { seat, from, to } => format!("{} eats a fish: a {from} becomes a {to}.", name(seat)),
            Event::Crossed { seat, number } => {
                format!("{} crosses out a {number}: there is no place for {}.", name(seat), article(number.animal()))
            }
            Event::Done { seat } => format!("{} is done.", name(seat)),
            Event::RoundOver { round } => format!("Round {round} is over."),
            Event::Over => self.ending(),
        }
    }

    /// Which colonies a penguin has just connected with each other.
    fn newly_joined(&self, seat: Seat, cliff: Cliff) -> String {
        let sheet = self.sheet(seat);
        match sheet.networks().find(|network| network.cliffs.has(cliff)) {
            Some(network) if network.colonies().count() > sheet.most_colonies_without(cliff) => {
                let names: Vec<&str> = network.colonies().map(Colony::spoken).collect();
                format!(": the colonies {} are connected", listed(&names))
            }
            _ => String::new(),
        }
    }

    fn ending(&self) -> String {
        let outcome = self.outcome();
        let names: Vec<String> = outcome.winners.iter().map(seat_name).collect();
        let points = outcome.winners.first().map_or(0, |seat| outcome.scores[seat]);
        match &names[..] {
            [one] => format!("The match is over: {one} wins with {points} points."),
            many => format!("The match is over: {} share the win with {points} points.", listed(many)),
        }
    }

    pub(super) fn in_words(&self) -> String {
        let mut lines = vec![self.status()];
        for seat in Seat::all(self.seats()) {
            self.sheet_in_words(seat, &mut lines);
        }
        lines.join("\n")
    }

    fn status(&self) -> String {
        let round = format!("Round {} of {ROUNDS}", self.round());
        let waiting = |what: &str| format!("waiting for {} to {what}", seats_in_words(self.waiting()));
        let die = self.face().map_or(String::new(), |face| {
            format!(
                "the glacier die of {} shows {}, {}",
                seat_name(self.holder()).to_lowercase(),
                face.number(),
                face.spoken()
            )
        });
        match self.phase {
            Phase::GlacierDie => format!("{round}: {} is to roll the glacier die.", seat_name(self.holder())),
            Phase::Melt => format!("{round}, melting: {die}; {}.", waiting("melt")),
            Phase::PolarDice(seat) => format!("{round}: {die}; {} is to roll the polar dice.", seat_name(seat)),
            Phase::Draw => format!("{round}, drawing: {die}; {}.", waiting("draw")),
            Phase::Over => self.ending(),
        }
    }

    fn sheet_in_words(&self, seat: Seat, lines: &mut Vec<String>) {
        let (sheet, name) = (self.sheet(seat), seat_name(seat));
        if let Some(doing) = self.doing(seat) {
            lines.push(format!("{name} {doing}."));
        }
        if let Some([one, two]) = sheet.dice() {
            lines.push(format!("{name} rolled {one} and {two}; {}.", self.numbers_in_words(seat)));
        }
        lines.push(format!("{name} melted: {}.", spelled(sheet.melted().iter())));
        lines.push(format!("{name} penguins: {}.", spelled(sheet.penguins().iter())));
        lines.push(format!("{name} orcas: {}.", spelled(sheet.orcas().iter())));
        lines.push(format!("{name} bears: {}.", spelled(sheet.bears().iter())));
        let (caught, eaten, left) = (sheet.fish_caught(), sheet.fish_eaten(), sheet.fish_left());
        lines
            .push(format!("{name} fish: {caught} caught, {eaten} eaten, {left} left; numbers lost: {}.", sheet.lost()));
        lines.push(format!("{name} score: {}.", sheet.score()));
    }

    /// What the table waits for this seat to do.
    fn doing(&self, seat: Seat) -> Option<String> {
        let sheet = self.sheet(seat);
        match self.phase {
            Phase::GlacierDie | Phase::PolarDice(_) | Phase::Over => None,
            _ if !self.waiting().has(seat) => Some("is done".to_owned()),
            Phase::Melt => Some(match sheet.to_melt().collect::<Vec<Shape>>()[..] {
                [] => "has nothing more to melt".to_owned(),
                [only] => match sheet.melted_first() {
                    Some(first) => format!("has a {} beside {first} to melt", only.spoken()),
                    None => format!("has a {} to melt", only.spoken()),
                },
                [one, two, ..] if one == two => format!("has two {}s to melt", one.spoken()),
                [one, two, ..] => {
                    let beside = if sheet.melts_a_pair() { "side by side" } else { "anywhere" };
                    format!("has a {} and a {} to melt {beside}", one.spoken(), two.spoken())
                }
            }),
            Phase::Draw if sheet.taken().is_none() => Some("is to take a die of a neighbour".to_owned()),
            Phase::Draw if sheet.numbers().next().is_none() => Some("has nothing more to draw".to_owned()),
            Phase::Draw => Some("is to draw".to_owned()),
        }
    }

    fn numbers_in_words(&self, seat: Seat) -> String {
        let sheet = self.sheet(seat);
        let Some(loan) = sheet.taken() else { return "no die taken".to_owned() };
        let from = seat_name(self.neighbour(seat, loan.side)).to_lowercase();
        let which = if loan.second { "second" } else { "first" };
        let number = self.lent(seat, loan).map_or(String::new(), |number| number.to_string());
        let own = spelled(sheet.own_numbers());
        let borrowed = sheet.borrowed().map_or("none".to_owned(), |number| number.to_string());
        format!("took the {which} die of {from}, a {number}; unused: own {own}, borrowed {borrowed}")
    }

    pub(super) fn reason(&self, seat: Seat, action: Action, rule: Rule) -> String {
        let (sheet, name) = (self.sheet(seat), seat_name(seat));
        let numbers = || match spelled(sheet.numbers()) {
            none if none == "none" => "no number left".to_owned(),
            some => format!("only {some} left"),
        };
        match (rule, action) {
            (Rule::DoneIsDone, _) if seat.index() < usize::from(self.seats()) => {
                format!("{name} is done and waits for {}.", seats_in_words(self.waiting()))
            }
            (Rule::DoneWhenNothingIsLeft, _) => match self.doing(seat) {
                Some(doing) if self.phase == Phase::Draw && sheet.taken().is_some() => {
                    format!("{name} {doing}: it has {}.", numbers())
                }
                Some(doing) => format!("{name} {doing}."),
                None => rule.text().to_owned(),
            },
            (Rule::MeltedOnce, Action::Melt(glacier)) => format!("{glacier} has melted already."),
            (Rule::NotUnderABear, Action::Melt(glacier)) => format!("A bear lives on {glacier}, so it does not melt."),
            (Rule::ShapeOnTheDie, Action::Melt(glacier)) => {
                let doing = self.doing(seat).unwrap_or_default();
                format!("{glacier} is a {}; {name} {doing}.", glacier.shape().spoken())
            }
            (Rule::FirstHasAPartner, Action::Melt(glacier)) => {
                let other = sheet.to_melt().find(|&shape| shape != glacier.shape()).unwrap_or(glacier.shape());
                format!("No {} beside {glacier} can melt after it.", other.spoken())
            }
            (Rule::SecondIsAdjacent, Action::Melt(glacier)) => {
                let first = sheet.melted_first().map_or(String::new(), |first| first.to_string());
                format!("{glacier} does not share a side with {first}, which melted first.")
            }
            (Rule::TakeOnce, _) => {
                let loan = sheet.taken().map_or(String::new(), |loan| loan.to_string());
                format!("{name} has taken a die already: {loan}.")
            }
            (Rule::UnusedNumber, Action::Penguin(_)) => {
                format!("A penguin needs a 1, 2 or 3; {name} has {}.", numbers())
            }
            (Rule::UnusedNumber, Action::Orca(_)) => format!("An orca needs a 4 or 5; {name} has {}.", numbers()),
            (Rule::UnusedNumber, Action::Bear(_)) => format!("A bear needs a 6; {name} has {}.", numbers()),
            (Rule::UnusedNumber, Action::Cross(number)) => {
                format!("{name} has no unused {number} to cross out: it has {}.", numbers())
            }
            (Rule::OneAnimalAPlace, Action::Penguin(cliff)) => format!("A penguin stands on cliff {cliff} already."),
            (Rule::OneAnimalAPlace, Action::Orca(pool)) => format!("An orca swims in pool {pool} already."),
            (Rule::OneAnimalAPlace, Action::Bear(glacier)) => format!("A bear lives on {glacier} already."),
            (Rule::ColonyOrPenguin, Action::Penguin(cliff)) => {
                format!("Cliff {cliff} touches no colony, and no penguin is one path away from it.")
            }
            (Rule::MeltedPool, Action::Orca(pool)) => format!("No glacier around pool {pool} has melted."),
            (Rule::FrozenGlacier, Action::Bear(glacier)) => format!("{glacier} has melted."),
            (Rule::NoPlaceLeft, Action::Cross(number)) => self.still_room(seat, number),
            (Rule::CaughtFish, _) => match sheet.fish_caught() {
                0 => format!("{name} has not caught a fish yet."),
                caught => format!("{name} has eaten all of its {caught} fish."),
            },
            (Rule::OwnNumber, Action::Eat(from, _)) if sheet.borrowed() == Some(from) => {
                format!("That {from} comes from a neighbour's die and cannot change.")
            }
            (Rule::OwnNumber, Action::Eat(from, _)) => {
                format!("{name} has no unused {from} of its own: it has {}.", spelled(sheet.own_numbers()))
            }
            (Rule::AnotherNumber, Action::Eat(from, _)) => format!("A {from} cannot change into a {from}."),
            _ => rule.text().to_owned(),
        }
    }

    fn still_room(&self, seat: Seat, number: Number) -> String {
        let sheet = self.sheet(seat);
        let place = match number.animal() {
            Animal::Penguin => sheet.free_cliffs().first().map(|cliff| format!("cliff {cliff}")),
            Animal::Orca => sheet.free_pools().first().map(|pool| format!("pool {pool}")),
            Animal::Bear => sheet.free_glaciers().first().map(|glacier| glacier.to_string()),
        };
        let place = place.unwrap_or_default();
        format!("There is still a place for {}: {place}.", article(number.animal()))
    }
}

fn article(animal: Animal) -> String {
    let article = if animal == Animal::Orca { "an" } else { "a" };
    format!("{article} {}", animal.spoken())
}

/// Things one after the other, or `none`.
pub(super) fn spelled<T: fmt::Display>(things: impl Iterator<Item = T>) -> String {
    let words: Vec<String> = things.map(|thing| thing.to_string()).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

/// Things in a sentence: `one`, `one and two`, `one, two and three`.
pub(super) fn listed<T: AsRef<str>>(things: &[T]) -> String {
    let words: Vec<&str> = things.iter().map(AsRef::as_ref).collect();
    match words[..] {
        [] => "nobody".to_owned(),
        [only] => only.to_owned(),
        [ref all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

fn seats_in_words(seats: SeatSet) -> String {
    let numbers: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    let noun = if numbers.len() == 1 { "seat" } else { "seats" };
    format!("{noun} {}", listed(&numbers))
}

/// A count with its noun.
pub(super) fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
