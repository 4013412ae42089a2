//! The task of one open table: it alone changes the table, one entry after the other.
//!
//! A command is judged against the room, its entry is written to the store, and only then is anybody told. Viewers
//! get what changed through channels of limited length; one that does not read is cut off and may come back.

mod bots;
mod commands;
mod shown;
mod viewers;

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::extract::ws::Utf8Bytes;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use polynya_catalog::AnyPlayer;
use polynya_engine::{Seat, SeatSet};
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::Instant;

use crate::protocol::{Ask, Command, Draws, Message, Opened, Phase, Replay, TableInfo, TakenBack};
use crate::room::{Actor, Change, Entry, Job, Rejection, Room, Wish};
use crate::server::{Server, ServerError};
use crate::store::{StoreError, TableId};

pub use bots::Thought;
use shown::Shown;
use viewers::Viewer;

/// Messages that may wait for a viewer before it is cut off.
pub const BACKLOG: usize = 128;

/// What a table is asked.
pub enum Request {
    /// Somebody connects.
    Join(Join),
    /// A viewer wants something.
    Command {
        /// Who.
        viewer: u64,
        /// What.
        command: Command,
    },
    /// A viewer is gone.
    Leave {
        /// Who.
        viewer: u64,
    },
    /// A bot has made up its mind.
    Thought(Thought),
    /// How does it look to the lobby?
    Info {
        /// Who asks.
        guest: String,
        /// Where the answer goes.
        reply: oneshot::Sender<TableInfo>,
    },
    /// The record of the match as JSON; nothing before it has begun.
    Record {
        /// Where the answer goes.
        reply: oneshot::Sender<Option<Job<String>>>,
    },
    /// What chance could have decided.
    Draws {
        /// Where the answer goes.
        reply: oneshot::Sender<Option<Job<Draws>>>,
    },
    /// The match step by step.
    Replay {
        /// Where the answer goes.
        reply: oneshot::Sender<Option<Job<Replay>>>,
    },
    /// How does the board look?
    View {
        /// Where the answer goes.
        reply: oneshot::Sender<Value>,
    },
    /// Another device takes a seat by a link.
    Claim {
        /// The device's guest.
        guest: String,
        /// What the link says.
        secret: String,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<Opened, ServerError>>,
    },
    /// The server stops.
    Close,
}

/// Somebody who connects.
pub struct Join {
    /// Who.
    pub guest: String,
    /// Where messages go.
    pub to: mpsc::Sender<Utf8Bytes>,
    /// The viewer's number, once it has joined.
    pub reply: oneshot::Sender<u64>,
}

/// An open table.
pub struct Table {
    server: Arc<Server>,
    id: TableId,
    room: Room,
    /// What viewers were last told of the match.
    shown: Shown,
    inbox: mpsc::Receiver<Request>,
    own: mpsc::WeakSender<Request>,
    viewers: HashMap<u64, Viewer>,
    /// Those who did not read what was sent.
    slow: Vec<u64>,
    next_viewer: u64,
    ask: Option<Ask>,
    /// Since when each seat's person has been away.
    away: Vec<Option<Instant>>,
    /// The seats that others may cover.
    abandoned: SeatSet,
    thinking: bool,
    /// The entry after which bots were last asked whether they interject.
    asked: Option<u32>,
    /// Room for one hint at a time.
    hints: Arc<Semaphore>,
    /// How much may be said and shown at this table.
    talk: Option<DefaultDirectRateLimiter>,
    players: HashMap<(Seat, String), Box<dyn AnyPlayer>>,
    idle_since: Instant,
    /// When anything last happened.
    touched: Instant,
    /// Did the store fail so that nobody knows how the table stands? Whoever comes next reads it again.
    lost: bool,
}

impl Table {
    /// A table whose task is not running yet.
    pub fn new(
        server: Arc<Server>,
        id: TableId,
        room: Room,
        inbox: mpsc::Receiver<Request>,
        own: mpsc::WeakSender<Request>,
    ) -> Table {
        let now = Instant::now();
        let seats = room.chairs.len();
        let talk = server.config.rate.map(|rate| RateLimiter::direct(Quota::per_second(rate)));
        Table {
            server,
            id,
            shown: Shown::new(&room),
            room,
            inbox,
            own,
            viewers: HashMap::new(),
            slow: Vec::new(),
            next_viewer: 0,
            ask: None,
            away: vec![Some(now); seats],
            abandoned: SeatSet::NONE,
            thinking: false,
            asked: None,
            hints: Arc::new(Semaphore::new(1)),
            talk,
            players: HashMap::new(),
            idle_since: now,
            touched: now,
            lost: false,
        }
    }

    /// Serves the table until nobody needs it.
    pub async fn run(mut self) {
        self.server.metrics.tables.inc();
        let beat = (self.server.config.absent / 2).clamp(Duration::from_millis(50), Duration::from_secs(5));
        let mut clock = tokio::time::interval(beat);
        self.think();
        loop {
            tokio::select! {
                request = self.inbox.recv() => match request {
                    None | Some(Request::Close) => {
                        self.tell_all(&Message::Closing);
                        break;
                    }
                    Some(request) => {
                        if self.answer(request).await.is_break() {
                            break;
                        }
                    }
                },
                _ = clock.tick() => {
                    self.check_absences();
                    self.drop_slow();
                    if self.is_idle() && self.server.tables.forget(&self.room.row.code) {
                        break;
                    }
                }
            }
        }
        self.summarize().await;
        self.server.metrics.tables.dec();
    }

