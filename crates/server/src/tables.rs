//! The tables in memory, by their codes.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use crate::codes;
use crate::kept::{Key, Whole};
use crate::protocol::TableInfo;
use crate::room::Room;
use crate::routes::Prepared;
use crate::server::{Server, ServerError};
use crate::store::{Listed, Summary, TableId};
use crate::table::{Request, Table};

/// Requests that may wait for a table.
const INBOX: usize = 256;
/// How often a table that is just being put away is looked up again.
const TRIES: usize = 3;

/// About how many bytes a table takes in memory.
const WEIGHT: usize = 16 * 1024;
/// About how many bytes each step of its match takes.
const WEIGHT_OF_STEP: usize = 72;

/// From this many tables in memory on, those that nobody looks at are put away at once.
const CROWD: usize = 1000;

/// A queue of those who want a table read.
type Queue = tokio::sync::Mutex<()>;

/// Where to reach each table that is in memory.
#[derive(Default)]
pub struct Tables {
    open: Mutex<HashMap<String, mpsc::Sender<Request>>>,
    /// Whoever reads a table stands in its queue, so that it is read once when all its players come back together.
    queues: Mutex<HashMap<String, Weak<Queue>>>,
}

impl Tables {
    fn queue(&self, code: &str) -> Arc<Queue> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = queues.get(code).and_then(Weak::upgrade) {
            return queue;
        }
        if queues.len() == queues.capacity() {
            queues.retain(|_, queue| queue.strong_count() > 0);
        }
        let queue = Arc::default();
        queues.insert(code.to_owned(), Arc::downgrade(&queue));
        queue
    }

    /// Are there so many that one at which nobody looks is put away at once?
    pub fn is_crowded(&self) -> bool {
        self.open().len() > CROWD
    }

    fn open(&self) -> std::sync::MutexGuard<'_, HashMap<String, mpsc::Sender<Request>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets go of a table, if nobody else holds on to it; `true` if it may end.
    pub fn forget(&self, code: &str) -> bool {
        let mut open = self.open();
        let unused = open.get(code).is_none_or(|sender| sender.strong_count() == 1);
        if unused {
            open.remove(code);
        }
        unused
    }

    /// The way to a table whose task runs.
    fn living(&self, code: &str) -> Option<mpsc::Sender<Request>> {
        self.open().get(code).filter(|sender| !sender.is_closed()).cloned()
    }

    /// Every table in memory.
    pub fn all(&self) -> Vec<mpsc::Sender<Request>> {
        self.open().values().cloned().collect()
    }
}

impl Server {
    /// Returns the way to a table, which is read from the store if it is not in memory.
    pub async fn table(self: &Arc<Self>, address: IpAddr, code: &str) -> Result<mpsc::Sender<Request>, ServerError> {
        if let Some(sender) = self.tables.living(code) {
            return Ok(sender);
        }
        let queue = self.tables.queue(code);
        let _turn = queue.lock().await;
        if let Some(sender) = self.tables.living(code) {
            return Ok(sender);
        }
        let (id, room) = self.read(address, code).await?;
        let share = self.memory.take(address, WEIGHT + room.steps() as usize * WEIGHT_OF_STEP);
        let share = share.map_err(|denied| self.undone(address, denied.into()))?;
        let (sender, inbox) = mpsc::channel(INBOX);
        self.tables.open().insert(code.to_owned(), sender.clone());
        let table = Table::new(Arc::clone(self), id, room, share, inbox, sender.downgrade());
        tokio::spawn(table.run());
        Ok(sender)
    }

    /// Returns a table as the store has it, when it is the turn of this address.
    pub async fn read(self: &Arc<Self>, address: IpAddr, code: &str) -> Result<(TableId, Room), ServerError> {
        let (server, runtime, name) = (Arc::clone(self), Handle::current(), code.to_owned());
        // A long table takes a while, and the others do not wait for it.
        let read = self.reading.run(address, move || runtime.block_on(server.read_now(&name))).await;
        read.map_err(|undone| self.undone(address, undone))?
    }

