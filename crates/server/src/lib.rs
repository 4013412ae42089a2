//! Tables on the web: lobby over HTTP, play over WebSocket, entries in a store.
//!
//! The server holds no rule of any game. A command walks: `socket` → the table's task (`table`) → judged against the
//! fold of its entries (`room`) → written to the `store` → told to every viewer.

mod analysing;
mod codes;
pub mod descriptors;
mod gate;
mod kept;
mod limits;
mod metrics;
mod misses;
mod nodes;
mod outbox;
pub mod protocol;
pub mod proxy;
mod reach;
pub mod room;
pub mod routes;
mod server;
mod shares;
mod socket;
pub mod store;
mod table;
mod tables;
mod upkeep;
pub mod views;
mod workshop;

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::time::MissedTickBehavior;

use gate::Gate;
pub use reach::addresses;
pub use server::{Config, Server, ServerError};
use shares::Shares;

/// How long connections have to end when the server stops.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);
/// How often what is not needed any more is forgotten.
const HOUSEKEEPING: Duration = Duration::from_secs(30);
/// Connections that an address may always have, if there is room.
const FEW_CONNECTIONS: usize = 8;

/// Serves until `stop` is ready; then tells everybody, commits what waits, and ends.
pub async fn serve(
    server: Arc<Server>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    if let Ok(address) = listener.local_addr() {
        server.listens.get_or_init(|| address);
    }
    server.introduce();
    let app = routes::router(Arc::clone(&server));
    let connections = connection_shares(&server.config);
    let limits = server.limits.as_ref();
    let gate = Gate::new(
        listener,
        connections,
        [limits.map(|limits| Arc::clone(&limits.arrivals)), limits.map(|limits| Arc::clone(&limits.bytes))],
        Arc::new(server.config.proxies.clone()),
        gate::SILENCE,
        server.metrics.clone(),
    );
    let (stopped, mut stopping) = tokio::sync::watch::channel(false);
    let (ended, tables) = tokio::sync::oneshot::channel();
    let closer = Arc::clone(&server);
    let graceful = gate.serve(app, async move {
        stop.await;
        // Nobody waits for it if the server has failed.
        let _ = ended.send(closer.tables.close().await);
        stopped.send_replace(true);
    });
    tokio::select! {
        () = graceful => {}
        () = keep_house(&server) => {}
        () = nodes::listen(&server) => {}
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

/// The connections that there may be, and how many of one address.
fn connection_shares(config: &Config) -> Arc<Shares> {
    let Config { rate, connections, connections_each, .. } = *config;
    rate.map_or_else(Shares::unlimited, |_| Shares::new(connections, connections_each, FEW_CONNECTIONS))
}

/// Forgets what is not needed any more and looks after the store, again and again.
async fn keep_house(server: &Server) {
    let [mut forgets, mut notices, mut expires] = [HOUSEKEEPING, upkeep::NOTICE, upkeep::EXPIRE].map(|time| {
        let mut clock = tokio::time::interval(time);
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        clock
    });
    loop {
        tokio::select! {
            _ = forgets.tick() => server.forget_addresses(),
            _ = notices.tick() => server.notice().await,
            _ = expires.tick() => server.expire().await,
        }
    }
}
