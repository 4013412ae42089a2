//! What a guest can do about what is kept of them.

use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::Guest;
use crate::gate::Address;
use crate::protocol::{GuestData, Problem};
use crate::server::{Server, ServerError};

/// Everything that is kept about the guest who asks: tables, names and words. Moves are in the records of the tables.
#[utoipa::path(get, path = "/api/guest", responses((status = 200, description = "All of it", body = GuestData)))]
pub async fn data(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
) -> Result<Response, ServerError> {
    server.may_open(address)?;
    let data = server.data_of(&guest).await?;
    let file = HeaderValue::from_static("attachment; filename=\"polynya-guest.json\"");
    Ok(([(header::CONTENT_DISPOSITION, file)], Json(data)).into_response())
}

/// Forgets the guest who asks: names and words are taken out of every table, seats are nobody's, moves stay, and the cookie
/// ends. Tells what was there.
#[utoipa::path(delete, path = "/api/guest", responses((status = 200, description = "What was there", body = GuestData),
    (status = 503, description = "A table goes on too fast; try again", body = Problem)))]
pub async fn forget(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
) -> Result<Response, ServerError> {
    server.may_open(address)?;
    let data = server.forget_guest(&guest).await?;
    let cookie = super::guest::end(&server.config.proxies.prefix);
    Ok(([(header::SET_COOKIE, cookie)], Json(data)).into_response())
}
