//! What a match is made of: options, seats and a seed as Python gives them, or a record.

use polynya_catalog::{CatalogError, Listing, Visitor};
use polynya_engine::{Complete, Record, Seed};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::held::{AnyHeld, Held};

/// Opens a match.
pub struct Open<'a> {
    pub options: &'a str,
    pub seats: Option<u8>,
    pub seed: Seed,
    pub asks: bool,
}

impl Visitor for Open<'_> {
    type Out = Result<Box<dyn AnyHeld>, CatalogError>;

    fn visit<G: Complete>(self, listing: &'static Listing<G>) -> Self::Out {
        let line = listing.line(self.options, self.seats.unwrap_or(listing.info.usual_seats))?;
        Ok(Box::new(Held::new(listing, &line, self.seed, self.asks).opened()))
    }
}

/// Opens a match where a record ends.
pub struct Resume<'a> {
    pub record: &'a Record,
    pub seed: Seed,
    pub asks: bool,
    /// Is it a whole record, whose result is judged too? If not, it rests where it ends.
    pub whole: bool,
}

impl Visitor for Resume<'_> {
    type Out = Result<Box<dyn AnyHeld>, CatalogError>;

    fn visit<G: Complete>(self, listing: &'static Listing<G>) -> Self::Out {
        let Resume { record, seed, asks, whole } = self;
        let line = if whole { record.judge::<G>()? } else { record.replay::<G>()? };
        let held = Held::new(listing, &line, seed, asks);
        Ok(Box::new(if whole { held.opened() } else { held }))
    }
}

/// Returns options as JSON: from a dictionary, from JSON, or the usual ones.
pub fn options_json(options: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    match options {
        None => Ok("{}".to_owned()),
        Some(text) if text.is_instance_of::<PyString>() => text.extract(),
        Some(options) if options.is_instance_of::<PyDict>() => {
            options.py().import("json")?.call_method1("dumps", (options,))?.extract()
        }
        Some(other) => {
            let kind = other.get_type().name()?;
            Err(PyTypeError::new_err(format!("options are a dictionary or a text of JSON, not {kind}")))
        }
    }
}

/// Returns the seed that a number or a text stands for; without one, a seed that nobody can guess.
pub fn read_seed(py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Seed> {
    match seed {
        None => {
            let bits: Vec<u8> = py.import("os")?.call_method1("urandom", (32,))?.extract()?;
            let bits: [u8; 32] =
                bits.try_into().map_err(|_| PyRuntimeError::new_err("no random bits are to be had"))?;
            Ok(Seed::new(bits))
        }
        Some(text) if text.is_instance_of::<PyString>() => {
            let text: String = text.extract()?;
            Ok(text.parse().unwrap_or_else(|_| Seed::of(&text)))
        }
        Some(number) => {
            let number: u64 = number.extract().map_err(|_| {
                PyTypeError::new_err("a seed is a number from 0 to 2**64 - 1, a text, or None for a new one")
            })?;
            Ok(Seed::of(&number.to_string()))
        }
    }
}

/// Returns a number of seats that a table can have at all.
pub fn read_seats(seats: Option<usize>) -> PyResult<Option<u8>> {
    let too_many = |_| PyValueError::new_err("there is no table with so many seats");
    seats.map(u8::try_from).transpose().map_err(too_many)
}
