//! The words of the game: the notation of actions and chance, and the sentences of the log.

use std::fmt;
use std::str::FromStr;

use polynya_engine::{BadWords, Clause, Seat};
use serde::{Serialize, Serializer};

use super::board::{
    BUBBLER, CHANNEL_OF, CHANNELS, DECK, ENDS, FIRST_OF, JUNCTIONS, PLACES, RETROFIT, SHIPS, TABLE, take,
};
use super::clauses::Rule;
use super::{IceBreakers, Phase};

/// A harbour, a junction or a space of a channel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub(super) u8);

impl Place {
    /// The harbour of this ship's destination.
    #[inline]
    pub fn harbour(ship: Ship) -> Place {
        Place(ship.0)
    }

    /// Is it a harbour?
    #[inline]
    pub fn is_harbour(self) -> bool {
        self.index() < SHIPS
    }

    /// Is it a junction?
    #[inline]
    pub fn is_junction(self) -> bool {
        (SHIPS..ENDS).contains(&self.index())
    }

    /// Its place in the numbering of all places, below [`PLACES`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The place at this place in the numbering.
    pub fn from_index(index: usize) -> Option<Place> {
        (index < PLACES).then_some(Place(index as u8))
    }

    #[inline]
    pub(super) fn bit(self) -> u128 {
        1 << self.0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_harbour() {
            write!(f, "h{}", self.0 + 1)
        } else if self.is_junction() {
            write!(f, "j{}", self.0 + 1 - SHIPS as u8)
        } else {
            let channel = usize::from(CHANNEL_OF[self.index()]);
            let [from, to] = TABLE[channel].ends.map(Place);
            write!(f, "{from}{to}.{}", self.0 - FIRST_OF[channel] + 1)
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Place {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Place, BadWords> {
        place(text).ok_or_else(|| {
            bad("place", text, "a harbour `h1` to `h12`, a junction `j1` to `j6`, or a space such as `h2h1.1`")
        })
    }
}

fn place(text: &str) -> Option<Place> {
    let end = |text: &str| {
        let (kind, number) = text.split_at_checked(1)?;
        let most = if kind == "h" { SHIPS } else { JUNCTIONS };
        let number = number_to(number, most)?;
        match kind {
            "h" => Some(number - 1),
            "j" => Some(SHIPS as u8 + number - 1),
            _ => None,
        }
    };
    let Some((channel, space)) = text.split_once('.') else { return end(text).map(Place) };
    let second = 1 + channel.get(1..)?.find(['h', 'j'])?;
    let ends = [end(&channel[..second])?, end(&channel[second..])?];
    let index = (0..CHANNELS).find(|&index| TABLE[index].ends == ends)?;
    let next = FIRST_OF.get(index + 1).map_or(PLACES, |&first| usize::from(first));
    let space = number_to(space, next - usize::from(FIRST_OF[index]))?;
    Some(Place(FIRST_OF[index] + space - 1))
}

/// A number from 1 to `most`, written without signs and leading zeros.
fn number_to(text: &str, most: usize) -> Option<u8> {
    let digits = !text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number: usize = text.parse().ok().filter(|_| digits && !text.starts_with('0'))?;
    (1..=most).contains(&number).then_some(number as u8)
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// One of the twelve ships.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ship(pub(super) u8);

impl Ship {
    /// The ship with this number, from 1.
    pub fn numbered(number: u8) -> Option<Ship> {
        (1..=SHIPS as u8).contains(&number).then(|| Ship(number - 1))
    }

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self.0 + 1
    }

    /// All twelve.
    #[inline]
    pub fn all() -> impl Iterator<Item = Ship> + Clone {
        (0..SHIPS as u8).map(Ship)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ship {}", self.number())
    }
}

impl FromStr for Ship {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Ship, BadWords> {
        number_to(text, SHIPS).map(|number| Ship(number - 1)).ok_or_else(|| bad("ship", text, "a number from 1 to 12"))
    }
}

impl Serialize for Ship {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.number())
    }
}

/// A Coast Guard card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// Power of five points.
    Five,
    /// Power of seven points.
    Seven,
    /// Power of ten points.
    Ten,
    /// R3: three more points for a 5 or a 7.
    Retrofit,
    /// B1: one more point.
    Bubbler,
    /// AB2: two cards from the discard pile.
    AutoBallast,
}

