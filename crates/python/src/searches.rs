//! `polynya.search`: many searches side by side, whose positions are evaluated together.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use polynya_engine::Seat;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::held::AnyHeld;
use crate::matches::Match;
use crate::search::{Answer, Found, Question, Settings};

/// The most matches that are searched side by side: each has a thread of its own, which mostly waits.
const MOST: usize = 1024;

/// What a search says to whoever evaluates.
enum Said {
    Asks(usize, Question),
    Ends(usize, Option<Vec<Found>>),
}

/// What a call finds: for each match the visits of all actions, and what they are worth.
type Tables<'py> = (Bound<'py, PyArray2<i32>>, Bound<'py, PyArray2<f32>>);

/// Searches matches with an evaluation of your own, which is called with all positions that wait for one.
///
/// `evaluate(observations, masks, seats)` gets a row for each position: what the acting seat sees (float32), what it may do
/// (bool) and who it is. It returns a prior for each action (shape of the masks, not negative) and what each position
/// is worth to its seat, from -1 to 1. The search is ours: PUCT, with dice and decks as chance nodes.
///
/// Returns two arrays with a row for each match: how often each action was visited, and its mean worth to the seat.
///
/// >>> import numpy as np, polynya
/// >>> match = polynya.Match("polar-dare", 2, seed=7)
/// >>> match.play("roll")
/// >>> def evaluate(observations, masks, seats):
/// ...     return masks / masks.sum(axis=1, keepdims=True), np.zeros(len(masks))
/// >>> visits, worth = polynya.search([match, match], evaluate, visits=50)
/// >>> visits.shape, int(visits[0].sum()) >= 49, set(np.flatnonzero(visits[0])) <= set(match.legal())
/// ((2, 379), True, True)
#[pyfunction]
#[pyo3(signature = (matches, evaluate, *, visits=200, exploration=1.4, seed=0))]
pub fn search<'py>(
    py: Python<'py>,
    matches: Vec<PyRef<'py, Match>>,
    evaluate: &Bound<'py, PyAny>,
    visits: u32,
    exploration: f32,
    seed: u64,
) -> PyResult<Tables<'py>> {
    let held: Vec<Box<dyn AnyHeld>> = matches.iter().map(|each| each.held().boxed()).collect();
    let seats = matches.iter().map(|each| each.seat_or_asked(None)).collect::<PyResult<Vec<Seat>>>()?;
    drop(matches);
    let Some(first) = held.first() else { return Err(PyValueError::new_err("there is no match to search")) };
    if held.iter().any(|each| each.game() != first.game()) || held.len() > MOST {
        let what = format!("matches of one game are searched side by side, at most {MOST} of them");
        return Err(PyValueError::new_err(what));
    }
    if !(1..=10_000_000).contains(&visits) || !exploration.is_finite() || exploration < 0.0 {
        return Err(PyValueError::new_err("visits are 1 to 10000000, and exploration is a number from 0"));
    }
    let actions = first.actions();
    let found = std::thread::scope(|scope| -> PyResult<Vec<Vec<Found>>> {
        let (tell, mut heard) = channel::<Said>();
        let mut replies: Vec<Sender<Option<Answer>>> = Vec::new();
        let (mut active, mut failed) = (0, None);
        for (index, (each, &seat)) in held.iter().zip(&seats).enumerate() {
            let (reply, answers) = channel();
            replies.push(reply);
            let tell = tell.clone();
            let settings = Settings { visits, exploration, seed: seed.wrapping_add(index as u64) };
            let work = move || {
                let speaking = tell.clone();
                let mut ask = move |question| {
                    speaking.send(Said::Asks(index, question)).ok()?;
                    answers.recv().ok()?
                };
                let found = catch_unwind(AssertUnwindSafe(|| each.search(seat, settings, &mut ask)));
                // Nobody listens only if the call was given up.
                let _ = tell.send(Said::Ends(index, found.ok()));
            };
            match std::thread::Builder::new().stack_size(1 << 20).spawn_scoped(scope, work) {
                Ok(_) => active += 1,
                Err(error) => {
                    failed.get_or_insert(PyRuntimeError::new_err(format!("no thread is to be had: {error}")));
                }
            }
        }
        drop(tell);
        let mut results = vec![Vec::new(); held.len()];
        while active > 0 {
            // Until everybody waits: so the same positions are always evaluated together.
            let (waiting, ended, listening) = py.detach(move || gather(heard, active));
            heard = listening;
            active -= ended.len();
            for (index, found) in ended {
                match found {
                    Some(found) => results[index] = found,
                    None => drop(failed.get_or_insert(PyRuntimeError::new_err("the search of a match broke off"))),
                }
            }
            if waiting.is_empty() {
                continue;
            }
            if failed.is_none() {
                match py.check_signals().and_then(|()| answers(py, evaluate, &waiting, actions)) {
                    Ok(answers) => {
                        for ((index, _), answer) in waiting.iter().zip(answers) {
                            let _ = replies[*index].send(Some(answer));
                        }
                        continue;
                    }
                    Err(error) => failed = Some(error),
                }
            }
            // Whoever waits for an answer breaks off.
            for (index, _) in &waiting {
                let _ = replies[*index].send(None);
            }
        }
        failed.map_or(Ok(results), Err)
    })?;
    let (mut counts, mut worth) = (vec![0; held.len() * actions], vec![0.0; held.len() * actions]);
    for (row, found) in found.into_iter().enumerate() {
        for (number, visits, value) in found {
            counts[row * actions + number] = visits as i32;
            worth[row * actions + number] = value;
        }
    }
    let shape = [held.len(), actions];
    Ok((PyArray1::from_vec(py, counts).reshape(shape)?, PyArray1::from_vec(py, worth).reshape(shape)?))
}

