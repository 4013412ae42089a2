//! `polynya box`: what is printed in your box, where it is not what was reconstructed.

use std::fs;

use crate::failure::Failure;
use crate::options::{box_kind, read_box};
use crate::output::say;

/// Enter what is printed in your box: maps, ships, cards and dice are reconstructed, for the pictures are missing.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  polynya box new polar-roller > my-box.toml\n  \
                        polynya box check my-box.toml\n  \
                        polynya play polar-roller --box my-box.toml")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Write a file with the reconstructed contents, to be changed
    New {
        /// The game
        game: String,
    },
    /// Judge such a file: every mistake with its line
    Check {
        /// The file
        file: String,
    },
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::New { game } => say!("{}", box_kind(game)?.template().trim_end()),
        Command::Check { file } => {
            let game = game_of(file)?;
            read_box(&game, file)?;
            say!("{file}: a box of {game}, and nothing is wrong with it.")
        }
    }
}

/// Returns the game that a file says it is for.
fn game_of(file: &str) -> Result<String, Failure> {
    let text = fs::read_to_string(file).map_err(|error| Failure::in_file(file, error))?;
    let said = text.lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "game").then(|| value.split('#').next().unwrap_or("").trim().trim_matches('"').to_owned())
    });
    said.ok_or_else(|| {
        Failure::in_file(file, "the file does not say which game it is for, such as `game = \"polar-roller\"`")
    })
}
