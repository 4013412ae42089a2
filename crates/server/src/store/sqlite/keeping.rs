//! Looking after the tables of a file, by its owner or from outside.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OptionalExtension, Row, params};
use tokio::sync::oneshot;

use super::schema::{self, End};
use super::writer::{Alteration, Work};
use super::{Sqlite, closed};
use crate::store::keeping::{Expiry, Keeping, KeptGuest, KeptTable, Rewritten, Statistics};
use crate::store::{Answer, StoreError, TableId, chain, columns};

/// Somebody who can read and change a file.
pub trait Desk: Send + Sync {
    /// Reads something.
    fn look<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<'_, T>;
    /// Changes something in a transaction; returns how many tables.
    fn alter(&self, change: impl FnOnce(&Connection) -> rusqlite::Result<u64> + Send + 'static) -> Answer<'_, u64>;
}

/// The file of a server, which may run meanwhile.
pub struct Outside {
    file: std::path::PathBuf,
    connection: Mutex<Connection>,
}

impl Sqlite {
    /// Opens a file beside the server that owns it, if one does.
    pub fn outside(file: &Path) -> Result<Outside, StoreError> {
        let connection = schema::open_beside(file)?;
        Ok(Outside { file: file.to_owned(), connection: Mutex::new(connection) })
    }

    /// Copies a file while a server uses it: as it is between two commits.
    pub fn backup(file: &Path, to: &Path) -> Result<(), StoreError> {
        let (connection, _) = schema::open_to_check(file)?;
        let broken = |error: rusqlite::Error| StoreError::Broken(schema::explain(file, &error));
        let name = to.to_str().ok_or_else(|| StoreError::Broken(format!("{} is no text", to.display())))?;
        connection.execute("VACUUM INTO ?1", [name]).map(drop).map_err(broken)
    }
}

impl Desk for Outside {
    fn look<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<'_, T> {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = ask(&connection).map_err(|error| StoreError::Broken(schema::explain(&self.file, &error)));
        Box::pin(std::future::ready(answer))
    }

    fn alter(&self, change: impl FnOnce(&Connection) -> rusqlite::Result<u64> + Send + 'static) -> Answer<'_, u64> {
        self.look(move |connection| {
            connection.execute_batch("BEGIN IMMEDIATE")?;
            let changed = change(connection);
            connection.execute_batch(if changed.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
            changed
        })
    }
}

impl Desk for Sqlite {
    fn look<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<'_, T> {
        Box::pin(self.read(ask))
    }

    fn alter(&self, change: impl FnOnce(&Connection) -> rusqlite::Result<u64> + Send + 'static) -> Answer<'_, u64> {
        let (answer, answered) = oneshot::channel();
        let change = move |connection: &Connection| {
            // Whoever asked may have gone away.
            let _ = answer.send(change(connection)?);
            Ok(())
        };
        let written = self.write(Work::Alter(Alteration::new(change)));
        Box::pin(async move {
            written.await?;
            answered.await.map_err(|_| closed())
        })
    }
}

impl<D: Desk> Keeping for D {
    fn editions(&self, tables: Vec<TableId>) -> Answer<'_, Vec<(TableId, i64)>> {
        const EDITIONS: &str = "SELECT tables.id, coalesce(edition, 0) FROM json_each(?1)
            JOIN tables ON tables.id = value LEFT JOIN marks ON table_id = tables.id";
        let tables = serde_json::to_string(&tables).expect("numbers are plain JSON");
        self.look(move |connection| {
            let mut statement = connection.prepare_cached(EDITIONS)?;
            statement.query_map([tables], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    fn expire(&self, since: Expiry, most: u32) -> Answer<'_, u64> {
        Box::pin(async move {
            // They are looked for by the reader, for that may take long, and looked at again before they are deleted.
            let found = self.look(move |connection| expired(connection, since, most)).await?;
            if found.is_empty() {
                return Ok(0);
            }
            self.alter(move |connection| {
                let mut deleted = 0;
                for table in found {
                    if is_expired(connection, table, since)? {
                        delete(connection, table)?;
                        deleted += 1;
                    }
                }
                Ok(deleted)
            })
            .await
        })
    }

    fn delete(&self, code: String) -> Answer<'_, bool> {
        let deleted = self.alter(move |connection| {
            let Some(table) = number(connection, &code)? else { return Ok(0) };
            delete(connection, table)?;
            Ok(1)
        });
        Box::pin(async move { Ok(deleted.await? > 0) })
    }

    fn close_table(&self, code: String, why: String) -> Answer<'_, bool> {
        const CLOSE: &str = "INSERT INTO marks (table_id, edition, closed) VALUES (?1, 1, ?2)
            ON CONFLICT DO UPDATE SET edition = edition + 1, closed = ?2";
        let closed = self.alter(move |connection| match number(connection, &code)? {
            Some(table) => connection.execute(CLOSE, params![table, why]).map(|_| 1),
            None => Ok(0),
        });
        Box::pin(async move { Ok(closed.await? > 0) })
    }

    fn naming(&self, guest: String) -> Answer<'_, Vec<String>> {
        const NAMING: &str = "SELECT code FROM tables WHERE host = ?1 OR instr(summary, ?1) > 0
            OR id IN (SELECT table_id FROM entries WHERE instr(entry, ?1) > 0) ORDER BY id";
        self.look(move |connection| connection.prepare(NAMING)?.query_map([guest], |row| row.get(0))?.collect())
    }

    fn rewrite(&self, table: TableId, new: Rewritten) -> Answer<'_, bool> {
        let done = self.alter(move |connection| rewrite(connection, table, &new));
        Box::pin(async move { Ok(done.await? > 0) })
    }

