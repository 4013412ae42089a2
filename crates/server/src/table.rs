//! The task of one open table: it alone changes the table, one entry after the other.
//!
//! A command is judged against the room, its entry is written to the store, and only then is anybody told. Viewers
//! get what changed through outboxes of limited size; one that does not read is cut off and may come back.

mod bots;
mod budget;
mod commands;
mod host;
mod nodes;
mod shown;
mod teammates;
mod veil;
mod viewers;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::{Duration, SystemTime};

use polynya_catalog::{Ahead, AnyPlayer};
use polynya_engine::{Seat, SeatSet};
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::kept::Whole;
use crate::metrics::What;
use crate::outbox::Outbox;
use crate::protocol::{Ask, Command, Message, Opened, Phase, TableInfo, TakenBack, Update};
use crate::room::{Actor, Change, Decision, Entry, Rejection, Room, Telling, Wish};
use crate::server::{Server, ServerError};
use crate::shares::{Share, Shares};
use crate::store::{NodeName, StoreError, TableId};
use crate::views::Browser;

pub use bots::Thought;
use budget::{Budget, Budgets};
use commands::id_of;
use host::{LateSitter, Watchers};
use nodes::Others;
use shown::Shown;
pub use teammates::Judged;
use teammates::Teammates;
use veil::Veil;
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
    /// The match as a whole, as [`Room::whole`] tells it.
    Whole {
        /// Who asks.
        guest: String,
        /// What is to be told.
        what: Whole,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<Telling, ServerError>>,
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
    /// Another node has written something, or this one leads the table from now on.
    CatchUp,
    /// Another node says something that is not kept.
    Heard {
        /// Which node.
        node: NodeName,
        /// What.
        text: String,
    },
    /// The store has changed the table in another way than by appending, if this is not the edition that is known.
    Edition(Option<i64>),
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
    pub reply: oneshot::Sender<Result<u64, NoEntry>>,
}

