//! How a match ends.

use polynya_engine::{Outcome, PerSeat, Seat, SeatSet};

use super::action::Card;
use super::event::Ending;
use super::{Hand, IceBreakers};

impl IceBreakers {
    pub(super) fn outcome(&self) -> Outcome {
        let mut scores = PerSeat::default();
        Seat::all(self.seats).for_each(|seat| scores[seat] = self.brought().into());
        let winners = if self.all_home() { SeatSet::all(self.seats) } else { SeatSet::NONE };
        Outcome { winners, scores }
    }

    /// Looked at when a turn is over and its report has taken effect: why does the season end here, if it does?
    pub(super) fn season_end(&self) -> Option<Ending> {
        if self.all_home() {
            return Some(Ending::AllHome);
        }
        let hands = &self.hands[..usize::from(self.seats)];
        let power = hands.iter().any(Hand::has_power);
        let cash = self.has_pile() && hands.iter().any(|hand| hand.has(Card::AutoBallast));
        if !power && !cash {
            return Some(Ending::OutOfPower);
        }
        (self.passes == self.seats).then_some(Ending::PassedRound)
    }
}
