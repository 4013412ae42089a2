//! The words of the game: the notation of actions and chance, and the sentences of the log.

use std::fmt;
use std::str::FromStr;

use polynya_engine::{BadWords, Clause, Seat};
use serde::{Serialize, Serializer};

use super::board::{
    self, BASES, Bear, Bears, COLUMNS, Card, HEXES, Hex, HexSet, ICE_TILES, NUMBERS, Number, Set, ShipName, TILE_ROOM,
    Tile, Upgrade,
};
use super::clauses::Rule;
use super::{Ask, Ending, RescuePolarBears, Ship, Stage, Trouble};

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = self.column_and_row();
        write!(f, "{}{}", char::from(b'a' + column), row + 1)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hex {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Hex, BadWords> {
        let hex = match *text.as_bytes() {
            [letter, digit @ b'1'..=b'9'] => {
                letter.checked_sub(b'a').filter(|&column| column < COLUMNS).and_then(|column| {
                    let (q, row) = (column as i8 - board::RADIUS, (digit - b'1') as i8);
                    Hex::at(q, row - board::RADIUS - q.min(0))
                })
            }
            _ => None,
        };
        hex.ok_or_else(|| bad("hex", text, "a column from a to i and a row from 1, such as `e5`"))
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Number {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Number, BadWords> {
        number(text, ICE_TILES).and_then(Number::new).ok_or_else(|| bad("number", text, "a number from 1 to 20"))
    }
}

/// A plain number from 1 to `most`, without leading zeros or signs.
fn number(text: &str, most: u8) -> Option<u8> {
    text.parse().ok().filter(|number: &u8| (1..=most).contains(number) && number.to_string() == text)
}

impl Bear {
    /// The letter in the notation.
    fn word(self) -> &'static str {
        ["m", "f", "c"][self as usize]
    }

    fn spoken(self) -> &'static str {
        ["male", "female", "cub"][self as usize]
    }

    /// What a button calls it.
    fn called(self) -> &'static str {
        ["male bear", "female bear", "cub"][self as usize]
    }
}

impl fmt::Display for Bear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Bear {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Bear, BadWords> {
        Bear::ALL
            .into_iter()
            .find(|bear| bear.word() == text)
            .ok_or_else(|| bad("bear", text, "`m` (male), `f` (female) or `c` (cub)"))
    }
}

impl Serialize for Bear {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

/// What a cub grows into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sex {
    /// A male.
    Male,
    /// A female.
    Female,
}

impl Sex {
    /// Both.
    pub const ALL: [Sex; 2] = [Sex::Male, Sex::Female];
}

impl From<Sex> for Bear {
    #[inline]
    fn from(sex: Sex) -> Bear {
        Bear::ADULTS[sex as usize]
    }
}

/// One of the two upgrade boxes of a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Slot {
    /// The first.
    A,
    /// The second.
    B,
}

impl Slot {
    /// Both.
    pub const ALL: [Slot; 2] = [Slot::A, Slot::B];
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["a", "b"][*self as usize])
    }
}

impl FromStr for Slot {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Slot, BadWords> {
        match text {
            "a" => Ok(Slot::A),
            "b" => Ok(Slot::B),
            _ => Err(bad("upgrade box", text, "`a` or `b`")),
        }
    }
}

impl fmt::Display for ShipName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.hull().word)
    }
}

impl FromStr for ShipName {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<ShipName, BadWords> {
        ShipName::ALL.into_iter().find(|ship| ship.hull().word == text).ok_or_else(|| {
            bad("ship", text, "`breeze-dragon`, `white-wave`, `polaris`, `aurora-lens` or `iron-petrel`")
        })
    }
}

impl Serialize for ShipName {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl Card {
    /// The card's name in the notation.
    fn word(self) -> &'static str {
        match self {
            Card::ColdSnap => "cold-snap",
            Card::ExtraHelicopter => "extra-helicopter",
            Card::SurveyBurst => "survey-burst",
            Card::SatelliteForecast => "satellite-forecast",
            Card::DemolitionCharge => "demolition-charge",
            Card::Overtime => "overtime",
            Card::AllHands => "all-hands",
            Card::Airlift => "airlift",
            Card::NewForecast => "new-forecast",
            Card::QuietSeason => "quiet-season",
        }
    }

