//! Tables in one SQLite file.
//!
//! One thread writes and one reads. The writer takes all appends that wait and commits them together, so that a hundred
//! busy tables share one wait for the disk; the reader has a connection of its own, so that a long table that is opened
//! holds up nobody. One process owns the file, whatever name it has.

mod archive;
mod check;
mod file;
mod keeping;
mod links;
mod papers;
mod schema;
mod writer;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::SystemTime;

use rusqlite::{Connection, OptionalExtension, Row, params};
use tokio::sync::oneshot;

use super::chain::{self, Hash};
use super::{Answer, Archived, Keeping, Listed, NewRow, Papers, Store, StoreError, Stored, Summary, TableId, columns};
pub use check::Checked;
use file::Owned;
pub use keeping::Outside;
use writer::{Job, Work};

/// When an append is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wait {
    /// When it is safe on the disk.
    #[default]
    Commit,
    /// When it is queued: faster, but a crash loses what was not committed yet.
    Queue,
}

/// In [`Wait::Queue`], one of this many entries of a table waits for the disk, so that the queue cannot grow for ever.
const AHEAD: u32 = 256;

/// A question for the reading thread.
type Question = Box<dyn FnOnce(&Connection) + Send>;

/// Tables in one SQLite file.
pub struct Sqlite {
    /// The file's name, for what is said about it.
    name: PathBuf,
    wait: Wait,
    jobs: Sender<Job>,
    questions: Mutex<Option<Sender<Question>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    /// In [`Wait::Queue`]: the last number of every table that was appended to; nothing once the store is closed.
    queued: Mutex<Option<HashMap<TableId, u32>>>,
    /// In [`Wait::Queue`]: why entries that were answered could not be committed. Nothing is answered after that.
    lost: Arc<OnceLock<String>>,
}

impl Sqlite {
    /// Opens the file, and makes it if there is none.
    pub fn open(file: &Path, wait: Wait) -> Result<Sqlite, StoreError> {
        let owned = Owned::take(file)?;
        let file = owned.path().to_owned();
        let name = owned.name().to_owned();
        let write = schema::open(&file)?;
        let read = schema::open_to_read(&file)?;
        owned.narrow();
        owned.remember_log();
        let (jobs, waiting) = mpsc::channel();
        let (questions, asked) = mpsc::channel::<Question>();
        let (reading, read_out) = mpsc::channel::<()>();
        let lost = Arc::new(OnceLock::new());
        let reader = spawn("store reader", move || {
            while let Ok(question) = asked.recv() {
                question(&read);
            }
            drop(read);
            drop(reading);
        })?;
        let seen = Arc::clone(&lost);
        let writer = spawn("store writer", move || writer::run(write, waiting, &seen, owned, &read_out))?;
        Ok(Sqlite {
            name,
            wait,
            jobs,
            questions: Mutex::new(Some(questions)),
            threads: Mutex::new(vec![reader, writer]),
            queued: Mutex::new(Some(HashMap::new())),
            lost,
        })
    }

    /// Hands work to the writer at once; the answer comes after its commit.
    fn write(&self, work: Work) -> impl Future<Output = Result<TableId, StoreError>> + Send + use<> {
        let (answer, answered) = oneshot::channel();
        let sent = self.jobs.send(Job { work, answer: Some(answer) });
        async move {
            sent.map_err(|_| closed())?;
            answered.await.unwrap_or_else(|_| Err(closed()))
        }
    }

