//! `polynya export-all` and `polynya import-all`: all tables of a store, on their way to another one.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use polynya_engine::plural;
use polynya_server::store::{Archived, KeptStudy, Postgres, Sqlite, Store, StoreError, Wait};

use crate::failure::Failure;
use crate::output::{note, say};

/// Write all tables of a store into a file, one a line, to keep them or to move them to another store.
#[derive(clap::Args)]
#[command(after_help = "A store is the file of a server or the address of a PostgreSQL database. The server may run \
                        meanwhile; each table is whole. The file holds the secrets of matches that are being played: \
                        only its owner may read it.\n\n\
                        Examples:\n  polynya export-all polynya.db tables.jsonl\n  \
                        polynya export-all postgres://polynya@127.0.0.1/polynya tables.jsonl")]
pub struct ExportArgs {
    /// The store.
    store: String,
    /// The file to write; it must not exist yet.
    file: String,
}

/// Take over all tables of a file that `polynya export-all` has written.
#[derive(clap::Args)]
#[command(
    after_help = "No other server may use the file of a server meanwhile; a database may be in use. A table that is \
                        there already, with the same entries, is passed over, so an import can be done again.\n\n\
                        Examples:\n  polynya import-all tables.jsonl postgres://polynya@127.0.0.1/polynya\n  \
                        polynya import-all tables.jsonl polynya.db"
)]
pub struct ImportArgs {
    /// The file to read.
    file: String,
    /// The store.
    store: String,
}

/// Exports.
pub fn export(args: &ExportArgs) -> Result<(), Failure> {
    export_to(&args.store, &args.file)
}

/// Refuses the name of a file that is not there.
pub fn check_store(store: &str) -> Result<(), Failure> {
    match Postgres::is_address(store) || Path::new(store).exists() {
        true => Ok(()),
        false => Err(Failure::input(format!("there is no store {store}"))),
    }
}

/// Writes all tables of a store into a file of this name, which must not exist yet.
pub fn export_to(store: &str, name: &str) -> Result<(), Failure> {
    let in_file = |error: std::io::Error| Failure::in_file(name, error);
    check_store(store)?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = BufWriter::new(options.open(name).map_err(in_file)?);
    let (mut tables, mut written, mut left_out) = (0, Ok(()), 0);
    let mut write = |line: String| {
        if written.is_ok() {
            written = writeln!(file, "{line}");
        }
    };
    let each = |table: Result<Archived, StoreError>| match table {
        Ok(table) => {
            tables += 1;
            write(table.write());
        }
        Err(error) => {
            left_out += 1;
            note(format_args!("{error}; it is left out"));
        }
    };
    let mut found = Vec::new();
    if Postgres::is_address(store) {
        block_on(async {
            let store = Postgres::open(store).await.map_err(Failure::input)?;
            store.export(each).await.map_err(Failure::input)?;
            store.export_studies(|study| found.push(study.write())).await.map_err(Failure::input)
        })?;
    } else {
        Sqlite::export(Path::new(store), each).map_err(Failure::input)?;
        Sqlite::export_studies(Path::new(store), |study| found.push(study.write())).map_err(Failure::input)?;
    }
    let studies = found.len();
    found.into_iter().for_each(write);
    written.and_then(|()| file.flush()).and_then(|()| file.get_ref().sync_all()).map_err(in_file)?;
    match studies {
        0 => say!("{} exported", plural(tables, "table"))?,
        _ => say!(
            "{} and {} exported",
            plural(tables, "table"),
            format_args!("{studies} {}", if studies == 1 { "study" } else { "studies" })
        )?,
    }
    if left_out > 0 { Err(Failure::Said) } else { Ok(()) }
}

/// Imports.
pub fn import(args: &ImportArgs) -> Result<(), Failure> {
    let file = File::open(&args.file).map_err(|error| Failure::in_file(&args.file, error))?;
    block_on(async {
        let store = Target::open(&args.store).await.map_err(Failure::input)?;
        let (mut taken, mut there) = (0, 0);
        for (number, line) in (1..).zip(BufReader::new(file).lines()) {
            let line = line.map_err(|error| Failure::in_file(&args.file, error))?;
            let at = |error: StoreError| Failure::input(format!("{}, line {number}: {error}", args.file));
            if let Some(study) = KeptStudy::read(&line) {
                store.store().papers().keep_study(study).await.map_err(at)?;
                continue;
            }
            let table = Archived::read(&line).map_err(at)?;
            match store.import(table.clone()).await {
                Ok(()) => taken += 1,
                Err(StoreError::Taken) if store.has(&table).await.map_err(at)? => there += 1,
                Err(StoreError::Taken) => {
                    let code = &table.row.code;
                    let why = format!("the store has another table {code}, or one that goes on differently");
                    return Err(at(StoreError::Broken(why)));
                }
                Err(error) => return Err(at(error)),
            }
        }
        store.close().await.map_err(Failure::input)?;
        say!("{} imported, {there} there already", plural(taken, "table"))
    })
}

/// Where tables go.
enum Target {
    File(Sqlite),
    Database(Postgres),
}

impl Target {
    async fn open(place: &str) -> Result<Target, StoreError> {
        Ok(match Postgres::is_address(place) {
            true => Target::Database(Postgres::open(place).await?),
            false => Target::File(Sqlite::open(Path::new(place), Wait::Commit)?),
        })
    }

    async fn import(&self, table: Archived) -> Result<(), StoreError> {
        match self {
            Target::File(store) => store.import(table).await,
            Target::Database(store) => store.import(table).await,
        }
    }

    fn store(&self) -> &dyn Store {
        match self {
            Target::File(store) => store,
            Target::Database(store) => store,
        }
    }

    /// Does the store have this table, with the same entries?
    async fn has(&self, table: &Archived) -> Result<bool, StoreError> {
        let stored = self.store().open(&table.row.code).await?;
        Ok(stored.is_some_and(|stored| stored.entries == table.entries && stored.row.secret == table.row.secret))
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.store().close().await
    }
}

/// Does something that takes a while.
pub fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::input)?.block_on(work)
}
