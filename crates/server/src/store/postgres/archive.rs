//! Tables of a database, on their way to another store or from one.

use super::Postgres;
use crate::store::{Archived, StoreError, TableId, columns};

impl Postgres {
    /// Hands out every table in the order in which they were opened, also while nodes use the database. A table that is
    /// damaged is an error of its own; the others follow.
    pub async fn export(&self, mut each: impl FnMut(Result<Archived, StoreError>)) -> Result<(), StoreError> {
        const NEXT: &str = "SELECT id, code FROM tables WHERE id > $1 ORDER BY id LIMIT 1";
        let mut after: TableId = 0;
        while let Some((id, code)) = self.ask_for_one(NEXT, &[&after], |row| (row.get(0), row.get(1))).await? {
            after = id;
            each(self.archived(id, code).await);
        }
        Ok(())
    }

    async fn archived(&self, id: TableId, code: String) -> Result<Archived, StoreError> {
        const REST: &str = "SELECT phase, created, touched, summary,
            ARRAY (SELECT guest FROM guests WHERE table_id = id ORDER BY guest COLLATE \"C\")
            FROM tables WHERE id = $1";
        let gone = || StoreError::Broken(format!("table {code}: it is gone"));
        let stored = self.stored(&code).await?.ok_or_else(gone)?;
        if let Some(damage) = stored.damage {
            return Err(StoreError::Broken(format!("table {code}: {damage}")));
        }
        let rest = self.ask(REST, &[&id]).await?;
        let rest = rest.first().ok_or_else(gone)?;
        Ok(Archived {
            row: stored.row,
            phase: columns::phase_from(rest.get(0)),
            created: rest.get(1),
            touched: rest.get(2),
            summary: rest.get(3),
            guests: rest.get(4),
            entries: stored.entries,
        })
    }

    /// Takes a table over from another store. [`StoreError::Taken`] if its code is in use.
    pub async fn import(&self, table: Archived) -> Result<(), StoreError> {
        self.insert(table).await.map(drop)
    }
}
