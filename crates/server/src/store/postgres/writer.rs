//! The task that appends: it takes all that waits, writes it with one statement, and answers.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::SystemTime;

use deadpool_postgres::Pool;
use tokio::sync::{mpsc, oneshot};

use super::hearing::CHANNEL;
use super::persist;
use crate::codes;
use crate::store::{StoreError, Summary, TableId, columns};

/// An entry that is to be added.
pub struct Append {
    pub table: TableId,
    pub n: u32,
    pub entry: String,
    pub summary: Option<Summary>,
    /// Who wants to know.
    pub answer: oneshot::Sender<Result<(), StoreError>>,
}

/// The most that one statement takes: their tables and numbers, of 31 characters at most, fit into one notification.
const MAX_BATCH: usize = 240;

/// Moves the end of every table whose next number is wanted, adds the entries and tells the other nodes. Rows are locked in the order of their
/// numbers, so that two nodes cannot wait for each other.
const APPEND: &str = "
    WITH wanted AS (
        SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::text[])
            AS wanted (id, n, entry, phase, summary, guests)
    ), free AS MATERIALIZED (
        SELECT id, wanted.n, entry, phase, summary, guests::jsonb AS guests,
            sha256(hash || int4send(wanted.n) || convert_to(entry, 'UTF8')) AS hash
        FROM ends JOIN wanted ON table_id = id WHERE ends.n = wanted.n - 1 ORDER BY table_id FOR UPDATE OF ends
    ), moved AS (
        UPDATE ends SET n = free.n, hash = free.hash FROM free WHERE table_id = id
    ), added AS (
        INSERT INTO entries (table_id, n, entry, hash, writer) SELECT id, n, entry, hash, $7 FROM free
    ), shown AS (
        UPDATE tables SET phase = free.phase, summary = free.summary, touched = $8,
            spoken = CASE free.phase WHEN 'gathering' THEN spoken END
        FROM free WHERE tables.id = free.id AND free.summary IS NOT NULL
    ), gone AS (
        DELETE FROM guests USING free WHERE table_id = id AND NOT free.guests ? guest
    ), came AS (
        INSERT INTO guests (table_id, guest) SELECT id, guest FROM free, jsonb_array_elements_text(free.guests) AS guest
        ON CONFLICT DO NOTHING
    ), told AS (
        SELECT pg_notify($9, $10 || '+' || string_agg(id || '=' || n, ',')) FROM free HAVING count(*) > 0
    )
    SELECT id, (SELECT count(*) FROM told) FROM free";

/// How far the tables are whose next number was not the one that was wanted, and whether this writer wrote that one.
const MISSED: &str = "
    SELECT id, ends.n, coalesce(entries.writer = $3, false)
    FROM unnest($1::bigint[], $2::integer[]) AS wanted (id, n) JOIN ends ON ends.table_id = id
    LEFT JOIN entries ON entries.table_id = id AND entries.n = wanted.n";

/// The task that appends.
pub struct Writer {
    pool: Pool,
    node: String,
}

impl Writer {
    /// Returns one that is not running yet.
    pub fn new(pool: Pool, node: String) -> Writer {
        Writer { pool, node }
    }

    /// Writes until nobody can send any more.
    pub async fn run(self, mut waiting: mpsc::UnboundedReceiver<Append>) {
        let mut queue = VecDeque::new();
        loop {
            if queue.is_empty() {
                match waiting.recv().await {
                    Some(append) => queue.push_back(append),
                    None => return,
                }
            }
            while let Ok(append) = waiting.try_recv() {
                queue.push_back(append);
            }
            let batch = take_batch(&mut queue);
            let outcomes = self.write(&batch).await;
            for append in batch {
                let outcome = match &outcomes {
                    Ok(refusals) => refusals.get(&append.table).map_or(Ok(()), |refusal| Err(refusal.clone())),
                    Err(error) => Err(error.clone()),
                };
                // Whoever asked may have gone away.
                let _ = append.answer.send(outcome);
            }
        }
    }

    /// Writes them together; returns the tables whose number was not free.
    async fn write(&self, batch: &[Append]) -> Result<HashMap<TableId, StoreError>, StoreError> {
        let tables: Vec<TableId> = batch.iter().map(|append| append.table).collect();
        let numbers: Vec<i32> = batch.iter().map(|append| append.n as i32).collect();
        let entries: Vec<&str> = batch.iter().map(|append| append.entry.as_str()).collect();
        let summaries = || batch.iter().map(|append| append.summary.as_ref());
        let phases: Vec<Option<&str>> = summaries().map(|summary| Some(columns::phase(summary?.phase))).collect();
        let texts: Vec<Option<String>> = summaries().map(|summary| Some(columns::summary(summary?))).collect();
        let guests: Vec<Option<String>> = summaries().map(|summary| Some(guests(summary?))).collect();
        let writer = i64::from_le_bytes(codes::random());
        let now = columns::seconds(SystemTime::now());
        let (rows, again) = persist(
            &self.pool,
            APPEND,
            &[&tables, &numbers, &entries, &phases, &texts, &guests, &writer, &now, &CHANNEL, &self.node],
        )
        .await?;
        if rows.len() == batch.len() {
            return Ok(HashMap::new());
        }
        let written: HashSet<TableId> = rows.iter().map(|row| row.get(0)).collect();
        let missed: Vec<&Append> = batch.iter().filter(|append| !written.contains(&append.table)).collect();
        self.explain(&missed, writer, again).await
    }

    /// Why these were not written; after a lost connection some of them were, the first time.
    async fn explain(
        &self,
        missed: &[&Append],
        writer: i64,
        again: bool,
    ) -> Result<HashMap<TableId, StoreError>, StoreError> {
        let tables: Vec<TableId> = missed.iter().map(|append| append.table).collect();
        let numbers: Vec<i32> = missed.iter().map(|append| append.n as i32).collect();
        let (rows, _) =
            persist(&self.pool, MISSED, &[&tables, &numbers, &writer]).await.map_err(|error| match error {
                StoreError::Broken(why) if again => StoreError::Unsure(why),
                error => error,
            })?;
        let found: HashMap<TableId, (i32, bool)> =
            rows.iter().map(|row| (row.get(0), (row.get(1), row.get(2)))).collect();
        let refusal = |append: &&Append| {
            let refusal = match found.get(&append.table) {
                None => columns::no_table(append.table),
                Some((_, true)) => return None,
                // If the number has come free for us meanwhile, another node has just written the one before it.
                Some((last, false)) => match columns::check_number(append.table, *last as u32, append.n) {
                    Ok(()) => StoreError::Taken,
                    Err(refusal) => refusal,
                },
            };
            Some((append.table, refusal))
        };
        Ok(missed.iter().filter_map(refusal).collect())
    }
}

/// Takes the next appends, one of each table: the second of a table waits for the first.
fn take_batch(queue: &mut VecDeque<Append>) -> Vec<Append> {
    let mut tables = HashSet::new();
    let mut batch = Vec::new();
    let mut later = VecDeque::new();
    while let Some(append) = queue.pop_front() {
        let fits = batch.len() < MAX_BATCH && tables.insert(append.table);
        if fits { batch.push(append) } else { later.push_back(append) }
    }
    *queue = later;
    batch
}

/// The guests of a summary, as a JSON list.
fn guests(summary: &Summary) -> String {
    serde_json::to_string(&summary.guests()).expect("a list of texts is plain JSON")
}
