//! The games: what they are and their actions.

use std::sync::Arc;

use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use polynya_catalog::{AnyGame, CatalogError, Group, Kind, USUAL_BOT, Values};
use polynya_engine::{Seat, Seed};
use serde::Deserialize;
use serde_json::Value;
use utoipa::IntoParams;

use super::{Prepared, problem};
use crate::codes;
use crate::gate::Address;
use crate::kept::{Key, Whole};
use crate::protocol::{
    ActionWords, GameAgain, GameBot, GameInfo, GameOption, GamePreset, GameSets, GameThing, OptionGroup, Problem,
    ReferenceCard, SetUp,
};
use crate::server::{Server, ServerError};
use crate::views::Browser;

/// All games.
#[utoipa::path(get, path = "/api/games", responses((status = 200, description = "All games", body = Vec<GameInfo>)))]
pub async fn list(State(server): State<Arc<Server>>, asked: HeaderMap) -> Response {
    server.game_list().answer(&asked, "no-cache")
}

/// The fixed numbering of a game's actions: the place in the list is the number.
#[utoipa::path(get, path = "/api/games/{game}/actions", params(("game" = String, Path, description = "the game's id")),
    responses((status = 200, description = "Words, label, and kind with arguments of each", body = Vec<ActionWords>),
        (status = 404, description = "No such game", body = Problem)))]
pub async fn actions(State(server): State<Arc<Server>>, Path(id): Path<String>, asked: HeaderMap) -> Response {
    match server.games.get(&id) {
        Ok(game) => server.text_of("actions", game, actions_of).answer(&asked, "max-age=300"),
        Err(error) => no_game(&error),
    }
}

fn actions_of(game: &dyn AnyGame<Browser>) -> String {
    let all: Vec<ActionWords> = game.actions().into_iter().map(ActionWords::from).collect();
    serde_json::to_string(&all).expect("actions are plain JSON")
}

/// What lies on the table of a game.
#[utoipa::path(get, path = "/api/games/{game}/things", params(("game" = String, Path, description = "the game's id")),
    responses((status = 200, description = "Each thing with a sentence about it", body = Vec<GameThing>),
        (status = 404, description = "No such game", body = Problem)))]
pub async fn things(State(server): State<Arc<Server>>, Path(id): Path<String>, asked: HeaderMap) -> Response {
    match server.games.get(&id) {
        Ok(game) => server.text_of("things", game, things_of).answer(&asked, "max-age=300"),
        Err(error) => no_game(&error),
    }
}

fn things_of(game: &dyn AnyGame<Browser>) -> String {
    let told = |thing: polynya_engine::Thing| GameThing {
        id: thing.id.to_owned(),
        name: thing.name.to_owned(),
        text: thing.text.to_owned(),
        clause: thing.clause.to_owned(),
        lesson: game.teaching(thing.clause).map(|(game, lesson, step)| format!("/learn/{game}/{lesson}?step={step}")),
    };
    let all: Vec<GameThing> = game.things().into_iter().map(told).collect();
    serde_json::to_string(&all).expect("things are plain JSON")
}

/// The options of a match that has not begun.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wished {
    /// The options that differ from the usual ones, as JSON.
    options: Option<String>,
}

/// Where a match of a game begins, how it is won, and what stands on its reference cards: what is printed for a table.
#[utoipa::path(get, path = "/api/games/{game}/set-up", params(("game" = String, Path, description = "the game's id"), Wished),
    responses((status = 200, description = "The view before the first step, and the cards", body = SetUp),
        (status = 404, description = "No such game", body = Problem),
        (status = 409, description = "No such options", body = Problem)))]