    /// The card's name in sentences.
    pub fn spoken(self) -> &'static str {
        match self {
            Card::ColdSnap => "Cold Snap",
            Card::ExtraHelicopter => "Extra Helicopter",
            Card::SurveyBurst => "Survey Burst",
            Card::SatelliteForecast => "Satellite Forecast",
            Card::DemolitionCharge => "Demolition Charge",
            Card::Overtime => "Overtime",
            Card::AllHands => "All Hands",
            Card::Airlift => "Airlift",
            Card::NewForecast => "New Forecast",
            Card::QuietSeason => "Quiet Season",
        }
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
            .ok_or_else(|| bad("Support Card", text, "one such as `cold-snap` or `quiet-season`"))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tile::Ocean => f.write_str("ocean"),
            Tile::Support => f.write_str("support"),
            Tile::Ice(number) => write!(f, "{number}"),
            Tile::Float => f.write_str("float"),
            Tile::Base => f.write_str("base"),
        }
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// What a seat does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Sails its ship to this hex.
    Sail(Hex),
    /// Loads a bear from this hex.
    Load(Bear, Hex),
    /// Loads the Data Token of this hex.
    Data(Hex),
    /// Takes the Data Token of this hex for nothing: Breeze Dragon.
    Grab(Hex),
    /// Puts all bears on board into the supply.
    Unload,
    /// Breaks the ice on this hex.
    Break(Hex),
    /// Ends the Action Phase.
    End,
    /// Gives an Upgrade Token to this box of this ship.
    Upgrade(ShipName, Slot),
    /// Uses the Support Card.
    Use,
    /// Does not use the Support Card, or lets the rest of the bears sink.
    Decline,
    /// Demolition Charge removes the ice on this hex.
    Remove(Hex),
    /// Airlift takes a bear from this hex.
    Lift(Bear, Hex),
    /// Airlift takes no more.
    Enough,
    /// A bear flees to this hex.
    Flee(Bear, Hex),
    /// A newborn cub goes to this hex.
    Place(Hex),
    /// A bear boards Iron Petrel instead of sinking.
    Board(Bear),
    /// A cub grows up.
    Grow(Sex),
    /// This face-up Alert Token is next.
    Alert(Number),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Sail(hex) => write!(f, "sail {hex}"),
            Action::Load(bear, hex) => write!(f, "load {bear} {hex}"),
            Action::Data(hex) => write!(f, "data {hex}"),
            Action::Grab(hex) => write!(f, "grab {hex}"),
            Action::Unload => f.write_str("unload"),
            Action::Break(hex) => write!(f, "break {hex}"),
            Action::End => f.write_str("end"),
            Action::Upgrade(ship, slot) => write!(f, "upgrade {ship} {slot}"),
            Action::Use => f.write_str("use"),
            Action::Decline => f.write_str("decline"),
            Action::Remove(hex) => write!(f, "remove {hex}"),
            Action::Lift(bear, hex) => write!(f, "lift {bear} {hex}"),
            Action::Enough => f.write_str("enough"),
            Action::Flee(bear, hex) => write!(f, "flee {bear} {hex}"),
            Action::Place(hex) => write!(f, "place c {hex}"),
            Action::Board(bear) => write!(f, "board {bear}"),
            Action::Grow(sex) => write!(f, "grow {}", Bear::from(sex)),
            Action::Alert(number) => write!(f, "alert {number}"),
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
            "sail" => Action::Sail(next("a hex")?.parse()?),
            "load" => Action::Load(next("a bear and a hex")?.parse()?, next("a hex")?.parse()?),
            "data" => Action::Data(next("a hex")?.parse()?),
            "grab" => Action::Grab(next("a hex")?.parse()?),
            "unload" => Action::Unload,
            "break" => Action::Break(next("a hex")?.parse()?),
            "end" => Action::End,
            "upgrade" => Action::Upgrade(next("a ship and a box")?.parse()?, next("a box")?.parse()?),
            "use" => Action::Use,
            "decline" => Action::Decline,
            "remove" => Action::Remove(next("a hex")?.parse()?),
            "lift" => Action::Lift(next("a bear and a hex")?.parse()?, next("a hex")?.parse()?),
            "enough" => Action::Enough,
            "flee" => Action::Flee(next("a bear and a hex")?.parse()?, next("a hex")?.parse()?),
            "place" => match next("`c` and a hex")? {
                "c" => Action::Place(next("a hex")?.parse()?),
                other => return Err(bad("newborn", other, "`c`: only cubs are born")),
            },
            "board" => Action::Board(next("a bear")?.parse()?),
            "grow" => match next("`m` or `f`")? {
                "m" => Action::Grow(Sex::Male),
                "f" => Action::Grow(Sex::Female),
                other => return Err(bad("adult", other, "`m` (male) or `f` (female)")),
            },
            "alert" => Action::Alert(next("a number")?.parse()?),
            _ => return Err(bad("word", verb, "one such as `sail`, `load`, `break`, `unload` or `end`")),
        };
        nothing_more(words.next(), &action)?;
        Ok(action)
    }
}

