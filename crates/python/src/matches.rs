//! `polynya.Match`.

use std::ops::ControlFlow;
use std::time::Duration;

use numpy::PyArray1;
use polynya_catalog::{CatalogError, Mark, headless, visit};
use polynya_engine::{ParseError, Record, Seat, Turn};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};

use crate::bots::Bot;
use crate::errors::{raised, seat_at};
use crate::held::AnyHeld;
use crate::setup::{Open, Resume, options_json, read_seats, read_seed};
use crate::svg;

/// A match: a position with the steps that led to it.
///
/// The dice follow from the seed (a number or a text; without one they are new every time). With `ask_for_chance` the
/// match waits where chance decides: `odds` tells what can happen, `settle` chooses and `draw` lets the seed decide.
///
/// Two matches are equal if their positions and setups are, whatever led to them. They can be copied, pickled, compared
/// and used as keys (as long as they are not played on).
///
/// >>> import polynya
/// >>> match = polynya.Match("rescue-polar-bears", seats=3, options={"rough_road": True}, seed=7)
/// >>> match.game, match.seats, match.seat, match.is_over
/// ('rescue-polar-bears', 3, 0, False)
#[pyclass(module = "polynya")]
pub struct Match(Box<dyn AnyHeld>);

impl Match {
    /// Returns the match without its Python object.
    pub fn held(&self) -> &dyn AnyHeld {
        &*self.0
    }

    fn raised(&self, py: Python<'_>, error: CatalogError) -> PyErr {
        raised(py, self.0.game(), error)
    }

    /// Returns a seat by its index or, without one, the seat that is asked.
    pub fn seat_or_asked(&self, seat: Option<usize>) -> PyResult<Seat> {
        match seat {
            Some(index) => seat_at(index, self.0.seats()),
            None => self.0.awaited().iter().next().ok_or_else(|| {
                let why = if self.0.turn() == Turn::Chance { "chance is next" } else { "the match is over" };
                PyValueError::new_err(format!("no seat is asked, because {why}; say which one you mean"))
            }),
        }
    }

