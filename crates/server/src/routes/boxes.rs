//! What is printed in the box of a game, as its owner enters it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use polynya_catalog::BoxKind;

use super::problem;
use crate::gate::Address;
use crate::protocol::{BoxMistake, BoxVerdict, Problem};
use crate::server::{Server, ServerError};

/// A file to fill in, with what was reconstructed.
#[utoipa::path(get, path = "/api/games/{game}/box", operation_id = "box_template", params(("game" = String, Path, description = "the game's id")),
    responses((status = 200, description = "TOML with comments", body = String, content_type = "text/plain"),
        (status = 404, description = "No such game, or nothing can be entered about its box", body = Problem)))]
pub async fn template(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Response {
    match kind(&server, &id) {
        Ok(kind) => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], kind.template()).into_response(),
        Err(why) => problem(StatusCode::NOT_FOUND, why),
    }
}

/// Judges such a file.
#[utoipa::path(post, path = "/api/games/{game}/box", operation_id = "box_check", params(("game" = String, Path, description = "the game's id")),
    request_body(content = String, content_type = "text/plain"),
    responses((status = 200, description = "The contents, or what is wrong with them", body = BoxVerdict),
        (status = 404, description = "No such game, or nothing can be entered about its box", body = Problem)))]
pub async fn check(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Path(id): Path<String>,
    body: String,
) -> Result<Response, ServerError> {
    let kind = match kind(&server, &id) {
        Ok(kind) => kind,
        Err(why) => return Ok(problem(StatusCode::NOT_FOUND, why)),
    };
    let verdict = server.job(address, move || verdict(kind, &id, &body)).await?;
    Ok(Json(verdict).into_response())
}

/// How the box of this game is entered, or why it is not.
fn kind(server: &Server, id: &str) -> Result<&'static BoxKind, String> {
    let game = server.games.get(id).map_err(|error| error.to_string())?;
    game.contents().ok_or_else(|| format!("what is in the box of {} cannot be entered", game.info().title))
}

fn verdict(kind: &BoxKind, game: &str, text: &str) -> BoxVerdict {
    match kind.read(game, text) {
        Ok(json) => BoxVerdict { contents: serde_json::from_str(&json).ok(), mistakes: Vec::new() },
        Err(mistakes) => {
            let told = |mistake: polynya_catalog::Mistake| BoxMistake {
                line: u32::try_from(mistake.line).unwrap_or(u32::MAX),
                what: mistake.what,
            };
            BoxVerdict { contents: None, mistakes: mistakes.into_iter().map(told).collect() }
        }
    }
}
