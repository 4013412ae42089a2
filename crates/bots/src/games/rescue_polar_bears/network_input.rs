//! The input of the network for a position at the beginning of a turn: dense values (the features of the evaluation, each
//! ship in the order in which they act, how the match stands, how the bears lie on the ice), and sparse ones about tiles,
//! ships, tracks and cards, each of which is 0 or 1.

use polynya_games::rescue_polar_bears::{Number, RescuePolarBears, Ship, Slot, TILE_ROOM, Variants};

use super::features::{FEATURES, Features};
use super::field::{QUAYS, around, cell};
use super::ice::{Ice, Lying, Map};
use super::reach::{Reach, Scene};
use crate::network::Input;

/// The most ships, and the values of each.
const SHIPS: usize = 4;
const SHIP: usize = 13;
/// The values of the match as a whole, and of the bears on the ice.
const MATCH: usize = 11;
const BEARS: usize = 15;

/// The dense values.
const DENSE: usize = FEATURES.len() + SHIPS * SHIP + MATCH + BEARS;
/// All inputs of the network.
pub const INPUTS: usize = DENSE + SPARSE;

/// The input of the network for one position.
#[derive(Clone)]
pub struct NetworkInput {
    dense: [f32; DENSE],
    sparse: Sparse,
}

impl NetworkInput {
    /// Returns it as a network takes it.
    pub fn as_input(&self) -> Input<'_> {
        Input { dense: &self.dense, sparse: &self.sparse.indices[..self.sparse.count] }
    }

    /// Returns all inputs, those that are 0 among them.
    pub fn all(&self) -> Vec<f32> {
        let mut all = vec![0.0; INPUTS];
        all[..DENSE].copy_from_slice(&self.dense);
        self.as_input().sparse.iter().for_each(|&index| all[usize::from(index)] = 1.0);
        all
    }

    /// Encodes a position.
    pub(super) fn encode(
        position: &RescuePolarBears,
        map: &Map,
        ice: &Ice,
        reach: &Reach,
        features: &Features,
    ) -> NetworkInput {
        let mut dense = [0.0; DENSE];
        let (values, rest) = dense.split_at_mut(FEATURES.len());
        let scaled = features.iter().zip(FEATURES).map(|(value, feature)| value / feature.scale);
        values.iter_mut().zip(scaled).for_each(|(into, value)| *into = value);
        let (values, rest) = rest.split_at_mut(SHIPS * SHIP);
        let next = Scene::next(position);
        let ships = position.ships();
        let in_order = || ships.iter().cycle().skip(next).take(ships.len());
        values.chunks_exact_mut(SHIP).zip(in_order()).for_each(|(values, ship)| encode_ship(values, ship, map, ice));
        let (values, rest) = rest.split_at_mut(MATCH);
        encode_match(values, position, map);
        encode_bears(rest, map, ice);
        let mut sparse = Sparse { indices: [0; MAX_ONES], count: 0 };
        set_tiles(&mut sparse, position, map, reach);
        in_order().enumerate().for_each(|(place, ship)| set_ship(&mut sparse, place, ship, ice, reach));
        set_tracks(&mut sparse, position, map);
        NetworkInput { dense, sparse }
    }
}

/// The most sparse inputs that are 1 at once: four of each tile, three of each ship, ten cards and twelve others.
const MAX_ONES: usize = 4 * 20 + 3 * SHIPS + 10 + 12;

/// The indices of the sparse inputs that are 1.
#[derive(Clone)]
struct Sparse {
    indices: [u16; MAX_ONES],
    count: usize,
}

impl Sparse {
    /// Sets the input of this group with this number to 1.
    fn set(&mut self, group: &Group, number: usize) {
        debug_assert!(number < group.count, "{number} of {}", group.count);
        self.indices[self.count] = (DENSE + group.begin + number) as u16;
        self.count += 1;
    }
}

