//! `polynya.Batch`.

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray};
use polynya_catalog::{CatalogError, Listing, Visitor, visit};
use polynya_engine::{Complete, Seed, Turn};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::batch::{AnyBatch, Choice, Rows, Sizes, Terms, TypedBatch, Unmade};
use crate::errors::raised;
use crate::matches::Match;
use crate::memory::{filled, lacking};
use crate::setup::{options_json, read_seats, read_seed};
use crate::shaping::Shaping;

/// The most matches of a batch.
const MOST: usize = 1 << 24;

/// Thousands of matches that are stepped in one call.
///
/// What they show are arrays on memory that is allocated once: `observations` and `masks` of the seats that are asked,
/// `seats`, and of the last step `actions`, `rewards` (a column for each seat), `ends` and `cuts`. The arrays change with every
/// step: copy what must stay. Masks are packed bits: see `polynya.unpack` and `polynya.sample`.
///
/// A match that is over, or cut after `max_steps` actions, begins anew at once, unless `autoreset` is false. The dice of a
/// match follow from the seed and its place in the batch, whatever the number of threads. Where several seats are asked
/// at once, the lowest is asked first; nobody interjects.
///
/// >>> import polynya
/// >>> batch = polynya.Batch("polar-dare", 4096, seats=2, seed=1)
/// >>> batch.step_randomly(100)
/// >>> batch.observations.shape, batch.masks.shape, batch.rewards.shape
/// ((4096, 990), (4096, 48), (4096, 2))
#[pyclass(module = "polynya")]
pub struct Batch {
    inner: Box<dyn AnyBatch>,
    threads: usize,
    /// What Python reads, as numpy's arrays on memory that is allocated once.
    arrays: Arrays,
    /// The numbers of the actions of a step.
    numbers: Vec<u32>,
}

struct Arrays {
    observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<u8>>,
    rewards: Py<PyArray2<f32>>,
    ends: Py<PyArray1<bool>>,
    cuts: Py<PyArray1<bool>>,
    seats: Py<PyArray1<i32>>,
    actions: Py<PyArray1<i32>>,
}

struct Open<'a> {
    options: &'a str,
    matches: usize,
    seats: Option<u8>,
    most: Option<u32>,
    resets: bool,
    weights: Vec<(String, f32)>,
}

impl Visitor for Open<'_> {
    type Out = Result<Box<dyn AnyBatch>, Unmade>;

    fn visit<G: Complete>(self, listing: &'static Listing<G>) -> Self::Out {
        let Open { options, matches, seats, most, resets, weights } = self;
        let seats = seats.unwrap_or(listing.info.usual_seats);
        let terms = |start: &G, kind| Ok(Terms { kind, seats, most, resets, shaping: Shaping::new(start, weights)? });
        Ok(Box::new(TypedBatch::new(listing, options, matches, terms, seats)?))
    }
}

impl Arrays {
    /// Returns zeros that Rust has allocated, so that nobody can resize them; `None` where there is no memory for them.
    fn new(py: Python<'_>, sizes: Sizes) -> Option<Arrays> {
        Some(Arrays {
            observations: zeros(py, sizes.matches, sizes.observation)?,
            masks: zeros(py, sizes.matches, sizes.mask)?,
            rewards: zeros(py, sizes.matches, sizes.seats)?,
            ends: row(py, sizes.matches)?,
            cuts: row(py, sizes.matches)?,
            seats: row(py, sizes.matches)?,
            actions: row(py, sizes.matches)?,
        })
    }
}

fn zeros<T: Element + Copy + Default>(py: Python<'_>, rows: usize, columns: usize) -> Option<Py<PyArray2<T>>> {
    let zeros = filled(T::default(), rows * columns).ok()?;
    Some(PyArray1::from_vec(py, zeros).reshape([rows, columns]).ok()?.unbind())
}

fn row<T: Element + Copy + Default>(py: Python<'_>, rows: usize) -> Option<Py<PyArray1<T>>> {
    Some(PyArray1::from_vec(py, filled(T::default(), rows).ok()?).unbind())
}

/// Returns a view that Python cannot write to.
fn read_only<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let view = array.call_method0("view")?;
    let flags = PyDict::new(array.py());
    flags.set_item("write", false)?;
    view.call_method("setflags", (), Some(&flags))?;
    Ok(view)
}

impl Batch {
    fn around(py: Python<'_>, inner: Box<dyn AnyBatch>, threads: usize) -> PyResult<Batch> {
        let sizes = inner.sizes();
        let arrays = Arrays::new(py, sizes);
        let arrays = arrays.ok_or_else(|| lacking(inner.game(), sizes.matches, sizes.bytes()))?;
        Ok(Batch { inner, threads, arrays, numbers: Vec::new() })
    }

