//! A real PostgreSQL: the one that POLYNYA_POSTGRES names, or one that is started for this program and ends with it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio_postgres::{Client, NoTls};

/// A PostgreSQL of one's own, which ends when this program does.
pub struct Own {
    pub address: String,
    keeper: Child,
    says: BufReader<ChildStdout>,
}

impl Own {
    pub fn start() -> Own {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/postgres");
        let started = Command::new("sh").args([script, "hold"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut keeper = started.expect("a shell starts scripts/postgres");
        let says = BufReader::new(keeper.stdout.take().unwrap());
        let mut own = Own { address: String::new(), keeper, says };
        own.address = own.line();
        own
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.says.read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "PostgreSQL does not start; scripts/postgres says above what to install");
        line.trim().to_owned()
    }

    /// Lets it die in the middle of whatever it does, and starts it again.
    pub fn restart(&mut self) {
        writeln!(self.keeper.stdin.as_mut().unwrap()).unwrap();
        assert_eq!(self.line(), "restarted");
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        self.keeper.wait().unwrap();
    }
}

/// Where a PostgreSQL for tests is reached.
fn running() -> &'static str {
    static RUNNING: OnceLock<(String, Option<Own>)> = OnceLock::new();
    let start = || match std::env::var("POLYNYA_POSTGRES") {
        Ok(address) => (address, None),
        Err(_) => {
            let own = Own::start();
            (own.address.clone(), Some(own))
        }
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
