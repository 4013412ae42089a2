//! Where tables are kept: an append-only list of entries for each of them.
//!
//! The position of a table is the fold of its entries; nothing is changed or taken out, but by whoever looks after the
//! store (`keeping.rs`). An append names the
//! number that its entry is to have, and a number is given once: of two writers the second is told [`StoreError::Taken`],
//! reads the tail and judges again. That is all that several nodes on one database need to agree.

mod archive;
pub mod chain;
pub(crate) mod columns;
mod keeping;
mod papers;
mod postgres;
mod shared;
mod sqlite;

use std::pin::Pin;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::protocol::{Holder, Phase, SeatInfo, SeatNumber, SetNumber, Takebacks};
use crate::room::Hosting;
use polynya_catalog::character;

pub use archive::Archived;
pub use chain::Damage;
pub use keeping::{Expiry, Keeping, KeptGuest, KeptTable, Rewritten, Statistics};
pub use papers::{KeptAnalysis, KeptStudy, MAX_STUDIES, Papers};
pub use postgres::Postgres;
pub use shared::{News, NodeName, Shared};
pub use sqlite::{Checked, Outside, Sqlite, Wait};

/// A table's number in the store.
pub type TableId = i64;

/// An answer that takes a while.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A place where tables are kept.
pub trait Store: Send + Sync + 'static {
    /// Opens a table with its first entries, numbered from 1. [`StoreError::Taken`] if the code is in use.
    fn create(&self, table: NewRow, entries: Vec<String>, summary: Summary) -> Answer<'_, TableId>;
    /// Adds entry `n`, and changes the summary if one is given. It is safe on the disk when this returns.
    fn append(&self, table: TableId, n: u32, entry: String, summary: Option<Summary>) -> Answer<'_, ()>;
    /// A table with all its entries.
    fn open<'a>(&'a self, code: &'a str) -> Answer<'a, Option<Stored>>;
    /// Changes the summary of a table, unless it has entries that the summary does not know; `touched` is when something
    /// last happened at the table.
    fn summarize(&self, table: TableId, summary: Summary, touched: SystemTime) -> Answer<'_, ()>;
    /// Returns the tables at which this guest sits and which are not over, the newest first, at most `most`.
    fn of_guest<'a>(&'a self, guest: &'a str, most: u32) -> Answer<'a, Vec<Listed>>;
    /// Returns the tables that are open to everybody and not over, at most `most`: the newest of each guest and origin, then
    /// the second of each, and so on.
    fn public(&self, most: u32) -> Answer<'_, Vec<Listed>>;
    /// Returns the table that is found by these words.
    fn spoken<'a>(&'a self, words: &'a str) -> Answer<'a, Option<Listed>>;
    /// Returns one table as the lobby lists it.
    fn listed<'a>(&'a self, code: &'a str) -> Answer<'a, Option<Listed>>;
    /// Writes and reads something; an error says in one sentence what is wrong: for health checks.
    fn ping(&self) -> Answer<'_, ()>;
    /// Commits what waits and closes the store.
    fn close(&self) -> Answer<'_, ()>;
    /// Returns the same store as whoever looks after it sees it.
    fn keeping(&self) -> &dyn Keeping;
    /// Returns the same store as it keeps analyses and studies.
    fn papers(&self) -> &dyn Papers;
    /// Returns what several nodes can do with it; nothing if one process alone owns the store.
    fn shared(&self) -> Option<&dyn Shared> {
        None
    }
}

/// What never changes about a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewRow {
    /// The code in its link.
    pub code: String,
    /// The words by which it is found while people gather; the store forgets them when the match begins.
    pub spoken: Option<String>,
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
    /// Whence it was opened: addresses are spread over so many numbers that the lobby can be fair, and so few that nobody
    /// is recognised by one.
    pub origin: u16,
}

/// What the lobby shows of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The number of the entry after which the table was like this.
    pub n: u32,
    /// How far the table is.
    pub phase: Phase,
    /// Who sits where.
    pub seats: Vec<SeatSummary>,
    /// The seats that the table waits for.
    pub awaited: Vec<SeatNumber>,
    /// Is the match shown only to those who play it?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// The guest who is the host; a summary of an older program leaves it out.
    #[serde(default)]
    pub host: String,
    /// Guests who may not come back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
}

