//! The plain team of Rescue Polar Bears: a yardstick.
//!
//! FROZEN. What it does in a position never changes again, so that strengths measured today and in years can be
//! compared. It uses the rules and nothing else of this crate. A test knows its first moves.

use polynya_engine::{Game, Member, Seat, Turn, Word};
use polynya_games::rescue_polar_bears::{
    Action, BASES, Ending, HEXES, Hex, HexSet, NEXT_TO_BASE, RescuePolarBears, TILE_ROOM, Tile,
};
use rand_core::Rng;

use crate::Bot;

/// Plans one ship's actions by a few plain rules: come to the data, take bears off ice that melts soon, keep it cool.
pub struct Plain;

/// Lines of actions that are kept.
const KEPT: usize = 8;

impl Bot<RescuePolarBears> for Plain {
    fn choose(&mut self, position: &RescuePolarBears, _: Seat, _: &mut dyn Rng) -> Action {
        let mut best: Option<(i32, Action)> = None;
        // Lines with their first actions; the first of equals is kept.
        let mut lines: Vec<(i32, Option<Action>, RescuePolarBears)> = vec![(0, None, *position)];
        while !lines.is_empty() {
            let mut longer = Vec::new();
            for (_, first, before) in &lines {
                let mut actions = Vec::new();
                before.legal(before.seat(), &mut actions);
                for action in actions {
                    let mut after = *before;
                    after.play(before.seat(), action, &mut |_| {});
                    let (first, value) = (first.unwrap_or(action), value(&after));
                    let goes_on = after.stage() == before.stage() && matches!(after.turn(), Turn::Players(_));
                    if !goes_on {
                        if best.is_none_or(|(most, _)| value > most) {
                            best = Some((value, first));
                        }
                    } else if !longer.iter().any(|(_, _, other)| *other == after) {
                        longer.push((value, Some(first), after));
                    }
                }
            }
            longer.sort_by_key(|&(value, ..)| -value);
            longer.truncate(KEPT);
            lines = longer;
        }
        best.expect("a question has an answer").1
    }
}

/// What a position is worth by plain rules.
fn value(position: &RescuePolarBears) -> i32 {
    match position.ending() {
        Some(Ending::Won) => return 1_000_000,
        Some(_) => return -1_000_000,
        None => {}
    }
    let frozen: HexSet = Hex::all().filter(|&hex| is_frozen(position, hex)).collect();
    let mut value = 100 * i32::from(position.collected()) - 3 * i32::from(position.temperature());
    value += 40 * i32::from(position.helicopters().ready);
    let ships = position.ships();
    // The nearest ship is what counts; a draw in mid-turn brings data somewhere.
    let near = ships.iter().filter_map(|ship| sailings(position, frozen, ship.hex(), ship.speed(), position.data()));
    value -= 20 * near.min().unwrap_or(if position.data().is_empty() { 1 } else { 5 });
    for ship in ships {
        let aboard = i32::from(ship.aboard().total());
        if aboard > 0 {
            let way = sailings(position, frozen, ship.hex(), ship.speed(), NEXT_TO_BASE).unwrap_or(5);
            value -= aboard * way;
        }
    }
    if let Some((number, hex)) = position.alert() {
        let margin = i32::from(number.get()) - i32::from(position.temperature());
        let each = if margin <= 6 { 60 } else { 30 };
        value -= each * sinking(position, hex);
    }
    for hex in Hex::all() {
        let room = if matches!(position.tile(hex), Some(Tile::Ice(_))) { 9 } else { 0 };
        value += room - 8 * sinking(position, hex) - 4 * i32::from(position.bears_on(hex).total());
    }
    value
}

fn is_frozen(position: &RescuePolarBears, hex: Hex) -> bool {
    matches!(position.tile(hex), Some(Tile::Ice(_) | Tile::Float))
}

/// How many bears of a tile would find no place beside it.
fn sinking(position: &RescuePolarBears, hex: Hex) -> i32 {
    let ice = |hex: &Hex| matches!(position.tile(*hex), Some(Tile::Ice(_)));
    let places = hex.neighbours().iter().filter(ice).map(|hex| TILE_ROOM - position.bears_on(hex).total()).sum::<u8>();
    i32::from(position.bears_on(hex).total().saturating_sub(places))
}

/// How many Sailings a ship needs to lie on one of these hexes, or beside one that is ice.
fn sailings(position: &RescuePolarBears, frozen: HexSet, from: Hex, speed: u8, goals: HexSet) -> Option<i32> {
    let mut steps = [u8::MAX; HEXES];
    let mut edge = vec![from];
    steps[from.bit() as usize] = 0;
    while let Some(here) = edge.first().copied() {
        edge.remove(0);
        let far = steps[here.bit() as usize];
        let beside = here.neighbours().iter().any(|hex| goals.contains(hex) && frozen.contains(hex));
        if beside || (goals.contains(here) && (here == from || position.ship_on(here).is_none())) {
            return Some(i32::from(far.div_ceil(speed)));
        }
        for next in here.neighbours().difference(BASES).difference(frozen) {
            if steps[next.bit() as usize] == u8::MAX {
                steps[next.bit() as usize] = far + 1;
                edge.push(next);
            }
        }
    }
    None
}