    /// Asks the reader, after everything that was answered is committed.
    async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        if self.wait == Wait::Queue {
            self.write(Work::Nothing).await?;
        }
        let (answer, answered) = oneshot::channel();
        let question = Box::new(move |connection: &Connection| {
            // Whoever asked may have gone away.
            let _ = answer.send(question(connection));
        });
        self.questions.lock().expect(UNPOISONED).as_ref().ok_or_else(closed)?.send(question).map_err(|_| closed())?;
        let answer = answered.await.map_err(|_| closed())?;
        answer.map_err(|error| StoreError::Broken(schema::explain(&self.name, &error)))
    }

    /// Appends as soon as the number is known to be free; the writer follows.
    async fn queue(&self, table: TableId, n: u32, entry: String, summary: Option<Summary>) -> Result<(), StoreError> {
        if let Some(why) = self.lost.get() {
            return Err(StoreError::Broken(why.clone()));
        }
        if !self.queued().as_ref().ok_or_else(closed)?.contains_key(&table) {
            let end = self.read(move |connection| schema::end(connection, table)).await?;
            // Nobody appends to a table before it is here, so of several who looked all saw the same.
            let end = end.ok_or_else(|| columns::no_table(table))?;
            self.queued().as_mut().ok_or_else(closed)?.entry(table).or_insert(end.n);
        }
        let waits = {
            // Held while sending: entries of a table reach the writer in the order of their numbers.
            let mut queued = self.queued();
            let queued = queued.as_mut().ok_or_else(closed)?;
            let last = queued.get_mut(&table).expect("it was put there and nobody takes it out");
            columns::check_number(table, *last, n)?;
            *last = n;
            let work = Work::Append { table, n, entry, summary };
            if n.is_multiple_of(AHEAD) {
                Some(self.write(work))
            } else {
                self.jobs.send(Job { work, answer: None }).map_err(|_| closed())?;
                None
            }
        };
        match waits {
            Some(written) => written.await.map(drop),
            None => Ok(()),
        }
    }

    fn queued(&self) -> MutexGuard<'_, Option<HashMap<TableId, u32>>> {
        self.queued.lock().expect(UNPOISONED)
    }

    /// Stops the reader, then the writer after its last commit.
    fn stop(&self) -> impl Future<Output = Result<TableId, StoreError>> + Send + use<> {
        self.questions.lock().expect(UNPOISONED).take();
        // From here on nothing is queued, so whatever was answered comes before the end.
        self.queued().take();
        self.write(Work::Close)
    }
}

