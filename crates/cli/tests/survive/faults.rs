//! Everything at once: lines that are cut, slow or dead, between clients and nodes and between nodes and the database;
//! nodes that are killed or paused or whose clock jumps, and a database that dies or whose disk is full. What clients have written down is compared afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::common::{Chance, Guest, PATIENCE, postgres};
use crate::line::{End, Line, State};
use crate::{Load, Program, amount, tables_over_nodes};
use tempfile::TempDir;
use tokio::time::sleep;

/// What can go wrong.
const FAULTS: [&str; 11] = [
    "clients cut",
    "clients slow",
    "clients dead",
    "database cut",
    "database slow",
    "database dead",
    "node killed",
    "node paused",
    "database killed",
    "disk full",
    "clock jumps",
];

/// What PostgreSQL says when its disk is full.
const FULL: &str = "
    CREATE FUNCTION polynya.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
    END $$;
    CREATE TRIGGER full_entries BEFORE INSERT ON polynya.entries FOR EACH STATEMENT EXECUTE FUNCTION polynya.full();
    CREATE TRIGGER full_health BEFORE INSERT ON polynya.health FOR EACH STATEMENT EXECUTE FUNCTION polynya.full()";
const ROOM: &str = "DROP FUNCTION polynya.full() CASCADE";

/// A node, with the lines to it and from it to the database.
struct Node {
    program: Program,
    clients: Line,
    database: Line,
    store: String,
    /// How far its clock goes wrong stands in a file here.
    clock: TempDir,
}

impl Node {
    async fn start(address: &str) -> Node {
        let (before, rest) = address.split_once('@').unwrap();
        let (folder, name) = rest.split_once('/').unwrap();
        let socket = format!("{}/.s.PGSQL.5432", folder.replace("%2F", "/"));
        let database = Line::to(End::Socket(socket.into())).await;
        let store = format!("{before}@{}/{name}", database.address);
        let clock = tempfile::tempdir().unwrap();
        let program = start(&store, 0, &clock);
        let clients = Line::to(End::Address(program.address)).await;
        Node { program, clients, database, store, clock }
    }

    /// Kills it, and starts it again at the same place.
    fn restart(&mut self) {
        let port = self.program.address.port();
        self.program.kill();
        self.program = start(&self.store, port, &self.clock);
    }

    /// Lets its clock jump to so many seconds from the true time, and waits until it writes by that.
    async fn set_clock(&self, offset: i64, database: &str) {
        fs::write(self.clock.path().join("clock"), format!("{offset:+}\n")).unwrap();
        let (client, until) = (postgres::connect(database).await, Instant::now() + PATIENCE);
        let guest = Guest::arrive(self.program.address).await;
        loop {
            // To say whether it is well it writes down when it was.
            drop(guest.get("/healthz").await);
            let wrong = "SELECT written - extract(epoch FROM now())::bigint FROM polynya.health";
            let wrong: i64 = client.query_one(wrong, &[]).await.unwrap().get(0);
            if (wrong - offset).abs() < 60 {
                return;
            }
            assert!(Instant::now() < until, "its clock is wrong by {wrong} seconds instead of {offset}");
            sleep(Duration::from_millis(100)).await;
        }
    }

    fn signal(&self, name: &str) {
        let pid = self.program.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }
}

/// Starts a node whose log nobody reads, however long it is, and whose clock can jump.
fn start(store: &str, port: u16, clock: &TempDir) -> Program {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polynya"));
    if cfg!(target_os = "linux") {
        let file = clock.path().join("clock");
        if !file.exists() {
            fs::write(&file, "+0\n").unwrap();
        }
        // Time that passes goes on as it should, as with every clock that is set.
        command.env("LD_PRELOAD", faketime()).env("FAKETIME_TIMESTAMP_FILE", file);
        command.env("FAKETIME_NO_CACHE", "1").env("DONT_FAKE_MONOTONIC", "1");
    }
    Program::start_as(command, store, port, Stdio::null())
}

/// Where the library is that lets clocks jump.
fn faketime() -> &'static str {
    static LIBRARY: OnceLock<String> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/faketime");
        let found = Command::new("sh").arg(script).stderr(Stdio::inherit()).output().unwrap();
        assert!(found.status.success(), "scripts/faketime says above what to install");
        String::from_utf8(found.stdout).unwrap().trim().to_owned()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_on_every_line_and_at_every_end_lose_nothing() {
    let (tables, faults) = (tables_over_nodes(6), amount("POLYNYA_FAULTS", FAULTS.len()));
    let mut database = postgres::Own::start();
    let mut nodes = [Node::start(&database.address).await, Node::start(&database.address).await];
    let lines = [nodes[0].clients.address, nodes[1].clients.address];
    let mut load = Load::start(&lines, tables, 0).await;
    let (mut luck, mut slowest, mut counts) =
        (Chance(amount("POLYNYA_SEED", 20) as u64), Duration::ZERO, BTreeMap::new());
    for fault in 0..faults {
        let before = load.acknowledged();
        load.until(|| load.acknowledged() >= before + tables || load.are_over()).await;
        let node = &mut nodes[luck.below(2)];
        // Each once, then by chance.
        let what = FAULTS.get(fault).copied().unwrap_or_else(|| FAULTS[luck.below(FAULTS.len())]);
        let a_while = Duration::from_millis(200 + luck.below(800) as u64);
        match what {
            "clients cut" => node.clients.cut(),
            "database cut" => node.database.cut(),
            "node killed" => node.restart(),
            "disk full" => {
                let client = postgres::connect(&database.address).await;
                client.batch_execute(FULL).await.unwrap();
                let unsaved = load.unsaved();
                load.until(|| load.unsaved() > unsaved || load.are_over()).await;
                sleep(a_while).await;
                client.batch_execute(ROOM).await.unwrap();
            }
            "clock jumps" => {
                // By up to two days, to and fro.
                if cfg!(target_os = "linux") {
                    node.set_clock(luck.below(4 * 86_400) as i64 - 2 * 86_400, &database.address).await;
                }
                sleep(a_while).await;
            }
            "node paused" => {
                node.signal("-STOP");
                sleep(a_while).await;
                node.signal("-CONT");
            }
            "database killed" => {
                database = tokio::task::spawn_blocking(move || {
                    database.restart();
                    database
                })
                .await
                .unwrap();
            }
            line => {
                let state = if line.ends_with("slow") { State::Slow } else { State::Dead };
                let line = if line.starts_with("clients") { &node.clients } else { &node.database };
                line.set(state);
                sleep(a_while).await;
                line.set(State::Sound);
            }
        }
        *counts.entry(what).or_insert(0) += 1;
        let healed = Instant::now();
        slowest = slowest.max(load.until_all_go_on(healed).await);
        load.check_records().await;
        load.replenish().await;
    }
    let (steps, opened) = (load.acknowledged() + load.finished, load.opened);
    println!(
        "{opened} tables over two nodes, {faults} faults {counts:?}, {steps} acknowledged steps: none lost, doubled or \
         reordered; {} matches proven; everybody plays on within {slowest:?}",
        load.proven
    );
    assert!(slowest <= PATIENCE / 2, "somebody played on only after {slowest:?}");
    load.end().await;
}
