//! What a position is worth: the chance to win, seen from what lies on the table.

mod picture;

use polynya_games::rescue_polar_bears::{
    Ability, Bears, Ending, HOTTEST, Hex, HexSet, INNER, MELTING_COOLS, Member, Number, RescuePolarBears, Ship, Slot,
    Stage, TILE_ROOM, Tile, Upgrade,
};

use super::HOPE;
use super::judge::{Judge, Looks};
use crate::net::chance;

use picture::picture;
pub use picture::{INPUTS, Picture};

/// What lay on the map when the team began to think. Tiles only go, so later positions are read faster with it.
pub struct Outlook<'a> {
    judge: &'a Judge,
    support: HexSet,
    floats: HexSet,
    /// What ships reach in positions that were looked at lately: the dice change the bears far more often.
    reaches: [Option<(Scene, Reach)>; REMEMBERED],
}

const REMEMBERED: usize = 64;

/// From here on even melting does not cool enough.
pub const TOO_HOT: u8 = HOTTEST + MELTING_COOLS + 1;

impl<'a> Outlook<'a> {
    pub fn of(position: &RescuePolarBears, judge: &'a Judge) -> Outlook<'a> {
        let (mut support, mut floats) = (HexSet::NONE, HexSet::NONE);
        for hex in Hex::all() {
            match position.tile(hex) {
                Tile::Support => support = support | HexSet::only(hex),
                Tile::Float => floats = floats | HexSet::only(hex),
                Tile::Ice(_) | Tile::Ocean | Tile::Base => {}
            }
        }
        Outlook { judge, support, floats, reaches: [None; REMEMBERED] }
    }

    /// The chance to win. The weights are for the beginning of a turn; in mid-turn the dice come first.
    pub fn worth(&mut self, position: &RescuePolarBears, dice_to_come: bool) -> f32 {
        match position.ending() {
            Some(Ending::Won) => return 1.0,
            Some(Ending::Sunk | Ending::Heat | Ending::Limit) => return 0.0,
            None => {}
        }
        let map = self.map(position);
        let ice = Ice::of(position, &map);
        let reach = self.reach(position, &map, ice.alert_tile);
        let looks = self.looks(position, &map, &ice, &reach);
        let odds = self.judge.odds(&looks);
        if !dice_to_come {
            return self.judge.chance(odds, &picture(position, &map, &ice, &reach, &looks));
        }
        // What the ship can still do for the bears of the alert's tile is believed to be done.
        let helped = if position.stage() == Stage::Action { reach.helpers[0] } else { 0 };
        let (sinking, doomed) = ice.danger(position.helicopters().0, helped);
        chance(odds + self.judge.sinking * sinking) * (1.0 - doomed)
    }

    /// What the network sees when a turn begins, and the log-odds of winning without it.
    pub fn seen(&mut self, position: &RescuePolarBears) -> (Picture, f32) {
        let map = self.map(position);
        let ice = Ice::of(position, &map);
        let reach = self.reach(position, &map, ice.alert_tile);
        let looks = self.looks(position, &map, &ice, &reach);
        (picture(position, &map, &ice, &reach, &looks), self.judge.odds(&looks))
    }

    fn reach(&mut self, position: &RescuePolarBears, map: &Map, alert_tile: Field) -> Reach {
        let scene = Scene::of(position, map, alert_tile);
        let place = &mut self.reaches[scene.place()];
        match place {
            Some((same, reach)) if *same == scene => *reach,
            _ => place.insert((scene, Reach::of(position, map, &scene))).1,
        }
    }

    /// In the order of `LOOKS`.
    fn looks(&self, position: &RescuePolarBears, map: &Map, ice: &Ice, reach: &Reach) -> Looks {
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
        let turns = (missing + reach.data + reach.deck - 1.0) / (self.judge.pace.0 + self.judge.pace.1 * red);
        let melts = ((temperature + ice.heat * turns - self.judge.last_temperature) / 5.0).clamp(0.0, turns);
        // Helicopters that are left at the end, in standard deviations, if every tile that melts sinks so many.
        let margin = |each: f32| {
            let alert = f32::from(ice.alert_sink) * melts.min(1.0);
            let sunk = alert + each * (melts - 1.0).max(0.0) + ice.drowned_at_birth * turns;
            (helicopters + 0.5 - sunk) / (1.0 + sunk).sqrt()
        };
        let supply = position.supply();
        let upgrade = position.upgrades_ahead().next().map_or(0, |at| 3_u8.saturating_sub(at - collected));
        // The chance that the alert's tile melts in this turn or the next.
        let soon = ((temperature + 2.0 * ice.heat - ice.alert) / 6.0 + 0.5).clamp(0.0, 1.0);
        // Not every place can be fled to.
        let places = (2.5 * (map.count as f32 - melts)).max(5.0);
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
            f32::from(ice.alert_sink.saturating_sub(reach.helpers[0])) * ice.melting,
            margin(ice.sink[1]),
            margin(ice.sink[2]),
            melts / 10.0,
            reach.burden / 10.0,
            ((ice.alert - temperature) / 8.0).clamp(-1.5, 1.5),
            ice.melting,
            f32::from(supply.cubs.min(4)) / 4.0,
            f32::from(supply.adults()) / 10.0,
            f32::from(ice.males) / 10.0,
            f32::from(ice.crowded) / 10.0,
            f32::from(ice.worst),
            (4.0 - missing).max(0.0) / 4.0,
            f32::from(upgrade) / 3.0,
            f32::from(ice.alert_sink.saturating_sub(reach.helpers[0] + reach.helpers[1])) * soon,
            f32::from(ice.lonely),
            ice.bears / places,
            ((ice.bears - places - helicopters) / 5.0).max(-1.0),
            ice.beyond_help(reach, map.count),
        ]
    }

