//! `polynya tune`: finds the weights that bots play with.

use clap::builder::PossibleValuesParser;
use clap::value_parser;
use polynya_engine::Seed;
use polynya_lab::tune::{Settings, games, trainer};

use crate::failure::Failure;
use crate::output::{note, say};

/// Find the weights that a game's bots evaluate positions with, from matches that they play, and print them.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  polynya tune ice-breakers > crates/bots/src/games/ice_breakers/weights.txt\n  \
                         polynya tune polar-dare --games 28000 > crates/bots/src/games/floes/network.txt\n  \
                         polynya tune rescue-polar-bears --rounds 100 --games 40\n  \
                         polynya tune rescue-polar-bears --network --rounds 1 --games 60000")]
pub struct Args {
    /// The game.
    #[arg(value_parser = PossibleValuesParser::new(games(false)))]
    game: String,
    /// How many rounds; in each of them the bots play with the weights of the round before. Polar Dare! has only one, in
    /// which they learn from match to match.
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u64).range(1..))]
    rounds: u64,
    /// In Rescue Polar Bears: train the network that corrects the weights, instead of the weights.
    #[arg(long)]
    network: bool,
    /// How many matches a round. In Rescue Polar Bears this many for each of the teams that compete, or for the network.
    #[arg(long, default_value_t = 2000, value_parser = value_parser!(u64).range(1..))]
    games: u64,
    /// Any text; the same text gives the same weights.
    #[arg(long, default_value = "tune")]
    seed: String,
}

/// Plays the matches and prints the weights.
pub fn run(args: &Args) -> Result<(), Failure> {
    let Args { game, rounds, games: matches, seed, network } = args;
    let Some(trainer) = trainer(game, *network) else {
        let others: Vec<&str> = games(true).collect();
        let others = others.join(", ");
        return Err(Failure::input(format_args!("--network is for {others}, not for {game}: leave it out")));
    };
    let settings = Settings { rounds: *rounds, matches: *matches, threads: 0, seed: Seed::of(seed) };
    let text = (trainer.train)(&settings, &mut |report| note(format_args!("{report}")));
    let network = if trainer.network { " --network" } else { "" };
    let rounds = if trainer.in_rounds { format!(" --rounds {rounds}") } else { String::new() };
    say!("# polynya tune {game}{network}{rounds} --games {matches} --seed {seed}\n{}", text.trim_end())
}
