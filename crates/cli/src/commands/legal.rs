//! `polynya legal`: what may follow a record's steps.

use polynya_catalog::Games;

use crate::Terminal;
use crate::failure::Failure;
use crate::files::first_record;
use crate::output::say;

/// Print what may follow the steps of a record: the legal actions of every seat that may act, or the outcomes of chance.
#[derive(clap::Args)]
#[command(after_help = "One per line, in byte order; nothing if the match is over.\n\n\
                        Example:\n  polynya legal match.json")]
pub struct Args {
    /// The file; `-` is the standard input.
    file: String,
}

/// Prints the list.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    let record = first_record(&args.file)?;
    let table = games
        .get(&record.game)
        .and_then(|game| game.view(&record, usize::MAX))
        .map_err(|error| Failure::in_file(&args.file, error))?;
    table.legal_steps().iter().try_for_each(|step| say!("{step}"))
}
