//! The turn limit: the chance that the data is collected before the match stops.

use polynya_engine::Game;
use polynya_games::rescue_polar_bears::{RescuePolarBears, Stage};

use crate::network::sigmoid;

/// Data Tokens that a ship collects in a turn, and their variance: in 195 turns of 12 matches of three ships that the
/// normal team played.
const PACE: f32 = 1.09;
const VARIANCE: f32 = 0.81;
/// The logistic distribution with this factor is nearly the normal one.
const LOGISTIC: f32 = 1.702;

/// Returns the chance that enough data is collected within the turn limit, if nothing else ends the match; 1 without a
/// limit.
pub(super) fn in_time(position: &RescuePolarBears) -> f32 {
    let Some(limit) = position.turn_limit() else { return 1.0 };
    if position.ending().is_some() {
        return 1.0;
    }
    let missing = f32::from(position.target() - position.collected());
    let turns = turns_left(position, limit);
    if turns <= 0.0 {
        return 0.0;
    }
    let margin = PACE * turns - missing + 0.5;
    sigmoid(LOGISTIC * margin / (VARIANCE * turns).sqrt())
}

/// Returns how many turns of ships are left, the part of this one that is left included.
fn turns_left(position: &RescuePolarBears, limit: u32) -> f32 {
    let later = limit.saturating_sub(position.turns() + 1) as f32;
    match (position.stage(), position.active_ship()) {
        (Stage::Action, Some(ship)) => later + f32::from(position.actions_left()) / f32::from(ship.actions()),
        _ => later,
    }
}
