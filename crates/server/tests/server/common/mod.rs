//! A server in this process, and people who visit it: over real sockets, with a real file.

#![allow(dead_code, reason = "every test takes what it needs")]

pub mod postgres;
mod visitor;

use std::cell::Cell;
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::{SinkExt, Stream};
use polynya_catalog::{AnyGame, QUICK_BOT};
use polynya_engine::{Seat, Seed};
use polynya_server::protocol::{
    Choices, Command, LogEntry, Message, Opened, Phase, SeatInfo, SeatNumber, Submit, Welcome,
};
use polynya_server::store::{Postgres, Sqlite, Store, Wait};
use polynya_server::views::Browser;
pub use polynya_server::views::{games, merge};
use polynya_server::{Config, Server, serve};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message as Frame};

pub use visitor::Visitor;

/// Longer than anything takes; whoever waits so long waits for ever.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A server in a hurry: bots act at once, whoever is away may be covered, nobody counts messages.
pub fn hasty() -> Config {
    Config { pace: Duration::ZERO, absent: Duration::ZERO, rate: None, ..Config::default() }
}

thread_local! {
    /// Do servers that this thread opens keep their tables in a database?
    static ON_A_DATABASE: Cell<bool> = const { Cell::new(false) };
}

/// Runs tests whose servers keep their tables in a database instead of a file.
pub fn on_a_database(tests: &[fn()]) {
    ON_A_DATABASE.set(true);
    tests.iter().for_each(|test| test());
    ON_A_DATABASE.set(false);
}

/// Is a database to be taken, here or by the environment (`POLYNYA_STORE=postgres`)?
fn takes_a_database() -> bool {
    ON_A_DATABASE.get() || std::env::var("POLYNYA_STORE").is_ok_and(|store| store == "postgres")
}

/// A server with its file or database, for one test.
pub struct House {
    pub address: SocketAddr,
    pub server: Arc<Server>,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<io::Result<()>>,
    folder: TempDir,
    database: Option<String>,
}

impl House {
    /// A server on whatever store is to be tested.
    pub async fn open(config: Config) -> House {
        match takes_a_database() {
            true => House::on_database(config, &postgres::database().await).await,
            false => House::on_file(config).await,
        }
    }

    /// A server on a file, whatever is to be tested else.
    pub async fn on_file(config: Config) -> House {
        House::in_folder(config, tempfile::tempdir().unwrap()).await
    }

    async fn in_folder(config: Config, folder: TempDir) -> House {
        House::with_store_in(config, folder, |store| Box::new(store)).await
    }

    /// A server whose store is wrapped into another.
    pub async fn with_store(config: Config, wrap: impl FnOnce(Sqlite) -> Box<dyn Store>) -> House {
        House::with_store_in(config, tempfile::tempdir().unwrap(), wrap).await
    }

    async fn with_store_in(config: Config, folder: TempDir, wrap: impl FnOnce(Sqlite) -> Box<dyn Store>) -> House {
        let store = Sqlite::open(&folder.path().join("tables.db"), Wait::Commit).unwrap();
        House::with_any_store(config, folder, wrap(store)).await
    }

    /// A node on a database that others may use too.
    pub async fn on_database(config: Config, address: &str) -> House {
        let store = Postgres::open(address).await.unwrap();
        let house = House::with_any_store(config, tempfile::tempdir().unwrap(), Box::new(store)).await;
        House { database: Some(address.to_owned()), ..house }
    }

    async fn with_any_store(config: Config, folder: TempDir, store: Box<dyn Store>) -> House {
        let server = Server::new(config, store, games());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(serve(Arc::clone(&server), listener, async { drop(stopped.await) }));
        House { address, server, stop: Some(stop), served, folder, database: None }
    }

    /// Stops as it should, and opens again on the same store.
    pub async fn reopen(self) -> House {
        match self.database.clone() {
            Some(address) => {
                let (config, _) = self.close().await;
                House::on_database(config, &address).await
            }
            None => self.reopen_changed(|_| {}).await,
        }
    }

    /// Stops as it should, has the file changed by somebody who runs the server and cheats, so that its hashes fit, and
    /// opens again.
    pub async fn reopen_changed(self, change: impl FnOnce(&Path)) -> House {
        let change = |file: &Path| {
            change(file);
            forge(file);
        };
        self.reopen_damaged(change).await
    }

