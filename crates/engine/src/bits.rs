//! Sets of few things, held in one machine word.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};
use std::ops::{Shl, ShlAssign, Shr, ShrAssign, Sub};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Something that a [`BitSet`] can hold: it has a number, counted from 0.
pub trait Member: Copy + Eq + Hash {
    /// How many there are; at most as many as the set's word has bits.
    const COUNT: usize;
    /// Returns its number, below `COUNT`.
    fn bit(self) -> u32;
    /// Returns what has this number, which is below `COUNT`.
    fn from_bit(bit: u32) -> Self;
}

impl Member for u8 {
    const COUNT: usize = 128;

    #[inline]
    fn bit(self) -> u32 {
        u32::from(self)
    }

    #[inline]
    fn from_bit(bit: u32) -> u8 {
        bit as u8
    }
}

/// The machine word of a [`BitSet`].
pub trait Bits:
    Copy
    + Eq
    + Hash
    + fmt::Debug
    + Send
    + Sync
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Sub<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Serialize
    + DeserializeOwned
    + 'static
{
    /// No bit.
    const ZERO: Self;
    /// The lowest bit.
    const ONE: Self;
    /// Returns how many bits are set.
    fn count(self) -> u32;
    /// Returns the number of the lowest bit that is set.
    fn lowest(self) -> u32;
    /// Returns one bit; the number wraps at the width of the word, so that no check is needed.
    fn single(bit: u32) -> Self;
    /// Returns the word without its lowest bit.
    fn without_lowest(self) -> Self;

    /// Is this bit set?
    #[inline]
    fn has(self, bit: u32) -> bool {
        self & Self::single(bit) != Self::ZERO
    }

    /// Returns the word without this bit.
    #[inline]
    #[must_use]
    fn lacking(self, bit: u32) -> Self {
        self & !Self::single(bit)
    }
}

macro_rules! bits {
    ($($Word:ty),+) => {$(
        impl Bits for $Word {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn single(bit: u32) -> Self {
                (1 as $Word).wrapping_shl(bit)
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    )+};
}

bits!(u8, u16, u32, u64, u128);

/// A set of `T`, one bit of the word `W` for each member.
///
/// ```
/// use polynya_engine::{BitSet, Seat};
///
/// let mut seats: BitSet<Seat, u16> = Seat::all(3).collect();
/// seats.remove(Seat::default());
/// assert_eq!(seats.len(), 2);
/// assert_eq!(seats.first(), Seat::numbered(2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitSet<T, W = u64>(W, PhantomData<fn() -> T>);

impl<T, W> BitSet<T, W> {
    /// Returns the set with these bits.
    #[inline]
    pub const fn from_bits(bits: W) -> Self {
        BitSet(bits, PhantomData)
    }
}

impl<T, W: Copy> BitSet<T, W> {
    /// Returns the word that holds the set.
    #[inline]
    pub const fn bits(self) -> W {
        self.0
    }
}

impl<T, W: Bits> BitSet<T, W> {
    /// The empty set.
    pub const NONE: Self = BitSet(W::ZERO, PhantomData);

    /// Is nothing in it?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == W::ZERO
    }

    /// Returns how many are in it.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count() as usize
    }

    /// Returns the set without the members of another.
    #[inline]
    #[must_use]
    pub fn difference(self, other: Self) -> Self {
        BitSet::from_bits(self.0 & !other.0)
    }
}

impl<T: Member, W: Bits> BitSet<T, W> {
    /// Is this one in it?
    #[inline]
    pub fn contains(self, member: T) -> bool {
        self.0.has(member.bit())
    }

    /// Adds a member.
    #[inline]
    pub fn insert(&mut self, member: T) {
        self.0 = self.0 | W::single(member.bit());
    }

    /// Removes a member.
    #[inline]
    pub fn remove(&mut self, member: T) {
        self.0 = self.0.lacking(member.bit());
    }

    /// Returns the set with this member in it.
    #[inline]
    #[must_use]
    pub fn with(self, member: T) -> Self {
        BitSet::from_bits(self.0 | W::single(member.bit()))
    }

    /// Returns the set with this member left out.
    #[inline]
    #[must_use]
    pub fn without(self, member: T) -> Self {
        BitSet::from_bits(self.0.lacking(member.bit()))
    }

    /// Returns the lowest member.
    #[inline]
    pub fn first(self) -> Option<T> {
        if self.is_empty() { None } else { Some(T::from_bit(self.0.lowest())) }
    }

