//! The lobby and the tables.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Guest, no_table, problem};
use crate::gate::Address;
use crate::protocol::{Lobby, NewTable, Opened, Phase, Problem, Replay, TableInfo};
use crate::server::{Server, ServerError};
use crate::socket;
use crate::table::Request;

/// Tables that each part of the lobby shows.
const SHOWN: u32 = 12;
/// The room for what a client sends, for each socket. All of it is cleared at every reading, so it is no more than a
/// submission needs; the usual 128 KiB were a quarter of the CPU under load and 26 MB at a hundred tables.
const READ: usize = 2048;

/// The tables that a guest may want to see.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, description = "The lobby", body = Lobby)))]
pub async fn lobby(
    State(server): State<Arc<Server>>,
    Extension(Guest(guest)): Extension<Guest>,
) -> Result<Json<Lobby>, ServerError> {
    let yours = server.store.of_guest(&guest, SHOWN).await?;
    let mut public = server.store.public(SHOWN).await?;
    public.retain(|code| !yours.contains(code));
    let lobby = Lobby { yours: infos(&server, &guest, yours).await, public: infos(&server, &guest, public).await };
    Ok(Json(lobby))
}

async fn infos(server: &Arc<Server>, guest: &str, codes: Vec<String>) -> Vec<TableInfo> {
    let mut infos = Vec::with_capacity(codes.len());
    for code in codes {
        let info = server.ask(&code, |reply| Request::Info { guest: guest.to_owned(), reply }).await;
        infos.extend(info.ok().flatten().filter(|info| info.phase != Phase::Over));
    }
    infos
}

/// Opens a table. The match begins as soon as no seat is open.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable,
    responses((status = 201, description = "It is open", body = Opened),
        (status = 422, description = "It cannot be", body = Problem),
        (status = 429, description = "Too many", body = Problem)))]
pub async fn open(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    body: Bytes,
) -> Response {
    if let Err(error) = server.may_open(address) {
        return error.into_response();
    }
    match serde_json::from_slice::<NewTable>(&body) {
        Ok(new) => opened_or(server.open_table(&guest, &new).await),
        Err(error) => problem(StatusCode::BAD_REQUEST, format!("this is no table: {error}")),
    }
}

/// The answer to whoever opened a table.
pub(super) fn opened_or(opened: Result<String, ServerError>) -> Response {
    match opened {
        Ok(code) => (StatusCode::CREATED, Json(Opened { code })).into_response(),
        Err(error) => error.into_response(),
    }
}

/// A table as the lobby shows it.
#[utoipa::path(get, path = "/api/tables/{code}", params(("code" = String, Path, description = "the table's code")),
    responses((status = 200, description = "The table", body = TableInfo),
        (status = 404, description = "No such table", body = Problem)))]
pub async fn info(
    State(server): State<Arc<Server>>,
    Extension(Guest(guest)): Extension<Guest>,
    Path(code): Path<String>,
) -> Response {
    match server.ask(&code, |reply| Request::Info { guest: guest.clone(), reply }).await {
        Ok(Some(info)) => Json(info).into_response(),
        Ok(None) => no_table(&code),
        Err(error) => error.into_response(),
    }
}

/// What a seat link says.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatLink {
    /// Its secret.
    secret: String,
}

/// Takes a seat on another device, by its link.
#[utoipa::path(post, path = "/api/tables/{code}/claim", params(("code" = String, Path, description = "the table's code")),
    request_body = SeatLink,
    responses((status = 200, description = "The seat is yours too", body = Opened),
        (status = 403, description = "The link does not hold", body = Problem),
        (status = 404, description = "No such table", body = Problem)))]
pub async fn claim(
    State(server): State<Arc<Server>>,
    Extension(Guest(guest)): Extension<Guest>,
    Path(code): Path<String>,
    body: Bytes,
) -> Response {
    let link: SeatLink = match serde_json::from_slice(&body) {
        Ok(link) => link,
        Err(error) => return problem(StatusCode::BAD_REQUEST, format!("this is no seat link: {error}")),
    };
    let request = |reply| Request::Claim { guest: guest.clone(), secret: link.secret.clone(), reply };
    match server.ask(&code, request).await {
        Ok(Some(Ok(opened))) => Json(opened).into_response(),
        Ok(Some(Err(ServerError::Wrong(text)))) => problem(StatusCode::FORBIDDEN, text),
        Ok(Some(Err(error))) => error.into_response(),
        Ok(None) => no_table(&code),
        Err(error) => error.into_response(),
    }
}

/// The record of a match; its seed is in it once the match is over.
#[utoipa::path(get, path = "/api/tables/{code}/record", params(("code" = String, Path, description = "the table's code")),
    responses((status = 200, description = "The record", body = String, content_type = "application/json"),
        (status = 404, description = "No such table, or no match yet", body = Problem)))]
pub async fn record(State(server): State<Arc<Server>>, Path(code): Path<String>) -> Response {
    let record = match server.ask(&code, |reply| Request::Record { reply }).await {
        Ok(Some(Some(record))) => server.errand(record).await,
        Ok(Some(None)) => return not_begun(),
        Ok(None) => return no_table(&code),
        Err(error) => Err(error),
    };
    let file = (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{code}.json\""));
    json(record).map(|json| ([file], json)).into_response()
}

/// A match step by step.
#[utoipa::path(get, path = "/api/tables/{code}/replay", params(("code" = String, Path, description = "the table's code")),
    responses((status = 200, description = "The match", body = Replay),
        (status = 404, description = "No such table, or no match yet", body = Problem)))]
pub async fn replay(State(server): State<Arc<Server>>, Path(code): Path<String>) -> Response {
    let replay = match server.ask(&code, |reply| Request::Replay { reply }).await {
        Ok(Some(Some(replay))) => {
            server.errand(move || serde_json::to_string(&replay()).expect("a replay is plain JSON")).await
        }
        Ok(Some(None)) => return not_begun(),
        Ok(None) => return no_table(&code),
        Err(error) => Err(error),
    };
    json(replay).into_response()
}

/// A text that is JSON already.
fn json(text: Result<String, ServerError>) -> Result<impl IntoResponse, ServerError> {
    text.map(|text| ([(header::CONTENT_TYPE, "application/json")], text))
}

fn not_begun() -> Response {
    problem(StatusCode::NOT_FOUND, "The match at this table has not begun yet.".to_owned())
}

/// The table itself: a WebSocket.
#[utoipa::path(get, path = "/api/tables/{code}/socket", params(("code" = String, Path, description = "the table's code")),
    responses((status = 101, description = "The connection goes on as a WebSocket"),
        (status = 404, description = "No such table", body = Problem)))]
pub async fn socket(
    State(server): State<Arc<Server>>,
    Extension(Guest(guest)): Extension<Guest>,
    Path(code): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    match server.table(&code).await {
        Ok(Some(_)) => {}
        Ok(None) => return no_table(&code),
        Err(error) => return error.into_response(),
    }
    upgrade
        .max_message_size(socket::LONGEST)
        .max_frame_size(socket::LONGEST)
        .read_buffer_size(READ)
        .write_buffer_size(0)
        .on_upgrade(move |socket| socket::serve(server, code, guest, socket))
}
