//! What seats and dice do, and the places, dice and neighbours that they name.

use std::fmt;
use std::str::FromStr;

use polynya_engine::{BitSet, Numbered, ParseError, Seat, Word, actions, word, words};
use serde::{Deserialize, Serialize};

use super::PolarRoller;
use super::map::{CLIFFS, FIELDS, GLACIERS};

word! {
    /// A glacier, by its field and its shape.
    pub struct Glacier(pub(super) u8) of GLACIERS, "a glacier"
}

word! {
    /// A cliff: row by row from the north, and in a row from west to east.
    pub struct Cliff(pub(super) u8) of CLIFFS, "a cliff", number
}

word! {
    /// A pool: in the order of the fields' letters.
    pub struct Pool(pub(super) u8) of FIELDS, "a pool"
}

/// A set of glaciers.
pub type Glaciers = BitSet<Glacier, u64>;
/// A set of cliffs.
pub type Cliffs = BitSet<Cliff, u64>;
/// A set of pools.
pub type Pools = BitSet<Pool, u32>;

impl fmt::Display for Glacier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.pool(), self.shape())
    }
}

impl FromStr for Glacier {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Glacier, ParseError> {
        let found = || {
            let (field, shape) = text.split_at_checked(1)?;
            Some(field.parse::<Pool>().ok()?.glacier(shape.parse().ok()?))
        };
        let expected = "a field and a shape, such as `bt`, `jd` or `az`";
        found().ok_or_else(|| ParseError::unknown("glacier", text, expected))
    }
}

impl Pool {
    /// Returns the letter of its field.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Pool {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Pool, ParseError> {
        let index = match text.as_bytes() {
            [letter] => letter.checked_sub(b'a'),
            _ => None,
        };
        index
            .and_then(|index| Pool::from_index(usize::from(index)))
            .ok_or_else(|| ParseError::unknown("pool", text, "a letter from `a` to `s`"))
    }
}

word! {
    /// A number of the polar dice, from 1 to 6.
    pub struct Number from 1 to 6, "a number"
}

word! {
    /// A face of the glacier die, from 1 to 8.
    pub struct Face from 1 to 8, "a face"
}

words! {
    /// A neighbour: seats are counted clockwise, so the next seat sits on the left.
    pub enum Side: "a neighbour" {
        /// The next seat.
        Left = "left",
        /// The seat before.
        Right = "right",
    }
}

words! {
    /// One of a seat's two polar dice.
    pub enum Die: "a die" {
        /// The one that was rolled first.
        First = "1" as "first",
        /// The other.
        Second = "2" as "second",
    }
}

/// A die of a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loan {
    /// Whose it is.
    pub side: Side,
    /// Which of the two it is.
    pub die: Die,
}

impl Loan {
    /// Every die that could be taken.
    pub const ALL: [Loan; 4] = [
        Loan { side: Side::Left, die: Die::First },
        Loan { side: Side::Left, die: Die::Second },
        Loan { side: Side::Right, die: Die::First },
        Loan { side: Side::Right, die: Die::Second },
    ];

    /// Returns the action that takes this die.
    #[inline]
    pub fn action(self) -> Action {
        Action::Take { side: self.side, die: self.die }
    }
}

impl fmt::Display for Loan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.die)
    }
}

actions! {
    /// What a seat does.
    pub enum Action {
        /// Shades a glacier.
        Melt(glacier: Glacier) = "melt",
        /// Writes down the number of a neighbour's die.
        Take {
            /// Whose it is.
            side: Side,
            /// Which of the two it is.
            die: Die,
        } = "take",
        /// Draws a penguin.
        Penguin(cliff: Cliff) = "penguin",
        /// Draws an orca.
        Orca(pool: Pool) = "orca",
        /// Draws a bear.
        Bear(glacier: Glacier) = "bear",
        /// Changes an own number for a fish.
        Eat(from: Number, to: Number) = "eat",
        /// Gives up a number whose animal has no place.
        Cross(number: Number) = "cross",
        /// Closes the seat's melting or drawing.
        Done = "done",
    }
}

actions! {
    /// What dice decide.
    pub enum Chance {
        /// The glacier die.
        Glacier(face: Face) = "d8",
        /// The polar dice of a seat, as rolled.
        Polar(seat: Seat, first: Number, second: Number) = "dice",
    }
}

impl Numbered for PolarRoller {}
