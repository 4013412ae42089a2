//! What an append costs: a hundred tables, each with one entry under way at a time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use polynya_server::protocol::{Phase, Takebacks};
use polynya_server::store::{NewRow, Sqlite, Store, Summary, Wait};

const TABLES: usize = 100;

fn main() {
    let seconds = std::env::var("SECS").ok().and_then(|text| text.parse().ok()).unwrap_or(3.0);
    println!(
        "{:<8} {:>10} {:>14} {:>8} {:>8} {:>8}",
        "wait", "appends/s", "CPU us/append", "p50 ms", "p99 ms", "max ms"
    );
    for wait in [Wait::Commit, Wait::Queue] {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        runtime.block_on(measure(wait, Duration::from_secs_f64(seconds)));
    }
}

async fn measure(wait: Wait, time: Duration) {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Sqlite::open(&folder.path().join("tables.db"), wait).unwrap());
    let (started, cpu) = (Instant::now(), cpu());
    let tables: Vec<_> = (0..TABLES)
        .map(|table| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { appends(&*store, &format!("table-{table}"), started + time).await })
        })
        .collect();
    let mut waits = Vec::new();
    for table in tables {
        waits.extend(table.await.unwrap());
    }
    store.close().await.unwrap();
    let (wall, cpu) = (started.elapsed(), self::cpu() - cpu);
    waits.sort_unstable();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{:<8} {:>10.0} {:>14.2} {:>8.2} {:>8.2} {:>8.2}",
        format!("{wait:?}"),
        waits.len() as f64 / wall.as_secs_f64(),
        cpu * 1e6 / waits.len() as f64,
        at(0.5),
        at(0.99),
        at(1.0),
    );
}

/// How long each append of a table took.
async fn appends(store: &dyn Store, code: &str, until: Instant) -> Vec<Duration> {
    let row = NewRow {
        code: code.to_owned(),
        game: "polar-dare".to_owned(),
        rules: 1,
        options: "{}".to_owned(),
        seats: 2,
        secret: "0".repeat(64),
        host: "ann".to_owned(),
        takebacks: Takebacks::Consent,
        public: false,
        spoken: None,
        origin: 0,
    };
    let summary = Summary {
        n: 0,
        phase: Phase::Playing,
        seats: Vec::new(),
        awaited: Vec::new(),
        closed: false,
        host: String::new(),
        removed: Vec::new(),
    };
    let id = store.create(row, Vec::new(), summary).await.unwrap();
    let mut waits = Vec::new();
    for n in 1.. {
        let sent = Instant::now();
        if sent > until {
            break;
        }
        store.append(id, n, "x".repeat(90), None).await.unwrap();
        waits.push(sent.elapsed());
        // In [`Wait::Queue`] nothing else would give the others their turn.
        tokio::task::yield_now().await;
    }
    waits
}

/// The seconds of CPU that this process has used.
fn cpu() -> f64 {
    cpu_time::ProcessTime::now().as_duration().as_secs_f64()
}
