//! What the outlook looks at, and how much each look counts.

use std::sync::{Arc, LazyLock};

use super::outlook::{INPUTS, Picture};
use crate::fit;
use crate::net::{Net, chance};

/// What is looked at when a turn begins.
pub const LOOKS: [&str; 39] = [
    "always",
    "Data Tokens that are missing, in twenties",
    "turns until the data on the board is collected",
    "turns until the data that comes next would be collected",
    "Data Tokens on the board beyond one",
    "the temperature, in twenties",
    "degrees above 14",
    "helicopters, up to three",
    "helicopters",
    "bears on the ice, in tens",
    "free places on the ice, in tens",
    "bears that would sink with a tile, the mean of all tiles",
    "the chance that the next dice lose the match",
    "tiles that breed, in twenties",
    "Support Tiles",
    "bears on the ships",
    "free places on the ships",
    "red actions",
    "other lasting upgrades",
    "bears that would sink with the next alert",
    "bears that the next ship cannot take off the alert's tile, times the chance that it melts",
    "helicopters left at the end in standard deviations, if bears are crowded a little",
    "the same if they are crowded a lot",
    "tiles that melt until the end, in tens",
    "Sailings to the nearest base for every bear on board, in tens",
    "how far the alert is above the temperature, in eights",
    "the chance that the alert's tile melts in the next dice",
    "cubs in the supply, up to four",
    "adults in the supply, in tens",
    "males on the ice, in tens",
    "tiles whose bears would sink in part, in tens",
    "the most bears that would sink with one tile",
    "the last four Data Tokens, in fours",
    "how near the next upgrade is, in threes",
    "bears that two ships cannot take off the alert's tile, times the chance that it melts in two turns",
    "bears on tiles without a neighbour",
    "how full the ice will be at the end",
    "bears for whom the ice will have no place at the end, less the helicopters, in fives",
    "bears that the next ship could not take off a tile if the alert named it, the mean",
];

/// One number for each look.
pub type Looks = [f32; LOOKS.len()];

/// What a judge knows beside the weights of the looks.
const VIEWS: [&str; 4] = [
    "in mid-turn: a bear that is expected to sink in this turn's dice",
    "Data Tokens that ships with three actions collect in a turn",
    "what each red action adds to that",
    "the temperature at which a match ends well",
];

/// All numbers of a judge: a weight for each look, what all missing data adds to each weight, and the views.
pub const NUMBERS: usize = 2 * LOOKS.len() + VIEWS.len();

/// The look that says how much data is missing, in twenties.
const MISSING: usize = 1;

/// How they were found is written in their first lines.
const WEIGHTS: &str = include_str!("weights.txt");

/// How it was taught is written in its first lines.
const NETWORK: &str = include_str!("network.txt");

/// The judge that plays.
pub static TUNED: LazyLock<Judge> = LazyLock::new(|| {
    let network = Network::read(NETWORK).expect("the network is whole");
    assert_eq!(network.inputs(), INPUTS, "the file belongs to these inputs");
    Judge::of(&tuned(), &Arc::new(network))
});

/// Corrects what the looks add up to.
pub type Network = Net<32>;

/// How steep the odds of the looks are against what matches come to: they were found by what wins, not by what is true.
pub const STEEP: f32 = 5.0;
/// How much the looks and the network count. To be true they would have to count a fifth and all of it, but the team
/// plays better if it listens more to the looks: 64.8 against 60.5 % of 2000 matches with little effort.
const SAY: [f32; 2] = [0.4, 0.8];
/// How the log-odds of the best plan that the team plays by become those that people are told: a sum and a factor, from
/// the turns of 160 matches that the normal team played with three ships. The team plays better if it thinks worse of the
/// future.
const TOLD: [f32; 2] = [1.6, 0.8];

/// Says how much a look counts in the log-odds of winning.
#[derive(Clone)]
pub struct Judge {
    network: Arc<Network>,
    weights: Looks,
    /// What all missing data adds to each weight.
    early: Looks,
    /// In mid-turn only: what a bear costs that is expected to sink in this turn's dice.
    pub sinking: f32,
    /// Data Tokens that ships with three actions collect in a turn, and what each red action adds.
    pub pace: (f32, f32),
    /// The temperature at which a match ends well: ice need not melt for warmth below it.
    pub last_temperature: f32,
}

impl Judge {
    /// A judge of these numbers with this network.
    pub fn of(numbers: &[f32; NUMBERS], network: &Arc<Network>) -> Judge {
        let mut numbers = numbers.iter().copied();
        let mut next = || numbers.next().expect("every number has its place");
        Judge {
            network: Arc::clone(network),
            weights: std::array::from_fn(|_| next()),
            early: std::array::from_fn(|_| next()),
            sinking: next(),
            pace: (next().max(0.2), next().max(0.0)),
            last_temperature: next(),
        }
    }

    /// The chance to win at the beginning of a turn, of the odds of the looks and what the network sees.
    pub fn chance(&self, odds: f32, picture: &Picture) -> f32 {
        chance(SAY[0] * odds + SAY[1] * self.network.answer(picture.seen()))
    }

    /// The network that goes with the looks.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The log-odds of winning as the looks tell them.
    pub fn odds(&self, looks: &Looks) -> f32 {
        let missing = looks[MISSING];
        let weights = self.weights.iter().zip(&self.early).map(|(weight, early)| weight + missing * early);
        looks.iter().zip(weights).map(|(look, weight)| look * weight).sum()
    }
}

/// The chance that people are told, of the chance that the team plays by. The order stays the same.
pub fn told(worth: f32) -> f32 {
    chance(TOLD[0] + TOLD[1] * (worth / (1.0 - worth)).ln())
}

/// The numbers that play.
pub fn tuned() -> [f32; NUMBERS] {
    fit::read(WEIGHTS)
}

/// The numbers as text, one a line.
pub fn written(numbers: &[f32; NUMBERS]) -> String {
    let early = LOOKS.map(|look| format!("early: {look}"));
    let names = LOOKS.into_iter().chain(early.iter().map(String::as_str)).chain(VIEWS);
    numbers.iter().zip(names).map(|(number, name)| format!("{number:.3} {name}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_stands_behind_its_name() {
        let lines = WEIGHTS.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.collect::<Vec<_>>(), written(&tuned()).lines().collect::<Vec<_>>());
    }
}
