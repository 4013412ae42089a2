//! Attackers: what they do within the rules of TCP, and how often.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// An attack.
pub struct Attack {
    pub name: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Uploads,
    Covers { deaf: bool },
    Assets,
    Plans { long: bool },
    Undos,
    Replays,
    Bots { slow: bool },
    Views,
    SetUps,
    Lobby,
    HalfRequests,
    Continuations,
    Churn,
}

/// Every attack of the trial, and those that were thought of later.
pub static ATTACKS: [Attack; 16] = [
    Attack { name: "uploads", kind: Kind::Uploads },
    Attack { name: "covers", kind: Kind::Covers { deaf: false } },
    Attack { name: "deaf", kind: Kind::Covers { deaf: true } },
    Attack { name: "assets", kind: Kind::Assets },
    Attack { name: "plans", kind: Kind::Plans { long: false } },
    Attack { name: "long-plans", kind: Kind::Plans { long: true } },
    Attack { name: "undos", kind: Kind::Undos },
    Attack { name: "replays", kind: Kind::Replays },
    Attack { name: "bots", kind: Kind::Bots { slow: false } },
    Attack { name: "slow-bots", kind: Kind::Bots { slow: true } },
    Attack { name: "views", kind: Kind::Views },
    Attack { name: "set-up", kind: Kind::SetUps },
    Attack { name: "lobby", kind: Kind::Lobby },
    Attack { name: "half-requests", kind: Kind::HalfRequests },
    Attack { name: "continuations", kind: Kind::Continuations },
    Attack { name: "churn", kind: Kind::Churn },
];

/// A turn of both in which nobody gets anywhere.
const TURN: [&str; 8] =
    ["1 roll", "* P2", "1 slide a1 n", "1 slide a1 s", "2 roll", "* P2", "2 slide a1 n", "2 slide a1 s"];

/// A very long match that goes on: the first player has rolled, and four steps are to be done.
fn long_match() -> Value {
    let steps = [TURN.repeat(2400), vec!["1 roll", "* P4"]].concat();
    json!({ "polynya": 1, "game": "polar-dare", "rules": 1, "seats": 2, "steps": steps, "result": null })
}

/// Those who attack a server.
#[derive(Clone)]
pub struct Attackers {
    pub address: SocketAddr,
    pub stop: Arc<AtomicBool>,
}

/// What was made ready for an attack: tables, and cookies of those who sit there.
#[derive(Clone, Default)]
pub struct Ready {
    codes: Vec<String>,
    cookie: String,
    path: String,
}

/// Counts what became of the attackers' wishes.
#[derive(Default)]
struct Tally {
    done: AtomicUsize,
    failed: AtomicUsize,
}

impl Tally {
    fn count<T>(&self, done: Option<T>) -> Option<T> {
        if done.is_some() { &self.done } else { &self.failed }.fetch_add(1, Ordering::Relaxed);
        done
    }
}

