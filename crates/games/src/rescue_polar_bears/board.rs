//! The data of the game: map, tiles, bears, ships, cards, tracks. Everything reconstructed stands here.
//!
//! PRINTED is in the rule book or told by those who own the game; INFERRED follows from its text and its counts;
//! PROPOSED is ours, because that part of the box is not known. A value changes here and nowhere else.
//!
//! The map is a hexagon of 61 hexes in nine columns, flat side up: 37 inner hexes that carry tiles, and a border of
//! 24 with the two bases. Hexes are numbered column by column from the west, in each column from the north, so that
//! a set of hexes is one machine word.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use serde::Serialize;

/// Hexes of the map. INFERRED: 37 tiles make a hexagon of radius 3; the light water is the ring around it.
pub const HEXES: usize = 61;
/// Hexes from the middle to the border.
pub const RADIUS: i8 = 4;
/// Columns of the map, west to east.
pub const COLUMNS: u8 = 9;
/// The bases, north and south: never entered, never removed. PRINTED top and bottom; the exact hexes are PROPOSED.
pub const BASES: HexSet = set([Hex::axial_to(0, -4), Hex::axial_to(0, 4)]);
/// Where ships begin, in turn order: i1, a5, i5, a1. PROPOSED.
pub const STARTS: [Hex; 4] = [Hex::axial_to(4, -4), Hex::axial_to(-4, 4), Hex::axial_to(4, 0), Hex::axial_to(-4, 0)];
/// Where the Location Flag stands; it has no effect. PRINTED.
pub const FLAG: Hex = Hex::axial_to(0, 0);

/// Ice Tiles, numbered from 1. PRINTED.
pub const ICE_TILES: u8 = 20;
/// Support Tiles. PRINTED: a play report counts five.
pub const SUPPORT_TILES: u8 = 5;
/// Ocean Tiles. INFERRED: what is left of 37.
pub const OCEAN_TILES: u8 = 12;
/// Ice floats, which replace as many Ocean Tiles in Rough Road Ahead. PRINTED.
pub const FLOAT_TILES: u8 = 4;

/// All figures. INFERRED: the only split of 45 that fits the printed chart if every Ice Tile carries bears.
pub const FIGURES: Bears = Bears { males: 10, females: 15, cubs: 20 };
/// Bears that an Ice Tile can hold. PRINTED.
pub const TILE_ROOM: u8 = 3;
/// Cubs of one birth. PRINTED.
pub const LITTER: u8 = 2;

/// The four kinds of Ice Tile. PRINTED: the chart's columns.
const CUB: Bears = Bears { males: 0, females: 0, cubs: 1 };
const MOTHER_AND_CHILD: Bears = Bears { males: 0, females: 1, cubs: 1 };
const COUPLE: Bears = Bears { males: 1, females: 1, cubs: 0 };
const FAMILY: Bears = Bears { males: 1, females: 1, cubs: 1 };

/// The bears on Ice Tiles 1 to 20 at the start. How many tiles of a kind there are is INFERRED, their numbers PROPOSED.
pub const BEARS_ON: [Bears; ICE_TILES as usize] = [
    CUB,
    FAMILY,
    MOTHER_AND_CHILD,
    COUPLE,
    CUB,
    FAMILY,
    CUB,
    MOTHER_AND_CHILD,
    COUPLE,
    FAMILY,
    CUB,
    MOTHER_AND_CHILD,
    COUPLE,
    FAMILY,
    CUB,
    CUB,
    COUPLE,
    FAMILY,
    MOTHER_AND_CHILD,
    CUB,
];

