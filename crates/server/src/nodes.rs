//! This server as one of several nodes on one store: what it hears is handed to the tables that are open here.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::server::Server;
use crate::store::{News, NodeName};
use crate::table::Request;

/// After how long without a word another node is taken for dead.
const SILENCE: Duration = Duration::from_secs(5);

/// What this node knows of the others.
#[derive(Default)]
pub struct Nodes {
    deaf: AtomicBool,
    /// How often this node has become deaf, or heard again.
    turns: AtomicU64,
    heard: Mutex<HashMap<NodeName, Instant>>,
}

impl Nodes {
    /// Returns what changes whenever something may have been missed; nothing while nothing is heard.
    pub fn turn(&self) -> Option<u64> {
        (!self.deaf.load(Ordering::Acquire)).then(|| self.turns.load(Ordering::Acquire))
    }

    /// Has this node said something lately?
    pub fn is_alive(&self, node: &str) -> bool {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.get(node).is_some_and(|heard| heard.elapsed() < SILENCE)
    }

    fn hear(&self, node: &str) {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        match heard.get_mut(node) {
            Some(known) => *known = Instant::now(),
            None => {
                tracing::info!(node, "another node is there");
                heard.retain(|_, heard| heard.elapsed() < SILENCE);
                heard.insert(node.to_owned(), Instant::now());
            }
        }
    }

    fn turn_deaf(&self, deaf: bool) {
        self.turns.fetch_add(1, Ordering::AcqRel);
        self.deaf.store(deaf, Ordering::Release);
    }
}

/// Listens to the other nodes for as long as the server runs.
pub async fn listen(server: &Arc<Server>) {
    let Some(shared) = server.store.shared() else { return std::future::pending().await };
    // Until it listens, whoever is asked reads what was written.
    server.nodes.turn_deaf(true);
    let mut news = shared.listen();
    while let Some(news) = news.recv().await {
        match news {
            News::Alive(node) => server.nodes.hear(&node),
            News::Grew(tables) => tables.into_iter().for_each(|(table, n)| server.tables.grew(table, n)),
            News::Told { node, table, text } => {
                server.nodes.hear(&node);
                server.tables.hand(table, || Request::Heard { node, text });
            }
            News::Leads(table) => server.tables.hand(table, || Request::CatchUp),
            News::Deaf => server.nodes.turn_deaf(true),
            News::Hears => {
                server.nodes.turn_deaf(false);
                server.tables.hand_all(|| Request::CatchUp);
            }
        }
    }
    // The server stops.
    std::future::pending::<()>().await;
}
