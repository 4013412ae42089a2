//! Tables on the web over real sockets: the server is killed in the middle of a match and the line is cut, and the match
//! is played to its end with all of its moves.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use polynya_catalog::headless;
use polynya_client::{Change, Connection, Guest, Heard, Mirror};
use polynya_engine::Seat;
use polynya_server::protocol::{Command as Wish, Holder, Message, NewTable, Phase, Sit};
use serde_json::{Value, json};

use crate::line::{End, Line};
use crate::tmux::Tmux;

/// A match in which nothing happens for so long has stopped.
const PATIENCE: Duration = Duration::from_secs(120);

/// The real program, serving tables.
pub struct Server {
    child: Child,
    /// Open for as long as it runs, so that it can say what it likes.
    _output: BufReader<ChildStdout>,
    pub address: SocketAddr,
}

impl Server {
    pub fn start(store: &Path, port: u16) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_polynya"))
            .args(["serve", "--pace", "0", "--rate", "0", "--port", &port.to_string(), "--store"])
            .arg(store)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let (mut line, mut output) = (String::new(), BufReader::new(child.stdout.take().expect("an output")));
        output.read_line(&mut line).expect("it says something");
        let address = line.trim().rsplit("http://").next().and_then(|text| text.parse().ok());
        Server { child, _output: output, address: address.expect("it prints its address") }
    }

    /// Kills it as by `kill -9`, and starts it again on the same store and port.
    fn kill_and_start(&mut self, store: &Path) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it has ended");
        *self = Server::start(store, self.address.port());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a player knows, for whoever watches over the match.
#[derive(Clone, Default)]
struct Known {
    /// Steps of the match.
    steps: Vec<String>,
    /// The own moves that the table has answered with a step.
    done: usize,
    /// How often the connection was lost.
    lost: usize,
    chat: Vec<String>,
    over: bool,
}

/// Somebody who plays the first legal action each time, by the client crate alone.
struct Player {
    name: &'static str,
    connection: Connection,
    heard: Receiver<Heard>,
    mirror: Option<Mirror<()>>,
    /// The id of the move that was not answered yet.
    pending: Option<u64>,
    known: Arc<Mutex<Known>>,
}

impl Player {
    fn at(guest: &Guest, code: &str, name: &'static str) -> Player {
        let (tell, heard) = channel();
        let connection = Connection::open(guest.clone(), code.to_owned(), move |news| tell.send(news).is_ok());
        Player { name, connection, heard, mirror: None, pending: None, known: Arc::default() }
    }

    /// Plays in a thread of its own until the match is over, and returns what it knows then.
    fn play(mut self) -> (std::thread::JoinHandle<Known>, Arc<Mutex<Known>>) {
        let known = Arc::clone(&self.known);
        let thread = std::thread::spawn(move || {
            while !self.known.lock().expect("it is whole").over {
                match self.heard.recv_timeout(PATIENCE) {
                    Ok(heard) => self.hear(heard),
                    Err(RecvTimeoutError::Timeout) => panic!("{} hears nothing any more", self.name),
                    Err(RecvTimeoutError::Disconnected) => panic!("the connection of {} has ended", self.name),
                }
            }
            self.known.lock().expect("it is whole").clone()
        });
        (thread, known)
    }

    fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Welcome(welcome, steps) => {
                let game = headless().get(&welcome.game).expect("it is listed");
                self.mirror = Some(Mirror::new(game, *welcome, steps).expect("it is a match"));
                self.arrive();
            }
            Heard::Message(message) => self.take(&message),
            Heard::Lost(_) => {
                self.known.lock().expect("it is whole").lost += 1;
                // Said without a connection, so it waits for the next one.
                if self.known.lock().expect("it is whole").lost == 1 {
                    self.connection.send(Wish::Say { text: format!("{} is still here", self.name) });
                }
            }
            Heard::Gone(why) => panic!("{}: {why}", self.name),
        }
        self.note();
        self.act();
    }

    /// Sits down while people gather.
    fn arrive(&self) {
        let Some(mirror) = self.mirror.as_ref().filter(|mirror| mirror.seats.phase == Phase::Gathering) else { return };
        let open = mirror.seats.seats.iter().find(|seat| seat.holder == Holder::Open);
        match (mirror.own().is_empty(), open) {
            (true, Some(open)) => {
                let sit = Sit { seat: open.seat, name: self.name.to_owned(), nonce: "0".repeat(32) };
                self.connection.send(Wish::Sit(sit));
            }
            _ => {
                for seat in mirror.seats.seats.iter().filter(|seat| seat.yours && !seat.adds) {
                    self.connection.send(Wish::Luck { seat: seat.seat, nonce: "1".repeat(32) });
                }
            }
        }
    }

    fn take(&mut self, message: &Message) {
        let answered = match message {
            Message::Step { update, .. } => update.id.map(u64::from),
            Message::Duplicate { id } => Some(u64::from(*id)),
            // Somebody else was faster.
            Message::Refused(refused) => Some(refused.id),
            Message::Invalid { id, .. } => id.map(u64::from),
            _ => None,
        };
        if answered.is_some() && answered == self.pending {
            self.pending = None;
            let is_done = matches!(message, Message::Step { .. } | Message::Duplicate { .. });
            self.known.lock().expect("it is whole").done += usize::from(is_done);
        }
        if self.mirror.as_mut().is_none_or(|mirror| mirror.take(message) == Change::Gap) {
            self.connection.reconnect();
        }
    }

    fn note(&self) {
        let Some(mirror) = &self.mirror else { return };
        let mut known = self.known.lock().expect("it is whole");
        known.steps = mirror.table.record(mirror.table.proof()).steps;
        known.chat = mirror.chat.iter().map(|said| said.text.clone()).collect();
        known.over = mirror.table.result().is_some() && self.pending.is_none();
    }

    fn act(&mut self) {
        let Some(mirror) = self.mirror.as_ref().filter(|_| self.pending.is_none()) else { return };
        let Some(choices) = mirror.choices.first().filter(|choices| !choices.legal.is_empty()) else { return };
        let Some(seat) = Seat::numbered(choices.seat.into()) else { return };
        let words = mirror.table.legal(seat).first().cloned().expect("something is legal");
        let (seat, n) = (choices.seat, mirror.n);
        self.pending = Some(self.connection.submit(seat, &words, n));
    }
}

