//! What the package knows of each game, before a match.

use polynya_catalog::{Group, Kind, Values, headless, ids};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::errors::raised;

/// Returns the ids of all games.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    ids().to_vec()
}

/// Returns the words of all actions of a game, in the order of their numbers.
#[pyfunction]
pub fn actions(py: Python<'_>, game: &str) -> PyResult<Vec<String>> {
    let listed = headless().get(game).map_err(|error| raised(py, game, error))?;
    Ok(listed.actions().into_iter().map(|action| action.words).collect())
}

/// Returns what is known of a game, as JSON.
#[pyfunction]
pub fn info(py: Python<'_>, game: &str) -> PyResult<String> {
    let listed = headless().get(game).map_err(|error| raised(py, game, error))?;
    let info = listed.info();
    let options: Vec<Value> = info
        .options
        .iter()
        .map(|option| {
            let (kind, values): (&str, Vec<Value>) = match option.values {
                Values::Switch(usual) => ("switch", vec![usual.into(), (!usual).into()]),
                Values::OneOf(values) => {
                    ("choice", values.iter().filter_map(|value| serde_json::from_str(value).ok()).collect())
                }
                Values::Such(_) => ("other", Vec::new()),
            };
            let group = match option.group {
                Group::Variant => "variant",
                Group::Ruling => "ruling",
                Group::Again => "again",
            };
            json!({ "name": option.name, "group": group, "kind": kind, "values": values,
                "takes": option.values.to_string(), "about": option.about })
        })
        .collect();
    let bots: Vec<Value> = listed.bots().iter().map(|bot| json!({ "name": bot.name, "about": bot.about })).collect();
    let layout = listed.layout();
    Ok(json!({
        "id": info.id,
        "title": info.title,
        "summary": info.summary,
        "cooperative": info.kind == Kind::Together,
        "simultaneous": info.simultaneous,
        "rules": listed.version(),
        "min_seats": info.seats.start(),
        "max_seats": info.seats.end(),
        "usual_seats": info.usual_seats,
        "options": options,
        "bots": bots,
        "actions": listed.actions().len(),
        "observation": { "version": layout.version, "size": layout.size, "fields": layout.fields },
    })
    .to_string())
}