/// Why somebody is not let in.
pub enum NoEntry {
    /// The table is not open to them.
    Barred(String),
    /// There is no room just now.
    NotNow(&'static str),
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
    /// How much may be asked of this table.
    budgets: Option<Budgets>,
    /// Room for people who watch.
    places: Arc<Shares>,
    /// When it was last told who is there.
    told: Instant,
    /// Is it to be told again who is there?
    untold: bool,
    players: HashMap<(Seat, String), Box<dyn AnyPlayer>>,
    teammates: Teammates,
    idle_since: Instant,
    /// When anything last happened.
    touched: Instant,
    others: Others,
    /// The last entry that another node is known to have written.
    grown: Arc<AtomicU32>,
    /// Does the store have an entry that this table does not know? Then it is read again.
    behind: bool,
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
        grown: Arc<AtomicU32>,
    ) -> Table {
        let now = Instant::now();
        let seats = room.chairs.len();
        let (rate, most) = (server.config.rate, server.config.watchers);
        let places = rate.map_or_else(Shares::unlimited, |_| Shares::new(most, most, FEW_WATCHERS));
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
            budgets: rate.map(Budgets::new),
            places,
            told: now - APART,
            untold: false,
            players: HashMap::new(),
            teammates: Teammates::default(),
            idle_since: now,
            touched: now,
            others: Others::default(),
            grown,
            behind: false,
            lost: false,
            _share: share,
        }
    }

    /// Serves the table until nobody needs it.
    pub async fn run(mut self) {
        self.server.metrics.tables.inc();
        let beat = (self.server.config.absent / 2).clamp(Duration::from_millis(50), Duration::from_secs(5));
        let mut clock = tokio::time::interval(beat);
        self.wind_clocks(None);
        self.follow(true).await;
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
                    self.follow(false).await;
                    self.forget_nodes();
                    self.check_absences();
                    self.check_host().await;
                    self.lead().await;
                    self.drop_slow();
                    // In case bots could not be asked before.
                    self.think();
                    if self.is_idle() && self.server.tables.forget(&self.room.row.code) {
                        break;
                    }
                }
            }
        }
        self.claim_lead(false);
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
        if !matches!(request, Request::Info { .. } | Request::CatchUp | Request::Heard { .. } | Request::Edition(_)) {
            self.idle_since = Instant::now();
        }
        // Whoever comes finds what they were told at another node.
        self.follow(matches!(request, Request::Join(_))).await;
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
                    self.presence_soon();
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
            Request::Whole { guest, what, reply } => {
                let whole = || self.room.whole(what, self.room.chairs.of(&guest)).ok_or(ServerError::NotBegun);
                drop(reply.send(self.check_look(&guest).and_then(|()| whole())));
            }
            Request::View { guest, reply } => {
                let seats = self.room.chairs.of(&guest);
                drop(reply.send(self.check_look(&guest).map(|()| self.view(seats))));
            }
            Request::Claim { guest, secret, reply } => drop(reply.send(self.claim(&guest, &secret).await)),
            Request::CatchUp => self.think(),
            Request::Heard { node, text } => self.heard(node, &text),
            Request::Edition(edition) => self.behind |= edition != Some(self.room.edition),
            Request::Close => {}
        }
        self.claim_lead(!self.viewers.is_empty());
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

    fn join(&mut self, Join { guest, address, to, reply }: Join) {
        if let Some(reason) = self.room.bars(&guest) {
            return drop(reply.send(Err(NoEntry::Barred(reason.to_owned()))));
        }
        let viewer = self.next_viewer;
        let seats = self.room.chairs.of(&guest);
        let newcomer = match self.make_room(&guest, address, seats) {
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
                let _ = reply.send(Err(NoEntry::NotNow(why)));
                return;
            }
        };
        self.next_viewer += 1;
        if reply.send(Ok(viewer)).is_err() {
            return;
        }
        self.count_watcher(&newcomer.guest);
        self.viewers.insert(viewer, newcomer);
        self.update_presence();
        self.welcome(viewer);
        self.presence_soon();
        self.think();
    }

    /// Is there room for another connection of this guest?
    fn make_room(&self, guest: &str, address: IpAddr, seats: SeatSet) -> Result<Option<Share>, &'static str> {
        if self.budgets.is_some() && self.viewers.values().filter(|viewer| viewer.guest == guest).count() >= MAX_TABS {
            return Err("You have this table open too many times; close some of its pages.");
        }
        if !seats.is_empty() || self.room.is_host(guest) {
            return Ok(None);
        }
        self.places.take(address, 1).map(Some).map_err(|_| "As many watch this table as it takes; come back later.")
    }

    /// Does what somebody wants, if it may be: decided, written down, applied, and only then told.
    ///
    /// Where another node was first, it is decided again after what that one wrote; what the table itself wants is
    /// thought over instead.
    async fn perform(&mut self, actor: Actor<'_>, wish: Wish<'_>) -> Result<(), Rejection> {
        loop {
            let Decision { entry, ahead } = self.room.decide(actor, wish)?;
            match self.append(&entry, ahead).await {
                Err(Rejection::Overtaken) if actor != Actor::Table => {}
                Err(rejection) => return Err(rejection),
                Ok(change) => {
                    self.changed(&entry, change).await;
                    return Ok(());
                }
            }
        }
    }

    /// An entry was written and applied, here or at another node: everybody is told.
    async fn changed(&mut self, entry: &Entry, change: Change) {
        match change {
            Change::Seats => self.seated(entry),
            Change::Match => {
                self.away.resize(self.room.chairs.len(), Some(Instant::now()));
                self.waiting.resize(self.room.chairs.len(), None);
                self.wind_clocks(None);
                self.summarize().await;
                self.shown = Shown::new(&self.room);
                self.find_seats();
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
    }

    /// Writes an entry down, and then applies it. If somebody else was first, the table will be read again.
    async fn append(&mut self, entry: &Entry, ahead: Option<Ahead<Browser>>) -> Result<Change, Rejection> {
        let n = self.room.n + 1;
        let summary = match entry {
            Entry::Step { .. } | Entry::Undo { .. } | Entry::Say { .. } => None,
            entry => self.room.summary_after(entry),
        };
        let text = serde_json::to_string(entry).expect("an entry is plain JSON");
        let written = self.server.metrics.commit(self.server.store.append(self.id, n, text, summary)).await;
        self.touched = Instant::now();
        match written {
            Ok(()) => {}
            Err(StoreError::Taken) if self.server.store.shared().is_some() => {
                let words = "The server cannot read what happened at this table. It is sent again by itself.";
                return Err(match self.catch_up().await {
                    Ok(()) => Rejection::Overtaken,
                    Err(()) => Rejection::Pending(words.to_owned()),
                });
            }
            Err(error) => return Err(self.not_written(n, error)),
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
                // Nodes read what they wrote; then everybody is welcomed, and sends again what was not answered.
                self.behind = self.server.store.shared().is_some();
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

    /// Somebody holds another seat, or the host has decided something: everybody is told, and whoever has other seats now,
    /// what they may do.
    fn seated(&mut self, entry: &Entry) {
        self.wind_clocks(None);
        if let Entry::Sit { guest, .. } = entry {
            self.requests.retain(|request| request.guest != *guest);
        }
        self.send_away();
        let changed = self.find_seats();
        for guest in self.viewers.values().map(|viewer| viewer.guest.clone()).collect::<Vec<_>>() {
            self.count_watcher(&guest);
        }
        if matches!(entry, Entry::Host { .. } | Entry::Remove { .. }) {
            return self.refresh_viewers();
        }
        self.presence();
        if self.room.phase() != Phase::Gathering || matches!(entry, Entry::Claim { .. }) {
            changed.into_iter().for_each(|viewer| self.welcome(viewer));
        }
    }

    /// Steps were written: everybody is told, and a request to take something back is void.
    async fn stepped(&mut self, id: Option<NonZeroU64>, back: Option<TakenBack>, played: usize, changes: Vec<Value>) {
        if self.ask.take().is_some() {
            self.tell_all(&Message::Asked { ask: None, refused: None });
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
