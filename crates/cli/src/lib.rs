//! Everything that the program `polynya` does: play, check and study games from the command line.
//!
//! It is a library so that another program can offer more games than the list has. Such a game implements
//! [`Shows<Terminal>`](polynya_catalog::Shows) and [`Drawing`], for the web also `Shows<`[`Browser`]`>`, and joins the
//! others in a [`Library`].

mod boards;
mod commands;
mod dress;
mod failure;
mod files;
mod options;
mod output;
mod screen;
mod terminal;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use polynya_catalog::Games;

pub use boards::{Drawing, Picture, Sitting, Spot, Terminal};
pub use dress::Dress;
pub use polynya_server::views::Browser;

use crate::commands::{
    admin, analyse, archive, arena, atlas, backup, bench, boxes, calibrate, check, games, lab, learn, legal, load,
    online, perft, play, puzzles, replay, rules, serve, shell, sim, tune, verify,
};

/// The games that a program offers.
pub struct Library {
    /// Those that are played and shown in the terminal.
    pub terminal: Games<Terminal>,
    /// Those that are served to browsers.
    pub browser: Games<Browser>,
}

impl Default for Library {
    /// Returns every game of the catalog.
    fn default() -> Library {
        Library { terminal: polynya_catalog::games(), browser: polynya_server::views::games() }
    }
}

/// Play, check and study polar board games.
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples:\n  polynya serve                         tables on the web, for your browser\n  \
                  polynya play                          choose a game and play against bots\n  \
                  polynya join LINK                     sit down at a table on the web\n  \
                  polynya learn polar-dare              the first lesson of a game\n  \
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
    Learn(learn::Args),
    Puzzles(puzzles::Args),
    Play(play::Args),
    Join(online::JoinArgs),
    Watch(online::WatchArgs),
    Open(online::OpenArgs),
    Lobby(online::LobbyArgs),
    Sim(sim::Args),
    Tune(tune::Args),
    Arena(arena::Args),
    Lab(lab::Args),
    Atlas(atlas::Args),
    Calibrate(calibrate::Args),
    Check(check::Args),
    Analyse(analyse::Args),
    Verify(verify::Args),
    Replay(replay::Args),
    Legal(legal::Args),
    Perft(perft::Args),
    Box(boxes::Args),
    Bench(bench::Args),
    Load(load::Args),
    ExportAll(archive::ExportArgs),
    ImportAll(archive::ImportArgs),
    Backup(backup::Args),
    Admin(admin::Args),
    #[command(hide = true)]
    Completions(shell::CompletionArgs),
    #[command(hide = true)]
    Manual(shell::ManualArgs),
}

/// Does what the arguments of the program ask for with these games, and returns the exit code.
pub fn run(library: Library) -> ExitCode {
    let Library { terminal, browser } = library;
    let terminal = &terminal;
    let done = match Cli::parse().command {
        Command::Serve(args) => serve::run(&args, browser),
        Command::Games(args) => games::run(&args, terminal),
        Command::Rules(args) => rules::run(&args, terminal),
        Command::Learn(args) => learn::run(&args, terminal),
        Command::Puzzles(args) => puzzles::run(&args, terminal),
        Command::Play(args) => play::run(&args, terminal),
        Command::Join(args) => online::join(&args, terminal),
        Command::Watch(args) => online::watch(&args, terminal),
        Command::Open(args) => online::open(&args, terminal),
        Command::Lobby(args) => online::lobby(&args),
        Command::Sim(args) => sim::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Arena(args) => arena::run(&args),
        Command::Lab(args) => lab::run(&args),
        Command::Atlas(args) => atlas::run(&args),
        Command::Calibrate(args) => calibrate::run(&args),
        Command::Analyse(args) => analyse::run(&args, terminal),
        Command::Check(args) => check::run(&args, terminal, &browser),
        Command::Verify(args) => verify::run(&args, terminal),
        Command::Replay(args) => replay::run(&args, terminal),
        Command::Legal(args) => legal::run(&args, terminal),
        Command::Perft(args) => perft::run(&args),
        Command::Box(args) => boxes::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Load(args) => load::run(&args),
        Command::ExportAll(args) => archive::export(&args),
        Command::ImportAll(args) => archive::import(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Admin(args) => admin::run(&args),
        Command::Completions(args) => shell::completions::<Cli>(&args),
        Command::Manual(args) => shell::manual::<Cli>(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
