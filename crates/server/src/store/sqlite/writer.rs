//! The thread that writes: it takes all that waits, commits it in one transaction, and answers.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rusqlite::{Connection, ErrorCode, Statement, params};
use tokio::sync::oneshot;

use super::file::Owned;
use super::schema::{self, End};
use crate::store::{Archived, KeptAnalysis, NewRow, StoreError, Summary, TableId, chain, columns};

/// What is to be written, and who wants to know.
pub struct Job {
    pub work: Work,
    /// Nobody, if it was answered when it was queued.
    pub answer: Option<oneshot::Sender<Result<TableId, StoreError>>>,
}

/// Something to write.
pub enum Work {
    /// A new table with its first entries, or one of another store.
    Create(Box<Archived>),
    /// One more entry.
    Append { table: TableId, n: u32, entry: String, summary: Option<Summary> },
    /// Another summary of a table, which was last touched at this time.
    Summarize { table: TableId, summary: Summary, touched: SystemTime },
    /// Something that whoever looks after the store wants done.
    Alter(Alteration),
    /// Nothing: answered when all that came before is committed.
    Nothing,
    /// The row of health checks, to see whether anything can be written.
    Probe,
    /// The end: what came before is committed and the database closed.
    Close,
}

/// A change of anything; it is done once.
pub struct Alteration(Mutex<Option<Change>>);

type Change = Box<dyn FnOnce(&Connection) -> rusqlite::Result<()> + Send>;

impl Alteration {
    /// Returns a change that is not done yet.
    pub fn new(change: impl FnOnce(&Connection) -> rusqlite::Result<()> + Send + 'static) -> Alteration {
        Alteration(Mutex::new(Some(Box::new(change))))
    }

    fn take(&self) -> Option<Change> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Commits begin at least this far apart, so that busy tables gather and share one.
const APART: Duration = Duration::from_millis(3);

/// After so long without a job the log is written back into the file.
const QUIET: Duration = Duration::from_secs(1);

/// How often somebody looks whether the file is still there while nothing is written.
const PATROL: Duration = Duration::from_secs(5);

/// The most that one commit takes.
const MAX_BATCH: usize = 4096;

/// This many tables are remembered by the number of their last entry; then all are forgotten and looked up again.
const REMEMBERED: usize = 1 << 16;

/// Writes until it is told to close or nobody can send any more. `reading` ends when nobody reads any more.
pub fn run(connection: Connection, jobs: Receiver<Job>, lost: &OnceLock<String>, owned: Owned, reading: &Receiver<()>) {
    let end = match Writer::new(&connection, &owned) {
        Ok(mut writer) => writer.run(&jobs, lost),
        Err(error) => refuse_all(&jobs, &error.to_string()),
    };
    let _ = reading.recv();
    // Closing writes the log back into the database; if that fails, the next opening does it.
    let _ = connection.close();
    drop(owned);
    drop(jobs);
    for (job, outcome) in end {
        job.answer(outcome);
    }
}

impl Job {
    fn answer(self, outcome: Result<TableId, StoreError>) {
        if let Some(answer) = self.answer {
            // Whoever asked may have gone away.
            let _ = answer.send(outcome);
        }
    }
}

/// What became of the last jobs; they are answered when the file is free.
type Last = Vec<(Job, Result<TableId, StoreError>)>;

fn refuse_all(jobs: &Receiver<Job>, why: &str) -> Last {
    while let Ok(job) = jobs.recv() {
        let closes = matches!(job.work, Work::Close);
        let refusal = Err(StoreError::Broken(why.to_owned()));
        if closes {
            return vec![(job, refusal)];
        }
        job.answer(refusal);
    }
    Vec::new()
}

/// Where a transaction has failed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Before,
    Commit,
}

