//! A connection to a table that comes back when it was cut off, and sends again what was not answered.

use std::thread;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use polynya_server::protocol::{Command, Message, SeatNumber, Submit, Welcome};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message as Frame};

use crate::Guest;

/// The first and the longest pause before another try.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(4)];
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

/// A way to speak to a table; what it answers is heard elsewhere.
pub struct Connection {
    orders: UnboundedSender<Order>,
    id: u64,
}

impl Connection {
    /// Connects to a table in a thread of its own. `hear` is told everything; the thread ends when it returns `false`.
    pub fn open(guest: Guest, code: String, hear: impl FnMut(Heard) -> bool + Send + 'static) -> Connection {
        let (orders, taken) = unbounded_channel();
        thread::spawn(move || {
            let mut hear = hear;
            match tokio::runtime::Builder::new_current_thread().enable_all().build() {
                Ok(runtime) => {
                    runtime.block_on(Line { guest, code, orders: taken, pending: Vec::new() }.keep(&mut hear));
                }
                Err(error) => drop(hear(Heard::Gone(format!("no connection can be made: {error}")))),
            }
        });
        let mut bytes = [0; 8];
        // Without random numbers an id may be taken already; the table then says so.
        let _ = getrandom::fill(&mut bytes);
        Connection { orders, id: 1 + u64::from_le_bytes(bytes) % MAX_ID }
    }

    /// Sends a command; it is lost if the connection is.
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
}

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
            let again = tokio::time::sleep(pause);
            tokio::pin!(again);
            loop {
                tokio::select! {
                    () = &mut again => break,
                    order = self.orders.recv() => match order {
                        None | Some(Order::End) => return,
                        Some(Order::Send(Command::Submit(submit))) => self.pending.push(submit),
                        Some(Order::Send(_)) => {}
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
        let url = format!("ws://{}:{}/api/tables/{}/socket", server.host, server.port, self.code);
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
        let mut socket = match tokio_tungstenite::connect_async(request).await {
            Ok((socket, _)) => socket,
            Err(error) => return (false, refused(error)),
        };
        let mut told = false;
        loop {
            tokio::select! {
                frame = socket.next() => match frame {
                    Some(Ok(Frame::Text(text))) => {
                        let message = match serde_json::from_str::<Message>(&text) {
                            Ok(message) => message,
                            Err(error) => return (told, Cut::Gone(format!("the server speaks another version: {error}"))),
                        };
                        told = true;
                        let welcomed = matches!(message, Message::Welcome(_));
                        match self.hear(message, hear) {
                            Ok(true) => {}
                            Ok(false) => return (told, Cut::End),
                            Err(cut) => return (told, cut),
                        }
                        if welcomed {
                            for submit in self.pending.clone() {
                                if let Err(error) = socket.send(frame_of(&Command::Submit(submit))).await {
                                    return (told, Cut::Lost(error.to_string()));
                                }
                            }
                        }
                    }
                    Some(Ok(Frame::Close(_))) | None => return (told, Cut::Lost("the server has closed it".to_owned())),
                    Some(Ok(_)) => {}
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
                    if let Command::Submit(submit) = &command {
                        self.pending.push(submit.clone());
                    }
                    if let Err(error) = socket.send(frame_of(&command)).await {
                        return (told, Cut::Lost(error.to_string()));
                    }
                }
            }
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

fn frame_of(command: &Command) -> Frame {
    Frame::text(serde_json::to_string(command).unwrap_or_default())
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
