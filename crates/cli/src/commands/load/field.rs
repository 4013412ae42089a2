//! The tables and their players, all on one thread: what comes in decides what goes out next.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use mio::{Events, Poll, Token};
use polynya_client::http::{self, Head};
use polynya_client::{Address, Guest};
use serde::Deserialize;
use serde_json::Value;

use super::link::{Frame, Link};
use crate::failure::Failure;

const GAME: &str = "polar-dare";

/// The server counts as stuck after this long without any message.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long all may take to come.
const PATIENCE: Duration = Duration::from_secs(120);

/// So many come at once to watch.
const CROWD: usize = 200;

/// The sockets are looked at this far apart, as a network card gathers what comes: otherwise the server, on the same
/// machine, would pay for waking us up with nearly every message. It is part of what a move takes.
const POLL_INTERVAL: Duration = Duration::from_micros(600);

/// What happens at the tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Play {
    /// Two players sit at each and play.
    Players,
    /// One player sits opposite this bot.
    Against(String),
    /// Two players sit at each, and nobody does anything.
    Nobody,
}

/// All tables.
pub struct Field {
    /// The servers; the players of a table sit at different ones, if there are several.
    nodes: Vec<SocketAddr>,
    poll: Poll,
    events: Events,
    tables: Vec<Table>,
    /// Those who only watch; their numbers come after those of all players.
    watchers: Vec<Player>,
    shared: Shared,
}

/// What the tables share.
struct Shared {
    play: Play,
    /// The words of each action by its number, as they stand in JSON.
    words: Vec<String>,
    /// The cookie headers of the two guests.
    cookies: [String; 2],
    luck: Luck,
    /// The last submission's id.
    id: u64,
    counting: bool,
    since: Instant,
    matches: u64,
    bytes: u64,
    waits: Vec<Duration>,
}

/// What was measured.
pub struct Measured {
    /// Moves that all players hold.
    pub moves: u64,
    /// How long it took.
    pub wall: Duration,
    /// Bytes of the messages about steps, to all players.
    pub bytes: u64,
    /// Matches that were played to their end.
    pub matches: u64,
    /// How long each move took, sorted.
    pub waits: Vec<Duration>,
}

/// One table with its one or two players.
struct Table {
    code: String,
    players: Vec<Player>,
    /// The numbers of legal actions of the seat whose turn it is.
    legal: Vec<u32>,
    mover: usize,
    over: bool,
    /// When the last move was sent; nothing before the first.
    sent: Option<Instant>,
}

struct Player {
    link: Link,
    stage: Stage,
    /// The last entry that it holds.
    n: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Waits for the new table's code.
    Opening,
    /// Waits until the connection is a WebSocket.
    Upgrading,
    /// Gets messages.
    Seated,
}

/// Why a table cannot go on.
type TableError = String;

impl Field {
    /// Opens this many tables; the players are on their way.
    pub fn new(nodes: Vec<SocketAddr>, tables: usize, play: Play) -> Result<Field, Failure> {
        let address = nodes[0];
        let actions = polynya_catalog::headless().get(GAME)?.actions();
        let words = actions.into_iter().map(|action| Value::from(action.words).to_string()).collect();
        let shared = Shared {
            play,
            words,
            cookies: [guest(address)?, guest(address)?],
            luck: Luck(0x9e37_79b9_7f4a_7c15),
            id: 0,
            counting: false,
            since: Instant::now(),
            matches: 0,
            bytes: 0,
            waits: Vec::new(),
        };
        let poll = Poll::new()?;
        let mut field = Field {
            nodes,
            poll,
            events: Events::with_capacity(1024),
            tables: Vec::new(),
            watchers: Vec::new(),
            shared,
        };
        for index in 0..tables {
            let table = field.open(index).map_err(Failure::input)?;
            field.tables.push(table);
        }
        Ok(field)
    }

    /// Counts everything from now on.
    pub fn count(&mut self) {
        let room = Vec::with_capacity(1 << 20);
        let shared = &mut self.shared;
        (shared.counting, shared.since, shared.matches, shared.bytes, shared.waits) =
            (true, Instant::now(), 0, 0, room);
    }

