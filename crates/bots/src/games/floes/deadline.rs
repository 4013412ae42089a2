//! The turn limit: the chance that a seat comes home before the match stops.

use polynya_engine::Seat;
use polynya_games::floes::{Edition, Floes};

use super::heuristic::SeatFeatures;

/// Moves that the leader comes nearer in a turn, all in all: normal bots play 41 turns of Polar Dare! between them.
const PACE: f64 = 0.75;
/// How far the turns that are left spread, as a part of them.
const SPREAD: f64 = 0.35;
/// The logistic distribution with this factor is nearly the normal one.
const LOGISTIC: f64 = 1.702;

/// Returns the chance that so many moves are made before the turn limit, in a race of all; 1 without one.
pub(super) fn in_time<E: Edition>(position: &Floes<E>, moves: f32) -> f64 {
    let Some(left) = position.turns_left().map(f64::from) else { return 1.0 };
    let turns = f64::from(position.seats()) * f64::from(moves) / PACE;
    1.0 / (1.0 + (-LOGISTIC * (left - turns) / (SPREAD * turns + 2.0)).exp())
}

/// Returns the chance that a seat comes home before the turn limit if `next` rolls next; 1 without one, and 0 for whoever
/// has no turn left.
pub(super) fn seat_in_time<E: Edition>(position: &Floes<E>, next: Seat, seat: Seat, features: &SeatFeatures) -> f32 {
    let Some(left) = position.turns_left() else { return 1.0 };
    let seats = u32::from(position.seats());
    let wait = (seat.index() as u32 + seats - next.index() as u32) % seats;
    let own = left.saturating_sub(wait).div_ceil(seats);
    if own == 0 {
        return 0.0;
    }
    // Whoever stands before the end of its way needs no pace, but one good roll.
    let rolled = 1.0 - (1.0 - features.finish).powi(own as i32);
    rolled.max(in_time(position, features.moves) as f32)
}