/// A group of sparse inputs: where it begins, and how many there are.
struct Group {
    begin: usize,
    count: usize,
}

impl Group {
    const fn after(before: &Group, count: usize) -> Group {
        Group { begin: before.begin + before.count, count }
    }
}

/// A tile: who is on it (20 ways), room around it up to 5, is it the alert's?
const FAMILY: Group = Group { begin: 0, count: 20 * 6 * 2 };
/// A tile: bears on it, how many would sink, how far its number is above the temperature.
const MELTS: Group = Group::after(&FAMILY, 4 * 4 * 5);
/// A tile: tiles around it, bears on it.
const AROUND: Group = Group::after(&MELTS, 7 * 4);
/// A tile: how many would sink, how many bears the next ship could take off, is it the alert's?
const HELP: Group = Group::after(&AROUND, 4 * 4 * 2);
/// A ship: its place in the order, its name, its upgrades.
const FLEET: Group = Group::after(&HELP, 4 * 5 * 4);
/// A ship: its place in the order, how many bears it could take off the alert's tile, how many would sink with that.
const RESCUE: Group = Group::after(&FLEET, 4 * 4 * 4);
/// A ship: its place in the order, its way to data.
const DATA: Group = Group::after(&RESCUE, 4 * 8);
/// A Support Card that is not drawn.
const CARDS: Group = Group::after(&DATA, 10);
/// How many helicopters there are, how much data is missing, how warm it is, how far above that the alert is.
const HELICOPTERS: Group = Group::after(&CARDS, 10);
const MISSING: Group = Group::after(&HELICOPTERS, 21);
const HEAT: Group = Group::after(&MISSING, 29);
const ALERT: Group = Group::after(&HEAT, 24);
/// A variant, how many ships sail, how many Ice Tiles lie.
const VARIANTS: Group = Group::after(&ALERT, 3);
const AFLOAT: Group = Group::after(&VARIANTS, 5);
const TILES: Group = Group::after(&AFLOAT, 21);
/// How many of a kind of bears are in the supply, up to 5.
const SUPPLY: Group = Group::after(&TILES, 6 * 3);
/// The sparse inputs.
const SPARSE: usize = SUPPLY.begin + SUPPLY.count;

fn set_ship(sparse: &mut Sparse, place: usize, ship: &Ship, ice: &Ice, reach: &Reach) {
    let [one, other] = Slot::ALL.map(|slot| usize::from(ship.is_upgraded(slot)));
    sparse.set(&FLEET, (place * 5 + ship.name() as usize) * 4 + one + 2 * other);
    let helped = usize::from(reach.helpers[place].min(3));
    sparse.set(&RESCUE, (place * 4 + helped) * 4 + usize::from(ice.alert_sink.min(3)));
    sparse.set(&DATA, place * 8 + reach.nearest[place].map_or(7, |sailings| usize::from(sailings.min(6))));
}

fn set_tiles(sparse: &mut Sparse, position: &RescuePolarBears, map: &Map, reach: &Reach) {
    let alert = position.alert().map_or(0, |(number, _)| number.get());
    for &Lying { number, field, bears, refuge, .. } in map.tiles() {
        let is_alert = usize::from(number == alert);
        let family = FAMILY_BEGINS[usize::from(bears.males)][usize::from(bears.females)] + usize::from(bears.cubs);
        sparse.set(&FAMILY, (family * 6 + usize::from(refuge.min(5))) * 2 + is_alert);
        let total = usize::from(bears.total());
        let sinks = total.saturating_sub(usize::from(refuge));
        let above = match i16::from(number) - i16::from(position.temperature()) {
            ..=0 => 0,
            1..=3 => 1,
            4..=6 => 2,
            7..=10 => 3,
            _ => 4,
        };
        sparse.set(&MELTS, (total * 4 + sinks) * 5 + above);
        sparse.set(&AROUND, (around(field) & map.ice).count_ones() as usize * 4 + total);
        sparse.set(&HELP, (sinks * 4 + usize::from(reach.help(field).min(3))) * 2 + is_alert);
    }
}