    /// Removes the lowest member and returns it.
    #[inline]
    pub fn pop_first(&mut self) -> Option<T> {
        let first = self.first()?;
        self.0 = self.0.without_lowest();
        Some(first)
    }

    /// Returns the members below this one.
    #[inline]
    #[must_use]
    pub fn below(self, member: T) -> Self {
        BitSet::from_bits(self.0 & (W::single(member.bit()) - W::ONE))
    }

    /// Returns the members above this one.
    #[inline]
    #[must_use]
    pub fn above(self, member: T) -> Self {
        let bit = W::single(member.bit());
        BitSet::from_bits(self.0 & !(bit | (bit - W::ONE)))
    }

    /// Returns the member that has `n` others below it.
    #[inline]
    pub fn nth(self, n: u32) -> Option<T> {
        let mut rest = self.0;
        for _ in 0..n {
            if rest == W::ZERO {
                return None;
            }
            rest = rest.without_lowest();
        }
        BitSet::<T, W>::from_bits(rest).first()
    }

    /// Iterates over the members in rising order.
    #[inline]
    pub fn iter(self) -> BitSetIter<T, W> {
        BitSetIter(self)
    }
}

/// The members of a set in rising order.
pub struct BitSetIter<T, W>(BitSet<T, W>);

impl<T: Member, W: Bits> Iterator for BitSetIter<T, W> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.0.pop_first()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<T: Member, W: Bits> ExactSizeIterator for BitSetIter<T, W> {}

impl<T: Member, W: Bits> IntoIterator for BitSet<T, W> {
    type Item = T;
    type IntoIter = BitSetIter<T, W>;

    #[inline]
    fn into_iter(self) -> BitSetIter<T, W> {
        BitSetIter(self)
    }
}

impl<T: Member, W: Bits> From<T> for BitSet<T, W> {
    #[inline]
    fn from(member: T) -> Self {
        BitSet::from_bits(W::single(member.bit()))
    }
}

impl<T: Member, W: Bits> FromIterator<T> for BitSet<T, W> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        members.into_iter().fold(BitSet::NONE, BitSet::with)
    }
}

impl<T: Member, W: Bits> Extend<T> for BitSet<T, W> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, members: I) {
        members.into_iter().for_each(|member| self.insert(member));
    }
}

impl<T, W: Bits> Default for BitSet<T, W> {
    fn default() -> Self {
        BitSet::NONE
    }
}

impl<T: Member + fmt::Debug, W: Bits> fmt::Debug for BitSet<T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! operators {
    ($(
        $Trait:ident $method:ident($Other:ty), $Assign:ident $assign:ident, |$one:ident, $other:ident| $result:expr;
    )+) => {$(
        impl<T, W: Bits> $Trait<$Other> for BitSet<T, W> {
            type Output = Self;

            #[inline]
            fn $method(self, $other: $Other) -> Self {
                let $one = self.0;
                BitSet::from_bits($result)
            }
        }

        impl<T, W: Bits> $Assign<$Other> for BitSet<T, W> {
            #[inline]
            fn $assign(&mut self, $other: $Other) {
                let $one = self.0;
                self.0 = $result;
            }
        }
    )+};
}

operators! {
    BitAnd bitand(Self), BitAndAssign bitand_assign, |one, other| one & other.0;
    BitOr bitor(Self), BitOrAssign bitor_assign, |one, other| one | other.0;
    BitXor bitxor(Self), BitXorAssign bitxor_assign, |one, other| one ^ other.0;
    Shl shl(u32), ShlAssign shl_assign, |one, by| one << by;
    Shr shr(u32), ShrAssign shr_assign, |one, by| one >> by;
}

impl<T, W: Bits> Not for BitSet<T, W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        BitSet::from_bits(!self.0)
    }
}

/// The members in text formats, the word in binary ones.
impl<T: Member + Serialize, W: Bits> Serialize for BitSet<T, W> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.collect_seq(*self) } else { self.0.serialize(to) }
    }
}

/// A word with a bit that is nobody's is refused.
impl<'de, T: Member + Deserialize<'de>, W: Bits> Deserialize<'de> for BitSet<T, W> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if from.is_human_readable() {
            let members = Vec::<T>::deserialize(from)?;
            return Ok(members.into_iter().collect());
        }
        let set = BitSet::from_bits(W::deserialize(from)?);
        let width = 8 * size_of::<W>();
        if T::COUNT < width && set.0 >> T::COUNT as u32 != W::ZERO {
            return Err(serde::de::Error::custom("a set holds something that does not exist"));
        }
        Ok(set)
    }
}
