//! Which table a request is about.

use std::sync::Arc;

use axum::RequestPartsExt;
use axum::extract::{ConnectInfo, FromRequestParts, Path};
use axum::http::request::Parts;

use super::Guest;
use crate::gate::Address;
use crate::server::{Server, ServerError};

/// The code of a table that there is, as it stands in its link. Every route that takes a code asks for this, so that
/// guessing is slowed down wherever it is tried.
pub struct Code(pub String);

impl FromRequestParts<Arc<Server>> for Code {
    type Rejection = ServerError;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Code, ServerError> {
        let path: Result<Path<String>, _> = parts.extract().await;
        let Path(code) = path.map_err(|error| ServerError::Malformed(error.body_text()))?;
        let address: Result<ConnectInfo<Address>, _> = parts.extract().await;
        let ConnectInfo(Address(address)) = address.map_err(|error| ServerError::Broken(error.body_text()))?;
        let guest = parts.extensions.get::<Guest>().map_or("", |Guest(guest)| guest);
        server.find(address, guest, &code).await.map(Code)
    }
}
