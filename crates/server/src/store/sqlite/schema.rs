//! The file: who owns it, how it is opened, and what stands in it.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

use crate::protocol::{Phase, Takebacks};
use crate::store::{StoreError, TableId};

// Entries stand in the order in which they came, each with the id of the table's entry before it (0 before the first);
// `ends` knows the last one of each table and gives its next number out. With the key (table, n) each of a hundred
// tables' entries would change a page of its own, and all those pages go to the disk with every commit: measured, 20
// microseconds of CPU an append instead of 6.

/// What makes a file of version `i` one of version `i + 1`; `PRAGMA user_version` says how many of them were done.
const MIGRATIONS: [&str; 3] = [TABLES, SUMMARIES, SPOKEN];

const TABLES: &str = "
    CREATE TABLE tables (
        id        INTEGER PRIMARY KEY,
        code      TEXT NOT NULL UNIQUE,
        game      TEXT NOT NULL,
        rules     INTEGER NOT NULL,
        options   TEXT NOT NULL,
        seats     INTEGER NOT NULL,
        secret    TEXT NOT NULL,
        host      TEXT NOT NULL,
        takebacks TEXT NOT NULL,
        public    INTEGER NOT NULL,
        phase     TEXT NOT NULL,
        created   INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tables_public ON tables (id) WHERE public = 1 AND phase <> 'over';
    CREATE TABLE entries (
        id       INTEGER PRIMARY KEY,
        table_id INTEGER NOT NULL,
        n        INTEGER NOT NULL,
        before   INTEGER NOT NULL,
        entry    TEXT NOT NULL
    ) STRICT;
    CREATE TABLE ends (
        table_id INTEGER PRIMARY KEY,
        n        INTEGER NOT NULL,
        entry_id INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE guests (
        table_id INTEGER NOT NULL,
        guest    TEXT NOT NULL,
        PRIMARY KEY (table_id, guest)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX guests_tables ON guests (guest, table_id);
";

/// What the lobby shows, as JSON, and when something last happened, in seconds since 1970. A table of an older version
/// has no summary; it gets one when the lobby lists it.
const SUMMARIES: &str = "
    ALTER TABLE tables ADD COLUMN summary TEXT;
    ALTER TABLE tables ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET touched = created;
";

/// The words by which a table is found while people gather, and whence it was opened.
const SPOKEN: &str = "
    ALTER TABLE tables ADD COLUMN spoken TEXT;
    ALTER TABLE tables ADD COLUMN origin INTEGER NOT NULL DEFAULT 0;
    CREATE UNIQUE INDEX tables_spoken ON tables (spoken) WHERE spoken IS NOT NULL;
";

/// `Plnp` in the head of the file: SQLite's way to say whose it is.
const APPLICATION: u32 = 0x506c_6e70;

/// The right to be the one process that uses a database, until it is dropped.
pub struct Lock(#[expect(dead_code, reason = "it is held, not read")] File);

impl Lock {
    /// Takes it, or says who has it.
    ///
    /// The database itself is not locked: a process loses SQLite's locks on a file when it closes any handle of it.
    pub fn take(database: &Path) -> Result<Lock, StoreError> {
        let real = fs::canonicalize(database).unwrap_or_else(|_| database.to_owned());
        let mut name = real.into_os_string();
        name.push("-lock");
        let broken = |error: io::Error| StoreError::Broken(format!("{}: {error}", name.display()));
        let mut file =
            File::options().read(true).write(true).create(true).truncate(false).open(&name).map_err(broken)?;
        match file.try_lock() {
            Ok(()) => {
                file.set_len(0).map_err(broken)?;
                writeln!(file, "{}", process::id()).map_err(broken)?;
                Ok(Lock(file))
            }
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                // Only for the message: whoever has just taken it may not have written its number yet.
                let _ = file.take(20).read_to_string(&mut owner);
                Err(StoreError::Broken(format!(
                    "{} is in use by process {}; one server at a time",
                    database.display(),
                    owner.trim()
                )))
            }
            Err(TryLockError::Error(error)) => Err(broken(error)),
        }
    }
}

/// Opens the database to write, and brings it to the version of this program.
pub fn open(file: &Path) -> Result<Connection, StoreError> {
    prepare(file).map_err(|error| {
        let name = file.display();
        match error {
            Trouble::NotOurs => StoreError::Broken(format!("{name} is not a database of Polynya")),
            Trouble::Newer(version) => StoreError::Broken(format!(
                "{name} is of version {version}, and this program knows versions up to {}; use a newer Polynya",
                MIGRATIONS.len()
            )),
            Trouble::Sqlite(error) => StoreError::Broken(format!("{name}: {error}")),
        }
    })
}

/// Opens the database to read.
pub fn open_to_read(file: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// How long we wait for somebody who looks into the file from outside, such as a backup.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Why a file cannot be opened.
enum Trouble {
    NotOurs,
    Newer(u32),
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Trouble {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Trouble::NotOurs,
            _ => Trouble::Sqlite(error),
        }
    }
}

fn prepare(file: &Path) -> Result<Connection, Trouble> {
    let mut connection = Connection::open(file)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    let number = |what| connection.pragma_query_value(None, what, |row| row.get::<_, u32>(0));
    let (application, version) = (number("application_id")?, number("user_version")?);
    let empty: bool = connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION && !empty {
        return Err(Trouble::NotOurs);
    }
    if version as usize > MIGRATIONS.len() {
        return Err(Trouble::Newer(version));
    }
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    for (done, migration) in MIGRATIONS.iter().enumerate().skip(version as usize) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(migration)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", done as u32 + 1)?;
        transaction.commit()?;
    }
    Ok(connection)
}

/// The last entry of a table.
#[derive(Clone, Copy)]
pub struct End {
    /// Its number; 0 if there is none yet.
    pub n: u32,
    /// Its id.
    pub id: i64,
}

/// The last entry of a table; nothing if there is no such table.
pub fn end(connection: &Connection, table: TableId) -> rusqlite::Result<Option<End>> {
    let mut statement = connection.prepare_cached("SELECT n, entry_id FROM ends WHERE table_id = ?1")?;
    statement.query_row([table], |row| Ok(End { n: row.get(0)?, id: row.get(1)? })).optional()
}

/// All entries up to this one.
pub fn entries(connection: &Connection, end: End) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare_cached("SELECT before, entry FROM entries WHERE id = ?1")?;
    let mut entries = Vec::new();
    let mut id = end.id;
    for _ in 0..end.n {
        let (before, entry) = statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        entries.push(entry);
        id = before;
    }
    entries.reverse();
    Ok(entries)
}

/// Is `n` the number after the last one?
pub fn check_number(table: TableId, last: u32, n: u32) -> Result<(), StoreError> {
    if n <= last {
        return Err(StoreError::Taken);
    }
    if n - last > 1 {
        return Err(StoreError::Broken(format!("entry {n} of table {table} came after entry {last}")));
    }
    Ok(())
}

/// What is answered about a table that was never opened.
pub fn no_table(table: TableId) -> StoreError {
    StoreError::Broken(format!("there is no table {table}"))
}

/// How a phase is written.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Gathering => "gathering",
        Phase::Playing => "playing",
        Phase::Over => "over",
    }
}

/// How a table's policy is written.
pub fn takebacks(takebacks: Takebacks) -> &'static str {
    match takebacks {
        Takebacks::Consent => "consent",
        Takebacks::Own => "own",
        Takebacks::None => "none",
    }
}

/// Reads a table's policy.
pub fn takebacks_from(text: &str) -> rusqlite::Result<Takebacks> {
    let known =
        [Takebacks::Consent, Takebacks::Own, Takebacks::None].into_iter().find(|&known| takebacks(known) == text);
    known.ok_or_else(|| rusqlite::Error::InvalidColumnType(8, "takebacks".to_owned(), rusqlite::types::Type::Text))
}
