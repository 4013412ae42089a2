//! The features of a position when a turn begins.

use polynya_games::rescue_polar_bears::{RescuePolarBears, Ship, Slot, Upgrade};

use super::ice::{Ice, Map};
use super::reach::Reach;
use super::win_model::WinModel;
use crate::features::features;

/// One value for each of the [`FEATURES`].
pub type Features = [f32; FEATURES.len()];

features! {
    /// What the evaluation measures when a turn begins.
    pub const FEATURES;

    /// Returns the features of a position.
    pub(super) fn features(
        position: &RescuePolarBears,
        map: &Map,
        ice: &Ice,
        reach: &Reach,
        model: &WinModel,
    ) {
        let (collected, target) = (position.collected(), position.target());
        let missing = f32::from(target - collected);
        let helicopters = f32::from(position.helicopters().ready);
        let temperature = f32::from(position.temperature());
        let (mut aboard, mut free, mut red, mut better) = (0, 0, 0, 0);
        for ship in position.ships() {
            aboard += ship.aboard().total();
            free += ship.room();
            red += ship.actions() - 3;
            better += improvements(ship);
        }
        let red = f32::from(red);
        let turns = (missing + reach.data + reach.deck - 1.0) / (model.pace.0 + model.pace.1 * red);
        let melts = ((temperature + ice.heat * turns - model.last_temperature) / 5.0).clamp(0.0, turns);
        // Helicopters that are left at the end, in standard deviations, if every tile that melts sinks `each` bears.
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
        // Bears on the alert's tile that the next ship, and the next two, cannot take off.
        let left_to_one_ship = f32::from(ice.alert_sink.saturating_sub(reach.helpers[0]));
        let left_to_two_ships = f32::from(ice.alert_sink.saturating_sub(reach.helpers[0] + reach.helpers[1]));
    }

    "always" => 1.0,
    "Data Tokens that are missing, in twenties" => missing / 20.0,
    "turns until the data on the board is collected" => reach.data,
    "turns until the data that comes next would be collected" => reach.deck,
    "Data Tokens on the board beyond one" => position.data().len().saturating_sub(1) as f32,
    "the temperature, in twenties" => temperature / 20.0,
    "degrees above 14" / 6.0 => (temperature - 14.0).max(0.0),
    "helicopters, up to three" / 3.0 => helicopters.min(3.0),
    "helicopters" / 6.0 => helicopters,
    "bears on the ice, in tens" => ice.bears / 10.0,
    "free places on the ice, in tens" => (3.0 * map.count as f32 - ice.bears) / 10.0,
    "bears that would sink with a tile, the mean of all tiles" => ice.sink[0],
    "the chance that the next dice lose the match" => ice.doomed,
    "tiles that breed, in twenties" => ice.pairs / 20.0,
    "Support Tiles" / 5.0 => map.support.count_ones() as f32,
    "bears on the ships" / 6.0 => f32::from(aboard),
    "free places on the ships" / 6.0 => f32::from(free),
    "red actions" / 2.0 => red,
    "other lasting upgrades" / 4.0 => f32::from(better),
    "bears that would sink with the next alert" => ice.next_sink,
    "bears that the next ship cannot take off the alert's tile, times the chance that it melts" =>
        left_to_one_ship * ice.melting,
    "helicopters left at the end in standard deviations, if bears are crowded a little" / 3.0 => margin(ice.sink[1]),
    "the same if they are crowded a lot" / 3.0 => margin(ice.sink[2]),
    "tiles that melt until the end, in tens" => melts / 10.0,
    "Sailings to the nearest base for every bear on board, in tens" => reach.burden / 10.0,
    "how far the alert is above the temperature, in eights" => ((ice.alert - temperature) / 8.0).clamp(-1.5, 1.5),
    "the chance that the alert's tile melts in the next dice" => ice.melting,
    "cubs in the supply, up to four" => f32::from(supply.cubs.min(4)) / 4.0,
    "adults in the supply, in tens" => f32::from(supply.adults()) / 10.0,
    "males on the ice, in tens" => f32::from(ice.males) / 10.0,
    "tiles whose bears would sink in part, in tens" => f32::from(ice.crowded) / 10.0,
    "the most bears that would sink with one tile" => f32::from(ice.worst),
    "the last four Data Tokens, in fours" => (4.0 - missing).max(0.0) / 4.0,
    "how near the next upgrade is, in threes" => f32::from(upgrade) / 3.0,
    "bears that two ships cannot take off the alert's tile, times the chance that it melts in two turns" =>
        left_to_two_ships * soon,
    "bears on tiles without a neighbour" / 3.0 => f32::from(ice.lonely),
    "how full the ice will be at the end" => ice.bears / places,
    "bears for whom the ice will have no place at the end, less the helicopters, in fives" =>
        ((ice.bears - places - helicopters) / 5.0).max(-1.0),
    "bears that the next ship could not take off a tile if the alert named it, the mean" =>
        ice.beyond_help(reach, map.count),
}

/// Returns the number of upgrades that make a ship better for good, red actions aside.
fn improvements(ship: &Ship) -> u8 {
    let boxes = Slot::ALL.into_iter().zip(ship.hull().upgrades);
    let taken = boxes.filter(|(slot, _)| ship.is_upgraded(*slot));
    taken.map(|(_, upgrade)| u8::from(matches!(upgrade, Upgrade::Speed | Upgrade::Hold))).sum()
}