/// What dice and decks decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// Set-up: the tile of the next hex.
    Tile(Tile),
    /// Set-up: the next ship.
    Ship(ShipName),
    /// A Position Card.
    Position(Hex),
    /// An Alert Token for the Temperature Track.
    Alert(Number),
    /// An Alert Token that turns face-up.
    Reveal(Number),
    /// A Support Card.
    Support(Card),
    /// The blue die.
    D20(Number),
    /// The red die.
    D6(u8),
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Tile(tile) => write!(f, "tile {tile}"),
            Chance::Ship(ship) => write!(f, "ship {ship}"),
            Chance::Position(hex) => write!(f, "position {hex}"),
            Chance::Alert(number) => write!(f, "alert {number}"),
            Chance::Reveal(number) => write!(f, "reveal {number}"),
            Chance::Support(card) => write!(f, "support {card}"),
            Chance::D20(number) => write!(f, "d20 {number}"),
            Chance::D6(pips) => write!(f, "d6 {pips}"),
        }
    }
}

impl FromStr for Chance {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Chance, BadWords> {
        let mut words = text.split(' ');
        let verb = words.next().unwrap_or("");
        let mut next = || words.next().ok_or_else(|| BadWords(format!("`{verb}` wants one more word behind it")));
        let chance = match verb {
            "tile" => Chance::Tile(match next()? {
                "support" => Tile::Support,
                "ocean" => Tile::Ocean,
                "float" => Tile::Float,
                number => Tile::Ice(
                    number
                        .parse()
                        .map_err(|_| bad("tile", number, "a number from 1 to 20, `support`, `ocean` or `float`"))?,
                ),
            }),
            "ship" => Chance::Ship(next()?.parse()?),
            "position" => Chance::Position(next()?.parse()?),
            "alert" => Chance::Alert(next()?.parse()?),
            "reveal" => Chance::Reveal(next()?.parse()?),
            "support" => Chance::Support(next()?.parse()?),
            "d20" => Chance::D20(next()?.parse()?),
            "d6" => {
                let pips = next()?;
                Chance::D6(number(pips, 6).ok_or_else(|| bad("number", pips, "a number from 1 to 6"))?)
            }
            _ => {
                return Err(bad(
                    "chance",
                    verb,
                    "`tile`, `ship`, `position`, `alert`, `reveal`, `support`, `d20`, `d6`",
                ));
            }
        };
        nothing_more(words.next(), &chance)?;
        Ok(chance)
    }
}

fn nothing_more(more: Option<&str>, said: &impl fmt::Display) -> Result<(), BadWords> {
    more.map_or(Ok(()), |more| Err(bad("word", more, &format!("nothing behind `{said}`"))))
}

fn bad(what: &str, text: &str, expected: &str) -> BadWords {
    let short: String = text.chars().take(40).collect();
    BadWords(format!("unknown {what} `{}`; expected {expected}", short.escape_debug()))
}

/// How many actions there are of each kind, in the order of the numbering: first those with a hex, then those with a
/// bear and a hex, then the few others.
const HEX_KINDS: usize = 6;
const BEAR_KINDS: usize = 3;
const BEARS_AT: usize = HEX_KINDS * HEXES;
const OTHERS_AT: usize = BEARS_AT + BEAR_KINDS * 3 * HEXES;
/// The few others: five words, three to board, two to grow, two boxes of five ships, twenty alerts.
const OTHERS: [usize; 5] = [5, 3, 2, 10, ICE_TILES as usize];
/// The size of the fixed numbering.
pub(super) const ACTIONS: usize = OTHERS_AT + OTHERS[0] + OTHERS[1] + OTHERS[2] + OTHERS[3] + OTHERS[4];

const WORDS: [Action; 5] = [Action::Unload, Action::End, Action::Use, Action::Decline, Action::Enough];

pub(super) fn index(action: Action) -> usize {
    let hex = |kind: usize, hex: Hex| kind * HEXES + usize::from(hex.0);
    let bear = |kind: usize, bear: Bear, hex: Hex| BEARS_AT + (kind * 3 + bear as usize) * HEXES + usize::from(hex.0);
    let other = |kind: usize, number: usize| OTHERS_AT + OTHERS[..kind].iter().sum::<usize>() + number;
    match action {
        Action::Sail(to) => hex(0, to),
        Action::Data(from) => hex(1, from),
        Action::Grab(from) => hex(2, from),
        Action::Break(at) => hex(3, at),
        Action::Remove(at) => hex(4, at),
        Action::Place(to) => hex(5, to),
        Action::Load(who, from) => bear(0, who, from),
        Action::Lift(who, from) => bear(1, who, from),
        Action::Flee(who, to) => bear(2, who, to),
        Action::Unload => other(0, 0),
        Action::End => other(0, 1),
        Action::Use => other(0, 2),
        Action::Decline => other(0, 3),
        Action::Enough => other(0, 4),
        Action::Board(who) => other(1, who as usize),
        Action::Grow(sex) => other(2, sex as usize),
        Action::Upgrade(ship, slot) => other(3, ship as usize * 2 + slot as usize),
        Action::Alert(number) => other(4, number.index()),
    }
}

