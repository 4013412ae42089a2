//! What seats and decks do, and the places, ships, cards and reports that they name.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use polynya_engine::numbering::{declared_action, declared_index, total};
use polynya_engine::word::number_up_to;
use polynya_engine::{Member, Numbered, ParseError, Seat, Word, actions, word, words};

use super::IceBreakers;
use super::board::{BUBBLER, CHANNELS, ENDS, JUNCTIONS, PLACES, RETROFIT, SEATS, SHIPS, SPACES, TABLE};
use super::chart::{CHANNEL_OF, FIRST_OF};
use super::places::OF_A_BOX;

/// A harbour, a junction or a space of a channel. Spaces of a map that somebody has entered are numbered from `s1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub(super) u8);

impl Member for Place {
    /// Those of the maps that were reconstructed.
    const COUNT: usize = PLACES;

    #[inline]
    fn bit(self) -> u32 {
        self.0.into()
    }

    #[inline]
    fn from_bit(bit: u32) -> Place {
        let end = bit & 127;
        Place(if end < ENDS as u32 { end } else { bit } as u8)
    }
}

word!(Place, "a place", from_index Place::numbered);

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The first and the last space of maps that were entered.
const ENTERED: RangeInclusive<u8> = OF_A_BOX + ENDS as u8..=OF_A_BOX + (ENDS + SPACES) as u8 - 1;

impl Place {
    /// Returns its place in the numbering of its map, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & !OF_A_BOX) as usize
    }

    /// Is it a space of a map that the owner of a box has entered?
    #[inline]
    pub fn is_entered(self) -> bool {
        self.0 >= OF_A_BOX
    }

    fn numbered(index: usize) -> Option<Place> {
        let number = u8::try_from(index).ok()?;
        (index < PLACES || ENTERED.contains(&number)).then_some(Place(number))
    }

    /// The number of a space of a map that was entered, from 1.
    fn number_in_box(self) -> Option<usize> {
        self.is_entered().then(|| self.index() - ENDS + 1)
    }

    /// The space of a map that was entered with this number, from 1.
    pub(super) fn in_box(number: usize) -> Place {
        Place(ENTERED.start() + (number - 1) as u8)
    }
}

impl Place {
    /// Returns the harbour of this ship's destination.
    #[inline]
    pub fn harbour(ship: Ship) -> Place {
        Place(ship.index() as u8)
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
}

impl Place {
    /// Returns the place as sentences call it, after what is written on the board: `h5`, `space 2 of j1–h5`, which is
    /// counted from `j1`, or `space 17` on a map that was entered.
    pub fn spoken(self) -> String {
        if self.is_harbour() || self.is_junction() {
            return self.to_string();
        }
        if let Some(number) = self.number_in_box() {
            return format!("space {number}");
        }
        let channel = usize::from(CHANNEL_OF[self.index()]);
        let [from, to] = TABLE[channel].ends.map(Place);
        format!("space {} of {from}–{to}", self.0 - FIRST_OF[channel] + 1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_harbour() {
            write!(f, "h{}", self.0 + 1)
        } else if self.is_junction() {
            write!(f, "j{}", self.0 + 1 - SHIPS as u8)
        } else if let Some(number) = self.number_in_box() {
            write!(f, "s{number}")
        } else {
            let channel = usize::from(CHANNEL_OF[self.index()]);
            let [from, to] = TABLE[channel].ends.map(Place);
            write!(f, "{from}{to}.{}", self.0 - FIRST_OF[channel] + 1)
        }
    }
}

impl FromStr for Place {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Place, ParseError> {
        let found = match text.split_once('.') {
            Some((channel, space)) => space_of(channel, space),
            None => end(text).or_else(|| {
                let number = number_up_to(text.strip_prefix('s')?, SPACES)?;
                Some(Place::in_box(number).0)
            }),
        };
        let expected = "a harbour `h1` to `h12`, a junction `j1` to `j6`, or a space such as `h2h1.1`";
        found.map(Place).ok_or_else(|| ParseError::unknown("place", text, expected))
    }
}

/// Reads a harbour or a junction.
fn end(text: &str) -> Option<u8> {
    let (kind, number) = text.split_at_checked(1)?;
    let (before, most) = match kind {
        "h" => (0, SHIPS),
        "j" => (SHIPS, JUNCTIONS),
        _ => return None,
    };
    number_up_to(number, most).map(|number| (before + number - 1) as u8)
}

/// Reads a space: the ends of its channel, and its number among the spaces of the channel.
fn space_of(channel: &str, space: &str) -> Option<u8> {
    let second = 1 + channel.get(1..)?.find(['h', 'j'])?;
    let ends = [end(&channel[..second])?, end(&channel[second..])?];
    let index = (0..CHANNELS).find(|&index| TABLE[index].ends == ends)?;
    let space = number_up_to(space, usize::from(TABLE[index].longest()))?;
    Some(FIRST_OF[index] + space as u8 - 1)
}

word! {
    /// One of the twelve ships.
    pub struct Ship from 1 to SHIPS, "a ship"
}

words! {
    /// A Coast Guard card.
    pub enum Card: "a card" {
        /// Power of five points.
        Five = "5",
        /// Power of seven points.
        Seven = "7",
        /// Power of ten points.
        Ten = "10",
        /// R3: three more points for a 5 or a 7.
        Retrofit = "r3",
        /// B1: one more point.
        Bubbler = "b1",
        /// AB2: two cards from the discard pile.
        AutoBallast = "ab2",
    }
}

impl Card {
    /// Those that open a turn.
    pub const POWER: [Card; 3] = [Card::Five, Card::Seven, Card::Ten];

