//! The program `polynya`: play, check and study the games from the command line.

mod boards;
mod commands;
mod elo;
mod failure;
mod files;
mod output;
mod statistics;
mod terminal;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{arena, bench, check, games, legal, load, perft, play, replay, rules, serve, sim, tune, verify};

/// A table's moves are many small texts that end in another thread than they began in.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Play, check and study polar board games.
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples:\n  polynya serve                         tables on the web, for your browser\n  \
                  polynya play                          choose a game and play against bots\n  \
                  polynya rules polar-dare bear         what the rules say about the bear\n  \
                  polynya sim polar-dare --games 1000   a thousand matches between bots"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Games(games::Args),
    Rules(rules::Args),
    Play(play::Args),
    Sim(sim::Args),
    Tune(tune::Args),
    Arena(arena::Args),
    Check(check::Args),
    Verify(verify::Args),
    Replay(replay::Args),
    Legal(legal::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Load(load::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(args) => serve::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Sim(args) => sim::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Legal(args) => legal::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Load(args) => load::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
