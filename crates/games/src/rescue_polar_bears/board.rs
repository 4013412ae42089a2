//! The data of the game: map, tiles, bears, ships, cards, tracks. Everything reconstructed stands here.
//!
//! PRINTED is in the rule book; REPORTED is told by those who have seen the game, in play reports and reviews; DERIVED
//! follows from the printed text and its counts; PROPOSED is ours, because that part of the box is not known.
//! `sources.rs` lists all that is not PRINTED.

mod bears;
mod cards;
mod dice;
mod map;
mod ships;
mod tiles;

pub use bears::{Bear, Bears, FIGURES, LITTER, SPARE_FIGURES, Sex, TILE_ROOM};
pub use cards::{AIRLIFT, CARDS, COLD_SNAP, Card, Deck, OVERTIME, SATELLITE_FORECAST, SURVEY_BURST};
pub use dice::{FACES, Pips};
pub use map::{BASES, BORDER, FLAG, HEXES, Hex, HexSet, INNER, MAP, NEXT_TO_BASE, RADIUS, STARTS};
pub use ships::{
    ACTIONS_A_TURN, AURORA_DATA, Ability, HULLS, Hull, POLARIS_HOLD, SHIPS, ShipName, Ships, Slot, Upgrade,
};
pub use tiles::{
    BEARS_ON, FAMILIES, FLOAT_TILES, ICE_TILES, NUMBERS, Number, Numbers, OCEAN_TILES, SUPPORT_TILES, Tile,
};

/// The basic start. PRINTED. Others go from 0 to [`HOTTEST`]: 10, 12 and "even higher" are PRINTED, 4 is the start of
/// another edition.
pub const BASIC_START: u8 = 8;
/// The temperature that is just survived. PRINTED.
pub const HOTTEST: u8 = 20;
/// Degrees by which melting cools. PRINTED.
pub const MELTING_COOLS: u8 = 5;
/// Degrees by which ice-breaking cools. PRINTED.
pub const BREAKING_COOLS: u8 = 2;
/// Degrees by which White Wave's ice-breaking cools. REPORTED.
pub const WHITE_WAVE_COOLS: u8 = 5;
/// What Increasing Temperature adds to the red die. DERIVED: the variant's 2 is PRINTED, all else in the book is 1.
pub const WARMING: u8 = 1;
/// What it adds in Rapid Warming. PRINTED.
pub const RAPID_WARMING: u8 = 2;
/// What a shortage of figures adds. PRINTED.
pub const SHORTAGE: u8 = 1;

/// Helicopter Tokens at the bases at the start. PRINTED.
pub const HELICOPTERS: u8 = 6;
/// Helicopter Tokens in all. PRINTED.
pub const HELICOPTER_TOKENS: u8 = 9;
/// Red Action Tokens and tokens that decrease speed: both are given by upgrades. PRINTED.
pub const RED_ACTIONS: u8 = 2;
pub const SLOWING_TOKENS: u8 = 2;
/// Data Tokens in the box. PRINTED.
pub const DATA_TOKENS: u8 = 21;
/// Data Tokens that win with two ships, and with more. PRINTED.
pub const TARGETS: [u8; 2] = [15, 20];
/// The spots of the Data Track with an Upgrade Token; with two ships the first four. PRINTED.
pub const UPGRADES_AT: [u8; 6] = [3, 6, 9, 12, 15, 18];
