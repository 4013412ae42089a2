//! The task of one open table: it alone changes the table, one entry after the other.
//!
//! A command is judged against the room, its entry is written to the store, and only then is anybody told. Viewers
//! get what changed through channels of limited length; one that does not read is cut off and may come back.

mod bots;
mod commands;
mod host;
mod shown;
mod teammates;
mod veil;
mod viewers;

use std::collections::HashMap;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::extract::ws::Utf8Bytes;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use polynya_catalog::{Ahead, AnyPlayer};
use polynya_engine::{Seat, SeatSet};
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::Instant;

use crate::protocol::{Ask, Command, Draws, Message, Opened, Phase, Replay, TableInfo, TakenBack, Update};
use crate::room::{Actor, Change, Decision, Entry, Job, Rejection, Room, Wish};
use crate::server::{Server, ServerError};
use crate::store::{StoreError, TableId};
use crate::views::Browser;

pub use bots::Thought;
use commands::id_of;
use host::{LateSitter, Watchers};
use shown::Shown;
pub use teammates::Judged;
use teammates::Teammates;
use veil::Veil;
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
    /// A bot has thought about what somebody showed to it.
    Judged(Judged),
    /// Bots have waited for long enough.
    Wake,
    /// How does it look to the lobby?
    Info {
        /// Who asks.
        guest: String,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<TableInfo, ServerError>>,
    },
    /// The record of the match as JSON; nothing before it has begun.
    Record {
        /// Who asks.
        guest: String,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<Job<String>, ServerError>>,
    },
    /// What chance could have decided.
    Draws {
        /// Who asks.
        guest: String,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<Job<Draws>, ServerError>>,
    },
    /// The match step by step.
    Replay {
        /// Who asks.
        guest: String,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<Job<Replay>, ServerError>>,
    },
    /// How does the board look?
    View {
        /// Who asks.
        guest: String,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<Value, ServerError>>,
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
    /// The viewer's number, once it has joined; or why it may not.
    pub reply: oneshot::Sender<Result<u64, String>>,
}