    /// Stops as it should, has the file changed as by a bad disk, and opens again.
    pub async fn reopen_damaged(self, change: impl FnOnce(&Path)) -> House {
        let (config, folder) = self.close().await;
        change(&folder.path().join("tables.db"));
        House::in_folder(config, folder).await
    }

    async fn close(self) -> (Config, TempDir) {
        let House { server, stop, served, folder, .. } = self;
        let config = server.config.clone();
        drop(stop);
        timeout(PATIENCE, served).await.expect("it stops").unwrap().unwrap();
        (config, folder)
    }

    /// The file in which its tables are.
    pub fn file(&self) -> PathBuf {
        self.folder.path().join("tables.db")
    }

    /// The same browser, at this server.
    pub fn same(&self, guest: &Guest) -> Guest {
        Guest { address: self.address, ..guest.clone() }
    }

    /// Somebody who has never been here.
    pub async fn guest(&self) -> Guest {
        Guest::arrive(self.address).await
    }

    /// Still there and well, after everything?
    pub async fn check_well(&self) {
        assert!(!self.served.is_finished(), "the server has ended");
        let answer = self.guest().await.get("/healthz").await;
        assert_eq!((answer.status, answer.text().as_str()), (200, "well\n"));
    }

    /// One of the counts at `/metrics`.
    pub async fn count(&self, name: &str) -> i64 {
        let text = self.guest().await.get("/metrics").await.text();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} in {text}")).parse().unwrap()
    }
}

/// Makes a file one of the version before entries had hashes; whoever opens it adds them again.
fn forge(file: &Path) {
    let file = rusqlite::Connection::open(file).unwrap();
    let version: u32 = file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    if file.column_exists(None, "tables", "hash").unwrap() {
        file.execute_batch(
            "ALTER TABLE tables DROP COLUMN hash; ALTER TABLE entries DROP COLUMN hash; DROP TABLE health",
        )
        .unwrap();
        file.pragma_update(None, "user_version", version.min(3)).unwrap();
    }
}

/// Every byte that came from the server, in order.
pub type Tape = Arc<Mutex<Vec<u8>>>;

/// A browser: it has a cookie, asks for pages and sits down at tables.
#[derive(Clone)]
pub struct Guest {
    pub address: SocketAddr,
    pub cookie: String,
    pub name: String,
    /// The path under which the server is.
    pub prefix: String,
    /// What a proxy before the server would add: more header lines, each with its end.
    pub forwarded: String,
    /// What the server sent to this browser.
    pub tape: Tape,
}