pub async fn set_up(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Path(id): Path<String>,
    Query(Wished { options }): Query<Wished>,
    asked: HeaderMap,
) -> Result<Response, ServerError> {
    if let Err(error) = server.games.get(&id) {
        return Ok(no_game(&error));
    }
    let options = options.unwrap_or_else(|| "{}".to_owned());
    let key = Key { code: codes::hash(&format!("{id} {options}")), what: Whole::SetUp, after: None };
    let told = match server.set_ups.get(&key) {
        Some(told) => told,
        None => {
            let games = Arc::clone(&server.games);
            let work = move || set_up_of(games.get(&id)?, &options).map(Prepared::json);
            let told = server.job(address, work).await??;
            server.set_ups.put(key, told.clone());
            told
        }
    };
    Ok(told.answer(&asked, "max-age=300"))
}

fn set_up_of(game: &dyn AnyGame<Browser>, options: &str) -> Result<String, CatalogError> {
    let reference = game.reference(options)?.into_iter().map(ReferenceCard::from).collect();
    let table = game.open(options, game.info().usual_seats, Seed::new([0; 32]))?;
    let set_up = SetUp { view: table.prefix(0).picture().view(), reference, primer: table.primer() };
    Ok(serde_json::to_string(&set_up).expect("a set-up is plain JSON"))
}

pub(super) fn no_game(error: &CatalogError) -> Response {
    problem(StatusCode::NOT_FOUND, error.to_string())
}

/// Returns what people are told about a game before they choose it.
pub fn info(game: &dyn AnyGame<Browser>) -> GameInfo {
    let info = game.info();
    let defaults: Value = game.options("{}").ok().and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
    let option = |option: &polynya_catalog::OptionInfo| GameOption {
        name: option.name.to_owned(),
        group: match option.group {
            Group::Variant => OptionGroup::Variant,
            Group::Ruling => OptionGroup::Ruling,
            Group::Again => OptionGroup::Again,
        },
        about: option.about.to_owned(),
        usual: defaults.get(option.name).cloned().unwrap_or_default(),
        values: match option.values {
            Values::Switch(usual) => vec![Value::Bool(usual), Value::Bool(!usual)],
            Values::OneOf(values) => {
                values.iter().map(|json| serde_json::from_str(json).expect("the list holds JSON")).collect()
            }
            Values::Such(_) => Vec::new(),
        },
    };
    let preset = |preset: &polynya_catalog::Preset| GamePreset {
        name: preset.name.to_owned(),
        about: preset.about.to_owned(),
        options: serde_json::from_str(preset.options).expect("the list holds JSON"),
    };
    GameInfo {
        id: info.id.to_owned(),
        title: info.title.to_owned(),
        summary: info.summary.to_owned(),
        together: info.kind == Kind::Together,
        simultaneous: info.simultaneous,
        minutes: info.minutes,
        ages: info.ages,
        first_game: info.first_game.to_owned(),
        fewest: *info.seats.start(),
        most: *info.seats.end(),
        usual: info.usual_seats,
        names: names(game),
        options: info.options.iter().map(option).collect(),
        presets: info.presets.iter().map(preset).collect(),
        bots: game
            .bots()
            .iter()
            .map(|bot| GameBot { name: bot.name.to_owned(), about: bot.about.to_owned(), yardstick: bot.yardstick })
            .collect(),
        usual_bot: USUAL_BOT.to_owned(),
        boxed: game.contents().is_some(),
        first: info.first.to_owned(),
        sets: info.sets.map(|sets| GameSets {
            what: sets.what.to_owned(),
            names: sets.names.iter().map(|&name| name.to_owned()).collect(),
        }),
        again: info.again.map(|again| GameAgain { label: again.label.to_owned(), about: again.about.to_owned() }),
        about: info.about.to_owned(),
    }
}

/// What the game calls its seats at a full table.
fn names(game: &dyn AnyGame<Browser>) -> Vec<String> {
    let seats = *game.info().seats.end();
    let table = game.open("{}", seats, Seed::new([0; 32]));
    table.map(|table| Seat::all(seats).map(|seat| table.name(seat)).collect()).unwrap_or_default()
}
