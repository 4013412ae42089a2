//! The web client, which is part of the program.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use super::prepared::{Form, Prepared, accepts, is_known, tag};

/// What the page may do: nothing but speak with this server.
pub const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; \
    connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

#[derive(Embed)]
#[folder = "../../web/dist"]
struct Files;

/// The client under a path.
#[derive(Clone)]
pub struct Client {
    /// Its page, if it is not as the build has left it.
    page: Option<Prepared>,
}

impl Client {
    /// Returns the client under this path; an empty one is that of the build.
    pub fn new(prefix: &str) -> Client {
        let page = Files::get(PAGE).filter(|_| !prefix.is_empty());
        let page = page.and_then(|file| {
            let text = String::from_utf8(file.data.into_owned()).ok()?;
            let text = text.replace("=\"/", &format!("=\"{prefix}/"));
            let text = text.replace("data-prefix=\"\"", &format!("data-prefix=\"{prefix}\""));
            Some(Prepared::new(kind(PAGE), text))
        });
        Client { page }
    }

    /// Answers with a file; every address that is not a file is a page of the client.
    pub fn answer(&self, method: &Method, uri: &Uri, asked: &HeaderMap) -> Response {
        if method != Method::GET && method != Method::HEAD {
            return StatusCode::METHOD_NOT_ALLOWED.into_response();
        }
        let path = uri.path().trim_start_matches('/');
        let is_asset = path.starts_with("assets/");
        match Files::get(path) {
            // The names of assets change with their contents.
            Some(file) if is_asset => form(path, file, asked).answer("public, max-age=31536000, immutable"),
            None if is_asset => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
            Some(file) if !path.is_empty() && path != PAGE => form(path, file, asked).answer("no-cache"),
            _ => match (&self.page, Files::get(PAGE)) {
                (Some(page), _) => page.answer(asked, "no-cache"),
                (None, Some(file)) => form(PAGE, file, asked).answer("no-cache"),
                (None, None) => (StatusCode::NOT_FOUND, NOT_BUILT).into_response(),
            },
        }
    }
}

/// The file of the page.
const PAGE: &str = "index.html";

/// How the client's build compressed its files, the best first: what they are called, and the ends of their names.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// Returns a file as it was compressed when the client was built, if the browser takes that.
fn form(path: &str, file: EmbeddedFile, asked: &HeaderMap) -> Form {
    let compressed = ENCODINGS.into_iter().find_map(|(encoding, end)| {
        let file = accepts(asked, encoding).then(|| Files::get(&format!("{path}.{end}")))??;
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
