//! What the network sees of a position at the beginning of a turn: the looks of the judge, each ship in the order in
//! which they act, how the match stands, and how the bears lie on the ice.

use polynya_games::rescue_polar_bears::{RescuePolarBears, Ship, Slot, TILE_ROOM};

use super::{Ice, Map, QUAYS, Scene, around, cell};
use crate::knowledge::rescue_polar_bears::judge::{LOOKS, Looks};

/// Ships that can be at sea, and what is seen of each.
const SHIPS: (usize, usize) = (4, 13);
/// What is seen of the match as a whole, and of the bears on the ice.
const MATCH: usize = 11;
const BEARS: usize = 15;

/// What is seen of a position.
pub const INPUTS: usize = LOOKS.len() + SHIPS.0 * SHIPS.1 + MATCH + BEARS;
pub type Picture = [f32; INPUTS];

/// Looks that are large numbers, and what they are divided by.
const LARGE: [(usize, f32); 11] = [
    (6, 6.0),
    (7, 3.0),
    (8, 6.0),
    (14, 5.0),
    (15, 6.0),
    (16, 6.0),
    (17, 2.0),
    (18, 4.0),
    (21, 3.0),
    (22, 3.0),
    (35, 3.0),
];

/// What the network sees.
pub(super) fn picture(position: &RescuePolarBears, map: &Map, ice: &Ice, looks: &Looks) -> Picture {
    let mut picture = [0.0; INPUTS];
    let (seen, rest) = picture.split_at_mut(LOOKS.len());
    seen.copy_from_slice(looks);
    LARGE.into_iter().for_each(|(look, by)| seen[look] /= by);
    let (seen, rest) = rest.split_at_mut(SHIPS.0 * SHIPS.1);
    let ships = position.ships();
    let next = Scene::next(position);
    let in_order = ships.iter().cycle().skip(next).take(ships.len());
    seen.chunks_exact_mut(SHIPS.1).zip(in_order).for_each(|(seen, ship)| see_ship(seen, ship, map, ice));
    let (seen, rest) = rest.split_at_mut(MATCH);
    see_match(seen, position, map);
    see_bears(rest, map, ice);
    picture
}

fn see_ship(seen: &mut [f32], ship: &Ship, map: &Map, ice: &Ice) {
    let beside = around(cell(ship.hex()));
    let tiles = map.tiles[..map.count].iter().filter(|tile| tile.field & beside != 0);
    let bears: u8 = tiles.map(|tile| tile.bears.total()).sum();
    let upgrades: u8 = Slot::ALL.map(|slot| u8::from(ship.is_upgraded(slot))).iter().sum();
    seen[ship.name() as usize] = 1.0;
    seen[5..].copy_from_slice(&[
        f32::from(ship.aboard().total()) / 2.0,
        f32::from(ship.room()) / 2.0,
        f32::from(ship.actions() + ship.blue() - 3),
        f32::from(upgrades) / 2.0,
        f32::from(beside & ice.alert_tile != 0),
        (beside & map.ice).count_ones() as f32 / 3.0,
        f32::from(bears) / 4.0,
        f32::from(cell(ship.hex()) & QUAYS != 0),
    ]);
}

fn see_match(seen: &mut [f32], position: &RescuePolarBears, map: &Map) {
    if let Some(few) = seen[..7].get_mut(usize::from(position.helicopters().0)) {
        *few = 1.0;
    }
    seen[7..].copy_from_slice(&[
        f32::from(position.alert().is_some()),
        f32::from(position.alert_supply().0.len()) / 4.0,
        f32::from(position.ships().len() == 4),
        map.count as f32 / 20.0,
    ]);
}

/// Tiles by their bears, tiles with bears by the places around them that these do not need, and some that matter more.
fn see_bears(seen: &mut [f32], map: &Map, ice: &Ice) {
    for tile in &map.tiles[..map.count] {
        let (here, total) = (tile.bears, tile.bears.total());
        seen[usize::from(total.min(3))] += 0.1;
        if total > 0 {
            let spare = i16::from(tile.refuge) - i16::from(total);
            seen[4 + (spare.clamp(-2, 4) + 2) as usize] += 0.2;
        }
        let breeds = here.males > 0 && here.females > 0;
        seen[11] += if breeds && TILE_ROOM - total + tile.refuge < 2 { 0.2 } else { 0.0 };
        seen[12] += if here.cubs > 0 { 0.1 } else { 0.0 };
        seen[13] += if total == 0 && tile.refuge > 0 { 0.1 } else { 0.0 };
    }
    seen[14] = f32::from(ice.alert_sink) / 2.0;
}