pub(super) fn action(index: usize) -> Option<Action> {
    let hex = Hex((index % HEXES) as u8);
    let kind = index / HEXES;
    if index < OTHERS_AT {
        let bear = Bear::ALL[kind % 3];
        return Some(match (kind, kind / 3) {
            (0, _) => Action::Sail(hex),
            (1, _) => Action::Data(hex),
            (2, _) => Action::Grab(hex),
            (3, _) => Action::Break(hex),
            (4, _) => Action::Remove(hex),
            (5, _) => Action::Place(hex),
            (_, 2) => Action::Load(bear, hex),
            (_, 3) => Action::Lift(bear, hex),
            _ => Action::Flee(bear, hex),
        });
    }
    let mut rest = index - OTHERS_AT;
    for (kind, size) in OTHERS.into_iter().enumerate() {
        if rest < size {
            return Some(match kind {
                0 => WORDS[rest],
                1 => Action::Board(Bear::ALL[rest]),
                2 => Action::Grow(Sex::ALL[rest]),
                3 => Action::Upgrade(ShipName::ALL[rest / 2], Slot::ALL[rest % 2]),
                _ => Action::Alert(Number(rest as u8 + 1)),
            });
        }
        rest -= size;
    }
    None
}

/// An action as a button says it.
pub(super) fn label(action: Action) -> String {
    match action {
        Action::Sail(hex) => format!("Sail to {hex}"),
        Action::Load(bear, hex) => format!("Load a {} from {hex}", bear.called()),
        Action::Data(hex) => format!("Load the data from {hex}"),
        Action::Grab(hex) => format!("Grab the data from {hex}"),
        Action::Unload => "Unload all bears".to_owned(),
        Action::Break(hex) => format!("Break the ice on {hex}"),
        Action::End => "End the actions".to_owned(),
        Action::Upgrade(ship, slot) => {
            let hull = ship.hull();
            format!("{}, upgrade {slot}: {}", hull.spoken, hull.upgrades[slot as usize].spoken())
        }
        Action::Use => "Use the Support Card".to_owned(),
        Action::Decline => "Decline".to_owned(),
        Action::Remove(hex) => format!("Blow up the ice on {hex}"),
        Action::Lift(bear, hex) => format!("Airlift a {} from {hex}", bear.called()),
        Action::Enough => "Airlift no more".to_owned(),
        Action::Flee(bear, hex) => format!("Send a {} to {hex}", bear.called()),
        Action::Place(hex) => format!("Send the newborn cub to {hex}"),
        Action::Board(bear) => format!("Take a {} aboard Iron Petrel", bear.called()),
        Action::Grow(sex) => format!("Let the cub become a {}", Bear::from(sex).spoken()),
        Action::Alert(number) => format!("Make alert {number} the next"),
    }
}

/// What the table sees happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are what the sentences of `tell` say")]
pub enum Event {
    Dealt { hex: Hex, tile: Tile },
    Mustered { ship: ShipName, hex: Hex },
    DataPlaced { hex: Hex },
    PositionTaken { hex: Hex },
    AlertSet { number: Number, hex: Hex },
    AlertGone { number: Number },
    Revealed { number: Number },
    TurnOf { ship: ShipName },
    Sailed { ship: ShipName, from: Hex, to: Hex },
    Loaded { ship: ShipName, bear: Bear, hex: Hex, free: bool },
    Unloaded { ship: ShipName, bears: Bears },
    Collected { ship: ShipName, hex: Hex, count: u8 },
    Upgraded { ship: ShipName, slot: Slot },
    HelicopterCame { now: u8 },
    SupportReached { hex: Hex, card: bool },
    CardDrawn { card: Card },
    CardUsed { card: Card },
    CardDeclined { card: Card },
    Lifted { bear: Bear, hex: Hex },
    Broke { ship: ShipName, hex: Hex },
    Blown { hex: Hex },
    Fled { bear: Bear, from: Hex, to: Hex },
    Boarded { ship: ShipName, bear: Bear },
    Sank { hex: Hex, count: u8, helicopters: u8 },
    Cooled { by: u8, to: u8 },
    ActionsEnded { ship: ShipName, unused: u8 },
    BlueDie { number: Number },
    Warmer { extra: u8 },
    Born { number: Number, hex: Hex, count: u8 },
    CubPlaced { hex: Hex },
    Growth { number: Number, hex: Hex, count: u8 },
    Grew { hex: Hex, bear: Bear },
    Shortage { extra: u8 },
    RedDie { pips: u8, extra: u8, to: u8 },
    Melting { number: Number, hex: Hex },
    Over { ending: Ending, collected: u8 },
}

