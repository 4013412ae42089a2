//! `polynya legal`: what may follow a record's steps.

use polynya_catalog::game;

use crate::failure::Failure;
use crate::files::first_record;
use crate::output::say;

/// Print what may follow the steps of a record: the legal actions of every seat that may act, or the outcomes of chance.
#[derive(clap::Args)]
#[command(after_help = "One a line, ordered by character code; nothing if the match is over.\n\n\
                        Example:\n  polynya legal match.json")]
pub struct Args {
    /// The file; `-` is the standard input.
    file: String,
}

/// Prints the list.
pub fn run(args: &Args) -> Result<(), Failure> {
    let record = first_record(&args.file)?;
    let line = game(&record.game)
        .and_then(|entry| entry.view(&record, usize::MAX))
        .map_err(|trouble| Failure::in_file(&args.file, trouble))?;
    line.legal_steps().iter().try_for_each(|step| say!("{step}"))
}