/// The twenty ways to have up to three bears on a tile: the index of those with these males and females and no cub.
const FAMILY_BEGINS: [[usize; 4]; 4] = {
    let mut families = [[0; 4]; 4];
    let (mut males, mut next) = (0, 0);
    while males < 4 {
        let mut females = 0;
        while females < 4 - males {
            families[males][females] = next;
            next += 4 - males - females;
            females += 1;
        }
        males += 1;
    }
    families
};

fn set_tracks(sparse: &mut Sparse, position: &RescuePolarBears, map: &Map) {
    let (collected, target) = (position.collected(), position.target());
    position.decks().support.kinds().for_each(|(card, _)| sparse.set(&CARDS, card as usize));
    sparse.set(&HELICOPTERS, usize::from(position.helicopters().ready));
    sparse.set(&MISSING, usize::from(target - collected));
    sparse.set(&HEAT, usize::from(position.temperature().min(28)));
    let above = |number: Number| i16::from(number.get()) - i16::from(position.temperature());
    sparse.set(&ALERT, position.alert().map_or(23, |(number, _)| (above(number).clamp(-8, 14) + 8) as usize));
    let Variants { rough_road: rough, rapid_warming: rapid, growth_first } = position.variants();
    let variants = [rough, rapid, growth_first].into_iter().enumerate();
    variants.filter(|(_, played)| *played).for_each(|(number, _)| sparse.set(&VARIANTS, number));
    sparse.set(&AFLOAT, position.ships().len());
    sparse.set(&TILES, map.count);
    let supply = position.supply();
    for (kind, count) in [supply.males, supply.females, supply.cubs].into_iter().enumerate() {
        sparse.set(&SUPPLY, kind * 6 + usize::from(count.min(5)));
    }
}

fn encode_ship(values: &mut [f32], ship: &Ship, map: &Map, ice: &Ice) {
    let beside = around(cell(ship.hex()));
    let tiles = map.tiles().iter().filter(|tile| tile.field & beside != 0);
    let bears: u8 = tiles.map(|tile| tile.bears.total()).sum();
    let upgrades: u8 = Slot::ALL.map(|slot| u8::from(ship.is_upgraded(slot))).iter().sum();
    values[ship.name() as usize] = 1.0;
    values[5..].copy_from_slice(&[
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

fn encode_match(values: &mut [f32], position: &RescuePolarBears, map: &Map) {
    if let Some(few) = values[..7].get_mut(usize::from(position.helicopters().ready)) {
        *few = 1.0;
    }
    values[7..].copy_from_slice(&[
        f32::from(position.alert().is_some()),
        position.alert_supply().face_up.len() as f32 / 4.0,
        f32::from(position.ships().len() == 4),
        map.count as f32 / 20.0,
    ]);
}

/// Tiles by their bears, tiles with bears by the places around them that these do not need, and some that matter more.
fn encode_bears(values: &mut [f32], map: &Map, ice: &Ice) {
    for tile in map.tiles() {
        let (here, total) = (tile.bears, tile.bears.total());
        values[usize::from(total.min(3))] += 0.1;
        if total > 0 {
            let spare = i16::from(tile.refuge) - i16::from(total);
            values[4 + (spare.clamp(-2, 4) + 2) as usize] += 0.2;
        }
        let breeds = here.males > 0 && here.females > 0;
        values[11] += if breeds && TILE_ROOM - total + tile.refuge < 2 { 0.2 } else { 0.0 };
        values[12] += if here.cubs > 0 { 0.1 } else { 0.0 };
        values[13] += if total == 0 && tile.refuge > 0 { 0.1 } else { 0.0 };
    }
    values[14] = f32::from(ice.alert_sink) / 2.0;
}
