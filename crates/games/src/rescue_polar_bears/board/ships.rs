//! The ships and what their boards print.

use polynya_engine::{BitSet, words};

/// Action Tokens that go round. PRINTED.
pub const ACTIONS_A_TURN: u8 = 3;

/// The ship boards as they are proposed: speed, capacity, ability, upgrades. The name of Breeze Dragon is PRINTED, White
/// Wave and Polaris are REPORTED, two are PROPOSED.
pub const HULLS: [Hull; 5] = [
    // Speed PRINTED; capacity and both red actions DERIVED from a report that does not name the ship; ability PROPOSED.
    hull(3, 2, Ability::Grabs, [Upgrade::Action, Upgrade::Action]),
    // Speed, capacity and ability REPORTED; the upgrades DERIVED from the two speed-decreasing tokens.
    hull(6, 0, Ability::CoolsMore, [Upgrade::SlowHold, Upgrade::SlowHold]),
    // The ability REPORTED, "slow" and "many" too; the numbers PROPOSED, the upgrades DERIVED in kind.
    hull(2, 4, Ability::LoadsTwo, [Upgrade::Speed, Upgrade::Hold]),
    // Name and speed PROPOSED; capacity, ability and upgrades DERIVED from what is said to exist.
    hull(4, 1, Ability::Reveals, [Upgrade::Data, Upgrade::Card]),
    // Name, numbers and ability PROPOSED; the upgrades DERIVED from nine helicopters.
    hull(3, 3, Ability::Catches, [Upgrade::Helicopter, Upgrade::Helicopter]),
];

const fn hull(speed: u8, capacity: u8, ability: Ability, upgrades: [Upgrade; 2]) -> Hull {
    Hull { speed, capacity, ability, upgrades }
}

/// Data Tokens that Aurora Lens places with its first upgrade. PRINTED that such an upgrade exists, number PROPOSED.
pub const AURORA_DATA: u8 = 2;
/// Bears of room that Polaris gains with its second upgrade. DERIVED in kind, number PROPOSED.
pub const POLARIS_HOLD: u8 = 2;

/// What a ship board prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hull {
    /// Hexes of one Sailing.
    pub speed: u8,
    /// Bears that fit on board.
    pub capacity: u8,
    /// Its special ability.
    pub ability: Ability,
    /// Its two upgrade boxes, a and b.
    pub upgrades: [Upgrade; 2],
}

words! {
    /// The special ability of a ship.
    pub enum Ability: "an ability" {
        /// Once a turn, directly after a Sailing: a Data Token from adjacent ice without an action.
        Grabs = "grabs",
        /// Its ice-breaking cools more.
        CoolsMore = "cools-more",
        /// Every second Loading of a bear in a row is free.
        LoadsTwo = "loads-two",
        /// Turns an Alert Token face-up when its turn begins.
        Reveals = "reveals",
        /// Bears that would sink next to it may board.
        Catches = "catches",
        /// None of these: in a box whose ship can do what is not known here.
        Nothing = "nothing",
    }
}

words! {
    /// What an upgrade box gives.
    pub enum Upgrade: "an upgrade" {
        /// A red action: one more action in each of its turns.
        Action = "action",
        /// Room for one bear, and one hex of speed less.
        SlowHold = "slow-hold",
        /// One hex of speed.
        Speed = "speed",
        /// Room for `POLARIS_HOLD` bears.
        Hold = "hold",
        /// Once: `AURORA_DATA` Data Tokens.
        Data = "data",
        /// Once: a Support Card.
        Card = "card",
        /// Once: a helicopter.
        Helicopter = "helicopter",
    }
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
        BreezeDragon = "breeze-dragon" as "Breeze Dragon",
        /// Fast, without room for bears; breaks ice best.
        WhiteWave = "white-wave" as "White Wave",
        /// Slow, with much room; loads two at once.
        Polaris = "polaris" as "Polaris",
        /// Sees alerts before they come.
        AuroraLens = "aurora-lens" as "Aurora Lens",
        /// Catches bears that would sink.
        IronPetrel = "iron-petrel" as "Iron Petrel",
    }
}

/// Some of the ships.
pub type Ships = BitSet<ShipName>;

/// All ships.
pub const SHIPS: Ships = BitSet::from_bits((1 << HULLS.len()) - 1);