    /// Plays for this time.
    pub fn play(&mut self, time: Duration) -> Result<(), Failure> {
        let until = Instant::now() + time;
        let mut heard = Instant::now();
        loop {
            let now = Instant::now();
            if now >= until {
                return Ok(());
            }
            if now - heard > SILENCE_TIMEOUT && self.shared.play != Play::Nobody {
                return Err(Failure::input(format!(
                    "the server has said nothing for {} seconds",
                    SILENCE_TIMEOUT.as_secs()
                )));
            }
            std::thread::sleep(POLL_INTERVAL);
            match self.poll.poll(&mut self.events, Some((until - now).min(SILENCE_TIMEOUT))) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                done => done?,
            }
            let mut over = Vec::new();
            for event in &self.events {
                heard = now;
                if let Some(number) = event.token().0.checked_sub(2 * self.tables.len()) {
                    let watches = self.watchers[number].watch(event.is_writable(), &mut self.shared);
                    watches.map_err(|error| Failure::input(format!("a watcher: {error}")))?;
                    continue;
                }
                let (index, player) = (event.token().0 / 2, event.token().0 % 2);
                let table = &mut self.tables[index];
                let done = table.receive(player, event.is_writable(), self.nodes[0], &mut self.shared);
                done.map_err(|error| Failure::input(format!("table {}: {error}", table.code)))?;
                if table.over {
                    over.push(index);
                }
            }
            for index in over {
                if self.tables[index].over {
                    self.shared.matches += 1;
                    self.tables[index] = self.open(index).map_err(Failure::input)?;
                }
            }
        }
    }

    /// Waits until every match has begun, and lets this many people come to watch, spread over the tables; returns when
    /// all of them see their table.
    pub fn gather(&mut self, watchers: usize) -> Result<(), Failure> {
        let until = Instant::now() + PATIENCE;
        let begun = |field: &Field| field.tables.iter().all(Table::is_even);
        self.play_until(until, begun)?;
        let first = 2 * self.tables.len();
        for number in 0..watchers {
            let table = &self.tables[number % self.tables.len()];
            let node = self.nodes[number % self.nodes.len()];
            let mut link = Link::connect(node, self.poll.registry(), Token(first + number))?;
            link.send(upgrade(&format!("/api/tables/{}/socket", table.code), node, "").as_bytes())?;
            self.watchers.push(Player { link, stage: Stage::Upgrading, n: 0 });
            // A server takes only so many who wait at its door.
            if number % CROWD == CROWD - 1 {
                self.play_until(until, |field| field.watchers.iter().all(|watcher| watcher.n > 0))?;
            }
        }
        self.play_until(until, |field| field.watchers.iter().all(|watcher| watcher.n > 0))
    }

    fn play_until(&mut self, until: Instant, so: impl Fn(&Field) -> bool) -> Result<(), Failure> {
        while !so(self) {
            if Instant::now() > until {
                return Err(Failure::input(format!("after {} seconds somebody has no table", PATIENCE.as_secs())));
            }
            self.play(Duration::from_millis(20))?;
        }
        Ok(())
    }

    /// Returns what was measured since [`Field::count`].
    pub fn measured(self) -> Measured {
        let Shared { since, matches, bytes, mut waits, .. } = self.shared;
        let wall = since.elapsed();
        waits.sort_unstable();
        Measured { moves: waits.len() as u64, wall, bytes, matches, waits }
    }

    /// The first guest asks for a new table; the rest follows from the replies.
    fn open(&self, index: usize) -> io::Result<Table> {
        let node = |player| self.nodes[(index + player) % self.nodes.len()];
        let connect = |player| Link::connect(node(player), self.poll.registry(), Token(2 * index + player));
        let mut host = Player { link: connect(0)?, stage: Stage::Opening, n: 0 };
        let opposite = match &self.shared.play {
            Play::Against(bot) => Value::from(bot.as_str()),
            Play::Players | Play::Nobody => Value::from("open"),
        };
        let body = format!(r#"{{"game":"{GAME}","seats":["me",{opposite}],"name":"Ann"}}"#);
        let headers = format!("Content-Type: application/json\r\n{}", self.shared.cookies[0]);
        host.link.send(http::request("POST", "/api/tables", node(0), &headers, &body).as_bytes())?;
        let mut players = vec![host];
        if !matches!(self.shared.play, Play::Against(_)) {
            players.push(Player { link: connect(1)?, stage: Stage::Upgrading, n: 0 });
        }
        let code = "that is being opened".to_owned();
        Ok(Table { code, players, legal: Vec::new(), mover: 0, over: false, sent: None })
    }
}

/// Returns the cookie header of a new guest.
fn guest(address: SocketAddr) -> Result<String, Failure> {
    let server = Address::plain(host(address), address.port());
    Guest::new(&server).map(|guest| guest.header()).map_err(Failure::input)
}

/// Returns an address as it stands in a URL.
fn host(address: SocketAddr) -> String {
    match address {
        SocketAddr::V4(address) => address.ip().to_string(),
        SocketAddr::V6(address) => format!("[{}]", address.ip()),
    }
}

/// Returns the request to go on as a WebSocket.
fn upgrade(path: &str, host: SocketAddr, cookie: &str) -> String {
    format!(
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: cG9seW55YSBsb2FkIG1lIQ==\r\n{cookie}\r\n"
    )
}