impl Card {
    /// How many kinds there are.
    pub const COUNT: usize = 6;
    /// Every kind.
    pub const ALL: [Card; Card::COUNT] =
        [Card::Five, Card::Seven, Card::Ten, Card::Retrofit, Card::Bubbler, Card::AutoBallast];
    /// Those that open a turn.
    pub const POWER: [Card; 3] = [Card::Five, Card::Seven, Card::Ten];

    /// Does it open a turn?
    #[inline]
    pub fn is_power(self) -> bool {
        matches!(self, Card::Five | Card::Seven | Card::Ten)
    }

    /// The points that it gives.
    #[inline]
    pub fn points(self) -> u8 {
        match self {
            Card::Five => 5,
            Card::Seven => 7,
            Card::Ten => 10,
            Card::Retrofit => RETROFIT,
            Card::Bubbler => BUBBLER,
            Card::AutoBallast => 0,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Card::Five => "5",
            Card::Seven => "7",
            Card::Ten => "10",
            Card::Retrofit => "r3",
            Card::Bubbler => "b1",
            Card::AutoBallast => "ab2",
        }
    }

    /// The card as sentences write it: `7`, `R3`.
    pub fn spoken(self) -> &'static str {
        match self {
            Card::Retrofit => "R3",
            Card::Bubbler => "B1",
            Card::AutoBallast => "AB2",
            power => power.word(),
        }
    }

    /// The card with its article: `a 7`, `an R3`.
    fn one(self) -> String {
        let article = if matches!(self, Card::Retrofit | Card::AutoBallast) { "an" } else { "a" };
        format!("{article} {}", self.spoken())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Card {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Card, BadWords> {
        Card::ALL
            .into_iter()
            .find(|card| card.word() == text)
            .ok_or_else(|| bad("card", text, "`5`, `7`, `10`, `r3`, `b1` or `ab2`"))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// An ice report: the numbers that freeze, as bits from number 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Report(pub(super) u8);

impl Report {
    /// Nothing freezes.
    pub const MILD: Report = Report(0);
    /// Everything freezes; the last of the stack.
    pub const LAST: Report = Report(0b1111);

    /// Every report that can be written: mild first, then those with fewer numbers, then by the numbers.
    pub fn all() -> impl Iterator<Item = Report> {
        [0b0000, 0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100, 0b0111, 0b1011, 0b1101]
            .into_iter()
            .chain([0b1110, 0b1111])
            .map(Report)
    }

    /// Does water with this number (1 to 4) freeze?
    #[inline]
    pub fn freezes(self, number: u8) -> bool {
        (1..=4).contains(&number) && self.0 >> (number - 1) & 1 == 1
    }

    /// The numbers that freeze, rising.
    #[inline]
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        (1..=4).filter(move |&number| self.freezes(number))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Report::MILD {
            return f.write_str("mild");
        }
        for (index, number) in self.numbers().enumerate() {
            if index > 0 {
                f.write_str("+")?;
            }
            write!(f, "{number}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Report {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Report, BadWords> {
        Report::all()
            .find(|report| report.to_string() == text)
            .ok_or_else(|| bad("report", text, "`mild`, or rising numbers from 1 to 4 such as `2+3`"))
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// What a seat does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Opens the turn with a Power card.
    Power(Card),
    /// Lets the turn go by.
    Pass,
    /// Adds a Retrofit or a Bubbler to the open Power card.
    Add(Card),
    /// Gives an Auto-Ballast for two cuts.
    Cash,
    /// Breaks the ice on a space.
    Clear(Place),
    /// Moves a ship.
    Move(Ship, Place),
    /// Hands on a card that was collected or cut in this turn.
    Give(Card, Seat),
    /// Ends the turn.
    End,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Power(card) => write!(f, "power {card}"),
            Action::Pass => f.write_str("pass"),
            Action::Add(card) => write!(f, "add {card}"),
            Action::Cash => f.write_str("cash"),
            Action::Clear(space) => write!(f, "clear {space}"),
            Action::Move(ship, to) => write!(f, "move {ship} {to}"),
            Action::Give(card, seat) => write!(f, "give {card} {seat}"),
            Action::End => f.write_str("end"),
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
            "power" => Action::Power(next("a card")?.parse()?),
            "pass" => Action::Pass,
            "add" => Action::Add(next("a card")?.parse()?),
            "cash" => Action::Cash,
            "clear" => Action::Clear(next("a space")?.parse()?),
            "move" => Action::Move(next("a ship and a place")?.parse()?, next("a place")?.parse()?),
            "give" => {
                let card = next("a card and a seat")?.parse()?;
                let seat = next("a seat")?;
                let number = number_to(seat, SEATS).ok_or_else(|| bad("seat", seat, "a number from 1 to 4"))?;
                Action::Give(card, Seat::numbered(usize::from(number)).expect("it is from 1 to 4"))
            }
            "end" => Action::End,
            _ => {
                let known = "`power`, `pass`, `add`, `cash`, `clear`, `move`, `give` or `end`";
                return Err(bad("word", verb, known));
            }
        };
        match words.next() {
            None => Ok(action),
            Some(more) => Err(bad("word", more, &format!("nothing behind `{action}`"))),
        }
    }
}

/// The most seats a table has.
pub(super) const SEATS: usize = 4;

/// What pieces, ships, cards and reports decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// A piece of ice is laid.
    Ice(u8),
    /// A ship is put on the next harbour.
    Ship(Ship),
    /// A card is laid out or dealt.
    Card(Card),
    /// The next report is turned.
    Report(Report),
    /// A card is cut from the discard pile.
    Cut(Card),
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Ice(number) => write!(f, "ice {number}"),
            Chance::Ship(ship) => write!(f, "ship {ship}"),
            Chance::Card(card) => write!(f, "card {card}"),
            Chance::Report(report) => write!(f, "report {report}"),
            Chance::Cut(card) => write!(f, "cut {card}"),
        }
    }
}

