//! The sea and the fleet as they are written down: what cannot be computed from the rest.

use polynya_engine::ParseError;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::RescuePolarBears;
use super::board::{Bears, Hex, HexSet, INNER, NUMBERS, Number, Numbers};
use super::fleet::{self, Ship};
use super::sea;

impl Serialize for RescuePolarBears {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        RescuePolarBears::serialize(self, to)
    }
}

/// What the boards of ships print stands in the box.
impl<'de> Deserialize<'de> for RescuePolarBears {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<RescuePolarBears, D::Error> {
        let mut position = RescuePolarBears::deserialize(from)?;
        position.fleet.fit_out(position.setup.pieces());
        Ok(position)
    }
}

/// The written form of the sea.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sea {
    /// The Ice Tiles on the board.
    ice: Vec<Ice>,
    /// The Ice Tiles that are gone, and where they lay.
    gone: Vec<(Number, Hex)>,
    support: HexSet,
    floats: HexSet,
    data: HexSet,
    dealing: Option<Hex>,
}

/// An Ice Tile with its bears.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ice {
    number: Number,
    hex: Hex,
    bears: Bears,
}

impl From<sea::Sea> for Sea {
    fn from(sea: sea::Sea) -> Sea {
        let ice = sea.lying.iter().map(|number| Ice { number, hex: sea.hex_of(number), bears: sea.bears(number) });
        let gone = NUMBERS.difference(sea.lying).iter().filter(|&number| sea.is_dealt(number));
        Sea {
            ice: ice.collect(),
            gone: gone.map(|number| (number, sea.hex_of(number))).collect(),
            support: sea.support,
            floats: sea.floats,
            data: sea.data,
            dealing: sea.dealing,
        }
    }
}

impl TryFrom<Sea> for sea::Sea {
    type Error = ParseError;

    fn try_from(written: Sea) -> Result<sea::Sea, ParseError> {
        let Sea { ice, gone, support, floats, data, dealing } = written;
        let mut sea = sea::Sea::default();
        (sea.support, sea.floats, sea.data, sea.dealing) = (support, floats, data, dealing);
        let (mut numbers, mut hexes) = (Numbers::NONE, HexSet::NONE);
        let dealt = ice.iter().map(|ice| (ice.number, ice.hex)).chain(gone.iter().copied());
        for (number, hex) in dealt {
            if numbers.contains(number) || hexes.contains(hex) || !INNER.contains(hex) {
                return Err(ParseError(format!("ice {number} on {hex} is in the way of another, or outside")));
            }
            (numbers, hexes) = (numbers.with(number), hexes.with(hex));
        }
        for Ice { number, hex, bears } in ice {
            if !bears.exist() {
                return Err(ParseError(format!("there are no figures for the bears on {hex}")));
            }
            sea.lay_ice(number, hex, bears);
        }
        gone.into_iter().for_each(|(number, hex)| sea.name_ice(number, hex));
        Ok(sea)
    }
}

/// The written form of the fleet.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fleet {
    /// The ships that are drawn, in turn order.
    ships: Vec<Ship>,
    /// The place in that order of the ship whose turn it is, from 0.
    active: u8,
}

impl From<fleet::Fleet> for Fleet {
    fn from(fleet: fleet::Fleet) -> Fleet {
        Fleet { ships: fleet.ships().to_vec(), active: fleet.active() as u8 }
    }
}

impl TryFrom<Fleet> for fleet::Fleet {
    type Error = ParseError;

    fn try_from(written: Fleet) -> Result<fleet::Fleet, ParseError> {
        fleet::Fleet::of(&written.ships, written.active)
            .ok_or_else(|| ParseError("there are more than four ships, or the turn is nobody's".to_owned()))
    }
}
