//! A real PostgreSQL: the one that POLYNYA_POSTGRES names, or one that is started for this program and ends with it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio_postgres::{Client, NoTls};

/// Where a PostgreSQL for tests is reached, and the process that keeps it.
static RUNNING: OnceLock<(String, Option<Child>)> = OnceLock::new();

fn running() -> &'static str {
    let start = || {
        if let Ok(address) = std::env::var("POLYNYA_POSTGRES") {
            return (address, None);
        }
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/postgres");
        let started = Command::new("sh").args([script, "hold"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut keeper = started.expect("a shell starts scripts/postgres");
        let mut address = String::new();
        BufReader::new(keeper.stdout.take().unwrap()).read_line(&mut address).unwrap();
        assert!(!address.is_empty(), "PostgreSQL does not start; scripts/postgres says above what to install");
        (address.trim().to_owned(), Some(keeper))
    };
    &RUNNING.get_or_init(start).0
}

/// Returns the address of a database that nobody has used before.
pub async fn database() -> String {
    static LAST: AtomicU32 = AtomicU32::new(0);
    let name = format!("test_{}_{}", std::process::id(), LAST.fetch_add(1, Ordering::Relaxed));
    let (server, _) = running().rsplit_once('/').unwrap();
    connect(running()).await.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
    format!("{server}/{name}")
}

/// Returns the same address with another user, who may have a password.
pub fn as_user(address: &str, user: &str) -> String {
    address.replacen("polynya@", &format!("{user}@"), 1)
}

/// A connection, beside those of the store.
pub async fn connect(address: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(address, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}
