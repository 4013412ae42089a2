//! Analyses and studies in a database.

use std::time::SystemTime;

use tokio_postgres::Row;

use super::{Postgres, unwritable};
use crate::store::papers::{KeptAnalysis, KeptStudy, MAX_STUDIES, Papers};
use crate::store::{Answer, columns};

impl Papers for Postgres {
    fn keep_analysis(&self, code: String, analysis: KeptAnalysis) -> Answer<'_, ()> {
        const KEEP: &str = "INSERT INTO analyses SELECT id, $2, $3 FROM tables WHERE code = $1
            ON CONFLICT (table_id) DO UPDATE SET version = $2, told = $3";
        Box::pin(async move {
            let KeptAnalysis { version, told } = analysis;
            self.ask(KEEP, &[&unwritable(&code), &(version as i32), &told]).await.map(drop)
        })
    }

    fn analysis<'a>(&'a self, code: &'a str) -> Answer<'a, Option<KeptAnalysis>> {
        const KEPT: &str = "SELECT version, told FROM analyses JOIN tables ON id = table_id WHERE code = $1";
        Box::pin(async move { self.ask_for_one(KEPT, &[&unwritable(code)], analysis).await })
    }

    fn keep_study(&self, study: KeptStudy) -> Answer<'_, ()> {
        const KEEP: &str = "
            WITH kept AS (
                INSERT INTO studies (id, kept, record) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING number
            )
            DELETE FROM studies USING kept WHERE studies.number <= kept.number - $4";
        Box::pin(async move {
            let KeptStudy { id, kept, record } = study;
            self.ask(KEEP, &[&id, &kept, &record, &i64::from(MAX_STUDIES)]).await.map(drop)
        })
    }

    fn study<'a>(&'a self, id: &'a str) -> Answer<'a, Option<String>> {
        const STUDY: &str = "SELECT record FROM studies WHERE id = $1";
        Box::pin(async move { self.ask_for_one(STUDY, &[&unwritable(id)], |row| row.get(0)).await })
    }

    fn expire_studies(&self, before: SystemTime) -> Answer<'_, u64> {
        const EXPIRE: &str = "WITH gone AS (DELETE FROM studies WHERE kept < $1 RETURNING 1) SELECT count(*) FROM gone";
        Box::pin(async move {
            let rows = self.ask(EXPIRE, &[&columns::seconds(before)]).await?;
            Ok(rows.first().map_or(0, |row| row.get::<_, i64>(0) as u64))
        })
    }
}

/// An analysis, from a row with its version and what is told.
pub fn analysis(row: &Row) -> KeptAnalysis {
    KeptAnalysis { version: row.get::<_, i32>(0) as u32, told: row.get(1) }
}
