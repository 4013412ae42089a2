//! The ice: where its tiles lie, and what happens to the bears on it.

use polynya_engine::Member;
use polynya_games::rescue_polar_bears::{
    Ability, Bears, HOTTEST, HexSet, MELTING_COOLS, Number, RescuePolarBears, TILE_ROOM, Tile, Variants,
};

use super::HOPE;
use super::field::{COLUMN, EDGE, Field, OPEN, SPOTS, around, cell};
use super::reach::Reach;

/// From here on even melting does not cool enough.
pub(super) const TOO_HOT: u8 = HOTTEST + MELTING_COOLS + 1;

/// The map as fields.
pub(super) struct Map {
    pub(super) ice: Field,
    pub(super) floats: Field,
    pub(super) water: Field,
    pub(super) support: Field,
    tiles: [Lying; 20],
    /// The number of Ice Tiles.
    pub(super) count: usize,
}

/// An Ice Tile.
#[derive(Clone, Copy)]
pub(super) struct Lying {
    pub(super) number: u8,
    /// Where it lies, twice.
    spot: u8,
    pub(super) field: Field,
    pub(super) bears: Bears,
    /// Room for more bears on the tiles around it.
    pub(super) refuge: u8,
}

impl Map {
    /// Reads the map of a position, in which Support Tiles and floats lie on no other hexes than these.
    pub(super) fn of(position: &RescuePolarBears, support: HexSet, floats: HexSet) -> Map {
        let mut map = Map { ice: 0, floats: 0, water: 0, support: 0, tiles: [Lying::NONE; 20], count: 0 };
        // Room for more bears, hex by hex: adding up bytes is faster than counting bits.
        let mut rooms = [0; 100 + EDGE];
        for number in (1..=20).filter_map(Number::new) {
            let Some(hex) = position.hex_of(number) else { continue };
            let (field, bears) = (cell(hex), position.bears_on(hex));
            map.ice |= field;
            let spot = SPOTS[hex.bit() as usize];
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
            let lying = hexes.iter().filter(|&hex| position.tile(hex) == Some(tile));
            lying.fold(0, |field, hex| field | cell(hex))
        };
        map.support = still(support, Tile::Support);
        map.floats = still(floats, Tile::Float);
        map.water = OPEN & !map.ice & !map.floats;
        map
    }

    /// Returns the Ice Tiles.
    pub(super) fn tiles(&self) -> &[Lying] {
        &self.tiles[..self.count]
    }
}

impl Lying {
    const NONE: Lying = Lying { number: 0, spot: 0, field: 0, bears: Bears::NONE, refuge: 0 };
}

/// What the dice may do to the ice and the bears on it.
pub(super) struct Ice {
    pub(super) bears: f32,
    /// Tiles that breed.
    pub(super) pairs: f32,
    /// Bears that sink when a tile other than the alert's melts: the mean, now, with one more bear around, with three.
    pub(super) sink: [f32; 3],
    /// The same for the next alert: of the tokens that are face-up the kindest is chosen.
    pub(super) next_sink: f32,
    /// The alert's tile, how many of its bears sink, and the chance that it melts in the next dice.
    pub(super) alert_tile: Field,
    pub(super) alert_sink: u8,
    pub(super) melting: f32,
    /// The alert's number, or one that is never reached.
    pub(super) alert: f32,
    pub(super) males: u8,
    /// Tiles whose bears would sink in part, the most of one tile, and bears on tiles without a neighbour.
    pub(super) crowded: u8,
    pub(super) worst: u8,
    pub(super) lonely: u8,
    /// Tiles other than the alert's with bears that would sink, and how many.
    sinking: [(Field, u8); 20],
    in_danger: usize,
    /// Cubs that sink at birth, a turn.
    pub(super) drowned_at_birth: f32,
    /// The chance that the next dice lose the match.
    pub(super) doomed: f32,
    /// How much warmer a turn makes it.
    pub(super) heat: f32,
}

impl Ice {
    pub(super) fn of(position: &RescuePolarBears, map: &Map) -> Ice {
        let Variants { rapid_warming: rapid, growth_first, .. } = position.variants();
        let rulings = position.rulings();
        let (helicopters, supply) = (position.helicopters().ready, position.supply());
        let alert = position.alert().map(|(number, _)| number.get());
        let face_up = position.alert_supply().face_up.iter().fold(0_u32, |shown, number| shown | 1 << number.get());
        let catcher = position.ships().iter().find(|ship| ship.hull().ability == Ability::Catches);
        let (beside_catcher, aboard) = catcher.map_or((0, 0), |ship| (around(cell(ship.hex())), ship.room()));

        let (mut bears, mut pairs, mut quiet) = (0, 0, 0);
        let (mut sink, mut shown): ([f32; 3], Option<u8>) = ([0.0; 3], None);
        let (mut alert_tile, mut alert_sink) = (0, 0);
        let (mut drowned, mut births_that_lose) = (0, 0);
        let (mut sinking, mut in_danger) = ([(0, 0); 20], 0);
        let (mut males, mut crowded, mut worst, mut lonely) = (0, 0, 0, 0);
        for &Lying { number, field, bears: here, refuge, .. } in map.tiles() {
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
                let counts = rulings.lone_cub_counts && total == 1;
                quiet += u8::from(here.cubs > 0 && supply.adults() >= here.cubs && !counts);
            }
        }
        let others = (map.count as f32 - if alert.is_some() { 1.0 } else { 0.0 }).max(1.0);
        let sink = sink.map(|sum| sum / others);

        let extra = if rapid { 2 } else { 1 };
        let warming = f32::from(20 - quiet) / 20.0;
        let temperature = i16::from(position.temperature());
        // The chance that the red die brings at least `need`, if it does not and if it does count more.
        let at_least = |need: i16| {
            let share = |need: i16| f32::from((7 - need).clamp(0, 6)) / 6.0;
            share(need) * (1.0 - warming) + share(need - extra) * warming
        };
        let melting = alert.map_or(0.0, |number| at_least(i16::from(number) - temperature));
        // By the letter no heat loses the match once no ice is left to melt.
        let endless = map.count == 0 && !rulings.heat_without_ice;
        let too_hot = if endless { 0.0 } else { at_least(i16::from(TOO_HOT) - temperature) };
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

    /// Returns the bears that the next ship could not take off a tile if the alert named it, the mean of all tiles.
    pub(super) fn beyond_help(&self, reach: &Reach, tiles: usize) -> f32 {
        let left = self.sinking[..self.in_danger].iter().map(|&(tile, sinks)| sinks.saturating_sub(reach.help(tile)));
        f32::from(left.sum::<u8>()) / tiles.max(1) as f32
    }

    /// Returns the bears expected to sink in the next dice, and the chance that these lose the match, once `helped` bears
    /// have been taken off the alert's tile.
    pub(super) fn danger(&self, helicopters: u8, helped: u8) -> (f32, f32) {
        let left = self.alert_sink.saturating_sub(helped);
        let spared = if left <= helicopters && helicopters < self.alert_sink { self.melting } else { 0.0 };
        let sinking = self.melting * f32::from(left) + self.drowned_at_birth;
        (sinking, (self.doomed - spared).min(1.0 - HOPE))
    }
}
