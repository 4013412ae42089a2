//! How values stand in the columns of both stores.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{StoreError, Summary, TableId};
use crate::protocol::{Phase, Takebacks};

/// How a phase is written.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Gathering => "gathering",
        Phase::Playing => "playing",
        Phase::Over => "over",
    }
}

/// Reads a phase; one that nobody knows is over.
pub fn phase_from(text: &str) -> Phase {
    let known = [Phase::Gathering, Phase::Playing, Phase::Over];
    known.into_iter().find(|&known| phase(known) == text).unwrap_or(Phase::Over)
}

/// How a table's policy is written.
pub fn takebacks(takebacks: Takebacks) -> &'static str {
    match takebacks {
        Takebacks::Consent => "consent",
        Takebacks::Own => "own",
        Takebacks::None => "none",
    }
}

/// Reads a table's policy; one that nobody knows takes nothing back.
pub fn takebacks_from(text: &str) -> Takebacks {
    let known = [Takebacks::Consent, Takebacks::Own, Takebacks::None];
    known.into_iter().find(|&known| takebacks(known) == text).unwrap_or(Takebacks::None)
}

/// How a time is written: in seconds since 1970.
pub fn seconds(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// Reads a time.
pub fn time(seconds: i64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(seconds.max(0) as u64)
}

/// How a summary is written.
pub fn summary(summary: &Summary) -> String {
    serde_json::to_string(summary).expect("a summary is plain JSON")
}

/// Reads the summary of a table that has `n` entries; nothing if it is about another number of them.
pub fn summary_from(json: Option<&str>, n: u32) -> Option<Summary> {
    let summary: Summary = serde_json::from_str(json?).ok()?;
    (summary.n == n).then_some(summary)
}

/// Is `n` the number after the last one?
pub fn check_number(table: TableId, last: u32, n: u32) -> Result<(), StoreError> {
    if n <= last {
        return Err(StoreError::Taken);
    }
    if n - last > 1 {
        return Err(StoreError::Broken(format!("entry {n} of table {table} came after entry {last}")));
    }
    Ok(())
}

/// What is answered about a table that was never opened.
pub fn no_table(table: TableId) -> StoreError {
    StoreError::Broken(format!("there is no table {table}"))
}
