//! Tables of a file, on their way to another store or from one.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension};

use super::{Sqlite, Work, papers, schema, stored};
use crate::store::{Archived, KeptStudy, StoreError, Stored, TableId, columns};

impl Sqlite {
    /// Hands out every table of a file in the order in which they were opened, also while a server uses it. A table that
    /// is damaged is an error of its own; the others follow.
    pub fn export(file: &Path, mut each: impl FnMut(Result<Archived, StoreError>)) -> Result<(), StoreError> {
        let (connection, version) = schema::open_to_check(file)?;
        if version < schema::HASHED {
            let name = file.display();
            return Err(StoreError::Broken(format!(
                "{name} is of an older version; start `polynya serve` once with it"
            )));
        }
        let broken = |error: rusqlite::Error| StoreError::Broken(schema::explain(file, &error));
        let mut after = 0;
        while let Some(code) = next(&connection, after).map_err(broken)? {
            after = code.0;
            each(archived(&connection, &code.1).map_err(broken).and_then(|found| found));
        }
        Ok(())
    }

    /// Hands out every study of a file, the oldest first, also while a server uses it.
    pub fn export_studies(file: &Path, mut each: impl FnMut(KeptStudy)) -> Result<(), StoreError> {
        let (connection, version) = schema::open_to_check(file)?;
        if version < schema::PAPERED {
            return Ok(());
        }
        let broken = |error: rusqlite::Error| StoreError::Broken(schema::explain(file, &error));
        let mut after = 0;
        while let Some((number, study)) = papers::next_study(&connection, after).map_err(broken)? {
            after = number;
            each(study);
        }
        Ok(())
    }

    /// Takes a table over from another store. [`StoreError::Taken`] if its code is in use.
    pub async fn import(&self, table: Archived) -> Result<(), StoreError> {
        self.write(Work::Create(Box::new(table))).await.map(drop)
    }
}

fn next(connection: &Connection, after: TableId) -> rusqlite::Result<Option<(TableId, String)>> {
    const NEXT: &str = "SELECT id, code FROM tables WHERE id > ?1 ORDER BY id LIMIT 1";
    connection.prepare_cached(NEXT)?.query_row([after], |row| Ok((row.get(0)?, row.get(1)?))).optional()
}

fn archived(connection: &Connection, code: &str) -> rusqlite::Result<Result<Archived, StoreError>> {
    const REST: &str = "SELECT phase, created, touched, summary FROM tables WHERE code = ?1";
    const GUESTS: &str = "SELECT guest FROM guests WHERE table_id = ?1 ORDER BY guest";
    let Some(stored) = stored(connection, code)? else {
        return Ok(Err(StoreError::Broken(format!("table {code}: it is not found by its code"))));
    };
    if let Some(damage) = stored.damage {
        return Ok(Err(StoreError::Broken(format!("table {code}: {damage}"))));
    }
    let guests =
        connection.prepare_cached(GUESTS)?.query_map([stored.id], |row| row.get(0))?.collect::<Result<_, _>>()?;
    connection.prepare_cached(REST)?.query_row([code], |row| {
        let phase: String = row.get(0)?;
        let (created, touched, summary) = (row.get(1)?, row.get(2)?, row.get(3)?);
        let phase = columns::phase_from(&phase);
        // A file of an older version has none.
        let analysis = papers::analysis(connection, stored.id).unwrap_or_default();
        let Stored { row, entries, .. } = stored;
        Ok(Ok(Archived { row, phase, created, touched, summary, guests, entries, analysis }))
    })
}
