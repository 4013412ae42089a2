//! Everything that can be wrong with what comes from outside.

use polynya_engine::{ParseError, RecordError, Refusal};
use thiserror::Error;

/// What was wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CatalogError {
    /// A rule says no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// These are not words of the game.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A record or options that cannot be read or do not hold.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A name that nobody has.
    #[error("{0}")]
    Unknown(String),
}
