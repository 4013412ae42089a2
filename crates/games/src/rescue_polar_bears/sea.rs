//! The sea: the tiles on the map, with the bears and the Data Tokens on them.

use polynya_engine::Member;
use serde::{Deserialize, Serialize};

use super::board::{self, BASES, Bears, HEXES, Hex, HexSet, ICE_TILES, INNER, MAP, Number, Numbers, TILE_ROOM, Tile};
use super::contents::Pieces;
use super::encode;

/// What lies and stands on the map, ships aside.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "encode::Sea", try_from = "encode::Sea")]
pub(super) struct Sea {
    /// Hexes with an Ice Tile, with a Support Tile, with an ice float.
    pub(super) ice: HexSet,
    pub(super) support: HexSet,
    pub(super) floats: HexSet,
    /// Hexes with a Data Token.
    pub(super) data: HexSet,
    /// Ice Tiles with at least one bear, and with as many as fit; `update_bears` keeps both.
    pub(super) crowded: HexSet,
    pub(super) full: HexSet,
    /// Ice Tiles that lie on the board.
    pub(super) lying: Numbers,
    /// The hex that is dealt next, until all tiles lie.
    pub(super) dealing: Option<Hex>,
    /// Where each Ice Tile lies or lay, and the number of the Ice Tile that lies or lay on each hex.
    hex_of: [Hex; ICE_TILES as usize],
    number_on: [Number; HEXES],
    /// The bears on each Ice Tile.
    bears: [Bears; ICE_TILES as usize],
}

impl Default for Sea {
    /// Open water.
    fn default() -> Sea {
        Sea {
            ice: HexSet::NONE,
            support: HexSet::NONE,
            floats: HexSet::NONE,
            data: HexSet::NONE,
            crowded: HexSet::NONE,
            full: HexSet::NONE,
            lying: Numbers::NONE,
            dealing: INNER.first(),
            hex_of: [Hex(0); ICE_TILES as usize],
            number_on: [Number::from_bit(0); HEXES],
            bears: [Bears::NONE; ICE_TILES as usize],
        }
    }
}

impl Sea {
    /// What lies on a hex, or `None` if it is a base; the border is water.
    pub(super) fn tile(&self, hex: Hex) -> Option<Tile> {
        if self.ice.contains(hex) {
            Some(Tile::Ice(self.number_on(hex)))
        } else if self.support.contains(hex) {
            Some(Tile::Support)
        } else if self.floats.contains(hex) {
            Some(Tile::Float)
        } else {
            (!BASES.contains(hex)).then_some(Tile::Ocean)
        }
    }

    /// The hexes with something to break: Ice Tiles and ice floats.
    #[inline]
    pub(super) fn frozen(&self) -> HexSet {
        self.ice | self.floats
    }

    /// The hexes that ships sail over.
    #[inline]
    pub(super) fn navigable(&self) -> HexSet {
        MAP & !(self.frozen() | BASES)
    }

    /// Where an Ice Tile lies or lay.
    #[inline]
    pub(super) fn hex_of(&self, number: Number) -> Hex {
        self.hex_of[number.index()]
    }

    /// The Ice Tile that lies or lay on a hex.
    #[inline]
    pub(super) fn number_on(&self, hex: Hex) -> Number {
        self.number_on[hex.index()]
    }

    /// The bears on an Ice Tile.
    #[inline]
    pub(super) fn bears(&self, number: Number) -> Bears {
        self.bears[number.index()]
    }

    /// The bears on a hex.
    #[inline]
    pub(super) fn bears_on(&self, hex: Hex) -> Bears {
        if self.ice.contains(hex) { self.bears(self.number_on(hex)) } else { Bears::NONE }
    }

    /// The Ice Tiles next to a hex that have room for a bear.
    #[inline]
    pub(super) fn refuges(&self, hex: Hex) -> HexSet {
        hex.neighbours() & self.ice & !self.full
    }

    /// The hexes with a tile that is not water.
    #[inline]
    pub(super) fn tiles(&self) -> HexSet {
        self.frozen() | self.support
    }

    /// The hexes whose tiles are dealt; beyond them lies what was kept.
    #[inline]
    pub(super) fn dealt(&self) -> HexSet {
        self.dealing.map_or(INNER, |hex| INNER.below(hex))
    }

    /// The first of these hexes on which nothing was kept.
    pub(super) fn next_to_deal(&self, among: HexSet) -> Option<Hex> {
        among.difference(self.tiles()).first()
    }

    /// How many tiles of each kind are not dealt yet, in a match with this many floats: support, ocean, float.
    #[inline]
    pub(super) fn undealt(&self, floats: u8) -> [u8; 3] {
        let oceans = self.dealt().difference(self.tiles()).len() as u8;
        let (support, afloat) = (self.support.len() as u8, self.floats.len() as u8);
        [board::SUPPORT_TILES - support, board::OCEAN_TILES - floats - oceans, floats - afloat]
    }

    /// Lays the next tile and returns its hex.
    pub(super) fn deal(&mut self, tile: Tile, pieces: &Pieces) -> Hex {
        let hex = self.dealing.expect("a tile is dealt while a hex is left");
        self.dealing = self.next_to_deal(INNER.above(hex));
        self.lay(tile, hex, pieces);
        hex
    }

    /// Lays a tile, an Ice Tile with the bears that it begins with.
    pub(super) fn lay(&mut self, tile: Tile, hex: Hex, pieces: &Pieces) {
        match tile {
            Tile::Ice(number) => self.lay_ice(number, hex, pieces.bears[number.index()]),
            Tile::Support => self.support.insert(hex),
            Tile::Float => self.floats.insert(hex),
            Tile::Ocean => {}
        }
    }

    /// Lays an Ice Tile with these bears.
    pub(super) fn lay_ice(&mut self, number: Number, hex: Hex, bears: Bears) {
        self.name_ice(number, hex);
        self.ice.insert(hex);
        self.lying.insert(number);
        self.update_bears(number, |here| *here = bears);
    }

    /// Notes where an Ice Tile lies or lay.
    pub(super) fn name_ice(&mut self, number: Number, hex: Hex) {
        self.hex_of[number.index()] = hex;
        self.number_on[hex.index()] = number;
    }

    /// Was this Ice Tile dealt, even if it is gone by now?
    pub(super) fn is_dealt(&self, number: Number) -> bool {
        INNER.contains(self.hex_of(number))
    }

    /// Takes an Ice Tile, which nobody stands on, off the board.
    pub(super) fn remove_ice(&mut self, number: Number) {
        self.ice.remove(self.hex_of(number));
        self.lying.remove(number);
    }

    /// Changes the bears of an Ice Tile, which may be empty then, or full.
    #[inline]
    pub(super) fn update_bears(&mut self, number: Number, change: impl FnOnce(&mut Bears)) {
        let bears = &mut self.bears[number.index()];
        change(bears);
        let (hex, total) = (self.hex_of[number.index()], bears.total());
        self.crowded.remove(hex);
        self.full.remove(hex);
        if total > 0 {
            self.crowded.insert(hex);
        }
        if total >= TILE_ROOM {
            self.full.insert(hex);
        }
    }
}
