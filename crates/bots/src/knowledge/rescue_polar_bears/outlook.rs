//! What a position is worth: the chance to win, seen from what lies on the table.

use polynya_games::rescue_polar_bears::{
    Ability, Bears, Ending, Hex, HexSet, INNER, Member, Number, RescuePolarBears, Ship, Slot, Stage, TILE_ROOM, Tile,
    Upgrade,
};

use super::{HOPE, LAST_TEMPERATURE, LOOKS, PACE, SINKING, WEIGHTS};
use crate::net::chance;

/// What lay on the map when the team began to think. Tiles only go, so later positions are read faster with it.
pub struct Outlook {
    support: HexSet,
    floats: HexSet,
}

impl Outlook {
    pub fn of(position: &RescuePolarBears) -> Outlook {
        let (mut support, mut floats) = (HexSet::NONE, HexSet::NONE);
        for hex in Hex::all() {
            match position.tile(hex) {
                Tile::Support => support = support | HexSet::only(hex),
                Tile::Float => floats = floats | HexSet::only(hex),
                Tile::Ice(_) | Tile::Ocean | Tile::Base => {}
            }
        }
        Outlook { support, floats }
    }

    /// The chance to win. The weights are for the beginning of a turn; in mid-turn the dice come first.
    pub fn worth(&self, position: &RescuePolarBears, dice_to_come: bool) -> f32 {
        match position.ending() {
            Some(Ending::Won) => return 1.0,
            Some(Ending::Sunk | Ending::Heat | Ending::Limit) => return 0.0,
            None => {}
        }
        let map = self.map(position);
        let ice = Ice::of(position, &map);
        let reach = Reach::of(position, &map, ice.alert_tile);
        let looks = looks(position, &map, &ice, &reach);
        let odds: f32 = looks.iter().zip(WEIGHTS).map(|(look, (weight, _))| look * weight).sum();
        if !dice_to_come {
            return chance(odds);
        }
        // What the ship can still do for the bears of the alert's tile is believed to be done.
        let helped = if position.stage() == Stage::Action { reach.helpers } else { 0 };
        let (sinking, doomed) = ice.danger(position.helicopters().0, helped);
        chance(odds + SINKING * sinking) * (1.0 - doomed)
    }

    fn map(&self, position: &RescuePolarBears) -> Map {
        let mut map =
            Map { ice: 0, floats: 0, water: 0, support: 0, rooms: [0; 3], tiles: [Lying::NONE; 20], count: 0 };
        for number in (1..=20).filter_map(Number::new) {
            let Some(hex) = position.hex_of(number) else { continue };
            let (field, bears) = (cell(hex), position.bears_on(hex));
            map.ice |= field;
            let room = usize::from(TILE_ROOM - bears.total());
            map.rooms[..room].iter_mut().for_each(|rooms| *rooms |= field);
            map.tiles[map.count] = Lying { number: number.get(), field, bears };
            map.count += 1;
        }
        let still = |hexes: HexSet, tile: Tile| {
            let lying = hexes.iter().filter(|&hex| position.tile(hex) == tile);
            lying.fold(0, |field, hex| field | cell(hex))
        };
        map.support = still(self.support, Tile::Support);
        map.floats = still(self.floats, Tile::Float);
        map.water = OPEN & !map.ice & !map.floats;
        map
    }
}

