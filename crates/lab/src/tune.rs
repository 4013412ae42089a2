//! The trainers: each finds the weights or the network that a game's bots evaluate positions with.

mod floes;
mod ice_breakers;
mod rescue_match;
mod rescue_network;
mod rescue_weights;

use polynya_engine::Seed;

/// How much a trainer plays.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The rounds; in each of them the bots play with what the round before has found.
    pub rounds: u64,
    /// The matches of a round.
    pub matches: u64,
    /// The threads, where a trainer uses several; 0 for one a core. They do not change what is found.
    pub threads: usize,
    /// What all matches follow from.
    pub seed: Seed,
}

/// Finds numbers for the bots of a game.
pub struct Trainer {
    /// The id of the game.
    pub game: &'static str,
    /// Is it the second trainer of its game, which trains the network that corrects the weights?
    pub network: bool,
    /// Does it play in rounds? If not, it learns from match to match.
    pub in_rounds: bool,
    /// Trains, tells how it goes from time to time, and returns the text of the file that the bots read.
    pub train: fn(&Settings, &mut dyn FnMut(String)) -> String,
}

/// Every trainer there is.
pub const TRAINERS: [Trainer; 4] = [
    Trainer { game: "ice-breakers", network: false, in_rounds: true, train: ice_breakers::train },
    Trainer { game: "polar-dare", network: false, in_rounds: false, train: floes::train },
    Trainer { game: "rescue-polar-bears", network: false, in_rounds: true, train: rescue_weights::train },
    Trainer { game: "rescue-polar-bears", network: true, in_rounds: true, train: rescue_network::train },
];

/// Returns the trainer of a game, or the one of the network beside its weights.
pub fn trainer(game: &str, network: bool) -> Option<&'static Trainer> {
    TRAINERS.iter().find(|trainer| trainer.game == game && trainer.network == network)
}

/// Returns the games that have a trainer, or one of a network beside their weights.
pub fn games(network: bool) -> impl Iterator<Item = &'static str> {
    TRAINERS.iter().filter(move |trainer| trainer.network == network).map(|trainer| trainer.game)
}
