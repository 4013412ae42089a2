//! What `/metrics` tells, in the text format of Prometheus; and what is refused, in the log.

use std::io;
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::atomic::{AtomicI64, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Counts of what the server does; copies count together.
#[derive(Clone)]
pub struct Metrics(Arc<Counts>);

/// Seconds up to which commits are counted: from what memory takes to the patience of people.
const COMMITS: [f64; 13] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0];

/// The counts.
pub struct Counts {
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
    /// Open connections.
    pub connections: Gauge<i64, AtomicI64>,
    /// Times that the system would not give a connection.
    pub accept_errors: Counter,
    /// Bytes that wait to be sent over sockets.
    pub backlog: Gauge<i64, AtomicI64>,
    /// How long it took until an entry was safe, or refused by the store.
    commits: Histogram,
    /// Entries that wait for the store: one of the queues.
    committing: Gauge<i64, AtomicI64>,
    waiting: Family<[(&'static str, &'static str); 1], Gauge<i64, AtomicI64>>,
    refused: Family<[(&'static str, &'static str); 1], Counter>,
    complaints: [Complaint; What::ALL.len()],
    accept_complaint: Complaint,
}

/// What is refused because there is too much of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A connection.
    Connection,
    /// A request, before its body is read.
    Request,
    /// The body of a request.
    Body,
    /// Another message of a socket; it is cut.
    Message,
    /// Another socket at a table.
    Viewer,
    /// Work that takes long.
    Work,
    /// A long answer.
    Answer,
}

impl What {
    const ALL: [What; 7] =
        [What::Connection, What::Request, What::Body, What::Message, What::Viewer, What::Work, What::Answer];

    fn name(self) -> &'static str {
        match self {
            What::Connection => "connection",
            What::Request => "request",
            What::Body => "body",
            What::Message => "message",
            What::Viewer => "viewer",
            What::Work => "work",
            What::Answer => "answer",
        }
    }
}

impl Deref for Metrics {
    type Target = Counts;

    fn deref(&self) -> &Counts {
        &self.0
    }
}

impl Metrics {
    /// All counts at zero.
    pub fn new() -> Metrics {
        let waiting = Family::<[(&'static str, &'static str); 1], Gauge<i64, AtomicI64>>::default();
        let mut counts = Counts {
            registry: Registry::default(),
            entries: Counter::default(),
            refusals: Counter::default(),
            mistakes: Counter::default(),
            cut: Counter::default(),
            bots: Counter::default(),
            tables: Gauge::default(),
            sockets: Gauge::default(),
            connections: Gauge::default(),
            accept_errors: Counter::default(),
            backlog: Gauge::default(),
            commits: Histogram::new(COMMITS),
            committing: waiting.get_or_create_owned(&[("queue", "commits")]),
            waiting,
            refused: Family::default(),
            complaints: Default::default(),
            accept_complaint: Complaint::default(),
        };
        let registry = &mut counts.registry;
        registry.register("polynya_entries", "Entries written", counts.entries.clone());
        registry.register("polynya_refusals", "Submissions that a rule refused", counts.refusals.clone());
        registry.register("polynya_mistakes", "Messages not understood or not allowed", counts.mistakes.clone());
        registry.register("polynya_cut", "Connections cut for slowness or floods", counts.cut.clone());
        registry.register("polynya_bot_actions", "Actions of bots", counts.bots.clone());
        registry.register("polynya_tables", "Tables in memory", counts.tables.clone());
        registry.register("polynya_sockets", "Open sockets", counts.sockets.clone());
        registry.register("polynya_connections", "Open connections", counts.connections.clone());
        let errors = counts.accept_errors.clone();
        registry.register("polynya_accept_errors", "Connections that the system would not give", errors);
        registry.register("polynya_commit_seconds", "Until an entry was safe on the disk", counts.commits.clone());
        registry.register("polynya_waiting", "What waits for its turn", counts.waiting.clone());
        registry.register("polynya_backlog_bytes", "Bytes that wait to be sent over sockets", counts.backlog.clone());
        registry.register("polynya_refused", "What was refused because it was too much", counts.refused.clone());
        Metrics(Arc::new(counts))
    }

    /// The counts as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string takes everything");
        text
    }

    /// Returns the length of a queue, to be set.
    pub fn waiting(&self, queue: &'static str) -> Gauge<i64, AtomicI64> {
        self.waiting.get_or_create_owned(&[("queue", queue)])
    }

    /// Waits until the store has taken something or not, and counts that and how long it took.
    pub async fn commit<T>(&self, committed: impl Future<Output = T>) -> T {
        let began = Instant::now();
        self.committing.inc();
        // A table that is let go meanwhile waits for nothing any more.
        let waits = Waits(&self.committing);
        let done = committed.await;
        drop(waits);
        self.commits.observe(began.elapsed().as_secs_f64());
        done
    }

    /// Counts that something was refused to an address, and says so in the log now and then.
    pub fn refuse(&self, what: What, address: IpAddr) {
        let name = what.name();
        self.refused.get_or_create(&[("what", name)]).inc();
        if let Some(unsaid) = self.complaints[what as usize].due() {
            tracing::warn!(%address, unsaid, "too much: a {name} was refused");
        }
    }

    /// Counts that the system would not give a connection, and says so in the log now and then.
    pub fn accept_failed(&self, error: &io::Error) {
        self.accept_errors.inc();
        if let Some(unsaid) = self.accept_complaint.due() {
            tracing::error!(%error, unsaid, "a connection could not be accepted");
        }
    }
}

/// One of those that wait in a queue.
struct Waits<'a>(&'a Gauge<i64, AtomicI64>);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// How far apart lines of the log about the same thing are.
const APART: Duration = Duration::from_secs(10);

/// Something that is said in the log, but not every time.
#[derive(Default)]
struct Complaint {
    last: Mutex<Option<Instant>>,
    unsaid: AtomicU64,
}

impl Complaint {
    /// Returns how often it was left unsaid, if it is time to say it again.
    fn due(&self) -> Option<u64> {
        use std::sync::atomic::Ordering::Relaxed;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < APART) {
            self.unsaid.fetch_add(1, Relaxed);
            return None;
        }
        *last = Some(Instant::now());
        Some(self.unsaid.swap(0, Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn commits_are_timed_and_those_that_wait_are_counted() {
        let metrics = Metrics::new();
        let told = |line: &str| metrics.text().lines().any(|said| said == line);
        let first = async {
            assert!(told(r#"polynya_waiting{queue="commits"} 1"#), "{}", metrics.text());
            tokio::time::sleep(Duration::from_millis(6)).await;
        };
        metrics.commit(first).await;
        drop(metrics.commit(std::future::pending::<()>()));
        assert!(told(r#"polynya_waiting{queue="commits"} 0"#), "{}", metrics.text());
        assert!(told(r#"polynya_commit_seconds_bucket{le="0.005"} 0"#), "{}", metrics.text());
        assert!(told("polynya_commit_seconds_count 1"), "{}", metrics.text());
    }

    #[test]
    fn what_is_refused_is_counted_and_rarely_said() {
        let metrics = Metrics::new();
        for _ in 0..3 {
            metrics.refuse(What::Body, IpAddr::from([127, 0, 0, 2]));
        }
        assert!(metrics.text().contains(r#"polynya_refused_total{what="body"} 3"#), "{}", metrics.text());
        assert_eq!(metrics.complaints[What::Body as usize].unsaid.load(std::sync::atomic::Ordering::Relaxed), 2);
        assert!(metrics.complaints[What::Work as usize].due().is_some());
    }
}
