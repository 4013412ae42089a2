//! What seats and dice do, and the places, dice and neighbours that they name.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use polynya_engine::notation::number_up_to;
use polynya_engine::{BitSet, Member, Numbered, ParseError, Seat, Word, actions, word, words};
use serde::{Deserialize, Serialize};

use super::PolarRoller;
use super::map::{CLIFFS, FIELDS, GLACIERS};

/// Declares a kind of place; its words are written below.
macro_rules! place {
    ($(#[$doc:meta])* $Place:ident of $count:expr, $Places:ident($Word:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Place(pub(super) u8);

        impl $Place {
            /// Every place of this kind.
            pub const ALL: $Places = BitSet::from_bits((1 << $count) - 1);

            /// Returns its index, from 0 in the order of the map.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl Member for $Place {
            const COUNT: usize = $count;

            #[inline]
            fn bit(self) -> u32 {
                u32::from(self.0)
            }

            #[inline]
            fn from_bit(bit: u32) -> $Place {
                $Place(bit as u8)
            }
        }

        impl fmt::Debug for $Place {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        /// A set of such places.
        pub type $Places = BitSet<$Place, $Word>;
    };
}

place! {
    /// A glacier: field by field, and in a field triangle, diamond, trapezoid.
    Glacier of GLACIERS, Glaciers(u64)
}
place! {
    /// A cliff: row by row from the north, and in a row from west to east.
    Cliff of CLIFFS, Cliffs(u64)
}
place! {
    /// A pool: in the order of the fields' letters.
    Pool of FIELDS, Pools(u32)
}

word!(Glacier, "a glacier");
word!(Cliff, "a cliff", number);
word!(Pool, "a pool");

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
            field.parse::<Pool>().ok()?.glacier(shape.parse().ok()?)
        };
        let expected = "a field and a shape that it has, such as `bt`, `jd` or `az`";
        found().ok_or_else(|| ParseError::unknown("glacier", text, expected))
    }
}

impl fmt::Display for Cliff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

impl FromStr for Cliff {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Cliff, ParseError> {
        number_up_to(text, CLIFFS)
            .map(|number| Cliff(number as u8 - 1))
            .ok_or_else(|| ParseError::unknown("cliff", text, "a number from 1 to 42"))
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

/// Declares what a die shows: a number from 1.
macro_rules! pips {
    ($(#[$doc:meta])* $Pips:ident up to $count:literal, $what:literal, $name:literal, $expected:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Pips(NonZeroU8);

        impl $Pips {
            /// Returns this number if the die can show it.
            #[inline]
            pub const fn new(number: u8) -> Option<$Pips> {
                match NonZeroU8::new(number) {
                    Some(value) if number <= $count => Some($Pips(value)),
                    _ => None,
                }
            }

            /// Returns its value.
            #[inline]
            pub const fn value(self) -> u8 {
                self.0.get()
            }
        }

        impl Member for $Pips {
            const COUNT: usize = $count;

            #[inline]
            fn bit(self) -> u32 {
                u32::from(self.value()) - 1
            }

            #[inline]
            fn from_bit(bit: u32) -> $Pips {
                $Pips::new(bit as u8 + 1).expect("a die shows as many numbers as it has faces")
            }
        }

        impl fmt::Display for $Pips {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }

        impl fmt::Debug for $Pips {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl FromStr for $Pips {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<$Pips, ParseError> {
                number_up_to(text, $count)
                    .and_then(|number| $Pips::new(number as u8))
                    .ok_or_else(|| ParseError::unknown($name, text, $expected))
            }
        }

        word!($Pips, $what, number);
    };
}

pips! {
    /// A number of the polar dice, from 1 to 6.
    Number up to 6, "a number", "number", "a number from 1 to 6"
}
pips! {
    /// A face of the glacier die, from 1 to 8.
    Face up to 8, "a face", "face", "a number from 1 to 8"
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
        First = "1",
        /// The other.
        Second = "2",
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