/// In the order of `WEIGHTS`.
fn looks(position: &RescuePolarBears, map: &Map, ice: &Ice, reach: &Reach) -> [f32; LOOKS] {
    let (collected, target) = position.collected();
    let missing = f32::from(target - collected);
    let helicopters = f32::from(position.helicopters().0);
    let temperature = f32::from(position.temperature());
    let (mut aboard, mut free, mut red, mut better) = (0, 0, 0, 0);
    for ship in position.ships() {
        aboard += ship.aboard().total();
        free += ship.room();
        red += ship.actions() - 3;
        better += improvements(ship);
    }
    let red = f32::from(red);
    let turns = (missing + reach.data + reach.deck - 1.0) / (PACE.0 + PACE.1 * red);
    let melts = ((temperature + ice.heat * turns - LAST_TEMPERATURE) / 5.0).clamp(0.0, turns);
    // Helicopters that are left at the end, in standard deviations, if every tile that melts sinks so many.
    let margin = |each: f32| {
        let alert = f32::from(ice.alert_sink) * melts.min(1.0);
        let sunk = alert + each * (melts - 1.0).max(0.0) + ice.drowned_at_birth * turns;
        (helicopters + 0.5 - sunk) / (1.0 + sunk).sqrt()
    };
    [
        1.0,
        missing / 20.0,
        reach.data,
        reach.deck,
        f32::from(position.data().len().saturating_sub(1)),
        temperature / 20.0,
        (temperature - 14.0).max(0.0),
        helicopters.min(3.0),
        helicopters,
        ice.bears / 10.0,
        (3.0 * map.count as f32 - ice.bears) / 10.0,
        ice.sink[0],
        ice.doomed,
        ice.pairs / 20.0,
        map.support.count_ones() as f32,
        f32::from(aboard),
        f32::from(free),
        red,
        f32::from(better),
        ice.next_sink,
        f32::from(ice.alert_sink.saturating_sub(reach.helpers)) * ice.melting,
        margin(ice.sink[1]),
        margin(ice.sink[2]),
        melts / 10.0,
        reach.burden / 10.0,
    ]
}

/// Upgrades that make a ship better for good, red actions aside.
fn improvements(ship: &Ship) -> u8 {
    let boxes = Slot::ALL.into_iter().zip(ship.name().hull().upgrades);
    let taken = boxes.filter(|(slot, _)| ship.is_upgraded(*slot));
    taken.map(|(_, upgrade)| u8::from(matches!(upgrade, Upgrade::Speed | Upgrade::Hold))).sum()
}

/// The map as fields.
struct Map {
    ice: Field,
    floats: Field,
    water: Field,
    support: Field,
    /// Ice Tiles with room for at least one, two and three more bears.
    rooms: [Field; 3],
    tiles: [Lying; 20],
    count: usize,
}

/// An Ice Tile.
#[derive(Clone, Copy)]
struct Lying {
    number: u8,
    field: Field,
    bears: Bears,
}

impl Lying {
    const NONE: Lying = Lying { number: 0, field: 0, bears: Bears::NONE };
}

/// What the ice and the bears on it promise.
struct Ice {
    bears: f32,
    /// Tiles that breed.
    pairs: f32,
    /// Bears that sink when a tile other than the alert's melts: the mean, now, with one more bear around, with three.
    sink: [f32; 3],
    /// The same for the next alert: of the tokens that are face-up the kindest is chosen.
    next_sink: f32,
    /// The alert's tile, how many of its bears sink, and the chance that it melts in the next dice.
    alert_tile: Field,
    alert_sink: u8,
    melting: f32,
    /// Cubs that sink at birth, a turn.
    drowned_at_birth: f32,
    /// The chance that the next dice lose the match.
    doomed: f32,
    /// How much warmer a turn makes it.
    heat: f32,
}

