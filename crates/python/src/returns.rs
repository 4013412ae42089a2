//! What a match pays each seat when it is over.

use polynya_catalog::Kind;
use polynya_engine::{Outcome, PerSeat, Seat};

/// Returns the pay-off of every seat at a table with so many.
///
/// Together, all get 1 for a win and -1 for a loss. In a race the winners share 1 and the others share -1; where nobody
/// or everybody has won, all get 0. So a race is a zero-sum game for any number of seats; in double
/// precision, because OpenSpiel checks the sum.
pub fn returns(kind: Kind, outcome: &Outcome, seats: u8) -> PerSeat<f64> {
    let mut paid = PerSeat::default();
    let winners = outcome.winners.len() as f64;
    let losers = f64::from(seats) - winners;
    for seat in Seat::all(seats) {
        let won = outcome.winners.contains(seat);
        paid[seat] = match (kind, won) {
            (Kind::Together, true) => 1.0,
            (Kind::Together, false) => -1.0,
            (Kind::Race, _) if winners == 0.0 || losers == 0.0 => 0.0,
            (Kind::Race, true) => 1.0 / winners,
            (Kind::Race, false) => -1.0 / losers,
        };
    }
    paid
}
