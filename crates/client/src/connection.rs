//! A connection to a table that comes back when it was cut off, and sends again what was not answered.

use std::thread;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use polynya_server::protocol::{Command, Message, SeatNumber, Submit, Welcome};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_rustls::TlsConnector;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message as Frame};

use crate::{Guest, tls};

/// The first and the longest pause before another try.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(4)];
/// How long a server may take.
const PATIENCE: Patience = Patience { entry: Duration::from_secs(10), silence: Duration::from_secs(45) };
/// Ids are below this, so that every client can write them as numbers.
const MAX_ID: u64 = 1 << 52;

/// What a connection tells.
#[derive(Clone, Debug)]
pub enum Heard {
    /// Everything about the table, with all steps of the match as far as the viewer may know them.
    Welcome(Box<Welcome>, Vec<String>),
    /// Something else from the table.
    Message(Box<Message>),
    /// The connection is lost, and why; another one is tried.
    Lost(String),
    /// The table cannot be reached any more, and why.
    Gone(String),
}

enum Order {
    Send(Command),
    Reconnect,
    End,
}

/// How long is waited before a connection counts as lost.
#[derive(Clone, Copy)]
struct Patience {
    /// For a connection, and until something has left.
    entry: Duration,
    /// For anything at all: a server pings every 20 seconds.
    silence: Duration,
}

/// A way to speak to a table; what it answers is heard elsewhere.
pub struct Connection {
    orders: UnboundedSender<Order>,
    id: u64,
}

impl Connection {
    /// Connects to a table in a thread of its own. `hear` is told everything; the thread ends when it returns `false`.
    pub fn open(guest: Guest, code: String, hear: impl FnMut(Heard) -> bool + Send + 'static) -> Connection {
        Connection::with(PATIENCE, guest, code, hear)
    }

    fn with(
        patience: Patience,
        guest: Guest,
        code: String,
        mut hear: impl FnMut(Heard) -> bool + Send + 'static,
    ) -> Connection {
        let (orders, taken) = unbounded_channel();
        thread::spawn(move || match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => {
                let line = Line { guest, code, orders: taken, pending: Vec::new(), kept: Vec::new(), patience };
                runtime.block_on(line.keep(&mut hear));
            }
            Err(error) => drop(hear(Heard::Gone(format!("no connection can be made: {error}")))),
        });
        let mut bytes = [0; 8];
        // Without random numbers an id may be taken already; the table then says so.
        let _ = getrandom::fill(&mut bytes);
        Connection { orders, id: 1 + u64::from_le_bytes(bytes) % MAX_ID }
    }

    /// Is this sent later where there is no connection? What is pointed at or answered just now is not: it may mean
    /// something else then.
    pub fn keeps(command: &Command) -> bool {
        matches!(command, Command::Submit(_) | Command::Say { .. } | Command::Propose { .. })
    }

    /// Sends a command. Without a connection it waits for one if it [is kept](Connection::keeps), and is lost otherwise.
    pub fn send(&self, command: Command) {
        // A thread that has ended has said why.
        let _ = self.orders.send(Order::Send(command));
    }

    /// Acts for a seat; it is sent again until the table has answered. Returns its id.
    pub fn submit(&mut self, seat: SeatNumber, action: &str, after: u32) -> u64 {
        self.id += 1;
        self.send(Command::Submit(Submit { id: self.id, after, seat, action: action.to_owned() }));
        self.id
    }

    /// Connects anew, to be told everything again.
    pub fn reconnect(&self) {
        let _ = self.orders.send(Order::Reconnect);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _ = self.orders.send(Order::End);
    }
}

struct Line {
    guest: Guest,
    code: String,
    orders: UnboundedReceiver<Order>,
    /// What was not answered yet.
    pending: Vec<Submit>,
    /// What else is sent as soon as there is a connection.
    kept: Vec<Command>,
    patience: Patience,
}

/// Bytes to a server and back, in the clear or not.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

type Socket = WebSocketStream<Box<dyn Stream>>;

enum Cut {
    /// Nobody wants to hear more.
    End,
    /// It was cut off.
    Lost(String),
    /// There is no way back.
    Gone(String),
}

impl Line {
    async fn keep(mut self, hear: &mut (dyn FnMut(Heard) -> bool + Send)) {
        let mut pause = PAUSES[0];
        loop {
            let (told, cut) = self.connect(hear).await;
            if told {
                pause = PAUSES[0];
            }
            match cut {
                Cut::End => return,
                Cut::Gone(why) => {
                    hear(Heard::Gone(why));
                    return;
                }
                Cut::Lost(why) => {
                    if !hear(Heard::Lost(why)) {
                        return;
                    }
                }
            }
            let again = sleep(pause);
            tokio::pin!(again);
            loop {
                tokio::select! {
                    () = &mut again => break,
                    order = self.orders.recv() => match order {
                        None | Some(Order::End) => return,
                        Some(Order::Send(command)) => self.keep_for_later(command),
                        Some(Order::Reconnect) => break,
                    },
                }
            }
            pause = (pause * 2).min(PAUSES[1]);
        }
    }