    fn map(&self, position: &RescuePolarBears) -> Map {
        let mut map = Map { ice: 0, floats: 0, water: 0, support: 0, tiles: [Lying::NONE; 20], count: 0 };
        // Room for more bears, hex by hex: adding up bytes is faster than counting bits.
        let mut rooms = [0; 100 + EDGE];
        for number in (1..=20).filter_map(Number::new) {
            let Some(hex) = position.hex_of(number) else { continue };
            let (field, bears) = (cell(hex), position.bears_on(hex));
            map.ice |= field;
            let spot = SPOTS[usize::from(hex.bit())];
            rooms[usize::from(spot) + EDGE] = TILE_ROOM - bears.total();
            map.tiles[map.count] = Lying { number: number.get(), spot, field, bears, refuge: 0 };
            map.count += 1;
        }
        for tile in &mut map.tiles[..map.count] {
            let at = usize::from(tile.spot) + EDGE;
            let steps = [1, COLUMN as usize, COLUMN as usize - 1];
            tile.refuge = steps.iter().map(|step| rooms[at - step] + rooms[at + step]).sum();
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
    tiles: [Lying; 20],
    count: usize,
}

/// An Ice Tile.
#[derive(Clone, Copy)]
struct Lying {
    number: u8,
    /// Where it lies, twice.
    spot: u8,
    field: Field,
    bears: Bears,
    /// Room for more bears on the tiles around it.
    refuge: u8,
}

impl Lying {
    const NONE: Lying = Lying { number: 0, spot: 0, field: 0, bears: Bears::NONE, refuge: 0 };
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
    /// The alert's number, or one that is never reached.
    alert: f32,
    males: u8,
    /// Tiles whose bears would sink in part, the most of one tile, and bears on tiles without a neighbour.
    crowded: u8,
    worst: u8,
    lonely: u8,
    /// Tiles other than the alert's with bears that would sink, and how many.
    sinking: [(Field, u8); 20],
    in_danger: usize,
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
        let (mut sinking, mut in_danger) = ([(0, 0); 20], 0);
        let (mut males, mut crowded, mut worst, mut lonely) = (0, 0, 0, 0);
        for &Lying { number, field, bears: here, refuge, .. } in &map.tiles[..map.count] {
            let refuge = refuge + if beside_catcher & field != 0 { aboard } else { 0 };
            let total = here.total();
            bears += total;
            males += here.males;
            let sinks = total.saturating_sub(refuge);
            crowded += u8::from(sinks > 0);
            worst = sinks.max(worst);
            lonely += if around(field) & map.ice == 0 { total } else { 0 };
            if alert == Some(number) {
                (alert_tile, alert_sink) = (field, sinks);
            } else {
                if sinks > 0 {
                    sinking[in_danger] = (field, sinks);
                    in_danger += 1;
                }
                for (sum, more) in sink.iter_mut().zip([0, 1, 3]) {
                    *sum += f32::from((total + more).saturating_sub(refuge).min(total));
                }
                if face_up >> number & 1 != 0 {
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
        let too_hot = at_least(i16::from(TOO_HOT) - temperature);
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
            alert: alert.map_or(30.0, f32::from),
            males,
            crowded,
            worst,
            lonely,
            sinking,
            in_danger,
            drowned_at_birth,
            doomed: lost + too_hot,
            heat: 3.5 + warming * f32::from(extra),
        }
    }

    /// Bears that the next ship could not take off a tile if the alert named it, the mean of all tiles.
    fn beyond_help(&self, reach: &Reach, tiles: usize) -> f32 {
        let left = self.sinking[..self.in_danger].iter().map(|&(tile, sinks)| sinks.saturating_sub(reach.help(tile)));
        f32::from(left.sum::<u8>()) / tiles.max(1) as f32
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

/// All that decides what ships reach.
#[derive(Clone, Copy, PartialEq)]
struct Scene {
    solid: Field,
    alert_tile: Field,
    data: HexSet,
    deck: HexSet,
    /// Sixteen bits for each ship.
    ships: u64,
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
            let upgrades = Slot::ALL.map(|slot| u64::from(ship.is_upgraded(slot)));
            let low = u64::from(ship.hex().bit()) | u64::from(ship.aboard().total()) << 6 | (ship.name() as u64) << 9;
            low | upgrades[0] << 12 | upgrades[1] << 13 | u64::from(ship.blue()) << 14
        };
        Scene {
            solid: map.ice | map.floats,
            alert_tile,
            data: position.data(),
            deck: position.decks().0,
            ships: ships.iter().fold(0, |all, ship| all << 16 | packed(ship)),
            next,
            actions: if moving { position.actions_left() } else { ships[next].actions() + ships[next].blue() },
        }
    }

    /// The ship that acts next.
    fn next(position: &RescuePolarBears) -> usize {
        let active = position.active_ship().and_then(|ship| position.ship_on(ship.hex())).unwrap_or(0);
        if position.stage() == Stage::Action { active } else { (active + 1) % position.ships().len() }
    }

    /// Where it is remembered.
    fn place(&self) -> usize {
        let tiles =
            (self.solid ^ self.alert_tile.rotate_left(7)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let rest = self.ships ^ u64::from(self.data.len()) << 61 ^ u64::from(self.actions);
        (((tiles >> 96) as u64 ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % REMEMBERED as u64) as usize
    }
}

/// What the ships reach, and when.
#[derive(Clone, Copy)]
struct Reach {
    /// Turns until data is collected: that on the board, and that which comes next.
    data: f32,
    deck: f32,
    /// Bears that each ship can take off the alert's tile in its next turn, in the order in which the ships act. It is not
    /// looked further than to the ship with which all data is in reach.
    helpers: [u8; 4],
    /// Sailings of each ship before the action that collects data, as far as it is looked. A grab is not seen.
    nearest: [Option<u8>; 4],
    /// The tiles beside which the ship that acts next can lie after so many Sailings, and how many bears it can then take
    /// off one of them.
    beside: [(Field, u8); 4],
    /// Sailings to the nearest base, counted for every bear on board.
    burden: f32,
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
            let ability = ship.name().hull().ability;
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

    /// Bears that the ship that acts next can take off this tile.
    fn help(&self, tile: Field) -> u8 {
        self.beside.iter().find(|(tiles, _)| tiles & tile != 0).map_or(0, |(_, bears)| *bears)
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
/// So far a step can lead out of a field.
const EDGE: usize = 10;

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
