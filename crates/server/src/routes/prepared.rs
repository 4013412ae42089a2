//! Answers that are written and compressed once, and then only sent.

use std::io::Write;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::shares::Share;

/// What is shorter than this, in bytes, is not worth compressing.
const SHORT: usize = 1024;

/// An answer in the forms that clients take.
#[derive(Clone)]
pub struct Prepared {
    kind: &'static str,
    plain: Bytes,
    gzip: Option<Bytes>,
    tag: HeaderValue,
}

impl Prepared {
    /// Prepares a text of this kind: takes a while if it is long.
    pub fn new(kind: &'static str, text: impl Into<Bytes>) -> Prepared {
        let plain: Bytes = text.into();
        let gzip = (plain.len() >= SHORT).then(|| gzip(&plain)).filter(|gzip| gzip.len() < plain.len());
        let tag = tag(&Sha256::digest(&plain));
        Prepared { kind, plain, gzip, tag }
    }

    /// Prepares JSON.
    pub fn json(text: impl Into<Bytes>) -> Prepared {
        Prepared::new("application/json", text)
    }

    /// Returns how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.plain.len() + self.gzip.as_ref().map_or(0, Bytes::len)
    }

    /// Returns what would be sent to whoever asks like this: nothing but the head if it is known there.
    pub fn form(&self, asked: &HeaderMap) -> Form {
        let gzip = self.gzip.as_ref().filter(|_| accepts(asked, "gzip"));
        Form {
            kind: self.kind,
            encoding: gzip.map(|_| "gzip"),
            varies: self.gzip.is_some(),
            body: gzip.unwrap_or(&self.plain).clone(),
            tag: self.tag.clone(),
            known: is_known(asked, &self.tag),
        }
    }

    /// Answers whoever asks like this; the answer may be kept as this says.
    pub fn answer(&self, asked: &HeaderMap, cache: &'static str) -> Response {
        self.form(asked).answer(cache)
    }
}

/// An answer as one client takes it.
pub struct Form {
    /// Its media type.
    pub kind: &'static str,
    /// How it is compressed.
    pub encoding: Option<&'static str>,
    /// Are there others?
    pub varies: bool,
    /// The bytes.
    pub body: Bytes,
    /// What changes when the answer does.
    pub tag: HeaderValue,
    /// Does the client have it already?
    pub known: bool,
}

impl Form {
    /// Keeps the share until all of it is sent.
    pub fn hold(mut self, share: Share) -> Form {
        self.body = Bytes::from_owner(Held { bytes: self.body, _share: share });
        self
    }

    /// Returns the answer; it may be kept as this says.
    pub fn answer(self, cache: &'static str) -> Response {
        let status = if self.known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
        let body = if self.known { Body::empty() } else { Body::from(self.body) };
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        headers.insert(header::ETAG, self.tag);
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        if self.varies {
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        if let (Some(encoding), false) = (self.encoding, self.known) {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }
}

/// Bytes on their way, and the right to send them.
struct Held {
    bytes: Bytes,
    _share: Share,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// The tag of contents with this digest. It is weak: compressed and plain are the same to it.
pub fn tag(digest: &[u8]) -> HeaderValue {
    let start = digest.first_chunk().map_or(0, |start| u64::from_be_bytes(*start));
    HeaderValue::try_from(format!("W/\"{start:016x}\"")).expect("a number is plain text")
}

/// Does the client say that it has what has this tag?
pub fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let known = asked.get_all(header::IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|tags| tags.split(',')).any(|known| known.trim().as_bytes() == tag.as_bytes())
}

/// Does the client take answers that are compressed like this?
pub fn accepts(asked: &HeaderMap, encoding: &str) -> bool {
    let taken = asked.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|value| value.to_str().ok());
    taken.flat_map(|taken| taken.split(',')).any(|taken| {
        let (name, quality) = taken.split_once(';').unwrap_or((taken, ""));
        let refused = quality.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::new(4));
    encoder.write_all(plain).expect("memory takes everything");
    let mut bytes = encoder.finish().expect("memory takes everything");
    bytes.shrink_to_fit();
    bytes.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn compressed_for_those_who_take_it_and_empty_for_those_who_have_it() {
        let long = Prepared::json("[1,2,3]".repeat(1000));
        for taken in ["gzip", "br, GZIP;q=0.5", "deflate,gzip"] {
            let form = long.form(&asking(header::ACCEPT_ENCODING, taken));
            assert!(form.encoding == Some("gzip") && form.body.len() < 200, "{taken}");
        }
        for taken in ["", "identity", "gzip;q=0", "gzipped"] {
            assert_eq!(long.form(&asking(header::ACCEPT_ENCODING, taken)).body.len(), 7000, "{taken}");
        }
        assert!(Prepared::json("[]").form(&asking(header::ACCEPT_ENCODING, "gzip")).encoding.is_none());
        let tag = long.form(&HeaderMap::new()).tag;
        let known = HeaderMap::from_iter([(header::IF_NONE_MATCH, tag)]);
        assert_eq!(long.answer(&known, "no-cache").status(), StatusCode::NOT_MODIFIED);
    }
}