/// The temperatures at which a match may begin. 8, 10 and 12 are PRINTED, 4 is another edition's start, the rest are
/// PROPOSED for the printed "even higher".
pub const START_TEMPERATURES: [u8; 7] = [4, 8, 10, 12, 14, 16, 18];
/// The basic start. PRINTED.
pub const BASIC_START: u8 = 8;
/// The temperature that is just survived. PRINTED.
pub const HOTTEST: u8 = 20;
/// Degrees by which melting cools. PRINTED.
pub const MELTING_COOLS: u8 = 5;
/// Degrees by which ice-breaking cools. PRINTED.
pub const BREAKING_COOLS: u8 = 2;
/// Degrees by which White Wave's ice-breaking cools. PRINTED: a play report tells it.
pub const WHITE_WAVE_COOLS: u8 = 5;
/// What Increasing Temperature adds to the red die. INFERRED: the variant's 2 is PRINTED, all else in the book is 1.
pub const WARMING: u8 = 1;
/// What it adds in Rapid Warming. PRINTED.
pub const RAPID_WARMING: u8 = 2;
/// What a shortage of figures adds. PRINTED.
pub const SHORTAGE: u8 = 1;

/// Helicopter Tokens at the bases at the start. PRINTED.
pub const HELICOPTERS: u8 = 6;
/// Helicopter Tokens in all. PRINTED.
pub const HELICOPTER_TOKENS: u8 = 9;
/// Data Tokens in the box. PRINTED.
pub const DATA_TOKENS: u8 = 21;
/// Data Tokens that win with two ships, and with more. PRINTED.
pub const TARGETS: [u8; 2] = [15, 20];
/// The spots of the Data Track with an Upgrade Token; with two ships the first four. PRINTED.
pub const UPGRADES_AT: [u8; 6] = [3, 6, 9, 12, 15, 18];
/// Action Tokens that go round. PRINTED.
pub const ACTIONS_A_TURN: u8 = 3;

/// What Cold Snap takes off. PROPOSED: a play report fits 3 or more.
pub const COLD_SNAP: u8 = 5;
/// Data Tokens placed by Survey Burst. PRINTED that such a card exists, number PROPOSED.
pub const SURVEY_BURST: u8 = 2;
/// Alert Tokens turned by Satellite Forecast. PRINTED that such a card exists, number PROPOSED.
pub const SATELLITE_FORECAST: u8 = 3;
/// Blue actions of Overtime. PROPOSED: with All Hands this uses the six blue tokens.
pub const OVERTIME: u8 = 2;
/// Bears that Airlift can take. PROPOSED.
pub const AIRLIFT: u8 = 2;

/// The ship boards. Three names are PRINTED (the first three), two are PROPOSED.
pub const HULLS: [Hull; 5] = [
    // Speed, capacity and both red actions PRINTED; the ability PROPOSED.
    Hull {
        word: "breeze-dragon",
        spoken: "Breeze Dragon",
        speed: 3,
        capacity: 2,
        ability: Ability::Grabs,
        upgrades: [Upgrade::Action, Upgrade::Action],
    },
    // Speed, capacity and ability PRINTED; the upgrades INFERRED from the two speed-decreasing tokens.
    Hull {
        word: "white-wave",
        spoken: "White Wave",
        speed: 6,
        capacity: 0,
        ability: Ability::CoolsMore,
        upgrades: [Upgrade::SlowHold, Upgrade::SlowHold],
    },
    // The ability PRINTED, "slow" and "many" too; the numbers PROPOSED, the upgrades INFERRED in kind.
    Hull {
        word: "polaris",
        spoken: "Polaris",
        speed: 2,
        capacity: 4,
        ability: Ability::LoadsTwo,
        upgrades: [Upgrade::Speed, Upgrade::Hold],
    },
    // Name and speed PROPOSED; capacity, ability and upgrades INFERRED from what is said to exist.
    Hull {
        word: "aurora-lens",
        spoken: "Aurora Lens",
        speed: 4,
        capacity: 1,
        ability: Ability::Reveals,
        upgrades: [Upgrade::Data, Upgrade::Card],
    },
    // Name, numbers and ability PROPOSED; the upgrades INFERRED from nine helicopters.
    Hull {
        word: "iron-petrel",
        spoken: "Iron Petrel",
        speed: 3,
        capacity: 3,
        ability: Ability::Catches,
        upgrades: [Upgrade::Helicopter, Upgrade::Helicopter],
    },
];

