//! Tables on the web: lobby over HTTP, play over WebSocket, entries in a store.
//!
//! The server holds no rule of any game. A command walks: `socket` → the table's task (`table`) → judged against the
//! fold of its entries (`room`) → written to the `store` → told to every viewer.

mod codes;
mod gate;
mod metrics;
mod misses;
pub mod protocol;
mod reach;
pub mod room;
pub mod routes;
mod server;
mod socket;
pub mod store;
mod table;
mod tables;
pub mod views;

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use gate::{Address, Gate};
pub use reach::addresses;
pub use server::{Config, Server, ServerError};

/// How long connections have to end when the server stops.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);

/// Serves until `stop` is ready; then tells everybody, commits what waits, and ends.
pub async fn serve(
    server: Arc<Server>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    if let Ok(address) = listener.local_addr() {
        server.listens.get_or_init(|| address);
    }
    let app = routes::router(Arc::clone(&server)).into_make_service_with_connect_info::<Address>();
    let most = server.config.rate.map(|_| gate::MAX_CONNECTIONS);
    let listener = Gate::new(listener, most, gate::SILENCE);
    let (stopped, mut stopping) = tokio::sync::watch::channel(false);
    let (ended, tables) = tokio::sync::oneshot::channel();
    let closer = Arc::clone(&server);
    let graceful = axum::serve(listener, app).with_graceful_shutdown(async move {
        stop.await;
        // Nobody waits for it if the server has failed.
        let _ = ended.send(closer.tables.close().await);
        stopped.send_replace(true);
    });
    tokio::select! {
        served = graceful => served?,
        () = async {
            // A browser that keeps an idle connection open does not hold up the stop.
            let closed = stopping.wait_for(|stopped| *stopped).await.is_ok();
            if closed { tokio::time::sleep(SHUTDOWN_GRACE).await } else { std::future::pending().await }
        } => {}
    }
    // What tables are writing is written before the store closes.
    if let Ok(ended) = tables.await {
        let _ = tokio::time::timeout(SHUTDOWN_GRACE, ended).await;
    }
    server.store.close().await.map_err(std::io::Error::other)
}