impl FromStr for Chance {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Chance, BadWords> {
        let (kind, what) = text.split_once(' ').unwrap_or((text, ""));
        match kind {
            "ice" => {
                number_to(what, 4).map(Chance::Ice).ok_or_else(|| bad("number of ice", what, "a number from 1 to 4"))
            }
            "ship" => what.parse().map(Chance::Ship),
            "card" => what.parse().map(Chance::Card),
            "report" => what.parse().map(Chance::Report),
            "cut" => what.parse().map(Chance::Cut),
            _ => Err(bad("word", kind, "`ice`, `ship`, `card`, `report` or `cut`")),
        }
    }
}

fn bad(what: &str, text: &str, expected: &str) -> BadWords {
    let short: String = text.chars().take(40).collect();
    BadWords(format!("unknown {what} `{}`; expected {expected}", short.escape_debug()))
}

/// The kinds of actions in the fixed numbering, and how many there are of each: Power cards, pass, added cards, cash,
/// end, gifts, broken ice, moves.
const KINDS: [usize; 8] = [3, 1, 2, 1, 1, Card::COUNT * SEATS, PLACES - SHIPS, SHIPS * PLACES];

/// The size of the fixed numbering.
pub(super) const ACTIONS: usize = {
    let (mut sum, mut kind) = (0, 0);
    while kind < KINDS.len() {
        sum += KINDS[kind];
        kind += 1;
    }
    sum
};

pub(super) fn index(action: Action) -> Option<usize> {
    let (kind, number) = match action {
        Action::Power(card) => (0, card.is_power().then_some(card as usize)?),
        Action::Pass => (1, 0),
        Action::Add(Card::Retrofit) => (2, 0),
        Action::Add(Card::Bubbler) => (2, 1),
        Action::Add(_) => return None,
        Action::Cash => (3, 0),
        Action::End => (4, 0),
        Action::Give(card, seat) => (5, (seat.index() < SEATS).then_some(card as usize * SEATS + seat.index())?),
        Action::Clear(space) => (6, space.index().checked_sub(SHIPS)?),
        Action::Move(ship, to) => (7, ship.index() * PLACES + to.index()),
    };
    Some(KINDS[..kind].iter().sum::<usize>() + number)
}

