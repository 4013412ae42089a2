//! Everything at once: lines that are cut, slow or dead, between clients and nodes and between nodes and the database;
//! nodes that are killed or paused, and a database that dies. What clients have written down is compared afterwards.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::{Chance, postgres};
use crate::line::{End, Line, State};
use crate::{Load, Program, amount};
use tokio::time::sleep;

/// What can go wrong.
const FAULTS: [&str; 9] = [
    "clients cut",
    "clients slow",
    "clients dead",
    "database cut",
    "database slow",
    "database dead",
    "node killed",
    "node paused",
    "database killed",
];

/// A node, with the lines to it and from it to the database.
struct Node {
    program: Program,
    clients: Line,
    database: Line,
    store: String,
}

impl Node {
    async fn start(address: &str) -> Node {
        let (before, rest) = address.split_once('@').unwrap();
        let (folder, name) = rest.split_once('/').unwrap();
        let socket = format!("{}/.s.PGSQL.5432", folder.replace("%2F", "/"));
        let database = Line::to(End::Socket(socket.into())).await;
        let store = format!("{before}@{}/{name}", database.address);
        let program = Program::start_silently(&store, 0);
        let clients = Line::to(End::Address(program.address)).await;
        Node { program, clients, database, store }
    }

    fn signal(&self, name: &str) {
        let pid = self.program.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_on_every_line_and_at_every_end_lose_nothing() {
    let (tables, faults) = (amount("POLYNYA_TABLES", 6), amount("POLYNYA_FAULTS", FAULTS.len()));
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
            "node killed" => {
                let port = node.program.address.port();
                node.program.kill();
                node.program = Program::start_silently(&node.store, port);
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
        load.until_back(healed).await;
        slowest = slowest.max(healed.elapsed());
        load.check_records().await;
        load.replenish().await;
    }
    let (steps, opened) = (load.acknowledged() + load.finished, load.opened);
    println!(
        "{opened} tables over two nodes, {faults} faults {counts:?}, {steps} acknowledged steps: none lost, doubled or \
         reordered; everybody plays on within {slowest:?}"
    );
    load.end().await;
}