    fn latest(&self, most: u32) -> Answer<'_, Vec<KeptTable>> {
        const LATEST: &str = "SELECT code, game, phase, created, touched, ends.n AS n, closed,
            (SELECT count(*) FROM guests WHERE guests.table_id = id) AS guests
            FROM tables JOIN ends ON ends.table_id = id LEFT JOIN marks ON marks.table_id = id
            ORDER BY touched DESC, id DESC LIMIT ?1";
        self.look(move |connection| connection.prepare(LATEST)?.query_map([most], kept)?.collect())
    }

    fn guests(&self, most: u32) -> Answer<'_, Vec<KeptGuest>> {
        const GUESTS: &str = "SELECT guest, count(*), max(touched) FROM guests JOIN tables ON id = table_id
            GROUP BY guest ORDER BY 3 DESC, guest LIMIT ?1";
        let guest =
            |row: &Row| Ok(KeptGuest { guest: row.get(0)?, tables: row.get(1)?, touched: columns::time(row.get(2)?) });
        self.look(move |connection| connection.prepare(GUESTS)?.query_map([most], guest)?.collect())
    }

    fn statistics(&self) -> Answer<'_, Statistics> {
        self.look(|connection| {
            let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|count| count as u64);
            let mut statement =
                connection.prepare("SELECT game, phase, count(*) FROM tables GROUP BY 1, 2 ORDER BY 1, 2")?;
            let tables = statement.query_map([], |row| {
                let phase: String = row.get(1)?;
                Ok((row.get(0)?, columns::phase_from(&phase), row.get::<_, i64>(2)? as u64))
            })?;
            Ok(Statistics {
                tables: tables.collect::<Result<_, _>>()?,
                entries: count("SELECT coalesce(sum(n), 0) FROM ends")?,
                guests: count("SELECT count(DISTINCT guest) FROM guests")?,
                bytes: count("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")?,
            })
        })
    }
}

fn kept(row: &Row) -> rusqlite::Result<KeptTable> {
    let phase: String = row.get("phase")?;
    Ok(KeptTable {
        code: row.get("code")?,
        game: row.get("game")?,
        phase: columns::phase_from(&phase),
        created: columns::time(row.get("created")?),
        touched: columns::time(row.get("touched")?),
        entries: row.get("n")?,
        guests: row.get("guests")?,
        closed: row.get("closed")?,
    })
}

fn number(connection: &Connection, code: &str) -> rusqlite::Result<Option<TableId>> {
    connection.query_row("SELECT id FROM tables WHERE code = ?1", [code], |row| row.get(0)).optional()
}

/// What a table has to be to be deleted: over and touched before ?1, or not over and touched before ?2.
const EXPIRED: &str = "iif(phase = 'over', touched < ?1, touched < ?2)";