pub(super) fn from_index(mut index: usize) -> Option<Action> {
    for (kind, size) in KINDS.into_iter().enumerate() {
        if let Some(rest) = index.checked_sub(size) {
            index = rest;
            continue;
        }
        return Some(match kind {
            0 => Action::Power(Card::POWER[index]),
            1 => Action::Pass,
            2 => Action::Add([Card::Retrofit, Card::Bubbler][index]),
            3 => Action::Cash,
            4 => Action::End,
            5 => Action::Give(Card::ALL[index / SEATS], Seat::new(index % SEATS)?),
            6 => Action::Clear(Place((index + SHIPS) as u8)),
            _ => Action::Move(Ship((index / PLACES) as u8), Place((index % PLACES) as u8)),
        });
    }
    None
}

/// An action as a button says it.
pub(super) fn label(action: Action) -> String {
    match action {
        Action::Power(card) => format!("Open the turn with {}", card.one()),
        Action::Pass => "Pass".to_owned(),
        Action::Add(card) => format!("Add {}: {} more", card.one(), plural(card.points().into(), "point")),
        Action::Cash => "Cash an AB2: cut two cards".to_owned(),
        Action::Clear(space) => format!("Break the ice on {space}"),
        Action::Move(ship, to) if to == Place::harbour(ship) => format!("Ship {ship} home to {to}"),
        Action::Move(ship, to) => format!("Ship {ship} to {to}"),
        Action::Give(card, seat) => format!("Give {} to seat {seat}", card.one()),
        Action::End => "End the turn".to_owned(),
    }
}

/// What the table sees happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are what the sentences of `tell` say")]
pub enum Event {
    Laid { space: Place, number: u8 },
    Docked { ship: Ship, harbour: Place },
    Waits { card: Card, harbour: Place },
    JoinsRow { card: Card },
    Dealt { seat: Seat, card: Card },
    Forecast { report: Report },
    Opened { seat: Seat, card: Card },
    Passed { seat: Seat },
    Added { seat: Seat, card: Card, points: u8 },
    Cashed { seat: Seat },
    Cut { seat: Seat, card: Card },
    Broke { seat: Seat, space: Place, number: u8, points: u8 },
    Moved { seat: Seat, ship: Ship, from: Place, to: Place },
    Arrived { ship: Ship, home: u8 },
    Collected { seat: Seat, card: Card },
    Gave { seat: Seat, card: Card, to: Seat },
    Ended { seat: Seat, points: u8 },
    InEffect { report: Report, pieces: u8 },
    Stuck { ship: Ship, place: Place, number: u8 },
    TurnOf { seat: Seat },
    AllHome { turns: u32 },
    OutOfPower { home: u8 },
    PassedRound { home: u8 },
}

