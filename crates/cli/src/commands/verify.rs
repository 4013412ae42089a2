//! `polynya verify`: the dice of records against their seeds.

use polynya_catalog::Games;

use super::check::judge_all;
use crate::Terminal;
use crate::failure::Failure;

/// Compare every roll of a record with what its seed gives.
#[derive(clap::Args)]
#[command(after_help = "A file holds one record, or one a line; `-` is the standard input.\n\
                        Exits with 0 if every roll is the seed's, else with 2.\n\nExample:\n  polynya verify match.json")]
pub struct Args {
    /// The files.
    #[arg(required = true)]
    files: Vec<String>,
}

/// Verifies every record of every file.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    judge_all(&args.files, "have the dice of their seed", |record| games.get(&record.game)?.verify(record).map(|_| ()))
}
