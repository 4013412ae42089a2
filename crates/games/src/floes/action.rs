//! What seats and dice do, and the places, pieces and labels that they name.

use std::fmt;
use std::str::FromStr;

use polynya_engine::notation::Sizes;
use polynya_engine::{Member, Numbered, ParseError, Reader, Word, actions, word, words};

use super::Floes;
use super::board::{Edition, LANES, ROWS};

/// A shore or a floe. A floe keeps its name wherever it drifts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub(super) u8);

impl Place {
    /// The start shore, which the port calls the South Pole.
    pub const START: Place = Place(ROWS * LANES);
    /// The North Pole.
    pub const NORTH: Place = Place(ROWS * LANES + 1);
    /// Open water has no name.
    pub(super) const NOWHERE: Place = Place(u8::MAX);

    /// Is it a floe, and not a shore?
    #[inline]
    pub fn is_floe(self) -> bool {
        self.0 < ROWS * LANES
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Place::START => f.write_str("start"),
            Place::NORTH => f.write_str("north"),
            Place(floe) => write!(f, "{}{}", char::from(b'a' + floe % LANES), floe / LANES + 1),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Place {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Place, ParseError> {
        let floe = || {
            let (&letter, digits) = text.as_bytes().split_first()?;
            let lane = letter.checked_sub(b'a').filter(|&lane| lane < LANES)?;
            let row: u8 = match digits {
                [digit @ b'1'..=b'9'] => digit - b'0',
                b"10" => 10,
                _ => return None,
            };
            Some(Place((row - 1) * LANES + lane))
        };
        match text {
            "start" => Ok(Place::START),
            "north" => Ok(Place::NORTH),
            _ => floe().ok_or_else(|| {
                let expected = "`start`, `north`, or a floe such as `a1`: a letter from a to d and a row from 1";
                ParseError::unknown("place", text, expected)
            }),
        }
    }
}

/// Shores come first, so that a smaller board has a beginning of the numbering.
impl Member for Place {
    const COUNT: usize = (ROWS * LANES + 2) as usize;

    fn bit(self) -> u32 {
        match self {
            Place::START => 0,
            Place::NORTH => 1,
            Place(floe) => u32::from(floe) + 2,
        }
    }

    fn from_bit(bit: u32) -> Place {
        match bit {
            0 => Place::START,
            1 => Place::NORTH,
            floe => Place(floe as u8 - 2),
        }
    }
}

word!(Place, "a place");

words! {
    /// What a die shows: whose roll it is, and how many moves.
    pub enum Label: "a die label" {
        /// Three moves with the bear.
        B3 = "B3",
        /// Four moves with the bear; only in Polar Bear Alert.
        B4 = "B4",
        /// Two moves with penguins.
        P2 = "P2",
        /// Three moves with penguins.
        P3 = "P3",
        /// Four moves with penguins.
        P4 = "P4",
    }
}

impl Label {
    /// Does the bear move?
    #[inline]
    pub fn is_bear(self) -> bool {
        matches!(self, Label::B3 | Label::B4)
    }

    /// Returns how many moves it gives.
    #[inline]
    pub fn moves(self) -> u8 {
        match self {
            Label::P2 => 2,
            Label::B3 | Label::P3 => 3,
            Label::B4 | Label::P4 => 4,
        }
    }
}

words! {
    /// Which way a floe slides.
    pub enum Heading: "a direction" {
        /// Towards the North Pole.
        North = "n" as "north",
        /// Towards the start shore.
        South = "s" as "south",
        /// Deep Freeze only.
        East = "e" as "east",
        /// Deep Freeze only.
        West = "w" as "west",
    }
}

words! {
    /// Which bear steps.
    pub enum Bear: "a bear" {
        /// The only one.
        Only = "bear" as "The bear",
        /// The one of Mega Ice Age that began on the Equator.
        First = "bear1" as "Bear 1",
        /// The one of Mega Ice Age that began at the North Pole.
        Second = "bear2" as "Bear 2",
    }
}

impl Bear {
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self == Bear::Second)
    }
}

/// Was a penguin homebound before it hopped? The notation says it last, and only if it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Homebound(pub bool);

impl fmt::Display for Homebound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "home" } else { "" })
    }
}

impl FromStr for Homebound {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Homebound, ParseError> {
        match text {
            "" => Ok(Homebound(false)),
            "home" => Ok(Homebound(true)),
            _ => Err(ParseError::unknown("word", text, "nothing or `home` after the two places of a hop")),
        }
    }
}

impl Member for Homebound {
    const COUNT: usize = 2;

    fn bit(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bit(bit: u32) -> Homebound {
        Homebound(bit == 1)
    }
}

impl serde::Serialize for Homebound {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(self.0)
    }
}

impl Word for Homebound {
    const WHAT: &'static str = "`home`";
    const TYPESCRIPT: &'static str = "boolean";

    fn read(words: &mut Reader<'_>) -> Result<Homebound, ParseError> {
        match words.clone().next(1, Self::WHAT) {
            Err(_) => Ok(Homebound(false)),
            Ok(_) => words.next(1, Self::WHAT)?.parse(),
        }
    }
}

actions! {
    /// What a seat does.
    pub enum Action {
        /// Begins the turn.
        Roll = "roll",
        /// Steps with a penguin.
        Hop {
            /// Where it stands.
            from: Place,
            /// Where it steps.
            to: Place,
            /// Was it homebound already?
            home: Homebound,
        } = "hop",
        /// Slides a floe by one.
        Slide {
            /// The floe.
            floe: Place,
            /// Which way.
            to: Heading,
        } = "slide",
        /// Steps with a bear.
        Bear {
            /// Which one.
            bear: Bear,
            /// Where it steps.
            to: Place,
        } = _,
        /// Says which of two dice is used up first.
        Die(label: Label) = "die",
    }
}

actions! {
    /// What dice decide.
    pub enum Chance {
        /// A die says that it is rolled again: Polar Bear Alert.
        Again = "again",
        /// A die shows this.
        Label(label: Label) = _,
    }
}

/// An edition with fewer floes and without variants needs only a part of the numbers.
impl<E: Edition> Numbered for Floes<E> {
    const SIZES: &'static [Sizes] = {
        let places = (E::ROWS * LANES + 2) as usize;
        let (ways, headings, bears, labels) = if E::VARIANTS.is_some() { (1, 2, 1, 0) } else { (2, 4, 3, 5) };
        &[[1, 1, 1], [places, places, ways], [places, headings, 1], [bears, places, 1], [labels, 1, 1]]
    };
}
