//! The tables in memory, by their codes.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot};

use crate::codes;
use crate::room::Room;
use crate::server::{Server, ServerError, aside};
use crate::store::TableId;
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
    /// The way to a table, which is read from the store if it is not in memory; `None` if there is no such table.
    pub async fn table(self: &Arc<Self>, code: &str) -> Result<Option<mpsc::Sender<Request>>, ServerError> {
        if !codes::is_code(code) {
            return Ok(None);
        }
        if let Some(sender) = self.tables.living(code) {
            return Ok(Some(sender));
        }
        let _turn = self.tables.queue(code).lock().await;
        if let Some(sender) = self.tables.living(code) {
            return Ok(Some(sender));
        }
        let Some((id, room)) = self.read(code).await? else { return Ok(None) };
        let (sender, inbox) = mpsc::channel(INBOX);
        self.tables.open().insert(code.to_owned(), sender.clone());
        let table = Table::new(Arc::clone(self), id, room, inbox, sender.downgrade());
        tokio::spawn(table.run());
        Ok(Some(sender))
    }

    /// A table as the store has it; `None` if there is no such table.
    pub async fn read(&self, code: &str) -> Result<Option<(TableId, Room)>, ServerError> {
        let Some(stored) = self.store.open(code).await? else { return Ok(None) };
        // A long table takes a while, and the others do not wait for it.
        let room = aside(move || Room::fold(stored.row, &stored.entries)).await?.map_err(|trouble| {
            tracing::error!(code, %trouble, "the entries of a table do not hold");
            ServerError::Broken(format!("the table {code} cannot be read: {trouble}"))
        })?;
        Ok(Some((stored.id, room)))
    }

    /// Asks a table something; `None` if there is no such table.
    pub async fn ask<T>(
        self: &Arc<Self>,
        code: &str,
        request: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<Option<T>, ServerError> {
        for _ in 0..TRIES {
            let Some(table) = self.table(code).await? else { return Ok(None) };
            let (reply, answer) = oneshot::channel();
            if table.send(request(reply)).await.is_err() {
                continue;
            }
            if let Ok(answer) = answer.await {
                return Ok(Some(answer));
            }
        }
        Err(ServerError::Broken(format!("the table {code} does not answer")))
    }
}
