//! Looking after the tables of a database, also while nodes use it. Every change is one statement.

use super::{Postgres, unwritable};
use crate::store::chain::Hash;
use crate::store::keeping::{Expiry, Keeping, KeptGuest, KeptTable, Rewritten, Statistics};
use crate::store::{Answer, Archived, TableId, columns};

/// Whoever deletes what has expired holds this lock; tables have positive numbers.
const EXPIRING: i64 = -2;

/// Deletes everything of the tables in `doomed`, which is put before it.
const DELETE: &str = "
    entries_gone AS (DELETE FROM entries USING doomed WHERE table_id = id),
    ends_gone AS (DELETE FROM ends USING doomed WHERE table_id = id),
    guests_gone AS (DELETE FROM guests USING doomed WHERE table_id = id),
    analyses_gone AS (DELETE FROM analyses USING doomed WHERE table_id = id),
    marks_gone AS (DELETE FROM marks USING doomed WHERE table_id = id),
    tables_gone AS (DELETE FROM tables USING doomed WHERE tables.id = doomed.id)
    SELECT count(*) FROM doomed";

impl Keeping for Postgres {
    fn editions(&self, tables: Vec<TableId>) -> Answer<'_, Vec<(TableId, i64)>> {
        const EDITIONS: &str = "SELECT id, coalesce(edition, 0) FROM tables LEFT JOIN marks ON table_id = id
            WHERE id = ANY ($1)";
        Box::pin(async move {
            let rows = self.ask(EDITIONS, &[&tables]).await?;
            Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
        })
    }

    fn expire(&self, since: Expiry, most: u32) -> Answer<'_, u64> {
        let expire = format!(
            "WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($4) AS mine), doomed AS MATERIALIZED (
                SELECT id FROM turn, tables
                WHERE mine AND CASE phase WHEN 'over' THEN touched < $1 ELSE touched < $2 END LIMIT $3
            ), {DELETE}"
        );
        // Nothing has happened before the beginning of time.
        let [finished, abandoned] =
            [since.finished, since.abandoned].map(|since| since.map_or(i64::MIN, columns::seconds));
        Box::pin(async move {
            let rows = self.ask(&expire, &[&finished, &abandoned, &i64::from(most), &EXPIRING]).await?;
            Ok(rows.first().map_or(0, |row| row.get::<_, i64>(0) as u64))
        })
    }

    fn delete(&self, code: String) -> Answer<'_, bool> {
        let delete = format!("WITH doomed AS MATERIALIZED (SELECT id FROM tables WHERE code = $1), {DELETE}");
        Box::pin(async move {
            let rows = self.ask(&delete, &[&unwritable(&code)]).await?;
            Ok(rows.first().is_some_and(|row| row.get::<_, i64>(0) > 0))
        })
    }

    fn close_table(&self, code: String, why: String) -> Answer<'_, bool> {
        const CLOSE: &str = "INSERT INTO marks (table_id, edition, closed) SELECT id, 1, $2 FROM tables WHERE code = $1
            ON CONFLICT (table_id) DO UPDATE SET edition = marks.edition + 1, closed = $2 RETURNING table_id";
        Box::pin(async move { Ok(!self.ask(CLOSE, &[&unwritable(&code), &unwritable(&why)]).await?.is_empty()) })
    }

    fn naming(&self, guest: String) -> Answer<'_, Vec<String>> {
        const NAMING: &str = "SELECT code FROM tables WHERE host = $1 OR strpos(summary, $1) > 0
            OR id IN (SELECT table_id FROM entries WHERE strpos(entry, $1) > 0) ORDER BY id";
        Box::pin(async move {
            let rows = self.ask(NAMING, &[&unwritable(&guest)]).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    fn rewrite(&self, table: TableId, new: Rewritten) -> Answer<'_, bool> {
        const REWRITE: &str = "
            WITH current AS (
                SELECT table_id FROM ends WHERE table_id = $1 AND n = cardinality($2::text[]) FOR UPDATE
            ), changed AS (
                UPDATE entries SET entry = new.entry, hash = new.hash
                FROM current, unnest($2::text[], $3::bytea[]) WITH ORDINALITY AS new (entry, hash, n)
                WHERE entries.table_id = current.table_id AND entries.n = new.n
            ), ended AS (
                UPDATE ends SET hash = $4 FROM current WHERE ends.table_id = current.table_id
            ), shown AS (
                UPDATE tables SET host = $5, hash = $6, summary = $7 FROM current WHERE id = table_id
            ), gone AS (
                DELETE FROM guests USING current WHERE guests.table_id = current.table_id AND guest <> ALL ($8::text[])
            ), came AS (
                INSERT INTO guests (table_id, guest) SELECT table_id, guest FROM current, unnest($8::text[]) AS guest
                ON CONFLICT DO NOTHING
            ), marked AS (
                INSERT INTO marks (table_id, edition) SELECT table_id, 1 FROM current
                ON CONFLICT (table_id) DO UPDATE SET edition = marks.edition + 1
            )
            SELECT table_id FROM current";
        Box::pin(async move {
            let Rewritten { row, entries, summary } = new;
            let new = Archived::new(row, entries, &summary, 0);
            let (first, hashes) = new.hashes();
            let end = hashes.last().unwrap_or(&first).as_slice();
            let hashes: Vec<&[u8]> = hashes.iter().map(Hash::as_slice).collect();
            let (first, Archived { row, summary, guests, entries, .. }) = (first.as_slice(), &new);
            let rows = self.ask(REWRITE, &[&table, entries, &hashes, &end, &row.host, &first, summary, guests]).await?;
            Ok(!rows.is_empty())
        })
    }

    fn latest(&self, most: u32) -> Answer<'_, Vec<KeptTable>> {
        const LATEST: &str = "SELECT code, game, phase, created, touched, ends.n, closed,
            (SELECT count(*) FROM guests WHERE guests.table_id = id)
            FROM tables JOIN ends ON ends.table_id = id LEFT JOIN marks ON marks.table_id = id
            ORDER BY touched DESC, id DESC LIMIT $1";
        Box::pin(async move {
            let rows = self.ask(LATEST, &[&i64::from(most)]).await?;
            let kept = |row: &tokio_postgres::Row| KeptTable {
                code: row.get(0),
                game: row.get(1),
                phase: columns::phase_from(row.get(2)),
                created: columns::time(row.get(3)),
                touched: columns::time(row.get(4)),
                entries: row.get::<_, i32>(5) as u32,
                guests: row.get::<_, i64>(7) as u32,
                closed: row.get(6),
            };
            Ok(rows.iter().map(kept).collect())
        })
    }

    fn guests(&self, most: u32) -> Answer<'_, Vec<KeptGuest>> {
        const GUESTS: &str = "SELECT guest, count(*), max(touched) FROM guests JOIN tables ON id = table_id
            GROUP BY guest ORDER BY 3 DESC, guest LIMIT $1";
        Box::pin(async move {
            let rows = self.ask(GUESTS, &[&i64::from(most)]).await?;
            let guest = |row: &tokio_postgres::Row| KeptGuest {
                guest: row.get(0),
                tables: row.get::<_, i64>(1) as u32,
                touched: columns::time(row.get(2)),
            };
            Ok(rows.iter().map(guest).collect())
        })
    }

    fn statistics(&self) -> Answer<'_, Statistics> {
        const TABLES: &str = "SELECT game, phase, count(*) FROM tables GROUP BY 1, 2 ORDER BY 1, 2";
        const SUMS: &str = "SELECT (SELECT coalesce(sum(n), 0)::bigint FROM ends),
            (SELECT count(DISTINCT guest) FROM guests), pg_database_size(current_database())";
        Box::pin(async move {
            let tables = self.ask(TABLES, &[]).await?;
            let sums = self.ask(SUMS, &[]).await?;
            let sum = |at: usize| sums.first().map_or(0, |row| row.get::<_, i64>(at) as u64);
            let counted =
                |row: &tokio_postgres::Row| (row.get(0), columns::phase_from(row.get(1)), row.get::<_, i64>(2) as u64);
            let tables = tables.iter().map(counted).collect();
            Ok(Statistics { tables, entries: sum(0), guests: sum(1), bytes: sum(2) })
        })
    }
}
