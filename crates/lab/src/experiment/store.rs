//! The folder of an experiment: its plan, the blocks that are finished, and in the end its cells.
//!
//! - `manifest.json` is the plan with its hash; another plan is refused.
//! - `blocks.jsonl` has one line for every finished block, in whatever order they come. It is only ever appended to; a
//!   last line that was torn by a kill or a full disk is dropped, and its block is played again.
//! - `cells.jsonl` has one line for every cell, in canonical order. It is there once all blocks are.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::plan::Plan;
use super::tally::Tally;

/// What can go wrong with a folder.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// What is there does not belong there.
    #[error("{0}")]
    Wrong(String),
}

/// A finished block: which one, and what was counted in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// The index of its cell in the plan.
    pub cell: usize,
    /// Its number in the cell.
    pub block: u64,
    /// What was counted.
    pub tally: Tally,
}

#[derive(Serialize, Deserialize)]
struct Manifest {
    /// The version of the form of these files.
    polynya_lab: u32,
    hash: String,
    plan: Plan,
}

/// The version of the form of the files.
const FORM: u32 = 1;
const MANIFEST: &str = "manifest.json";
const BLOCKS: &str = "blocks.jsonl";
/// The file with one object a cell.
pub const CELLS: &str = "cells.jsonl";

/// The folder of an experiment, open for reading and, where it was opened so, for writing.
pub struct Store {
    folder: PathBuf,
    plan: Plan,
    blocks: File,
    /// Where the line of each finished block begins.
    places: HashMap<(usize, u64), u64>,
    end: u64,
}

impl Store {
    /// Opens the folder of this plan to add to it, and makes it if it is not there.
    ///
    /// # Errors
    ///
    /// Fails if the folder holds another plan, if another run writes to it, or if it cannot be written.
    pub fn open(folder: &Path, plan: &Plan) -> Result<Store, StoreError> {
        fs::create_dir_all(folder).map_err(|error| broken(folder, error))?;
        if folder.join(MANIFEST).exists() {
            let known = read_manifest(folder)?;
            if known != *plan {
                return Err(StoreError::Wrong(format!("{}: {}", folder.display(), differs(&known, plan))));
            }
        } else {
            if folder.join(BLOCKS).exists() {
                let what = format!("{BLOCKS} is there but {MANIFEST} is not; choose another folder with --out");
                return Err(StoreError::Wrong(format!("{}: {what}", folder.display())));
            }
            let manifest = Manifest { polynya_lab: FORM, hash: plan.hash(), plan: plan.clone() };
            let json = serde_json::to_string_pretty(&manifest).expect("a plan is plain JSON");
            replace(&folder.join(MANIFEST), format!("{json}\n").as_bytes())?;
        }
        let path = folder.join(BLOCKS);
        let open = OpenOptions::new().create(true).append(true).read(true).open(&path);
        let blocks = open.map_err(|error| broken(&path, error))?;
        if let Err(TryLockError::WouldBlock) = blocks.try_lock() {
            let what = "another run writes to this folder; wait for it, or choose another one with --out";
            return Err(StoreError::Wrong(format!("{}: {what}", folder.display())));
        }
        Store::with(folder, plan.clone(), blocks, true)
    }

    /// Opens the folder of an experiment to look at it.
    ///
    /// # Errors
    ///
    /// Fails if it is no such folder.
    pub fn look(folder: &Path) -> Result<Store, StoreError> {
        let plan = read_manifest(folder)?;
        let path = folder.join(BLOCKS);
        let blocks = File::open(&path).map_err(|error| broken(&path, error))?;
        Store::with(folder, plan, blocks, false)
    }

    fn with(folder: &Path, plan: Plan, blocks: File, write: bool) -> Result<Store, StoreError> {
        let mut store = Store { folder: folder.to_owned(), plan, blocks, places: HashMap::new(), end: 0 };
        store.find_blocks(write)?;
        Ok(store)
    }

    /// Finds the lines of all blocks, and drops a torn last one.
    fn find_blocks(&mut self, write: bool) -> Result<(), StoreError> {
        let path = self.folder.join(BLOCKS);
        let fail = |error| broken(&path, error);
        let mut reader = BufReader::new(&self.blocks);
        let mut line = Vec::new();
        let (mut end, mut number) = (0, 0);
        loop {
            line.clear();
            number += 1;
            let length = reader.read_until(b'\n', &mut line).map_err(fail)? as u64;
            if length == 0 || line.last() != Some(&b'\n') {
                break;
            }
            let place = serde_json::from_slice::<Block>(&line).ok().map(|block| (block.cell, block.block));
            let known = place
                .filter(|&(cell, block)| self.plan.cells.get(cell).is_some_and(|cell| block < self.plan.blocks(cell)));
            let Some(place) = known else {
                let what =
                    format!("{}:{number}: this line is no block of the plan; delete it and run again", path.display());
                return Err(StoreError::Wrong(what));
            };
            self.places.entry(place).or_insert(end);
            end += length;
        }
        self.end = end;
        if write && self.blocks.metadata().map_err(fail)?.len() > end {
            self.blocks.set_len(end).map_err(fail)?;
        }
        Ok(())
    }

    /// Returns the plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Is this block finished?
    pub fn has(&self, cell: usize, block: u64) -> bool {
        self.places.contains_key(&(cell, block))
    }

    /// Returns how many blocks are finished.
    pub fn finished(&self) -> usize {
        self.places.len()
    }

