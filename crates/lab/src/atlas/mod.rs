//! The atlas: what the laboratory knows about every game, in one page and in files.
//!
//! It is four experiments ([`Part`]), each in a folder of its own, so that it goes on where it was interrupted and can be
//! played in shards. [`write()`] makes of them the page `index.html`, which needs nothing else, the measures of all cells as
//! `cells.csv` and `cells.jsonl`, and `figures.jsonl`, which the catalog tells of each game.

mod export;
mod page;
mod parts;
mod plot;

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

pub use export::figures;
pub use parts::{Part, Size};

use crate::experiment::{Plan, Store, StoreError, Summary};

/// Why the pages of the atlas cannot be written.
#[derive(Debug, Error)]
pub enum AtlasError {
    /// A part.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A line of a part.
    #[error("{0}: {1}")]
    Line(String, serde_json::Error),
    /// A file.
    #[error("{0}: {1}")]
    Io(String, io::Error),
}

/// A part that was played: what was asked, and what came of it.
pub struct Played {
    /// Which.
    pub part: Part,
    /// What was asked.
    pub plan: Plan,
    /// What came of it, a cell after the other.
    pub cells: Vec<Summary>,
}

/// Reads the parts in the folder of an atlas.
///
/// # Errors
///
/// Fails if one of them is not finished, or cannot be read.
pub fn read(folder: &Path, parts: &[Part]) -> Result<Vec<Played>, AtlasError> {
    let part = |&part: &Part| {
        let own = folder.join(part.folder());
        let store = Store::look(&own)?;
        let text = store.cells()?;
        let line = |(number, line): (usize, &str)| {
            let place = || format!("{}:{}", own.join("cells.jsonl").display(), number + 1);
            serde_json::from_str(line).map_err(|error| AtlasError::Line(place(), error))
        };
        let cells = text.lines().enumerate().map(line).collect::<Result<_, _>>()?;
        Ok(Played { part, plan: store.plan().clone(), cells })
    };
    parts.iter().map(part).collect()
}

/// The page.
pub const PAGE: &str = "index.html";

/// Writes the page and the files of an atlas whose parts are all there.
///
/// # Errors
///
/// Fails if a part is not finished, or a file cannot be written.
pub fn write(folder: &Path, parts: &[Part]) -> Result<(), AtlasError> {
    let played = read(folder, parts)?;
    let files = [
        (PAGE, page::page(&played)),
        ("cells.csv", export::csv(&played)),
        ("cells.jsonl", export::json_lines(&played)),
        ("figures.jsonl", figures(&played)),
    ];
    for (name, text) in files {
        let path = folder.join(name);
        let new = path.with_extension("new");
        fs::write(&new, text)
            .and_then(|()| fs::rename(&new, &path))
            .map_err(|error| AtlasError::Io(path.display().to_string(), error))?;
    }
    Ok(())
}
