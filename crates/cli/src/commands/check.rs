//! `polynya check`: replay and judge records.

use std::fmt;
use std::ops::ControlFlow;

use polynya_catalog::{CatalogError, Games};
use polynya_engine::{Record, plural};

use crate::Terminal;
use crate::failure::Failure;
use crate::files::each_record;
use crate::output::{line, note};

/// Replay and judge records: options, seats, every step, and the result. One line for each that fails.
#[derive(clap::Args)]
#[command(after_help = "A file holds one record, or one per line; `-` is the standard input.\n\
                        Exits with 0 if every record is valid, else with 2.\n\nExample:\n  polynya check matches.jsonl")]
pub struct Args {
    /// The files.
    #[arg(required = true)]
    files: Vec<String>,
}

/// Judges every record of every file.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    judge_all(&args.files, "valid", |record| games.get(&record.game)?.judge(record))
}

/// Calls `judge` for every record of the files and says which fail.
pub fn judge_all(
    files: &[String],
    what: &str,
    judge: impl Fn(&Record) -> Result<(), CatalogError>,
) -> Result<(), Failure> {
    let mut tally = Tally::default();
    let heard = files.iter().try_for_each(|file| tally.judge_file(file, &judge));
    let Tally { good, bad, steps } = tally;
    let (records, are) = (plural(good + bad, "record"), if good + bad == 1 { "is" } else { "are" });
    note(format_args!("{good} of {records} {are} {what} ({}).", plural(steps, "step")));
    match heard {
        // Whoever stopped listening to the failures still learns from the exit code that there are some.
        Err(Failure::NobodyListens) if bad > 0 => Err(Failure::Said),
        Ok(()) if bad > 0 => Err(Failure::Said),
        other => other,
    }
}

#[derive(Default)]
struct Tally {
    good: usize,
    bad: usize,
    steps: usize,
}

impl Tally {
    fn judge_file(&mut self, file: &str, judge: &impl Fn(&Record) -> Result<(), CatalogError>) -> Result<(), Failure> {
        let before = self.good + self.bad;
        let read = each_record(file, |place, record| {
            let judged = record.map_err(Failure::Input).and_then(|record| {
                judge(&record)?;
                self.steps += record.steps.len();
                Ok(())
            });
            match judged {
                Ok(()) => self.good += 1,
                Err(failure) => self.fail(format_args!("{place}: {failure}"))?,
            }
            Ok(ControlFlow::Continue(()))
        });
        match read {
            Err(Failure::Input(what)) => self.fail(format_args!("{what}")),
            Ok(()) if self.good + self.bad == before => self.fail(format_args!("{file}: the file holds no record")),
            other => other,
        }
    }

    fn fail(&mut self, what: fmt::Arguments<'_>) -> Result<(), Failure> {
        self.bad += 1;
        line(what)
    }
}
