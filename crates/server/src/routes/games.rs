//! The games: what they are, their actions, their rule books.

use std::sync::OnceLock;

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use polynya_catalog::{Entry, GAMES, Kind, Values, game};
use polynya_engine::{Seat, Seed};
use serde_json::Value;

use super::problem;
use crate::protocol::{ActionWords, GameBot, GameInfo, GameOption, Problem, RuleBook, RuleClause};
use crate::views;

/// Steps of the match whose position stands on the first page.
const PICTURE: usize = 110;

/// Seats at that table, at most.
const MOST: u8 = 4;

/// All games.
#[utoipa::path(get, path = "/api/games", responses((status = 200, description = "All games", body = Vec<GameInfo>)))]
pub async fn list() -> Json<&'static [GameInfo]> {
    Json(infos())
}

/// The fixed numbering of a game's actions: the place in the list is the number.
#[utoipa::path(get, path = "/api/games/{game}/actions", params(("game" = String, Path, description = "the game's id")),
    responses((status = 200, description = "Words and label of each", body = Vec<ActionWords>),
        (status = 404, description = "No such game", body = Problem)))]
pub async fn actions(Path(id): Path<String>) -> Response {
    let Ok(entry) = game(&id) else { return no_game(&id) };
    let words = |number| {
        let (words, label) = (entry.action(number)?, entry.label(number)?);
        Some(ActionWords(words, label))
    };
    let all: Vec<ActionWords> = (0..entry.actions()).filter_map(words).collect();
    ([(header::CACHE_CONTROL, "max-age=300")], Json(all)).into_response()
}

/// A game's rule book.
#[utoipa::path(get, path = "/api/games/{game}/rules", params(("game" = String, Path, description = "the game's id")),
    responses((status = 200, description = "The book", body = RuleBook),
        (status = 404, description = "No such game", body = Problem)))]
pub async fn rules(Path(id): Path<String>) -> Response {
    let Ok(entry) = game(&id) else { return no_game(&id) };
    let book = entry.book();
    let clause = |clause: &polynya_engine::book::BookClause| RuleClause {
        number: clause.number.to_owned(),
        section: clause.section.to_owned(),
        text: clause.text.clone(),
    };
    let book = RuleBook {
        title: book.title.to_owned(),
        preface: book.preface.clone(),
        clauses: book.clauses.iter().map(clause).collect(),
    };
    ([(header::CACHE_CONTROL, "max-age=300")], Json(book)).into_response()
}

fn no_game(id: &str) -> Response {
    let error = game(id).err().map(|trouble| trouble.to_string()).unwrap_or_default();
    problem(axum::http::StatusCode::NOT_FOUND, error)
}

/// Plays the matches whose positions stand on the first page, so that nobody waits for them.
pub fn pictures() {
    infos();
}

fn infos() -> &'static [GameInfo] {
    static INFOS: OnceLock<Vec<GameInfo>> = OnceLock::new();
    INFOS.get_or_init(|| GAMES.iter().map(|entry| info(*entry)).collect())
}

fn info(entry: &dyn Entry) -> GameInfo {
    let info = entry.info();
    let defaults: Value =
        entry.options("{}").ok().and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
    let option = |option: &polynya_catalog::OptionInfo| GameOption {
        name: option.name.to_owned(),
        about: option.about.to_owned(),
        usual: defaults.get(option.name).cloned().unwrap_or_default(),
        values: match option.values {
            Values::Switch => vec![Value::Bool(false), Value::Bool(true)],
            Values::OneOf(values) => {
                values.iter().map(|json| serde_json::from_str(json).expect("the list holds JSON")).collect()
            }
            Values::Such(_) => Vec::new(),
        },
    };
    let (colours, picture) = picture(entry);
    GameInfo {
        id: info.id.to_owned(),
        title: info.title.to_owned(),
        summary: info.summary.to_owned(),
        together: info.kind == Kind::Together,
        minutes: info.minutes,
        fewest: *info.seats.start(),
        most: *info.seats.end(),
        usual: info.usual_seats,
        colours,
        options: info.options.iter().map(option).collect(),
        bots: entry
            .bots()
            .iter()
            .map(|bot| GameBot { name: bot.name.to_owned(), about: bot.about.to_owned() })
            .collect(),
        about: info.about.to_owned(),
        picture,
    }
}

/// What the game calls its seats at a full table, and how a match in full swing looks.
fn picture(entry: &dyn Entry) -> (Vec<String>, Value) {
    let seats = (*entry.info().seats.end()).min(MOST);
    let seed = Seed::of("the picture on the first page");
    let Ok(mut table) = entry.open("{}", seats, seed) else { return (Vec::new(), Value::Null) };
    let colours = Seat::all(seats).map(|seat| table.line().name(seat)).collect();
    if let Ok(mut player) = entry.player(entry.quick_bot(), seed) {
        while table.line().len() < PICTURE {
            let Some(seat) = table.line().awaited().first() else { break };
            let action = player.choose(table.line(), seat);
            if table.submit(seat, &action).is_err() {
                break;
            }
        }
    }
    (colours, views::view(table.line()))
}
