//! The web client, which is part of the program.

use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

/// What the page may do: nothing but speak with this server.
pub const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; \
    connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

#[derive(Embed)]
#[folder = "../../web/dist"]
struct Client;

/// A file of the client; every address that is not a file is a page of the client.
pub async fn page(method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let is_asset = path.starts_with("assets/");
    let file = match Client::get(path) {
        Some(file) if !path.is_empty() => file,
        _ if is_asset => return (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
        _ => match Client::get("index.html") {
            Some(file) => file,
            None => return (StatusCode::NOT_FOUND, NOT_BUILT).into_response(),
        },
    };
    // The names of assets change with their contents.
    let cache = if is_asset { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = file.metadata.mimetype().to_owned();
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache.to_owned())], file.data).into_response()
}

const NOT_BUILT: &str = "This program was built without the web client; build it with `make web` and then again.\n";