impl RescuePolarBears {
    pub(super) fn seat_name(&self, seat: Seat) -> String {
        match self.ships().get(seat.index()) {
            _ if self.setup.seats == 1 => "The fleet".to_owned(),
            Some(ship) => ship.name.hull().spoken.to_owned(),
            None => format!("Ship {seat}"),
        }
    }

    pub(super) fn sentence(&self, event: &Event) -> String {
        let name = |ship: ShipName| ship.hull().spoken;
        match *event {
            Event::Dealt { hex, tile: Tile::Ice(number) } => {
                format!("Ice {number} with {} lies on {hex}.", spoken(board::BEARS_ON[number.index()]))
            }
            Event::Dealt { hex, tile: Tile::Support } => format!("A Support Tile lies on {hex}."),
            Event::Dealt { hex, tile: Tile::Float } => format!("An ice float lies on {hex}."),
            Event::Dealt { hex, .. } => format!("{hex} is open water."),
            Event::Mustered { ship, hex } => format!("{} begins on {hex}.", name(ship)),
            Event::DataPlaced { hex } => format!("A Data Token is placed on {hex}."),
            Event::PositionTaken { hex } => {
                format!("The Position Card shows {hex}, where a ship or a Data Token is: another card is drawn.")
            }
            Event::AlertSet { number, hex } => format!("The alert is {number}: ice on {hex}."),
            Event::AlertGone { number } => {
                format!("Alert Token {number} goes to the box, because ice {number} is gone.")
            }
            Event::Revealed { number } => format!("Alert Token {number} lies face-up now."),
            Event::TurnOf { ship } => format!("It is the turn of {}.", name(ship)),
            Event::Sailed { ship, from, to } => format!("{} sails from {from} to {to}.", name(ship)),
            Event::Loaded { ship, bear, hex, free } => {
                let cost = if free { " with the same action" } else { "" };
                format!("{} loads a {} from {hex}{cost}.", name(ship), bear.spoken())
            }
            Event::Unloaded { ship, bears } => format!("{} brings {} to safety.", name(ship), spoken(bears)),
            Event::Collected { ship, hex, count } => {
                format!("{} collects the data on {hex}: {count} of {}.", name(ship), self.target())
            }
            Event::Upgraded { ship, slot } => {
                format!("{} takes upgrade {slot}: {}.", name(ship), ship.hull().upgrades[slot as usize].spoken())
            }
            Event::HelicopterCame { now } => format!("A helicopter joins the bases: {now} now."),
            Event::SupportReached { hex, card: true } => format!("The Support Tile on {hex} brings a Support Card."),
            Event::SupportReached { hex, card: false } => {
                format!("The Support Tile on {hex} is removed without a card: it is the second of this turn.")
            }
            Event::CardDrawn { card } => format!("The Support Card is {}.", card.spoken()),
            Event::CardUsed { card } => format!("{} is used.", card.spoken()),
            Event::CardDeclined { card } => format!("{} is declined.", card.spoken()),
            Event::Lifted { bear, hex } => format!("A {} is airlifted from {hex}.", bear.spoken()),
            Event::Broke { ship, hex } => format!("{} breaks the ice on {hex}.", name(ship)),
            Event::Blown { hex } => format!("The ice on {hex} is blown up."),
            Event::Fled { bear, from, to } => format!("A {} flees from {from} to {to}.", bear.spoken()),
            Event::Boarded { ship, bear } => format!("A {} boards {} instead of sinking.", bear.spoken(), name(ship)),
            Event::Sank { hex, count, helicopters } => {
                let bears = plural(count, "bear");
                let verb = if count == 1 { "sinks" } else { "sink" };
                if count > helicopters {
                    let left = plural(helicopters, "helicopter");
                    format!("{bears} {verb} at {hex}, and {left} cannot save all.")
                } else {
                    let left = plural(helicopters - count, "helicopter");
                    format!("{bears} {verb} at {hex} and fly to safety; {left} left.")
                }
            }
            Event::Cooled { by, to } => format!("The temperature falls by {by} to {to}."),
            Event::ActionsEnded { ship, unused: 0 } => format!("{} ends its actions.", name(ship)),
            Event::ActionsEnded { ship, unused } => {
                format!("{} ends its actions and gives up {unused}.", name(ship))
            }
            Event::BlueDie { number } => format!("The blue die shows {number}."),
            Event::Warmer { extra } => format!("Nobody grows or breeds: the red die counts {extra} more."),
            Event::Born { number, hex, count } => {
                format!("{} born on ice {number} at {hex}.", are(count, "cub"))
            }
            Event::CubPlaced { hex } => format!("A newborn cub moves to {hex}."),
            Event::Growth { number, hex, count } => {
                format!("{} growing up on ice {number} at {hex}.", are(count, "cub"))
            }
            Event::Grew { hex, bear } => format!("A cub on {hex} becomes a {}.", bear.spoken()),
            Event::Shortage { extra } => format!("The bears do not fit the supply: the red die counts {extra} more."),
            Event::RedDie { pips, extra: 0, to } => format!("The red die shows {pips}: the temperature is {to}."),
            Event::RedDie { pips, extra, to } => {
                format!("The red die shows {pips} and counts {extra} more: the temperature is {to}.")
            }
            Event::Melting { number, hex } => format!("Ice {number} on {hex} melts."),
            Event::Over { ending, collected } => match ending {
                Ending::Won => format!("All data is collected, {collected} tokens: everybody wins."),
                Ending::Sunk => {
                    format!("A bear sinks and no helicopter comes: the match is lost with {collected} data.")
                }
                Ending::Heat => {
                    format!(
                        "It is {} degrees after melting: the match is lost with {collected} data.",
                        self.temperature
                    )
                }
                Ending::Limit => format!("The match stops after {} with {collected} data.", turns(self.turns)),
            },
        }
    }