/// The prepared statements and what the writer remembers.
struct Writer<'c> {
    connection: &'c Connection,
    owned: &'c Owned,
    ends: HashMap<TableId, End>,
    /// Why the last commit failed, if it did.
    failing: Option<String>,
    /// Does the log hold what the file does not?
    logged: bool,
    begin: Statement<'c>,
    commit: Statement<'c>,
    rollback: Statement<'c>,
    append: Statement<'c>,
    remove: Statement<'c>,
    advance: Statement<'c>,
    first: Statement<'c>,
    create: Statement<'c>,
    summarize: Statement<'c>,
    empty: Statement<'c>,
    guest: Statement<'c>,
    guests: Statement<'c>,
}

impl<'c> Writer<'c> {
    fn new(connection: &'c Connection, owned: &'c Owned) -> rusqlite::Result<Writer<'c>> {
        Ok(Writer {
            connection,
            owned,
            ends: HashMap::new(),
            failing: None,
            logged: true,
            begin: connection.prepare("BEGIN IMMEDIATE")?,
            commit: connection.prepare("COMMIT")?,
            rollback: connection.prepare("ROLLBACK")?,
            append: connection
                .prepare("INSERT INTO entries (table_id, n, before, entry, hash) VALUES (?1, ?2, ?3, ?4, ?5)")?,
            remove: connection.prepare("DELETE FROM entries WHERE id = ?1")?,
            advance: connection.prepare("UPDATE ends SET n = ?2, entry_id = ?3 WHERE table_id = ?1 AND n = ?2 - 1")?,
            first: connection.prepare("INSERT INTO ends (table_id, n, entry_id) VALUES (?1, 0, 0)")?,
            create: connection.prepare(
                "INSERT INTO tables
                (code, game, rules, options, seats, secret, host, takebacks, public, phase, created, spoken, origin, hash,
                summary, touched, id)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, 1 + max(
                    coalesce((SELECT max(id) FROM tables), 0), coalesce((SELECT max(table_id) FROM marks), 0)))",
            )?,
            // Once the match has begun nobody finds the table by its words any more.
            summarize: connection.prepare(
                "UPDATE tables SET phase = ?2, summary = ?3, touched = ?4,
                spoken = CASE ?2 WHEN 'gathering' THEN spoken END WHERE id = ?1",
            )?,
            empty: connection.prepare("DELETE FROM guests WHERE table_id = ?1")?,
            guest: connection.prepare("INSERT OR IGNORE INTO guests (table_id, guest) VALUES (?1, ?2)")?,
            guests: connection.prepare("SELECT guest FROM guests WHERE table_id = ?1 ORDER BY guest")?,
        })
    }

    fn run(&mut self, jobs: &Receiver<Job>, lost: &OnceLock<String>) -> Last {
        let mut batch: Vec<Job> = Vec::new();
        let mut next = Instant::now();
        while let Some(first) = self.next(jobs) {
            thread::sleep(next.saturating_duration_since(Instant::now()));
            next = Instant::now() + APART;
            batch.push(first);
            batch.extend(jobs.try_iter().take(MAX_BATCH));
            let outcomes = self.commit(&batch);
            let closes = batch.iter().any(|job| matches!(job.work, Work::Close));
            let done = batch.drain(..).zip(outcomes).inspect(|(job, outcome)| {
                if let (None, Err(error)) = (&job.answer, outcome) {
                    let _ = lost.set(format!("an entry was lost: {error}"));
                }
            });
            if closes {
                return done.collect();
            }
            done.for_each(|(job, outcome)| job.answer(outcome));
        }
        Vec::new()
    }

    /// The next job. When none has come for a while the log is written back, and the one file holds everything.
    fn next(&mut self, jobs: &Receiver<Job>) -> Option<Job> {
        loop {
            match jobs.recv_timeout(if self.logged { QUIET } else { PATROL }) {
                Err(RecvTimeoutError::Timeout) if self.logged => {
                    // Whoever reads just now only delays it.
                    let done =
                        self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0));
                    self.logged = !matches!(done, Ok(0));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(why) = self.owned.check() {
                        self.fails(why);
                    }
                }
                job => return job.ok(),
            }
        }
    }

    /// Writes all of them in one transaction; what is taken fails alone, everything else only together.
    fn commit(&mut self, batch: &[Job]) -> Vec<Result<TableId, StoreError>> {
        if self.ends.len() > REMEMBERED {
            self.ends.clear();
        }
        if batch.iter().all(|job| matches!(job.work, Work::Nothing | Work::Close)) {
            return batch
                .iter()
                .map(|_| self.failing.clone().map_or(Ok(0), |why| Err(StoreError::Broken(why))))
                .collect();
        }
        match self.try_commit(batch) {
            Ok(outcomes) => {
                self.logged = true;
                if self.failing.take().is_some() {
                    tracing::warn!(file = %self.owned.path().display(), "the file can be written again");
                }
                outcomes
            }
            Err(error) => {
                self.ends.clear();
                batch.iter().map(|_| Err(error.clone())).collect()
            }
        }
    }

    fn try_commit(&mut self, batch: &[Job]) -> Result<Vec<Result<TableId, StoreError>>, StoreError> {
        self.owned.check().map_err(|why| StoreError::Broken(self.fails(why)))?;
        let done = self.transact(|writer| batch.iter().map(|job| writer.write(&job.work)).collect());
        done.map_err(|(stage, error)| {
            self.roll_back();
            let why = self.fails(schema::explain(self.owned.name(), &error));
            // After a write that failed the commit may stand in the log and be found there by the next process, unless
            // another one is written over it.
            let unsure = stage == Stage::Commit && error.sqlite_error_code() == Some(ErrorCode::SystemIoFailure);
            if unsure && self.overwrite().is_err() { StoreError::Unsure(why) } else { StoreError::Broken(why) }
        })
    }

    /// Commits next to nothing in the place of a commit that has failed.
    fn overwrite(&mut self) -> Result<(), ()> {
        self.transact(Writer::probe).map_err(|_| self.roll_back())
    }

    /// Takes note of why nothing can be written, and tells the log if that is new.
    fn fails(&mut self, why: String) -> String {
        if self.failing.as_ref() != Some(&why) {
            tracing::error!(file = %self.owned.path().display(), "{why}");
        }
        self.failing = Some(why.clone());
        why
    }

    fn transact<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> rusqlite::Result<T>,
    ) -> Result<T, (Stage, rusqlite::Error)> {
        let before = |error| (Stage::Before, error);
        self.begin.execute([]).map_err(before)?;
        let done = work(self).map_err(before)?;
        self.commit.execute([]).map_err(|error| (Stage::Commit, error))?;
        Ok(done)
    }

    /// Writes the row of health checks, and an entry that is taken out again.
    fn probe(&mut self) -> rusqlite::Result<()> {
        let entry = self.append.insert(params![0, 0, 0, "", chain::Hash::default()])?;
        self.remove.execute([entry])?;
        schema::write_health(self.connection, columns::seconds(SystemTime::now()))
    }

    fn roll_back(&mut self) {
        if !self.connection.is_autocommit() {
            // If this fails too, so will the next beginning, and it will say why.
            let _ = self.rollback.execute([]);
        }
    }

    fn write(&mut self, work: &Work) -> rusqlite::Result<Result<TableId, StoreError>> {
        match work {
            Work::Create(new) => self.create(new),
            Work::Append { table, n, entry, summary } => self.append(*table, *n, entry, summary.as_ref()),
            Work::Summarize { table, summary, touched } => self.summarize(*table, summary, *touched),
            Work::Alter(change) => self.alter(change),
            Work::Probe => self.probe().map(|()| Ok(0)),
            Work::Nothing | Work::Close => Ok(Ok(0)),
        }
    }

    fn alter(&mut self, change: &Alteration) -> rusqlite::Result<Result<TableId, StoreError>> {
        change.take().map_or(Ok(()), |change| change(self.connection))?;
        // Tables may be gone now, or have other hashes.
        self.ends.clear();
        Ok(Ok(0))
    }

    fn create(&mut self, new: &Archived) -> rusqlite::Result<Result<TableId, StoreError>> {
        let Archived { row, phase, created, touched, summary, guests, entries, analysis } = new;
        let hash = chain::first(row);
        let NewRow { code, spoken, game, rules, options, seats, secret, host, takebacks, public, origin } = row;
        let (takebacks, phase) = (columns::takebacks(*takebacks), columns::phase(*phase));
        let row = params![
            code, game, rules, options, seats, secret, host, takebacks, public, phase, created, spoken, origin, hash,
            summary, touched
        ];
        if taken(self.create.insert(row))?.is_none() {
            return Ok(Err(StoreError::Taken));
        }
        let table = self.connection.last_insert_rowid();
        self.first.execute([table])?;
        let mut end = End { n: 0, id: 0, hash: Some(hash) };
        for entry in entries {
            end = self.add(table, end, entry)?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
        }
        for guest in guests {
            self.guest.execute(params![table, guest])?;
        }
        if let Some(KeptAnalysis { version, told }) = analysis {
            let mut keep = self.connection.prepare_cached("INSERT INTO analyses VALUES (?1, ?2, ?3)")?;
            keep.execute(params![table, version, told])?;
        }
        self.ends.insert(table, end);
        Ok(Ok(table))
    }

    fn append(
        &mut self,
        table: TableId,
        n: u32,
        entry: &str,
        summary: Option<&Summary>,
    ) -> rusqlite::Result<Result<TableId, StoreError>> {
        let Some(end) = self.end(table)? else { return Ok(Err(columns::no_table(table))) };
        if let Err(refusal) = columns::check_number(table, end.n, n) {
            return Ok(Err(refusal));
        }
        let Some(end) = self.add(table, end, entry)? else {
            self.ends.remove(&table);
            return Ok(Err(columns::no_table(table)));
        };
        self.ends.insert(table, end);
        if let Some(summary) = summary {
            self.write_summary(table, summary, SystemTime::now())?;
        }
        Ok(Ok(table))
    }

    fn end(&self, table: TableId) -> rusqlite::Result<Option<End>> {
        match self.ends.get(&table) {
            Some(end) => Ok(Some(*end)),
            None => schema::end(self.connection, table),
        }
    }

    /// Changes the summary, unless the table has gone on since it was made.
    fn summarize(
        &mut self,
        table: TableId,
        summary: &Summary,
        touched: SystemTime,
    ) -> rusqlite::Result<Result<TableId, StoreError>> {
        if self.end(table)?.is_some_and(|end| end.n == summary.n) {
            self.write_summary(table, summary, touched)?;
        }
        Ok(Ok(table))
    }

    /// Adds the entry after the end; fails if somebody else has added to the table. Nothing if it was deleted from outside.
    fn add(&mut self, table: TableId, end: End, entry: &str) -> rusqlite::Result<Option<End>> {
        let n = end.n + 1;
        // A damaged table is not opened, so nobody adds to it.
        let before = end.hash.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
        let hash = chain::next(&before, n, entry);
        let id = self.append.insert(params![table, n, end.id, entry, hash])?;
        match self.advance.execute(params![table, n, id])? {
            1 => Ok(Some(End { n, id, hash: Some(hash) })),
            0 if schema::end(self.connection, table)?.is_none() => {
                self.remove.execute([id])?;
                Ok(None)
            }
            changed => Err(rusqlite::Error::StatementChangedRows(changed)),
        }
    }

    fn write_summary(&mut self, table: TableId, summary: &Summary, touched: SystemTime) -> rusqlite::Result<()> {
        let (phase, json) = (columns::phase(summary.phase), columns::summary(summary));
        self.summarize.execute(params![table, phase, json, columns::seconds(touched)])?;
        let guests = summary.guests();
        let written: Vec<String> =
            self.guests.query_map([table], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        // Nearly always the same people sit there.
        if written != guests {
            self.empty.execute([table])?;
            for guest in guests {
                self.guest.execute(params![table, guest])?;
            }
        }
        Ok(())
    }
}

/// What was done; nothing if a key was taken. SQLite undoes that one statement and the transaction goes on.
fn taken<T>(done: rusqlite::Result<T>) -> rusqlite::Result<Option<T>> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => Ok(None),
        Err(error) => Err(error),
    }
}
