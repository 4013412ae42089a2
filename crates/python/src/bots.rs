//! `polynya.Bot`.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use polynya_catalog::{AnyPlayer, headless};
use polynya_engine::{Seat, Seed};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::raised;
use crate::matches::{Match, read_seed};

/// A bot by its name, for every game that has it: `random`, `greedy`, `easy`, `normal`, `hard`, or with a budget
/// `hard@2s`. What it uses to break ties follows from its seed.
///
/// >>> import polynya
/// >>> match = polynya.Match("polar-roller", 2, seed=7)
/// >>> polynya.Bot("greedy").choose(match) in match.legal()
/// True
#[pyclass(module = "polynya", frozen)]
pub struct Bot {
    name: String,
    seed: Seed,
    players: Mutex<HashMap<&'static str, Box<dyn AnyPlayer>>>,
}

impl Bot {
    /// Returns the number of the action that the bot chooses for this seat.
    pub fn choice(&self, py: Python<'_>, table: &Match, seat: Seat) -> PyResult<usize> {
        let held = table.held();
        if held.legal(seat).is_empty() {
            let index = seat.number() - 1;
            return Err(PyValueError::new_err(format!("seat {index} has nothing to do now, so a bot cannot choose")));
        }
        let (game, bytes) = (held.game(), held.to_bytes());
        // A bot that has panicked has forgotten nothing that matters: it plans anew.
        let chosen = py.detach(|| {
            let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
            if !players.contains_key(game) {
                players.insert(game, headless().get(game)?.player(&self.name, self.seed)?);
            }
            match players.get_mut(game) {
                Some(player) => Ok(player.choose(&bytes, seat)?),
                None => Ok(String::new()),
            }
        });
        let words = chosen.map_err(|error| raised(py, game, error))?;
        held.number(&words).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (name, seed=None))]
    fn new(py: Python<'_>, name: &str, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Bot> {
        let games = headless();
        let mut wrong = None;
        let known = games.iter().any(|game| match game.thinking_time(name) {
            Ok(_) => true,
            Err(error) => {
                wrong.get_or_insert(error);
                false
            }
        });
        if let (false, Some(wrong)) = (known, wrong) {
            return Err(PyValueError::new_err(wrong.to_string()));
        }
        let seed = match seed {
            Some(seed) => read_seed(py, Some(seed))?,
            None => Seed::of("bot"),
        };
        Ok(Bot { name: name.to_owned(), seed, players: Mutex::default() })
    }

    /// The bot's name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of what the bot does, for the seat that is asked or for this one.
    #[pyo3(signature = (r#match, seat=None))]
    fn choose(&self, py: Python<'_>, r#match: &Match, seat: Option<usize>) -> PyResult<usize> {
        self.choice(py, r#match, r#match.seat_or_asked(seat)?)
    }

    fn __repr__(&self) -> String {
        format!("<polynya.Bot {}>", self.name)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (String, String)) {
        (py.get_type::<Bot>(), (self.name.clone(), self.seed.to_string()))
    }
}
