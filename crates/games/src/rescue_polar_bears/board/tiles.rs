//! The tiles: their kinds, their numbers, and the bears that Ice Tiles begin with.

use std::fmt;
use std::str::FromStr;

use polynya_engine::{BitSet, Member, ParseError, word};

use super::bears::Bears;

/// Ice Tiles, numbered from 1. PRINTED.
pub const ICE_TILES: u8 = 20;
/// Support Tiles. REPORTED: a play report counts five.
pub const SUPPORT_TILES: u8 = 5;
/// Ocean Tiles. DERIVED: what is left of 37, if there are five Support Tiles.
pub const OCEAN_TILES: u8 = 12;
/// Ice floats, which replace as many Ocean Tiles in Rough Road Ahead. PRINTED.
pub const FLOAT_TILES: u8 = 4;

/// The four kinds of Ice Tile. PRINTED: the chart's columns.
const CUB: Bears = Bears { males: 0, females: 0, cubs: 1 };
const MOTHER: Bears = Bears { males: 0, females: 1, cubs: 1 };
const COUPLE: Bears = Bears { males: 1, females: 1, cubs: 0 };
const FAMILY: Bears = Bears { males: 1, females: 1, cubs: 1 };

/// The four kinds in the order of the chart.
pub const FAMILIES: [Bears; 4] = [CUB, MOTHER, COUPLE, FAMILY];

/// The bears on Ice Tiles 1 to 20 at the start, as proposed. How many tiles of a kind there are and which
/// numbers they have is PROPOSED, within the PRINTED chart.
pub const BEARS_ON: [Bears; ICE_TILES as usize] = [
    CUB, FAMILY, MOTHER, COUPLE, CUB, FAMILY, CUB, MOTHER, COUPLE, FAMILY, CUB, MOTHER, COUPLE, FAMILY, CUB, CUB,
    COUPLE, FAMILY, MOTHER, CUB,
];

word! {
    /// The number of an Ice Tile and of its Alert Token, from 1 to 20.
    pub struct Number from 1 to ICE_TILES, "a number from 1 to 20"
}

/// A set of numbers.
pub type Numbers = BitSet<Number>;

/// All numbers of Ice Tiles and Alert Tokens.
pub const NUMBERS: Numbers = BitSet::from_bits((1 << ICE_TILES) - 1);

/// A tile; what was broken or has melted leaves open water, as an Ocean Tile is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tile {
    /// An Ice Tile with its number.
    Ice(Number),
    /// A Support Tile.
    Support,
    /// Water.
    Ocean,
    /// An ice float of Rough Road Ahead.
    Float,
}

impl Tile {
    /// The tiles without a number.
    const OTHERS: [Tile; 3] = [Tile::Support, Tile::Ocean, Tile::Float];
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tile::Ice(number) => write!(f, "{number}"),
            Tile::Support => f.write_str("support"),
            Tile::Ocean => f.write_str("ocean"),
            Tile::Float => f.write_str("float"),
        }
    }
}

impl FromStr for Tile {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Tile, ParseError> {
        match text {
            "support" => Ok(Tile::Support),
            "ocean" => Ok(Tile::Ocean),
            "float" => Ok(Tile::Float),
            number => number.parse().map(Tile::Ice).map_err(|_| {
                ParseError::unknown("tile", number, "a number from 1 to 20, `support`, `ocean` or `float`")
            }),
        }
    }
}

/// Ice Tiles come first.
impl Member for Tile {
    const COUNT: usize = Number::COUNT + Tile::OTHERS.len();

    fn bit(self) -> u32 {
        match self {
            Tile::Ice(number) => number.bit(),
            Tile::Support => Number::COUNT as u32,
            Tile::Ocean => Number::COUNT as u32 + 1,
            Tile::Float => Number::COUNT as u32 + 2,
        }
    }

    fn from_bit(bit: u32) -> Tile {
        match (bit as usize).checked_sub(Number::COUNT) {
            None => Tile::Ice(Number::from_bit(bit)),
            Some(other) => Tile::OTHERS[other],
        }
    }
}

word!(Tile, "a tile");