impl Attackers {
    /// Opens what the attack needs.
    pub async fn prepare(&self, attack: &Attack) -> Ready {
        let cookie = self.cookie(2).await;
        let mut ready = Ready { cookie, ..Ready::default() };
        match attack.kind {
            Kind::Covers { .. } | Kind::Plans { long: false } | Kind::Continuations | Kind::Churn => {
                let table = json!({ "game": "polar-dare", "seats": ["me", "greedy"], "name": "Eve" });
                ready.codes.push(self.opened(2, &ready.cookie, "/api/tables", &table).await);
                self.fill_chat(&ready).await;
            }
            Kind::Replays | Kind::Undos | Kind::Plans { long: true } => {
                ready.codes.push(self.opened(2, &ready.cookie, "/api/records", &long_match()).await);
            }
            Kind::Bots { slow } => {
                let (bot, tables, each) = if slow { ("hard@5s", 8, 1) } else { ("hard", 60, 30) };
                // Each address opens as many as it may at once.
                for index in 0..tables {
                    let table = json!({ "game": "polar-dare", "seats": [bot, bot, bot, bot] });
                    ready.codes.push(self.opened(2 + index / each, &ready.cookie, "/api/tables", &table).await);
                }
            }
            Kind::Views => {
                let table = json!({ "game": "rescue-polar-bears", "seats": ["me", "greedy"], "name": "Eve" });
                ready.codes.push(self.opened(2, &ready.cookie, "/api/tables", &table).await);
            }
            Kind::Lobby => {
                for index in 0..24_u8 {
                    let table = json!({ "game": "polar-dare", "seats": ["me", "open"], "public": true });
                    ready.codes.push(self.opened(2 + index / 12, &ready.cookie, "/api/tables", &table).await);
                }
            }
            Kind::Assets => {
                let page = self.ask(2, "GET", "/", "", b"").await.expect("there is a page").1;
                let page = String::from_utf8_lossy(&page).into_owned();
                let script = page.split("src=\"").nth(1).and_then(|rest| rest.split('"').next());
                ready.path = script.map_or("/", |script| script.trim_start_matches('.')).to_owned();
            }
            Kind::Uploads | Kind::HalfRequests | Kind::SetUps => {}
        }
        ready
    }

    /// Attacks until it is told to stop; says what became of it.
    pub async fn attack(self, attack: &'static Attack, ready: Ready) -> String {
        let tally = Arc::new(Tally::default());
        let mut tasks = JoinSet::new();
        let hands = match attack.kind {
            Kind::Uploads => 500,
            Kind::Covers { deaf: false } => 250,
            Kind::Covers { deaf: true } => 480,
            Kind::Assets => 30,
            Kind::Plans { .. } | Kind::Replays => 400,
            Kind::Bots { slow } => ready.codes.len() * if slow { 4 } else { 1 },
            Kind::Undos => 20,
            Kind::Views | Kind::SetUps | Kind::Lobby => 60,
            Kind::HalfRequests => 1100,
            Kind::Continuations => 100,
            Kind::Churn => 20,
        };
        for hand in 0..hands {
            let (own, ready, tally) = (self.clone(), ready.clone(), Arc::clone(&tally));
            tasks.spawn(async move { own.strike(attack.kind, hand, &ready, &tally).await });
        }
        if matches!(attack.kind, Kind::Covers { .. }) {
            let (own, ready) = (self.clone(), ready.clone());
            tasks.spawn(async move {
                let _ = own.cover_and_return(&ready).await;
            });
        }
        while !self.stop.load(Ordering::Relaxed) {
            sleep(Duration::from_millis(20)).await;
        }
        tasks.shutdown().await;
        let (done, failed) = (tally.done.load(Ordering::Relaxed), tally.failed.load(Ordering::Relaxed));
        format!("{hands} hands, {done} done, {failed} refused or cut")
    }

    /// What one attacker does again and again.
    async fn strike(&self, kind: Kind, hand: usize, ready: &Ready, tally: &Tally) {
        while !self.stop.load(Ordering::Relaxed) {
            let done = match kind {
                Kind::Uploads => self.upload().await,
                Kind::Covers { deaf } => self.watch(hand, ready, deaf).await,
                Kind::Assets => self.fetch(ready, tally).await,
                Kind::Plans { long } => self.plan(hand, ready, tally, long).await,
                Kind::Undos => self.act_and_take_back(hand, ready, tally).await,
                Kind::Replays => self.replay(ready).await,
                Kind::Bots { slow } => self.look_at(hand, ready, slow).await,
                Kind::Views => self.question(hand, tally, |_| format!("/api/tables/{}/view", ready.codes[0])).await,
                Kind::Lobby => self.question(hand, tally, |_| "/api/lobby".to_owned()).await,
                Kind::SetUps => {
                    // No two are alike.
                    let path = |n| format!("/api/games/piecepack-dare/set-up?options=%7B%22turn_limit%22:{n}%7D");
                    self.question(hand, tally, |n| path(1 + hand + 1000 * n)).await
                }
                Kind::HalfRequests => self.ask_half(hand).await,
                Kind::Continuations => self.continue_for_ever(hand, ready, tally).await,
                Kind::Churn => self.socket(2, &ready.cookie, &ready.codes[0]).await.map(drop),
            };
            if tally.count(done).is_none() {
                // Nobody tries again at once for nothing.
                sleep(Duration::from_millis(20)).await;
            }
        }
    }