    fn number_of(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        if let Ok(number) = action.extract::<usize>() {
            return Ok(number);
        }
        if let Ok(words) = action.cast::<PyString>() {
            let words: String = words.extract()?;
            return self.0.number(&words).map_err(|error| PyValueError::new_err(error.to_string()));
        }
        if action.extract::<i64>().is_ok() {
            return Err(PyValueError::new_err("actions are numbered from 0"));
        }
        let kind = action.get_type().name()?;
        Err(PyTypeError::new_err(format!("an action is a number or its words, not {kind}")))
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (game, seats=None, options=None, seed=None, *, ask_for_chance=false))]
    fn new(
        py: Python<'_>,
        game: &str,
        seats: Option<usize>,
        options: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        ask_for_chance: bool,
    ) -> PyResult<Match> {
        let (options, seed) = (options_json(options)?, read_seed(py, seed)?);
        let open = Open { options: &options, seats: read_seats(seats)?, seed, asks: ask_for_chance };
        let held = visit(game, open).and_then(|opened| opened).map_err(|error| raised(py, game, error))?;
        Ok(Match(held))
    }

    /// Returns the match of a record, which is judged: it goes on where the record ends.
    #[classmethod]
    #[pyo3(signature = (record, seed=None, *, ask_for_chance=false))]
    fn from_record(
        kind: &Bound<'_, PyType>,
        record: &str,
        seed: Option<&Bound<'_, PyAny>>,
        ask_for_chance: bool,
    ) -> PyResult<Match> {
        let py = kind.py();
        let record = Record::read(record).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let seed = record.seed.map_or_else(|| read_seed(py, seed), Ok)?;
        let resume = Resume { record: &record, seed, asks: ask_for_chance, whole: true };
        let held = visit(&record.game, resume).and_then(|opened| opened);
        Ok(Match(held.map_err(|error| raised(py, &record.game, error))?))
    }

    /// The game's id.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game()
    }

    /// How many seats the table has.
    #[getter]
    fn seats(&self) -> u8 {
        self.0.seats()
    }

    /// All options of the match, those that were left out with their usual values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.0.options(),))
    }

    /// The seed behind the dice, as 64 hexadecimal digits.
    #[getter]
    fn seed(&self) -> String {
        self.0.seed().to_string()
    }

    /// Whether the match waits where chance decides, until it is told what to do.
    #[getter]
    fn asks_for_chance(&self) -> bool {
        self.0.asks_for_chance()
    }

    /// The seat that is asked, the lowest one if several are; None if chance is next or the match is over.
    #[getter]
    fn seat(&self) -> Option<usize> {
        self.0.awaited().iter().next().map(|seat| seat.number() - 1)
    }

    /// The seats that the table waits for.
    #[getter]
    fn awaited(&self) -> Vec<usize> {
        self.0.awaited().iter().map(|seat| seat.number() - 1).collect()
    }

    /// The seats that may act now: those that are awaited, and those that may interject.
    #[getter]
    fn acting(&self) -> Vec<usize> {
        match self.0.turn() {
            Turn::Players(seats) => seats.iter().map(|seat| seat.number() - 1).collect(),
            Turn::Chance | Turn::Over(_) => Vec::new(),
        }
    }

    /// Whether dice or a deck decide next.
    #[getter]
    fn is_chance(&self) -> bool {
        self.0.turn() == Turn::Chance
    }

    /// Whether the match is over.
    #[getter]
    fn is_over(&self) -> bool {
        matches!(self.0.turn(), Turn::Over(_))
    }

    /// How many turns or rounds are over.
    #[getter]
    fn turns(&self) -> u32 {
        self.0.turns()
    }

    /// How many actions the game's numbering has.
    #[getter]
    fn actions(&self) -> usize {
        self.0.actions()
    }

    /// The steps so far in words, as records write them: `1 roll`, `* P2`.
    #[getter]
    fn steps(&self) -> Vec<String> {
        self.0.steps()
    }

    /// The seats that have won; None while the match goes on.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        let winners = self.0.result()?.winners;
        Some(winners.into_iter().filter_map(|number| usize::try_from(number).ok()?.checked_sub(1)).collect())
    }

    /// What each seat has scored; None while the match goes on.
    #[getter]
    fn scores(&self) -> Option<Vec<i64>> {
        Some(self.0.result()?.scores)
    }

    /// Why the match ended, as a word; None while it goes on.
    #[getter]
    fn ending(&self) -> Option<String> {
        self.0.ending()
    }

    /// What the match pays each seat: 0 while it goes on.
    ///
    /// Together, all get 1 for a win and -1 for a loss. In a race the winners share 1 and the others share -1.
    #[getter]
    fn returns(&self) -> Vec<f64> {
        let paid = self.0.returns();
        Seat::all(self.0.seats()).map(|seat| paid[seat]).collect()
    }

    /// Returns what gauges are worth to each seat, by these weights.
    fn potential(&self, weights: Vec<(String, f32)>) -> PyResult<Vec<f32>> {
        let worth = self.0.potential(weights).map_err(PyValueError::new_err)?;
        Ok(Seat::all(self.0.seats()).map(|seat| worth[seat]).collect())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Returns the numbers of what a seat may do, rising; without a seat, of the one that is asked.
    ///
    /// >>> import polynya
    /// >>> polynya.Match("polar-dare", 2, seed=7).legal()
    /// [0]
    #[pyo3(signature = (seat=None))]
    fn legal(&self, seat: Option<usize>) -> PyResult<Vec<usize>> {
        Ok(self.0.legal(self.seat_or_asked(seat)?))
    }

    /// Returns what a seat may do in words, in the order of the numbers.
    ///
    /// >>> import polynya
    /// >>> polynya.Match("polar-dare", 2, seed=7).legal_words()
    /// ['roll']
    #[pyo3(signature = (seat=None))]
    fn legal_words(&self, seat: Option<usize>) -> PyResult<Vec<String>> {
        Ok(self.0.legal_words(self.seat_or_asked(seat)?))
    }

    /// Returns everything that may follow, as records write it: actions of all acting seats, or outcomes of chance.
    ///
    /// >>> import polynya
    /// >>> match = polynya.Match("polar-dare", 2, seed=7, ask_for_chance=True)
    /// >>> match.legal_steps()
    /// ['1 roll']
    /// >>> match.play("roll")
    /// >>> match.legal_steps()
    /// ['* B3', '* P2', '* P3', '* P4']
    fn legal_steps(&self) -> Vec<String> {
        self.0.legal_steps()
    }

    /// Returns what a seat may do as booleans, one for each action.
    ///
    /// >>> import polynya
    /// >>> int(polynya.Match("polar-dare", 2, seed=7).mask().sum())
    /// 1
    #[pyo3(signature = (seat=None))]
    fn mask<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.0.actions()];
        self.0.mask(self.seat_or_asked(seat)?, &mut mask);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// Returns the position as a seat sees it: the numbers that `polynya.info(game).fields` explains.
    ///
    /// >>> import polynya
    /// >>> seen = polynya.Match("polar-dare", 2, seed=7).observe()
    /// >>> seen[polynya.info("polar-dare").field("own_turn").place].tolist()
    /// [1.0]
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let mut numbers = Vec::new();
        self.0.observe(self.seat_or_asked(seat)?, &mut numbers);
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// Returns the number of an action that is given in words.
    ///
    /// >>> import polynya
    /// >>> polynya.Match("polar-dare", 2).number("roll")
    /// 0
    fn number(&self, words: &str) -> PyResult<usize> {
        self.0.number(words).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Returns the words of the action with this number.
    fn words(&self, number: usize) -> PyResult<String> {
        self.0.words(number).ok_or_else(|| self.no_action(number))
    }

    /// Returns the action with this number as a button says it.
    ///
    /// >>> import polynya
    /// >>> polynya.Match("polar-dare", 2).label(0)
    /// 'Roll the die'
    fn label(&self, number: usize) -> PyResult<String> {
        self.0.label(number).ok_or_else(|| self.no_action(number))
    }

    /// Plays an action, by its number or its words, for the seat that is asked or for this one. What chance decides then is
    /// drawn from the seed, unless the match asks for chance.
    ///
    /// Raises `Refusal` if the rules say no.
    ///
    /// >>> import polynya
    /// >>> match = polynya.Match("polar-dare", 2, seed=7)
    /// >>> match.play("roll")
    /// >>> match.steps
    /// ['1 roll', '* P2']
    #[pyo3(signature = (action, seat=None))]
    fn play(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<()> {
        let number = self.number_of(action)?;
        // Who must wait is told so by a rule.
        let seat = match seat {
            Some(index) => seat_at(index, self.0.seats())?,
            None => self.0.awaited().iter().next().unwrap_or(Seat::FIRST),
        };
        self.0.play(seat, number).map_err(|error| self.raised(py, error))
    }

    /// Adds a step as records write it: of a seat, or of chance. Nothing is drawn.
    ///
    /// >>> import polynya
    /// >>> match = polynya.Match("polar-dare", 2)
    /// >>> match.push("1 roll")
    /// >>> match.push("* B3")
    fn push(&mut self, py: Python<'_>, step: &str) -> PyResult<()> {
        self.0.push(step).map_err(|error| self.raised(py, error))
    }

    /// Returns what chance can decide now, in words, each with its probability; an empty list if a seat acts.
    ///
    /// >>> import polynya
    /// >>> match = polynya.Match("polar-dare", 2, ask_for_chance=True)
    /// >>> match.play("roll")
    /// >>> len(match.odds()), sum(share for _, share in match.odds())
    /// (4, 1.0)
    fn odds(&self) -> Vec<(String, f64)> {
        let odds = self.0.odds();
        let total: f64 = odds.iter().map(|&(_, weight)| f64::from(weight)).sum();
        odds.into_iter().map(|(words, weight)| (words, f64::from(weight) / total)).collect()
    }

    /// Decides for chance: by the words of an outcome or its number in the list that `odds` returns.
    ///
    /// >>> import polynya
    /// >>> match = polynya.Match("polar-dare", 2, ask_for_chance=True)
    /// >>> match.play("roll")
    /// >>> match.settle("B3")
    fn settle(&mut self, py: Python<'_>, outcome: &Bound<'_, PyAny>) -> PyResult<()> {
        let number = match outcome.cast::<PyString>() {
            Ok(words) => {
                let words: String = words.extract()?;
                let odds = self.0.odds();
                odds.iter().position(|(known, _)| *known == words).ok_or_else(|| {
                    let possible: Vec<&str> = odds.iter().map(|(words, _)| words.as_str()).collect();
                    let possible = possible.join(", ");
                    let what = if possible.is_empty() { "chance decides nothing here".to_owned() } else { possible };
                    PyValueError::new_err(format!("chance cannot decide `{words}` here; possible: {what}"))
                })?
            }
            Err(_) => outcome.extract::<usize>().map_err(|_| {
                PyTypeError::new_err("an outcome is its words or its number in the list that `odds` returns")
            })?,
        };
        self.0.settle(number).map_err(|error| self.raised(py, error))
    }

    /// Lets the seed decide for chance, once.
    ///
    /// >>> import polynya
    /// >>> match = polynya.Match("polar-dare", 2, seed=7, ask_for_chance=True)
    /// >>> match.play("roll")
    /// >>> match.draw()
    /// >>> match.steps[-1]
    /// '* P2'
    fn draw(&mut self) -> PyResult<()> {
        if self.0.draw() {
            return Ok(());
        }
        Err(PyValueError::new_err("there is nothing to draw: a seat acts, or the match is over"))
    }

    /// Draws the dice that are still to fall from another seed.
    #[pyo3(signature = (seed=None))]
    fn reseed(&mut self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        self.0.reseed(read_seed(py, seed)?);
        Ok(())
    }

    /// Takes back the last action with what chance decided after it. False if there is none.
    ///
    /// The same action meets the same dice again.
    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// Returns the match as it stood after its first steps.
    fn prefix(&self, steps: usize) -> Match {
        Match(self.0.prefix(steps))
    }

    /// Returns a second match that stands where this one does; the steps so far are shared.
    ///
    /// >>> import polynya
    /// >>> match = polynya.Match("polar-dare", 2, seed=7)
    /// >>> other = match.copy()
    /// >>> other.play("roll")
    /// >>> match.steps, other == match
    /// ([], False)
    fn copy(&self) -> Match {
        Match(self.0.boxed())
    }

    fn __copy__(&self) -> Match {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Match {
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Match>().is_ok_and(|other| self.0.is_like(&*other.borrow().0))
    }

    fn __hash__(&self) -> u64 {
        self.0.hash()
    }

    fn __repr__(&self) -> String {
        let (game, seats, steps) = (self.0.game(), self.0.seats(), self.0.len());
        format!("<polynya.Match of {game}, {seats} seats, {steps} steps>")
    }

    fn __str__(&self) -> String {
        self.0.describe()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let seed = self.0.seed().to_string();
        let parts = (self.0.game(), self.0.options(), self.0.seats(), seed, self.0.asks_for_chance(), self.0.steps());
        Ok((py.get_type::<Match>().getattr("_rebuild")?, parts.into_pyobject(py)?))
    }

    /// Returns a match from what it was pickled as.
    #[staticmethod]
    fn _rebuild(
        py: Python<'_>,
        game: &str,
        options: &str,
        seats: u8,
        seed: &str,
        asks: bool,
        steps: Vec<String>,
    ) -> PyResult<Match> {
        let wrong = |error: CatalogError| raised(py, game, error);
        let rules = headless().get(game).map_err(wrong)?.version();
        let record = Record::begun(game, rules, options, seats, steps).map_err(|error| wrong(error.into()))?;
        let seed = seed.parse().map_err(|error: ParseError| wrong(error.into()))?;
        Ok(Match(
            visit(game, Resume { record: &record, seed, asks, whole: false }).and_then(|held| held).map_err(wrong)?,
        ))
    }

    /// Returns the record of the match, one line of JSON: what `polynya check`, `replay` and `play` read.
    fn record(&self) -> String {
        self.0.record().write()
    }

    /// Returns the whole position in words, line by line.
    fn describe(&self) -> String {
        self.0.describe()
    }

    /// Returns what the moment asks for, told to a seat, or to somebody who watches.
    #[pyo3(signature = (seat=None))]
    fn prompt(&self, seat: Option<usize>) -> PyResult<String> {
        let reader = seat.map(|index| seat_at(index, self.0.seats())).transpose()?;
        Ok(self.0.prompt(reader).text)
    }

    /// Returns the name by which sentences call a seat.
    ///
    /// >>> import polynya
    /// >>> polynya.Match("polar-dare", 2).name(0)
    /// 'Red'
    fn name(&self, seat: usize) -> PyResult<String> {
        Ok(self.0.name(seat_at(seat, self.0.seats())?))
    }

    /// Returns what happened since a step, sentence by sentence.
    #[pyo3(signature = (since=0))]
    fn story(&self, since: usize) -> Vec<String> {
        self.0.tell(since)
    }

    /// Returns what can be foreseen, sentence by sentence, each with whether it is a danger.
    fn forecast(&self) -> Vec<(String, bool)> {
        self.0.foresee().into_iter().map(|seen| (seen.text, seen.danger)).collect()
    }

    /// Returns how far everybody has come: the values whose course tells a match.
    fn gauges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for gauge in self.0.gauges() {
            let row = PyDict::new(py);
            row.set_item("name", gauge.name)?;
            row.set_item("seat", gauge.seat.map(|seat| seat.number() - 1))?;
            row.set_item("value", gauge.value)?;
            row.set_item("most", gauge.most)?;
            list.append(row)?;
        }
        Ok(list)
    }

    /// Returns what a seat should do and why, after thinking for so long.
    #[pyo3(signature = (seat=None, *, seconds=0.2))]
    fn hint<'py>(&self, py: Python<'py>, seat: Option<usize>, seconds: f64) -> PyResult<Bound<'py, PyDict>> {
        let seat = self.seat_or_asked(seat)?;
        if self.0.legal(seat).is_empty() {
            return Err(PyValueError::new_err("this seat has nothing to do now, so there is no hint for it"));
        }
        let time = Duration::try_from_secs_f64(seconds)
            .ok()
            .filter(|time| *time <= Duration::from_secs(60))
            .ok_or_else(|| PyValueError::new_err("a hint may take from 0 to 60 seconds"))?;
        let (game, bytes) = (self.0.game(), self.0.to_bytes());
        let hint = py.detach(|| headless().get(game)?.hint(&bytes, seat, time));
        let hint = hint.map_err(|error| self.raised(py, error))?;
        let other = hint.alternative.as_ref().map(|plan| plan.outline.join(", ")).unwrap_or_default();
        let told = PyDict::new(py);
        let numbers = hint.plan.words.iter().filter_map(|words| self.0.number(words).ok()).collect::<Vec<_>>();
        told.set_item("actions", numbers)?;
        told.set_item("words", hint.plan.words)?;
        told.set_item("outline", hint.plan.outline)?;
        told.set_item("worth", hint.plan.worth.map(|worth| worth.to_string()))?;
        told.set_item("reason", hint.reason.sentence(&other))?;
        told.set_item("brings", hint.brings)?;
        Ok(told)
    }

    /// Returns what was luck and what was skill in the match: for every seat `start` + `luck` + `skill` = `result`, all of them
    /// chances to win or changes of one, and for every step what it changed, what it cost and what was better.
    ///
    /// The chances are those between normal bots, as people are told after a match. It takes seconds; Ctrl-C stops it.
    ///
    /// >>> import polynya
    /// >>> match = polynya.Match("polar-dare", 2, seed=7)
    /// >>> match.play("roll")
    /// >>> told = match.analysis()
    /// >>> told["finished"], [step["words"] for step in told["steps"]]
    /// (False, ['roll', 'P2'])
    fn analysis<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (game, record) = (self.0.game(), self.0.record());
        let mut stopped = None;
        let analysis = py.detach(|| {
            headless().get(game)?.analyse(&record, &mut |_| match Python::attach(Python::check_signals) {
                Ok(()) => ControlFlow::Continue(()),
                Err(signal) => {
                    stopped = Some(signal);
                    ControlFlow::Break(())
                }
            })
        });
        let analysis = analysis.map_err(|error| self.raised(py, error))?;
        let Some(analysis) = analysis else {
            return Err(stopped.unwrap_or_else(|| PyRuntimeError::new_err("the analysis was stopped")));
        };
        let told = PyDict::new(py);
        told.set_item("start", analysis.start)?;
        told.set_item("luck", analysis.luck)?;
        told.set_item("skill", analysis.skill)?;
        told.set_item("own", analysis.own)?;
        told.set_item("others", analysis.others)?;
        told.set_item("result", analysis.result)?;
        told.set_item("adjusted", analysis.adjusted)?;
        told.set_item("margin", analysis.margin)?;
        told.set_item("accuracy", analysis.accuracy)?;
        told.set_item("finished", analysis.finished)?;
        told.set_item("together", analysis.together)?;
        let steps = PyList::empty(py);
        for step in analysis.steps {
            let row = PyDict::new(py);
            row.set_item("seat", step.seat.map(|seat| seat.number() - 1))?;
            row.set_item("words", step.words)?;
            row.set_item("value", step.value)?;
            row.set_item("change", step.change)?;
            row.set_item("whom", step.whom.map(|seat| seat.number() - 1))?;
            row.set_item("cost", step.cost)?;
            row.set_item("mark", step.mark.map(mark))?;
            row.set_item("better", step.better)?;
            row.set_item("labels", step.labels)?;
            steps.append(row)?;
        }
        told.set_item("steps", steps)?;
        Ok(told.into_any())
    }

    /// Returns what the network of a bot is asked when a turn begins in this position: all inputs, and the log-odds of winning
    /// that its output corrects. For those who train another one; `polynya arena --network` plays with it.
    ///
    /// >>> import polynya
    /// >>> inputs, log_odds = polynya.Match("rescue-polar-bears", 3, seed=7).network_question()
    /// >>> inputs.ndim, inputs.dtype
    /// (1, dtype('float32'))
    #[pyo3(signature = (bot="greedy"))]
    fn network_question<'py>(&self, py: Python<'py>, bot: &str) -> PyResult<(Bound<'py, PyArray1<f32>>, f32)> {
        let question = self.0.question(bot).map_err(|error| self.raised(py, error))?.ok_or_else(|| {
            let game = self.0.game();
            PyValueError::new_err(format!("`{bot}` of {game} has no network that could be exchanged"))
        })?;
        Ok((PyArray1::from_vec(py, question.inputs), question.log_odds))
    }

    /// Plays what a bot chooses for a seat; returns the number of the action.
    #[pyo3(signature = (bot, seat=None))]
    fn play_bot(&mut self, py: Python<'_>, bot: &Bot, seat: Option<usize>) -> PyResult<usize> {
        let seat = self.seat_or_asked(seat)?;
        let number = bot.choice(py, self, seat)?;
        self.0.play(seat, number).map_err(|error| self.raised(py, error))?;
        Ok(number)
    }

    /// The position as one line of text.
    #[getter]
    fn text(&self) -> String {
        self.0.to_text()
    }

    /// Returns the position as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// Returns a picture of the position; notebooks show it by themselves.
    fn svg(&self) -> String {
        svg::draw(self.held())
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }
}

impl Match {
    fn no_action(&self, number: usize) -> PyErr {
        let last = self.0.actions() - 1;
        PyValueError::new_err(format!("there is no action {number}: those of {} are 0 to {last}", self.0.game()))
    }
}

/// Returns what a step was, in a word.
fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::Lucky => "lucky",
        Mark::Unlucky => "unlucky",
        Mark::Best => "best",
        Mark::Fine => "fine",
        Mark::Slip => "slip",
        Mark::Blunder => "blunder",
    }
}
