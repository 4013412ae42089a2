//! What the ships reach, and when.

use polynya_engine::Member;
use polynya_games::rescue_polar_bears::{Ability, HexSet, INNER, RescuePolarBears, Ship, Slot, Stage};

use super::field::{Field, QUAYS, around, cell, field, sail};
use super::ice::Map;

/// How many of the positions that were evaluated lately are cached.
const CACHED: usize = 64;

/// What ships reach in positions that were evaluated lately: the dice change the bears far more often.
pub(super) struct ReachCache([Option<(Scene, Reach)>; CACHED]);

impl ReachCache {
    pub(super) fn new() -> ReachCache {
        ReachCache([None; CACHED])
    }

    /// Returns what the ships reach, from the cache where it is known.
    pub(super) fn get(&mut self, position: &RescuePolarBears, map: &Map, alert_tile: Field) -> Reach {
        let scene = Scene::of(position, map, alert_tile);
        let slot = &mut self.0[scene.slot()];
        match slot {
            Some((same, reach)) if *same == scene => *reach,
            _ => slot.insert((scene, Reach::of(position, map, &scene))).1,
        }
    }
}

/// All that decides what ships reach.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Scene {
    solid: Field,
    alert_tile: Field,
    data: HexSet,
    deck: HexSet,
    /// Where each ship is, who is on board, its name, its upgrades and blue actions.
    ships: [u32; 4],
    /// The ship that acts next, and its actions.
    next: usize,
    actions: u8,
}

impl Scene {
    fn of(position: &RescuePolarBears, map: &Map, alert_tile: Field) -> Scene {
        let ships = position.ships();
        let moving = position.stage() == Stage::Action;
        let next = Scene::next(position);
        let packed = |ship: &Ship| {
            let upgrades = Slot::ALL.map(|slot| u32::from(ship.is_upgraded(slot)));
            let low = ship.hex().bit() | (ship.name() as u32) << 6 | upgrades[0] << 9 | upgrades[1] << 10;
            low | u32::from(ship.aboard().total()) << 11 | u32::from(ship.blue()) << 19
        };
        let mut fleet = [0; 4];
        fleet.iter_mut().zip(ships).for_each(|(to, ship)| *to = packed(ship));
        Scene {
            solid: map.ice | map.floats,
            alert_tile,
            data: position.data(),
            deck: position.decks().positions,
            ships: fleet,
            next,
            actions: if moving { position.actions_left() } else { ships[next].actions() + ships[next].blue() },
        }
    }

    /// Returns the ship that acts next.
    pub(super) fn next(position: &RescuePolarBears) -> usize {
        let active = position.active_ship().and_then(|ship| position.ship_on(ship.hex())).unwrap_or(0);
        if position.stage() == Stage::Action { active } else { (active + 1) % position.ships().len() }
    }