    /// A record of four megabytes of which the last byte never comes.
    async fn upload(&self) -> Option<()> {
        const BYTES: usize = 4 << 20;
        let mut stream = self.dial(2).await.ok()?;
        let head = format!("POST /api/records HTTP/1.1\r\nHost: {}\r\nContent-Length: {BYTES}\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).await.ok()?;
        let part = vec![b' '; 64 << 10];
        let mut left = BYTES - 1;
        while left > 0 {
            left -= stream.write(&part[..left.min(part.len())]).await.ok()?;
        }
        // Whatever comes, it is no thanks.
        let _ = stream.read(&mut [0; 256]).await;
        None
    }

    /// Watches a table, and reads what comes or does not.
    async fn watch(&self, hand: usize, ready: &Ready, deaf: bool) -> Option<()> {
        let from = 2 + (hand / 100) as u8;
        let mut stream = self.socket(from, "", &ready.codes[0]).await?;
        let mut buffer = vec![0; 64 << 10];
        while !self.stop.load(Ordering::Relaxed) {
            if deaf {
                sleep(Duration::from_millis(50)).await;
            } else if stream.read(&mut buffer).await.ok()? == 0 {
                return None;
            }
        }
        Some(())
    }

    /// The host lets a bot play and takes the seat back, as fast as messages are taken.
    async fn cover_and_return(&self, ready: &Ready) -> Option<()> {
        let mut stream = self.socket(2, &ready.cookie, &ready.codes[0]).await?;
        stream.write_all(&frame(&json!({ "luck": { "seat": 1, "nonce": "x" } }))).await.ok()?;
        let mut buffer = vec![0; 64 << 10];
        let mut covers = false;
        loop {
            covers = !covers;
            let cover = json!({ "cover": { "seat": 1, "bot": "greedy" } });
            let command = if covers { cover } else { json!({ "back": { "seat": 1 } }) };
            stream.write_all(&frame(&command)).await.ok()?;
            let pause = Duration::from_millis(27);
            drop(timeout(pause, async { while stream.read(&mut buffer).await.is_ok_and(|bytes| bytes > 0) {} }).await);
        }
    }

    async fn fetch(&self, ready: &Ready, tally: &Tally) -> Option<()> {
        let mut stream = self.dial(2).await.ok()?;
        let request = format!("GET {} HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: gzip\r\n\r\n", ready.path, self.address);
        let mut buffer = vec![0; 256 << 10];
        while !self.stop.load(Ordering::Relaxed) {
            stream.write_all(request.as_bytes()).await.ok()?;
            tally.count(read_answer(&mut stream, &mut buffer).await)?;
        }
        Some(())
    }

    /// Asks again and again over one connection, from one of three addresses.
    async fn question(&self, hand: usize, tally: &Tally, path: impl Fn(usize) -> String) -> Option<()> {
        let mut stream = self.dial(2 + (hand % 3) as u8).await.ok()?;
        let mut buffer = vec![0; 256 << 10];
        for n in 0.. {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let request =
                format!("GET {} HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: gzip\r\n\r\n", path(n), self.address);
            stream.write_all(request.as_bytes()).await.ok()?;
            tally.count(read_answer(&mut stream, &mut buffer).await)?;
        }
        Some(())
    }

    /// Sits down in a very long match, and acts and takes it back as fast as messages are taken.
    async fn act_and_take_back(&self, hand: usize, ready: &Ready, tally: &Tally) -> Option<()> {
        if hand > 0 {
            return self.watch(100, ready, false).await;
        }
        let mut stream = self.socket(2, &ready.cookie, &ready.codes[0]).await?;
        for seat in [1, 2] {
            let sit = json!({ "sit": { "seat": seat, "name": "Eve", "nonce": "x" } });
            stream.write_all(&frame(&sit)).await.ok()?;
        }
        let steps = TURN.len() * 2400 + 2;
        let mut buffer = vec![0; 64 << 10];
        let (mut last, mut id) = (0, 0);
        while !self.stop.load(Ordering::Relaxed) {
            let pause = Duration::from_millis(50);
            if let Ok(Ok(bytes @ 1..)) = timeout(pause, stream.read(&mut buffer)).await {
                last = last_entry(&buffer[..bytes]).unwrap_or(last);
            }
            id += 1;
            let act = json!({ "submit": { "id": id, "after": last, "seat": 1, "action": "slide a1 n" } });
            let back = json!({ "undo": { "seat": 1, "to": steps } });
            tally.count(stream.write_all(&frame(if id % 2 == 1 { &act } else { &back })).await.ok())?;
        }
        Some(())
    }

    async fn plan(&self, hand: usize, ready: &Ready, tally: &Tally, long: bool) -> Option<()> {
        let mut stream = self.socket(2 + (hand / 100) as u8, "", &ready.codes[0]).await?;
        let actions = if long { ["slide a1 n", "slide a1 s"].repeat(2) } else { vec!["roll"; 24] };
        let plan = frame(&json!({ "plan": { "id": 1, "actions": actions } }));
        let mut buffer = vec![0; 64 << 10];
        while !self.stop.load(Ordering::Relaxed) {
            tally.count(stream.write_all(&plan).await.ok())?;
            let pause = Duration::from_millis(26);
            drop(timeout(pause, async { while stream.read(&mut buffer).await.is_ok_and(|bytes| bytes > 0) {} }).await);
        }
        Some(())
    }

    async fn replay(&self, ready: &Ready) -> Option<()> {
        let (status, _) = self.ask(2, "GET", &format!("/api/tables/{}/replay", ready.codes[0]), "", b"").await?;
        (status == 200).then_some(())
    }

    async fn look_at(&self, hand: usize, ready: &Ready, slow: bool) -> Option<()> {
        let table = hand % ready.codes.len();
        let from = if slow { table } else { table / 30 };
        let mut stream = self.socket(2 + from as u8, "", &ready.codes[table]).await?;
        let mut buffer = vec![0; 64 << 10];
        while stream.read(&mut buffer).await.ok()? > 0 {}
        None
    }

    /// A head of which a byte comes now and then.
    async fn ask_half(&self, hand: usize) -> Option<()> {
        let mut stream = self.dial(2 + (hand % 3) as u8).await.ok()?;
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.ok()?;
        while !self.stop.load(Ordering::Relaxed) {
            stream.write_all(b"a").await.ok()?;
            let answer = timeout(Duration::from_millis(900), stream.read(&mut [0; 64])).await;
            if matches!(answer, Ok(Ok(0) | Err(_))) {
                return None;
            }
        }
        Some(())
    }

    /// A message that never ends: empty frames that continue it.
    async fn continue_for_ever(&self, hand: usize, ready: &Ready, tally: &Tally) -> Option<()> {
        let mut stream = self.socket(2 + (hand / 50) as u8, "", &ready.codes[0]).await?;
        stream.write_all(&[0x01, 0x81, 0, 0, 0, 0, b'"']).await.ok()?;
        let frames = [0x00, 0x80, 0, 0, 0, 0].repeat(1000);
        while !self.stop.load(Ordering::Relaxed) {
            tally.count(stream.write_all(&frames).await.ok())?;
        }
        Some(())
    }

    /// Says a hundred long things, so that a welcome is long.
    async fn fill_chat(&self, ready: &Ready) {
        let mut stream = self.socket(2, &ready.cookie, &ready.codes[0]).await.expect("the host may come");
        let saying = frame(&json!({ "say": { "text": "🐧".repeat(300) } }));
        let mut buffer = vec![0; 64 << 10];
        for _ in 0..30 {
            if stream.write_all(&saying).await.is_err() {
                return;
            }
            let pause = Duration::from_millis(10);
            drop(timeout(pause, async { while stream.read(&mut buffer).await.is_ok_and(|bytes| bytes > 0) {} }).await);
        }
    }

    async fn dial(&self, from: u8) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from(([127, 0, 0, from], 0)))?;
        socket.connect(self.address).await
    }

    /// The cookie of a newcomer.
    async fn cookie(&self, from: u8) -> String {
        let mut stream = self.dial(from).await.unwrap();
        let head = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let line = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
        line.split(';').next().unwrap().to_owned()
    }

    async fn opened(&self, from: u8, cookie: &str, path: &str, body: &Value) -> String {
        let cookie = format!("Cookie: {cookie}\r\n");
        let (status, body) = self.ask(from, "POST", path, &cookie, body.to_string().as_bytes()).await.unwrap();
        assert_eq!(status, 201, "{}", String::from_utf8_lossy(&body));
        serde_json::from_slice::<Value>(&body).unwrap()["code"].as_str().unwrap().to_owned()
    }

    /// Asks once; returns status and body.
    async fn ask(&self, from: u8, method: &str, path: &str, headers: &str, body: &[u8]) -> Option<(u16, Vec<u8>)> {
        let mut stream = self.dial(from).await.ok()?;
        let (address, length) = (self.address, body.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.ok()?;
        stream.write_all(body).await.ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.ok()?;
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
        let status = String::from_utf8_lossy(&answer[..end]).split(' ').nth(1)?.parse().ok()?;
        Some((status, answer.split_off(end)))
    }

    /// A connection that has become a WebSocket.
    async fn socket(&self, from: u8, cookie: &str, code: &str) -> Option<TcpStream> {
        let mut stream = self.dial(from).await.ok()?;
        let head = format!(
            "GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: \
             websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.address
        );
        stream.write_all(head.as_bytes()).await.ok()?;
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.ok()?;
        (&status == b"HTTP/1.1 101").then_some(stream)
    }
}

