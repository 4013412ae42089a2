//! `polynya perft`: how many lines of play there are.

use polynya_catalog::game;

use crate::failure::Failure;
use crate::files::first_record;
use crate::output::say;

/// Count the sequences of exactly DEPTH steps: actions of every seat that may act, and outcomes of chance.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  polynya perft polar-dare --depth 4\n  \
                        polynya perft piecepack-dare --seats 3 --options '{\"pack_ice\":true}' --depth 4\n  \
                        polynya perft polar-dare --depth 3 --from match.json")]
pub struct Args {
    /// The game.
    game: String,
    /// How many seats play; the game's usual number if not said.
    #[arg(long)]
    seats: Option<u8>,
    /// The options as JSON.
    #[arg(long, default_value = "{}")]
    options: String,
    /// How many steps.
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=1000))]
    depth: u32,
    /// Count from the end of this record; its seats and options win.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seats", "options"])]
    from: Option<String>,
}

/// Prints the count.
pub fn run(args: &Args) -> Result<(), Failure> {
    let entry = game(&args.game)?;
    let count = match &args.from {
        Some(file) => {
            let record = first_record(file)?;
            entry.perft_from(&record, args.depth).map_err(|trouble| Failure::in_file(file, trouble))?
        }
        None => entry.perft(&args.options, args.seats.unwrap_or(entry.info().usual_seats), args.depth)?,
    };
    say!("{count}")
}