    /// Does it open a turn?
    #[inline]
    pub fn is_power(self) -> bool {
        matches!(self, Card::Five | Card::Seven | Card::Ten)
    }

    /// Returns the points that it gives.
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
    #[rustfmt::skip]
    const ALL: [u8; 16] = [
        0b0000,
        0b0001, 0b0010, 0b0100, 0b1000,
        0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100,
        0b0111, 0b1011, 0b1101, 0b1110,
        0b1111,
    ];

    /// Does water with this number (1 to 4) freeze?
    #[inline]
    pub fn freezes(self, number: u8) -> bool {
        (1..=4).contains(&number) && self.0 >> (number - 1) & 1 == 1
    }

    /// Iterates over the numbers that freeze, rising.
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
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Report, ParseError> {
        let found = Report::all().find(|report| report.to_string() == text);
        let expected = "`mild`, or rising numbers from 1 to 4 such as `2+3`";
        found.ok_or_else(|| ParseError::unknown("report", text, expected))
    }
}

impl Member for Report {
    const COUNT: usize = Report::ALL.len();

    fn bit(self) -> u32 {
        Report::ALL.iter().position(|&numbers| numbers == self.0).map_or(0, |bit| bit as u32)
    }

    #[inline]
    fn from_bit(bit: u32) -> Report {
        Report(Report::ALL[bit as usize])
    }
}

word!(Report, "a report");

word! {
    /// The number of a piece of ice, from 1 to 4.
    pub struct Number from 1 to 4, "a number of ice"
}

word! {
    /// A seat of the largest table of this game: who is given a card.
    pub struct Mate from 1 to SEATS, "a seat"
}

impl Mate {
    /// Returns the seat as one who is given a card; `None` beyond the largest table of this game.
    #[inline]
    pub fn of(seat: Seat) -> Option<Mate> {
        Mate::from_index(seat.index())
    }

    /// Returns the seat.
    #[inline]
    pub fn seat(self) -> Seat {
        Seat::from_bit(self.bit())
    }
}

actions! {
    /// What a seat does.
    pub enum Action {
        /// Opens the turn with a Power card.
        Power(card: Card) = "power",
        /// Lets the turn go by.
        Pass = "pass",
        /// Adds a Retrofit or a Bubbler to the open Power card.
        Add(card: Card) = "add",
        /// Gives an Auto-Ballast for two cuts.
        Cash = "cash",
        /// Breaks the ice on a space.
        Clear(space: Place) = "clear",
        /// Moves a ship.
        Move(ship: Ship, to: Place) = "move",
        /// Hands on a card that was collected or cut in this turn.
        Give(card: Card, to: Mate) = "give",
        /// Ends the turn.
        End = "end",
    }
}

actions! {
    /// What pieces, ships, cards and reports decide.
    pub enum Chance {
        /// A piece of ice is laid.
        Ice(number: Number) = "ice",
        /// A ship is put on the next harbour.
        Ship(ship: Ship) = "ship",
        /// A card is laid out or dealt.
        Card(card: Card) = "card",
        /// The next report is turned.
        Report(report: Report) = "report",
        /// A card is cut from the discard pile.
        Cut(card: Card) = "cut",
    }
}

/// The numbers of the maps that were reconstructed follow from the declaration. Spaces that somebody has entered are
/// counted after them: breaking their ice, then the moves of each ship there.
impl Numbered for IceBreakers {
    const ACTIONS: usize = total(Self::SIZES) + SPACES * (1 + SHIPS);

    fn index(action: Action) -> Option<usize> {
        let (row, place) = match action {
            Action::Clear(space) => (0, space),
            Action::Move(ship, to) => (1 + ship.index(), to),
            _ => return declared_index(Self::SIZES, action),
        };
        match place.number_in_box() {
            Some(number) => Some(total(Self::SIZES) + SPACES * row + number - 1),
            None => declared_index(Self::SIZES, action),
        }
    }

    fn from_index(index: usize) -> Option<Action> {
        let Some(beyond) = index.checked_sub(total(Self::SIZES)) else { return declared_action(Self::SIZES, index) };
        let place = Place::in_box(beyond % SPACES + 1);
        match beyond / SPACES {
            0 => Some(Action::Clear(place)),
            row => Ship::from_index(row - 1).map(|ship| Action::Move(ship, place)),
        }
    }
}
