//! Analyses and studies in a file.

use std::time::SystemTime;

use rusqlite::{Connection, OptionalExtension, params};

use super::keeping::Desk;
use super::{Sqlite, TableId};
use crate::store::papers::{KeptAnalysis, KeptStudy, MAX_STUDIES, Papers};
use crate::store::{Answer, columns};

impl Papers for Sqlite {
    fn keep_analysis(&self, code: String, analysis: KeptAnalysis) -> Answer<'_, ()> {
        const KEEP: &str = "INSERT INTO analyses SELECT id, ?2, ?3 FROM tables WHERE code = ?1
            ON CONFLICT DO UPDATE SET version = ?2, told = ?3";
        let kept = self.alter(move |connection| {
            let KeptAnalysis { version, told } = analysis;
            Ok(connection.execute(KEEP, params![code, version, told])? as u64)
        });
        Box::pin(async move { kept.await.map(drop) })
    }

    fn analysis<'a>(&'a self, code: &'a str) -> Answer<'a, Option<KeptAnalysis>> {
        let code = code.to_owned();
        self.look(move |connection| {
            let table = connection.query_row("SELECT id FROM tables WHERE code = ?1", [code], |row| row.get(0));
            table.optional()?.map_or(Ok(None), |table| analysis(connection, table))
        })
    }

    fn keep_study(&self, study: KeptStudy) -> Answer<'_, ()> {
        let kept = self.alter(move |connection| keep_study(connection, &study).map(|()| 1));
        Box::pin(async move { kept.await.map(drop) })
    }

    fn study<'a>(&'a self, id: &'a str) -> Answer<'a, Option<String>> {
        let id = id.to_owned();
        self.look(move |connection| {
            let found = connection.query_row("SELECT record FROM studies WHERE id = ?1", [id], |row| row.get(0));
            found.optional()
        })
    }

    fn expire_studies(&self, before: SystemTime) -> Answer<'_, u64> {
        let before = columns::seconds(before);
        self.alter(move |connection| Ok(connection.execute("DELETE FROM studies WHERE kept < ?1", [before])? as u64))
    }
}

/// Returns the analysis of a match.
pub fn analysis(connection: &Connection, table: TableId) -> rusqlite::Result<Option<KeptAnalysis>> {
    let mut statement = connection.prepare_cached("SELECT version, told FROM analyses WHERE table_id = ?1")?;
    statement.query_row([table], |row| Ok(KeptAnalysis { version: row.get(0)?, told: row.get(1)? })).optional()
}

/// Returns the next study after one with this number, and its own.
pub fn next_study(connection: &Connection, after: i64) -> rusqlite::Result<Option<(i64, KeptStudy)>> {
    const NEXT: &str = "SELECT number, id, kept, record FROM studies WHERE number > ?1 ORDER BY number LIMIT 1";
    let study =
        |row: &rusqlite::Row| Ok((row.get(0)?, KeptStudy { id: row.get(1)?, kept: row.get(2)?, record: row.get(3)? }));
    connection.prepare_cached(NEXT)?.query_row([after], study).optional()
}

fn keep_study(connection: &Connection, study: &KeptStudy) -> rusqlite::Result<()> {
    const KEEP: &str = "INSERT INTO studies (id, kept, record) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    const BOUND: &str = "DELETE FROM studies WHERE number <= (SELECT max(number) FROM studies) - ?1";
    let KeptStudy { id, kept, record } = study;
    connection.execute(KEEP, params![id, kept, record])?;
    connection.execute(BOUND, [MAX_STUDIES]).map(drop)
}
