//! Nothing that was acknowledged is lost, and nothing is done twice: not when the server is killed in the middle of
//! play, nor when connections break.
//!
//! `POLYNYA_TABLES`, `POLYNYA_KILLS` and `POLYNYA_DROPS` make it longer.

#[path = "../../server/tests/server/common/mod.rs"]
mod common;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::num::NonZeroU64;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::{Chance, Guest, PATIENCE, Socket, receive};
use futures_util::SinkExt;
use polynya_catalog::headless;
use polynya_engine::Seat;
use polynya_server::protocol::{Choices, Command as Wish, Message, SeatNumber, Submit};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message as Frame;

const GAME: &str = "piecepack-dare";

/// How often this is done, unless the environment says otherwise.
fn amount(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// The real program.
struct Program {
    child: Child,
    /// Open for as long as it runs, so that it can say what it likes.
    _output: BufReader<ChildStdout>,
    address: SocketAddr,
}

impl Program {
    fn start(data: &Path, port: u16) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_polynya"))
            .args(["serve", "--pace", "0", "--rate", "0", "--port", &port.to_string(), "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().parse().expect("it prints its address");
        Program { child, _output: output, address }
    }
}

/// Killed as by `kill -9`: nothing is said and nothing closed.
impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// What a client knows of its own steps.
#[derive(Default)]
struct Ledger {
    acknowledged: Vec<String>,
    pending: Option<Submit>,
    welcomed: Option<Instant>,
    over: bool,
}

impl Ledger {
    fn acknowledge(&mut self) {
        let Submit { seat, action, .. } = self.pending.take().expect("only what was sent is acknowledged");
        self.acknowledged.push(format!("{seat} {action}"));
    }

    /// Everything that may stand in the record.
    fn possible(&self) -> Vec<String> {
        let pending = self.pending.iter().map(|Submit { seat, action, .. }| format!("{seat} {action}"));
        self.acknowledged.iter().cloned().chain(pending).collect()
    }
}

/// A client that comes back by itself and sends again what was not answered.
struct Client {
    guest: Guest,
    code: String,
    seat: SeatNumber,
    ledger: Arc<Mutex<Ledger>>,
    luck: Chance,
    /// The last entry it has seen, what it may do, and whether the match is over.
    n: u32,
    choices: Vec<Choices>,
    ended: bool,
    /// How often it shall cut its own connection.
    drops: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
}

impl Client {
    async fn live(mut self) {
        while !self.stop.load(Ordering::Relaxed) && !self.ledger.lock().unwrap().over {
            match self.guest.connect(&self.code, &[]).await {
                Ok(socket) => drop(self.converse(socket).await),
                Err(_) => sleep(Duration::from_millis(20)).await,
            }
        }
    }

    /// Plays until the connection ends.
    async fn converse(&mut self, mut socket: Socket) -> Option<()> {
        while !self.stop.load(Ordering::Relaxed) {
            let message = receive(&mut socket).await?;
            let wish = self.hear(&message);
            if let Some(wish) = wish {
                let text = serde_json::to_string(&Wish::Submit(wish)).unwrap();
                let cuts = self.luck.below(8) == 0 && take_one(&self.drops);
                if cuts {
                    // Somewhere in the frame, or right behind it.
                    let frame = frame(&text);
                    let part = self.luck.below(frame.len() + 1);
                    socket.get_mut().write_all(&frame[..part]).await.ok()?;
                    return None;
                }
                socket.send(Frame::text(text)).await.ok()?;
            }
            self.guest.tape.lock().unwrap().clear();
        }
        None
    }

    /// Heeds a message; answers what is to be sent.
    fn hear(&mut self, message: &Message) -> Option<Submit> {
        let mut ledger = self.ledger.lock().unwrap();
        match message {
            Message::Welcome(welcome) => {
                (self.n, self.ended) = (welcome.n, welcome.over.is_some());
                self.choices.clone_from(&welcome.choices);
                ledger.welcomed = Some(Instant::now());
                if let Some(pending) = &ledger.pending {
                    return Some(pending.clone());
                }
            }
            Message::Step { update, choices, .. } => {
                (self.n, self.ended) = (update.n, update.over.is_some());
                self.choices.clone_from(choices);
                let first = &update.entries[0];
                if first.seat == Seat::numbered(usize::from(self.seat)) {
                    let pending = ledger.pending.as_ref().expect("nobody else acts for this seat");
                    assert_eq!((update.id, &first.words), (NonZeroU64::new(pending.id), &pending.action));
                    assert!(update.n > pending.after);
                    ledger.acknowledge();
                }
            }
            // What was sent over a lost connection may be done after it was sent again, and be acknowledged as a step.
            Message::Duplicate { id } if ledger.pending.as_ref().is_some_and(|pending| pending.id == id.get()) => {
                ledger.acknowledge();
            }
            Message::Refused(_) | Message::Invalid { .. } => panic!("{}: {message:?}", self.code),
            _ => return None,
        }
        ledger.over = self.ended && ledger.pending.is_none();
        if ledger.pending.is_none() {
            choose(&mut ledger, &mut self.luck, self.n, self.seat, &self.choices)
        } else {
            None
        }
    }
}

fn choose(ledger: &mut Ledger, luck: &mut Chance, n: u32, seat: SeatNumber, choices: &[Choices]) -> Option<Submit> {
    let legal = &choices.iter().find(|choices| choices.seat == seat)?.legal;
    let number = legal[luck.below(legal.len())] as usize;
    let action = headless().get(GAME).unwrap().actions().swap_remove(number).words;
    let submit = Submit { id: luck.bits() >> 11 | 1, after: n, seat, action };
    ledger.pending = Some(submit.clone());
    Some(submit)
}

fn take_one(drops: &AtomicUsize) -> bool {
    drops.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
}

/// A text frame as a client sends it, masked with zeros.
fn frame(text: &str) -> Vec<u8> {
    let mut frame = vec![0x81];
    match text.len() {
        length @ 0..126 => frame.push(0x80 | length as u8),
        length => {
            frame.push(0x80 | 126);
            frame.extend((length as u16).to_be_bytes());
        }
    }
    frame.extend([0; 4]);
    frame.extend(text.as_bytes());
    frame
}

/// Tables at which everybody plays as fast as they can.
struct Load {
    ledgers: Vec<(String, SeatNumber, Arc<Mutex<Ledger>>)>,
    tasks: Vec<JoinHandle<()>>,
    stop: Arc<AtomicBool>,
    drops: Arc<AtomicUsize>,
    address: SocketAddr,
}

impl Load {
    async fn start(address: SocketAddr, tables: usize, drops: usize) -> Load {
        let (stop, drops) = (Arc::<AtomicBool>::default(), Arc::new(AtomicUsize::new(drops)));
        let mut load = Load { ledgers: Vec::new(), tasks: Vec::new(), stop, drops, address };
        for table in 0..tables {
            let (ann, bob) = (Guest::arrive(address).await, Guest::arrive(address).await);
            let options = json!({ "mega_ice_age": true, "homesick_penguins": true });
            let code = ann.open(json!({ "game": GAME, "options": options, "seats": ["me", "open"] })).await;
            drop(ann.join(&code).await);
            bob.join(&code).await.sit(2).await;
            for (seat, guest) in [(1, ann), (2, bob)] {
                let ledger = Arc::<Mutex<Ledger>>::default();
                load.ledgers.push((code.clone(), seat, Arc::clone(&ledger)));
                let luck = Chance(1000 * table as u64 + u64::from(seat));
                let (drops, stop) = (Arc::clone(&load.drops), Arc::clone(&load.stop));
                let (n, choices, ended) = (0, Vec::new(), false);
                let client = Client { guest, code: code.clone(), seat, ledger, luck, n, choices, ended, drops, stop };
                load.tasks.push(tokio::spawn(client.live()));
            }
        }
        load
    }

    fn acknowledged(&self) -> usize {
        self.ledgers.iter().map(|(_, _, ledger)| ledger.lock().unwrap().acknowledged.len()).sum()
    }

    fn are_over(&self) -> bool {
        self.ledgers.iter().all(|(_, _, ledger)| ledger.lock().unwrap().over)
    }

    fn check_alive(&self) {
        for (task, (code, _, ledger)) in self.tasks.iter().zip(&self.ledgers) {
            assert!(!task.is_finished() || ledger.lock().unwrap().over, "a client of {code} fell over");
        }
    }

    /// Waits until this is so.
    async fn until(&self, mut so: impl FnMut() -> bool) {
        let waiting = async {
            while !so() {
                self.check_alive();
                sleep(Duration::from_millis(2)).await;
            }
        };
        timeout(PATIENCE, waiting).await.expect("the clients go on");
    }

    /// Everything that was acknowledged stands in the records, once; answers how many steps that were.
    async fn check_records(&self) -> usize {
        let judge = Guest::arrive(self.address).await;
        let mut steps = 0;
        for (code, seat, ledger) in &self.ledgers {
            let before = ledger.lock().unwrap().acknowledged.clone();
            let record = judge.get(&format!("/api/tables/{code}/record")).await;
            let after = ledger.lock().unwrap().possible();
            let own = format!("{seat} ");
            let stands: Vec<String> = (record.json()["steps"].as_array().unwrap().iter())
                .map(|step| step.as_str().unwrap().to_owned())
                .filter(|step| step.starts_with(&own))
                .collect();
            assert!(stands.starts_with(&before), "seat {seat} of {code} has lost a step");
            assert!(after.starts_with(&stands), "a step of seat {seat} of {code} was done twice or by nobody");
            let verdict = judge.post("/api/verify", &record.body).await.json();
            assert_eq!(verdict["holds"], json!(true), "{code}");
            steps += stands.len();
        }
        steps
    }

    async fn end(self) {
        self.stop.store(true, Ordering::Relaxed);
        for task in self.tasks {
            task.abort();
            if let Err(error) = task.await {
                assert!(error.is_cancelled(), "{error}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_comes_back_with_every_step_and_the_clients_go_on() {
    let (tables, kills) = (amount("POLYNYA_TABLES", 10), amount("POLYNYA_KILLS", 3));
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("tables.db");
    let mut program = Program::start(&data, 0);
    let address = program.address;
    let load = Load::start(address, tables, 0).await;
    let (mut luck, mut slowest, mut steps) = (Chance(8), Duration::ZERO, 0);
    for _ in 0..kills {
        let before = load.acknowledged();
        load.until(|| load.acknowledged() >= before + 5 * tables || load.are_over()).await;
        sleep(Duration::from_micros(luck.below(50_000) as u64)).await;
        drop(program);
        program = Program::start(&data, address.port());
        let ready = Instant::now();
        let back = |ledger: &Mutex<Ledger>| {
            let ledger = ledger.lock().unwrap();
            ledger.over || ledger.welcomed.is_some_and(|welcomed| welcomed > ready)
        };
        load.until(|| load.ledgers.iter().all(|(_, _, ledger)| back(ledger))).await;
        slowest = slowest.max(ready.elapsed());
        assert!(slowest <= Duration::from_secs(3), "the clients took {slowest:?} to go on");
        steps = load.check_records().await;
    }
    println!("{tables} tables, {kills} kills, {steps} steps: none lost, none doubled; back within {slowest:?}");
    load.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_connections_lose_nothing_and_double_nothing() {
    let drops = amount("POLYNYA_DROPS", 100);
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(&folder.path().join("tables.db"), 0);
    let load = Load::start(program.address, 10, drops).await;
    load.until(|| load.drops.load(Ordering::Relaxed) == 0).await;
    let before = load.acknowledged();
    load.until(|| load.acknowledged() >= before + 20 || load.are_over()).await;
    let steps = load.check_records().await;
    println!("{drops} connections cut, {steps} steps: none lost, none doubled");
    load.end().await;
}