    fn is_idle(&self) -> bool {
        self.viewers.is_empty()
            && !self.thinking
            && self.inbox.is_empty()
            && self.idle_since.elapsed() > self.server.config.idle
    }

    /// Does what it is asked; the table ends if it no longer knows how it stands.
    async fn answer(&mut self, request: Request) -> ControlFlow<()> {
        // Looking at the lobby keeps no table in memory.
        if !matches!(request, Request::Info { .. }) {
            self.idle_since = Instant::now();
        }
        match request {
            Request::Join(join) => self.join(join),
            Request::Command { viewer, command } => self.command(viewer, command).await,
            Request::Leave { viewer } => {
                if self.viewers.remove(&viewer).is_some() {
                    self.presence();
                }
            }
            Request::Thought(thought) => self.thought(thought).await,
            Request::Info { guest, reply } => drop(reply.send(self.info(&guest))),
            Request::Record { reply } => drop(reply.send(self.room.record())),
            Request::Draws { reply } => drop(reply.send(self.room.draws())),
            Request::Replay { reply } => drop(reply.send(self.room.replay())),
            Request::View { reply } => drop(reply.send(self.room.position().picture().view())),
            Request::Claim { guest, secret, reply } => drop(reply.send(self.claim(&guest, &secret).await)),
            Request::Close => {}
        }
        self.drop_slow();
        if self.lost { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn join(&mut self, Join { guest, to, reply }: Join) {
        let viewer = self.next_viewer;
        self.next_viewer += 1;
        if reply.send(viewer).is_err() {
            return;
        }
        let seats = self.room.chairs.of(&guest);
        self.viewers.insert(viewer, Viewer { guest, to, seats, here: true });
        self.update_presence();
        self.welcome(viewer);
        self.tell_seats(|other| other != viewer);
        self.think();
    }

    /// Does what somebody wants, if it may be: decided, written down, applied, and only then told.
    async fn perform(&mut self, actor: Actor<'_>, wish: Wish<'_>) -> Result<(), Rejection> {
        let entry = self.room.decide(actor, wish)?;
        let change = self.append(&entry).await?;
        match change {
            Change::Seats => self.seated(&entry),
            Change::Match => {
                self.summarize().await;
                self.shown = Shown::new(&self.room);
                self.refresh_viewers();
            }
            Change::Steps { id, back, played } => self.stepped(id, back, played).await,
            Change::Said(said) => self.tell_all(&Message::Said(said)),
            Change::Again(code) => {
                self.tell_all(&Message::Again { code });
                // It is an entry too, and its number is told with the seats.
                self.presence();
            }
        }
        Ok(())
    }

    /// Writes an entry down, and then applies it. If somebody else was first, the table is read again.
    async fn append(&mut self, entry: &Entry) -> Result<Change, Rejection> {
        let n = self.room.n + 1;
        let summary = match entry {
            Entry::Step { .. } | Entry::Undo { .. } | Entry::Say { .. } => None,
            entry => self.room.summary_after(entry),
        };
        let written = self.server.store.append(self.id, n, entry.write(), summary).await;
        self.touched = Instant::now();
        if let Err(error) = written {
            tracing::error!(table = self.room.row.code, n, %error, "an entry was not written");
            return match error {
                StoreError::Taken => {
                    self.reload().await;
                    Rejection::invalid("The table has moved on since; look again.")
                }
                StoreError::Broken(_) => {
                    Rejection::invalid("The server could not save this, so it did not happen. Try again.")
                }
            };
        }
        self.server.metrics.entries.inc();
        match self.room.apply(entry) {
            Ok(change) => Ok(change),
            Err(error) => {
                self.reload().await;
                Rejection::invalid(error.to_string())
            }
        }
    }

    /// Tells the store what the lobby shows of the table.
    async fn summarize(&mut self) {
        let touched = SystemTime::now() - self.touched.elapsed();
        let written = self.server.store.summarize(self.id, self.room.summary(), touched).await;
        if let Err(error) = written {
            tracing::debug!(table = self.room.row.code, %error, "a summary was not written");
        }
    }

    /// Reads the table again as the store has it; everybody is told everything.
    async fn reload(&mut self) {
        match self.server.read(&self.room.row.code).await {
            Ok((_, room)) => {
                self.shown = Shown::new(&room);
                self.room = room;
            }
            Err(error) => {
                tracing::error!(table = self.room.row.code, %error, "the table cannot be read");
                self.lost = true;
            }
        }
        self.ask = None;
        self.refresh_viewers();
    }

    /// Somebody holds another seat: everybody is told, and in a running match what they may do.
    fn seated(&mut self, entry: &Entry) {
        self.find_seats();
        let in_match = self.room.phase() == Phase::Playing;
        match entry {
            Entry::Claim { .. } => self.refresh_viewers(),
            Entry::Sit { .. } | Entry::Back { .. } if in_match => self.refresh_viewers(),
            _ => self.presence(),
        }
    }

    /// Steps were written: everybody is told, and a request to take something back is void.
    async fn stepped(&mut self, id: Option<NonZeroU64>, back: Option<TakenBack>, played: usize) {
        if self.ask.take().is_some() {
            self.tell_all(&Message::Asked { ask: None });
        }
        let update = self.shown.advance(&mut self.room, id, back, played);
        let over = update.over.is_some();
        self.publish(&update);
        if over {
            self.presence();
            self.summarize().await;
        }
    }
}
