//! Nothing that was acknowledged is lost, and nothing is done twice: not when the server is killed or stopped in the
//! middle of play, nor when connections break; nobody's seat is taken, and the dice are those that were committed to. All
//! games are played, by people and bots.
//!
//! `POLYNYA_TABLES`, `POLYNYA_NODE_TABLES` (at several nodes), `POLYNYA_KILLS`, `POLYNYA_NODE_KILLS`, `POLYNYA_RESTARTS`,
//! `POLYNYA_STOPS`, `POLYNYA_DROPS` and `POLYNYA_FAULTS` make it longer; `POLYNYA_SEED` chooses other faults.

mod backup;
#[path = "../../../server/tests/server/common/mod.rs"]
mod common;
mod faults;
mod line;

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::num::NonZeroU64;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use common::{Chance, Guest, PATIENCE, Socket, receive};
use futures_util::SinkExt;
use polynya_catalog::headless;
use polynya_engine::{Record, Seat};
use polynya_server::protocol::{Choices, Command as Wish, Message, SeatInfo, SeatNumber, Submit};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message as Frame;

/// What is played: a game, its options and who sits at the table. The floes are made large, so that matches last.
const KINDS: [(&str, &str, [&str; 2]); 6] = [
    ("piecepack-dare", r#"{"mega_ice_age":true,"homesick_penguins":true}"#, ["me", "open"]),
    ("polar-roller", "{}", ["me", "open"]),
    ("rescue-polar-bears", "{}", ["me", "open"]),
    ("polar-dare", "{}", ["me", "open"]),
    ("ice-breakers", "{}", ["me", "open"]),
    ("polar-dare", "{}", ["me", "random"]),
];

/// The words of each game's actions, by number.
static WORDS: LazyLock<HashMap<&str, Vec<String>>> = LazyLock::new(|| {
    let words = |game| headless().get(game).unwrap().actions().into_iter().map(|action| action.words).collect();
    KINDS.iter().map(|&(game, ..)| (game, words(game))).collect()
});

/// How soon everybody plays on when a node has died.
const GO_ON: Duration = Duration::from_secs(3);

/// Tables over several nodes.
fn tables_over_nodes(usual: usize) -> usize {
    amount("POLYNYA_NODE_TABLES", amount("POLYNYA_TABLES", usual))
}

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
    fn start(store: impl AsRef<OsStr>, port: u16) -> Program {
        Program::start_logging(store, port, Stdio::piped())
    }

    fn start_logging(store: impl AsRef<OsStr>, port: u16, log: Stdio) -> Program {
        Program::start_as(Command::new(env!("CARGO_BIN_EXE_polynya")), store, port, log)
    }

    /// Starts it by a command that has its surroundings already.
    fn start_as(mut command: Command, store: impl AsRef<OsStr>, port: u16, log: Stdio) -> Program {
        let mut child = command
            .args(["serve", "--pace", "0", "--rate", "0", "--port", &port.to_string(), "--store"])
            .arg(store)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().parse().expect("it prints its address");
        Program { child, _output: output, address }
    }

    /// Kills it as by `kill -9`: nothing is said and nothing closed.
    fn kill(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }

    /// Stops it as the system does; returns what it said to the standard error, and how it ended.
    fn stop(mut self) -> (String, ExitStatus) {
        let stopped = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(stopped.success());
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        let status = self.child.wait().unwrap();
        (said, status)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What a client knows of its own steps.
#[derive(Default)]
struct Ledger {
    acknowledged: Vec<String>,
    pending: Option<Submit>,
    welcomed: Option<Instant>,
    /// When a step was last acknowledged.
    done: Option<Instant>,
    over: bool,
    /// How often the store could not take a step.
    unsaved: usize,
    /// What the table was bound to when this client first saw it.
    commitment: String,
}

impl Ledger {
    fn acknowledge(&mut self) {
        let Submit { seat, action, .. } = self.pending.take().expect("only what was sent is acknowledged");
        self.acknowledged.push(format!("{seat} {action}"));
        self.done = Some(Instant::now());
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
    game: &'static str,
    seat: SeatNumber,
    ledger: Arc<Mutex<Ledger>>,
    luck: Chance,
    /// The last entry it has seen, what it may do, and whether the match is over.
    n: u32,
    choices: Vec<Choices>,
    ended: bool,
    /// Was something not saved just now?
    unsaved: bool,
    /// How often it shall cut its own connection.
    drops: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    /// The servers that it tries in turn.
    nodes: Vec<SocketAddr>,
}

impl Client {
    async fn live(mut self) {
        let first = self.guest.address;
        let mut next = self.nodes.clone().into_iter().cycle().skip_while(|node| *node != first);
        while !self.stop.load(Ordering::Relaxed) && !self.ledger.lock().unwrap().over {
            self.guest.address = next.next().expect("it goes round and round");
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
            if std::mem::take(&mut self.unsaved) {
                sleep(Duration::from_millis(50)).await;
            }
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
                assert_eq!(welcome.commitment, ledger.commitment, "the dice of {} were exchanged", self.code);
                self.has_own_seat(&welcome.seats.seats);
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
                ledger.welcomed = Some(Instant::now());
                let seat = Seat::numbered(usize::from(self.seat));
                // Where all act at the same time, what others do is told later, together with all that everybody knows.
                let mut own = update.entries.iter().filter(|entry| entry.seat == seat);
                let answers = |pending: &&Submit| update.id == NonZeroU64::new(pending.id);
                match ledger.pending.as_ref().filter(answers) {
                    Some(pending) => {
                        assert!(own.any(|entry| entry.words == pending.action), "{update:?}");
                        assert!(update.n > pending.after);
                        ledger.acknowledge();
                    }
                    None => assert!(update.from.is_some() || own.next().is_none(), "nobody else acts for this seat"),
                }
            }
            // What was sent over a lost connection may be done after it was sent again, and be acknowledged as a step.
            Message::Duplicate { id } if ledger.pending.as_ref().is_some_and(|pending| pending.id == id.get()) => {
                ledger.acknowledge();
            }
            // Others may act at the same time, and then it is out of date.
            Message::Invalid { id: Some(id), text }
                if text.starts_with("The table has moved on")
                    && ledger.pending.as_ref().is_some_and(|pending| pending.id == id.get()) =>
            {
                ledger.pending = None;
            }
            // The store could not take it: then it must never be found.
            Message::Invalid { id: Some(id), text }
                if text.contains("so it did not happen")
                    && ledger.pending.as_ref().is_some_and(|pending| pending.id == id.get()) =>
            {
                (ledger.pending, self.unsaved) = (None, true);
                ledger.unsaved += 1;
            }
            Message::Seats(seats) => {
                self.has_own_seat(&seats.seats);
                return None;
            }
            Message::Refused(refused) if ledger.pending.as_ref().is_some_and(|pending| pending.id == refused.id) => {
                ledger.pending = None;
            }
            // The server stops: what was sent is sent again.
            Message::Invalid { id: None, text } if text.starts_with("The server is stopping") => return None,
            Message::Refused(_) | Message::Invalid { .. } => panic!("{}: {message:?}", self.code),
            _ => return None,
        }
        ledger.over = self.ended && ledger.pending.is_none();
        if ledger.pending.is_none() {
            choose(&mut ledger, &mut self.luck, self.n, self.seat, &WORDS[self.game], &self.choices)
        } else {
            None
        }
    }
}

impl Client {
    /// Its seat is its own, and no other is.
    fn has_own_seat(&self, seats: &[SeatInfo]) {
        let own: Vec<SeatNumber> = seats.iter().filter(|seat| seat.yours).map(|seat| seat.seat).collect();
        assert_eq!(own, [self.seat], "somebody else has the seat at {}: {seats:?}", self.code);
    }
}

fn choose(
    ledger: &mut Ledger,
    luck: &mut Chance,
    n: u32,
    seat: SeatNumber,
    words: &[String],
    choices: &[Choices],
) -> Option<Submit> {
    let legal = &choices.iter().find(|choices| choices.seat == seat)?.legal;
    let action = words[legal[luck.below(legal.len())] as usize].clone();
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

/// Somebody at a table.
struct Player {
    guest: Guest,
    code: String,
    seat: SeatNumber,
    ledger: Arc<Mutex<Ledger>>,
    task: JoinHandle<()>,
}

/// Tables at which everybody plays as fast as they can.
struct Load {
    players: Vec<Player>,
    stop: Arc<AtomicBool>,
    drops: Arc<AtomicUsize>,
    /// The servers; the players of a table begin at different ones, if there are several.
    nodes: Vec<SocketAddr>,
    /// Tables that were opened, and steps at those that were over and checked.
    opened: usize,
    finished: usize,
    /// Matches whose dice were found to be as committed.
    proven: usize,
}

impl Load {
    async fn start(nodes: &[SocketAddr], tables: usize, drops: usize) -> Load {
        let (stop, drops) = (Arc::<AtomicBool>::default(), Arc::new(AtomicUsize::new(drops)));
        let mut load =
            Load { players: Vec::new(), stop, drops, nodes: nodes.to_vec(), opened: 0, finished: 0, proven: 0 };
        for _ in 0..tables {
            load.open().await;
        }
        load
    }

    /// The server for one of many.
    fn node(&self, number: usize) -> SocketAddr {
        self.nodes[number % self.nodes.len()]
    }

    /// Opens one more table.
    async fn open(&mut self) {
        let table = self.opened;
        self.opened += 1;
        let (game, options, seats) = KINDS[table % KINDS.len()];
        let (ann, bob) = (Guest::arrive(self.node(table)).await, Guest::arrive(self.node(table + 1)).await);
        let options: serde_json::Value = serde_json::from_str(options).unwrap();
        let code = ann.open(json!({ "game": game, "options": options, "seats": seats })).await;
        let bound = ann.join(&code).await.table.commitment;
        let mut people = vec![(1, ann)];
        if seats[1] == "open" {
            bob.join(&code).await.sit(2).await;
            people.push((2, bob));
        }
        for (seat, guest) in people {
            let ledger = Arc::new(Mutex::new(Ledger { commitment: bound.clone(), ..Ledger::default() }));
            let luck = Chance(1000 * table as u64 + u64::from(seat));
            let (drops, stop) = (Arc::clone(&self.drops), Arc::clone(&self.stop));
            let (n, choices, ended, unsaved) = (0, Vec::new(), false, false);
            let (judge, own, code) = (guest.clone(), Arc::clone(&ledger), code.clone());
            let nodes = self.nodes.clone();
            let (table, place) = (code.clone(), nodes);
            let task = Client {
                guest,
                code: table,
                game,
                seat,
                ledger,
                luck,
                n,
                choices,
                ended,
                unsaved,
                drops,
                stop,
                nodes: place,
            };
            self.players.push(Player { guest: judge, code, seat, ledger: own, task: tokio::spawn(task.live()) });
        }
    }

    /// Opens a new table for each that is over; those were checked.
    async fn replenish(&mut self) {
        let over: Vec<String> = (self.players.iter())
            .filter(|player| player.ledger.lock().unwrap().over)
            .map(|player| player.code.clone())
            .collect();
        let playing = |code: &String| {
            self.players.iter().any(|player| player.code == *code && !player.ledger.lock().unwrap().over)
        };
        let mut over: Vec<String> = over.into_iter().filter(|code| !playing(code)).collect();
        over.dedup();
        for code in over {
            let gone = self.players.extract_if(.., |player| player.code == code);
            self.finished += gone.map(|player| player.ledger.lock().unwrap().acknowledged.len()).sum::<usize>();
            self.open().await;
        }
    }

    fn acknowledged(&self) -> usize {
        self.players.iter().map(|player| player.ledger.lock().unwrap().acknowledged.len()).sum()
    }

    fn unsaved(&self) -> usize {
        self.players.iter().map(|player| player.ledger.lock().unwrap().unsaved).sum()
    }

    fn are_over(&self) -> bool {
        self.players.iter().all(|player| player.ledger.lock().unwrap().over)
    }

    fn check_alive(&self) {
        for Player { code, ledger, task, .. } in &self.players {
            assert!(!task.is_finished() || ledger.lock().unwrap().over, "a client of {code} fell over");
        }
    }

    /// Waits until everybody has been welcomed or told something since.
    async fn until_back(&self, since: Instant) {
        let back = |player: &Player| {
            let ledger = player.ledger.lock().unwrap();
            ledger.over || ledger.welcomed.is_some_and(|welcomed| welcomed > since)
        };
        self.until(|| self.players.iter().all(back)).await;
    }

    /// Waits until everybody is back, and at every table a step was done since; returns how long that took.
    async fn until_all_go_on(&self, since: Instant) -> Duration {
        self.until_back(since).await;
        let later = |player: &&Player| {
            let ledger = player.ledger.lock().unwrap();
            ledger.over || ledger.done.is_some_and(|done| done > since)
        };
        self.until(|| {
            let go_on: HashSet<&str> = self.players.iter().filter(later).map(|player| player.code.as_str()).collect();
            self.players.iter().all(|player| go_on.contains(player.code.as_str()))
        })
        .await;
        since.elapsed()
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

    /// Everything that was acknowledged stands in the records, once, and the dice of what is over are as committed;
    /// answers how many steps that were.
    async fn check_records(&mut self) -> usize {
        let (mut steps, mut proven) = (0, HashSet::new());
        // Where all act at the same time, only the own record has what others do not know yet.
        for Player { guest: judge, code, seat, ledger, .. } in &self.players {
            let (before, commitment) = {
                let ledger = ledger.lock().unwrap();
                (ledger.acknowledged.clone(), ledger.commitment.clone())
            };
            let own = format!("{seat} ");
            let deadline = Instant::now() + PATIENCE;
            // Whoever asks at another node than the one that acknowledged a step may be a moment ahead of its news.
            let (record, stands, after) = loop {
                let record = judge.get(&format!("/api/tables/{code}/record")).await;
                let after = ledger.lock().unwrap().possible();
                let stands: Vec<String> = (record.json()["steps"].as_array().unwrap().iter())
                    .map(|step| step.as_str().unwrap().to_owned())
                    .filter(|step| step.starts_with(&own))
                    .collect();
                if stands.len() >= before.len() || Instant::now() > deadline {
                    break (record, stands, after);
                }
                sleep(Duration::from_millis(20)).await;
            };
            assert!(stands.starts_with(&before), "seat {seat} of {code} has lost a step");
            assert!(after.starts_with(&stands), "a step of seat {seat} of {code} was done twice or by nobody");
            let verdict = judge.post("/api/verify", &record.body).await.json();
            assert_eq!(verdict["holds"], json!(true), "{code}");
            if is_proven(&record.text(), code, *seat, &commitment) {
                proven.insert(code.clone());
            }
            steps += stands.len();
        }
        self.proven += proven.len();
        steps
    }

    async fn end(self) {
        self.stop.store(true, Ordering::Relaxed);
        for Player { task, .. } in self.players {
            task.abort();
            if let Err(error) = task.await {
                assert!(error.is_cancelled(), "{error}");
            }
        }
    }
}

/// Are the dice of a match that is over those that its table was bound to, with what this seat added? One that goes on
/// does not tell yet.
fn is_proven(record: &str, code: &str, seat: SeatNumber, commitment: &str) -> bool {
    let record = Record::read(record).unwrap();
    if record.result.is_none() {
        return false;
    }
    let verified = headless().get(&record.game).unwrap().verify(&record).unwrap_or_else(|why| panic!("{code}: {why}"));
    assert!(verified.fixed && verified.seated && verified.elsewhere == 0, "{code}: {verified:?}");
    let luck = record.luck.as_ref().expect("it is over");
    assert_eq!(luck.commitment, commitment, "the dice of {code} were exchanged");
    assert_eq!(luck.additions[usize::from(seat) - 1], format!("luck of {seat}"), "{code}");
    true
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_comes_back_with_every_step_and_the_clients_go_on() {
    let (tables, kills) = (amount("POLYNYA_TABLES", 12), amount("POLYNYA_KILLS", 30));
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("tables.db");
    let mut program = Program::start(&data, 0);
    let address = program.address;
    let mut load = Load::start(&[address], tables, 0).await;
    let (mut luck, mut slowest) = (Chance(8), Duration::ZERO);
    for kill in 1..=kills {
        let before = load.acknowledged();
        load.until(|| load.acknowledged() >= before + 2 * tables || load.are_over()).await;
        sleep(Duration::from_micros(luck.below(50_000) as u64)).await;
        drop(program);
        program = Program::start(&data, address.port());
        let ready = Instant::now();
        load.until_back(ready).await;
        slowest = slowest.max(ready.elapsed());
        // What is lost once is lost for good: not everything need be compared after every kill.
        if kill % 5 == 0 || kill == kills {
            load.check_records().await;
            load.replenish().await;
        }
    }
    let (steps, opened) = (load.acknowledged() + load.finished, load.opened);
    println!(
        "{opened} tables of all games, {kills} kills, {steps} acknowledged steps: none lost, doubled or reordered; {} \
         matches proven; back within {slowest:?}",
        load.proven
    );
    assert!(slowest <= GO_ON, "somebody was back after {slowest:?}");
    load.end().await;
}

/// A planned stop is no accident: everything is told and written, and the log complains of nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_stop_under_load_loses_nothing_and_complains_of_nothing() {
    let (tables, stops) = (amount("POLYNYA_TABLES", 12), amount("POLYNYA_STOPS", 4));
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("tables.db");
    let mut program = Program::start(&data, 0);
    let address = program.address;
    let mut load = Load::start(&[address], tables, 0).await;
    let mut luck = Chance(9);
    for _ in 0..stops {
        let before = load.acknowledged();
        load.until(|| load.acknowledged() >= before + 2 * tables || load.are_over()).await;
        sleep(Duration::from_micros(luck.below(20_000) as u64)).await;
        let (said, status) = tokio::task::spawn_blocking(|| program.stop()).await.unwrap();
        let complaints: Vec<_> = said.lines().filter(|line| !line.contains(" INFO ")).collect();
        assert_eq!((complaints, status.code()), (vec![], Some(0)));
        program = Program::start(&data, address.port());
        load.until_back(Instant::now()).await;
        load.check_records().await;
        load.replenish().await;
    }
    println!(
        "{stops} stops, {} acknowledged steps: none lost, no complaint in the log",
        load.acknowledged() + load.finished
    );
    load.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_connections_lose_nothing_and_double_nothing() {
    let drops = amount("POLYNYA_DROPS", 100);
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path().join("tables.db"), 0);
    break_connections(&[program.address], 10, drops).await;
}

/// The same where players of a table are at different nodes, and go to the other with each cut.
#[tokio::test(flavor = "multi_thread")]
async fn broken_connections_over_two_nodes_lose_nothing_and_double_nothing() {
    let drops = amount("POLYNYA_DROPS", 100);
    let database = common::postgres::database().await;
    let nodes = [Program::start(&database, 0), Program::start(&database, 0)];
    break_connections(&nodes.each_ref().map(|node| node.address), tables_over_nodes(10), drops).await;
}

async fn break_connections(nodes: &[SocketAddr], tables: usize, drops: usize) {
    let mut load = Load::start(nodes, tables, drops).await;
    while load.drops.load(Ordering::Relaxed) > 0 {
        let before = load.acknowledged();
        let cut = || load.drops.load(Ordering::Relaxed) == 0;
        load.until(|| cut() || load.acknowledged() >= before + 20 * tables || load.are_over()).await;
        load.check_records().await;
        load.replenish().await;
    }
    load.until_all_go_on(Instant::now()).await;
    load.check_records().await;
    let steps = load.acknowledged() + load.finished;
    println!(
        "{} tables over {} nodes, {drops} connections cut, {steps} steps: none lost, none doubled; {} matches proven",
        load.opened,
        nodes.len(),
        load.proven
    );
    load.end().await;
}

/// The players of every table sit at different nodes on one database; one node after the other is killed.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_node_loses_nothing_and_its_players_go_on_at_the_other() {
    let (tables, kills) = (tables_over_nodes(12), amount("POLYNYA_NODE_KILLS", 6));
    let database = common::postgres::database().await;
    let mut nodes = [Program::start(&database, 0), Program::start(&database, 0)];
    let addresses = [nodes[0].address, nodes[1].address];
    let mut load = Load::start(&addresses, tables, 0).await;
    let (mut luck, mut slowest) = (Chance(10), Duration::ZERO);
    for kill in 1..=kills {
        let before = load.acknowledged();
        load.until(|| load.acknowledged() >= before + 2 * tables || load.are_over()).await;
        sleep(Duration::from_micros(luck.below(50_000) as u64)).await;
        let victim = kill % 2;
        let killed = Instant::now();
        nodes[victim].kill();
        // The other node alone goes on with all tables.
        slowest = slowest.max(load.until_all_go_on(killed).await);
        nodes[victim] = Program::start(&database, addresses[victim].port());
        if kill % 3 == 0 || kill == kills {
            load.check_records().await;
            load.replenish().await;
        }
    }
    let (steps, opened) = (load.acknowledged() + load.finished, load.opened);
    println!(
        "{opened} tables over two nodes, {kills} kills of a node, {steps} acknowledged steps: none lost, doubled or \
         reordered; {} matches proven; everybody plays on within {slowest:?}",
        load.proven
    );
    assert!(slowest <= GO_ON, "somebody played on only after {slowest:?}");
    load.end().await;
}

/// A database that dies and comes back is a pause for everybody, and nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn restarts_of_the_database_lose_nothing() {
    let (tables, restarts) = (tables_over_nodes(12), amount("POLYNYA_RESTARTS", 3));
    let mut database = common::postgres::Own::start();
    let nodes = [Program::start(&database.address, 0), Program::start(&database.address, 0)];
    let mut load = Load::start(&[nodes[0].address, nodes[1].address], tables, 0).await;
    let mut slowest = Duration::ZERO;
    for _ in 0..restarts {
        let before = load.acknowledged();
        load.until(|| load.acknowledged() >= before + 2 * tables || load.are_over()).await;
        database = tokio::task::spawn_blocking(move || {
            database.restart();
            database
        })
        .await
        .unwrap();
        slowest = slowest.max(load.until_all_go_on(Instant::now()).await);
        load.check_records().await;
        load.replenish().await;
    }
    let (steps, opened) = (load.acknowledged() + load.finished, load.opened);
    println!(
        "{opened} tables over two nodes, {restarts} restarts of PostgreSQL, {steps} acknowledged steps: none lost, doubled \
         or reordered; {} matches proven; everybody plays on within {slowest:?}",
        load.proven
    );
    assert!(slowest <= GO_ON, "somebody played on only after {slowest:?}");
    load.end().await;
}
