//! Who may ask, and who may send a body: decided before a byte of it is read.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::problem;
use crate::gate::Address;
use crate::limits;
use crate::metrics::What;
use crate::server::{Server, ServerError};
use crate::workshop::Undone;

/// The longest body of a request that brings a record, in bytes: a very long match.
const MAX_RECORD: usize = 4 * 1024 * 1024;
/// The longest body of any other request, in bytes.
const MAX_BODY: usize = 16 * 1024;
/// How long a short body may take.
const DEADLINE: Duration = Duration::from_secs(10);
/// Of a longer one so many bytes have to come each second.
const SLOWEST: usize = 64 * 1024;

/// Lets a request through within its address's share; reads the body of one that may have one, and in time.
pub async fn admit(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    request: Request,
    next: Next,
) -> Response {
    if let Err(error) = allow(&server, address, request.method(), request.uri().path()) {
        server.metrics.refuse(What::Request, address);
        return error.into_response();
    }
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let path = request.uri().path();
    let records = matches!(path, "/api/records" | "/api/verify" | "/api/studies") || is_study(path);
    let most = if records { MAX_RECORD } else { MAX_BODY };
    let length =
        request.body().size_hint().upper().map_or(most, |length| usize::try_from(length).unwrap_or(usize::MAX));
    if length > most {
        return too_long(most);
    }
    // Short bodies are bounded by the connections.
    let mut share = match records.then(|| server.bodies.take(address, length)).transpose() {
        Ok(share) => share,
        Err(denied) => {
            server.metrics.refuse(What::Body, address);
            return ServerError::from(Undone::from(denied)).into_response();
        }
    };
    let (head, body) = request.into_parts();
    let deadline = DEADLINE + Duration::from_secs((length / SLOWEST) as u64);
    let bytes = match timeout(deadline, axum::body::to_bytes(body, most)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return unread(most),
        Err(_) => {
            server.metrics.refuse(What::Body, address);
            let words = "This request came too slowly; send it again.".to_owned();
            return problem(StatusCode::REQUEST_TIMEOUT, words);
        }
    };
    if let Some(share) = &mut share {
        share.shrink(bytes.len());
    }
    let response = next.run(Request::from_parts(head, Body::from(bytes))).await;
    drop(share);
    response
}

/// Is this a question of the analysis board?
fn is_study(path: &str) -> bool {
    matches!(path, "/api/study" | "/api/study/judged")
}

/// May this address ask for this now?
fn allow(server: &Server, address: IpAddr, method: &Method, path: &str) -> Result<(), ServerError> {
    let writes = matches!(*method, Method::POST | Method::PUT | Method::PATCH | Method::DELETE);
    let learns =
        is_study(path) || path.starts_with("/api/games/") && (path.contains("/lessons/") || path.ends_with("/box"));
    match limits::cost(path) {
        _ if writes && learns => server.may_learn(address),
        _ if writes => server.may_open(address),
        Some(cost) => server.may_ask(address, cost),
        None => Ok(()),
    }
}

fn unread(most: usize) -> Response {
    let words = format!("This could not be read, or is longer than {} kilobytes.", most / 1024);
    problem(StatusCode::PAYLOAD_TOO_LARGE, words)
}

fn too_long(most: usize) -> Response {
    let words = format!("This is too long; at most {} kilobytes are read here.", most / 1024);
    problem(StatusCode::PAYLOAD_TOO_LARGE, words)
}
