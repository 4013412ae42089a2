//! Sets of places: one 128-bit word, whose highest bit says whose map its spaces are of.
//!
//! The spaces of the maps that were reconstructed have one numbering, and those of a map that the owner of a box has
//! entered have another; harbours and junctions are the same in both. In a match there are only places of one map, so
//! a set needs no more than this bit to know the names of its spaces.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

use polynya_engine::{BitSet, Bits};
use serde::{Deserialize, Serialize};

use super::action::Place;

/// A set of places.
pub type Places = BitSet<Place, PlaceBits>;

/// A set of places of one map by their numbers, whosever it is: what is fast.
pub(super) type Spots = BitSet<u8, u128>;

/// Set where the spaces are those of a box that somebody has entered.
pub(super) const ENTERED: u128 = 1 << 127;

/// Added to the number of a place to say that it is a space of a map that was entered.
pub(super) const OF_A_BOX: u8 = 128;

/// The word of a set of places.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlaceBits(u128);

impl PlaceBits {
    /// Returns the word with these bits.
    pub(super) const fn new(bits: u128) -> PlaceBits {
        PlaceBits(bits)
    }

    #[inline]
    const fn get(self) -> u128 {
        self.0 & !ENTERED
    }
}

/// Returns the numbers of some places.
#[inline]
pub(super) fn spots(places: Places) -> Spots {
    Spots::from_bits(places.bits().get())
}

impl PartialEq for PlaceBits {
    #[inline]
    fn eq(&self, other: &PlaceBits) -> bool {
        self.get() == other.get()
    }
}

impl Eq for PlaceBits {}

impl Hash for PlaceBits {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.get().hash(state);
    }
}

impl Bits for PlaceBits {
    const ZERO: PlaceBits = PlaceBits(0);
    const ONE: PlaceBits = PlaceBits(1);

    #[inline]
    fn count(self) -> u32 {
        self.get().count_ones()
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.0.trailing_zeros() | ((self.0 >> 127) as u32) << 7
    }

    #[inline]
    fn single(bit: u32) -> PlaceBits {
        PlaceBits(1_u128.wrapping_shl(bit) | u128::from(bit >> 7) << 127)
    }

    #[inline]
    fn without_lowest(self) -> PlaceBits {
        PlaceBits(self.0 & self.0.wrapping_sub(1))
    }

    #[inline]
    fn has(self, bit: u32) -> bool {
        self.0 & 1_u128.wrapping_shl(bit) != 0
    }

    #[inline]
    fn lacking(self, bit: u32) -> PlaceBits {
        PlaceBits(self.0 & !1_u128.wrapping_shl(bit))
    }
}

/// A complement and a difference are masks for sets of any map.
impl Not for PlaceBits {
    type Output = PlaceBits;

    #[inline]
    fn not(self) -> PlaceBits {
        PlaceBits(!self.0 | ENTERED)
    }
}

macro_rules! operators {
    ($($Trait:ident $method:ident($Other:ty) |$one:ident, $other:ident| $result:expr;)+) => {$(
        impl $Trait<$Other> for PlaceBits {
            type Output = PlaceBits;

            #[inline]
            fn $method(self, $other: $Other) -> PlaceBits {
                let $one = self;
                PlaceBits($result)
            }
        }
    )+};
}

operators! {
    BitAnd bitand(PlaceBits) |one, other| one.0 & other.0;
    BitOr bitor(PlaceBits) |one, other| one.0 | other.0;
    BitXor bitxor(PlaceBits) |one, other| one.0 ^ other.0;
    Sub sub(PlaceBits) |one, other| (one.get() - other.get()) | ENTERED;
    Shl shl(u32) |one, by| one.get() << by;
    Shr shr(u32) |one, by| one.get() >> by;
}

#[cfg(test)]
mod tests {
    use polynya_engine::Member;

    use super::*;

    #[test]
    fn a_set_knows_whose_spaces_it_holds() {
        for (words, others) in [(["h3", "j2", "h2h1.2"], ["h2", "h2h1.1"]), (["h3", "j2", "s17"], ["h2", "s66"])] {
            let read = |word: &str| word.parse::<Place>().expect("a place");
            let set: Places = words.into_iter().map(read).collect();
            let names = |set: Places| set.iter().map(|place| place.to_string()).collect::<Vec<_>>();
            assert_eq!(names(set), words);
            assert_eq!((set.len(), set.first()), (3, Some(read("h3"))));
            assert!(words.into_iter().all(|word| set.contains(read(word))));
            assert!(!others.into_iter().any(|word| set.contains(read(word))));
            let more: Places = others.into_iter().map(read).chain([read(words[2])]).collect();
            assert_eq!(names(set & more), words[2..]);
            assert_eq!((set | more).len(), 5);
            assert_eq!(names(set.difference(more)), words[..2]);
            assert!(set.difference(set).is_empty() && !set.is_empty());
            assert_eq!(set.difference(set), Places::NONE);
            assert_eq!(names(set.without(read("h3")).with(read(others[1]))).len(), 3);
            assert!(names(set | more).contains(&others[1].to_owned()));
            assert_eq!(names(set.above(read("h3"))), words[1..]);
            assert_eq!(names(set.below(read(words[2]))), words[..2]);
            assert_eq!(set.nth(2), Some(read(words[2])));
            assert_eq!(set.nth(3), None);
            assert!(set.iter().all(|place| Place::from_bit(place.bit()) == place));
        }
    }
}
