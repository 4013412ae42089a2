//! Running an experiment: blocks of matches on several threads, written down as they are finished.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use polynya_catalog::CatalogError;
use rayon::ThreadPool;
use thiserror::Error;

use super::effects;
use super::plan::{Amount, Cell, Plan};
use super::store::{Block, Store, StoreError};
use super::summary::Summary;
use super::tally::{Seating, Tally};
use crate::series::{Keep, Series, series};

/// Somebody who watches an experiment, and may stop it.
pub trait Observer: Sync {
    /// So many matches are to be played from now on, as far as is known.
    fn planned(&self, matches: u64) {
        let _ = matches;
    }

    /// A match was played.
    fn played(&self) {}

    /// A block was finished; its cell stands so now, as far as it was played in this run.
    fn finished(&self, block: &Block) {
        let _ = block;
    }

    /// Is it to stop? Asked before every match.
    fn stops(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl Observer for () {}

/// One part of an experiment, for one machine of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

/// What came of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All is played, and the cells are written.
    Complete,
    /// The shard is played; others are missing.
    Shard,
    /// It was stopped; what was finished is kept.
    Stopped,
}

/// Why a run fails.
#[derive(Debug, Error)]
pub enum RunError {
    /// The folder.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game or a bot.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
}

/// Makes the series of a cell, one for each seat order.
pub type Maker = dyn Fn(&Plan, &Cell) -> Result<Vec<Box<dyn Series>>, CatalogError> + Sync;

/// Makes the series of a cell from the list of games.
///
/// # Errors
///
/// Fails for what no game allows.
pub fn from_catalog(plan: &Plan, cell: &Cell) -> Result<Vec<Box<dyn Series>>, CatalogError> {
    let options = cell.options_json();
    let make = |order: &Vec<String>| {
        let bots: Vec<&str> = order.iter().map(String::as_str).collect();
        series(&cell.game, &options, cell.seats, &bots, plan.dice())
    };
    cell.orders().iter().map(make).collect()
}

/// Plays what is missing in the folder of an experiment and writes its cells once nothing is.
///
/// # Errors
///
/// Fails where the folder does. What was finished before stays.
pub fn run(
    plan: &Plan,
    folder: &Path,
    shard: Option<Shard>,
    pool: &ThreadPool,
    maker: &Maker,
    observer: &dyn Observer,
) -> Result<Outcome, RunError> {
    let store = Mutex::new(Store::open(folder, plan)?);
    let run = Run { plan, maker, observer, store: &store };
    let stopped = match plan.amount {
        Amount::Matches(_) => run.play(pool, &run.all(shard))?,
        Amount::Precision { .. } => run.until_narrow(pool)?,
    };
    let store = store.into_inner().expect("nobody panicked with it");
    if stopped {
        return Ok(Outcome::Stopped);
    }
    if !missing(&store)?.is_empty() {
        return Ok(Outcome::Shard);
    }
    write_cells(&store)?;
    Ok(Outcome::Complete)
}

/// A block that is to be played.
type Task = (usize, u64);

struct Run<'a> {
    plan: &'a Plan,
    maker: &'a Maker,
    observer: &'a dyn Observer,
    store: &'a Mutex<Store>,
}