/// A server behind a line, and a table on it.
struct Table {
    server: Server,
    store: tempfile::TempDir,
    line: Line,
    host: Guest,
    code: String,
}

impl Table {
    async fn open(game: &str, options: &str) -> Table {
        let store = tempfile::tempdir().expect("a folder");
        let server = Server::start(&store.path().join("polynya.db"), 0);
        let line = Line::to(End::Address(server.address)).await;
        let host = Guest::new(&format!("http://{}", line.address).parse().expect("an address")).expect("it is there");
        let options: Value = serde_json::from_str(options).expect("options");
        let new: NewTable = serde_json::from_value(json!({
            "game": game, "options": options, "seats": ["me", "open"], "name": "Ann",
        }))
        .expect("a table");
        let code = host.open(&new).expect("it is opened");
        Table { server, store, line, host, code }
    }

    fn kill(&mut self) {
        self.server.kill_and_start(&self.store.path().join("polynya.db"));
    }

    fn record(&self) -> Vec<String> {
        let record: Value = self.host.get(&format!("/api/tables/{}/record", self.code)).expect("a record");
        let steps = record["steps"].as_array().expect("steps");
        steps.iter().filter_map(|step| step.as_str().map(str::to_owned)).collect()
    }
}

fn steps(known: &Mutex<Known>) -> usize {
    known.lock().expect("it is whole").steps.len()
}

/// Disturbs a match twice: the server dies after so many steps, and the line is cut after so many.
struct Disturber {
    kill_at: usize,
    cut_at: usize,
}

impl Disturber {
    fn look(&mut self, steps: usize, table: &mut Table) {
        if steps >= self.kill_at {
            table.kill();
            self.kill_at = usize::MAX;
        } else if steps >= self.cut_at {
            table.line.cut();
            self.cut_at = usize::MAX;
        }
    }

    fn is_done(&self) -> bool {
        self.kill_at == usize::MAX && self.cut_at == usize::MAX
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_between_two_clients_outlives_a_kill_and_a_cut() {
    let mut table = Table::open(GAMES[0].0, GAMES[0].1).await;
    let guest = Guest::new(&table.host.server).expect("it is there");
    let (ann, seen) = Player::at(&table.host, &table.code, "Ann").play();
    let (ben, _) = Player::at(&guest, &table.code, "Ben").play();
    let (mut disturber, mut last) = (Disturber { kill_at: 20, cut_at: 50 }, (0, Instant::now()));
    while !ann.is_finished() || !ben.is_finished() {
        let steps = steps(&seen);
        disturber.look(steps, &mut table);
        if steps != last.0 {
            last = (steps, Instant::now());
        }
        assert!(last.1.elapsed() < PATIENCE, "the match stands still after {steps} steps");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let [ann, ben] = [ann, ben].map(|thread| thread.join().expect("it has played"));
    assert!(disturber.is_done(), "the match was too short: {} steps", ann.steps.len());
    let record = table.record();
    for (known, seat, name) in [(&ann, "1 ", "Ann"), (&ben, "2 ", "Ben")] {
        assert_eq!(known.steps, record, "{name} knows every step");
        assert_eq!(known.done, record.iter().filter(|step| step.starts_with(seat)).count(), "each once");
        assert!(known.lost >= 2, "{name} was cut off {} times", known.lost);
    }
    for text in ["Ann is still here", "Ben is still here"] {
        let times = ann.chat.iter().chain(&ben.chat).filter(|said| *said == text).count();
        assert_eq!(times, 2, "both have heard it once: {:?} {:?}", ann.chat, ben.chat);
    }
}

/// The matches that are played at the terminal: whole ones of all games where `POLYNYA_MATCHES` asks for them.
const GAMES: [(&str, &str); 5] = [
    ("polar-dare", r#"{"turn_limit":24}"#),
    ("piecepack-dare", r#"{"turn_limit":30,"mega_ice_age":true}"#),
    ("rescue-polar-bears", "{}"),
    ("ice-breakers", "{}"),
    ("polar-roller", "{}"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_at_the_terminal_outlive_a_kill_and_a_cut() {
    let whole = std::env::var_os("POLYNYA_MATCHES").is_some();
    let games = if whole { GAMES.as_slice() } else { &GAMES[..1] };
    let sizes: &[(u16, u16)] = if whole { &[(80, 24), (120, 40)] } else { &[(80, 24)] };
    for (game, options) in games {
        for &size in sizes {
            let mut table = Table::open(game, options).await;
            let args = format!("join {}/t/{} --name Ben", table.host.server, table.code);
            let tmux = Tmux::start(&format!("online-{game}-{}", size.0), size, &args);
            let (ann, seen) = Player::at(&table.host, &table.code, "Ann").play();
            let mut disturber = Disturber { kill_at: 20, cut_at: 50 };
            tmux.play_on(|| disturber.look(steps(&seen), &mut table));
            let ann = ann.join().expect("she has played");
            assert!(disturber.is_done(), "the match of {game} was too short: {} steps", ann.steps.len());
            assert_eq!(ann.steps, table.record(), "{game}");
            tmux.press(&["q"]);
            tmux.wait_for("left with 0");
        }
    }
}