impl IceBreakers {
    pub(super) fn sentence(&self, event: &Event) -> String {
        match *event {
            Event::Laid { space, number } => format!("Ice {number} is laid on {space}."),
            Event::Docked { ship, harbour } => format!("Ship {ship} begins at {harbour}."),
            Event::Waits { card, harbour } => format!("{} waits at {harbour}.", capital(&card.one())),
            Event::JoinsRow { card } => format!("{} joins the row.", capital(&card.one())),
            Event::Dealt { seat, card } => format!("Seat {seat} is dealt {}.", card.one()),
            Event::Forecast { report: Report::MILD } => "The forecast is mild: nothing will freeze.".to_owned(),
            Event::Forecast { report } => format!("The forecast is {report}."),
            Event::Opened { seat, card } => format!("Seat {seat} plays {}.", card.one()),
            Event::Passed { seat } => format!("Seat {seat} passes."),
            Event::Added { seat, card, points } => {
                format!("Seat {seat} adds {}: {} left.", card.one(), plural(points.into(), "point"))
            }
            Event::Cashed { seat } => format!("Seat {seat} cashes an AB2, which leaves the game."),
            Event::Cut { seat, card } => format!("Seat {seat} cuts {}.", card.one()),
            Event::Broke { seat, space, number, points } => {
                let left = plural(points.into(), "point");
                format!("Seat {seat} breaks ice {number} on {space}: {left} left.")
            }
            Event::Moved { seat, ship, from, to } => format!("Seat {seat} moves ship {ship} from {from} to {to}."),
            Event::Arrived { ship, home } => {
                format!("Ship {ship} is home: {home} of {}.", self.fleet())
            }
            Event::Collected { seat, card } => format!("Seat {seat} collects {}.", card.one()),
            Event::Gave { seat, card, to } => format!("Seat {seat} gives {} to seat {to}.", card.one()),
            Event::Ended { seat, points: 0 } => format!("Seat {seat} ends the turn."),
            Event::Ended { seat, points } => {
                format!("Seat {seat} ends the turn with {} unused.", plural(points.into(), "point"))
            }
            Event::InEffect { report: Report::MILD, .. } => "The mild report takes effect: nothing freezes.".to_owned(),
            Event::InEffect { report, pieces } => {
                format!("Report {report} takes effect: {} to ice.", plural_verb(pieces.into(), "piece", "turn"))
            }
            Event::Stuck { ship, place, number } => format!("Ship {ship} is stuck on {place}, ice {number}."),
            Event::TurnOf { seat } => format!("It is the turn of seat {seat}."),
            Event::AllHome { turns } => {
                format!("All ships are home after {}: everybody wins.", plural(turns as usize, "turn"))
            }
            Event::OutOfPower { home } => {
                format!(
                    "Nobody has a Power card left: the season ends with {} brought in.",
                    plural(home.into(), "ship")
                )
            }
            Event::PassedRound { home } => {
                format!("Everybody has passed: the season ends with {} brought in.", plural(home.into(), "ship"))
            }
        }
    }

    pub(super) fn in_words(&self) -> String {
        let mut lines = vec![self.status(), self.reports_in_words()];
        lines.extend(self.stack_in_words());
        lines.push(self.ships_home_in_words());
        lines.extend(Ship::all().filter_map(|ship| self.ship_in_words(ship)));
        for seat in Seat::all(self.seats) {
            let mut line = format!("Seat {seat} holds {}", list(&self.hand(seat)));
            let fresh = self.fresh(seat);
            if fresh != [0; Card::COUNT] {
                line += &format!("; may give {}", list(&fresh));
            }
            lines.push(line + ".");
        }
        for ship in Ship::all() {
            let harbour = Place::harbour(ship);
            let cards: Vec<&str> = self.reward(harbour).map(Card::spoken).collect();
            if !cards.is_empty() {
                lines.push(format!("At {harbour}: {}.", cards.join(", ")));
            }
        }
        let row: Vec<&str> = self.row().map(Card::spoken).collect();
        if !self.introductory && self.phase != Phase::Over || !row.is_empty() {
            let row = if row.is_empty() { "empty".to_owned() } else { row.join(", ") };
            lines.push(format!("Row, the right end first: {row}."));
        }
        lines.push(format!("Discard pile: {}.", list(&self.pile())));
        if self.undealt().iter().any(|&count| count > 0) {
            lines.push(format!("Cards to deal: {}.", list(&self.undealt())));
        }
        let gone = DECK[Card::AutoBallast as usize] - self.count_everywhere(Card::AutoBallast);
        if gone > 0 {
            lines.push(format!("Out of the game: {gone} AB2."));
        }
        lines.extend(self.map_in_words());
        let fleet = if self.introductory { "introductory game" } else { "full game" };
        lines.push(format!("Map {}, reports {}, {fleet}.", self.map, self.reports));
        lines.join("\n")
    }

