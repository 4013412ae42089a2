//! The lobby and the tables.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::ToSchema;

use super::code::Code;
use super::{Guest, Prepared};
use crate::gate::{Address, Meter};
use crate::kept::Whole;
use crate::metrics::What;
use crate::protocol::{AnalysisProgress, Draws, Lobby, NewTable, Opened, Phase, Problem, Replay, TableInfo};
use crate::proxy::Arrival;
use crate::server::{Server, ServerError};
use crate::socket;
use crate::store::Listed;
use crate::table::Request;
use crate::workshop::Undone;
use polynya_catalog::MatchAnalysis;

/// Tables that each part of the lobby shows.
const MAX_LISTED: u32 = 12;
/// Tables of one guest or origin that the lobby shows before those of others.
const MAX_OF_ONE: u32 = 3;
/// The room for what a client sends, for each socket. All of it is cleared at every reading, so it is no more than a
/// submission needs; the usual 128 KiB were a quarter of the CPU under load and 26 MB at a hundred tables.
const READ: usize = 2048;

/// The tables that a guest may want to see.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, description = "The lobby", body = Lobby)))]
pub async fn lobby(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
) -> Result<Json<Lobby>, ServerError> {
    let yours = server.store.of_guest(&guest, MAX_LISTED).await?;
    let public = server.public_tables(3 * MAX_LISTED).await?;
    let others = public.iter().filter(|table| yours.iter().all(|own| own.id != table.id));
    let public = others.cloned().collect();
    let mut public = infos(&server, address, &guest, public).await;
    // Whoever opens many tables hides nobody: a few of each, those with people first.
    public.sort_by_key(|(rank, info)| (*rank > MAX_OF_ONE, !info.has_people()));
    public.truncate(MAX_LISTED as usize);
    let yours = infos(&server, address, &guest, yours).await;
    let told = |tables: Vec<(u32, TableInfo)>| tables.into_iter().map(|(_, info)| info).collect();
    Ok(Json(Lobby { yours: told(yours), public: told(public) }))
}

/// These tables as this guest sees them, each with its rank; those that are over are left out.
async fn infos(server: &Arc<Server>, address: IpAddr, guest: &str, tables: Vec<Listed>) -> Vec<(u32, TableInfo)> {
    let mut infos = Vec::with_capacity(tables.len());
    for table in tables {
        let (rank, info) = (table.rank, server.info_of(address, guest, table).await);
        infos.extend(info.ok().filter(|info| info.phase != Phase::Over).map(|info| (rank, info)));
    }
    infos
}

/// Opens a table. The match begins as soon as no seat is open.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable,
    responses((status = 201, description = "It is open", body = Opened),
        (status = 409, description = "There is no such game, seat or option", body = Problem)))]
pub async fn open(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    body: Bytes,
) -> Result<impl IntoResponse, ServerError> {
    let new: NewTable = read(&body, "table")?;
    server.open_table(address, &guest, &new).await.map(opened)
}

/// Returns what whoever opened a table is told.
pub(super) fn opened(code: String) -> impl IntoResponse {
    (StatusCode::CREATED, Json(Opened { code }))
}

pub(super) fn read<T: DeserializeOwned>(body: &[u8], what: &str) -> Result<T, ServerError> {
    serde_json::from_slice(body).map_err(|error| ServerError::Malformed(format!("this is no {what}: {error}")))
}

/// A table as the lobby shows it.
#[utoipa::path(get, path = "/api/tables/{code}", params(("code" = String, Path, description = "the code in the table's link, or while people gather its words")),
    responses((status = 200, description = "The table", body = TableInfo),
        (status = 404, description = "No such table", body = Problem),
        (status = 410, description = "It cannot be shown any more", body = Problem),
        (status = 429, description = "Too many wrong codes", body = Problem)))]
pub async fn info(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    Code(code): Code,
) -> Result<Json<TableInfo>, ServerError> {
    server.info(address, &guest, &code).await.map(Json)
}

/// What a seat link says.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatLink {
    /// Its secret.
    secret: String,
}

/// Takes a seat on another device, by its link.
#[utoipa::path(post, path = "/api/tables/{code}/claim", params(("code" = String, Path, description = "the code in the table's link, or while people gather its words")),
    request_body = SeatLink,
    responses((status = 200, description = "The seat is yours too", body = Opened),
        (status = 403, description = "The link does not hold", body = Problem),
        (status = 404, description = "No such table", body = Problem),
        (status = 410, description = "It cannot be shown any more", body = Problem),
        (status = 429, description = "Too many wrong codes", body = Problem)))]
pub async fn claim(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    Code(code): Code,
    body: Bytes,
) -> Result<Json<Opened>, ServerError> {
    let link: SeatLink = read(&body, "seat link")?;
    let request = |reply| Request::Claim { guest: guest.clone(), secret: link.secret.clone(), reply };
    server.ask(address, &code, request).await?.map(Json)
}

/// The record of a match; its seed is in it once the match is over.
#[utoipa::path(get, path = "/api/tables/{code}/record", params(("code" = String, Path, description = "the code in the table's link, or while people gather its words")),
    responses((status = 200, description = "The record", body = String, content_type = "application/json"),
        (status = 404, description = "No such table", body = Problem),
        (status = 409, description = "No match yet", body = Problem),
        (status = 410, description = "It cannot be shown any more", body = Problem),
        (status = 429, description = "Too many wrong codes", body = Problem)))]