impl Ice {
    fn of(position: &RescuePolarBears, map: &Map) -> Ice {
        let (_, rapid, growth_first) = position.variants();
        let (helicopters, supply) = (position.helicopters().0, position.supply());
        let alert = position.alert().map(|(number, _)| number.get());
        let face_up = position.alert_supply().0.iter().fold(0_u32, |shown, number| shown | 1 << number.get());
        let catcher = position.ships().iter().find(|ship| ship.name().hull().ability == Ability::Catches);
        let (beside_catcher, aboard) = catcher.map_or((0, 0), |ship| (around(cell(ship.hex())), ship.room()));

        let (mut bears, mut pairs, mut quiet) = (0, 0, 0);
        let (mut sink, mut shown): ([f32; 3], Option<u8>) = ([0.0; 3], None);
        let (mut alert_tile, mut alert_sink) = (0, 0);
        let (mut drowned, mut births_that_lose) = (0, 0);
        for &Lying { number, field, bears: here } in &map.tiles[..map.count] {
            let next = around(field);
            let refuge: u32 = map.rooms.iter().map(|rooms| (rooms & next).count_ones()).sum();
            let refuge = refuge as u8 + if beside_catcher & field != 0 { aboard } else { 0 };
            let total = here.total();
            bears += total;
            if alert == Some(number) {
                (alert_tile, alert_sink) = (field, total.saturating_sub(refuge));
            } else {
                for (sum, more) in sink.iter_mut().zip([0, 1, 3]) {
                    *sum += f32::from((total + more).saturating_sub(refuge).min(total));
                }
                if face_up >> number & 1 != 0 {
                    let sinks = total.saturating_sub(refuge);
                    shown = Some(shown.map_or(sinks, |least| least.min(sinks)));
                }
            }
            if here.males > 0 && here.females > 0 && !(growth_first && here.cubs > 0) {
                pairs += 1;
                let cubs = supply.cubs.min(2);
                quiet += u8::from(cubs == 2);
                let sunk = cubs.saturating_sub(TILE_ROOM - total).saturating_sub(refuge);
                drowned += sunk;
                births_that_lose += u8::from(sunk > helicopters);
            } else {
                quiet += u8::from(here.cubs > 0 && supply.adults() >= here.cubs);
            }
        }
        let others = (map.count as f32 - if alert.is_some() { 1.0 } else { 0.0 }).max(1.0);
        let sink = sink.map(|sum| sum / others);

        let extra = if rapid { 2 } else { 1 };
        let warming = f32::from(20 - quiet) / 20.0;
        let temperature = i16::from(position.temperature());
        // The chance that the red die brings at least so much, if it does not and if it does count more.
        let at_least = |need: i16| {
            let share = |need: i16| f32::from((7 - need).clamp(0, 6)) / 6.0;
            share(need) * (1.0 - warming) + share(need - extra) * warming
        };
        let melting = alert.map_or(0.0, |number| at_least(i16::from(number) - temperature));
        // From 26 on even melting does not cool enough.
        let too_hot = at_least(26 - temperature);
        let lost = if alert_sink > helicopters { melting } else { 0.0 } + f32::from(births_that_lose) / 20.0;
        let drowned_at_birth = f32::from(drowned) / 20.0;
        Ice {
            bears: f32::from(bears),
            pairs: f32::from(pairs as u8),
            sink,
            next_sink: shown.map_or(sink[0], f32::from),
            alert_tile,
            alert_sink,
            melting,
            drowned_at_birth,
            doomed: lost + too_hot,
            heat: 3.5 + warming * f32::from(extra),
        }
    }

    /// Bears expected to sink in the next dice, and the chance that these lose the match, once so many have been taken
    /// off the alert's tile.
    fn danger(&self, helicopters: u8, helped: u8) -> (f32, f32) {
        let left = self.alert_sink.saturating_sub(helped);
        let spared = if left <= helicopters && helicopters < self.alert_sink { self.melting } else { 0.0 };
        let sinking = self.melting * f32::from(left) + self.drowned_at_birth;
        (sinking, (self.doomed - spared).min(1.0 - HOPE))
    }
}

/// What the ships reach, and when.
struct Reach {
    /// Turns until data is collected: that on the board, and that which comes next.
    data: f32,
    deck: f32,
    /// Bears that the ship that acts next can take off the alert's tile.
    helpers: u8,
    /// Sailings to the nearest base, counted for every bear on board.
    burden: f32,
}

