//! What moved in this turn, or in the last one while nothing has moved in this.

use std::cmp::Ordering;

use polynya_catalog::AnyMatch;
use polynya_games::floes::{Action, Edition, Floes, Heading, LANES, Place};

use crate::boards::Terminal;

/// No turn has as many steps as half of this.
const RECENT: usize = 64;

/// The floes that were moved or entered, and the water from which they slid.
#[derive(Default)]
pub struct Trail {
    touched: Vec<Place>,
    wakes: Vec<(u8, u8, char)>,
}

impl Trail {
    /// Returns the trail that the last moves of the match left.
    pub fn of<E: Edition>(now: &Floes<E>, table: &dyn AnyMatch<Terminal>) -> Trail {
        let recent = table.steps(table.len().saturating_sub(RECENT));
        let actions: Vec<Action> =
            recent.iter().filter(|step| step.seat.is_some()).filter_map(|step| step.words.parse().ok()).collect();
        let moves = |action: &Action| target(*action).is_some();
        let Some(last) = actions.iter().rposition(moves) else { return Trail::default() };
        let begin = actions[..last].iter().rposition(|action| *action == Action::Roll).unwrap_or(0);
        let turn = &actions[begin..];
        let touched: Vec<Place> = turn.iter().filter_map(|&action| target(action)).collect();
        let wakes = touched.iter().filter_map(|&floe| wake(now, floe, turn)).collect();
        Trail { touched, wakes }
    }

    /// Was this floe moved or entered?
    pub fn touched(&self, floe: Place) -> bool {
        self.touched.contains(&floe)
    }

    /// Returns which way the floe went that lay here.
    pub fn wake(&self, lane: u8, height: u8) -> Option<char> {
        self.wakes.iter().find(|&&(at, level, _)| (at, level) == (lane, height)).map(|&(.., sign)| sign)
    }

    /// Is there nothing to mark?
    pub fn is_empty(&self) -> bool {
        !self.touched.iter().any(|place| place.is_floe())
    }
}

/// Returns the place that a move moves or enters.
fn target(action: Action) -> Option<Place> {
    match action {
        Action::Hop { to, .. } | Action::Bear { to, .. } => Some(to),
        Action::Slide { floe, .. } => Some(floe),
        Action::Roll | Action::Die(_) => None,
    }
}

/// Returns where a floe lay before these actions, and which way it went.
fn wake<E: Edition>(now: &Floes<E>, floe: Place, actions: &[Action]) -> Option<(u8, u8, char)> {
    let (lane, height) = spot(now, floe)?;
    let headings = actions.iter().rev().filter_map(|action| match *action {
        Action::Slide { floe: slid, to } if slid == floe => Some(to),
        _ => None,
    });
    let (old_lane, old_height) = headings.fold((lane, height), |(lane, height), heading| match heading {
        Heading::North => (lane, height - 1),
        Heading::South => (lane, height + 1),
        Heading::East => (lane - 1, height),
        Heading::West => (lane + 1, height),
    });
    let sign = match (lane.cmp(&old_lane), height.cmp(&old_height)) {
        (_, Ordering::Greater) => '^',
        (_, Ordering::Less) => 'v',
        (Ordering::Greater, _) => '>',
        (Ordering::Less, _) => '<',
        _ => return None,
    };
    Some((old_lane, old_height, sign))
}

fn spot<E: Edition>(position: &Floes<E>, floe: Place) -> Option<(u8, u8)> {
    let height = floe.is_floe().then(|| position.level(floe))?;
    (0..LANES).find(|&lane| position.floe_at(lane, height) == Some(floe)).map(|lane| (lane, height))
}

#[cfg(test)]
mod tests {
    use polynya_catalog::games;
    use polynya_engine::{Encode, Game, Luck, Seed};
    use polynya_games::floes::PiecepackGame;

    use super::*;

    fn position(table: &dyn AnyMatch<Terminal>) -> PiecepackGame {
        PiecepackGame::from_bytes(&table.to_bytes()).expect("the match is of this game")
    }

    #[test]
    fn a_wake_is_where_the_floe_lay_before_the_turn() {
        let game = games::<Terminal>().get(PiecepackGame::ID).expect("it is listed");
        let mut table = game.open(r#"{"deep_freeze":true}"#, 2, Seed::of("wakes")).expect("it starts");
        let mut luck = Seed::of("wakes").draw(0);
        let (mut before, mut wakes) = (position(&*table), 0);
        for _ in 0..1000 {
            let Some(seat) = table.awaited().first() else { break };
            let legal = table.legal(seat);
            let words = &legal[luck.below(legal.len() as u32) as usize];
            if words.parse() == Ok(Action::Roll) {
                before = position(&*table);
                table.submit(seat, words).expect("it is legal");
                continue;
            }
            table.submit(seat, words).expect("it is legal");
            let now = position(&*table);
            for (lane, height, sign) in Trail::of(&now, &*table).wakes {
                let floe = before.floe_at(lane, height).expect("a floe lay here");
                let (new_lane, new_height) = spot(&now, floe).expect("it lies somewhere");
                let moved = match sign {
                    '^' => new_height > height,
                    'v' => new_height < height,
                    '>' => new_lane > lane && new_height == height,
                    _ => new_lane < lane && new_height == height,
                };
                assert!(moved, "{floe} went {sign} from {lane} {height} to {new_lane} {new_height}");
                wakes += 1;
            }
        }
        assert!(wakes > 100, "{wakes}");
    }
}