/// Reads an answer with a length, whole.
async fn read_answer(stream: &mut TcpStream, buffer: &mut [u8]) -> Option<()> {
    let mut filled = 0;
    let (mut left, end) = loop {
        filled += stream.read(&mut buffer[filled..]).await.ok().filter(|&bytes| bytes > 0)?;
        if let Some(end) = buffer[..filled].windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&buffer[..end]).to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok());
            break (length.unwrap_or(0_usize), end + 4);
        }
    };
    left = left.saturating_sub(filled - end);
    while left > 0 {
        left = left.saturating_sub(stream.read(buffer).await.ok().filter(|&bytes| bytes > 0)?);
    }
    Some(())
}

/// The number of the last entry that is told in some bytes.
fn last_entry(bytes: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(bytes);
    let numbers = text.split("\"n\":").skip(1);
    numbers.filter_map(|rest| rest.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()).max()
}

/// A text frame, masked with nothing.
fn frame(message: &Value) -> Vec<u8> {
    let text = message.to_string().into_bytes();
    let mut frame = match text.len() {
        short @ 0..126 => vec![0x81, 0x80 | short as u8],
        long => [&[0x81, 0x80 | 126][..], &(long as u16).to_be_bytes()].concat(),
    };
    frame.extend([0; 4]);
    frame.extend(text);
    frame
}