type Gathered = (Vec<(usize, Question)>, Vec<(usize, Option<Vec<Found>>)>, Receiver<Said>);

/// Listens until every search waits or has ended.
fn gather(heard: Receiver<Said>, active: usize) -> Gathered {
    let (mut waiting, mut ended) = (Vec::new(), Vec::new());
    while waiting.len() + ended.len() < active {
        match heard.recv() {
            Ok(Said::Asks(index, question)) => waiting.push((index, question)),
            Ok(Said::Ends(index, found)) => ended.push((index, found)),
            Err(_) => break,
        }
    }
    waiting.sort_by_key(|(index, _)| *index);
    (waiting, ended, heard)
}

/// Asks the caller about all positions at once.
fn answers(
    py: Python<'_>,
    evaluate: &Bound<'_, PyAny>,
    waiting: &[(usize, Question)],
    actions: usize,
) -> PyResult<Vec<Answer>> {
    let rows = waiting.len();
    let seen: Vec<f32> = waiting.iter().flat_map(|(_, question)| question.seen.iter().copied()).collect();
    let masks: Vec<bool> = waiting.iter().flat_map(|(_, question)| question.mask.iter().copied()).collect();
    let seats: Vec<i32> = waiting.iter().map(|(_, question)| question.seat.number() as i32 - 1).collect();
    let columns = seen.len() / rows;
    let seen = PyArray1::from_vec(py, seen).reshape([rows, columns])?;
    let masks = PyArray1::from_vec(py, masks).reshape([rows, actions])?;
    let told = evaluate.call1((seen, masks, PyArray1::from_vec(py, seats)))?;
    let (priors, values): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
        told.extract().map_err(|_| PyValueError::new_err("`evaluate` returns two arrays: priors and values"))?;
    let as_floats = |array: Bound<'_, PyAny>| -> PyResult<Py<PyAny>> {
        let kind = PyDict::new(py);
        kind.set_item("dtype", "float32")?;
        Ok(py.import("numpy")?.call_method("asarray", (array,), Some(&kind))?.unbind())
    };
    let (priors, values) = (as_floats(priors)?, as_floats(values)?);
    let wrong =
        |_| PyValueError::new_err(format!("`evaluate` returns priors ({rows}, {actions}) and values ({rows},)"));
    let priors: PyReadonlyArray2<'_, f32> = priors.bind(py).extract().map_err(wrong)?;
    let wrong =
        |_| PyValueError::new_err(format!("`evaluate` returns priors ({rows}, {actions}) and values ({rows},)"));
    let values: PyReadonlyArray1<'_, f32> = values.bind(py).extract().map_err(wrong)?;
    let (priors, values) = (priors.as_array(), values.as_array());
    if priors.dim() != (rows, actions) || values.dim() != rows {
        let (has, other) = (priors.shape(), values.shape());
        return Err(PyValueError::new_err(format!(
            "`evaluate` returned priors {has:?} and values {other:?}; wanted are [{rows}, {actions}] and [{rows}]"
        )));
    }
    if priors.iter().any(|prior| !prior.is_finite() || *prior < 0.0) || values.iter().any(|value| !value.is_finite()) {
        return Err(PyValueError::new_err("`evaluate` returned a prior below 0 or a number that is not finite"));
    }
    let answer = |(row, &value): (_, &f32)| Answer { weights: priors.row(row).iter().copied().collect(), value };
    Ok(values.iter().enumerate().map(answer).collect())
}
