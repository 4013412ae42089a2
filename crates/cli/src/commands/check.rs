//! `polynya check`: replay and judge records.

use polynya_catalog::game;
use polynya_engine::Record;

use crate::failure::Failure;
use crate::files::each_record;
use crate::output::say;

/// Replay and judge records: options, seats, every step, and the result. One line for each that fails.
#[derive(clap::Args)]
#[command(after_help = "A file holds one record, or one a line; `-` is the standard input.\n\
                        Exits with 0 if every record holds, else with 2.\n\nExample:\n  polynya check matches.jsonl")]
pub struct Args {
    /// The files.
    #[arg(required = true)]
    files: Vec<String>,
}

/// Judges every record of every file.
pub fn run(args: &Args) -> Result<(), Failure> {
    judge_all(&args.files, "hold", |record| {
        game(&record.game)?.judge(record)?;
        Ok(())
    })
}

/// Calls `judge` for every record of the files and says which fail.
pub fn judge_all(files: &[String], verb: &str, judge: impl Fn(&Record) -> Result<(), Failure>) -> Result<(), Failure> {
    let (mut good, mut bad, mut steps) = (0, 0, 0);
    for file in files {
        let done = each_record(file, |place, record| {
            let judged = record.map_err(Failure::Input).and_then(|record| {
                judge(&record)?;
                steps += record.steps.len();
                Ok(())
            });
            match judged {
                Ok(()) => good += 1,
                Err(failure) => {
                    bad += 1;
                    say!("{place}: {failure}")?;
                }
            }
            Ok(())
        });
        match done {
            Err(Failure::Input(what)) => {
                bad += 1;
                say!("{what}")?;
            }
            other => other?,
        }
    }
    anstream::eprintln!("{good} of {} records {verb} ({steps} steps).", good + bad);
    match bad {
        0 if good > 0 => Ok(()),
        0 => Err(Failure::input("the files hold no record")),
        _ => Err(Failure::Said),
    }
}
