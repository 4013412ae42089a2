//! The ships on the map, and whose turn it is.

use polynya_engine::getters;
use serde::{Deserialize, Serialize};

use super::board::{self, Ability, Bears, HULLS, Hex, HexSet, Hull, STARTS, ShipName, Ships, Slot, Upgrade};
use super::contents::Pieces;
use super::encode;

/// A ship on the map; as long as a power of two, for ships are gone through at every step.
#[repr(align(8))]
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    pub(super) name: ShipName,
    /// What its board prints; [`Fleet::fit_out`] puts it there.
    #[serde(skip, default = "proposed")]
    pub(super) hull: Hull,
    pub(super) hex: Hex,
    pub(super) aboard: Bears,
    pub(super) upgraded: [bool; 2],
    pub(super) blue: u8,
}

fn proposed() -> Hull {
    HULLS[0]
}

getters! {
    impl Ship {
        /// Returns which ship it is.
        name: ShipName,
        /// Returns what its board prints.
        hull: Hull,
        /// Returns where it is.
        hex: Hex,
        /// Returns the bears on board.
        aboard: Bears,
        /// Returns how many blue actions wait for its next turn.
        blue: u8,
    }
}

impl Ship {
    /// A ship as it begins.
    pub(super) fn new(name: ShipName, hull: Hull, hex: Hex) -> Ship {
        Ship { name, hull, hex, aboard: Bears::NONE, upgraded: [false; 2], blue: 0 }
    }

    /// Does this upgrade box hold a token?
    pub fn is_upgraded(&self, slot: Slot) -> bool {
        self.upgraded[slot as usize]
    }

    /// Returns how many hexes one Sailing covers, upgrades counted.
    #[inline]
    pub fn speed(&self) -> u8 {
        self.hull.speed + self.count(Upgrade::Speed) - self.count(Upgrade::SlowHold)
    }

    /// Returns how many bears fit on board, upgrades counted.
    #[inline]
    pub fn capacity(&self) -> u8 {
        let more = self.count(Upgrade::SlowHold) + board::POLARIS_HOLD * self.count(Upgrade::Hold);
        self.hull.capacity + more
    }

    /// Returns how many actions it has in each of its turns, upgrades counted.
    pub fn actions(&self) -> u8 {
        board::ACTIONS_A_TURN + self.count(Upgrade::Action)
    }

    /// Returns how many bears still fit on board.
    #[inline]
    pub fn room(&self) -> u8 {
        self.capacity() - self.aboard.total()
    }

    /// How many of its boxes with this upgrade hold a token.
    #[inline]
    pub(super) fn count(&self, upgrade: Upgrade) -> u8 {
        let boxes = self.hull.upgrades;
        u8::from(self.upgraded[0] && boxes[0] == upgrade) + u8::from(self.upgraded[1] && boxes[1] == upgrade)
    }

    /// Does it have this ability?
    #[inline]
    pub(super) fn can(&self, ability: Ability) -> bool {
        self.hull.ability == ability
    }
}

/// The ships in turn order.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "encode::Fleet", try_from = "encode::Fleet")]
pub(super) struct Fleet {
    /// The first `afloat` of them sail.
    ships: [Ship; 4],
    afloat: u8,
    /// The ship whose turn it is.
    active: u8,
}

impl Default for Fleet {
    /// No ship is drawn yet.
    fn default() -> Fleet {
        Fleet { ships: [Ship::new(ShipName::BreezeDragon, HULLS[0], STARTS[0]); 4], afloat: 0, active: 0 }
    }
}

impl Fleet {
    /// Returns the fleet of these ships, if the turn is one of theirs.
    pub(super) fn of(drawn: &[Ship], active: u8) -> Option<Fleet> {
        let mut fleet = Fleet { active, ..Fleet::default() };
        fleet.ships.get_mut(..drawn.len())?.copy_from_slice(drawn);
        fleet.afloat = drawn.len() as u8;
        (active == 0 || active < fleet.afloat).then_some(fleet)
    }

    /// The ships that are drawn.
    #[inline]
    pub(super) fn ships(&self) -> &[Ship] {
        &self.ships[..usize::from(self.afloat)]
    }

    /// The ships that are drawn, to be changed.
    #[inline]
    pub(super) fn ships_mut(&mut self) -> &mut [Ship] {
        &mut self.ships[..usize::from(self.afloat)]
    }

    /// How many ships are drawn.
    #[inline]
    pub(super) fn len(&self) -> u8 {
        self.afloat
    }

    /// The place in the turn order of the ship whose turn it is.
    #[inline]
    pub(super) fn active(&self) -> usize {
        usize::from(self.active)
    }

    /// The ship whose turn it is.
    #[inline]
    pub(super) fn ship(&self) -> &Ship {
        &self.ships[self.active()]
    }

    /// The ship whose turn it is, to be changed.
    #[inline]
    pub(super) fn ship_mut(&mut self) -> &mut Ship {
        &mut self.ships[usize::from(self.active)]
    }

    /// The place in the turn order of the ship with this name, if it sails in this match.
    pub(super) fn named(&self, name: ShipName) -> Option<usize> {
        self.ships().iter().position(|ship| ship.name == name)
    }

    /// The place in the turn order of the ship on this hex.
    pub(super) fn on(&self, hex: Hex) -> Option<usize> {
        self.ships().iter().position(|ship| ship.hex == hex)
    }

    /// The hexes with ships.
    #[inline]
    pub(super) fn hexes(&self) -> HexSet {
        self.ships().iter().fold(HexSet::NONE, |hexes, ship| hexes.with(ship.hex))
    }

    /// The ships that are not drawn.
    #[inline]
    pub(super) fn undrawn(&self) -> Ships {
        self.ships().iter().fold(board::SHIPS, |undrawn, ship| undrawn.without(ship.name))
    }

    /// A ship joins and waits on its start, which is returned.
    pub(super) fn muster(&mut self, name: ShipName, pieces: &Pieces) -> Hex {
        let hex = pieces.starts[usize::from(self.afloat)];
        self.ships[usize::from(self.afloat)] = Ship::new(name, pieces.hull(name), hex);
        self.afloat += 1;
        hex
    }

    /// Gives every ship the board that is printed in the box.
    pub(super) fn fit_out(&mut self, pieces: &Pieces) {
        self.ships_mut().iter_mut().for_each(|ship| ship.hull = pieces.hull(ship.name));
    }

    /// The turn passes to the next ship.
    #[inline]
    pub(super) fn pass_turn(&mut self) {
        self.active = if self.active + 1 < self.afloat { self.active + 1 } else { 0 };
    }
}
