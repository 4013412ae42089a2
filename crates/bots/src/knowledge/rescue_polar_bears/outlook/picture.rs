//! What the network sees of a position at the beginning of a turn: amounts (the looks of the judge, each ship in the
//! order in which they act, how the match stands, how the bears lie on the ice), and facts about tiles, ships, tracks
//! and cards, each of which holds or does not.

use polynya_games::rescue_polar_bears::{Number, RescuePolarBears, Ship, Slot, TILE_ROOM};

use super::{Ice, Lying, Map, QUAYS, Reach, Scene, around, cell};
use crate::knowledge::rescue_polar_bears::judge::{LOOKS, Looks};
use crate::net::Sight;

/// Ships that can be at sea, and what is seen of each.
const SHIPS: (usize, usize) = (4, 13);
/// What is seen of the match as a whole, and of the bears on the ice.
const MATCH: usize = 11;
const BEARS: usize = 15;

/// Amounts that are seen.
const AMOUNTS: usize = LOOKS.len() + SHIPS.0 * SHIPS.1 + MATCH + BEARS;
/// All that the network can see.
pub const INPUTS: usize = AMOUNTS + FACTS;

/// What is seen of a position.
#[derive(Clone)]
pub struct Picture {
    amounts: [f32; AMOUNTS],
    facts: Facts,
}

impl Picture {
    pub fn seen(&self) -> Sight<'_> {
        Sight { amounts: &self.amounts, facts: &self.facts.inputs[..self.facts.count] }
    }
}

/// Facts that can hold at once: four of each tile, three of each ship, ten cards and twelve others.
const MOST_FACTS: usize = 4 * 20 + 3 * SHIPS.0 + 10 + 12;

/// The inputs of the facts that hold.
#[derive(Clone)]
struct Facts {
    inputs: [u16; MOST_FACTS],
    count: usize,
}

impl Facts {
    /// A fact of this kind holds, the one with this number.
    fn note(&mut self, kind: &Kind, number: usize) {
        debug_assert!(number < kind.count, "{number} of {}", kind.count);
        self.inputs[self.count] = (AMOUNTS + kind.begin + number) as u16;
        self.count += 1;
    }
}

/// Facts of one kind: where they begin, and how many there are.
struct Kind {
    begin: usize,
    count: usize,
}

impl Kind {
    const fn behind(before: &Kind, count: usize) -> Kind {
        Kind { begin: before.begin + before.count, count }
    }
}

/// A tile: who is on it (20 ways), room around it up to 5, is it the alert's?
const FAMILY: Kind = Kind { begin: 0, count: 20 * 6 * 2 };
/// A tile: bears on it, how many would sink, how far its number is above the temperature.
const MELTS: Kind = Kind::behind(&FAMILY, 4 * 4 * 5);
/// A tile: tiles around it, bears on it.
const AROUND: Kind = Kind::behind(&MELTS, 7 * 4);
/// A tile: how many would sink, how many bears the next ship could take off, is it the alert's?
const HELP: Kind = Kind::behind(&AROUND, 4 * 4 * 2);
/// A ship: its place in the order, its name, its upgrades.
const FLEET: Kind = Kind::behind(&HELP, 4 * 5 * 4);
/// A ship: its place in the order, how many bears it could take off the alert's tile, how many would sink with that.
const RESCUE: Kind = Kind::behind(&FLEET, 4 * 4 * 4);
/// A ship: its place in the order, its way to data.
const DATA: Kind = Kind::behind(&RESCUE, 4 * 8);
/// A Support Card that is not drawn.
const CARDS: Kind = Kind::behind(&DATA, 10);
/// How many helicopters there are, how much data is missing, how warm it is, how far above that the alert is.
const HELICOPTERS: Kind = Kind::behind(&CARDS, 10);
const MISSING: Kind = Kind::behind(&HELICOPTERS, 21);
const HEAT: Kind = Kind::behind(&MISSING, 29);
const ALERT: Kind = Kind::behind(&HEAT, 24);
/// A variant, how many ships sail, how many Ice Tiles lie.
const VARIANTS: Kind = Kind::behind(&ALERT, 3);
const AFLOAT: Kind = Kind::behind(&VARIANTS, 5);
const TILES: Kind = Kind::behind(&AFLOAT, 21);
/// How many of a kind of bears are in the supply, up to 5.
const SUPPLY: Kind = Kind::behind(&TILES, 6 * 3);
const FACTS: usize = SUPPLY.begin + SUPPLY.count;

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
pub(super) fn picture(position: &RescuePolarBears, map: &Map, ice: &Ice, reach: &Reach, looks: &Looks) -> Picture {
    let mut amounts = [0.0; AMOUNTS];
    let (seen, rest) = amounts.split_at_mut(LOOKS.len());
    seen.copy_from_slice(looks);
    LARGE.into_iter().for_each(|(look, by)| seen[look] /= by);
    let (seen, rest) = rest.split_at_mut(SHIPS.0 * SHIPS.1);
    let next = Scene::next(position);
    let ships = position.ships();
    let in_order = || ships.iter().cycle().skip(next).take(ships.len());
    seen.chunks_exact_mut(SHIPS.1).zip(in_order()).for_each(|(seen, ship)| see_ship(seen, ship, map, ice));
    let (seen, rest) = rest.split_at_mut(MATCH);
    see_match(seen, position, map);
    see_bears(rest, map, ice);
    let mut facts = Facts { inputs: [0; MOST_FACTS], count: 0 };
    note_tiles(&mut facts, position, map, reach);
    in_order().enumerate().for_each(|(place, ship)| note_ship(&mut facts, place, ship, ice, reach));
    note_tracks(&mut facts, position, map);
    Picture { amounts, facts }
}

