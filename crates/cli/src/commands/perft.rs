//! `polynya perft`: how many lines of play there are.

use polynya_catalog::{Listing, Visitor, visit};
use polynya_engine::{Complete, perft};

use crate::failure::Failure;
use crate::files::Which;
use crate::options::OptionArgs;
use crate::output::say;

/// Count the sequences of exactly DEPTH steps: actions of every seat that may act, and outcomes of chance.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  polynya perft polar-dare --depth 4\n  \
                        polynya perft piecepack-dare --seats 3 --options '{\"pack_ice\":true}' --depth 4\n  \
                        polynya perft polar-dare --depth 3 --from match.json")]
pub struct Args {
    /// The game.
    game: String,
    /// How many seats play; default: the game's usual number.
    #[arg(long)]
    seats: Option<u8>,
    #[command(flatten)]
    options: OptionArgs,
    /// How many steps.
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=1000))]
    depth: u32,
    /// Count from the end of this record; the record's seats and options take precedence.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seats", "options", "contents"])]
    from: Option<String>,
    #[command(flatten)]
    which: Which,
}

/// Prints the count.
pub fn run(args: &Args) -> Result<(), Failure> {
    visit(&args.game, Count(args))?
}

/// Counts the sequences of steps from the start, or from the end of a record.
struct Count<'a>(&'a Args);

impl Visitor for Count<'_> {
    type Out = Result<(), Failure>;

    fn visit<G: Complete>(self, listing: &'static Listing<G>) -> Result<(), Failure> {
        let Count(args) = self;
        let line = match &args.from {
            Some(file) => args.which.record(file)?.0.replay::<G>().map_err(|error| Failure::in_file(file, error))?,
            None if args.which.is_given() => {
                return Err(Failure::input("--match chooses a record of the file that --from names"));
            }
            None => {
                listing.line(&args.options.json(listing.info.id)?, args.seats.unwrap_or(listing.info.usual_seats))?
            }
        };
        say!("{}", perft(line.position(), args.depth))
    }
}
