//! The evaluation of a position: the chance to win.

use polynya_engine::{Game, Word};
use polynya_games::rescue_polar_bears::{Ending, Hex, HexSet, RescuePolarBears, Stage, Tile};

use super::deadline::in_time;
use super::features::{Features, features};
use super::ice::{Ice, Map};
use super::network_input::NetworkInput;
use super::reach::{Reach, ReachCache};
use super::win_model::WinModel;
use crate::network::sigmoid;

/// Evaluates the positions of one search.
///
/// It keeps what lay on the map when the search began: tiles only go, so later positions are read faster with it.
pub struct PositionEvaluator<'a> {
    model: &'a WinModel,
    support: HexSet,
    floats: HexSet,
    reaches: ReachCache,
}

/// All that an evaluation reads of a position.
struct Reading {
    map: Map,
    ice: Ice,
    reach: Reach,
    features: Features,
}

impl<'a> PositionEvaluator<'a> {
    /// Creates an evaluator for a search that begins in this position.
    pub fn new(position: &RescuePolarBears, model: &'a WinModel) -> PositionEvaluator<'a> {
        let (mut support, mut floats) = (HexSet::NONE, HexSet::NONE);
        for hex in Hex::all() {
            match position.tile(hex) {
                Some(Tile::Support) => support.insert(hex),
                Some(Tile::Float) => floats.insert(hex),
                Some(Tile::Ice(_) | Tile::Ocean) | None => {}
            }
        }
        PositionEvaluator { model, support, floats, reaches: ReachCache::new() }
    }

    /// Returns the chance to win. The weights are for the beginning of a turn; in mid-turn the dice come first.
    pub fn evaluate(&mut self, position: &RescuePolarBears, dice_to_come: bool) -> f32 {
        match position.ending() {
            Some(Ending::Won) => return 1.0,
            Some(Ending::Sunk | Ending::Heat | Ending::Limit) => return 0.0,
            None => {}
        }
        let in_time = in_time(position);
        let reading = self.read(position);
        let log_odds = self.model.log_odds(&reading.features);
        if !dice_to_come {
            return in_time * self.model.win_chance(log_odds, &reading.network_input(position));
        }
        // What the ship can still do for the bears of the alert's tile is believed to be done.
        let helped = if position.stage() == Stage::Action { reading.reach.helpers[0] } else { 0 };
        let (sinking, doomed) = reading.ice.danger(position.helicopters().ready, helped);
        in_time * sigmoid(log_odds + self.model.sinking * sinking) * (1.0 - doomed)
    }

    /// Returns the input of the network when a turn begins, and the log-odds of the features alone.
    pub fn network_input(&mut self, position: &RescuePolarBears) -> (NetworkInput, f32) {
        let reading = self.read(position);
        (reading.network_input(position), self.model.log_odds(&reading.features))
    }

    fn read(&mut self, position: &RescuePolarBears) -> Reading {
        let map = Map::of(position, self.support, self.floats);
        let ice = Ice::of(position, &map);
        let reach = self.reaches.get(position, &map, ice.alert_tile);
        let features = features(position, &map, &ice, &reach, self.model);
        Reading { map, ice, reach, features }
    }
}

impl Reading {
    fn network_input(&self, position: &RescuePolarBears) -> NetworkInput {
        NetworkInput::encode(position, &self.map, &self.ice, &self.reach, &self.features)
    }
}