/// What the lobby shows of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatSummary {
    /// What the table calls it.
    pub name: String,
    /// What the game's sentences call it, if that is something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The set of pieces with which it plays, if it is another than that of its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<SetNumber>,
    /// What holds it.
    pub holder: Holder,
    /// The person's name or that of the bot's character; empty for an open seat.
    pub player: String,
    /// The bot that holds it; a summary of an older program has it in place of the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// The bot that plays for an absent person.
    pub cover: Option<String>,
    /// The guests whose devices may act for it.
    pub guests: Vec<String>,
    /// Has its holder added to the luck?
    #[serde(default)]
    pub adds: bool,
}

impl Summary {
    /// Returns the guests who hold seats, each once.
    pub fn guests(&self) -> Vec<&str> {
        let mut guests: Vec<&str> = self.seats.iter().flat_map(|seat| &seat.guests).map(String::as_str).collect();
        guests.sort_unstable();
        guests.dedup();
        guests
    }

    /// Returns the seats as this guest sees them while nobody but bots is present.
    pub fn seat_infos(&self, guest: &str) -> Vec<SeatInfo> {
        let named = |number: SeatNumber, seat: &SeatSummary| match (seat.holder, &seat.bot) {
            (Holder::Bot, None) => (character(&seat.player, number, &[]), Some(seat.player.clone())),
            _ => (seat.player.clone(), seat.bot.clone()),
        };
        let info = |(number, seat): (SeatNumber, &SeatSummary)| SeatInfo {
            seat: number,
            name: seat.name.clone(),
            said: seat.said.clone(),
            set: seat.set,
            holder: seat.holder,
            player: named(number, seat).0,
            bot: named(number, seat).1,
            cover: seat.cover.clone(),
            yours: seat.guests.iter().any(|own| own == guest),
            present: seat.holder == Holder::Bot,
            abandoned: false,
            idle: None,
            muted: false,
            host: !self.host.is_empty() && seat.guests.contains(&self.host),
            adds: seat.adds || seat.holder == Holder::Bot,
        };
        (1..).zip(&self.seats).map(info).collect()
    }

    /// Returns why this guest may not look at the table; nothing if they may.
    pub fn bars(&self, guest: &str) -> Option<&'static str> {
        let sits = self.guests().contains(&guest);
        let (host, removed) = (self.host.clone(), self.removed.clone());
        Hosting { closed: self.closed, removed, ..Hosting::new(host) }.bars(guest, self.phase, sits)
    }

    /// Does the table wait for this guest?
    pub fn waits_for(&self, guest: &str) -> bool {
        (1..).zip(&self.seats).any(|(number, seat): (SeatNumber, _)| {
            self.awaited.contains(&number) && seat.guests.iter().any(|own| own == guest)
        })
    }
}

/// A table as the lobby lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its number.
    pub id: TableId,
    /// The code in its link.
    pub code: String,
    /// The game's id.
    pub game: String,
    /// When something last happened, as far as the store was told.
    pub touched: SystemTime,
    /// What the lobby shows of it; none if the table has entries that no summary knows.
    pub summary: Option<Summary>,
    /// Among the public ones: how many tables of the same guest or origin are listed up to it.
    pub rank: u32,
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
    /// The first part that is not as it was written, if there is one.
    pub damage: Option<Damage>,
    /// How often it was changed other than by an append.
    pub edition: i64,
    /// Why whoever runs the server has closed it, if that is so.
    pub closed: Option<String>,
}

/// Why the store did not do what it should.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StoreError {
    /// Somebody else was first: the number of an entry or the code of a table is taken.
    #[error("somebody else was first")]
    Taken,
    /// It was not done, and the sentence says why.
    #[error("{0}")]
    Broken(String),
    /// Writing has failed so late that it may be found done when the store is opened again; the sentence says why.
    #[error("{0}")]
    Unsure(String),
    /// The store is closed.
    #[error("the server is stopping")]
    Closed,
}