    /// Returns a table as the store has it. A long one takes a while: only for threads that no table needs.
    async fn read_now(&self, code: &str) -> Result<(TableId, Room), ServerError> {
        let no_table = || ServerError::NoTable(polynya_engine::excerpt(code));
        if !codes::is_code(code) {
            return Err(no_table());
        }
        let stored = self.store.open(code).await?.ok_or_else(no_table)?;
        let room = Room::fold(&self.games, stored.row, &stored.entries).map_err(|error| {
            tracing::error!(code, %error, "the entries of a table do not hold");
            ServerError::Broken(format!("the table {code} cannot be read: {error}"))
        })?;
        Ok((stored.id, room))
    }

    /// Returns a whole match as it is told, when it is the turn of this address. A table that sleeps is not woken.
    pub async fn whole(self: &Arc<Self>, address: IpAddr, code: &str, what: Whole) -> Result<Prepared, ServerError> {
        if let Some(told) = self.kept.get(&Key { code: code.to_owned(), what, after: None }) {
            return Ok(told);
        }
        let (server, runtime, name) = (Arc::clone(self), Handle::current(), code.to_owned());
        self.job(address, move || runtime.block_on(server.tell_whole(&name, what))).await?
    }

    /// Tells a whole match. A long one takes a while: only for threads that no table needs.
    async fn tell_whole(&self, code: &str, what: Whole) -> Result<Prepared, ServerError> {
        let living = match self.tables.living(code) {
            Some(table) => ask_one(table, |reply| Request::Whole { what, reply }).await,
            None => None,
        };
        let told = match living {
            Some(told) => told,
            None => self.read_now(code).await?.1.whole(what),
        };
        let (after, tell) = told.ok_or(ServerError::NotBegun)?;
        let key = Key { code: code.to_owned(), what, after };
        if let Some(told) = self.kept.get(&key) {
            return Ok(told);
        }
        let told = Prepared::json(tell());
        self.kept.put(key, told.clone());
        Ok(told)
    }

    /// Asks a table something.
    pub async fn ask<T>(
        self: &Arc<Self>,
        address: IpAddr,
        code: &str,
        request: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<T, ServerError> {
        for _ in 0..TRIES {
            if let Some(answer) = ask_one(self.table(address, code).await?, &request).await {
                return Ok(answer);
            }
        }
        Err(ServerError::Broken(format!("the table {code} does not answer")))
    }

    /// Returns a table as the lobby shows it, and does not wake it if it sleeps.
    pub async fn info(self: &Arc<Self>, address: IpAddr, guest: &str, code: &str) -> Result<TableInfo, ServerError> {
        let listed = if codes::is_code(code) { self.store.listed(code).await? } else { None };
        let listed = listed.ok_or_else(|| ServerError::NoTable(polynya_engine::excerpt(code)))?;
        self.info_of(address, guest, listed).await
    }

    /// Returns a listed table as the lobby shows it: only one that is in memory is asked.
    pub async fn info_of(
        self: &Arc<Self>,
        address: IpAddr,
        guest: &str,
        listed: Listed,
    ) -> Result<TableInfo, ServerError> {
        if let Some(table) = self.tables.living(&listed.code) {
            let request = |reply| Request::Info { guest: guest.to_owned(), reply };
            if let Some(info) = ask_one(table, request).await {
                return Ok(info);
            }
        }
        let idle = SystemTime::now().duration_since(listed.touched).map_or(0, |since| since.as_secs() as u32);
        let summary = match listed.summary {
            Some(summary) => summary,
            None => self.summarize(address, &listed.code, listed.touched).await?,
        };
        Ok(TableInfo {
            code: listed.code,
            game: listed.game,
            phase: summary.phase,
            seats: summary.seat_infos(guest),
            your_turn: summary.waits_for(guest),
            idle,
        })
    }

    /// Summarises a table that was never summarised, or not since its last entry because the server was killed.
    async fn summarize(
        self: &Arc<Self>,
        address: IpAddr,
        code: &str,
        touched: SystemTime,
    ) -> Result<Summary, ServerError> {
        let (id, room) = self.read(address, code).await?;
        self.store.summarize(id, room.summary(), touched).await?;
        Ok(room.summary())
    }
}

/// Asks a table something; nothing if it is just being put away.
async fn ask_one<T>(table: mpsc::Sender<Request>, request: impl Fn(oneshot::Sender<T>) -> Request) -> Option<T> {
    let (reply, answer) = oneshot::channel();
    table.send(request(reply)).await.ok()?;
    answer.await.ok()
}
