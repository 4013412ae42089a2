//! Tables on their way from one store to another: a line of JSON for each, equal to the byte wherever it comes from.

use serde::{Deserialize, Serialize};

use super::chain::{self, Hash};
use super::{KeptAnalysis, NewRow, StoreError, Summary, columns};
use crate::protocol::Phase;

/// The form of the lines that this program writes.
pub(super) const FORM: u32 = 1;

/// A table with everything that a store keeps of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Archived {
    /// What never changes about it.
    #[serde(flatten)]
    pub row: NewRow,
    /// How far it is.
    pub phase: Phase,
    /// When it was opened, in seconds since 1970.
    pub created: i64,
    /// When something last happened, in seconds since 1970.
    pub touched: i64,
    /// What the lobby shows of it, as it was written.
    pub summary: Option<String>,
    /// The guests who hold seats, sorted.
    pub guests: Vec<String>,
    /// Its entries: the first is number 1.
    pub entries: Vec<String>,
    /// What was luck and what was skill in its match, if somebody has asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analysis: Option<KeptAnalysis>,
}

/// A line of an archive.
#[derive(Serialize, Deserialize)]
struct Line<T> {
    form: u32,
    table: T,
    /// The hash of the last entry, which follows from all of them.
    hash: String,
}

impl Archived {
    /// Returns a new table as it is first kept.
    pub(super) fn new(row: NewRow, entries: Vec<String>, summary: &Summary, now: i64) -> Archived {
        Archived {
            row,
            phase: summary.phase,
            created: now,
            touched: now,
            summary: Some(columns::summary(summary)),
            guests: summary.guests().into_iter().map(str::to_owned).collect(),
            entries,
            analysis: None,
        }
    }

    /// Returns the hash of the table and those of its entries.
    pub(super) fn hashes(&self) -> (Hash, Vec<Hash>) {
        let first = chain::first(&self.row);
        let mut last = first;
        let next = |(n, entry): (u32, &String)| {
            last = chain::next(&last, n, entry);
            last
        };
        (first, (1..).zip(&self.entries).map(next).collect())
    }

    fn hash(&self) -> String {
        let (first, hashes) = self.hashes();
        hashes.last().unwrap_or(&first).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns its line of an archive, without the end of the line.
    pub fn write(&self) -> String {
        let line = Line { form: FORM, table: self, hash: self.hash() };
        serde_json::to_string(&line).expect("a table is plain JSON")
    }

    /// Reads a line of an archive, and finds out whether it is as it was written.
    pub fn read(line: &str) -> Result<Archived, StoreError> {
        let broken = |why: String| Err(StoreError::Broken(why));
        let read: Line<Archived> = match serde_json::from_str(line) {
            Ok(line) => line,
            Err(error) => return broken(format!("this is no line of an archive ({error})")),
        };
        if read.form != FORM {
            return broken(format!(
                "it has the form {}, and this program knows {FORM}; use a newer Polynya",
                read.form
            ));
        }
        if read.table.hash() != read.hash {
            return broken(format!("table {} is not as it was exported", read.table.row.code));
        }
        Ok(read.table)
    }
}
