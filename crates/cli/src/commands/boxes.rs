//! `polynya box`: what is printed in your box, where it is not what was reconstructed.

use polynya_catalog::game_of_box;

use crate::failure::Failure;
use crate::options::{box_kind, read_box, read_file, wrong};
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
            let text = read_file(file)?;
            let none = "the file does not say which game it is for, such as `game = \"polar-roller\"`";
            let game = game_of_box(&text).map_err(|mistake| wrong(file, &[mistake]))?;
            let game = game.ok_or_else(|| Failure::in_file(file, none))?;
            read_box(&game, file, &text)?;
            say!("{file}: a box of {game}, and nothing is wrong with it.")
        }
    }
}