    /// Speaks until the connection is cut; says whether the table told anything.
    async fn connect(&mut self, hear: &mut (dyn FnMut(Heard) -> bool + Send)) -> (bool, Cut) {
        let server = &self.guest.server;
        let scheme = if server.tls { "wss" } else { "ws" };
        let url = format!("{scheme}://{}/api/tables/{}/socket", server.authority(), self.code);
        let request = url.into_client_request().map(|mut request| {
            if let Ok(cookie) = self.guest.cookie.parse() {
                request.headers_mut().insert("cookie", cookie);
            }
            request
        });
        let request = match request {
            Ok(request) => request,
            Err(error) => return (false, Cut::Gone(error.to_string())),
        };
        let opening = async {
            let stream = self.stream().await.map_err(Cut::Lost)?;
            tokio_tungstenite::client_async(request, stream).await.map_err(refused)
        };
        let mut socket = match timeout(self.patience.entry, opening).await {
            Ok(Ok((socket, _))) => socket,
            Ok(Err(cut)) => return (false, cut),
            Err(_) => return (false, Cut::Lost("the server does not answer".to_owned())),
        };
        let (mut told, mut welcomed) = (false, false);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                () = sleep_until(heard + self.patience.silence) => {
                    let seconds = self.patience.silence.as_secs();
                    return (told, Cut::Lost(format!("the server has said nothing for {seconds} seconds")));
                }
                frame = socket.next() => match frame {
                    Some(Ok(Frame::Text(text))) => {
                        let message = match serde_json::from_str::<Message>(&text) {
                            Ok(message) => message,
                            Err(error) => return (told, Cut::Gone(format!("the server speaks another version: {error}"))),
                        };
                        told = true;
                        let is_welcome = matches!(message, Message::Welcome(_));
                        match self.hear(message, hear) {
                            Ok(true) => {}
                            Ok(false) => return (told, Cut::End),
                            Err(cut) => return (told, cut),
                        }
                        if is_welcome {
                            welcomed = true;
                            if let Err(cut) = self.catch_up(&mut socket).await {
                                return (told, cut);
                            }
                        }
                        heard = Instant::now();
                    }
                    Some(Ok(Frame::Close(_))) | None => return (told, Cut::Lost("the server has closed it".to_owned())),
                    Some(Ok(_)) => heard = Instant::now(),
                    Some(Err(error)) => return (told, Cut::Lost(error.to_string())),
                },
                order = self.orders.recv() => {
                    let command = match order {
                        None | Some(Order::End) => {
                            // The server notices that we are gone, one way or the other.
                            let _ = socket.close(None).await;
                            return (told, Cut::End);
                        }
                        Some(Order::Reconnect) => return (told, Cut::Lost("something was missed".to_owned())),
                        Some(Order::Send(command)) => command,
                    };
                    // What comes before the welcome is sent after it.
                    if !welcomed {
                        self.keep_for_later(command);
                        continue;
                    }
                    if let Command::Submit(submit) = &command {
                        self.pending.push(submit.clone());
                    }
                    if let Err(cut) = self.put(&mut socket, &command).await {
                        if !matches!(command, Command::Submit(_)) {
                            self.keep_for_later(command);
                        }
                        return (told, cut);
                    }
                }
            }
        }
    }

    /// Returns the way to the server.
    async fn stream(&self) -> Result<Box<dyn Stream>, String> {
        let server = &self.guest.server;
        let stream = TcpStream::connect(server.endpoint()).await.map_err(|error| error.to_string())?;
        if !server.tls {
            return Ok(Box::new(stream));
        }
        let connector = TlsConnector::from(tls::config()?);
        let stream = connector.connect(tls::name(server)?, stream).await.map_err(|error| error.to_string())?;
        Ok(Box::new(stream))
    }

    /// Keeps what is sent as soon as there is a connection.
    fn keep_for_later(&mut self, command: Command) {
        match command {
            Command::Submit(submit) => self.pending.push(submit),
            command if Connection::keeps(&command) => self.kept.push(command),
            _ => {}
        }
    }

    /// Sends again what was not answered, and then what else has waited.
    async fn catch_up(&mut self, socket: &mut Socket) -> Result<(), Cut> {
        for submit in self.pending.clone() {
            self.put(socket, &Command::Submit(submit)).await?;
        }
        while let Some(command) = self.kept.first() {
            self.put(socket, command).await?;
            self.kept.remove(0);
        }
        Ok(())
    }

    async fn put(&self, socket: &mut Socket, command: &Command) -> Result<(), Cut> {
        let text = serde_json::to_string(command).unwrap_or_default();
        match timeout(self.patience.entry, socket.send(Frame::text(text))).await {
            Ok(sent) => sent.map_err(|error| Cut::Lost(error.to_string())),
            Err(_) => Err(Cut::Lost("nothing reaches the server".to_owned())),
        }
    }

    fn hear(&mut self, message: Message, hear: &mut (dyn FnMut(Heard) -> bool + Send)) -> Result<bool, Cut> {
        let answered = match &message {
            Message::Step { update, .. } => update.id.map(u64::from),
            Message::Duplicate { id } => Some(u64::from(*id)),
            Message::Refused(refused) => Some(refused.id),
            Message::Invalid { id, .. } => id.map(u64::from),
            _ => None,
        };
        self.pending.retain(|submit| Some(submit.id) != answered);
        let heard = match message {
            Message::Welcome(welcome) => {
                let steps = self.steps(&welcome).map_err(Cut::Lost)?;
                Heard::Welcome(welcome, steps)
            }
            Message::Barred { text } => return Err(Cut::Gone(text)),
            message => Heard::Message(Box::new(message)),
        };
        Ok(hear(heard))
    }

    /// Returns all steps of the match: from the log, or from the record where the log tells the last ones only.
    fn steps(&self, welcome: &Welcome) -> Result<Vec<String>, String> {
        let told = welcome.log.iter().map(|entry| match entry.seat {
            Some(seat) => format!("{seat} {}", entry.words),
            None => format!("* {}", entry.words),
        });
        let told: Vec<String> = told.collect();
        if told.len() == welcome.steps as usize {
            return Ok(told);
        }
        let record: serde_json::Value = self.guest.get(&format!("/api/tables/{}/record", welcome.code))?;
        let steps = record["steps"].as_array().cloned().unwrap_or_default();
        let mut steps: Vec<String> = steps.iter().filter_map(|step| step.as_str().map(str::to_owned)).collect();
        steps.truncate(welcome.steps as usize);
        if steps.ends_with(&told) { Ok(steps) } else { Err("the match has gone on meanwhile".to_owned()) }
    }
}

