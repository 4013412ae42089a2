//! A win that the rest of the Action Phase allows, whatever is drawn later: a depth-first search over all actions, cut
//! where the data cannot be reached any more.

use std::collections::HashMap;

use polynya_engine::{Game, Member, Turn, Word};
use polynya_games::rescue_polar_bears::{
    Ability, Action, Awaiting, BASES, Ending, HEXES, Hex, HexSet, RescuePolarBears, Stage, Tile, Upgrade,
};

use super::key;

/// After this many positions the search gives up. It is never needed where bears have a choice of few tiles to flee to.
const MAX_POSITIONS: usize = 50_000;

/// Returns the actions that collect the last Data Token without a draw before it, if there are some.
pub(super) fn win(position: &RescuePolarBears) -> Option<Vec<Action>> {
    if !is_near(position) {
        return None;
    }
    let mut search = WinSearch { seen: HashMap::new(), count: 0, plan: Vec::new() };
    search.wins(position).then_some(search.plan)
}

/// Is there enough data on the board to win, and could the ship come to it? New data comes by draws alone.
fn is_near(position: &RescuePolarBears) -> bool {
    let missing = usize::from(position.target() - position.collected());
    position.stage() == Stage::Action && missing <= position.data().len() && is_in_reach(position, missing as u32)
}

struct WinSearch {
    seen: HashMap<u64, Vec<RescuePolarBears>>,
    count: usize,
    /// The winning actions.
    plan: Vec<Action>,
}

impl WinSearch {
    fn wins(&mut self, position: &RescuePolarBears) -> bool {
        let same = self.seen.entry(key(position)).or_default();
        if same.contains(position) || self.count >= MAX_POSITIONS {
            return false;
        }
        same.push(*position);
        self.count += 1;
        let mut actions = Vec::new();
        position.legal(position.seat(), &mut actions);
        // What may end the match comes first, and what only costs actions last.
        actions.sort_by_key(|action| match action {
            Action::Data(_) | Action::Grab(_) | Action::Collect => 0,
            Action::Sail(hex) if position.data().contains(*hex) => 0,
            Action::Load(..) | Action::Unload => 2,
            _ => 1,
        });
        for action in actions.into_iter().filter(|&action| action != Action::End) {
            let mut after = *position;
            after.play(position.seat(), action, &mut |_| {});
            self.plan.push(action);
            if after.ending() == Some(Ending::Won) {
                return true;
            }
            if matches!(after.turn(), Turn::Players(_)) && is_near(&after) && self.wins(&after) {
                return true;
            }
            self.plan.pop();
        }
        false
    }
}

/// What an action is, in parts that any speed divides.
const ACTION: u32 = 60;

/// Could the ship collect this many tokens with the actions that it has? Never `false` where it can: every hex costs its
/// part of a Sailing, all ice on the way one action, and every token after the first at least one.
fn is_in_reach(position: &RescuePolarBears, missing: u32) -> bool {
    let ship = position.active_ship().expect("a ship acts");
    let hull = ship.hull();
    let boxes = |kind: Upgrade| hull.upgrades.iter().filter(|&&upgrade| upgrade == kind).count() as u32;
    // Before the last token upgrades may come, and a card that is open may give two actions.
    let upgraded = if missing > 1 { boxes(Upgrade::Action) } else { 0 };
    let card = if position.open_card().is_some() { 2 } else { 0 };
    let grab = u32::from(hull.ability == Ability::Grabs);
    // Whoever lies on data and is asked for it needs no action.
    let asked = u32::from(position.awaiting() == Awaiting::Collect);
    let actions = u32::from(position.actions_left()) + upgraded + card + grab + asked;
    if missing > actions {
        return false;
    }
    let speed = u32::from(ship.speed()) + boxes(Upgrade::Speed);
    nearest(position, ship.hex(), ACTION / speed) + (missing - 1) * ACTION <= actions * ACTION
}

/// Returns what it costs at least to come to the nearest token and take it, where a hex of water costs `step`.
fn nearest(position: &RescuePolarBears, from: Hex, step: u32) -> u32 {
    let mut frozen = HexSet::NONE;
    for hex in Hex::all() {
        if matches!(position.tile(hex), Some(Tile::Ice(_) | Tile::Float)) {
            frozen.insert(hex);
        }
    }
    let data = position.data();
    let mut far = [u32::MAX; HEXES];
    let index = |hex: Hex| hex.bit() as usize;
    far[index(from)] = 0;
    let mut open = HexSet::from(from);
    while let Some(here) = open.iter().min_by_key(|&hex| far[index(hex)]) {
        if data.contains(here) {
            return far[index(here)];
        }
        open.remove(here);
        for next in here.neighbours().difference(BASES) {
            // A token on ice is loaded from beside it; other ice is broken before the ship sails on.
            let price = match (frozen.contains(next), data.contains(next)) {
                (true, true) => ACTION,
                (true, false) => ACTION + step,
                (false, _) => step,
            };
            if far[index(here)] + price < far[index(next)] {
                far[index(next)] = far[index(here)] + price;
                open.insert(next);
            }
        }
    }
    u32::MAX / 2
}
