//! Putting the shards of an experiment together.

use std::path::{Path, PathBuf};

use super::run::{missing, write_cells};
use super::store::{Store, StoreError, differs};

/// What came of a merge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Merged {
    /// All blocks are there, and the cells are written.
    Complete,
    /// Cells that lack blocks: the index of the cell, the first block that is missing, and how many are.
    Missing(Vec<(usize, u64, u64)>),
}

/// Puts the blocks of these folders into one, in whatever order they come.
///
/// # Errors
///
/// Fails if the folders hold different experiments, if two of them counted something else in the same block, or if one
/// cannot be read or written.
pub fn merge(folders: &[PathBuf], into: &Path) -> Result<Merged, StoreError> {
    let [first, others @ ..] = folders else {
        return Err(StoreError::Wrong("name the folders of the shards".to_owned()));
    };
    let plan = Store::look(first)?.plan().clone();
    for other in others {
        let store = Store::look(other)?;
        if *store.plan() != plan {
            let what = differs(&plan, store.plan());
            return Err(StoreError::Wrong(format!("{} and {}: {what}", first.display(), other.display())));
        }
    }
    let mut store = Store::open(into, &plan)?;
    for folder in folders {
        Store::look(folder)?.each(|block| match store.block(block.cell, block.block)? {
            Some(known) if known != block.tally => {
                let (cell, number) = (block.cell + 1, block.block);
                let what = format!("block {number} of cell {cell} differs from what is in {}", into.display());
                Err(StoreError::Wrong(format!("{}: {what}; one of them was changed", folder.display())))
            }
            Some(_) => Ok(()),
            None => store.add(&block),
        })?;
    }
    let missing = missing(&store)?;
    if missing.is_empty() {
        write_cells(&store)?;
        return Ok(Merged::Complete);
    }
    Ok(Merged::Missing(missing))
}