    /// Writes a finished block down. If it cannot be written nothing is lost but this block.
    ///
    /// # Errors
    ///
    /// Fails if the disk does.
    pub fn add(&mut self, block: &Block) -> Result<(), StoreError> {
        if self.has(block.cell, block.block) {
            return Ok(());
        }
        let mut line = serde_json::to_vec(block).expect("a block is plain JSON");
        line.push(b'\n');
        // What is told to be finished survives a power cut.
        let written = self.blocks.write_all(&line).and_then(|()| self.blocks.sync_data());
        if let Err(error) = written {
            // Half a line would be in the way of the next one.
            let _ = self.blocks.set_len(self.end);
            return Err(broken(&self.folder.join(BLOCKS), error));
        }
        self.places.insert((block.cell, block.block), self.end);
        self.end += line.len() as u64;
        Ok(())
    }

    /// Reads a finished block; nothing if it is not finished.
    ///
    /// # Errors
    ///
    /// Fails if the file has changed meanwhile.
    pub fn block(&self, cell: usize, block: u64) -> Result<Option<Tally>, StoreError> {
        let Some(&place) = self.places.get(&(cell, block)) else { return Ok(None) };
        let path = self.folder.join(BLOCKS);
        let mut file = &self.blocks;
        file.seek(SeekFrom::Start(place)).map_err(|error| broken(&path, error))?;
        let mut line = Vec::new();
        BufReader::new(file).read_until(b'\n', &mut line).map_err(|error| broken(&path, error))?;
        match serde_json::from_slice::<Block>(&line) {
            Ok(block) => Ok(Some(block.tally)),
            Err(error) => Err(StoreError::Wrong(format!("{}: {error}; the file has changed", path.display()))),
        }
    }

    /// Reads the finished blocks of a cell, up to a number of blocks.
    ///
    /// # Errors
    ///
    /// Fails if the file has changed meanwhile.
    pub fn blocks(&self, cell: usize, most: u64) -> Result<Vec<(u64, Tally)>, StoreError> {
        let mut found = Vec::new();
        for block in (0..most).filter(|&block| self.has(cell, block)) {
            found.extend(self.block(cell, block)?.map(|tally| (block, tally)));
        }
        Ok(found)
    }

    /// Calls `each` with every finished block, in the order of their numbers.
    ///
    /// # Errors
    ///
    /// Fails if the file has changed meanwhile, or with the first error of `each`.
    pub fn each(&self, mut each: impl FnMut(Block) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let mut places: Vec<(usize, u64)> = self.places.keys().copied().collect();
        places.sort_unstable();
        for (cell, block) in places {
            if let Some(tally) = self.block(cell, block)? {
                each(Block { cell, block, tally })?;
            }
        }
        Ok(())
    }

    /// Writes the cells, all at once.
    ///
    /// # Errors
    ///
    /// Fails if the disk does; then the file is as it was.
    pub fn write_cells(&self, lines: impl Iterator<Item = Result<String, StoreError>>) -> Result<(), StoreError> {
        let mut text = String::new();
        for line in lines {
            text.push_str(&line?);
            text.push('\n');
        }
        replace(&self.folder.join(CELLS), text.as_bytes())
    }

    /// Returns the lines of the cells.
    ///
    /// # Errors
    ///
    /// Fails if they are not written yet.
    pub fn cells(&self) -> Result<String, StoreError> {
        let path = self.folder.join(CELLS);
        match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let what = "the experiment is not finished; `polynya lab run` goes on with it, `polynya lab merge` adds shards";
                Err(StoreError::Wrong(format!("{}: {what}", self.folder.display())))
            }
            read => read.map_err(|error| broken(&path, error)),
        }
    }
}

fn broken(path: &Path, error: io::Error) -> StoreError {
    StoreError::Io(path.display().to_string(), error)
}

/// Writes a file whole, or leaves it as it was.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let new = path.with_extension("new");
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&new, path)?;
        // The new name is on the disk once its folder is.
        match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    };
    write().map_err(|error| broken(path, error))
}

fn read_manifest(folder: &Path) -> Result<Plan, StoreError> {
    let path = folder.join(MANIFEST);
    let mut text = String::new();
    let read = File::open(&path).and_then(|mut file| file.read_to_string(&mut text));
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let what = format!("no experiment is here: {MANIFEST} is missing");
            return Err(StoreError::Wrong(format!("{}: {what}", folder.display())));
        }
        read => read.map_err(|error| broken(&path, error))?,
    };
    let wrong = |what: String| StoreError::Wrong(format!("{}: {what}", path.display()));
    let manifest: Manifest =
        serde_json::from_str(&text).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
    if manifest.polynya_lab != FORM {
        return Err(wrong(format!("it has form {}; this program reads form {FORM}", manifest.polynya_lab)));
    }
    if manifest.plan.hash() != manifest.hash {
        return Err(wrong("it was changed: its hash is that of another plan".to_owned()));
    }
    Ok(manifest.plan)
}

/// Says in what two plans differ.
pub(super) fn differs(known: &Plan, other: &Plan) -> String {
    let rules = |plan: &Plan| plan.cells.iter().map(|cell| (cell.game.clone(), cell.rules)).collect::<Vec<_>>();
    let what = if known.program != other.program {
        format!("it was begun by version {} of the program, this is version {}", known.program, other.program)
    } else if known.cells != other.cells {
        if rules(known) != rules(other) && known.cells.len() == other.cells.len() {
            "it was begun with other games or other versions of their rules".to_owned()
        } else {
            format!("its cells are others ({}, not {})", known.cells.len(), other.cells.len())
        }
    } else if known.seed != other.seed {
        format!("its seed is `{}`, not `{}`", known.seed, other.seed)
    } else {
        "it plays another number of matches, or looks at them otherwise".to_owned()
    };
    format!("the folder holds another experiment: {what}; choose another folder with --out")
}