pub async fn record(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    Code(code): Code,
    asked: HeaderMap,
) -> Result<Response, ServerError> {
    let mut answer = whole(&server, address, &guest, &code, Whole::Record, &asked).await?;
    // The file may be handed on, so its name does not tell the link.
    let name = HeaderValue::try_from(format!("attachment; filename=\"match-{}.json\"", &code[..4]));
    answer.headers_mut().insert(header::CONTENT_DISPOSITION, name.expect("a code is plain text"));
    Ok(answer)
}

/// A match step by step.
#[utoipa::path(get, path = "/api/tables/{code}/replay", params(("code" = String, Path, description = "the code in the table's link, or while people gather its words")),
    responses((status = 200, description = "The match", body = Replay),
        (status = 404, description = "No such table", body = Problem),
        (status = 409, description = "No match yet", body = Problem),
        (status = 410, description = "It cannot be shown any more", body = Problem),
        (status = 429, description = "Too many wrong codes", body = Problem)))]
pub async fn replay(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    Code(code): Code,
    asked: HeaderMap,
) -> Result<Response, ServerError> {
    whole(&server, address, &guest, &code, Whole::Replay, &asked).await
}

/// The board as this guest sees it, for small pictures of running matches.
#[utoipa::path(get, path = "/api/tables/{code}/view", params(("code" = String, Path, description = "the code in the table's link, or while people gather its words")),
    responses((status = 200, description = "The view", body = Object),
        (status = 404, description = "No such table", body = Problem),
        (status = 410, description = "It cannot be shown any more", body = Problem),
        (status = 429, description = "Too many wrong codes", body = Problem)))]
pub async fn view(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    Code(code): Code,
) -> Result<Json<Value>, ServerError> {
    server.ask(address, &code, |reply| Request::View { guest: guest.clone(), reply }).await?.map(Json)
}

/// What chance could have decided at each draw of a match: with its record, all that is needed to draw again.
#[utoipa::path(get, path = "/api/tables/{code}/draws", params(("code" = String, Path, description = "the code in the table's link, or while people gather its words")),
    responses((status = 200, description = "The draws", body = Draws),
        (status = 404, description = "No such table", body = Problem),
        (status = 409, description = "No match yet", body = Problem),
        (status = 410, description = "It cannot be shown any more", body = Problem),
        (status = 429, description = "Too many wrong codes", body = Problem)))]
pub async fn draws(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    Code(code): Code,
    asked: HeaderMap,
) -> Result<Response, ServerError> {
    whole(&server, address, &guest, &code, Whole::Draws, &asked).await
}

/// What was luck and what was skill in a match that is over. It takes seconds the first time, and is kept; when all who
/// wait for it have gone away it stops.
#[utoipa::path(get, path = "/api/tables/{code}/analysis", params(("code" = String, Path, description = "the code in the table's link")),
    responses((status = 200, description = "The analysis", body = MatchAnalysis),
        (status = 404, description = "No such table", body = Problem),
        (status = 409, description = "The match is not over", body = Problem),
        (status = 410, description = "It cannot be shown any more", body = Problem),
        (status = 429, description = "Too many wrong codes, or enough on its way", body = Problem)))]
pub async fn analysis(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    Code(code): Code,
    asked: HeaderMap,
) -> Result<Response, ServerError> {
    let told = server.analysis(address, &guest, &code).await?;
    held(&server, address, &told, &asked)
}

/// How far the analysis of a match is. Whoever waits for it asks now and then.
#[utoipa::path(get, path = "/api/tables/{code}/analysis/progress", params(("code" = String, Path, description = "the code in the table's link")),
    responses((status = 200, description = "How far it is", body = AnalysisProgress),
        (status = 404, description = "No such table", body = Problem),
        (status = 410, description = "It cannot be shown any more", body = Problem),
        (status = 429, description = "Too many wrong codes", body = Problem)))]
pub async fn analysis_progress(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    Code(code): Code,
) -> Result<Json<AnalysisProgress>, ServerError> {
    server.analysis_progress(address, &guest, &code).await.map(Json)
}

/// Answers with a whole match.
async fn whole(
    server: &Arc<Server>,
    address: IpAddr,
    guest: &str,
    code: &str,
    what: Whole,
    asked: &HeaderMap,
) -> Result<Response, ServerError> {
    let told = server.whole(address, guest, code, what).await?;
    held(server, address, &told, asked)
}

/// Answers with a long text as far as this address reads what it asked for before.
fn held(server: &Arc<Server>, address: IpAddr, told: &Prepared, asked: &HeaderMap) -> Result<Response, ServerError> {
    let form = told.form(asked);
    let share = server.answers.take(address, form.body.len()).map_err(|denied| {
        server.metrics.refuse(What::Answer, address);
        ServerError::from(Undone::from(denied))
    })?;
    Ok(form.hold(share).answer("no-cache"))
}

/// The table itself: a WebSocket.
pub async fn socket(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    Extension(arrival): Extension<Arrival>,
    Extension(meter): Extension<Meter>,
    Code(code): Code,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ServerError> {
    server.may_connect(address)?;
    let share = arrival.proxied.then(|| server.proxied.take(address, 1)).transpose().map_err(|denied| {
        server.metrics.refuse(What::Connection, address);
        ServerError::from(Undone::from(denied))
    })?;
    server.table(address, &code).await?;
    if server.config.rate.is_some() {
        meter.start(address);
    }
    let upgraded = upgrade
        // Of a message that is a little too long the client is told so.
        .max_message_size(2 * socket::MAX_MESSAGE)
        .max_frame_size(2 * socket::MAX_MESSAGE)
        .read_buffer_size(READ)
        .write_buffer_size(0)
        .on_upgrade(async move |socket| {
            socket::serve(server, code, address, guest, socket).await;
            drop(share);
        });
    Ok(upgraded)
}