    pub(super) fn in_words(&self) -> String {
        let mut lines = vec![self.status()];
        lines.push(format!("Temperature {}. {}", self.temperature, self.alert_in_words()));
        let list = |numbers: Set<Number>| join(numbers.iter().map(|number| number.to_string()));
        lines.push(format!("Alert Tokens face-up: {}. Face-down: {}.", list(self.face_up), list(self.face_down)));
        lines.push(self.data_in_words());
        lines.push(format!("Helicopters: {} at the bases, {} in reserve.", self.helicopters, self.reserve));
        lines.push(format!("Supply: {}.", spoken(self.supply)));
        for (index, ship) in self.ships().iter().enumerate() {
            lines.push(self.ship_in_words(index, ship));
        }
        for number in NUMBERS {
            if let Some(hex) = self.hex_of(number) {
                lines.push(format!("Ice {number} on {hex}: {}.", spoken(self.bears[number.index()])));
            }
        }
        let hexes = |set: HexSet| join(set.iter().map(|hex| hex.to_string()));
        lines.push(format!("Support Tiles: {}. Ice floats: {}.", hexes(self.support), hexes(self.floats)));
        lines.push(format!("Bases: {}. Position Cards to come: {}.", hexes(BASES), hexes(self.positions)));
        lines.push(format!("Support Cards to come: {}.", join(self.cards.iter().map(|card| card.spoken().to_owned()))));
        lines.push(self.options_in_words());
        lines.join("\n")
    }

    fn options_in_words(&self) -> String {
        let setup = self.setup;
        let mut parts = vec![format!("began at {} degrees", setup.start_temperature)];
        parts.extend(setup.rough_road.then(|| "Rough Road Ahead".to_owned()));
        parts.extend(setup.rapid_warming.then(|| "Rapid Warming".to_owned()));
        parts.push(if setup.growth_first { "growth first" } else { "reproduction first" }.to_owned());
        parts.extend(self.turn_limit().map(|limit| format!("stops after {}", turns(limit))));
        format!("The match: {}.", parts.join(", "))
    }

    fn alert_in_words(&self) -> String {
        match self.alert() {
            Some((number, hex)) => format!("Alert {number}: ice on {hex}."),
            None => "No alert.".to_owned(),
        }
    }

    fn data_in_words(&self) -> String {
        let board = join(self.data.iter().map(|hex| hex.to_string()));
        let ahead = join(self.upgrades_ahead().map(|spot| spot.to_string()));
        format!("Data {} of {}; on the board: {board}. Upgrades at: {ahead}.", self.collected, self.target())
    }

    fn ship_in_words(&self, index: usize, ship: &Ship) -> String {
        let upgrades = Slot::ALL.into_iter().filter(|&slot| ship.is_upgraded(slot)).map(|slot| slot.to_string());
        let mut text = format!(
            "{} (seat {}) on {}: speed {}, {} of {} on board: {}; upgrades: {}.",
            ship.name.hull().spoken,
            self.seat_of(index),
            ship.hex,
            ship.speed(),
            ship.aboard.total(),
            ship.capacity(),
            spoken(ship.aboard),
            join(upgrades)
        );
        if ship.blue > 0 {
            text.push_str(" A blue action waits.");
        }
        text
    }

