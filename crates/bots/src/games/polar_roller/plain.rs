//! The plain player of Polar Roller: a yardstick.
//!
//! FROZEN. What it does in a position never changes again, so that strengths measured today and in years can be
//! compared. It uses the rules and nothing else of this crate. A test knows its first moves.

use polynya_engine::{Game, Seat};
use polynya_games::polar_roller::{Action, PolarRoller};
use rand_core::Rng;

use crate::Bot;

/// Takes what scores most at once; of equals what leaves most glaciers to bears and most pools to orcas, then the first.
pub struct Plain;

impl Bot<PolarRoller> for Plain {
    fn choose(&mut self, position: &PolarRoller, seat: Seat, _: &mut dyn Rng) -> Action {
        let mut actions = Vec::new();
        position.legal(seat, &mut actions);
        // Of equals `max_by_key` takes the last.
        let best = actions.into_iter().rev().max_by_key(|&action| {
            let mut after = position.clone();
            after.play(seat, action, &mut |_| {});
            let sheet = after.sheet(seat);
            let room = sheet.free_glaciers().len() + 2 * sheet.free_pools().len() + sheet.free_cliffs().len();
            (action != Action::Done, after.score(seat).total(), room)
        });
        best.expect("the seat can act")
    }
}