/// An open table.
pub struct Table {
    server: Arc<Server>,
    id: TableId,
    room: Room,
    /// What viewers were last told of the match.
    shown: Shown,
    /// What they were told, where all seats act at the same time.
    veil: Veil,
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
    /// Since when the table waits for each seat.
    waiting: Vec<Option<Instant>>,
    /// Since when the host has been gone.
    host_gone: Option<Instant>,
    watchers: Watchers,
    /// Those who ask the host for a seat.
    requests: Vec<LateSitter>,
    last_request: u32,
    thinking: bool,
    /// The entry after which bots were last asked whether they interject.
    asked: Option<u32>,
    /// Room for one hint at a time.
    hints: Arc<Semaphore>,
    /// How much players may say and show at this table, and how much those who watch.
    talk: Option<[DefaultDirectRateLimiter; 2]>,
    players: HashMap<(Seat, String), Box<dyn AnyPlayer>>,
    teammates: Teammates,
    idle_since: Instant,
    /// When anything last happened.
    touched: Instant,
    /// Does the store have an entry that this table does not know? Then it is read again.
    behind: bool,
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
        let talk = server.config.rate.map(|rate| [rate; 2].map(|rate| RateLimiter::direct(Quota::per_second(rate))));
        Table {
            server,
            id,
            shown: Shown::new(&room),
            veil: Veil::default(),
            room,
            inbox,
            own,
            viewers: HashMap::new(),
            slow: Vec::new(),
            next_viewer: 0,
            ask: None,
            away: vec![Some(now); seats],
            abandoned: SeatSet::NONE,
            waiting: vec![None; seats],
            host_gone: None,
            watchers: Watchers::default(),
            requests: Vec::new(),
            last_request: 0,
            thinking: false,
            asked: None,
            hints: Arc::new(Semaphore::new(1)),
            talk,
            players: HashMap::new(),
            teammates: Teammates::default(),
            idle_since: now,
            touched: now,
            behind: false,
            lost: false,
        }
    }

    /// Serves the table until nobody needs it.
    pub async fn run(mut self) {
        self.server.metrics.tables.inc();
        let beat = (self.server.config.absent / 2).clamp(Duration::from_millis(50), Duration::from_secs(5));
        let mut clock = tokio::time::interval(beat);
        self.wind_clocks(None);
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
                    self.check_host().await;
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
            Request::Command { viewer, command } => {
                let id = id_of(&command);
                let answer = self.command(viewer, command).await;
                self.reply(viewer, id, answer);
            }
            Request::Leave { viewer } => {
                if self.viewers.remove(&viewer).is_some() {
                    self.forget_requests();
                    self.presence();
                    // Bots may have waited for a plan of this viewer.
                    self.think();
                }
            }
            Request::Thought(thought) => self.thought(thought).await,
            Request::Judged(judged) => self.judged(judged),
            Request::Wake => self.wake(),
            Request::Info { guest, reply } => {
                drop(reply.send(self.check_look(&guest).map(|()| self.info(&guest))));
            }
            Request::Record { guest, reply } => drop(reply.send(self.show(&guest, Room::record))),
            Request::Draws { guest, reply } => drop(reply.send(self.show(&guest, Room::draws))),
            Request::Replay { guest, reply } => drop(reply.send(self.show(&guest, Room::replay))),
            Request::View { guest, reply } => {
                let seats = self.room.chairs.of(&guest);
                drop(reply.send(self.check_look(&guest).map(|()| self.view(seats))));
            }
            Request::Claim { guest, secret, reply } => drop(reply.send(self.claim(&guest, &secret).await)),
            Request::Close => {}
        }
        // Whoever wanted something was answered; only now is everybody welcomed, and unanswered submissions come again.
        if std::mem::take(&mut self.behind) {
            self.reload().await;
            self.think();
        }
        self.drop_slow();
        if self.lost { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// May this guest look at the table?
    fn check_look(&self, guest: &str) -> Result<(), ServerError> {
        self.room.bars(guest).map_or(Ok(()), |reason| Err(ServerError::Forbidden(reason.to_owned())))
    }

    /// The job that tells a guest about the match as a whole.
    fn show<T>(&self, guest: &str, job: impl Fn(&Room, SeatSet) -> Option<Job<T>>) -> Result<Job<T>, ServerError> {
        self.check_look(guest)?;
        job(&self.room, self.room.chairs.of(guest)).ok_or(ServerError::NotBegun)
    }

    fn join(&mut self, Join { guest, to, reply }: Join) {
        if let Some(reason) = self.room.bars(&guest) {
            return drop(reply.send(Err(reason.to_owned())));
        }
        let viewer = self.next_viewer;
        self.next_viewer += 1;
        if reply.send(Ok(viewer)).is_err() {
            return;
        }
        self.count_watcher(&guest);
        let seats = self.room.chairs.of(&guest);
        self.viewers.insert(viewer, Viewer { guest, to, seats, here: true });
        self.update_presence();
        self.welcome(viewer);
        self.tell_seats(|other| other != viewer);
        self.think();
    }

    /// Does what somebody wants, if it may be: decided, written down, applied, and only then told.
    async fn perform(&mut self, actor: Actor<'_>, wish: Wish<'_>) -> Result<(), Rejection> {
        let Decision { entry, ahead } = self.room.decide(actor, wish)?;
        let change = self.append(&entry, ahead).await?;
        match change {
            Change::Seats => self.seated(&entry),
            Change::Match => {
                self.wind_clocks(None);
                self.summarize().await;
                self.shown = Shown::new(&self.room);
                self.refresh_viewers();
            }
            Change::Steps { id, back, played, changes } => self.stepped(id, back, played, changes).await,
            Change::Said(said) => self.tell_all(&Message::Said(said)),
            Change::Again(code) => {
                self.tell_all(&Message::Again { code });
                // It is an entry too, and its number is told with the seats.
                self.presence();
            }
        }
        Ok(())
    }

    /// Writes an entry down, and then applies it. If somebody else was first, the table will be read again.
    async fn append(&mut self, entry: &Entry, ahead: Option<Ahead<Browser>>) -> Result<Change, Rejection> {
        let n = self.room.n + 1;
        let summary = match entry {
            Entry::Step { .. } | Entry::Undo { .. } | Entry::Say { .. } => None,
            entry => self.room.summary_after(entry),
        };
        let text = serde_json::to_string(entry).expect("an entry is plain JSON");
        let written = self.server.store.append(self.id, n, text, summary).await;
        self.touched = Instant::now();
        if let Err(error) = written {
            return Err(self.not_written(n, error));
        }
        self.server.metrics.entries.inc();
        self.room.apply(entry, ahead).map_err(|error| {
            self.behind = true;
            Rejection::Pending(error.to_string())
        })
    }

    /// What is said about an entry that the store did not take.
    fn not_written(&mut self, n: u32, error: StoreError) -> Rejection {
        let code = &self.room.row.code;
        match error {
            StoreError::Taken => {
                tracing::warn!(table = code, n, "somebody else wrote this entry; the table is read again");
                self.behind = true;
                Rejection::Invalid("The table has moved on since; look again.".to_owned())
            }
            StoreError::Broken(why) => {
                tracing::error!(table = code, n, why, "an entry was not written");
                Rejection::Invalid("The server could not save this, so it did not happen. Try again.".to_owned())
            }
            StoreError::Unsure(why) => {
                tracing::error!(table = code, n, why, "an entry may not have been written");
                Rejection::Pending("The server could not save this yet. It is sent again by itself.".to_owned())
            }
            StoreError::Closed => {
                Rejection::Pending("The server is stopping; this is sent again when it is back.".to_owned())
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

    /// Somebody holds another seat, or the host has decided something: everybody is told, and in a running match what they
    /// may do.
    fn seated(&mut self, entry: &Entry) {
        self.wind_clocks(None);
        self.send_away();
        self.find_seats();
        for guest in self.viewers.values().map(|viewer| viewer.guest.clone()).collect::<Vec<_>>() {
            self.count_watcher(&guest);
        }
        let in_match = self.room.phase() == Phase::Playing;
        match entry {
            Entry::Claim { .. } | Entry::Host { .. } | Entry::Remove { .. } => self.refresh_viewers(),
            Entry::Sit { .. } | Entry::Back { .. } | Entry::Bot { .. } if in_match => self.refresh_viewers(),
            _ => self.presence(),
        }
    }

    /// Steps were written: everybody is told, and a request to take something back is void.
    async fn stepped(&mut self, id: Option<NonZeroU64>, back: Option<TakenBack>, played: usize, changes: Vec<Value>) {
        if self.ask.take().is_some() {
            self.tell_all(&Message::Asked { ask: None });
        }
        let acted = back.as_ref().map_or_else(
            || self.room.last_steps(played).first().and_then(|entry| entry.seat),
            |back| Seat::numbered(usize::from(back.seat)),
        );
        self.wind_clocks(acted);
        let update = self.shown.advance(&self.room, id);
        let over = update.over.is_some();
        if self.room.is_simultaneous() {
            self.publish_veiled(&update, back.as_ref(), played);
        } else {
            let (entries, view) = (self.room.last_steps(played), self.room.change());
            self.publish(&Update { back, entries, changes, view, ..update }, |_| true);
        }
        if over {
            self.requests.clear();
            self.presence();
            self.summarize().await;
        } else {
            self.check_absences();
        }
    }
}
