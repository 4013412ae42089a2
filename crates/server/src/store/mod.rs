//! Where tables are kept: an append-only list of entries for each of them.
//!
//! The position of a table is the fold of its entries; nothing is ever changed or taken out. An append names the
//! number that its entry shall have, and a number is given once: of two writers the second is told [`StoreError::Taken`],
//! reads the tail and judges again. That is all that several nodes on one database would need.

mod sqlite;

use std::pin::Pin;

use thiserror::Error;

use crate::protocol::{Phase, Takebacks};

pub use sqlite::{Sqlite, Wait};

/// A table's number in the store.
pub type TableId = i64;

/// An answer that takes a while.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A place where tables are kept.
pub trait Store: Send + Sync + 'static {
    /// Opens a table with its first entries, numbered from 1. [`StoreError::Taken`] if the code is in use.
    fn create(&self, table: NewRow, entries: Vec<String>, summary: Summary) -> Answer<'_, TableId>;
    /// Adds entry `n`, and changes the summary if one is given. It is safe on the disk when this is answered.
    fn append(&self, table: TableId, n: u32, entry: String, summary: Option<Summary>) -> Answer<'_, ()>;
    /// A table with all its entries.
    fn open<'a>(&'a self, code: &'a str) -> Answer<'a, Option<Stored>>;
    /// The codes of the tables at which this guest sits and which are not over, the newest first, at most `most`.
    fn of_guest<'a>(&'a self, guest: &'a str, most: u32) -> Answer<'a, Vec<String>>;
    /// The codes of the tables that are open to everybody and not over, the newest first, at most `most`.
    fn public(&self, most: u32) -> Answer<'_, Vec<String>>;
    /// Answers once the store works: for health checks.
    fn ping(&self) -> Answer<'_, ()>;
    /// Commits what waits and closes the store.
    fn close(&self) -> Answer<'_, ()>;
}

/// What never changes about a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewRow {
    /// The code in its link.
    pub code: String,
    /// The game's id.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u16,
    /// The options, as JSON.
    pub options: String,
    /// How many seats it has.
    pub seats: u8,
    /// The server's part of the seed: 64 hexadecimal digits.
    pub secret: String,
    /// The guest who opened it.
    pub host: String,
    /// May steps be taken back?
    pub takebacks: Takebacks,
    /// Is it shown in the lobby?
    pub public: bool,
}

/// What the lobby looks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// How far the table is.
    pub phase: Phase,
    /// The guests who hold seats.
    pub guests: Vec<String>,
}

/// A table as it was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Its number.
    pub id: TableId,
    /// What never changes about it.
    pub row: NewRow,
    /// Its entries: the first is number 1.
    pub entries: Vec<String>,
}

/// Why the store did not do what it should.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Somebody else was first: the number of an entry or the code of a table is taken.
    #[error("somebody else was first")]
    Taken,
    /// The database says no.
    #[error("the store does not work: {0}")]
    Broken(String),
}