impl Run<'_> {
    /// Returns the blocks of all cells, or those of a shard: every so-many-th.
    fn all(&self, shard: Option<Shard>) -> Vec<Task> {
        let cells = self.plan.cells.iter().enumerate();
        let tasks = cells.flat_map(|(at, cell)| (0..self.plan.blocks(cell)).map(move |block| (at, block)));
        let own = |number: u64| shard.is_none_or(|shard| number % shard.of == shard.number - 1);
        (0..).zip(tasks).filter(|&(number, _)| own(number)).map(|(_, task)| task).collect()
    }

    /// Plays 1, 2, 4, 8… blocks of every cell until its intervals are narrow enough. What is decided at one of these
    /// points rests on the blocks up to it and on nothing else. Returns whether it was stopped.
    fn until_narrow(&self, pool: &ThreadPool) -> Result<bool, RunError> {
        let mut open: Vec<(usize, Tally)> = (0..self.plan.cells.len()).map(|cell| (cell, Tally::default())).collect();
        let (mut from, mut to) = (0, 1);
        while !open.is_empty() {
            let blocks = |cell: usize| self.plan.blocks(&self.plan.cells[cell]);
            let of_cell = |&(cell, _): &(usize, Tally)| (from..to.min(blocks(cell))).map(move |block| (cell, block));
            let tasks: Vec<Task> = open.iter().flat_map(of_cell).collect();
            if self.play(pool, &tasks)? {
                return Ok(true);
            }
            let store = self.store.lock().expect("nobody panicked with it");
            for (cell, tally) in &mut open {
                for block in from..to.min(blocks(*cell)) {
                    tally.merge(&store.block(*cell, block)?.unwrap_or_default());
                }
            }
            drop(store);
            open.retain(|(cell, tally)| to < blocks(*cell) && !is_narrow(self.plan, *cell, tally));
            (from, to) = (to, 2 * to);
        }
        Ok(false)
    }

    /// Plays those of the tasks that are not finished. Returns whether it was stopped.
    fn play(&self, pool: &ThreadPool, tasks: &[Task]) -> Result<bool, RunError> {
        let store = self.store.lock().expect("nobody panicked with it");
        let tasks: Vec<Task> = tasks.iter().copied().filter(|&(cell, block)| !store.has(cell, block)).collect();
        drop(store);
        let length = |&(cell, block): &Task| {
            let matches = self.plan.matches_of(&self.plan.cells[cell], block);
            matches.end - matches.start
        };
        self.observer.planned(tasks.iter().map(length).sum());
        let next = AtomicUsize::new(0);
        let failed: Mutex<Option<RunError>> = Mutex::new(None);
        let stops = || self.observer.stops() || failed.lock().expect("nobody panicked with it").is_some();
        pool.broadcast(|_| {
            let mut table: Option<Prepared> = None;
            while !stops() {
                let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                if let Err(error) = self.task(task, &mut table) {
                    failed.lock().expect("nobody panicked with it").get_or_insert(error);
                }
            }
        });
        match failed.into_inner().expect("nobody panicked with it") {
            Some(error) => Err(error),
            None => Ok(self.observer.stops()),
        }
    }

    fn task(&self, (cell, block): Task, table: &mut Option<Prepared>) -> Result<(), RunError> {
        if table.as_ref().is_none_or(|table| table.cell != cell) {
            *table = Some(Prepared::new(self.plan, cell, self.maker)?);
        }
        let prepared = table.as_ref().expect("it was just prepared");
        let Some(tally) = self.block(prepared, block) else { return Ok(()) };
        let block = Block { cell, block, tally };
        self.store.lock().expect("nobody panicked with it").add(&block)?;
        self.observer.finished(&block);
        Ok(())
    }

    /// Plays a block; nothing if it was stopped.
    fn block(&self, table: &Prepared, block: u64) -> Option<Tally> {
        let mut tally = Tally::default();
        for number in self.plan.matches_of(&self.plan.cells[table.cell], block) {
            if self.observer.stops() {
                return None;
            }
            let keep = Keep { facts: true, split: self.plan.analyses(number), ..Keep::default() };
            let orders = table.series.len() as u64;
            let played = table.series[(number % orders) as usize].play(number / orders, self.plan.most, keep);
            tally.add(&table.seating, number, &played);
            self.observer.played();
        }
        Some(tally)
    }
}

/// A cell that is ready to be played.
struct Prepared {
    cell: usize,
    seating: Seating,
    series: Vec<Box<dyn Series>>,
}

impl Prepared {
    fn new(plan: &Plan, cell: usize, maker: &Maker) -> Result<Prepared, CatalogError> {
        let of = &plan.cells[cell];
        Ok(Prepared { cell, seating: seating(of), series: maker(plan, of)? })
    }
}

