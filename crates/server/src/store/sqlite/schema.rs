//! What stands in the file, and how it is opened.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row};

use super::links;
use crate::store::chain::Hash;
use crate::store::{NewRow, StoreError, TableId, columns};

// Entries stand in the order in which they came, each with the id of the table's entry before it (0 before the first);
// `ends` knows the last one of each table and gives its next number out. With the key (table, n) each of a hundred
// tables' entries would change a page of its own, and all those pages go to the disk with every commit: measured, 20
// microseconds of CPU an append instead of 6.

/// What makes a file of version `i` one of version `i + 1`; `PRAGMA user_version` says how many of them were done.
const MIGRATIONS: [Migration; 6] = [
    |connection| connection.execute_batch(TABLES),
    |connection| connection.execute_batch(SUMMARIES),
    |connection| connection.execute_batch(SPOKEN),
    |connection| {
        connection.execute_batch(CHAINS)?;
        links::fill(connection)
    },
    |connection| connection.execute_batch(MARKS),
    |connection| connection.execute_batch(PAPERS),
];

/// One of them.
type Migration = fn(&Connection) -> rusqlite::Result<()>;

/// The version of the files that this program writes.
pub const VERSION: u32 = MIGRATIONS.len() as u32;

/// The first version with hashes.
pub const HASHED: u32 = 4;

/// The first version with analyses and studies.
pub const PAPERED: u32 = 6;

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

/// A hash for every entry and for every table (see `chain.rs`), and the one row that a health check writes.
const CHAINS: &str = "
    ALTER TABLE tables ADD COLUMN hash BLOB;
    ALTER TABLE entries ADD COLUMN hash BLOB;
    CREATE TABLE health (
        id      INTEGER PRIMARY KEY CHECK (id = 1),
        written INTEGER NOT NULL
    ) STRICT;
";

/// How often a table was changed other than by an append, and why whoever runs the server has closed it. What is left of a
/// deleted table keeps its number from being given out again.
const MARKS: &str = "
    CREATE TABLE IF NOT EXISTS marks (
        table_id INTEGER PRIMARY KEY,
        edition  INTEGER NOT NULL,
        closed   TEXT
    ) STRICT;
";