    fn status(&self) -> String {
        let (turn, seat) = (self.turns + 1, self.seat);
        match (self.phase, self.power) {
            (Phase::Ice, _) => format!("Set-up: ice is laid, next on {}.", self.next_space()),
            (Phase::Ships, _) => format!("Set-up: ships are placed, next at {}.", self.next_harbour()),
            (Phase::Cards, _) => format!("Set-up: cards are laid out and dealt, {} to go.", self.cards_to_deal()),
            (Phase::Report, _) if self.forecast.is_none() => "Set-up: the first report is turned.".to_owned(),
            (Phase::Report, _) => format!("Turn {turn}: the next report is turned for seat {seat}."),
            (Phase::Cut, _) => {
                format!(
                    "Turn {turn} of seat {seat}: seat {} cuts, {} to go.",
                    self.cutter,
                    plural(self.cuts.into(), "card")
                )
            }
            (Phase::Over, _) => {
                let turns = plural(self.turns as usize, "turn");
                if self.all_home() {
                    format!("Over after {turns}: all ships are home, everybody won.")
                } else {
                    format!("Over after {turns}: {} brought in.", plural(self.brought().into(), "ship"))
                }
            }
            (Phase::Choose | Phase::Work, None) => format!("Turn {turn}: seat {seat} plays a Power card or passes."),
            (Phase::Choose | Phase::Work, Some(card)) => {
                let added = if self.added > 0 { format!(" with {} added", self.added) } else { String::new() };
                let left = plural(self.points.into(), "point");
                format!("Turn {turn}: seat {seat} has played {}{added}, {left} left.", card.one())
            }
        }
    }

    fn reports_in_words(&self) -> String {
        let report = |report: Option<Report>| report.map_or("none".to_owned(), |report| report.to_string());
        let mut line = format!("Forecast: {}. In effect: {}.", report(self.forecast), report(self.effect));
        if self.passes > 0 {
            line += &format!(" Passes in a row: {}.", self.passes);
        }
        line
    }

    fn stack_in_words(&self) -> Option<String> {
        let packs: Vec<String> = self
            .packs()
            .filter(|pack| !pack.is_empty())
            .map(|pack| {
                let kinds: Vec<String> = pack.each().map(|(report, count)| times(&report.to_string(), count)).collect();
                kinds.join(", ")
            })
            .collect();
        let count = self.reports_left();
        (count > 0).then(|| format!("Reports face down: {count}. {}.", packs.join("; then ")))
    }

    fn ships_home_in_words(&self) -> String {
        let home: Vec<String> = Ship::all().filter(|&ship| self.is_home(ship)).map(|ship| ship.to_string()).collect();
        let names = if home.is_empty() { String::new() } else { format!(" At home: {}.", home.join(", ")) };
        format!("Ships brought in: {} of {}.{names}", self.brought(), self.fleet())
    }

    fn ship_in_words(&self, ship: Ship) -> Option<String> {
        let at = self.place_of(ship).filter(|_| !self.is_home(ship))?;
        Some(match self.number(at) {
            None => format!("Ship {ship} is at {at}."),
            Some(number) if self.is_ice(at) => format!("Ship {ship} is stuck on {at}, ice {number}."),
            Some(number) => format!("Ship {ship} is on {at}, water {number}."),
        })
    }

    fn map_in_words(&self) -> Vec<String> {
        let piece = |place: Place| match self.number(place) {
            None => "nothing yet".to_owned(),
            Some(number) if self.is_ice(place) => format!("ice {number}"),
            Some(number) => format!("water {number}"),
        };
        let junctions: Vec<String> =
            (SHIPS as u8..ENDS as u8).map(Place).map(|place| format!("{place} {}", piece(place))).collect();
        let mut lines = vec![format!("Junctions: {}.", junctions.join(", "))];
        for (from, to, spaces) in self.map.chart().channels() {
            let pieces: Vec<String> = spaces.iter().map(piece).collect();
            lines.push(format!("Channel {from} to {to}: {}.", pieces.join(", ")));
        }
        lines
    }