    fn status(&self) -> String {
        let waits = self.waits_for();
        match (self.ending, self.stage) {
            (Some(ending), _) => {
                let how = match ending {
                    Ending::Won => "won, all data is collected",
                    Ending::Sunk => "lost, a bear sank without a helicopter",
                    Ending::Heat => "lost, it is too hot",
                    Ending::Limit => "stopped at the turn limit",
                };
                format!("Over after {}: {how}.", turns(self.turns))
            }
            (None, Stage::SetUp) => format!("Set-up: {waits}."),
            (None, stage) => {
                let ship = self.ship().name.hull().spoken;
                let mut text = format!("Turn {}, {ship}, {}: {waits}.", self.turns + 1, stage.spoken());
                if stage == Stage::Action {
                    text.push_str(&format!(" {} left.", plural(self.left, "action")));
                }
                let facts = [
                    (self.free_load, "The next bear is loaded with the same action."),
                    (self.grab_open, "A grab is open."),
                    (self.grabbed, "The grab of this turn is made."),
                    (self.supported, "A Support Tile was used in this turn."),
                    (self.quiet, "Growth and Reproduction are skipped in this turn."),
                ];
                for (_, fact) in facts.into_iter().filter(|&(holds, _)| holds) {
                    text.push(' ');
                    text.push_str(fact);
                }
                if self.extra > 0 {
                    text.push_str(&format!(" The red die counts {} more.", self.extra));
                }
                text
            }
        }
    }

    fn waits_for(&self) -> String {
        let card = self.card.map_or("", Card::spoken);
        match self.ask {
            Ask::Tile => format!("the tile on {} is dealt", self.dealing),
            Ask::Ship => format!("ship {} is drawn", self.afloat + 1),
            Ask::Position => format!("a Position Card is drawn, {} to place", plural(self.placing, "Data Token")),
            Ask::DrawAlert => "an Alert Token is drawn".to_owned(),
            Ask::Reveal => format!("{} turned face-up", are(self.revealing, "Alert Token")),
            Ask::Support => "a Support Card is drawn".to_owned(),
            Ask::D20 => "the blue die is rolled".to_owned(),
            Ask::D6 => "the red die is rolled".to_owned(),
            Ask::Act => "an action, or the end of actions".to_owned(),
            Ask::Upgrade => "which ship takes the Upgrade Token".to_owned(),
            Ask::Card => format!("is {card} used"),
            Ask::Remove => format!("which ice does {card} remove"),
            Ask::Lift => match self.lifted {
                Some(hex) => format!("does {card} take a second bear from {hex}"),
                None => format!("whom does {card} take"),
            },
            Ask::Flee => format!("{} on {} must flee", spoken(self.in_trouble()), self.scene_hex()),
            Ask::Place => format!("{} born on {} without room", are(self.unborn, "cub"), self.scene_hex()),
            Ask::Board => {
                let rest = match self.trouble {
                    Trouble::Birth => "born on",
                    _ => "on",
                };
                format!("{} {rest} {} would sink and may board", spoken(self.in_trouble()), self.scene_hex())
            }
            Ask::Grow => format!("what the next of {} on {} becomes", plural(self.growing, "cub"), self.scene_hex()),
            Ask::ChooseAlert => "which face-up Alert Token is next".to_owned(),
            Ask::Over => "nothing".to_owned(),
        }
    }