impl Table {
    /// Reads what has come to a player, and sends what follows from it.
    fn receive(
        &mut self,
        player: usize,
        writable: bool,
        address: SocketAddr,
        shared: &mut Shared,
    ) -> Result<(), TableError> {
        let link = &mut self.players[player].link;
        if writable {
            link.flush().map_err(|error| error.to_string())?;
        }
        let open = link.fill().map_err(|error| error.to_string())?;
        if self.players[player].stage != Stage::Seated {
            self.arrive(player, address, shared)?;
        }
        while self.players[player].stage == Stage::Seated {
            let Player { link, n, .. } = &mut self.players[player];
            let Some((frame, payload)) = link.frame() else { break };
            match frame {
                Frame::Text { bytes } => {
                    if let Some(news) = News::read(payload)? {
                        if matches!(news, News::Step { .. }) && shared.counting {
                            shared.bytes += bytes as u64;
                        }
                        match news {
                            News::Gathering => {
                                let arrival: &[u8] = match player {
                                    0 => br#"{"luck":{"seat":1,"nonce":"load"}}"#,
                                    _ => br#"{"sit":{"seat":2,"name":"Bob","nonce":"load"}}"#,
                                };
                                link.say(arrival, shared.luck.mask()).map_err(|error| error.to_string())?;
                                continue;
                            }
                            News::Position { n: at, choices, over } | News::Step { n: at, choices, over } => {
                                *n = at;
                                self.over |= over;
                                if let Some(choices) = choices {
                                    self.mover = player;
                                    read_numbers(choices, &mut self.legal);
                                }
                            }
                        }
                        self.advance(shared)?;
                    }
                }
                Frame::Ping => link.pong(shared.luck.mask()).map_err(|error| error.to_string())?,
                Frame::Close => return Err("the server has ended the connection".to_owned()),
                Frame::Other => {}
            }
        }
        if !open && !self.over {
            return Err("the server has closed the connection".to_owned());
        }
        Ok(())
    }

    /// Reads the replies to the requests with which a player arrives.
    fn arrive(&mut self, player: usize, address: SocketAddr, shared: &Shared) -> Result<(), TableError> {
        let Player { link, stage, .. } = &mut self.players[player];
        let Some(Head { status, body }) = http::head(link.unread()) else { return Ok(()) };
        match (*stage, status) {
            (Stage::Opening, 201) => {
                #[derive(Deserialize)]
                struct Opened {
                    code: String,
                }
                let opened: Opened =
                    serde_json::from_slice(&link.unread()[body.clone()]).map_err(|error| error.to_string())?;
                link.use_up(body.end);
                self.code = opened.code;
                let path = format!("/api/tables/{}/socket", self.code);
                for (player, cookie) in self.players.iter_mut().zip(&shared.cookies) {
                    player.stage = Stage::Upgrading;
                    let request = upgrade(&path, address, cookie);
                    player.link.send(request.as_bytes()).map_err(|error| error.to_string())?;
                }
                Ok(())
            }
            (Stage::Upgrading, 101) => {
                link.use_up(body.end);
                *stage = Stage::Seated;
                Ok(())
            }
            _ => Err(format!("HTTP {status}: {}", String::from_utf8_lossy(&link.unread()[body]))),
        }
    }

    /// Do all players hold the same position?
    fn is_even(&self) -> bool {
        let n = self.players[0].n;
        n > 0 && self.players.iter().all(|player| player.n == n)
    }

