//! `polynya check`: replay and judge records, and the file of a server.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;

use polynya_catalog::{CatalogError, Games};
use polynya_engine::{Record, plural};

use polynya_server::room::Room;
use polynya_server::store::{Sqlite, Stored};

use crate::failure::Failure;
use crate::files::each_record;
use crate::output::{line, note};
use crate::{Browser, Terminal};

/// Replay and judge records: options, seats, every step, and the result. One line for each that fails. Of a server's
/// file: its pages, the hash of every entry, and every table, also while the server runs.
#[derive(clap::Args)]
#[command(after_help = "A file holds one record, or one per line, or it is the file of a server; `-` is the standard \
                        input.\nExits with 0 if everything is valid, else with 2.\n\n\
                        Examples:\n  polynya check matches.jsonl\n  polynya check polynya.db")]
pub struct Args {
    /// The files.
    #[arg(required = true)]
    files: Vec<String>,
}

/// Judges every record and every table of every file.
pub fn run(args: &Args, games: &Games<Terminal>, tables: &Games<Browser>) -> Result<(), Failure> {
    let (databases, records): (Vec<String>, Vec<String>) =
        args.files.iter().cloned().partition(|file| is_database(file));
    let mut sound = true;
    for file in databases {
        sound &= check_database(&file, tables)?;
    }
    if !records.is_empty() {
        judge_all(&records, "valid", |record| games.get(&record.game)?.judge(record))?;
    }
    if sound { Ok(()) } else { Err(Failure::Said) }
}

/// Does this file begin as SQLite's do?
fn is_database(file: &str) -> bool {
    let mut start = [0; 16];
    File::open(file).and_then(|mut file| file.read_exact(&mut start)).is_ok() && &start == b"SQLite format 3\0"
}

/// Looks through a server's file; says what is wrong with it, and returns whether nothing is.
fn check_database(file: &str, games: &Games<Browser>) -> Result<bool, Failure> {
    let judge = |Stored { row, entries, damage, .. }: &Stored| match Room::restore(games, row.clone(), entries, *damage)
    {
        Ok(room) => room.closed().map(str::to_owned),
        Err(error) => Some(error.to_string()),
    };
    let checked = Sqlite::check(Path::new(file), judge).map_err(Failure::input)?;
    for fault in &checked.faults {
        line(format_args!("{file}: {fault}"))?;
    }
    let (tables, entries, faults) = (checked.tables, checked.entries, checked.faults.len());
    if checked.unhashed {
        note(format_args!(
            "{file}: its pages were checked; its tables have no hashes yet, a server that opens it adds them."
        ));
    } else if faults == 0 {
        note(format_args!("{file}: {tables} tables with {entries} entries, all as they were written."));
    } else {
        note(format_args!("{file}: {tables} tables with {entries} entries; {faults} faults."));
    }
    Ok(faults == 0)
}

/// Calls `judge` for every record of the files and says which fail.
pub fn judge_all(
    files: &[String],
    what: &str,
    judge: impl Fn(&Record) -> Result<(), CatalogError>,
) -> Result<(), Failure> {
    let mut tally = Tally::default();
    let heard = files.iter().try_for_each(|file| tally.judge_file(file, &judge));
    let Tally { good, bad, unread, steps } = tally;
    let (records, are) = (plural(good + bad, "record"), if good + bad == 1 { "is" } else { "are" });
    note(format_args!("{good} of {records} {are} {what} ({}).", plural(steps, "step")));
    match heard {
        // Whoever stopped listening to the failures still learns from the exit code that there are some.
        Err(Failure::NobodyListens) | Ok(()) if bad + unread > 0 => Err(Failure::Said),
        other => other,
    }
}

#[derive(Default)]
struct Tally {
    good: usize,
    bad: usize,
    /// Files that cannot be read, or hold no record.
    unread: usize,
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
                Err(failure) => {
                    self.bad += 1;
                    line(format_args!("{place}: {failure}"))?;
                }
            }
            Ok(ControlFlow::Continue(()))
        });
        match read {
            Err(Failure::Input(what)) => self.cannot_read(format_args!("{what}")),
            Ok(()) if self.good + self.bad == before => {
                self.cannot_read(format_args!("{file}: the file holds no record"))
            }
            other => other,
        }
    }

    fn cannot_read(&mut self, what: fmt::Arguments<'_>) -> Result<(), Failure> {
        self.unread += 1;
        line(what)
    }
}
