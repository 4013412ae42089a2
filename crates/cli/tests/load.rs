//! What a server takes for those who do nothing, and that it does not grow: measured with `polynya load`.
//!
//! `POLYNYA_VIEWERS` and `POLYNYA_TABLES` make the first larger, `POLYNYA_MINUTES` the second longer; with
//! `POLYNYA_STORE=postgres` that keeps its tables in a database.

#[path = "../../server/tests/server/common/mod.rs"]
mod common;

use std::process::Command;

use serde_json::Value;

/// What a server may take beside its viewers, and for each of them: 400 MB for 5,000.
const MOST: (u64, u64) = (40_000_000, 72_000);

fn amount(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// Loads an own server for so many seconds; returns what was measured.
fn load(seconds: u64, args: &[String]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polynya"));
    let ran = command.args(["load", "--json"]).args(args).env("SECS", seconds.to_string()).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{args:?}: {said}");
    serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
}

fn flags(flags: &[(&str, u64)]) -> Vec<String> {
    flags.iter().flat_map(|(flag, value)| [(*flag).to_owned(), value.to_string()]).collect()
}

#[test]
fn who_only_looks_takes_little_memory() {
    let (viewers, tables) = (amount("POLYNYA_VIEWERS", 400), amount("POLYNYA_TABLES", 80));
    let row = load(1, &flags(&[("--viewers", viewers), ("--tables", tables)]));
    let memory = row["rss"].as_u64().unwrap();
    println!("{viewers} idle viewers at {tables} tables: {:.1} MB", memory as f64 / 1e6);
    assert!(memory <= MOST.0 + viewers * MOST.1, "{memory} bytes");
}

/// `make nightly` plays for two hours.
#[test]
#[ignore = "it takes as many minutes as one likes; make nightly runs it"]
fn a_server_that_plays_for_hours_does_not_grow() {
    let (minutes, tables) = (amount("POLYNYA_MINUTES", 2), amount("POLYNYA_TABLES", 100));
    let warm_up = (60 * minutes / 10).clamp(45, 600);
    let mut args = flags(&[("--tables", tables), ("--warm-up", warm_up)]);
    if std::env::var("POLYNYA_STORE").is_ok_and(|store| store == "postgres") {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        args.extend(["--store".to_owned(), runtime.block_on(common::postgres::database())]);
    }
    let row = load(60 * minutes - warm_up, &args);
    let [before, after] = ["rss_before", "rss"].map(|key| row[key].as_u64().unwrap());
    println!(
        "{minutes} minutes at {tables} tables, {} moves: {:.1} MB after {warm_up} seconds, {:.1} MB at the end",
        row["moves"],
        before as f64 / 1e6,
        after as f64 / 1e6
    );
    assert!(after * 5 < before * 6, "it has grown by a fifth or more");
}