    pub(super) fn reason(&self, seat: Seat, action: Action, rule: Rule) -> String {
        let ship = self.ship();
        let name = ship.name.hull().spoken;
        let here = ship.hex;
        match (rule, action) {
            (Rule::TakeTurns, _) => format!("It is the turn of {name}, which seat {seat} does not steer."),
            (Rule::AnswerFirst, _) => format!("First comes an answer: {}.", self.waits_for()),
            (Rule::NothingAsked, _) => format!("Nothing is asked now that `{action}` would answer."),
            (Rule::ActionsAreSpent, _) => format!("{name} has no action left in this turn."),
            (
                Rule::BesideTheShip,
                Action::Load(_, hex) | Action::Data(hex) | Action::Grab(hex) | Action::Break(hex),
            ) => {
                format!("{name} lies on {here}, which is not next to {hex}.")
            }
            (Rule::OverWater, Action::Sail(hex)) => {
                format!("{name} cannot sail onto {hex}: {}.", self.tile_in_words(hex))
            }
            (Rule::SailSomewhere, _) => format!("{name} lies on {here} already."),
            (Rule::OneShipAHex, Action::Sail(hex)) => {
                let other = self.ship_on(hex).map_or("Another ship", |index| self.ships[index].name.hull().spoken);
                format!("{other} lies on {hex}.")
            }
            (Rule::WithinSpeed, Action::Sail(hex)) => {
                format!("{name} cannot reach {hex} from {here} in {}.", plural(ship.speed(), "step"))
            }
            (Rule::BearIsThere | Rule::LiftFromIce, Action::Load(bear, hex) | Action::Lift(bear, hex)) => {
                format!("There is no {} on {hex}.", bear.spoken())
            }
            (Rule::RoomOnBoard, _) => format!("{name} has no room for a bear."),
            (Rule::DataIsThere, Action::Data(hex) | Action::Grab(hex)) => format!("There is no Data Token on {hex}."),
            (Rule::DataOnWater, Action::Data(hex) | Action::Grab(hex)) => {
                format!("The data on {hex} is collected by sailing there: {}.", self.tile_in_words(hex))
            }
            (Rule::SomebodyAboard, _) => format!("{name} has no bear on board."),
            (Rule::BesideABase, _) => format!("{name} lies on {here}, which is not next to a base."),
            (Rule::OnlyIceBreaks, Action::Break(hex) | Action::Remove(hex)) => {
                format!("There is no ice to break on {hex}: {}.", self.tile_in_words(hex))
            }
            (Rule::ShipInPlay, Action::Upgrade(other, _)) => {
                format!("{} does not sail in this match.", other.hull().spoken)
            }
            (Rule::BoxIsFree, Action::Upgrade(other, slot)) => {
                format!("Upgrade {slot} of {} is taken already.", other.hull().spoken)
            }
            (Rule::OnlyBreezeDragon, _) => format!("{name} cannot grab; only Breeze Dragon can."),
            (Rule::OneTileOnly, Action::Lift(_, hex)) => {
                let tile = self.lifted.unwrap_or(hex);
                format!("The first bear was taken from {tile}, so the second is too.")
            }
            (Rule::WhoFlees | Rule::WhoBoards, Action::Flee(bear, _) | Action::Board(bear)) => {
                format!("There is no {} on {} to be saved.", bear.spoken(), self.scene_hex())
            }
            (Rule::NextTile, Action::Flee(_, hex) | Action::Place(hex)) => {
                format!("{hex} is not next to {}.", self.scene_hex())
            }
            (Rule::OntoIce, Action::Flee(_, hex) | Action::Place(hex)) => {
                format!("No bear can stand on {hex}: {}.", self.tile_in_words(hex))
            }
            (Rule::ThreeBears, Action::Flee(_, hex) | Action::Place(hex)) => {
                format!("{hex} holds {TILE_ROOM} bears already.")
            }
            (Rule::AdultsInSupply, Action::Grow(sex)) => {
                format!("There is no {} in the supply.", Bear::from(sex).spoken())
            }
            (Rule::BothSexes, Action::Grow(sex)) => {
                let adult = Bear::from(sex).spoken();
                format!("A {adult} would leave {} without both sexes, though both are possible.", self.scene_hex())
            }
            (Rule::FaceUpFirst, Action::Alert(number)) => {
                let open = join(self.face_up.iter().map(|number| number.to_string()));
                format!("Alert Token {number} does not lie face-up; {open} can be chosen.")
            }
            _ => rule.text().to_owned(),
        }
    }

    fn tile_in_words(&self, hex: Hex) -> String {
        match self.tile(hex) {
            Tile::Ocean => "it is open water".to_owned(),
            Tile::Support => "a Support Tile lies there".to_owned(),
            Tile::Ice(number) => format!("ice {number} lies there"),
            Tile::Float => "an ice float lies there".to_owned(),
            Tile::Base => "it is a base".to_owned(),
        }
    }
}

impl Stage {
    fn spoken(self) -> &'static str {
        match self {
            Stage::SetUp => "Set-up",
            Stage::Action => "Action Phase",
            Stage::Growth => "Growth and Reproduction Phase",
            Stage::Heat => "Increase Temperature Phase",
        }
    }
}

impl Upgrade {
    /// What it gives, in words.
    pub fn spoken(self) -> &'static str {
        match self {
            Upgrade::Action => "one more action in each of its turns",
            Upgrade::SlowHold => "room for one more bear, one hex slower",
            Upgrade::Speed => "one hex faster",
            Upgrade::Hold => "room for two more bears",
            Upgrade::Data => "two more Data Tokens at once",
            Upgrade::Card => "a Support Card at once",
            Upgrade::Helicopter => "one more helicopter at once",
        }
    }
}

/// Bears as a person counts them: `1 male, 2 cubs`, or `no bears`.
pub(super) fn spoken(bears: Bears) -> String {
    let kinds = Bear::ALL.into_iter().filter(|&bear| bears.of(bear) > 0);
    let parts: Vec<String> = kinds.map(|bear| plural(bears.of(bear), bear.spoken())).collect();
    if parts.is_empty() { "no bears".to_owned() } else { parts.join(", ") }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

pub(super) fn plural(count: u8, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn are(count: u8, noun: &str) -> String {
    format!("{} {}", plural(count, noun), if count == 1 { "is" } else { "are" })
}

fn turns(count: u32) -> String {
    format!("{count} turn{}", if count == 1 { "" } else { "s" })
}
