//! The red die. The blue die shows the number of an Ice Tile.

use std::fmt;
use std::str::FromStr;

use polynya_engine::notation::number_up_to;
use polynya_engine::{Member, ParseError, word};

/// Faces of the red die. PRINTED.
pub const FACES: u8 = 6;

/// What the red die shows, from 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pips(u8);

impl Pips {
    /// Returns the face with so many pips, if the die has one.
    pub fn new(pips: u8) -> Option<Pips> {
        (1..=FACES).contains(&pips).then_some(Pips(pips))
    }

    /// Returns it as a plain number.
    #[inline]
    pub fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Pips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Pips {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Pips, ParseError> {
        number_up_to(text, Pips::COUNT)
            .map(|pips| Pips(pips as u8))
            .ok_or_else(|| ParseError::unknown("number", text, "a number from 1 to 6"))
    }
}

impl Member for Pips {
    const COUNT: usize = FACES as usize;

    #[inline]
    fn bit(self) -> u32 {
        u32::from(self.0) - 1
    }

    #[inline]
    fn from_bit(bit: u32) -> Pips {
        Pips(bit as u8 + 1)
    }
}

word!(Pips, "a number from 1 to 6", number);
