//! The drill of `docs/operating.md`: a backup is made while people play, and restored into an empty place.

use std::process::Command;

use crate::common::{Guest, postgres};
use crate::{Load, Player, Program};

/// Runs the program to its end; returns what it says.
fn polynya(args: &[&str]) -> String {
    let ran = Command::new(env!("CARGO_BIN_EXE_polynya")).args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(ran.status.success(), "{args:?}: {}", text(&ran.stderr));
    text(&ran.stdout)
}

/// What each player had been told was done.
fn acknowledged(load: &Load) -> Vec<Vec<String>> {
    load.players.iter().map(|player| player.ledger.lock().unwrap().acknowledged.clone()).collect()
}

/// Everything that was acknowledged before the backup stands in the records of the restored server.
async fn is_restored(load: &Load, before: &[Vec<String>], restored: &Program) {
    for (Player { guest, code, seat, .. }, before) in load.players.iter().zip(before) {
        // A match that had not begun has no record.
        if before.is_empty() {
            continue;
        }
        let guest = Guest { address: restored.address, ..guest.clone() };
        let record = guest.get(&format!("/api/tables/{code}/record")).await.json();
        let own = format!("{seat} ");
        let steps = record["steps"].as_array().unwrap().iter().map(|step| step.as_str().unwrap().to_owned());
        let stands: Vec<String> = steps.filter(|step| step.starts_with(&own)).collect();
        assert!(stands.starts_with(before), "seat {seat} of {code} has lost a step");
    }
}

async fn played(address: std::net::SocketAddr) -> Load {
    let load = Load::start(&[address], 6, 0).await;
    load.until(|| load.acknowledged() >= 30 || load.are_over()).await;
    load
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_backed_up_while_people_play_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let program = Program::start(path("tables.db"), 0);
    let mut load = played(program.address).await;
    let before = acknowledged(&load);
    let said = polynya(&["backup", &path("tables.db"), &path("monday.db")]);
    assert!(said.starts_with("6 tables with ") && said.contains("copied and checked"), "{said}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(path("monday.db")).unwrap().permissions().mode() & 0o777, 0o600);
    }
    load.until(|| load.acknowledged() >= 40 || load.are_over()).await;
    let restored = Program::start(path("monday.db"), 0);
    is_restored(&load, &before, &restored).await;
    load.check_records().await;
    load.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_backed_up_while_people_play_and_restored() {
    let (store, empty) = (postgres::database().await, postgres::database().await);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("monday.jsonl").to_str().unwrap().to_owned();
    let program = Program::start(&store, 0);
    let load = played(program.address).await;
    let before = acknowledged(&load);
    assert_eq!(polynya(&["backup", &store, &file]), "6 tables exported\n");
    load.until(|| load.acknowledged() >= 40 || load.are_over()).await;
    assert_eq!(polynya(&["import-all", &file, &empty]), "6 tables imported, 0 there already\n");
    let restored = Program::start(&empty, 0);
    is_restored(&load, &before, &restored).await;
    load.end().await;
}