/// Data Tokens that Aurora Lens places with its first upgrade. PRINTED that such an upgrade exists, number PROPOSED.
pub const AURORA_DATA: u8 = 2;
/// Bears of room that Polaris gains with its second upgrade. INFERRED in kind, number PROPOSED.
pub const POLARIS_HOLD: u8 = 2;

/// What a ship board prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hull {
    /// The ship's name in the notation.
    pub word: &'static str,
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
    /// Once a turn, directly behind a Sailing: a Data Token from adjacent ice without an action.
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
    /// Room for [`POLARIS_HOLD`] bears.
    Hold,
    /// Once: [`AURORA_DATA`] Data Tokens.
    Data,
    /// Once: a Support Card.
    Card,
    /// Once: a helicopter.
    Helicopter,
}

/// A hex of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(pub(super) u8);

impl Hex {
    /// All hexes, column by column from the west, each from the north.
    pub fn all() -> impl Iterator<Item = Hex> {
        (0..HEXES as u8).map(Hex)
    }

    /// The hex with these axial coordinates: q grows to the east, r to the south.
    pub fn at(q: i8, r: i8) -> Option<Hex> {
        (q.abs() <= RADIUS && r.abs() <= RADIUS && (q + r).abs() <= RADIUS).then(|| Hex::axial_to(q, r))
    }

    /// Its axial coordinates.
    pub const fn axial(self) -> (i8, i8) {
        let mut q = -RADIUS;
        while q < RADIUS && column_start(q + 1) <= self.0 {
            q += 1;
        }
        (q, north_end(q) + (self.0 - column_start(q)) as i8)
    }

    /// Its column from 0 in the west, and its number in the column from 0 in the north.
    pub const fn column_and_row(self) -> (u8, u8) {
        let (q, r) = self.axial();
        ((q + RADIUS) as u8, (r - north_end(q)) as u8)
    }

    /// The hexes around it.
    #[inline]
    pub fn neighbours(self) -> HexSet {
        Set::from_bits(NEIGHBOURS[self.0 as usize])
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
pub const MAP: HexSet = Set::from_bits((1 << HEXES) - 1);

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
    Set::from_bits(bits)
};

/// The hexes next to a base, from which a ship unloads.
pub const NEXT_TO_BASE: HexSet =
    Set::from_bits(NEIGHBOURS[Hex::axial_to(0, -4).0 as usize] | NEIGHBOURS[Hex::axial_to(0, 4).0 as usize]);

const fn set<const N: usize>(hexes: [Hex; N]) -> HexSet {
    let (mut bits, mut index) = (0, 0);
    while index < N {
        bits |= 1 << hexes[index].0;
        index += 1;
    }
    Set::from_bits(bits)
}

/// The number of an Ice Tile and of its Alert Token, from 1 to 20.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Number(pub(super) u8);

impl Number {
    /// The number, if there is such a tile.
    pub fn new(number: u8) -> Option<Number> {
        (1..=ICE_TILES).contains(&number).then_some(Number(number))
    }

    /// As a plain number from 1.
    pub fn get(self) -> u8 {
        self.0
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0 - 1)
    }
}

/// All numbers of Ice Tiles and Alert Tokens.
pub const NUMBERS: Set<Number> = Set::from_bits((1 << ICE_TILES) - 1);

/// What lies on a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tile {
    /// Water.
    Ocean,
    /// A Support Tile.
    Support,
    /// An Ice Tile with its number.
    Ice(Number),
    /// An ice float of Rough Road Ahead.
    Float,
    /// A base.
    Base,
}

/// A polar bear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bear {
    /// An adult male.
    Male,
    /// An adult female.
    Female,
    /// A cub.
    Cub,
}

impl Bear {
    /// All three kinds.
    pub const ALL: [Bear; 3] = [Bear::Male, Bear::Female, Bear::Cub];
    /// The kinds that a cub can grow into.
    pub const ADULTS: [Bear; 2] = [Bear::Male, Bear::Female];
}

