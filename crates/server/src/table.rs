//! The task of one open table: it alone changes the table, one entry after the other.
//!
//! A command is judged against the room, its entry is written to the store, and only then is anybody told. Viewers
//! get what changed through outboxes of limited size; one that does not read is cut off and may come back.

mod bots;
mod budget;
mod commands;
mod shown;
mod viewers;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use polynya_catalog::AnyPlayer;
use polynya_engine::{Seat, SeatSet};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::kept::Whole;
use crate::metrics::What;
use crate::outbox::Outbox;
use crate::protocol::{Ask, Command, Message, Opened, Phase, TableInfo, TakenBack};
use crate::room::{Actor, Change, Entry, Job, Rejection, Room, Wish};
use crate::server::{Server, ServerError};
use crate::shares::{Share, Shares};
use crate::store::{StoreError, TableId};

pub use bots::Thought;
use budget::{Budget, Budgets};
use shown::Shown;
use viewers::Viewer;

/// Connections that one guest may have to a table.
const MAX_TABS: usize = 16;
/// Watchers that one address may always have, if there is room.
const FEW_WATCHERS: usize = 4;
/// Who comes and goes is told at most this often.
const APART: Duration = Duration::from_millis(200);

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
    /// Bots have made up their minds, or could not.
    Thought(Option<Thought>),
    /// How does it look to the lobby?
    Info {
        /// Who asks.
        guest: String,
        /// Where the answer goes.
        reply: oneshot::Sender<TableInfo>,
    },
    /// The match as a whole, as [`Room::whole`] tells it.
    Whole {
        /// What is to be told.
        what: Whole,
        /// Where the answer goes.
        reply: oneshot::Sender<Option<(Option<u32>, Job<String>)>>,
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
    /// From where.
    pub address: IpAddr,
    /// Where messages go.
    pub to: Outbox,
    /// The viewer's number, once it has joined, or why it may not.
    pub reply: oneshot::Sender<Result<u64, &'static str>>,
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
    /// How much may be asked of this table.
    budgets: Option<Budgets>,
    /// Room for people who watch.
    watchers: Arc<Shares>,
    /// When it was last told who is there.
    told: Instant,
    /// Is it to be told again who is there?
    untold: bool,
    players: HashMap<(Seat, String), Box<dyn AnyPlayer>>,
    idle_since: Instant,
    /// When anything last happened.
    touched: Instant,
    /// Did the store fail so that nobody knows how the table stands? Whoever comes next reads it again.
    lost: bool,
    /// The right to be in memory.
    _share: Share,
}

impl Table {
    /// A table whose task is not running yet.
    pub fn new(
        server: Arc<Server>,
        id: TableId,
        room: Room,
        share: Share,
        inbox: mpsc::Receiver<Request>,
        own: mpsc::WeakSender<Request>,
    ) -> Table {
        let now = Instant::now();
        let seats = room.chairs.len();
        let (rate, most) = (server.config.rate, server.config.watchers);
        let watchers = rate.map_or_else(Shares::unlimited, |_| Shares::new(most, most, FEW_WATCHERS));
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
            budgets: rate.map(Budgets::new),
            watchers,
            told: now - APART,
            untold: false,
            players: HashMap::new(),
            idle_since: now,
            touched: now,
            lost: false,
            _share: share,
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
                () = sleep_until(self.told + APART), if self.untold => self.presence(),
                _ = clock.tick() => {
                    self.check_absences();
                    self.drop_slow();
                    // In case bots could not be asked before.
                    self.think();
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
            && (self.idle_since.elapsed() > self.server.config.idle || self.server.tables.is_crowded())
    }

    /// Returns the address for which the table works: that of a player who is there, or else of whoever looks.
    fn address(&self) -> IpAddr {
        let viewers = self.viewers.iter().min_by_key(|(number, viewer)| (viewer.seats.is_empty(), **number));
        viewers.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |(_, viewer)| viewer.address)
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
                    self.presence_soon();
                }
            }
            Request::Thought(thought) => self.thought(thought).await,
            Request::Info { guest, reply } => drop(reply.send(self.info(&guest))),
            Request::Whole { what, reply } => drop(reply.send(self.room.whole(what))),
            Request::Claim { guest, secret, reply } => drop(reply.send(self.claim(&guest, &secret).await)),
            Request::Close => {}
        }
        self.drop_slow();
        if self.lost { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn join(&mut self, Join { guest, address, to, reply }: Join) {
        let viewer = self.next_viewer;
        let seats = self.room.chairs.of(&guest);
        let newcomer = match self.admit(&guest, address, seats) {
            Ok(share) => Viewer {
                guest,
                address,
                to,
                seats,
                here: true,
                budget: self.server.config.rate.map(Budget::of_viewer),
                share,
            },
            Err(why) => {
                self.server.metrics.refuse(What::Viewer, address);
                // Whoever has gone away is not told.
                let _ = reply.send(Err(why));
                return;
            }
        };
        self.next_viewer += 1;
        if reply.send(Ok(viewer)).is_err() {
            return;
        }
        self.viewers.insert(viewer, newcomer);
        self.update_presence();
        self.welcome(viewer);
        self.presence_soon();
        self.think();
    }

    /// Is there room for another connection of this guest?
    fn admit(&self, guest: &str, address: IpAddr, seats: SeatSet) -> Result<Option<Share>, &'static str> {
        if self.budgets.is_some() && self.viewers.values().filter(|viewer| viewer.guest == guest).count() >= MAX_TABS {
            return Err("You have this table open too many times; close some of its pages.");
        }
        if !seats.is_empty() || self.room.is_host(guest) {
            return Ok(None);
        }
        self.watchers.take(address, 1).map(Some).map_err(|_| "As many watch this table as it takes; come back later.")
    }

    /// Does what somebody wants, if it may be: decided, written down, applied, and only then told.
    async fn perform(&mut self, actor: Actor<'_>, wish: Wish<'_>) -> Result<(), Rejection> {
        let entry = self.room.decide(actor, wish)?;
        let change = self.append(&entry).await?;
        match change {
            Change::Seats => self.seated(),
            Change::Match => {
                self.summarize().await;
                self.shown = Shown::new(&self.room);
                self.find_seats();
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
        match self.server.read(self.address(), &self.room.row.code).await {
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
        self.find_seats();
        self.refresh_viewers();
    }

    /// Somebody holds another seat: everybody is told, and whoever has other seats now, what they may do.
    fn seated(&mut self) {
        let changed = self.find_seats();
        self.presence();
        if self.room.phase() != Phase::Gathering {
            changed.into_iter().for_each(|viewer| self.welcome(viewer));
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
