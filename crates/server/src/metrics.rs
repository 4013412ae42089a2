//! What `/metrics` tells, in the text format of Prometheus.

use std::sync::atomic::AtomicI64;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// Counts of what the server does.
#[derive(Default)]
pub struct Metrics {
    registry: Registry,
    /// Entries written.
    pub entries: Counter,
    /// Submissions that a rule refused.
    pub refusals: Counter,
    /// Messages that were not understood or not allowed.
    pub mistakes: Counter,
    /// Connections that were cut because they read too slowly or sent too much.
    pub cut: Counter,
    /// Actions of bots.
    pub bots: Counter,
    /// Tables in memory.
    pub tables: Gauge<i64, AtomicI64>,
    /// Open sockets.
    pub sockets: Gauge<i64, AtomicI64>,
}

impl Metrics {
    /// All counts at zero.
    pub fn new() -> Metrics {
        let mut metrics = Metrics::default();
        let registry = &mut metrics.registry;
        registry.register("polynya_entries", "Entries written", metrics.entries.clone());
        registry.register("polynya_refusals", "Submissions that a rule refused", metrics.refusals.clone());
        registry.register("polynya_mistakes", "Messages not understood or not allowed", metrics.mistakes.clone());
        registry.register("polynya_cut", "Connections cut for slowness or floods", metrics.cut.clone());
        registry.register("polynya_bot_actions", "Actions of bots", metrics.bots.clone());
        registry.register("polynya_tables", "Tables in memory", metrics.tables.clone());
        registry.register("polynya_sockets", "Open sockets", metrics.sockets.clone());
        metrics
    }

    /// The counts as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string takes everything");
        text
    }
}