    pub(super) fn reason(&self, seat: Seat, action: Action, rule: Rule) -> String {
        let active = self.seat;
        match (rule, action) {
            (Rule::TakeTurns, Action::Add(_) | Action::Cash | Action::Give(..)) => "Nobody acts now.".to_owned(),
            (Rule::TakeTurns, _) => format!("It is the turn of seat {active}, not of seat {seat}."),
            (Rule::WaitForPower, _) => format!("Seat {active} has not played a Power card yet."),
            (Rule::OnTheMap, Action::Clear(place) | Action::Move(_, place)) => {
                format!("The {} map has no place {place}.", self.map)
            }
            (Rule::HarboursAreOpen, Action::Clear(place)) => format!("{place} is a harbour and never freezes."),
            (Rule::PowerCards, Action::Power(card)) => format!("{} is no Power card.", capital(&card.one())),
            (Rule::OnePowerCard, _) => match self.power {
                Some(card) => format!("Seat {active} has played {} in this turn already.", card.one()),
                None => rule.text().to_owned(),
            },
            (Rule::PowerFirst, _) => format!("Seat {seat} has not played a Power card yet."),
            (Rule::PassInstead, _) => format!("Seat {seat} has played a Power card, so `end` ends the turn."),
            (Rule::HoldTheCard, Action::Power(card) | Action::Add(card) | Action::Give(card, _)) => {
                format!("Seat {seat} holds no {}.", card.spoken())
            }
            (Rule::HoldTheCard, Action::Cash) => format!("Seat {seat} holds no AB2."),
            (Rule::OnlyHelpIsAdded, Action::Add(card)) => format!("{} cannot be added.", capital(&card.one())),
            (Rule::NoRetrofitOnTen, _) => "A 10 lies open, and a Retrofit strengthens only a 5 or a 7.".to_owned(),
            (Rule::PileIsEmpty, _) => "The discard pile is empty, so there is nothing to cut.".to_owned(),
            (Rule::AlreadyWater, Action::Clear(place)) => format!("{place} is water already."),
            (Rule::PayInFull, Action::Clear(place)) => {
                let number = self.number(place).unwrap_or(0);
                let left = plural(self.points.into(), "point");
                let is = if self.points == 1 { "is" } else { "are" };
                format!("The ice on {place} costs {number}, and {left} {is} left.")
            }
            (Rule::HomeIsHome, Action::Move(ship, _)) => format!("Ship {ship} is home."),
            (Rule::StuckInIce, Action::Move(ship, _)) => match self.place_of(ship) {
                Some(at) => format!("Ship {ship} is stuck: {at} is ice."),
                None => rule.text().to_owned(),
            },
            (Rule::SomewhereElse, Action::Move(ship, to)) => format!("Ship {ship} is at {to} already."),
            (Rule::OpenWay, Action::Move(ship, to)) if self.is_ice(to) => {
                format!("Ship {ship} cannot go to {to}, which is ice.")
            }
            (Rule::OpenWay, Action::Move(ship, to)) => format!("Ice blocks every way of ship {ship} to {to}."),
            (Rule::OwnHarbourEndsTheWay, Action::Move(ship, to)) => {
                format!("Every open way of ship {ship} to {to} leads through h{ship}, where it would stay.")
            }
            (Rule::ToAnotherSeat, Action::Give(_, to)) if to == seat => "A seat cannot give to itself.".to_owned(),
            (Rule::ToAnotherSeat, Action::Give(_, to)) => format!("This table has no seat {to}."),
            (Rule::FreshCardsOnly, Action::Give(card, _)) => {
                format!(
                    "Seat {seat} has no {} that was collected or cut in this turn and is still its own.",
                    card.spoken()
                )
            }
            _ => rule.text().to_owned(),
        }
    }
}

/// Cards as people list them: `5 x2, R3`.
fn list(cards: &[u8; Card::COUNT]) -> String {
    let kinds: Vec<String> = Card::ALL
        .into_iter()
        .zip(cards)
        .filter(|&(_, &count)| count > 0)
        .map(|(card, &count)| times(card.spoken(), count.into()))
        .collect();
    if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") }
}

fn times(what: &str, count: u32) -> String {
    if count == 1 { what.to_owned() } else { format!("{what} x{count}") }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn plural_verb(count: usize, noun: &str, verb: &str) -> String {
    format!("{} {verb}{}", plural(count, noun), if count == 1 { "s" } else { "" })
}

/// The names of a set of places, one after another.
pub(super) fn names(mut bits: u128) -> String {
    let mut names = Vec::new();
    while bits != 0 {
        names.push(Place(take(&mut bits)).to_string());
    }
    names.join(", ")
}
