//! `polynya tune`: finds the weights that bots play with.

use polynya_bots::knowledge::{floes, ice_breakers};
use polynya_engine::Seed;

use crate::failure::Failure;
use crate::output::{note, say};

/// Find the weights that a game's bots judge positions by, from matches that they play, and print them.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  polynya tune ice-breakers > crates/bots/src/knowledge/ice_breakers/weights.txt\n  \
                         polynya tune polar-dare --games 28000 > crates/bots/src/knowledge/floes/network.txt"
)]
pub struct Args {
    /// The game.
    #[arg(value_parser = ["ice-breakers", "polar-dare"])]
    game: String,
    /// How many rounds; in each of them the bots play with the weights of the round before. Polar Dare! has only one, in
    /// which they learn from match to match.
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
    if game == "polar-dare" {
        let network = floes::tune(*games, Seed::of(seed), &mut |floes::Report { matches, turns, won }| {
            note(format_args!("{matches} matches, lately {turns:.0} turns each; {won:.2} won against the greedy bot"));
        });
        return say!("# polynya tune {game} --games {games} --seed {seed}\n{}", network.trim_end());
    }
    let weights = ice_breakers::tune(*rounds, *games, Seed::of(seed));
    say!("# polynya tune {game} --rounds {rounds} --games {games} --seed {seed}\n{}", weights.trim_end())
}
