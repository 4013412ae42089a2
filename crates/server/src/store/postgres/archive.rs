//! Tables of a database, on their way to another store or from one.

use tokio_postgres::{IsolationLevel, Transaction};

use super::trouble::{Trouble, broken};
use super::{ENTRIES, Postgres, TABLE, papers, stored};
use crate::store::{Archived, KeptStudy, StoreError, TableId, columns};

impl Postgres {
    /// Hands out every table in the order in which they were opened, all as they were at one moment, also while nodes use
    /// the database. A table that is damaged is an error of its own; the others follow.
    pub async fn export(&self, mut each: impl FnMut(Result<Archived, StoreError>)) -> Result<(), StoreError> {
        const NEXT: &str = "SELECT id, code FROM tables WHERE id > $1 ORDER BY id LIMIT 1";
        let mut client = self.pool.get().await.map_err(|error| Trouble::from(error).explain())?;
        let moment = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
        let moment = moment.start().await.map_err(broken)?;
        let mut after: TableId = 0;
        while let Some(next) = moment.query_opt(NEXT, &[&after]).await.map_err(broken)? {
            after = next.get(0);
            each(archived(&moment, next.get(1)).await);
        }
        moment.commit().await.map_err(broken)
    }

    /// Hands out every study, the oldest first, also while nodes use the database.
    pub async fn export_studies(&self, mut each: impl FnMut(KeptStudy)) -> Result<(), StoreError> {
        const NEXT: &str = "SELECT number, id, kept, record FROM studies WHERE number > $1 ORDER BY number LIMIT 1";
        let mut after: i64 = 0;
        while let Some(row) = self.ask(NEXT, &[&after]).await?.first() {
            after = row.get(0);
            each(KeptStudy { id: row.get(1), kept: row.get(2), record: row.get(3) });
        }
        Ok(())
    }

    /// Takes a table over from another store. [`StoreError::Taken`] if its code is in use.
    pub async fn import(&self, table: Archived) -> Result<(), StoreError> {
        self.insert(table).await.map(drop)
    }
}

async fn archived(moment: &Transaction<'_>, code: &str) -> Result<Archived, StoreError> {
    const GUESTS: &str = "SELECT guest FROM guests WHERE table_id = $1 ORDER BY guest COLLATE \"C\"";
    const ANALYSIS: &str = "SELECT version, told FROM analyses WHERE table_id = $1";
    let found = moment.query_one(TABLE, &[&code]).await.map_err(broken)?;
    let (id, n): (TableId, i32) = (found.get("id"), found.get("n"));
    let stored = stored(&found, &moment.query(ENTRIES, &[&id, &n]).await.map_err(broken)?);
    if let Some(damage) = stored.damage {
        return Err(StoreError::Broken(format!("table {code}: {damage}")));
    }
    let guests = moment.query(GUESTS, &[&id]).await.map_err(broken)?;
    let analysis = moment.query_opt(ANALYSIS, &[&id]).await.map_err(broken)?;
    Ok(Archived {
        row: stored.row,
        phase: columns::phase_from(found.get("phase")),
        created: found.get("created"),
        touched: found.get("touched"),
        summary: found.get("summary"),
        guests: guests.iter().map(|row| row.get(0)).collect(),
        entries: stored.entries,
        analysis: analysis.as_ref().map(papers::analysis),
    })
}
