//! `polynya tune`: finds the weights that bots play with.

use polynya_bots::knowledge::ice_breakers;
use polynya_engine::Seed;

use crate::failure::Failure;
use crate::output::say;

/// Find the weights that a game's bots judge positions by, from matches that they play, and print them.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  polynya tune ice-breakers > crates/bots/src/knowledge/ice_breakers/weights.txt")]
pub struct Args {
    /// The game.
    #[arg(value_parser = ["ice-breakers"])]
    game: String,
    /// How many rounds; in each of them the bots play with the weights of the round before.
    #[arg(long, default_value_t = 4)]
    rounds: u64,
    /// How many matches a round.
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Any text; the same text gives the same weights.
    #[arg(long, default_value = "tune")]
    seed: String,
}

/// Plays the matches and prints the weights.
pub fn run(args: &Args) -> Result<(), Failure> {
    let Args { game, rounds, games, seed } = args;
    let weights = ice_breakers::tune(*rounds, *games, Seed::of(seed));
    say!("# polynya tune {game} --rounds {rounds} --games {games} --seed {seed}\n{}", weights.trim_end())
}