/// Returns who sits at the table of a cell.
pub fn seating(cell: &Cell) -> Seating {
    Seating::new(&cell.orders(), cell.seats, cell.is_team())
}

/// Plays a match of a cell again, with its record.
///
/// # Errors
///
/// Fails for what no game allows.
pub fn replay(plan: &Plan, cell: &Cell, number: u64) -> Result<(Vec<String>, String), CatalogError> {
    let orders = cell.orders();
    let order = (number % orders.len() as u64) as usize;
    let series = from_catalog(plan, cell)?;
    let played = series[order].play(number / orders.len() as u64, plan.most, Keep::RECORD);
    Ok((orders[order].clone(), played.record.expect("it was kept")))
}

/// Are the intervals of a cell narrow enough?
fn is_narrow(plan: &Plan, cell: usize, tally: &Tally) -> bool {
    let Amount::Precision { wins, score, .. } = plan.amount else { return true };
    let own = if plan.cells[cell].is_team() { 1 } else { usize::from(plan.cells[cell].seats) };
    let widest = |margins: &mut dyn Iterator<Item = f64>| margins.fold(0.0, f64::max);
    let rates = tally.wins.iter().take(own).map(|sum| sum.rate().map_or(f64::INFINITY, |rate| rate.margin()));
    let scores = tally.scores.iter().take(own).map(|sum| sum.mean().map_or(f64::INFINITY, |mean| mean.margin()));
    tally.finished > 0
        && wins.is_none_or(|wins| widest(&mut { rates }) <= wins)
        && score.is_none_or(|score| widest(&mut { scores }) <= score)
}

/// Returns how many blocks of a cell its result rests on; nothing if some of them are missing.
fn decided(store: &Store, cell: usize) -> Result<Option<u64>, StoreError> {
    let plan = store.plan();
    let all = plan.blocks(&plan.cells[cell]);
    if let Amount::Matches(_) = plan.amount {
        return Ok((0..all).all(|block| store.has(cell, block)).then_some(all));
    }
    let (mut tally, mut from, mut to) = (Tally::default(), 0, 1);
    loop {
        for block in from..all.min(to) {
            let Some(found) = store.block(cell, block)? else { return Ok(None) };
            tally.merge(&found);
        }
        if to >= all || is_narrow(plan, cell, &tally) {
            return Ok(Some(to.min(all)));
        }
        (from, to) = (to, 2 * to);
    }
}

/// Returns the cells that are not complete, with the first of their blocks that is missing and how many are.
///
/// # Errors
///
/// Fails where the folder does.
pub fn missing(store: &Store) -> Result<Vec<(usize, u64, u64)>, StoreError> {
    let plan = store.plan();
    let mut missing = Vec::new();
    for (at, cell) in plan.cells.iter().enumerate() {
        if decided(store, at)?.is_none() {
            let mut gaps = (0..plan.blocks(cell)).filter(|&block| !store.has(at, block));
            let first = gaps.next().unwrap_or(0);
            missing.push((at, first, 1 + gaps.count() as u64));
        }
    }
    Ok(missing)
}

/// Writes the cells of an experiment whose blocks are all there.
///
/// # Errors
///
/// Fails where the folder does.
pub fn write_cells(store: &Store) -> Result<(), StoreError> {
    let plan = store.plan();
    let blocks_of = |cell: usize| {
        let most = decided(store, cell)?.unwrap_or(0);
        store.blocks(cell, most)
    };
    let mut found = effects::find(plan, &blocks_of)?;
    let line = |at: usize| {
        let blocks: Vec<Tally> = blocks_of(at)?.into_iter().map(|(_, tally)| tally).collect();
        let summary = Summary::of(plan, at, &blocks, std::mem::take(&mut found[at]));
        Ok(serde_json::to_string(&summary).expect("a summary is plain JSON"))
    };
    store.write_cells((0..plan.cells.len()).map(line))
}