fn note_ship(facts: &mut Facts, place: usize, ship: &Ship, ice: &Ice, reach: &Reach) {
    let [one, other] = Slot::ALL.map(|slot| usize::from(ship.is_upgraded(slot)));
    facts.note(&FLEET, (place * 5 + ship.name() as usize) * 4 + one + 2 * other);
    let helped = usize::from(reach.helpers[place].min(3));
    facts.note(&RESCUE, (place * 4 + helped) * 4 + usize::from(ice.alert_sink.min(3)));
    facts.note(&DATA, place * 8 + reach.nearest[place].map_or(7, |sailings| usize::from(sailings.min(6))));
}

fn note_tiles(facts: &mut Facts, position: &RescuePolarBears, map: &Map, reach: &Reach) {
    let alert = position.alert().map_or(0, |(number, _)| number.get());
    for &Lying { number, field, bears, refuge, .. } in &map.tiles[..map.count] {
        let is_alert = usize::from(number == alert);
        let family = FAMILY_BEGINS[usize::from(bears.males)][usize::from(bears.females)] + usize::from(bears.cubs);
        facts.note(&FAMILY, (family * 6 + usize::from(refuge.min(5))) * 2 + is_alert);
        let total = usize::from(bears.total());
        let sinks = total.saturating_sub(usize::from(refuge));
        let above = match i16::from(number) - i16::from(position.temperature()) {
            ..=0 => 0,
            1..=3 => 1,
            4..=6 => 2,
            7..=10 => 3,
            _ => 4,
        };
        facts.note(&MELTS, (total * 4 + sinks) * 5 + above);
        facts.note(&AROUND, (around(field) & map.ice).count_ones() as usize * 4 + total);
        facts.note(&HELP, (sinks * 4 + usize::from(reach.help(field).min(3))) * 2 + is_alert);
    }
}

/// The twenty ways to have up to three bears on a tile: where those with so many males and females begin, with no cub.
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

fn note_tracks(facts: &mut Facts, position: &RescuePolarBears, map: &Map) {
    let (collected, target) = position.collected();
    position.decks().1.iter().for_each(|card| facts.note(&CARDS, card as usize));
    facts.note(&HELICOPTERS, usize::from(position.helicopters().0));
    facts.note(&MISSING, usize::from(target - collected));
    facts.note(&HEAT, usize::from(position.temperature().min(28)));
    let above = |number: Number| i16::from(number.get()) - i16::from(position.temperature());
    facts.note(&ALERT, position.alert().map_or(23, |(number, _)| (above(number).clamp(-8, 14) + 8) as usize));
    let (rough, rapid, growth_first) = position.variants();
    let variants = [rough, rapid, growth_first].into_iter().enumerate();
    variants.filter(|(_, played)| *played).for_each(|(number, _)| facts.note(&VARIANTS, number));
    facts.note(&AFLOAT, position.ships().len());
    facts.note(&TILES, map.count);
    let supply = position.supply();
    for (kind, count) in [supply.males, supply.females, supply.cubs].into_iter().enumerate() {
        facts.note(&SUPPLY, kind * 6 + usize::from(count.min(5)));
    }
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