/// A number of bears of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Bears {
    /// Adult males.
    pub males: u8,
    /// Adult females.
    pub females: u8,
    /// Cubs.
    pub cubs: u8,
}

impl Bears {
    /// Nobody.
    pub const NONE: Bears = Bears { males: 0, females: 0, cubs: 0 };

    /// How many there are of one kind.
    #[inline]
    pub fn of(self, bear: Bear) -> u8 {
        match bear {
            Bear::Male => self.males,
            Bear::Female => self.females,
            Bear::Cub => self.cubs,
        }
    }

    /// How many there are in all.
    #[inline]
    pub fn total(self) -> u8 {
        self.males + self.females + self.cubs
    }

    /// Adults of either sex.
    #[inline]
    pub fn adults(self) -> u8 {
        self.males + self.females
    }

    #[inline]
    pub(super) fn slot(&mut self, bear: Bear) -> &mut u8 {
        match bear {
            Bear::Male => &mut self.males,
            Bear::Female => &mut self.females,
            Bear::Cub => &mut self.cubs,
        }
    }

    #[inline]
    pub(super) fn add(&mut self, more: Bears) {
        self.males += more.males;
        self.females += more.females;
        self.cubs += more.cubs;
    }

    /// One bear passes from here to there.
    #[inline]
    pub(super) fn give(&mut self, bear: Bear, to: &mut Bears) {
        *self.slot(bear) -= 1;
        *to.slot(bear) += 1;
    }
}

/// The five ships.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShipName {
    /// Collects data from ice while it passes.
    BreezeDragon,
    /// Fast, without room for bears; breaks ice best.
    WhiteWave,
    /// Slow, with much room; loads two at once.
    Polaris,
    /// Sees alerts before they come.
    AuroraLens,
    /// Catches bears that would sink.
    IronPetrel,
}

impl ShipName {
    /// All five, in the order of [`HULLS`].
    pub const ALL: [ShipName; 5] =
        [ShipName::BreezeDragon, ShipName::WhiteWave, ShipName::Polaris, ShipName::AuroraLens, ShipName::IronPetrel];

    /// Its ship board.
    #[inline]
    pub fn hull(self) -> &'static Hull {
        static BOARDS: [Hull; 5] = HULLS;
        &BOARDS[self as usize]
    }
}

/// The ten Support Cards, one of each. What they do is INFERRED or PROPOSED, and so are their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Card {
    /// The temperature falls by [`COLD_SNAP`]. The kind is PRINTED, the amount PROPOSED.
    ColdSnap,
    /// One more helicopter. INFERRED.
    ExtraHelicopter,
    /// [`SURVEY_BURST`] more Data Tokens. INFERRED.
    SurveyBurst,
    /// [`SATELLITE_FORECAST`] Alert Tokens turn face-up. INFERRED.
    SatelliteForecast,
    /// Removes any ice tile or ice float. INFERRED.
    DemolitionCharge,
    /// [`OVERTIME`] more actions in this turn. PROPOSED.
    Overtime,
    /// One more action for every ship. PROPOSED.
    AllHands,
    /// Up to [`AIRLIFT`] bears of one tile return to the supply. PROPOSED.
    Airlift,
    /// Another Alert Token. PROPOSED.
    NewForecast,
    /// No Growth and Reproduction in this turn. PROPOSED.
    QuietSeason,
}

impl Card {
    /// All ten.
    pub const ALL: [Card; 10] = [
        Card::ColdSnap,
        Card::ExtraHelicopter,
        Card::SurveyBurst,
        Card::SatelliteForecast,
        Card::DemolitionCharge,
        Card::Overtime,
        Card::AllHands,
        Card::Airlift,
        Card::NewForecast,
        Card::QuietSeason,
    ];
}

/// All Support Cards.
pub const CARDS: Set<Card> = Set::from_bits((1 << Card::ALL.len()) - 1);
/// All ships.
pub const SHIPS: Set<ShipName> = Set::from_bits((1 << HULLS.len()) - 1);

