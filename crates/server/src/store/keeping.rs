//! What operators and guests do with tables that are kept: look at them, close and delete them, take a name out.

use std::time::SystemTime;

use super::{Answer, NewRow, Summary, TableId};
use crate::protocol::Phase;

/// A store whose tables are looked after. Everything may be done while servers use it: they notice within seconds.
pub trait Keeping: Send + Sync {
    /// Returns how often each of these tables was changed other than by an append; those that are gone are left out.
    fn editions(&self, tables: Vec<TableId>) -> Answer<'_, Vec<(TableId, i64)>>;
    /// Deletes tables at which nothing has happened since, at most so many; returns how many. Of several nodes one does it.
    fn expire(&self, since: Expiry, most: u32) -> Answer<'_, u64>;
    /// Deletes a table; `false` if there is none.
    fn delete(&self, code: String) -> Answer<'_, bool>;
    /// Lets nobody play at a table any more, and says why; `false` if there is none.
    fn close_table(&self, code: String, why: String) -> Answer<'_, bool>;
    /// Returns the codes of all tables that know this guest, the oldest first.
    fn naming(&self, guest: String) -> Answer<'_, Vec<String>>;
    /// Puts other entries in the place of those of a table; `false` if it does not have as many, and nothing is changed.
    fn rewrite(&self, table: TableId, new: Rewritten) -> Answer<'_, bool>;
    /// Returns the tables that were touched last, at most so many.
    fn latest(&self, most: u32) -> Answer<'_, Vec<KeptTable>>;
    /// Returns the guests who were at a table last, at most so many.
    fn guests(&self, most: u32) -> Answer<'_, Vec<KeptGuest>>;
    /// Counts what is kept.
    fn statistics(&self) -> Answer<'_, Statistics>;
}

/// Since when nothing has happened at tables that may be deleted; none to keep them for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Expiry {
    /// At those that are over.
    pub finished: Option<SystemTime>,
    /// At those that are not.
    pub abandoned: Option<SystemTime>,
}

/// A table with another list of as many entries.
pub struct Rewritten {
    /// What is said about the table; only the host is another.
    pub row: NewRow,
    /// Its entries.
    pub entries: Vec<String>,
    /// What the lobby shows of it.
    pub summary: Summary,
}

/// A table as operators see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptTable {
    /// The code in its link.
    pub code: String,
    /// The game's id.
    pub game: String,
    /// How far it is.
    pub phase: Phase,
    /// When it was opened.
    pub created: SystemTime,
    /// When something last happened.
    pub touched: SystemTime,
    /// How many entries it has.
    pub entries: u32,
    /// How many guests hold seats.
    pub guests: u32,
    /// Why it was closed, if it was.
    pub closed: Option<String>,
}

/// A guest as operators see them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptGuest {
    /// The hash of their cookie.
    pub guest: String,
    /// At how many tables they hold seats.
    pub tables: u32,
    /// When something last happened at one of these.
    pub touched: SystemTime,
}

/// What a store holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Tables, by game and phase.
    pub tables: Vec<(String, Phase, u64)>,
    /// Entries of all tables.
    pub entries: u64,
    /// Guests who hold seats.
    pub guests: u64,
    /// Bytes on the disk.
    pub bytes: u64,
}
