//! What moved in this turn, or in the last one while nothing has moved in this.

use polynya_catalog::AnyLine;
use polynya_games::floes::{Action, Edition, Floes, LANES, Place};

/// No turn has as many steps as half of this.
const RECENT: usize = 64;

/// The floes that were moved or entered, and the water from which they slid.
#[derive(Default)]
pub struct Trail {
    touched: Vec<Place>,
    wakes: Vec<(u8, u8, char)>,
}

impl Trail {
    /// The trail that the line's last moves left.
    pub fn of<E: Edition>(now: &Floes<E>, line: &dyn AnyLine) -> Trail {
        let first = line.len().saturating_sub(RECENT);
        let steps: Vec<Option<Action>> =
            line.steps(first).iter().map(|step| step.split_once(' ')?.1.parse().ok()).collect();
        let moves = |action: &Option<Action>| matches!(action, Some(action) if target(*action).is_some());
        let Some(last) = steps.iter().rposition(moves) else { return Trail::default() };
        let begin = steps[..last].iter().rposition(|step| *step == Some(Action::Roll)).unwrap_or(0);
        let touched: Vec<Place> = steps[begin..].iter().flatten().filter_map(|&action| target(action)).collect();
        let before = line.prefix(first + begin);
        let wakes = match before.position().downcast_ref::<Floes<E>>() {
            Some(before) => touched.iter().filter_map(|&floe| wake(before, now, floe)).collect(),
            None => Vec::new(),
        };
        Trail { touched, wakes }
    }

    /// Was this floe moved or entered?
    pub fn touched(&self, floe: Place) -> bool {
        self.touched.contains(&floe)
    }

    /// Which way the floe went that lay here.
    pub fn wake(&self, lane: u8, height: u8) -> Option<char> {
        self.wakes.iter().find(|&&(at, level, _)| (at, level) == (lane, height)).map(|&(.., sign)| sign)
    }

    /// Is there nothing to mark?
    pub fn is_empty(&self) -> bool {
        !self.touched.iter().any(|place| place.is_floe())
    }
}

/// The place that a move moves or enters.
fn target(action: Action) -> Option<Place> {
    match action {
        Action::Hop { to, .. } | Action::Bear { to, .. } => Some(to),
        Action::Slide { floe, .. } => Some(floe),
        Action::Roll | Action::Die(_) => None,
    }
}

fn wake<E: Edition>(before: &Floes<E>, now: &Floes<E>, floe: Place) -> Option<(u8, u8, char)> {
    let ((lane, height), (new_lane, new_height)) = (spot(before, floe)?, spot(now, floe)?);
    let sign = match (new_lane.cmp(&lane), new_height.cmp(&height)) {
        (_, std::cmp::Ordering::Greater) => '^',
        (_, std::cmp::Ordering::Less) => 'v',
        (std::cmp::Ordering::Greater, _) => '>',
        (std::cmp::Ordering::Less, _) => '<',
        _ => return None,
    };
    Some((lane, height, sign))
}

fn spot<E: Edition>(position: &Floes<E>, floe: Place) -> Option<(u8, u8)> {
    let height = floe.is_floe().then(|| position.level(floe))?;
    (0..LANES).find(|&lane| position.floe_at(lane, height) == Some(floe)).map(|lane| (lane, height))
}
