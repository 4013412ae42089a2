//! Who asks: guests are known by a cookie, and only pages of this server may speak for them.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::problem;
use crate::codes;
use crate::proxy::{Arrival, Prefix, SecureCookies};
use crate::server::Server;

const COOKIE: &str = "polynya";
/// A guest is known for a year.
const AGE: u32 = 365 * 24 * 60 * 60;

/// A guest, by the hash of the cookie's secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest(pub String);

/// Recognises the guest, or makes a new one.
pub async fn identify(State(server): State<Arc<Server>>, mut request: Request, next: Next) -> Response {
    let known = token(request.headers());
    let token = known.clone().unwrap_or_else(codes::token);
    request.extensions_mut().insert(Guest(codes::hash(&token)));
    // Whoever opens a page is known for another year.
    let renewed = known.is_none() || !request.uri().path().starts_with("/api/");
    let secure = match server.config.secure_cookies {
        SecureCookies::Auto => request.extensions().get::<Arrival>().is_some_and(|arrival| arrival.https),
        SecureCookies::Always => true,
        SecureCookies::Never => false,
    };
    let mut response = next.run(request).await;
    // What others may keep and hand on carries nobody's secret.
    let kept = response.headers().get(header::CACHE_CONTROL).and_then(|value| value.to_str().ok());
    if renewed && !kept.is_some_and(|kept| kept.contains("max-age")) {
        let (path, secure) = (server.config.proxies.prefix.cookie_path(), if secure { "; Secure" } else { "" });
        let cookie = format!("{COOKIE}={token}; Path={path}; Max-Age={AGE}; HttpOnly; SameSite=Lax{secure}");
        let cookie = HeaderValue::try_from(cookie).expect("a token is plain text");
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// The cookie that ends the one of a guest.
pub fn end(prefix: &Prefix) -> HeaderValue {
    let path = prefix.cookie_path();
    HeaderValue::try_from(format!("{COOKIE}=; Path={path}; Max-Age=0; HttpOnly; SameSite=Lax"))
        .expect("a path is plain text")
}

fn token(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, token) = pairs.find(|(name, token)| *name == COOKIE && codes::is_token(token))?;
    Some(token.to_owned())
}

/// Refuses what a page of another site sends with this guest's cookie, and whoever comes by a name that is not ours: a
/// site can point its own name at this server and then speak with it as if it were its own.
pub async fn check_origin(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let (headers, origins) = (request.headers(), &server.config.origins);
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let asked = request.uri().path();
    if !is_own(host, origins) && asked != "/healthz" && asked != "/metrics" {
        let host = polynya_engine::excerpt(host);
        let what = format!("This server does not know itself as {host}; start it with `--origin http://{host}`.");
        return problem(StatusCode::FORBIDDEN, what);
    }
    let foreign = headers.get(header::ORIGIN).is_some_and(|origin| {
        let origin = origin.to_str().unwrap_or_default();
        site(origin) != Some(host) && !origins.iter().any(|own| own == origin)
    });
    let changes = request.method() != axum::http::Method::GET || headers.contains_key(header::UPGRADE);
    if foreign && changes {
        return problem(
            StatusCode::FORBIDDEN,
            "This came from a page of another site; open Polynya itself.".to_owned(),
        );
    }
    next.run(request).await
}

/// The host and port of an origin.
fn site(origin: &str) -> Option<&str> {
    origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
}

/// Is this a name of the server that no other site can have: an address, a name in the house, or one that the operator
/// has named?
fn is_own(host: &str, origins: &[String]) -> bool {
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.split_once(':').map_or(host, |(name, _)| name),
    };
    let in_the_house = !name.contains('.') || name.ends_with(".local") || name.ends_with(".localhost");
    in_the_house || name.parse::<IpAddr>().is_ok() || origins.iter().any(|origin| site(origin) == Some(host))
}

#[cfg(test)]
mod tests {
    use super::is_own;

    #[test]
    fn only_names_of_the_house_and_those_that_were_named_are_own() {
        let origins = ["https://play.example.org".to_owned(), "http://games.example.org:8080".to_owned()];
        let own = ["127.0.0.1:4040", "192.168.1.7:4040", "[::1]:4040", "localhost:4040", "attic", "nas.local:4040", ""];
        for host in own.into_iter().chain(["play.example.org", "games.example.org:8080"]) {
            assert!(is_own(host, &origins), "{host}");
        }
        for host in
            ["evil.example", "evil.example:4040", "127.0.0.1.evil.example", "games.example.org", "a.local.evil.org"]
        {
            assert!(!is_own(host, &origins), "{host}");
        }
    }
}
