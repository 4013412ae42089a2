//! Looking after the store while the server runs: what changes from outside is noticed, what is old is deleted, and who
//! wants to be forgotten is.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::protocol::{GuestData, GuestTable};
use crate::room::{self, Room};
use crate::server::{Server, ServerError};
use crate::store::{Expiry, Rewritten, Stored};
use crate::table::Request;

/// How often it is looked whether a table was closed, deleted or changed from outside.
pub const NOTICE: Duration = Duration::from_secs(5);
/// How often it is looked whether something is old enough to be deleted.
pub const EXPIRE: Duration = Duration::from_secs(60 * 60);
/// So many tables are deleted at once.
const BATCH: u32 = 100;
/// How often a table is written again that goes on meanwhile.
const TRIES: usize = 20;

impl Server {
    /// Notices which of the tables in memory were changed other than by an append; these are read again.
    pub async fn notice(&self) {
        let tables = self.tables.numbers();
        if tables.is_empty() {
            return;
        }
        let editions: HashMap<_, _> = match self.store.keeping().editions(tables.clone()).await {
            Ok(editions) => editions.into_iter().collect(),
            Err(error) => return tracing::warn!(%error, "whether tables were changed is not known"),
        };
        for table in tables {
            let edition = editions.get(&table).copied();
            // Nearly all were never changed.
            if edition != Some(0) {
                self.tables.hand(table, || Request::Edition(edition));
            }
        }
    }

    /// Deletes what is older than it shall be kept.
    pub async fn expire(&self) {
        let since = |kept: Option<Duration>| kept.and_then(|kept| SystemTime::now().checked_sub(kept));
        let since = Expiry { finished: since(self.config.keep), abandoned: since(self.config.keep_abandoned) };
        if since == Expiry::default() {
            return;
        }
        if let Some(finished) = since.finished {
            // A study is like a match that is over.
            if let Err(error) = self.store.papers().expire_studies(finished).await {
                tracing::warn!(%error, "old studies could not be deleted");
            }
        }
        let mut all = 0;
        loop {
            match self.store.keeping().expire(since, BATCH).await {
                Ok(deleted) => {
                    all += deleted;
                    if deleted < u64::from(BATCH) {
                        break;
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "old tables could not be deleted");
                    break;
                }
            }
        }
        if all > 0 {
            tracing::info!(tables = all, "old tables were deleted");
        }
    }

    /// Returns everything that is kept about a guest.
    pub async fn data_of(&self, guest: &str) -> Result<GuestData, ServerError> {
        let mut tables = Vec::new();
        for code in self.store.keeping().naming(guest.to_owned()).await? {
            let Some(Stored { row, entries, .. }) = self.store.open(&code).await? else { continue };
            let room::Traces { names, said } = room::traces(&entries, guest);
            tables.push(GuestTable { code, game: row.game, opened: row.host == guest, names, said });
        }
        Ok(GuestData { guest: guest.to_owned(), tables })
    }

    /// Takes everything out that is kept about a guest: somebody without a name has played instead. Returns the tables.
    pub async fn forget_guest(self: &Arc<Self>, guest: &str) -> Result<GuestData, ServerError> {
        let known = self.data_of(guest).await?;
        for GuestTable { code, .. } in &known.tables {
            let mut forgotten = false;
            for _ in 0..TRIES {
                forgotten = self.forget_at(code, guest).await?;
                if forgotten {
                    break;
                }
            }
            if !forgotten {
                return Err(ServerError::Busy(format!("The table {code} goes on too fast; try again in a moment.")));
            }
        }
        Ok(known)
    }

    /// Takes a guest out of one table; `false` if it has gone on meanwhile.
    async fn forget_at(self: &Arc<Self>, code: &str, guest: &str) -> Result<bool, ServerError> {
        let Some(Stored { id, row, entries, damage, .. }) = self.store.open(code).await? else { return Ok(true) };
        let (row, entries) = room::forget(&row, &entries, guest);
        let summary = Room::restore(&self.games, row.clone(), &entries, damage)?.summary();
        if damage.is_some() {
            let why = format!(
                "The table {code} is damaged and cannot be changed; ask whoever runs this server to delete it."
            );
            return Err(ServerError::Broken(why));
        }
        let done = self.store.keeping().rewrite(id, Rewritten { row, entries, summary }).await?;
        if done {
            self.tables.hand(id, || Request::Edition(None));
        }
        Ok(done)
    }
}
