//! `polynya tune`: finds the weights that bots play with.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use clap::value_parser;
use polynya_bots::knowledge::{floes, ice_breakers, rescue_polar_bears};
use polynya_engine::Seed;

use crate::failure::Failure;
use crate::output::{note, say};

/// Find the weights that a game's bots judge positions by, from matches that they play, and print them.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  polynya tune ice-breakers > crates/bots/src/knowledge/ice_breakers/weights.txt\n  \
                         polynya tune polar-dare --games 28000 > crates/bots/src/knowledge/floes/network.txt\n  \
                         polynya tune rescue-polar-bears --rounds 100 --games 40\n  \
                         polynya tune rescue-polar-bears --network --rounds 1 --games 60000"
)]
pub struct Args {
    /// The game.
    #[arg(value_parser = ["ice-breakers", "polar-dare", "rescue-polar-bears"])]
    game: String,
    /// How many rounds; in each of them the bots play with the weights of the round before. Polar Dare! has only one, in
    /// which they learn from match to match.
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u64).range(1..))]
    rounds: u64,
    /// In Rescue Polar Bears: teach the network that corrects the weights, instead of the weights.
    #[arg(long)]
    network: bool,
    /// How many matches a round. In Rescue Polar Bears so many for each of the teams that compete, or for the network.
    #[arg(long, default_value_t = 2000, value_parser = value_parser!(u64).range(1..))]
    games: u64,
    /// Any text; the same text gives the same weights.
    #[arg(long, default_value = "tune")]
    seed: String,
}

/// Plays the matches and prints the weights.
pub fn run(args: &Args) -> Result<(), Failure> {
    let Args { game, rounds, games, seed, network } = args;
    let threads = available_parallelism().map_or(1, NonZeroUsize::get);
    if *network && game != "rescue-polar-bears" {
        return Err(Failure::input(format_args!("--network is for rescue-polar-bears, not for {game}: leave it out")));
    }
    if *network {
        let mut report = |rescue_polar_bears::Lessons { round, won, surprise }| {
            note(format_args!("round {}: {:.1} % won, surprise {surprise:.3}", round + 1, 100.0 * won));
        };
        let network = rescue_polar_bears::teach(*rounds, *games, threads, Seed::of(seed), &mut report);
        let command = format!("polynya tune {game} --network --rounds {rounds} --games {games} --seed {seed}");
        return say!("# {command}\n{}", network.trim_end());
    }
    if game == "polar-dare" {
        let network = floes::tune(*games, Seed::of(seed), &mut |floes::Report { matches, turns, won }| {
            note(format_args!("{matches} matches, lately {turns:.0} turns each; {won:.2} won against the greedy bot"));
        });
        return say!("# polynya tune {game} --games {games} --seed {seed}\n{}", network.trim_end());
    }
    let weights = if game == "rescue-polar-bears" {
        let mut report = |rescue_polar_bears::Report { round, won, step }| {
            note(format_args!("round {}: {:.1} % won, step {step:.2}", round + 1, 100.0 * won));
        };
        rescue_polar_bears::tune(*rounds, *games, threads, Seed::of(seed), &mut report)
    } else {
        ice_breakers::tune(*rounds, *games, Seed::of(seed))
    };
    say!("# polynya tune {game} --rounds {rounds} --games {games} --seed {seed}\n{}", weights.trim_end())
}
