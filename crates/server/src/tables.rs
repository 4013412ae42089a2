//! The tables in memory, by their codes.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use tokio::sync::{mpsc, oneshot};

use crate::codes;
use crate::gate::subnet;
use crate::misses::Tries;
use crate::protocol::{Phase, TableInfo};
use crate::room::Room;
use crate::server::{Server, ServerError, off_thread};
use crate::store::{Listed, Summary, TableId};
use crate::table::{Request, Table};

/// Requests that may wait for a table.
const INBOX: usize = 256;
/// How often a table that is just being put away is looked up again.
const TRIES: usize = 3;

/// Queues of those who want a table read; tables share them.
const QUEUES: usize = 64;

/// Where to reach each table that is in memory.
pub struct Tables {
    open: Mutex<HashMap<String, mpsc::Sender<Request>>>,
    /// Whoever reads a table stands in its queue, so that it is read once when all its players come back together.
    queues: [tokio::sync::Mutex<()>; QUEUES],
}

impl Default for Tables {
    fn default() -> Tables {
        Tables { open: Mutex::default(), queues: std::array::from_fn(|_| tokio::sync::Mutex::default()) }
    }
}

impl Tables {
    fn queue(&self, code: &str) -> &tokio::sync::Mutex<()> {
        let mut hasher = DefaultHasher::new();
        code.hash(&mut hasher);
        &self.queues[hasher.finish() as usize % QUEUES]
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
    /// Returns the code of the table that somebody asks for by its link or by its words. Whoever is wrong too often has to
    /// wait; whoever has a link or a seat does not wait for others at the same address.
    pub async fn find(&self, address: IpAddr, guest: &str, code: &str) -> Result<String, ServerError> {
        let no_table = || ServerError::NoTable(polynya_engine::excerpt(code));
        let address = subnet(address);
        if codes::is_link(code) {
            if self.tables.living(code).is_some() || self.store.listed(code).await?.is_some() {
                return Ok(code.to_owned());
            }
            pay(&self.misses, address)?;
            return Err(no_table());
        }
        let paid = pay(&self.misses, address);
        let found = if codes::is_spoken(code) { self.called(code).await? } else { None };
        let sits = |listed: &Listed| {
            listed.summary.as_ref().is_some_and(|summary| summary.guests().iter().any(|other| *other == guest))
        };
        match (paid, found) {
            (Ok(()), Some(listed)) => {
                self.misses.iter().for_each(|misses| misses.give_back(&address));
                if listed.code != code {
                    pay(&self.calls, listed.id)?;
                }
                Ok(listed.code)
            }
            (Err(_), Some(listed)) if sits(&listed) => Ok(listed.code),
            (Ok(()), None) => Err(no_table()),
            (Err(wait), _) => Err(wait),
        }
    }

    /// The table that has these words: for ever, if it was opened by an older program, or while people gather.
    async fn called(&self, words: &str) -> Result<Option<Listed>, ServerError> {
        if let Some(listed) = self.store.listed(words).await? {
            return Ok(Some(listed));
        }
        let Some(listed) = self.store.spoken(words).await? else { return Ok(None) };
        let phase = match &listed.summary {
            Some(summary) => summary.phase,
            None => self.summarize(&listed.code, listed.touched).await?.phase,
        };
        Ok((phase == Phase::Gathering).then_some(listed))
    }

    /// Returns the way to a table, which is read from the store if it is not in memory.
    pub async fn table(self: &Arc<Self>, code: &str) -> Result<mpsc::Sender<Request>, ServerError> {
        if let Some(sender) = self.tables.living(code) {
            return Ok(sender);
        }
        let _turn = self.tables.queue(code).lock().await;
        if let Some(sender) = self.tables.living(code) {
            return Ok(sender);
        }
        let (id, room) = self.read(code).await?;
        let (sender, inbox) = mpsc::channel(INBOX);
        self.tables.open().insert(code.to_owned(), sender.clone());
        let table = Table::new(Arc::clone(self), id, room, inbox, sender.downgrade());
        tokio::spawn(table.run());
        Ok(sender)
    }

    /// Returns a table as the store has it.
    pub async fn read(&self, code: &str) -> Result<(TableId, Room), ServerError> {
        let no_table = || ServerError::NoTable(polynya_engine::excerpt(code));
        let stored = self.store.open(code).await?.ok_or_else(no_table)?;
        // A long table takes a while, and the others do not wait for it.
        let games = Arc::clone(&self.games);
        let room = off_thread(move || Room::fold(&games, stored.row, &stored.entries)).await?.map_err(|error| {
            tracing::error!(code, %error, "the entries of a table do not hold");
            ServerError::Broken(format!("the table {code} cannot be read: {error}"))
        })?;
        Ok((stored.id, room))
    }

    /// Asks a table something.
    pub async fn ask<T>(
        self: &Arc<Self>,
        code: &str,
        request: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<T, ServerError> {
        for _ in 0..TRIES {
            if let Some(answer) = ask_one(self.table(code).await?, &request).await {
                return Ok(answer);
            }
        }
        Err(ServerError::Broken(format!("the table {code} does not answer")))
    }

    /// Returns a table as the lobby shows it, and does not wake it if it sleeps.
    pub async fn info(&self, guest: &str, code: &str) -> Result<TableInfo, ServerError> {
        let listed = self.store.listed(code).await?;
        let listed = listed.ok_or_else(|| ServerError::NoTable(polynya_engine::excerpt(code)))?;
        self.info_of(guest, listed).await
    }

    /// Returns a listed table as the lobby shows it: only one that is in memory is asked.
    pub async fn info_of(&self, guest: &str, listed: Listed) -> Result<TableInfo, ServerError> {
        if let Some(table) = self.tables.living(&listed.code) {
            let request = |reply| Request::Info { guest: guest.to_owned(), reply };
            if let Some(info) = ask_one(table, request).await {
                return info;
            }
        }
        let idle = SystemTime::now().duration_since(listed.touched).map_or(0, |since| since.as_secs() as u32);
        let summary = match listed.summary {
            Some(summary) => summary,
            None => self.summarize(&listed.code, listed.touched).await?,
        };
        if let Some(reason) = summary.bars(guest) {
            return Err(ServerError::Forbidden(reason.to_owned()));
        }
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
    async fn summarize(&self, code: &str, touched: SystemTime) -> Result<Summary, ServerError> {
        let (id, room) = self.read(code).await?;
        self.store.summarize(id, room.summary(), touched).await?;
        Ok(room.summary())
    }
}

/// Takes a try, if tries are counted.
fn pay<K: Eq + Hash>(tries: &Option<Tries<K>>, key: K) -> Result<(), ServerError> {
    tries.as_ref().map_or(Ok(()), |tries| tries.take(key)).map_err(ServerError::Guessing)
}

/// Asks a table something; nothing if it is just being put away.
async fn ask_one<T>(table: mpsc::Sender<Request>, request: impl Fn(oneshot::Sender<T>) -> Request) -> Option<T> {
    let (reply, answer) = oneshot::channel();
    table.send(request(reply)).await.ok()?;
    answer.await.ok()
}
