//! Who asks: guests are known by a cookie, and only pages of this server may speak for them.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::problem;
use crate::codes;

const COOKIE: &str = "polynya";
/// A guest is known for a year.
const AGE: u32 = 365 * 24 * 60 * 60;

/// A guest, by the hash of the cookie's secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest(pub String);

/// Recognises the guest, or makes a new one.
pub async fn identify(mut request: Request, next: Next) -> Response {
    let known = token(request.headers());
    let token = known.clone().unwrap_or_else(codes::token);
    request.extensions_mut().insert(Guest(codes::hash(&token)));
    let encrypted = request.headers().get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let mut response = next.run(request).await;
    // What others may keep and hand on carries nobody's secret.
    let kept = response.headers().get(header::CACHE_CONTROL).and_then(|value| value.to_str().ok());
    if known.is_none() && !kept.is_some_and(|kept| kept.contains("max-age")) {
        let secure = if encrypted { "; Secure" } else { "" };
        let cookie = format!("{COOKIE}={token}; Path=/; Max-Age={AGE}; HttpOnly; SameSite=Lax{secure}");
        let cookie = HeaderValue::try_from(cookie).expect("a token is plain text");
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

fn token(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, token) = pairs.find(|(name, token)| *name == COOKIE && codes::is_token(token))?;
    Some(token.to_owned())
}

/// Refuses what a page of another site sends with this guest's cookie.
pub async fn check_origin(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let foreign = headers.get(header::ORIGIN).is_some_and(|origin| {
        let origin = origin.to_str().unwrap_or_default();
        origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")) != Some(host)
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
