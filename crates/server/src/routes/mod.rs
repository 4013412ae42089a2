//! The HTTP part: one list of routes, described by OpenAPI.

mod admission;
mod books;
mod boxes;
mod code;
mod description;
mod games;
mod guest;
mod lessons;
mod page;
mod prepared;
mod records;
mod study;
mod tables;
mod you;

use std::future::ready;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router, middleware};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::protocol::{Problem, Reach};
use crate::proxy::Arrival;
use crate::server::{Server, ServerError, whole_seconds};

pub use games::info as game_info;
pub use guest::Guest;
pub use prepared::Prepared;

/// What every answer says unless it says otherwise.
const HEADERS: [(header::HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, page::POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
];
/// The longest answer in plain words of a library that is told as a problem, in bytes.
const MAX_WORDS: usize = 1024;

#[derive(OpenApi)]
#[openapi(info(
    title = "Polynya",
    description = "Lobby, tables and records of five polar board games. Play itself goes \
    over the WebSocket at /api/tables/{code}/socket; its messages are described in docs/protocol.md."
))]
struct Api;

fn api() -> OpenApiRouter<Arc<Server>> {
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(games::list))
        .routes(routes!(games::actions))
        .routes(routes!(books::rules))
        .routes(routes!(books::example, books::play_on))
        .routes(routes!(books::moments))
        .routes(routes!(books::guide))
        .routes(routes!(books::sources))
        .routes(routes!(books::figures))
        .routes(routes!(lessons::list))
        .routes(routes!(lessons::puzzles))
        .routes(routes!(lessons::step))
        .routes(routes!(games::things))
        .routes(routes!(boxes::template, boxes::check))
        .routes(routes!(games::set_up))
        .routes(routes!(tables::lobby))
        .routes(routes!(tables::open))
        .routes(routes!(tables::info))
        .routes(routes!(tables::claim))
        .routes(routes!(tables::record))
        .routes(routes!(tables::replay))
        .routes(routes!(tables::view))
        .routes(routes!(tables::draws))
        .routes(routes!(tables::analysis))
        .routes(routes!(tables::analysis_progress))
        .routes(routes!(records::import))
        .routes(routes!(records::verify))
        .routes(routes!(study::line))
        .routes(routes!(study::judged))
        .routes(routes!(study::share))
        .routes(routes!(study::study))
        .routes(routes!(you::data, you::forget))
        .routes(routes!(reach))
        .routes(routes!(health))
        .routes(routes!(metrics))
}

/// The description of the HTTP part, as JSON.
pub fn openapi() -> String {
    let description = description::complete(&api().to_openapi(), &crate::views::games());
    serde_json::to_string_pretty(&description).expect("a description is plain JSON")
}

/// Returns everything that the server answers.
pub fn router(server: Arc<Server>) -> Router {
    let (router, description) = api().split_for_parts();
    let mut description = description::complete(&description, &server.games);
    let prefix = server.config.proxies.prefix.as_str();
    let client = page::Client::new(prefix);
    if !prefix.is_empty() {
        description["servers"] = serde_json::json!([{ "url": prefix }]);
    }
    let description = Prepared::json(description.to_string());
    router
        // A WebSocket is nothing that OpenAPI knows: docs/protocol.md describes it.
        .route("/api/tables/{code}/socket", get(tables::socket))
        .route("/api/openapi.json", get(async move |asked: HeaderMap| description.answer(&asked, "no-cache")))
        .route("/api/{*rest}", axum::routing::any(nothing))
        .layer(middleware::map_response(as_problem))
        .fallback(move |method: Method, uri: Uri, asked: HeaderMap| ready(client.answer(&method, &uri, &asked)))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), admission::admit))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guest::check_origin))
        .layer(middleware::from_fn_with_state(Arc::clone(&server), guest::identify))
        // A body that reaches a route was admitted.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::map_response(with_headers))
        .with_state(server)
}

/// Where others in the house reach this server. A server behind a proxy does not know; then the page's own address is it.
#[utoipa::path(get, path = "/api/reach", responses((status = 200, description = "Its addresses", body = Reach)))]
async fn reach(State(server): State<Arc<Server>>, Extension(arrival): Extension<Arrival>) -> Json<Reach> {
    // Whoever comes through a proxy is told nothing of the network behind it.
    let listens = server.listens.get().filter(|_| !arrival.proxied);
    let addresses = listens.map(|listens| crate::addresses(*listens)).unwrap_or_default();
    let prefix = server.config.proxies.prefix.as_str();
    Json(Reach { addresses: addresses.into_iter().map(|house| house + prefix).collect() })
}

async fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Is the server well? It writes something to find out, once a second.
#[utoipa::path(get, path = "/healthz", responses((status = 200, description = "It is", body = String),
    (status = 503, description = "It is not: nothing can be saved, and the sentence says why", body = Problem)))]
async fn health(State(server): State<Arc<Server>>) -> Response {
    match server.check_well().await {
        Ok(()) => "well\n".into_response(),
        Err(error) => problem(StatusCode::SERVICE_UNAVAILABLE, error.to_string()),
    }
}

/// Counts, in the text format of Prometheus.
#[utoipa::path(get, path = "/metrics", responses((status = 200, description = "The counts", body = String,
    content_type = "application/openmetrics-text")))]
async fn metrics(State(server): State<Arc<Server>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], server.counts()).into_response()
}

/// Whatever is refused before it reaches us (a body too long, a wrong method) is told like everything else.
async fn as_problem(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let told = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !status.is_client_error() || told {
        return response;
    }
    let allowed = response.headers().get(header::ALLOW).cloned();
    let words = axum::body::to_bytes(response.into_body(), MAX_WORDS).await.unwrap_or_default();
    let words = String::from_utf8_lossy(&words);
    let reason = status.canonical_reason().unwrap_or("This cannot be done");
    let mut told = problem(status, if words.is_empty() { format!("{reason}.") } else { words.into_owned() });
    told.headers_mut().extend(allowed.map(|allowed| (header::ALLOW, allowed)));
    told
}

async fn nothing() -> Response {
    problem(StatusCode::NOT_FOUND, "There is nothing here; /api/openapi.json lists what there is.".to_owned())
}

fn problem(status: StatusCode, error: String) -> Response {
    (status, Json(Problem { error })).into_response()
}

impl IntoResponse for ServerError {
    fn into_response(self) -> Response {
        if let ServerError::Guessing(wait) = self {
            let wait = whole_seconds(wait);
            let problem = problem(StatusCode::TOO_MANY_REQUESTS, self.to_string());
            return ([(header::RETRY_AFTER, wait.to_string())], problem).into_response();
        }
        let status = match &self {
            ServerError::Invalid(_) | ServerError::NotBegun => StatusCode::CONFLICT,
            ServerError::Malformed(_) => StatusCode::BAD_REQUEST,
            ServerError::NoTable(_) | ServerError::NoStudy(_) => StatusCode::NOT_FOUND,
            ServerError::Forbidden(_) => StatusCode::FORBIDDEN,
            ServerError::TooMuch(_) | ServerError::Guessing(_) => StatusCode::TOO_MANY_REQUESTS,
            ServerError::Gone(_) => StatusCode::GONE,
            ServerError::Busy(_) | ServerError::Stopping => StatusCode::SERVICE_UNAVAILABLE,
            ServerError::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let mut response = problem(status, self.to_string());
        if matches!(self, ServerError::TooMuch(_) | ServerError::Busy(_)) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("3"));
        }
        response
    }
}
