//! The model of the chance to win: a linear model of the features, corrected by a network.

use std::sync::{Arc, LazyLock};

use super::features::{FEATURES, Features};
use super::network_input::{INPUTS, NetworkInput};
use crate::network::{Network, sigmoid};
use crate::weights;

/// The parameters beside the weights of the features.
const FURTHER: [&str; 4] = [
    "in mid-turn: a bear that is expected to sink in this turn's dice",
    "Data Tokens that ships with three actions collect in a turn",
    "what each red action adds to that",
    "the temperature at which a match ends well",
];

/// The number of parameters: a weight for each feature, what all missing data adds to each weight, and the others.
pub const PARAMETERS: usize = 2 * FEATURES.len() + FURTHER.len();

/// The feature that says how much data is missing, in twenties.
const MISSING: usize = 1;

/// How they were found is written in their first lines.
const WEIGHTS: &str = include_str!("weights.txt");

/// How it was trained is written in its first lines.
const NETWORK: &str = include_str!("network.txt");

/// The model of the bots.
pub static TUNED: LazyLock<WinModel> = LazyLock::new(|| {
    let network = RescueNetwork::read(NETWORK).expect("the network is whole");
    assert_eq!(network.inputs(), INPUTS, "the file belongs to these inputs");
    WinModel::new(&tuned_parameters(), &Arc::new(network))
});

/// The network that corrects the linear model.
pub type RescueNetwork = Network<32>;

/// By how much the log-odds of the features must be divided to be calibrated: their weights were found by what wins, not
/// by what is true.
pub const LOG_ODDS_SCALE: f32 = 5.0;
/// How much the features and the network count. To be calibrated they would have to count a fifth and all of it, but the
/// team plays better if the features count more: 64.8 against 60.5 % of 2000 matches with little effort.
const MIX: [f32; 2] = [0.4, 0.8];
/// Platt scaling: how the log-odds of the best plan that the team plays by become those that people are told, an
/// intercept and a slope, from the turns of 160 matches that the normal team played with three ships. The team plays
/// better if it expects worse of the future.
const CALIBRATION: [f32; 2] = [1.6, 0.8];

/// Turns features into the chance to win.
#[derive(Clone)]
pub struct WinModel {
    network: Arc<RescueNetwork>,
    weights: Features,
    /// What all missing data adds to each weight.
    early: Features,
    /// In mid-turn only: what a bear costs that is expected to sink in this turn's dice.
    pub(super) sinking: f32,
    /// Data Tokens that ships with three actions collect in a turn, and what each red action adds.
    pub(super) pace: (f32, f32),
    /// The temperature at which a match ends well: ice need not melt for warmth below it.
    pub(super) last_temperature: f32,
}

impl WinModel {
    /// Creates a model with these parameters and this network.
    pub fn new(parameters: &[f32; PARAMETERS], network: &Arc<RescueNetwork>) -> WinModel {
        let mut parameters = parameters.iter().copied();
        let mut next = || parameters.next().expect("every parameter has its place");
        WinModel {
            network: Arc::clone(network),
            weights: std::array::from_fn(|_| next()),
            early: std::array::from_fn(|_| next()),
            sinking: next(),
            pace: (next().max(0.2), next().max(0.0)),
            last_temperature: next(),
        }
    }

    /// Creates the model of the bots with another network.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the text of the network.
    pub fn taught(network: &str) -> Result<WinModel, String> {
        let network = RescueNetwork::read(network)?;
        let rows = network.inputs();
        if rows != INPUTS {
            return Err(format!("{rows} lines of input weights instead of {INPUTS}"));
        }
        let rows = network.input_weights.iter().chain([&network.hidden_bias, &network.output_weights]);
        if !rows.flatten().chain([&network.output_bias]).all(|number| number.is_finite()) {
            return Err("a number is not finite".to_owned());
        }
        Ok(WinModel::new(&tuned_parameters(), &Arc::new(network)))
    }

    /// Returns the chance to win at the beginning of a turn, from the log-odds of the features and the network's input.
    pub fn win_chance(&self, log_odds: f32, input: &NetworkInput) -> f32 {
        sigmoid(MIX[0] * log_odds + MIX[1] * self.network.forward(input.as_input()))
    }

    /// Returns its network.
    pub fn network(&self) -> &Arc<RescueNetwork> {
        &self.network
    }

    /// Returns the log-odds of winning by the features alone.
    pub fn log_odds(&self, features: &Features) -> f32 {
        let missing = features[MISSING];
        let weights = self.weights.iter().zip(&self.early).map(|(weight, early)| weight + missing * early);
        features.iter().zip(weights).map(|(value, weight)| value * weight).sum()
    }
}

/// Returns the calibrated chance that people are told, from the chance that the team plays by. The order stays the same.
pub fn calibrated(chance: f32) -> f32 {
    sigmoid(CALIBRATION[0] + CALIBRATION[1] * (chance / (1.0 - chance)).ln())
}

/// Returns the parameters of the bots.
pub fn tuned_parameters() -> [f32; PARAMETERS] {
    weights::read(WEIGHTS)
}

/// Returns the parameters as text, each on a line with its name.
pub fn write_parameters(parameters: &[f32; PARAMETERS]) -> String {
    let names = FEATURES.iter().map(|feature| feature.name.to_owned());
    let early = FEATURES.iter().map(|feature| format!("early: {}", feature.name));
    let names = names.chain(early).chain(FURTHER.map(str::to_owned));
    parameters.iter().zip(names).map(|(number, name)| format!("{number:.3} {name}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_taken_whole_or_with_a_reason_not() {
        let taught = WinModel::taught(NETWORK).expect("it is that of the bots");
        assert_eq!(taught.network(), TUNED.network());
        let row = vec!["0"; 32].join(" ");
        let text = |rows: usize, last: &str| format!("{}{last}\n", format!("{row}\n").repeat(rows));
        let wrong = |text: &str| WinModel::taught(text).err();
        assert_eq!(wrong(&text(INPUTS + 2, "0")), None);
        assert_eq!(
            wrong(&text(INPUTS, "0")),
            Some(format!("{} lines of input weights instead of {INPUTS}", INPUTS - 2))
        );
        assert_eq!(wrong(&text(INPUTS + 2, "nan")), Some("a number is not finite".to_owned()));
    }

    #[test]
    fn every_parameter_stands_before_its_name() {
        let lines = WEIGHTS.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.collect::<Vec<_>>(), write_parameters(&tuned_parameters()).lines().collect::<Vec<_>>());
    }
}
