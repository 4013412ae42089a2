//! The web client, which is part of the program.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use super::prepared::{Form, accepts, is_known, tag};

/// What the page may do: nothing but speak with this server.
pub const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; \
    connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

#[derive(Embed)]
#[folder = "../../web/dist"]
struct Client;

/// A file of the client; every address that is not a file is a page of the client.
pub async fn page(method: Method, uri: Uri, asked: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let is_asset = path.starts_with("assets/");
    let (path, file) = match Client::get(path) {
        Some(file) if !path.is_empty() => (path, file),
        _ if is_asset => return (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
        _ => match Client::get("index.html") {
            Some(file) => ("index.html", file),
            None => return (StatusCode::NOT_FOUND, NOT_BUILT).into_response(),
        },
    };
    // The names of assets change with their contents.
    let cache = if is_asset { "public, max-age=31536000, immutable" } else { "no-cache" };
    form(path, file, &asked).answer(cache)
}

/// How the client's build compressed its files, the best first: what they are called, and the ends of their names.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// Returns a file as it was compressed when the client was built, if the browser takes that.
fn form(path: &str, file: EmbeddedFile, asked: &HeaderMap) -> Form {
    let compressed = ENCODINGS.into_iter().find_map(|(encoding, end)| {
        let file = accepts(asked, encoding).then(|| Client::get(&format!("{path}.{end}")))??;
        Some((encoding, file))
    });
    let tag = tag(&file.metadata.sha256_hash());
    let kind = kind(path);
    let (encoding, file) = match compressed {
        Some((encoding, compressed)) => (Some(encoding), compressed),
        None => (None, file),
    };
    let body = match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    };
    Form { kind, encoding, varies: true, body, known: is_known(asked, &tag), tag }
}

/// Returns the media type of a file of the client.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

const NOT_BUILT: &str = "This program was built without the web client; build it with `make web` and then again.\n";