    /// Sends the next move, if all players hold the last position and it is not a bot's turn.
    fn advance(&mut self, shared: &mut Shared) -> Result<(), TableError> {
        let n = self.players[0].n;
        if !self.is_even() {
            return Ok(());
        }
        let now = Instant::now();
        if let Some(sent) = self.sent.take()
            && shared.counting
        {
            shared.waits.push(now - sent);
        }
        let bots_turn = self.legal.is_empty() && matches!(shared.play, Play::Against(_));
        if self.over || bots_turn || shared.play == Play::Nobody {
            return Ok(());
        }
        let action = shared.luck.pick(&self.legal).and_then(|&number| shared.words.get(number as usize));
        let action = action.ok_or("nobody may do anything")?;
        shared.id += 1;
        let (id, seat) = (shared.id, self.mover + 1);
        let text = format!(r#"{{"submit":{{"id":{id},"after":{n},"seat":{seat},"action":{action}}}}}"#);
        self.legal.clear();
        self.sent = Some(now);
        self.players[self.mover].link.say(text.as_bytes(), shared.luck.mask()).map_err(|error| error.to_string())
    }
}

impl Player {
    /// Somebody who only watches reads what comes, and says that they are there.
    fn watch(&mut self, writable: bool, shared: &mut Shared) -> Result<(), TableError> {
        if writable {
            self.link.flush().map_err(|error| error.to_string())?;
        }
        let open = self.link.fill().map_err(|error| error.to_string())?;
        if self.stage == Stage::Upgrading {
            let Some(Head { status, body }) = http::head(self.link.unread()) else { return Ok(()) };
            if status != 101 {
                return Err(format!("HTTP {status}: {}", String::from_utf8_lossy(&self.link.unread()[body])));
            }
            self.link.use_up(body.end);
            self.stage = Stage::Seated;
        }
        while let Some((frame, payload)) = self.link.frame() {
            match frame {
                Frame::Text { .. } => {
                    if let Some(News::Position { n, .. } | News::Step { n, .. }) = News::read(payload)? {
                        self.n = n;
                    }
                }
                Frame::Ping => self.link.pong(shared.luck.mask()).map_err(|error| error.to_string())?,
                Frame::Close => return Err("the server has ended the connection".to_owned()),
                Frame::Other => {}
            }
        }
        if open { Ok(()) } else { Err("the server has closed the connection".to_owned()) }
    }
}

/// What a message tells a player.
enum News<'a> {
    /// Somebody is missing.
    Gathering,
    /// Everything, at the beginning.
    Position { n: u32, choices: Option<&'a [u8]>, over: bool },
    /// What has changed.
    Step { n: u32, choices: Option<&'a [u8]>, over: bool },
}

impl News<'_> {
    /// Reads a message; nothing if it does not matter here. Of a step only what is needed is looked for in its bytes.
    fn read(text: &[u8]) -> Result<Option<News<'_>>, TableError> {
        const STEP: &[u8] = br#"{"type":"step","update":{"n":"#;
        let known = |tag: &[u8]| text.starts_with(tag);
        let choices = find(text, br#""legal":["#).map(|start| &text[start..]);
        if let Some(rest) = text.strip_prefix(STEP) {
            let over = choices.is_none() && find(text, br#""over":{"#).is_some();
            return Ok(Some(News::Step { n: number(rest).0, choices, over }));
        }
        if known(br#"{"type":"welcome""#) {
            if find(text, br#""phase":"gathering""#).is_some() {
                return Ok(Some(News::Gathering));
            }
            #[derive(Deserialize)]
            struct Welcome {
                n: u32,
            }
            let welcome: Welcome = serde_json::from_slice(text).map_err(|error| error.to_string())?;
            let over = find(text, br#""over":{"#).is_some();
            return Ok(Some(News::Position { n: welcome.n, choices, over }));
        }
        if known(br#"{"type":"seats""#) || known(br#"{"type":"said""#) {
            return Ok(None);
        }
        Err(String::from_utf8_lossy(text).into_owned())
    }
}

/// Returns where the text after the first `needle` begins.
fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).position(|window| window == needle).map(|start| start + needle.len())
}

/// Returns the number at the start of a text, and how many digits it has.
fn number(text: &[u8]) -> (u32, usize) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold((0, 0), |(number, length), digit| (number * 10 + u32::from(digit - b'0'), length + 1))
}

/// Reads `1,2,3]…` into a list.
fn read_numbers(mut text: &[u8], into: &mut Vec<u32>) {
    into.clear();
    loop {
        let (value, digits) = number(text);
        if digits == 0 {
            return;
        }
        into.push(value);
        match text.get(digits) {
            Some(b',') => text = &text[digits + 1..],
            _ => return,
        }
    }
}

/// Random numbers that are good enough to choose moves (xorshift).
struct Luck(u64);

impl Luck {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get((self.next() >> 11) as usize % from.len().max(1))
    }

    fn mask(&mut self) -> [u8; 4] {
        ((self.next() >> 32) as u32).to_be_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_read_from_its_bytes() {
        let text =
            br#"{"type":"step","update":{"n":41,"entries":[],"view":{}},"choices":[{"seat":1,"legal":[3,17,204]}]}"#;
        let Ok(Some(News::Step { n: 41, choices: Some(choices), over: false })) = News::read(text) else {
            panic!("it is a step")
        };
        let mut legal = Vec::new();
        read_numbers(choices, &mut legal);
        assert_eq!(legal, [3, 17, 204]);
        let last = br#"{"type":"step","update":{"n":7,"view":{},"over":{"winners":[1],"scores":[3,1]}}}"#;
        assert!(matches!(News::read(last), Ok(Some(News::Step { n: 7, choices: None, over: true }))));
        assert!(News::read(br#"{"type":"invalid","text":"no"}"#).is_err());
    }
}