/// Returns why a server did not let us in, and whether it ever will.
fn refused(error: Error) -> Cut {
    match error {
        Error::Http(response) => {
            let said = response.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
            let said = serde_json::from_str::<polynya_server::protocol::Problem>(&said).map(|problem| problem.error);
            let text = said.unwrap_or_else(|_| format!("the server answers {}", response.status()));
            match response.status().as_u16() {
                429 | 500.. => Cut::Lost(text),
                _ => Cut::Gone(text),
            }
        }
        error => Cut::Lost(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use tokio::net::TcpListener;

    use super::*;
    use crate::Address;

    const SHORT: Patience = Patience { entry: Duration::from_millis(200), silence: Duration::from_millis(300) };

    /// Connects to a server of a test, and returns what is heard.
    fn connect(listener: &TcpListener) -> (Connection, Receiver<Heard>) {
        let port = listener.local_addr().unwrap().port();
        let server = Address::plain("127.0.0.1", port);
        let guest = Guest { server, cookie: "polynya=x".to_owned() };
        let (tell, heard) = channel();
        (Connection::with(SHORT, guest, "code".to_owned(), move |news| tell.send(news).is_ok()), heard)
    }

    async fn lost(heard: Receiver<Heard>) -> String {
        let heard = tokio::task::spawn_blocking(move || heard.recv_timeout(Duration::from_secs(60)));
        match heard.await.unwrap() {
            Ok(Heard::Lost(why)) => why,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_server_that_falls_silent_is_left_and_tried_again() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (connection, heard) = connect(&listener);
        let (stream, _) = listener.accept().await.unwrap();
        let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
        // As long as it pings, it is there.
        for _ in 0..4 {
            sleep(SHORT.silence / 2).await;
            socket.send(Frame::Ping(Vec::new().into())).await.unwrap();
        }
        assert!(lost(heard).await.contains("said nothing"));
        drop(connection);
    }

    #[tokio::test]
    async fn a_server_that_takes_calls_and_says_nothing_is_left_and_tried_again() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (_connection, heard) = connect(&listener);
        let first = listener.accept().await.unwrap();
        assert_eq!(lost(heard).await, "the server does not answer");
        drop(first);
    }

    #[test]
    fn what_is_said_waits_for_a_connection_and_what_is_pointed_at_does_not() {
        assert!(Connection::keeps(&Command::Say { text: "hello".to_owned() }));
        assert!(!Connection::keeps(&Command::Ping { place: "a1".to_owned() }));
        assert!(!Connection::keeps(&Command::Consent { yes: true }));
    }
}
