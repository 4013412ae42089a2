//! The entries of a table as they stand in the file, each with the id of the one before it and its hash.

use rusqlite::{Connection, Row, params};

use super::schema::{self, End};
use crate::store::TableId;
use crate::store::chain::{self, Hash};

/// An entry as it was found.
struct Link {
    table: TableId,
    n: u32,
    before: i64,
    entry: String,
    hash: Option<Hash>,
}

impl Link {
    /// Whatever stands there: a text that is no text any more does not match its hash.
    fn read(row: &Row) -> rusqlite::Result<Link> {
        let entry = row.get_ref("entry")?.as_bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        Ok(Link {
            table: row.get("table_id")?,
            n: row.get("n")?,
            before: row.get("before")?,
            entry: entry.unwrap_or_default(),
            hash: row.get("hash").unwrap_or(None),
        })
    }
}

/// Returns the entries of a table up to its end, with their hashes; fewer if some are not there any more.
pub fn entries(connection: &Connection, table: TableId, end: &End) -> rusqlite::Result<Vec<(String, Option<Hash>)>> {
    let mut statement =
        connection.prepare_cached("SELECT table_id, n, before, entry, hash FROM entries WHERE id = ?1")?;
    let mut entries = Vec::with_capacity(end.n as usize);
    let mut id = end.id;
    for n in (1..=end.n).rev() {
        match statement.query_row([id], Link::read) {
            Ok(link) if link.table == table && link.n == n => {
                entries.push((link.entry, link.hash));
                id = link.before;
            }
            Ok(_) | Err(rusqlite::Error::QueryReturnedNoRows | rusqlite::Error::InvalidColumnType(..)) => {
                return scattered(connection, table);
            }
            Err(error) => return Err(error),
        }
    }
    entries.reverse();
    Ok(entries)
}

/// The first entries of a table, found one by one because one of them does not lead to the next.
fn scattered(connection: &Connection, table: TableId) -> rusqlite::Result<Vec<(String, Option<Hash>)>> {
    let mut statement = connection
        .prepare("SELECT table_id, n, before, entry, hash FROM entries WHERE table_id = ?1 ORDER BY n, id")?;
    let mut rows = statement.query([table])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        match Link::read(row) {
            Ok(link) if link.n as usize == entries.len() + 1 => entries.push((link.entry, link.hash)),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    Ok(entries)
}

/// Gives hashes to all tables and entries of a file that has none yet.
pub fn fill(connection: &Connection) -> rusqlite::Result<()> {
    let tables: Vec<(TableId, String)> = connection
        .prepare("SELECT id, code FROM tables")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (table, code) in tables {
        match fill_table(connection, table) {
            Err(rusqlite::Error::QueryReturnedNoRows | rusqlite::Error::InvalidColumnType(..)) => {
                tracing::warn!(table = code, "the table was damaged before entries had hashes; it will not open");
            }
            filled => filled?,
        }
    }
    Ok(())
}

fn fill_table(connection: &Connection, table: TableId) -> rusqlite::Result<()> {
    let row = connection.prepare_cached("SELECT * FROM tables WHERE id = ?1")?.query_row([table], schema::table_row)?;
    let Some(end) = schema::end(connection, table)? else { return Err(rusqlite::Error::QueryReturnedNoRows) };
    let mut entry = connection.prepare_cached("SELECT before, entry FROM entries WHERE id = ?1")?;
    let (mut found, mut id) = (Vec::new(), end.id);
    for _ in 0..end.n {
        let (before, text): (i64, String) = entry.query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        found.push((id, text));
        id = before;
    }
    let mut hash = chain::first(&row);
    connection.prepare_cached("UPDATE tables SET hash = ?2 WHERE id = ?1")?.execute(params![table, hash])?;
    let mut keep = connection.prepare_cached("UPDATE entries SET hash = ?2 WHERE id = ?1")?;
    for (n, (id, text)) in (1..).zip(found.iter().rev()) {
        hash = chain::next(&hash, n, text);
        keep.execute(params![id, hash])?;
    }
    Ok(())
}
