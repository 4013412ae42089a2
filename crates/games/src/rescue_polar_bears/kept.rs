//! RESTARTING: the tiles that stay from the match before.

use std::collections::BTreeMap;
use std::fmt;

use polynya_engine::Word;
use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::board::{FLOAT_TILES, Hex, INNER, Number, SUPPORT_TILES, Tile};

/// Tiles that stay where they lie. They are some of those in the box, each on an inner hex of its own, and no water.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Kept(BTreeMap<Hex, Tile>);

impl Kept {
    /// Returns these tiles, or why they cannot be kept.
    pub fn new(tiles: impl IntoIterator<Item = (Hex, Tile)>) -> Result<Kept, String> {
        let mut kept = Kept::default();
        tiles.into_iter().try_for_each(|(hex, tile)| kept.add(hex, tile))?;
        Ok(kept)
    }

    /// Iterates over the hexes and their tiles.
    pub fn iter(&self) -> impl Iterator<Item = (Hex, Tile)> {
        self.0.iter().map(|(&hex, &tile)| (hex, tile))
    }

    /// Is no tile kept?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns how many tiles are kept.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is there an ice float among them?
    pub(super) fn has_floats(&self) -> bool {
        self.count(Tile::Float) > 0
    }

    fn count(&self, tile: Tile) -> usize {
        self.0.values().filter(|&&other| other == tile).count()
    }

    fn add(&mut self, hex: Hex, tile: Tile) -> Result<(), String> {
        if !INNER.contains(hex) {
            return Err(format!("no tile lies on {hex}: only the 37 inner hexes, from b2 to h4, carry tiles"));
        }
        if let Some(other) = self.0.get(&hex) {
            return Err(format!("{hex} is named twice: `{other}` and `{tile}`"));
        }
        let (count, what) = match tile {
            Tile::Ice(number) => {
                if let Some((there, _)) = self.iter().find(|&(_, other)| other == tile) {
                    return Err(format!("ice {number} lies on {there} and on {hex}, but there is one of each number"));
                }
                (1, "Ice Tiles of a number")
            }
            Tile::Support => (SUPPORT_TILES, "Support Tiles"),
            Tile::Float => (FLOAT_TILES, "ice floats"),
            Tile::Ocean => return Err(format!("{hex}: water is not kept; leave the hex out, and it is dealt anew")),
        };
        if self.count(tile) >= usize::from(count) {
            return Err(format!("{hex}: there are no more than {count} {what}"));
        }
        self.0.insert(hex, tile);
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Kept, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Kept;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r#"`kept` as an object from hexes to tiles, such as {"b2":"7"}"#)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Kept, A::Error> {
                let mut kept = Kept::default();
                while let Some(key) = map.next_key::<String>()? {
                    let hex: Hex = key.parse().map_err(|bad| A::Error::custom(format!("kept: {bad}")))?;
                    let tile = map.next_value_seed(TileOn(hex))?;
                    kept.add(hex, tile).map_err(|why| A::Error::custom(format!("kept: {why}")))?;
                }
                Ok(kept)
            }
        }

        from.deserialize_map(Object)
    }
}

/// The tile of a hex, which is named where it cannot be read.
struct TileOn(Hex);

impl<'de> DeserializeSeed<'de> for TileOn {
    type Value = Tile;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Tile, D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for TileOn {
    type Value = Tile;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (Number::all().next(), Number::all().last());
        let end = |number: Option<Number>| number.map_or_else(String::new, |number| number.to_string());
        let (first, last) = (end(first), end(last));
        write!(f, r#"the tile kept on {} as text: "{first}" to "{last}", "support" or "float""#, self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Tile, E> {
        text.parse().map_err(|bad| E::custom(format!("kept: {}: {bad}", self.0)))
    }
}
