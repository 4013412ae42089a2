//! Memory for as many rows as somebody asks for: where there is not so much, Python is told.

use std::collections::TryReserveError;

use pyo3::PyErr;
use pyo3::exceptions::PyMemoryError;

/// Returns a list of this length that holds the same everywhere.
pub fn filled<T: Clone>(value: T, length: usize) -> Result<Vec<T>, TryReserveError> {
    let mut list = Vec::new();
    list.try_reserve_exact(length)?;
    list.resize(length, value);
    Ok(list)
}

/// Returns a copy of a list.
pub fn copied<T: Clone>(list: &[T]) -> Result<Vec<T>, TryReserveError> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(list.len())?;
    copy.extend_from_slice(list);
    Ok(copy)
}

/// Asks for so many bytes at once and gives them back, so that what cannot be had is refused before anything is written.
pub fn try_out(bytes: usize) -> Result<(), TryReserveError> {
    Vec::<u8>::new().try_reserve_exact(bytes)
}

/// Returns the exception for a batch that is too large for this computer.
pub fn lacking(game: &str, matches: usize, bytes: usize) -> PyErr {
    let megabytes = bytes.div_ceil(1_000_000);
    PyMemoryError::new_err(format!(
        "a batch of {matches} matches of {game} takes about {megabytes} MB, and so much memory is not to be had: \
         ask for fewer matches"
    ))
}
