//! The games for Python: what `import polynya` stands on.
//!
//! A `Match` is one match with its history, a `Batch` thousands of positions that are
//! stepped in one call. Inside, both are typed: `catalog::visit` hands out the game once, when they are made, and what
//! Python calls is one dynamic call a step of a match, and one for all steps of a batch.

mod batch;
mod batches;
mod bots;
mod errors;
mod held;
mod history;
mod info;
mod matches;
mod memory;
mod returns;
mod search;
mod searches;
mod setup;
mod shaping;
mod svg;

use pyo3::prelude::*;

/// The native part of the package; `polynya` is what people import.
#[pymodule(gil_used = true)]
mod _native {
    #[pymodule_export]
    use crate::batches::Batch;
    #[pymodule_export]
    use crate::bots::Bot;
    #[pymodule_export]
    use crate::info::{actions, games, info};
    #[pymodule_export]
    use crate::matches::Match;
    #[pymodule_export]
    use crate::searches::search;
}
