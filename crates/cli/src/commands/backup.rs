//! `polynya backup`: everything that a server keeps, copied while it runs.

use std::fs::OpenOptions;
use std::path::Path;

use polynya_server::store::{Postgres, Sqlite};

use super::archive;
use crate::failure::Failure;
use crate::output::say;

/// Copy everything that a server keeps, as it is at one moment, while it runs.
#[derive(clap::Args)]
#[command(
    after_help = "Of a file the copy is a file that a server can open: to restore it, stop the server and put it in \
                        the place of the other. Of a PostgreSQL database it is what `polynya export-all` writes: \
                        `polynya import-all` takes it into an empty database. It holds the secrets of matches that are \
                        being played: only its owner may read it.\n\n\
                        Examples:\n  polynya backup polynya.db monday.db\n  \
                        polynya backup postgres://polynya@127.0.0.1/polynya monday.jsonl"
)]
pub struct Args {
    /// The file of a server, or the address of a PostgreSQL database.
    store: String,
    /// The file to write; it must not exist yet.
    file: String,
}

/// Copies.
pub fn run(args: &Args) -> Result<(), Failure> {
    if Postgres::is_address(&args.store) {
        return archive::export_to(&args.store, &args.file);
    }
    archive::check_store(&args.store)?;
    let in_file = |error: std::io::Error| Failure::in_file(&args.file, error);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&args.file).map_err(in_file)?;
    let copied = Sqlite::backup(Path::new(&args.store), Path::new(&args.file)).map_err(Failure::input);
    // A copy that is not whole is none.
    let checked = copied.and_then(|()| {
        file.sync_all().map_err(in_file)?;
        Sqlite::check(Path::new(&args.file), |_| None).map_err(Failure::input)
    });
    match checked {
        Ok(checked) if checked.faults.is_empty() => {
            say!("{} tables with {} entries copied and checked", checked.tables, checked.entries)
        }
        Ok(checked) => {
            let faults = checked.faults.join("; ");
            Err(Failure::input(format!("{} is copied with its faults: {faults}", args.store)))
        }
        Err(failure) => {
            // What stands there is of no use.
            let _ = std::fs::remove_file(&args.file);
            Err(failure)
        }
    }
}
