//! The ships and what their boards print.

use polynya_engine::{BitSet, words};

/// Action Tokens that go round. PRINTED.
pub const ACTIONS_A_TURN: u8 = 3;

/// The ship boards: name, speed, capacity, ability, upgrades. The name of Breeze Dragon is
/// PRINTED, White Wave and Polaris are REPORTED, two are PROPOSED.
pub const HULLS: [Hull; 5] = [
    // Speed PRINTED; capacity and both red actions DERIVED from a report that does not name the ship; ability PROPOSED.
    hull("Breeze Dragon", 3, 2, Ability::Grabs, [Upgrade::Action, Upgrade::Action]),
    // Speed, capacity and ability REPORTED; the upgrades DERIVED from the two speed-decreasing tokens.
    hull("White Wave", 6, 0, Ability::CoolsMore, [Upgrade::SlowHold, Upgrade::SlowHold]),
    // The ability REPORTED, "slow" and "many" too; the numbers PROPOSED, the upgrades DERIVED in kind.
    hull("Polaris", 2, 4, Ability::LoadsTwo, [Upgrade::Speed, Upgrade::Hold]),
    // Name and speed PROPOSED; capacity, ability and upgrades DERIVED from what is said to exist.
    hull("Aurora Lens", 4, 1, Ability::Reveals, [Upgrade::Data, Upgrade::Card]),
    // Name, numbers and ability PROPOSED; the upgrades DERIVED from nine helicopters.
    hull("Iron Petrel", 3, 3, Ability::Catches, [Upgrade::Helicopter, Upgrade::Helicopter]),
];

const fn hull(spoken: &'static str, speed: u8, capacity: u8, ability: Ability, upgrades: [Upgrade; 2]) -> Hull {
    Hull { spoken, speed, capacity, ability, upgrades }
}

/// Data Tokens that Aurora Lens places with its first upgrade. PRINTED that such an upgrade exists, number PROPOSED.
pub const AURORA_DATA: u8 = 2;
/// Bears of room that Polaris gains with its second upgrade. DERIVED in kind, number PROPOSED.
pub const POLARIS_HOLD: u8 = 2;

/// What a ship board prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hull {
    /// The ship's name in sentences.
    pub spoken: &'static str,
    /// Hexes of one Sailing.
    pub speed: u8,
    /// Bears that fit on board.
    pub capacity: u8,
    /// Its special ability.
    pub ability: Ability,
    /// Its two upgrade boxes, a and b.
    pub upgrades: [Upgrade; 2],
}

/// The special ability of a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ability {
    /// Once a turn, directly after a Sailing: a Data Token from adjacent ice without an action.
    Grabs,
    /// Its ice-breaking cools more.
    CoolsMore,
    /// Every second Loading of a bear in a row is free.
    LoadsTwo,
    /// Turns an Alert Token face-up when its turn begins.
    Reveals,
    /// Bears that would sink next to it may board.
    Catches,
}

/// What an upgrade box gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Upgrade {
    /// A red action: one more action in each of its turns.
    Action,
    /// Room for one bear, and one hex of speed less.
    SlowHold,
    /// One hex of speed.
    Speed,
    /// Room for `POLARIS_HOLD` bears.
    Hold,
    /// Once: `AURORA_DATA` Data Tokens.
    Data,
    /// Once: a Support Card.
    Card,
    /// Once: a helicopter.
    Helicopter,
}

words! {
    /// One of the two upgrade boxes of a ship.
    pub enum Slot: "an upgrade box" {
        /// The first.
        A = "a",
        /// The second.
        B = "b",
    }
}

words! {
    /// The five ships, in the order of [`HULLS`].
    pub enum ShipName: "a ship" {
        /// Collects data from ice while it passes.
        BreezeDragon = "breeze-dragon",
        /// Fast, without room for bears; breaks ice best.
        WhiteWave = "white-wave",
        /// Slow, with much room; loads two at once.
        Polaris = "polaris",
        /// Sees alerts before they come.
        AuroraLens = "aurora-lens",
        /// Catches bears that would sink.
        IronPetrel = "iron-petrel",
    }
}

impl ShipName {
    /// Returns its ship board.
    #[inline]
    pub fn hull(self) -> &'static Hull {
        static BOARDS: [Hull; 5] = HULLS;
        &BOARDS[self as usize]
    }
}

/// Some of the ships.
pub type Ships = BitSet<ShipName>;

/// All ships.
pub const SHIPS: Ships = BitSet::from_bits((1 << HULLS.len()) - 1);