    /// Does something with the batch and its rows, while other threads of Python may run.
    fn with_rows<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch, Rows<'_>, &[u32], usize) -> T + Send,
    ) -> PyResult<T> {
        let Arrays { observations, masks, rewards, ends, cuts, seats, actions } = &self.arrays;
        let mut observations = borrowed(observations.bind(py).try_readwrite())?;
        let mut masks = borrowed(masks.bind(py).try_readwrite())?;
        let mut rewards = borrowed(rewards.bind(py).try_readwrite())?;
        let mut ends = borrowed(ends.bind(py).try_readwrite())?;
        let mut cuts = borrowed(cuts.bind(py).try_readwrite())?;
        let mut seats = borrowed(seats.bind(py).try_readwrite())?;
        let mut actions = borrowed(actions.bind(py).try_readwrite())?;
        let rows = Rows {
            observations: slice(&mut observations)?,
            masks: slice(&mut masks)?,
            rewards: slice(&mut rewards)?,
            ends: slice(&mut ends)?,
            cuts: slice(&mut cuts)?,
            seats: slice(&mut seats)?,
            actions: slice(&mut actions)?,
        };
        let (inner, numbers, threads) = (&mut *self.inner, &self.numbers[..], self.threads);
        Ok(py.detach(|| work(inner, rows, numbers, threads)))
    }

    fn refused(&self, py: Python<'_>, (index, error): (usize, CatalogError)) -> PyErr {
        let error = raised(py, self.inner.game(), error);
        let note = format!("in match {index} of the batch; nothing was played in any of them");
        let value = error.value(py);
        // Python 3.10 has no notes: there the attribute alone tells which match it was.
        let _ = value.call_method1("add_note", (note,));
        let _ = value.setattr("match_index", index);
        error
    }
}

fn borrowed<T, E: std::fmt::Display>(array: Result<T, E>) -> PyResult<T> {
    array.map_err(|error| PyRuntimeError::new_err(format!("the arrays of this batch are in use: {error}")))
}