fn bounds(since: Expiry) -> [i64; 2] {
    // Nothing has happened before the beginning of time.
    [since.finished, since.abandoned].map(|since| since.map_or(i64::MIN, columns::seconds))
}

fn expired(connection: &Connection, since: Expiry, most: u32) -> rusqlite::Result<Vec<TableId>> {
    let [finished, abandoned] = bounds(since);
    let mut statement = connection.prepare(&format!("SELECT id FROM tables WHERE {EXPIRED} LIMIT ?3"))?;
    statement.query_map(params![finished, abandoned, most], |row| row.get(0))?.collect()
}

fn is_expired(connection: &Connection, table: TableId, since: Expiry) -> rusqlite::Result<bool> {
    let [finished, abandoned] = bounds(since);
    let mut statement = connection.prepare_cached(&format!("SELECT {EXPIRED} FROM tables WHERE id = ?3"))?;
    let found = statement.query_row(params![finished, abandoned, table], |row| row.get(0)).optional()?;
    Ok(found.unwrap_or(false))
}

/// The ids of a table's entries, the last one first.
fn links(connection: &Connection, end: &End) -> rusqlite::Result<Vec<i64>> {
    let mut before = connection.prepare_cached("SELECT before FROM entries WHERE id = ?1")?;
    let (mut ids, mut id) = (Vec::with_capacity(end.n as usize), end.id);
    while id != 0 && ids.len() < end.n as usize {
        ids.push(id);
        id = before.query_row([id], |row| row.get(0)).optional()?.unwrap_or(0);
    }
    Ok(ids)
}

fn delete(connection: &Connection, table: TableId) -> rusqlite::Result<()> {
    if let Some(end) = schema::end(connection, table)? {
        let mut entry = connection.prepare_cached("DELETE FROM entries WHERE id = ?1 AND table_id = ?2")?;
        for id in links(connection, &end)? {
            entry.execute([id, table])?;
        }
    }
    for sql in [
        "DELETE FROM ends WHERE table_id = ?1",
        "DELETE FROM guests WHERE table_id = ?1",
        "DELETE FROM analyses WHERE table_id = ?1",
        "DELETE FROM tables WHERE id = ?1",
        // What is left says that the number was given out; no other table gets it.
        "INSERT INTO marks (table_id, edition) VALUES (?1, 1) ON CONFLICT DO UPDATE SET edition = edition + 1",
    ] {
        connection.prepare_cached(sql)?.execute([table])?;
    }
    Ok(())
}

fn rewrite(connection: &Connection, table: TableId, new: &Rewritten) -> rusqlite::Result<u64> {
    const ROW: &str = "UPDATE tables SET host = ?2, hash = ?3, summary = ?4 WHERE id = ?1";
    const MARK: &str =
        "INSERT INTO marks (table_id, edition) VALUES (?1, 1) ON CONFLICT DO UPDATE SET edition = edition + 1";
    let Some(end) = schema::end(connection, table)? else { return Ok(0) };
    let ids = links(connection, &end)?;
    if ids.len() != new.entries.len() {
        return Ok(0);
    }
    let first = chain::first(&new.row);
    let mut hash = first;
    let mut entry = connection.prepare_cached("UPDATE entries SET entry = ?2, hash = ?3 WHERE id = ?1")?;
    for ((n, text), id) in (1..).zip(&new.entries).zip(ids.iter().rev()) {
        hash = chain::next(&hash, n, text);
        entry.execute(params![id, text, hash])?;
    }
    connection.execute(ROW, params![table, new.row.host, first, columns::summary(&new.summary)])?;
    connection.execute("DELETE FROM guests WHERE table_id = ?1", [table])?;
    for guest in new.summary.guests() {
        connection.execute("INSERT INTO guests (table_id, guest) VALUES (?1, ?2)", params![table, guest])?;
    }
    connection.execute(MARK, [table]).map(|_| 1)
}

/// Returns how often a table was changed other than by an append, and why it was closed. A file of an older version says
/// nothing about it.
pub fn mark(connection: &Connection, table: TableId) -> (i64, Option<String>) {
    let found = connection.prepare_cached("SELECT edition, closed FROM marks WHERE table_id = ?1");
    let found = found.and_then(|mut statement| statement.query_row([table], |row| Ok((row.get(0)?, row.get(1)?))));
    found.unwrap_or_default()
}