/// Analyses of matches, each with the version of its judges; and studies, each under the code of its link.
const PAPERS: &str = "
    CREATE TABLE IF NOT EXISTS analyses (
        table_id INTEGER PRIMARY KEY,
        version  INTEGER NOT NULL,
        told     TEXT NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS studies (
        number INTEGER PRIMARY KEY,
        id     TEXT NOT NULL UNIQUE,
        kept   INTEGER NOT NULL,
        record TEXT NOT NULL
    ) STRICT;
";

/// `Plnp` in the head of the file: SQLite's way to say whose it is.
const APPLICATION: u32 = 0x506c_6e70;

/// Opens the database to write, and brings it to the version of this program.
pub fn open(file: &Path) -> Result<Connection, StoreError> {
    prepare(file).map_err(|trouble| trouble.explain(file))
}

/// Opens the database to read; it must have been opened to write before.
pub fn open_to_read(file: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Opens a database to change it while a server may use it.
pub fn open_beside(file: &Path) -> Result<Connection, StoreError> {
    let open = || {
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "synchronous", "full")?;
        let version = version(&connection)?;
        Ok((connection, version))
    };
    match open().map_err(|trouble: Trouble| trouble.explain(file))? {
        (connection, VERSION) => Ok(connection),
        _ => Err(StoreError::Broken(format!(
            "{} is of an older version; start `polynya serve` once with it",
            file.display()
        ))),
    }
}

/// Opens a database only to look at it, whoever uses it; returns its version too.
pub fn open_to_check(file: &Path) -> Result<(Connection, u32), StoreError> {
    let look = || {
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        let version = version(&connection)?;
        Ok((connection, version))
    };
    look().map_err(|trouble: Trouble| trouble.explain(file))
}

/// How long we wait for somebody who looks into the file from outside, such as a backup.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Why a file cannot be opened.
enum Trouble {
    NotOurs,
    Newer(u32),
    Damaged(String),
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

impl Trouble {
    fn explain(self, file: &Path) -> StoreError {
        let name = file.display();
        StoreError::Broken(match self {
            Trouble::NotOurs => format!("{name} is not a database of Polynya"),
            Trouble::Newer(version) => format!(
                "{name} is of version {version}, and this program knows versions up to {VERSION}; use a newer Polynya"
            ),
            Trouble::Damaged(what) => damaged(file, &what),
            Trouble::Sqlite(error) => explain(file, &error),
        })
    }
}

/// What the database says, in one sentence that says what to do.
pub fn explain(file: &Path, error: &rusqlite::Error) -> String {
    let name = file.display();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => format!("the disk is full, so {name} cannot grow; make room there"),
        Some(ErrorCode::ReadOnly) => format!("{name} cannot be written; let this user write it and its folder"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            format!("another program holds {name}; close that program")
        }
        Some(ErrorCode::DatabaseCorrupt) => damaged(file, &error.to_string()),
        Some(ErrorCode::SystemIoFailure) => format!("{name} cannot be read or written ({error}); look after the disk"),
        _ => format!("{name}: {error}"),
    }
}

fn damaged(file: &Path, what: &str) -> String {
    let name = file.display();
    format!(
        "{name} is damaged ({what}); put a backup in its place, or save what can be read with `sqlite3 {name} .recover`"
    )
}

/// The version of a database, if it is ours and not newer than this program.
fn version(connection: &Connection) -> Result<u32, Trouble> {
    let number = |what| connection.pragma_query_value(None, what, |row| row.get::<_, u32>(0));
    let (application, version) = (number("application_id")?, number("user_version")?);
    let empty: bool = connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION && !empty {
        return Err(Trouble::NotOurs);
    }
    if version > VERSION {
        return Err(Trouble::Newer(version));
    }
    Ok(version)
}

/// Files up to this size, in bytes, are looked through when they are opened; that takes a fraction of a second.
const LOOKED_THROUGH: u64 = 64 * 1024 * 1024;

fn prepare(file: &Path) -> Result<Connection, Trouble> {
    let mut connection = Connection::open(file)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    let version = version(&connection)?;
    if std::fs::metadata(file).is_ok_and(|metadata| metadata.len() <= LOOKED_THROUGH) {
        look_through(&connection)?;
    }
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    for (done, migration) in (1..).zip(MIGRATIONS).skip(version as usize) {
        let transaction = connection.transaction()?;
        migration(&transaction)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", done)?;
        transaction.commit()?;
    }
    // A disk without room or a file that cannot be written is found now, not at the first move.
    write_health(&connection, 0)?;
    Ok(connection)
}

/// Are the pages of the file sound? A single bad value concerns one table, and is found when that is read.
fn look_through(connection: &Connection) -> Result<(), Trouble> {
    let found: Vec<String> =
        connection.prepare("PRAGMA quick_check")?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    match found.into_iter().find(|what| what != "ok" && !what.contains(" value in ")) {
        Some(what) => Err(Trouble::Damaged(what.lines().last().unwrap_or_default().to_owned())),
        None => Ok(()),
    }
}

/// Writes the row of health checks.
pub fn write_health(connection: &Connection, seconds: i64) -> rusqlite::Result<()> {
    let mut statement =
        connection.prepare_cached("INSERT INTO health VALUES (1, ?1) ON CONFLICT DO UPDATE SET written = ?1")?;
    statement.execute([seconds]).map(drop)
}

/// The last entry of a table.
#[derive(Clone, Copy)]
pub struct End {
    /// Its number; 0 if there is none yet.
    pub n: u32,
    /// Its id.
    pub id: i64,
    /// Its hash, or that of the table if there is none yet; none if the table is damaged.
    pub hash: Option<Hash>,
}

/// The last entry of a table; nothing if there is no such table.
pub fn end(connection: &Connection, table: TableId) -> rusqlite::Result<Option<End>> {
    let mut statement = connection.prepare_cached(
        "SELECT ends.n, entry_id, iif(ends.n = 0, tables.hash, entries.hash) FROM ends
        JOIN tables ON tables.id = ends.table_id LEFT JOIN entries ON entries.id = entry_id WHERE ends.table_id = ?1",
    )?;
    let end = |row: &Row| Ok(End { n: row.get(0)?, id: row.get(1)?, hash: row.get(2).unwrap_or(None) });
    statement.query_row([table], end).optional()
}

/// What never changes about a table, from a row with all its columns.
pub fn table_row(row: &Row) -> rusqlite::Result<NewRow> {
    Ok(NewRow {
        code: row.get("code")?,
        spoken: row.get("spoken")?,
        game: row.get("game")?,
        rules: row.get("rules")?,
        options: row.get("options")?,
        seats: row.get("seats")?,
        secret: row.get("secret")?,
        host: row.get("host")?,
        takebacks: columns::takebacks_from(&row.get::<_, String>("takebacks")?),
        public: row.get("public")?,
        origin: row.get("origin")?,
    })
}