impl Reach {
    fn of(position: &RescuePolarBears, map: &Map, alert_tile: Field) -> Reach {
        let ships = position.ships();
        let solid = map.ice | map.floats;
        let data = field(position.data());
        let deck = position.decks().0;
        let deck = field(if deck.is_empty() { INNER } else { deck });
        let moving = position.stage() == Stage::Action;
        let active = position.active_ship().and_then(|ship| position.ship_on(ship.hex())).unwrap_or(0);
        let mut index = if moving { active } else { (active + 1) % ships.len() };
        let mut actions = if moving { position.actions_left() } else { ships[index].actions() + ships[index].blue() };

        // For each ship the water it has come to and the ice beside; for all together what they have collected by now.
        let mut seas = [(0, 0); 4];
        for (sea, ship) in seas.iter_mut().zip(ships) {
            *sea = (cell(ship.hex()), around(cell(ship.hex())) & solid);
        }
        let mut widest = [false; 4];
        let mut collected: Field = 0;
        let (mut data_waits, mut deck_waits, mut helpers) = (0.0, 0.0, 0);
        for turn in 0..ships.len() + 2 {
            let ship = &ships[index];
            let ability = ship.name().hull().ability;
            let (grabs, loads) = (ability == Ability::Grabs, if ability == Ability::LoadsTwo { 2 } else { 1 });
            let step = 1.0 / f32::from(actions + 1);
            let mut wait = |collected: Field| {
                data_waits += (data & !collected).count_ones() as f32 * step;
                deck_waits += (deck & !collected).count_ones() as f32 * step;
            };
            wait(collected);
            for action in 0..actions {
                if !widest[index] {
                    let (sea, beside) = seas[index];
                    let wider = sail(sea, map.water, ship.speed());
                    let beside_wider = around(wider) & solid;
                    collected |= wider | if grabs { beside_wider } else { beside };
                    widest[index] = wider == sea && action > 0;
                    seas[index] = (wider, beside_wider);
                    if turn == 0 && beside & alert_tile != 0 {
                        helpers = ship.room().min((actions - action) * loads).max(helpers);
                    }
                }
                wait(collected);
            }
            if (data | deck) & !collected == 0 {
                break;
            }
            index = (index + 1) % ships.len();
            actions = ships[index].actions() + ships[index].blue();
        }
        Reach {
            data: data_waits / data.count_ones().max(1) as f32,
            deck: deck_waits / deck.count_ones() as f32,
            helpers,
            burden: ships.iter().map(|ship| burden(ship, map.water)).sum(),
        }
    }
}

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

/// A set of hexes, laid out in columns of ten so that a step in any direction is a shift.
type Field = u128;

const COLUMN: u32 = 10;

const fn spot(q: i8, r: i8) -> u32 {
    (q + 4) as u32 * COLUMN + (r + 4) as u32
}

/// Where each hex lies in a field.
static SPOTS: [u8; 61] = {
    let mut spots = [0; 61];
    let (mut q, mut index) = (-4_i8, 0);
    while q <= 4 {
        let mut r = -4_i8;
        while r <= 4 {
            if (q + r).abs() <= 4 {
                spots[index] = spot(q, r) as u8;
                index += 1;
            }
            r += 1;
        }
        q += 1;
    }
    spots
};

/// Every hex but the bases.
static OPEN: Field = {
    let (mut open, mut index) = (0, 0);
    while index < SPOTS.len() {
        open |= 1 << SPOTS[index];
        index += 1;
    }
    open & !(1 << spot(0, -4) | 1 << spot(0, 4))
};

/// The hexes from which ships unload.
static QUAYS: Field = {
    let north = 1 << spot(1, -4) | 1 << spot(-1, -3) | 1 << spot(0, -3);
    let south = 1 << spot(-1, 4) | 1 << spot(1, 3) | 1 << spot(0, 3);
    north | south
};

fn cell(hex: Hex) -> Field {
    1 << SPOTS[usize::from(hex.bit())]
}

fn field(hexes: HexSet) -> Field {
    hexes.iter().fold(0, |field, hex| field | cell(hex))
}

/// The hexes next to these, and some that are none.
fn around(field: Field) -> Field {
    const SLANT: u32 = COLUMN - 1;
    field << 1 | field >> 1 | field << COLUMN | field >> COLUMN | field << SLANT | field >> SLANT
}

fn sail(from: Field, water: Field, speed: u8) -> Field {
    let mut reached = from;
    for _ in 0..speed {
        reached |= around(reached) & water;
    }
    reached
}

#[cfg(test)]
mod tests {
    use polynya_games::rescue_polar_bears::NEXT_TO_BASE;

    use super::*;

    #[test]
    fn fields_are_the_map() {
        for hex in Hex::all() {
            assert_eq!(
                around(cell(hex)) & (OPEN | 1 << spot(0, -4) | 1 << spot(0, 4)),
                field(hex.neighbours()),
                "{hex}"
            );
        }
        assert_eq!(QUAYS, field(NEXT_TO_BASE));
    }
}
