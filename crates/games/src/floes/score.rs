//! How a match ends.

use polynya_engine::{Outcome, PerSeat, Seat, SeatSet};

use super::action::Place;
use super::board::{Edition, Variant};
use super::{Floes, PENGUINS, Penguin};

impl<E: Edition> Floes<E> {
    /// The shore at which a penguin's journey ends.
    #[inline]
    pub(super) fn goal(&self) -> Place {
        if self.variants().contains(Variant::HomesickPenguins) { Place::START } else { Place::NORTH }
    }

    /// Returns how many penguins of a seat have ended their journey.
    #[inline]
    pub fn home_count(&self, seat: Seat) -> usize {
        let home = match self.goal() {
            Place::START => Penguin::FINISHED,
            _ => Penguin::at(self.layout().north, false),
        };
        self.penguins[seat.index()].iter().filter(|&&penguin| penguin == home).count()
    }

    pub(super) fn outcome(&self) -> Outcome {
        let mut scores = PerSeat::default();
        let mut winners = SeatSet::NONE;
        for seat in Seat::all(self.seats) {
            let home = self.home_count(seat);
            scores[seat] = home as i16;
            if home == PENGUINS {
                winners = winners.with(seat);
            }
        }
        Outcome { winners, scores }
    }
}