/// What the server answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }

    /// The problem that it tells.
    #[track_caller]
    pub fn problem(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()["error"].as_str().unwrap().to_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.headers.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

impl Guest {
    /// A browser without a cookie asks for a page and is given one.
    pub async fn arrive(address: SocketAddr) -> Guest {
        Guest::arrive_through(address, "", "").await
    }

    /// The same under a path, through a proxy that adds these header lines.
    pub async fn arrive_through(address: SocketAddr, prefix: &str, forwarded: &str) -> Guest {
        let (prefix, forwarded) = (prefix.to_owned(), forwarded.to_owned());
        let (cookie, name, tape) = (String::new(), "Ann".to_owned(), Tape::default());
        let mut guest = Guest { address, cookie, name, prefix, forwarded, tape };
        let answer = guest.get("/api/openapi.json").await;
        let cookie = answer.header("set-cookie").expect("a newcomer gets a cookie");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        guest.cookie = cookie.split(';').next().unwrap().to_owned();
        guest
    }

    /// The same browser with another cookie.
    pub fn with_cookie(&self, cookie: impl Into<String>) -> Guest {
        Guest { cookie: cookie.into(), ..self.clone() }
    }

    /// The secret in the cookie.
    pub fn token(&self) -> &str {
        self.cookie.strip_prefix("polynya=").unwrap()
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", b"").await
    }

    pub async fn post(&self, path: &str, body: impl AsRef<[u8]>) -> Answer {
        self.ask("POST", path, "", body.as_ref()).await
    }

    /// A request with more header lines (each ends with `\r\n`).
    pub async fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let (address, cookie, length) = (self.address, &self.cookie, body.len());
        let cookie = if cookie.is_empty() { String::new() } else { format!("Cookie: {cookie}\r\n") };
        let (prefix, forwarded) = (&self.prefix, &self.forwarded);
        let head = format!(
            "{method} {prefix}{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{cookie}{forwarded}{headers}\
             Content-Length: {length}\r\n\r\n"
        );
        let answer = self.raw(&[head.as_bytes(), body].concat()).await;
        let end = answer.windows(4).position(|window| window == b"\r\n\r\n").expect("an answer has a head");
        let headers = String::from_utf8(answer[..end].to_vec()).unwrap();
        let status = headers.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, headers, body: answer[end + 4..].to_vec() }
    }

    /// Sends these bytes and reads until the server closes.
    pub async fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // The server may answer and close before it has read everything.
        let _ = stream.write_all(bytes).await;
        let mut answer = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("the server answers");
        self.tape.lock().unwrap().extend_from_slice(&answer);
        answer
    }

    /// Opens a table; answers its code.
    pub async fn open(&self, table: Value) -> String {
        let answer = self.post("/api/tables", table.to_string()).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        serde_json::from_slice::<Opened>(&answer.body).unwrap().code
    }

    /// Opens a table for this game with these seats.
    pub async fn open_game(&self, game: &str, seats: &[&str]) -> String {
        self.open(json!({ "game": game, "seats": seats, "name": self.name })).await
    }

    /// Opens a socket to a table and waits for the welcome.
    pub async fn join(&self, code: &str) -> Visitor {
        Visitor::join(self, code).await.unwrap_or_else(|error| panic!("{code}: {error}"))
    }

    /// Opens a socket with more headers.
    pub async fn connect(&self, code: &str, headers: &[(&'static str, &str)]) -> Result<Socket, tungstenite::Error> {
        let stream = Taped { stream: TcpStream::connect(self.address).await?, tape: Arc::clone(&self.tape) };
        self.connect_over(code, headers, stream).await
    }

    /// Opens a socket over any stream.
    pub async fn connect_over<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        code: &str,
        headers: &[(&'static str, &str)],
        stream: S,
    ) -> Result<WebSocketStream<S>, tungstenite::Error> {
        let mut request =
            format!("ws://{}{}/api/tables/{code}/socket", self.address, self.prefix).into_client_request()?;
        if !self.cookie.is_empty() {
            request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        }
        for (name, value) in self.forwarded.lines().filter_map(|line| line.split_once(": ")) {
            let name: tungstenite::http::HeaderName = name.parse().unwrap();
            request.headers_mut().append(name, value.parse().unwrap());
        }
        for &(name, value) in headers {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        Ok(tokio_tungstenite::client_async(request, stream).await?.0)
    }
}

pub type Socket = WebSocketStream<Taped>;

/// A connection that keeps a copy of what it reads.
pub struct Taped {
    stream: TcpStream,
    tape: Tape,
}

impl AsyncRead for Taped {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(cx, into);
        self.tape.lock().unwrap().extend_from_slice(&into.filled()[before..]);
        polled
    }
}

impl AsyncWrite for Taped {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// The reason for which a connection is closed, after all that came before.
pub async fn closed(mut socket: Socket) -> String {
    loop {
        match timeout(PATIENCE, read(&mut socket)).await.expect("the server closes") {
            Some(Ok(Frame::Close(Some(close)))) => return close.reason.to_string(),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return String::new(),
        }
    }
}

/// The steps of the log.
fn logged(welcome: &Welcome) -> Vec<String> {
    welcome.log.iter().map(step).collect()
}

/// A step as records have it.
pub fn step(LogEntry { seat, words, .. }: &LogEntry) -> String {
    seat.map_or_else(|| format!("* {words}"), |seat| format!("{seat} {words}"))
}

/// The next message of the server; nothing if the connection has ended.
pub async fn receive<S: AsyncRead + AsyncWrite + Unpin>(socket: &mut WebSocketStream<S>) -> Option<Message> {
    loop {
        match timeout(PATIENCE, read(socket)).await.expect("the server says something")?.ok()? {
            Frame::Text(text) => {
                return Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}")));
            }
            Frame::Close(_) => return None,
            _ => {}
        }
    }
}

async fn read<S: AsyncRead + AsyncWrite + Unpin>(
    socket: &mut WebSocketStream<S>,
) -> Option<Result<Frame, tungstenite::Error>> {
    std::future::poll_fn(|cx| Pin::new(&mut *socket).poll_next(cx)).await
}

/// An id that nobody has used.
pub fn fresh_id() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Numbers that look like chance and are the same every time (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
}
