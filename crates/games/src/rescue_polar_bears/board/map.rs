//! The map: a hexagon of 61 hexes in nine columns, flat side up, with 37 inner hexes that carry tiles, and a border of
//! 24 with the two bases.
//!
//! Hexes are numbered column by column from the west, in each column from the north, so that a set of hexes is one
//! machine word.

use std::fmt;
use std::str::FromStr;

use polynya_engine::{BitSet, ParseError, word};

/// Hexes of the map. DERIVED: 37 tiles make a hexagon of radius 3; the light water is the ring around it.
pub const HEXES: usize = 61;
/// Hexes from the middle to the border.
pub const RADIUS: i8 = 4;
/// Columns of the map, west to east.
pub const COLUMNS: u8 = 9;
/// The bases, north and south: never entered, never removed. PRINTED top and bottom; the exact hexes are PROPOSED.
pub const BASES: HexSet = set([Hex::axial_to(0, -4), Hex::axial_to(0, 4)]);
/// Where ships begin, in turn order, as PROPOSED: i1, a5, i5, a1.
pub const STARTS: [Hex; 4] = [Hex::axial_to(4, -4), Hex::axial_to(-4, 4), Hex::axial_to(4, 0), Hex::axial_to(-4, 0)];
/// Where the Location Flag stands; it has no effect. PRINTED.
pub const FLAG: Hex = Hex::axial_to(0, 0);

word! {
    /// A hex of the map.
    pub struct Hex(pub(in super::super) u8) of HEXES, "a hex"
}

impl Hex {
    /// Returns the hex with these axial coordinates: q grows to the east, r to the south.
    pub fn at(q: i8, r: i8) -> Option<Hex> {
        (q.abs() <= RADIUS && r.abs() <= RADIUS && (q + r).abs() <= RADIUS).then(|| Hex::axial_to(q, r))
    }

    /// Returns its axial coordinates.
    pub const fn axial(self) -> (i8, i8) {
        let mut q = -RADIUS;
        while q < RADIUS && column_start(q + 1) <= self.0 {
            q += 1;
        }
        (q, north_end(q) + (self.0 - column_start(q)) as i8)
    }

    /// Returns its column from 0 in the west, and its number in the column from 0 in the north.
    pub const fn column_and_row(self) -> (u8, u8) {
        let (q, r) = self.axial();
        ((q + RADIUS) as u8, (r - north_end(q)) as u8)
    }

    /// Returns the hexes around it.
    #[inline]
    pub fn neighbours(self) -> HexSet {
        BitSet::from_bits(NEIGHBOURS[self.0 as usize])
    }

    const fn axial_to(q: i8, r: i8) -> Hex {
        Hex(column_start(q) + (r - north_end(q)) as u8)
    }
}

const fn north_end(q: i8) -> i8 {
    if q < 0 { -RADIUS - q } else { -RADIUS }
}

const fn column_start(q: i8) -> u8 {
    let (mut start, mut column) = (0, -RADIUS);
    while column < q {
        start += 2 * RADIUS + 1 - column.abs();
        column += 1;
    }
    start as u8
}

/// The six hexes around each hex, as far as the map has them.
static NEIGHBOURS: [u64; HEXES] = {
    let mut neighbours = [0; HEXES];
    let ways = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
    let mut hex = 0;
    while hex < HEXES {
        let (q, r) = Hex(hex as u8).axial();
        let mut way = 0;
        while way < ways.len() {
            let (q, r) = (q + ways[way].0, r + ways[way].1);
            if q.abs() <= RADIUS && r.abs() <= RADIUS && (q + r).abs() <= RADIUS {
                neighbours[hex] |= 1 << Hex::axial_to(q, r).0;
            }
            way += 1;
        }
        hex += 1;
    }
    neighbours
};

/// Every hex of the map.
pub const MAP: HexSet = BitSet::from_bits((1 << HEXES) - 1);

/// The hexes that carry tiles, and that Position Cards name.
pub const INNER: HexSet = {
    let (mut bits, mut hex) = (0, 0);
    while hex < HEXES {
        let (q, r) = Hex(hex as u8).axial();
        if q.abs() < RADIUS && r.abs() < RADIUS && (q + r).abs() < RADIUS {
            bits |= 1 << hex;
        }
        hex += 1;
    }
    BitSet::from_bits(bits)
};

/// The border, without the bases: open water at the start.
pub const BORDER: HexSet = BitSet::from_bits(MAP.bits() & !INNER.bits() & !BASES.bits());

/// The hexes next to a base, from which a ship unloads.
pub const NEXT_TO_BASE: HexSet =
    BitSet::from_bits(NEIGHBOURS[Hex::axial_to(0, -4).0 as usize] | NEIGHBOURS[Hex::axial_to(0, 4).0 as usize]);

const fn set<const N: usize>(hexes: [Hex; N]) -> HexSet {
    let (mut bits, mut index) = (0, 0);
    while index < N {
        bits |= 1 << hexes[index].0;
        index += 1;
    }
    BitSet::from_bits(bits)
}

/// A set of hexes.
pub type HexSet = BitSet<Hex>;

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (column, row) = self.column_and_row();
        write!(f, "{}{}", char::from(b'a' + column), row + 1)
    }
}

impl FromStr for Hex {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Hex, ParseError> {
        let hex = match *text.as_bytes() {
            [letter, digit @ b'1'..=b'9'] => {
                letter.checked_sub(b'a').filter(|&column| column < COLUMNS).and_then(|column| {
                    let (q, row) = (column as i8 - RADIUS, (digit - b'1') as i8);
                    Hex::at(q, row - RADIUS - q.min(0))
                })
            }
            _ => None,
        };
        hex.ok_or_else(|| ParseError::unknown("hex", text, "a column from a to i and a row from 1, such as `e5`"))
    }
}