    /// Returns its slot in the cache.
    fn slot(&self) -> usize {
        let tiles =
            (self.solid ^ self.alert_tile.rotate_left(7)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let ships = self.ships.iter().fold(0, |all, &ship| all << 16 ^ u64::from(ship));
        let rest = ships ^ (self.data.len() as u64) << 61 ^ u64::from(self.actions);
        (((tiles >> 96) as u64 ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % CACHED as u64) as usize
    }
}

/// What the ships reach, and when.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Turns until data is collected: that on the board, and that which comes next.
    pub(super) data: f32,
    pub(super) deck: f32,
    /// Bears that each ship can take off the alert's tile in its next turn, in the order in which the ships act. It is not
    /// looked further than to the ship with which all data is in reach.
    pub(super) helpers: [u8; 4],
    /// Sailings of each ship before the action that collects data, as far as it is looked. A grab is not seen.
    pub(super) nearest: [Option<u8>; 4],
    /// By the number of Sailings, the tiles beside which the ship that acts next can lie after them, and how many bears it
    /// can then take off one of them.
    beside: [(Field, u8); 4],
    /// Sailings to the nearest base, counted for every bear on board.
    pub(super) burden: f32,
}

impl Reach {
    fn of(position: &RescuePolarBears, map: &Map, scene: &Scene) -> Reach {
        let ships = position.ships();
        let &Scene { solid, alert_tile, next, .. } = scene;
        let data = field(scene.data);
        let deck = field(if scene.deck.is_empty() { INNER } else { scene.deck });
        let (mut index, mut actions) = (next, scene.actions);

        // For each ship the water it has come to and the ice beside; for all together what they have collected by now.
        let mut seas = [(0, 0); 4];
        for (sea, ship) in seas.iter_mut().zip(ships) {
            *sea = (cell(ship.hex()), around(cell(ship.hex())) & solid);
        }
        let mut widest = [false; 4];
        let mut next_to = [(0, 0); 4];
        let mut collected: Field = 0;
        let (mut counted, mut data_left, mut deck_left) = (0, data.count_ones(), deck.count_ones());
        let (mut data_waits, mut deck_waits, mut helpers, mut nearest) = (0.0, 0.0, [0; 4], [None; 4]);
        for turn in 0..ships.len() + 2 {
            let ship = &ships[index];
            let ability = ship.hull().ability;
            let (grabs, loads) = (ability == Ability::Grabs, if ability == Ability::LoadsTwo { 2 } else { 1 });
            let step = 1.0 / f32::from(actions + 1);
            data_waits += data_left as f32 * step;
            deck_waits += deck_left as f32 * step;
            for action in 0..actions {
                if !widest[index] {
                    let (sea, beside) = seas[index];
                    let wider = sail(sea, map.water, ship.speed());
                    let beside_wider = around(wider) & solid;
                    collected |= wider | if grabs { beside_wider } else { beside };
                    widest[index] = wider == sea && action > 0;
                    seas[index] = (wider, beside_wider);
                    let bears = ship.room().min((actions - action) * loads);
                    if let (0, Some(place)) = (turn, next_to.get_mut(usize::from(action))) {
                        *place = (beside, bears);
                    }
                    let first_turn = turn < ships.len();
                    if first_turn && beside & alert_tile != 0 {
                        helpers[turn] = bears.max(helpers[turn]);
                    }
                    if first_turn && nearest[turn].is_none() && data & (wider | beside) != 0 {
                        nearest[turn] = Some(action);
                    }
                }
                if collected != counted {
                    counted = collected;
                    data_left = (data & !collected).count_ones();
                    deck_left = (deck & !collected).count_ones();
                }
                data_waits += data_left as f32 * step;
                deck_waits += deck_left as f32 * step;
            }
            if data_left + deck_left == 0 && turn > 0 {
                break;
            }
            index = (index + 1) % ships.len();
            actions = ships[index].actions() + ships[index].blue();
        }
        Reach {
            data: data_waits / data.count_ones().max(1) as f32,
            deck: deck_waits / deck.count_ones() as f32,
            helpers,
            nearest,
            beside: next_to,
            burden: ships.iter().map(|ship| burden(ship, map.water)).sum(),
        }
    }

    /// Returns how many bears the ship that acts next can take off this tile.
    pub(super) fn help(&self, tile: Field) -> u8 {
        self.beside.iter().find(|(tiles, _)| tiles & tile != 0).map_or(0, |(_, bears)| *bears)
    }
}

/// Returns the Sailings to the nearest base, counted for every bear on board.
fn burden(ship: &Ship, water: Field) -> f32 {
    let aboard = ship.aboard().total();
    if aboard == 0 {
        return 0.0;
    }
    let (mut sea, mut sailings) = (cell(ship.hex()), 0);
    while sea & QUAYS == 0 && sailings < 4 {
        sea = sail(sea, water, ship.speed());
        sailings += 1;
    }
    f32::from(aboard * sailings)
}
