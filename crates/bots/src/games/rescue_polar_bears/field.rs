//! Sets of hexes on which a step in any direction is a shift.

use polynya_engine::Member;
use polynya_games::rescue_polar_bears::{Hex, HexSet};

/// A set of hexes, laid out in columns of ten so that a step in any direction is a shift.
///
/// Unlike the sets of the game, which are numbered without gaps, it has empty columns at its edges.
pub(super) type Field = u128;

/// The length of a column.
pub(super) const COLUMN: u32 = 10;
/// How far a step can lead out of a field.
pub(super) const EDGE: usize = 10;

/// Returns the bit of the hex with these coordinates.
const fn spot(q: i8, r: i8) -> u32 {
    (q + 4) as u32 * COLUMN + (r + 4) as u32
}

/// The bit of each hex.
pub(super) static SPOTS: [u8; 61] = {
    let mut spots = [0; 61];
    let (mut q, mut index) = (-4_i8, 0);
    while q <= 4 {
        let mut r = -4_i8;
        while r <= 4 {
            if (q + r).abs() <= 4 {
                spots[index] = spot(q, r) as u8;
                index += 1;
            }
            r += 1;
        }
        q += 1;
    }
    spots
};

/// Every hex but the bases.
pub(super) static OPEN: Field = {
    let (mut open, mut index) = (0, 0);
    while index < SPOTS.len() {
        open |= 1 << SPOTS[index];
        index += 1;
    }
    open & !(1 << spot(0, -4) | 1 << spot(0, 4))
};

/// The hexes from which ships unload.
pub(super) static QUAYS: Field = {
    let north = 1 << spot(1, -4) | 1 << spot(-1, -3) | 1 << spot(0, -3);
    let south = 1 << spot(-1, 4) | 1 << spot(1, 3) | 1 << spot(0, 3);
    north | south
};

/// Returns the field of one hex.
pub(super) fn cell(hex: Hex) -> Field {
    1 << SPOTS[hex.bit() as usize]
}

/// Returns the field of a set of hexes.
pub(super) fn field(hexes: HexSet) -> Field {
    hexes.iter().fold(0, |field, hex| field | cell(hex))
}

/// Returns the hexes next to these, and some bits that are no hexes.
pub(super) fn around(field: Field) -> Field {
    const SLANT: u32 = COLUMN - 1;
    field << 1 | field >> 1 | field << COLUMN | field >> COLUMN | field << SLANT | field >> SLANT
}

/// Returns where a ship can be after one Sailing.
pub(super) fn sail(from: Field, water: Field, speed: u8) -> Field {
    let mut reached = from;
    for _ in 0..speed {
        reached |= around(reached) & water;
    }
    reached
}

#[cfg(test)]
mod tests {
    use polynya_engine::Word;
    use polynya_games::rescue_polar_bears::NEXT_TO_BASE;

    use super::*;

    #[test]
    fn fields_are_the_map() {
        for hex in Hex::all() {
            assert_eq!(
                around(cell(hex)) & (OPEN | 1 << spot(0, -4) | 1 << spot(0, 4)),
                field(hex.neighbours()),
                "{hex}"
            );
        }
        assert_eq!(QUAYS, field(NEXT_TO_BASE));
    }
}
