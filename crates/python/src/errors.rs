//! What goes wrong, as Python's exceptions.

use polynya_catalog::{CatalogError, headless};
use polynya_engine::{Refusal, Seat};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// Returns the exception for what is wrong with something that came from outside.
pub fn raised(py: Python<'_>, game: &str, error: CatalogError) -> PyErr {
    match error {
        CatalogError::Refused(refusal) => refused(py, game, &refusal),
        other => PyValueError::new_err(other.to_string()),
    }
}

/// Returns a refusal as an exception: the clause, its text in the rule book, and the reason here.
pub fn refused(py: Python<'_>, game: &str, refusal: &Refusal) -> PyErr {
    static REFUSAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let text = headless().get(game).ok().and_then(|game| Some(game.book().clause(refusal.clause)?.text.clone()));
    let text = text.unwrap_or_else(|| refusal.text.clone());
    match REFUSAL.import(py, "polynya._errors", "Refusal") {
        Ok(kind) => PyErr::from_type(kind.clone(), (refusal.clause, text, refusal.text.clone(), refusal.tried.clone())),
        Err(error) => error,
    }
}

/// Returns the seat with this index, counted from 0, at a table with so many.
pub fn seat_at(index: usize, seats: u8) -> PyResult<Seat> {
    Seat::new(index).filter(|_| index < usize::from(seats)).ok_or_else(|| {
        let last = seats - 1;
        PyIndexError::new_err(format!("there is no seat {index}: this table has the seats 0 to {last}"))
    })
}
