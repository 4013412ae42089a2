//! A position as numbers, for one seat.

use polynya_engine::{Member, Observe, Observer, Seat};

use super::action::Roll;
use super::{MOST_FISH, ThinIce};

impl Observe for ThinIce {
    const OBSERVATION: u16 = 1;

    fn observe(&self, seat: Seat, to: &mut impl Observer) {
        to.value("fish", "fish that are left", 0.0..=f32::from(MOST_FISH), self.fish);
        to.one_hot("die", "what the die shows: 1, 2, 3", Roll::COUNT, self.die.map(|roll| roll.bit() as usize));
        let turn = (usize::from(self.seats) + self.seat.index() - seat.index()) % usize::from(self.seats);
        to.one_hot("turn_of", "whose turn it is, counted from the seat that looks", 4, Some(turn));
    }
}