/// Something that sets are made of: numbered from 0, fewer than 64.
pub trait Member: Copy {
    /// Its number from 0.
    fn bit(self) -> u8;
    /// What has this number.
    fn from_bit(bit: u8) -> Self;
}

impl Member for Hex {
    #[inline]
    fn bit(self) -> u8 {
        self.0
    }
    #[inline]
    fn from_bit(bit: u8) -> Hex {
        Hex(bit)
    }
}

impl Member for Number {
    #[inline]
    fn bit(self) -> u8 {
        self.0 - 1
    }
    #[inline]
    fn from_bit(bit: u8) -> Number {
        Number(bit + 1)
    }
}

impl Member for Card {
    #[inline]
    fn bit(self) -> u8 {
        self as u8
    }
    #[inline]
    fn from_bit(bit: u8) -> Card {
        Card::ALL[usize::from(bit)]
    }
}

impl Member for ShipName {
    #[inline]
    fn bit(self) -> u8 {
        self as u8
    }
    #[inline]
    fn from_bit(bit: u8) -> ShipName {
        ShipName::ALL[usize::from(bit)]
    }
}

/// A set of hexes, numbers, cards or ships: one machine word.
pub struct Set<T>(u64, PhantomData<T>);

/// A set of hexes.
pub type HexSet = Set<Hex>;

impl<T> Set<T> {
    /// Nothing.
    pub const NONE: Set<T> = Set::from_bits(0);

    const fn from_bits(bits: u64) -> Set<T> {
        Set(bits, PhantomData)
    }

    /// Is nothing in it?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many are in it.
    #[inline]
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }
}

impl<T: Member> Set<T> {
    /// This one alone.
    #[inline]
    pub fn only(member: T) -> Set<T> {
        Set::from_bits(1 << member.bit())
    }

    /// Is this one in it?
    #[inline]
    pub fn has(self, member: T) -> bool {
        self.0 >> member.bit() & 1 != 0
    }

    #[inline]
    pub(super) fn insert(&mut self, member: T) {
        self.0 |= 1 << member.bit();
    }

    #[inline]
    pub(super) fn remove(&mut self, member: T) {
        self.0 &= !(1 << member.bit());
    }

    /// The lowest in it.
    #[inline]
    pub fn first(self) -> Option<T> {
        (self.0 != 0).then(|| T::from_bit(self.0.trailing_zeros() as u8))
    }

    /// Those in it that come before this one.
    #[inline]
    pub(super) fn before(self, member: T) -> Set<T> {
        Set::from_bits(self.0 & ((1 << member.bit()) - 1))
    }

    /// The one before which `n` others are.
    #[inline]
    pub(super) fn nth(self, n: u32) -> Option<T> {
        let mut rest = self.0;
        for _ in 0..n {
            rest &= rest.wrapping_sub(1);
        }
        Set::<T>::from_bits(rest).first()
    }

    /// What is in it, in rising order.
    #[inline]
    pub fn iter(self) -> SetIter<T> {
        SetIter(self)
    }
}

impl<T: Member> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = SetIter<T>;

    #[inline]
    fn into_iter(self) -> SetIter<T> {
        SetIter(self)
    }
}

/// The members of a set, one after the other.
pub struct SetIter<T>(Set<T>);

impl<T: Member> Iterator for SetIter<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }
}

// By hand, because derived ones would ask as much of what is in the set.
impl<T> Clone for Set<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Set<T> {}

impl<T> PartialEq for Set<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for Set<T> {}

impl<T: Member + Debug> Debug for Set<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl<T> BitAnd for Set<T> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Set::from_bits(self.0 & other.0)
    }
}

impl<T> BitOr for Set<T> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Set::from_bits(self.0 | other.0)
    }
}

impl<T> Not for Set<T> {
    type Output = Self;
    /// Everything else; meant to be cut with another set.
    #[inline]
    fn not(self) -> Self {
        Set::from_bits(!self.0)
    }
}
