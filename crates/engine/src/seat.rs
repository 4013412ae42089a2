//! Who sits at the table.

use std::ops::{Index, IndexMut};

use crate::bits::BitSet;

/// The largest number of seats any game here has.
pub const MAX_SEATS: usize = 12;

crate::word! {
    /// A place at the table. Counted from 0 inside and from 1 in words.
    pub struct Seat(u8) of MAX_SEATS, "a seat", number
}

impl Seat {
    /// Seat 1, who begins.
    pub const FIRST: Seat = Seat(0);

    /// Returns the seat with this index from 0; `None` beyond the largest table.
    pub fn new(index: usize) -> Option<Seat> {
        (index < MAX_SEATS).then_some(Seat(index as u8))
    }

    /// Returns the seat that words call `number`, counted from 1.
    pub fn numbered(number: usize) -> Option<Seat> {
        number.checked_sub(1).and_then(Seat::new)
    }

    /// Returns the number that words use, counted from 1.
    pub fn number(self) -> usize {
        self.index() + 1
    }

    /// Iterates over the seats of a table with this many.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats.min(MAX_SEATS as u8)).map(Seat)
    }

    /// Returns the seat whose turn follows at a table with this many.
    #[inline]
    pub fn next(self, seats: u8) -> Seat {
        if self.0 + 1 < seats { Seat(self.0 + 1) } else { Seat(0) }
    }
}

impl Default for Seat {
    /// Seat 1, who begins.
    fn default() -> Seat {
        Seat::FIRST
    }
}

/// Some of the seats.
pub type SeatSet = BitSet<Seat, u16>;

impl SeatSet {
    /// Returns every seat of a table with this many.
    pub fn all(seats: u8) -> SeatSet {
        Seat::all(seats).collect()
    }
}

/// One value for each seat that a table can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PerSeat<T>([T; MAX_SEATS]);

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