fn slice<'a, T: Element, D: numpy::ndarray::Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Appends the numbers of an array, if it has one for each match.
fn read_numbers<T: Element + Copy + TryInto<u32>>(
    array: &PyReadonlyArray1<'_, T>,
    matches: usize,
    into: &mut Vec<u32>,
) -> PyResult<()> {
    let view = array.as_array();
    if view.len() != matches {
        let what = format!("actions have the shape ({},); this batch wants ({matches},)", view.len());
        return Err(PyValueError::new_err(what));
    }
    into.clear();
    into.try_reserve(matches).map_err(|_| PyMemoryError::new_err("there is no memory for so many actions"))?;
    for (index, &number) in view.iter().enumerate() {
        let number = number.try_into().map_err(|_| {
            PyValueError::new_err(format!("the action of match {index} is no number of an action: they begin with 0"))
        })?;
        into.push(number);
    }
    Ok(())
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, matches, seats=None, options=None, seed=None, *, threads=1, max_steps=None, autoreset=true, shaping=None))]
    #[expect(clippy::too_many_arguments, reason = "Python's keywords")]
    fn new(
        py: Python<'_>,
        game: &str,
        matches: usize,
        seats: Option<usize>,
        options: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        threads: usize,
        max_steps: Option<u32>,
        autoreset: bool,
        shaping: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Batch> {
        if !(1..=MOST).contains(&matches) {
            return Err(PyValueError::new_err(format!("a batch has from 1 to {MOST} matches, not {matches}")));
        }
        if !(1..=256).contains(&threads) {
            return Err(PyValueError::new_err(format!("a batch runs on 1 to 256 threads, not {threads}")));
        }
        if max_steps == Some(0) {
            return Err(PyValueError::new_err("a match has at least one step: max_steps is 1 or more"));
        }
        let (options, seed) = (options_json(options)?, read_seed(py, seed)?);
        let weights = shaping
            .map(|weights| {
                weights
                    .iter()
                    .map(|(name, weight)| Ok::<_, PyErr>((name.extract::<String>()?, weight.extract::<f32>()?)))
                    .collect::<PyResult<Vec<_>>>()
            })
            .transpose()?
            .unwrap_or_default();
        let open =
            Open { options: &options, matches, seats: read_seats(seats)?, most: max_steps, resets: autoreset, weights };
        let inner = visit(game, open).unwrap_or_else(|error| Err(error.into())).map_err(|unmade| match unmade {
            Unmade::Wrong(error) => raised(py, game, error),
            Unmade::TooLarge(bytes) => lacking(game, matches, bytes),
        })?;
        let mut batch = Batch::around(py, inner, threads)?;
        batch.with_rows(py, |inner, rows, _, _| inner.reseed(seed, rows))?;
        Ok(batch)
    }

    /// The game's id.
    #[getter]
    fn game(&self) -> &'static str {
        self.inner.game()
    }

    /// How many seats each table has.
    #[getter]
    fn seats_at_table(&self) -> usize {
        self.inner.sizes().seats
    }

    /// How many actions the game's numbering has.
    #[getter]
    fn action_count(&self) -> usize {
        self.inner.sizes().actions
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        self.inner.sizes().observation
    }

    /// All options of the matches.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.inner.options(),))
    }

    /// On how many threads a step runs.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    #[setter]
    fn set_threads(&mut self, threads: usize) -> PyResult<()> {
        if !(1..=256).contains(&threads) {
            return Err(PyValueError::new_err(format!("a batch runs on 1 to 256 threads, not {threads}")));
        }
        self.threads = threads;
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.inner.sizes().matches
    }

    /// What the asked seats see, a row of float32 for each match.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.observations.bind(py))
    }

    /// What the asked seats may do, as packed bits: little-endian, rows of whole 64-bit words.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.masks.bind(py))
    }

    /// What the last step brought to each seat of each match.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.rewards.bind(py))
    }

    /// Which matches ended with the last step.
    #[getter]
    fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.ends.bind(py))
    }

    /// Which matches were cut by `max_steps` with the last step.
    #[getter]
    fn cuts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.cuts.bind(py))
    }

    /// The seats that are asked; -1 where a match is over.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.seats.bind(py))
    }

    /// The actions of the last step; -1 before the first.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read_only(self.arrays.actions.bind(py))
    }

    /// Plays one action in every match, from an array of int64 or int32. If one of them is refused, nothing is played in any.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let matches = self.inner.sizes().matches;
        let mut numbers = std::mem::take(&mut self.numbers);
        if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i64>>() {
            read_numbers(&array, matches, &mut numbers)?;
        } else if let Ok(array) = actions.extract::<PyReadonlyArray1<'_, i32>>() {
            read_numbers(&array, matches, &mut numbers)?;
        } else {
            let kind =
                actions.getattr("dtype").map_or_else(|_| actions.get_type().to_string(), |kind| kind.to_string());
            let shape =
                actions.getattr("shape").map_or_else(|_| String::new(), |shape| format!(" with the shape {shape}"));
            return Err(PyTypeError::new_err(format!(
                "actions are a numpy array of int64 or int32 with the shape ({matches},), not {kind}{shape}"
            )));
        }
        self.numbers = numbers;
        self.with_rows(py, |inner, rows, numbers, threads| inner.step(Choice::Given(numbers), rows, threads))?
            .map_err(|wrong| self.refused(py, wrong))
    }

    /// Plays a random legal action in every match, each equally likely, so many times.
    #[pyo3(signature = (times=1))]
    fn step_randomly(&mut self, py: Python<'_>, times: usize) -> PyResult<()> {
        for _ in 0..times {
            py.check_signals()?;
            self.with_rows(py, |inner, rows, _, threads| inner.step(Choice::Random, rows, threads))?
                .map_err(|wrong| self.refused(py, wrong))?;
        }
        Ok(())
    }

    /// Begins some matches anew, or all; with a seed, all with new dice.
    #[pyo3(signature = (which=None, *, seed=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        which: Option<PyReadonlyArray1<'_, bool>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let which: Option<Vec<bool>> = which.map(|which| which.as_array().iter().copied().collect());
        let matches = self.inner.sizes().matches;
        match (which, seed) {
            (Some(_), Some(_)) => Err(PyValueError::new_err("a new seed begins all matches anew: leave out `which`")),
            (Some(which), None) if which.len() != matches => {
                let len = which.len();
                Err(PyValueError::new_err(format!("`which` has the shape ({len},); this batch wants ({matches},)")))
            }
            (None, Some(seed)) => {
                let seed: Seed = read_seed(py, Some(seed))?;
                self.with_rows(py, |inner, rows, _, _| inner.reseed(seed, rows))
            }
            (which, None) => self.with_rows(py, |inner, rows, _, _| inner.reset(which.as_deref(), rows)),
        }
    }

    /// Returns a second batch that stands where this one does and has the same dice before it.
    fn copy(&self, py: Python<'_>) -> PyResult<Batch> {
        let inner = self.inner.boxed().map_err(|_| self.lacking())?;
        let copy = Batch::around(py, inner, self.threads)?;
        let (to, from) = (&copy.arrays, &self.arrays);
        from.observations.bind(py).copy_to(to.observations.bind(py))?;
        from.masks.bind(py).copy_to(to.masks.bind(py))?;
        from.rewards.bind(py).copy_to(to.rewards.bind(py))?;
        from.ends.bind(py).copy_to(to.ends.bind(py))?;
        from.cuts.bind(py).copy_to(to.cuts.bind(py))?;
        from.seats.bind(py).copy_to(to.seats.bind(py))?;
        from.actions.bind(py).copy_to(to.actions.bind(py))?;
        Ok(copy)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Batch> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Batch> {
        self.copy(py)
    }

    /// Returns one position in words.
    fn describe(&self, index: usize) -> PyResult<String> {
        self.inner.describe(index).ok_or_else(|| self.no_match(index))
    }

    /// Returns one position as bytes, as `Match.to_bytes` does.
    fn position<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.inner.position(index).ok_or_else(|| self.no_match(index))?))
    }

    /// Puts the position of a match in the place of one of the batch, whose dice go on: for searches.
    fn put(&mut self, py: Python<'_>, index: usize, r#match: &Match) -> PyResult<()> {
        let held = r#match.held();
        if index >= self.inner.sizes().matches {
            return Err(self.no_match(index));
        }
        let fits = held.game() == self.inner.game()
            && usize::from(held.seats()) == self.inner.sizes().seats
            && held.options() == self.inner.options();
        if !fits || held.turn() == Turn::Chance {
            let what = if fits { "chance is next in it" } else { "its game, seats or options are others" };
            return Err(PyValueError::new_err(format!("this match does not fit into the batch: {what}")));
        }
        let bytes = held.to_bytes();
        let put = self.with_rows(py, |inner, rows, _, _| inner.put(index, &bytes, rows))?;
        put.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Arrays { rewards, ends, cuts, actions, .. } = &self.arrays;
        let rows = (rewards.bind(py), ends.bind(py), cuts.bind(py), actions.bind(py));
        let bytes = self.inner.to_bytes().map_err(|_| self.lacking())?;
        // Unlike `PyBytes::new`, this says when Python has no memory left.
        let bytes = PyBytes::new_with(py, bytes.len(), |to| {
            to.copy_from_slice(&bytes);
            Ok(())
        })?;
        Ok((bytes, rows).into_pyobject(py)?.into_any())
    }

    #[expect(clippy::type_complexity, reason = "the parts of a state")]
    fn __setstate__(
        &mut self,
        py: Python<'_>,
        state: (
            Bound<'_, PyBytes>,
            (Bound<'_, PyArray2<f32>>, Bound<'_, PyArray1<bool>>, Bound<'_, PyArray1<bool>>, Bound<'_, PyArray1<i32>>),
        ),
    ) -> PyResult<()> {
        let (bytes, (rewards, ends, cuts, actions)) = state;
        self.inner.read(bytes.as_bytes()).map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.with_rows(py, |inner, rows, _, _| inner.show(rows))?;
        rewards.copy_to(self.arrays.rewards.bind(py))?;
        ends.copy_to(self.arrays.ends.bind(py))?;
        cuts.copy_to(self.arrays.cuts.bind(py))?;
        actions.copy_to(self.arrays.actions.bind(py))?;
        Ok(())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (sizes, terms) = (self.inner.sizes(), self.inner.terms());
        let weights = PyDict::new(py);
        for (name, weight) in terms.shaping.weights() {
            weights.set_item(name, weight)?;
        }
        let rebuild = py.get_type::<Batch>().getattr("_rebuild")?;
        let parts = (
            self.inner.game(),
            sizes.matches,
            sizes.seats,
            self.inner.options(),
            self.threads,
            terms.most,
            terms.resets,
            weights,
        );
        Ok((rebuild, parts, self.__getstate__(py)?).into_pyobject(py)?.into_any())
    }

    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "what __init__ takes")]
    fn _rebuild(
        py: Python<'_>,
        game: &str,
        matches: usize,
        seats: usize,
        options: &str,
        threads: usize,
        max_steps: Option<u32>,
        autoreset: bool,
        shaping: &Bound<'_, PyDict>,
    ) -> PyResult<Batch> {
        let (options, seed) = (options.into_pyobject(py)?, 0_u64.into_pyobject(py)?);
        let (options, seed) = (Some(options.as_any()), Some(seed.as_any()));
        Batch::new(py, game, matches, Some(seats), options, seed, threads, max_steps, autoreset, Some(shaping))
    }

    fn __repr__(&self) -> String {
        let sizes = self.inner.sizes();
        format!("<polynya.Batch of {} matches of {}, {} seats>", sizes.matches, self.inner.game(), sizes.seats)
    }
}

impl Batch {
    fn lacking(&self) -> PyErr {
        let sizes = self.inner.sizes();
        lacking(self.inner.game(), sizes.matches, sizes.bytes())
    }

    fn no_match(&self, index: usize) -> PyErr {
        let last = self.inner.sizes().matches - 1;
        PyIndexError::new_err(format!("there is no match {index}: this batch has the matches 0 to {last}"))
    }
}
