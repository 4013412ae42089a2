//! `polynya legal`: what may follow a record's steps.

use std::ops::ControlFlow;

use polynya_catalog::{CatalogError, Games};
use polynya_engine::Record;

use crate::Terminal;
use crate::failure::Failure;
use crate::files::{each_record, first_record};
use crate::output::say;

/// Print what may follow the steps of a record: the legal actions of every seat that may act, or the outcomes of chance.
#[derive(clap::Args)]
#[command(after_help = "One per line, in byte order; nothing if the match is over.\n\n\
                        Examples:\n  polynya legal match.json\n  polynya legal --every matches.jsonl")]
pub struct Args {
    /// The file; `-` is the standard input.
    file: String,
    /// For all records of the file: what could follow before each step and after the last, a JSON list a line.
    #[arg(long)]
    every: bool,
}

/// Prints the list.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    if args.every {
        return each_record(&args.file, |place, record| {
            let record = record.map_err(|what| Failure::in_file(&place, what))?;
            for steps in 0..=record.steps.len() {
                let list = legal(games, &record, steps).map_err(|error| Failure::in_file(&place, error))?;
                say!("{}", serde_json::json!(list))?;
            }
            Ok(ControlFlow::Continue(()))
        });
    }
    let list = legal(games, &first_record(&args.file)?, usize::MAX);
    list.map_err(|error| Failure::in_file(&args.file, error))?.iter().try_for_each(|step| say!("{step}"))
}

/// Returns what may follow the first steps of a record.
fn legal(games: &Games<Terminal>, record: &Record, steps: usize) -> Result<Vec<String>, CatalogError> {
    Ok(games.get(&record.game)?.view(record, steps)?.legal_steps())
}