impl Store for Sqlite {
    fn create(&self, table: NewRow, entries: Vec<String>, summary: Summary) -> Answer<'_, TableId> {
        let last = entries.len() as u32;
        let new = Archived::new(table, entries, &summary, columns::seconds(SystemTime::now()));
        let created = self.write(Work::Create(Box::new(new)));
        Box::pin(async move {
            let id = created.await?;
            if let (Wait::Queue, Some(queued)) = (self.wait, self.queued().as_mut()) {
                queued.entry(id).or_insert(last);
            }
            Ok(id)
        })
    }

    fn append(&self, table: TableId, n: u32, entry: String, summary: Option<Summary>) -> Answer<'_, ()> {
        match self.wait {
            Wait::Commit => {
                let written = self.write(Work::Append { table, n, entry, summary });
                Box::pin(async move { written.await.map(drop) })
            }
            Wait::Queue => Box::pin(self.queue(table, n, entry, summary)),
        }
    }

    fn open<'a>(&'a self, code: &'a str) -> Answer<'a, Option<Stored>> {
        let code = code.to_owned();
        Box::pin(self.read(move |connection| stored(connection, &code)))
    }

    fn summarize(&self, table: TableId, summary: Summary, touched: SystemTime) -> Answer<'_, ()> {
        let written = self.write(Work::Summarize { table, summary, touched });
        Box::pin(async move { written.await.map(drop) })
    }

    fn of_guest<'a>(&'a self, guest: &'a str, most: u32) -> Answer<'a, Vec<Listed>> {
        const OF_GUEST: &str = "SELECT id, code, game, touched, summary, ends.n AS n FROM guests
            JOIN tables ON id = guests.table_id JOIN ends ON ends.table_id = id
            WHERE guest = ?1 AND phase <> 'over' ORDER BY id DESC LIMIT ?2";
        let guest = guest.to_owned();
        Box::pin(self.read(move |connection| {
            connection.prepare_cached(OF_GUEST)?.query_map(params![guest, most], listed)?.collect()
        }))
    }

    fn public(&self, most: u32) -> Answer<'_, Vec<Listed>> {
        // Only so many are looked at, the newest.
        const PUBLIC: &str = "WITH newest AS (SELECT id, host, origin FROM tables
                WHERE public = 1 AND phase <> 'over'
                AND id NOT IN (SELECT table_id FROM marks WHERE closed IS NOT NULL) ORDER BY id DESC LIMIT 2000),
            ranked AS (SELECT id, max(row_number() OVER (PARTITION BY host ORDER BY id DESC),
                iif(origin = 0, 1, row_number() OVER (PARTITION BY origin ORDER BY id DESC))) AS rank FROM newest)
            SELECT id, code, game, touched, summary, ends.n AS n, rank FROM ranked
            JOIN tables USING (id) JOIN ends ON table_id = id ORDER BY rank, id DESC LIMIT ?1";
        Box::pin(self.read(move |connection| connection.prepare_cached(PUBLIC)?.query_map([most], listed)?.collect()))
    }

    fn listed<'a>(&'a self, code: &'a str) -> Answer<'a, Option<Listed>> {
        const LISTED: &str = "SELECT id, code, game, touched, summary, ends.n AS n FROM tables
            JOIN ends ON table_id = id WHERE code = ?1";
        let code = code.to_owned();
        Box::pin(self.read(move |connection| connection.prepare_cached(LISTED)?.query_row([code], listed).optional()))
    }

    fn spoken<'a>(&'a self, words: &'a str) -> Answer<'a, Option<Listed>> {
        const SPOKEN: &str = "SELECT id, code, game, touched, summary, ends.n AS n FROM tables
            JOIN ends ON table_id = id WHERE spoken = ?1";
        let words = words.to_owned();
        Box::pin(self.read(move |connection| connection.prepare_cached(SPOKEN)?.query_row([words], listed).optional()))
    }

    fn ping(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            self.write(Work::Probe).await?;
            self.read(|connection| connection.query_row("SELECT written FROM health", [], |_| Ok(()))).await
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move { self.stop().await.map(drop) })
    }

    fn keeping(&self) -> &dyn Keeping {
        self
    }

    fn papers(&self) -> &dyn Papers {
        self
    }
}

/// Waits until all is committed and the file is free for the next owner.
impl Drop for Sqlite {
    fn drop(&mut self) {
        drop(self.stop());
        for thread in self.threads.lock().expect(UNPOISONED).drain(..) {
            // A thread that fell over has told the standard error already.
            let _ = thread.join();
        }
    }
}

const UNPOISONED: &str = "nothing panics while it holds this lock";

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, StoreError> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(work)
        .map_err(|error| StoreError::Broken(format!("no thread for the {name}: {error}")))
}

fn closed() -> StoreError {
    StoreError::Closed
}

fn stored(connection: &Connection, code: &str) -> rusqlite::Result<Option<Stored>> {
    let mut statement = connection.prepare_cached("SELECT * FROM tables WHERE code = ?1")?;
    let found = statement.query_row([code], |row| {
        Ok((row.get("id")?, schema::table_row(row)?, row.get::<_, Option<Hash>>("hash").unwrap_or(None)))
    });
    let Some((id, row, hash)) = found.optional()? else { return Ok(None) };
    let end = schema::end(connection, id)?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
    let entries = links::entries(connection, id, &end)?;
    let damage = chain::damage(&row, hash.as_ref(), &entries, end.n);
    let (edition, closed) = keeping::mark(connection, id);
    let entries = entries.into_iter().map(|(entry, _)| entry).collect();
    Ok(Some(Stored { id, row, entries, damage, edition, closed }))
}

fn listed(row: &Row) -> rusqlite::Result<Listed> {
    let summary: Option<String> = row.get("summary")?;
    Ok(Listed {
        id: row.get("id")?,
        code: row.get("code")?,
        game: row.get("game")?,
        touched: columns::time(row.get("touched")?),
        summary: columns::summary_from(summary.as_deref(), row.get("n")?),
        rank: row.get("rank").unwrap_or(1),
    })
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Broken(error.to_string())
    }
}
