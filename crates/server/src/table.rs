//! The task of one open table: it alone changes the table, one entry after the other.
//!
//! A command is judged against the room, its entry is written to the store, and only then is anybody told. Viewers
//! get what changed through channels of limited length; one that does not read is cut off and may come back.

mod commands;

pub use commands::{NAME, NONCE, polite};

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use polynya_catalog::{AnyLine, AnyPlayer};
use polynya_engine::{Seat, SeatSet, Seed};
use serde::Serialize;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::Instant;

use crate::codes;
use crate::protocol::{Ask, Choices, Command, Message, Opened, Phase, Replay, Seats, TableInfo, Update, Welcome};
use crate::room::{Entry, Errand, Room, numbers};
use crate::server::{Server, ServerError};
use crate::store::{StoreError, TableId};

/// Messages that may wait for a viewer before it is cut off.
pub const BACKLOG: usize = 128;
/// How long a table without viewers stays in memory.
const IDLE: Duration = Duration::from_secs(30);

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
        reply: oneshot::Sender<Option<Errand<String>>>,
    },
    /// The match step by step.
    Replay {
        /// Where the answer goes.
        reply: oneshot::Sender<Option<Errand<Option<Replay>>>>,
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

/// What a bot wants to do.
pub struct Thought {
    bot: String,
    player: Box<dyn AnyPlayer>,
    seat: Seat,
    /// The entry after which it began to think.
    after: u32,
    action: String,
}

struct Viewer {
    guest: String,
    to: mpsc::Sender<Utf8Bytes>,
    seats: SeatSet,
    here: bool,
}

/// An open table.
pub struct Table {
    server: Arc<Server>,
    id: TableId,
    room: Room,
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
    /// Room for one hint at a time.
    hints: Arc<Semaphore>,
    /// How much may be said and shown at this table.
    talk: Option<DefaultDirectRateLimiter>,
    players: HashMap<(Seat, String), Box<dyn AnyPlayer>>,
    idle_since: Instant,
    /// When anything last happened.
    touched: Instant,
    /// Did the store fail so that nobody knows how the table stands? Whoever comes next reads it anew.
    lost: bool,
}

/// A message that is written without copying what it holds.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Sending<'a> {
    Step(&'a Update),
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
                    self.look_round();
                    self.let_go();
                    if self.is_idle() && self.server.tables.forget(&self.room.row.code) {
                        break;
                    }
                }
            }
        }
        self.server.metrics.tables.dec();
    }

    fn is_idle(&self) -> bool {
        self.viewers.is_empty() && !self.thinking && self.inbox.is_empty() && self.idle_since.elapsed() > IDLE
    }

    /// Does what it is asked; the table ends if it no longer knows how it stands.
    async fn answer(&mut self, request: Request) -> ControlFlow<()> {
        self.idle_since = Instant::now();
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
            Request::Replay { reply } => drop(reply.send(self.room.replay())),
            Request::Claim { guest, secret, reply } => drop(reply.send(self.claim(guest, &secret).await)),
            Request::Close => {}
        }
        self.let_go();
        if self.lost { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn join(&mut self, Join { guest, to, reply }: Join) {
        let viewer = self.next_viewer;
        self.next_viewer += 1;
        if reply.send(viewer).is_err() {
            return;
        }
        let seats = self.room.seats_of(&guest);
        self.viewers.insert(viewer, Viewer { guest, to, seats, here: true });
        self.presence_quietly();
        self.welcome(viewer);
        self.tell_seats(|other| other != viewer);
        self.think();
    }

    fn welcome(&mut self, viewer: u64) {
        let Some(Viewer { guest, seats, .. }) = self.viewers.get(&viewer) else { return };
        let room = &self.room;
        let welcome = Welcome {
            code: room.row.code.clone(),
            game: room.row.game.clone(),
            options: serde_json::from_str(&room.row.options).unwrap_or_default(),
            seats: self.seats(guest),
            host: room.is_host(guest),
            takebacks: room.row.takebacks,
            n: room.n,
            steps: room.steps(),
            log: room.log(),
            backs: room.backs(),
            chat: room.chat(),
            view: room.view(),
            choices: room.choices(*seats),
            awaited: numbers(room.awaited()),
            turn: room.turn(),
            commitment: room.commitment(),
            ask: self.ask.clone(),
            over: room.over(),
            again: room.again.clone(),
        };
        self.tell(viewer, &Message::Welcome(Box::new(welcome)));
    }

    /// The seats as this guest sees them.
    fn seats(&self, guest: &str) -> Seats {
        let mut seats = self.room.seat_infos(guest);
        for info in &mut seats {
            let index = usize::from(info.seat) - 1;
            info.present |= self.away[index].is_none();
            info.abandoned = Seat::new(index).is_some_and(|seat| self.abandoned.has(seat));
        }
        let watchers = self.viewers.values().filter(|viewer| viewer.seats.is_empty()).count() as u32;
        Seats { n: self.room.n, phase: self.room.phase(), seats, watchers }
    }

    fn info(&self, guest: &str) -> TableInfo {
        let own = self.room.seats_of(guest);
        TableInfo {
            code: self.room.row.code.clone(),
            game: self.room.row.game.clone(),
            phase: self.room.phase(),
            seats: self.seats(guest).seats,
            your_turn: self.room.awaited().iter().any(|seat| own.has(seat)),
            idle: self.touched.elapsed().as_secs() as u32,
        }
    }

    /// Writes an entry down. If somebody else was first or the store fails, the table is read anew and the caller told.
    async fn write(&mut self, n: u32, entry: &Entry, with_summary: bool) -> Result<(), String> {
        let text = serde_json::to_string(entry).expect("an entry is plain JSON");
        let summary = with_summary.then(|| self.room.summary());
        let written = self.server.store.append(self.id, n, text, summary).await;
        self.touched = Instant::now();
        match written {
            Ok(()) => {
                self.server.metrics.entries.inc();
                Ok(())
            }
            Err(error) => {
                tracing::error!(table = self.room.row.code, n, %error, "an entry was not written");
                self.reload().await;
                Err(match error {
                    StoreError::Taken => "The table has moved on since; look again.".to_owned(),
                    StoreError::Broken(_) => {
                        "The server could not save this, so it did not happen. Try again.".to_owned()
                    }
                })
            }
        }
    }

    /// Applies an entry and writes it down.
    async fn append(&mut self, entry: &Entry) -> Result<(), String> {
        if let Err(trouble) = self.room.apply(entry) {
            self.reload().await;
            return Err(trouble.to_string());
        }
        self.write(self.room.n, entry, true).await
    }

    /// The table as the store has it; everybody is told everything.
    async fn reload(&mut self) {
        match self.server.read(&self.room.row.code).await {
            Ok(Some((_, room))) => self.room = room,
            Ok(None) => self.lost = true,
            Err(error) => {
                tracing::error!(table = self.room.row.code, %error, "the table cannot be read");
                self.lost = true;
            }
        }
        self.ask = None;
        self.refresh_viewers();
    }

    /// Everybody is told everything.
    fn refresh_viewers(&mut self) {
        for viewer in self.viewers.values_mut() {
            viewer.seats = self.room.seats_of(&viewer.guest);
        }
        self.presence_quietly();
        let viewers: Vec<u64> = self.viewers.keys().copied().collect();
        viewers.into_iter().for_each(|viewer| self.welcome(viewer));
    }

    /// Tells everybody about steps, each with what their own seats may do.
    fn publish(&mut self, update: Update) {
        let acting = self.room.acting();
        let mut written = vec![(SeatSet::NONE, written_down(&Sending::Step(&update)))];
        for (&number, viewer) in &self.viewers {
            let own: SeatSet = acting.iter().filter(|&seat| viewer.seats.has(seat)).collect();
            let text = match written.iter().find(|(seats, _)| *seats == own) {
                Some((_, text)) => text.clone(),
                None => {
                    let text = with_choices(&written[0].1, &self.room.choices(own));
                    written.push((own, text.clone()));
                    text
                }
            };
            if viewer.to.try_send(text).is_err() {
                self.slow.push(number);
            }
        }
    }

    fn tell(&mut self, viewer: u64, message: &Message) {
        let Some(to) = self.viewers.get(&viewer).map(|viewer| &viewer.to) else { return };
        if to.try_send(written_down(message)).is_err() {
            self.slow.push(viewer);
        }
    }

    fn tell_all(&mut self, message: &Message) {
        let text = written_down(message);
        let slow = (self.viewers.iter()).filter(|(_, viewer)| viewer.to.try_send(text.clone()).is_err());
        self.slow.extend(slow.map(|(&number, _)| number));
    }

    /// Lets go of viewers that do not read; their connections end. Those who stay are told once for all of them.
    fn let_go(&mut self) {
        while !self.slow.is_empty() {
            for viewer in self.slow.drain(..) {
                if self.viewers.remove(&viewer).is_some() {
                    self.server.metrics.cut.inc();
                }
            }
            self.presence();
        }
    }

    /// Tells everybody who sits where and who is there.
    fn presence(&mut self) {
        self.presence_quietly();
        self.tell_seats(|_| true);
    }

    /// Tells these viewers who sits where and who is there.
    fn tell_seats(&mut self, whom: impl Fn(u64) -> bool) {
        let viewers: Vec<(u64, String)> = (self.viewers.iter())
            .filter(|&(&number, _)| whom(number))
            .map(|(&number, viewer)| (number, viewer.guest.clone()))
            .collect();
        for (number, guest) in viewers {
            let seats = self.seats(&guest);
            self.tell(number, &Message::Seats(seats));
        }
    }

    fn presence_quietly(&mut self) {
        let now = Instant::now();
        for (index, chair) in self.room.chairs.iter().enumerate() {
            let there = self.viewers.values().any(|viewer| viewer.here && chair.guests.contains(&viewer.guest));
            self.away[index] = if there { None } else { Some(self.away[index].unwrap_or(now)) };
        }
        self.abandoned = self.deserted();
    }

    /// The seats of people who have been away for long.
    fn deserted(&self) -> SeatSet {
        let long = self.server.config.absent;
        let away = |seat: &Seat| {
            let chair = &self.room.chairs[seat.index()];
            let gone = self.away[seat.index()].is_some_and(|since| since.elapsed() >= long);
            !chair.guests.is_empty() && chair.cover.is_none() && gone && self.room.phase() == Phase::Playing
        };
        Seat::all(self.room.row.seats).filter(away).collect()
    }

    fn look_round(&mut self) {
        if self.deserted() != self.abandoned {
            self.presence();
        }
    }

    /// Lets a bot think, if the table waits for one and somebody looks.
    fn think(&mut self) {
        if self.thinking || self.viewers.is_empty() || self.room.phase() != Phase::Playing {
            return;
        }
        let awaited = self.room.awaited();
        let next = awaited.iter().find_map(|seat| {
            let bot = self.room.chairs[seat.index()].mover()?;
            Some((seat, bot.to_owned()))
        });
        let (Some((seat, bot)), Some(table)) = (next, self.room.table()) else { return };
        let player = self.players.remove(&(seat, bot.clone()));
        let Ok(mut player) = player.map_or_else(|| self.room.game().player(&bot, Seed::new(codes::random())), Ok)
        else {
            tracing::error!(bot, "there is no such bot");
            return;
        };
        self.thinking = true;
        let (line, after, own) = (table.line().copy(), self.room.n, self.own.clone());
        let (pool, pace) = (self.server.bots.clone(), self.server.config.pace);
        tokio::spawn(async move {
            tokio::time::sleep(pace).await;
            let Ok(_permit) = pool.acquire_owned().await else { return };
            let thought = tokio::task::spawn_blocking(move || {
                let action = choose(&mut *player, &*line, seat);
                Thought { bot, player, seat, after, action }
            });
            if let (Ok(thought), Some(own)) = (thought.await, own.upgrade()) {
                drop(own.send(Request::Thought(thought)).await);
            }
        });
    }

    async fn thought(&mut self, Thought { bot, player, seat, after, action }: Thought) {
        self.thinking = false;
        let still = after == self.room.n || self.room.awaited().has(seat);
        let moves = still && self.room.chairs[seat.index()].mover() == Some(&bot);
        self.players.insert((seat, bot), player);
        if moves {
            match self.room.submit_bot(seat, &action) {
                Ok((entry, update)) => {
                    let over = update.over.is_some();
                    if self.write(update.n, &entry, over).await.is_ok() {
                        self.server.metrics.bots.inc();
                        self.stepped(update);
                    }
                }
                // The table has changed while the bot thought; it thinks again.
                Err(no) => tracing::debug!(?no, action, "a bot's thought came too late"),
            }
        }
        self.think();
    }

    /// Steps were written: everybody is told, and a request to take something back is void.
    fn stepped(&mut self, update: Update) {
        if self.ask.take().is_some() {
            self.tell_all(&Message::Asked { ask: None });
        }
        let over = update.over.is_some();
        self.publish(update);
        if over {
            self.presence();
        }
    }
}

/// A message as it is sent.
fn written_down(message: &impl Serialize) -> Utf8Bytes {
    // Most messages fit in without growing.
    let mut text = Vec::with_capacity(512);
    serde_json::to_writer(&mut text, message).expect("a message is plain JSON");
    Utf8Bytes::try_from(text).expect("JSON is UTF-8")
}

/// The message about a step, which ends with `}}`, with what some seats may do at its end.
fn with_choices(step: &str, choices: &[Choices]) -> Utf8Bytes {
    let mut text = Vec::with_capacity(step.len() + 256);
    text.extend_from_slice(&step.as_bytes()[..step.len() - 2]);
    text.extend_from_slice(br#","choices":"#);
    serde_json::to_writer(&mut text, choices).expect("choices are plain JSON");
    text.extend_from_slice(b"}}");
    Utf8Bytes::try_from(text).expect("JSON is UTF-8")
}

/// What a bot does. One that fails does the first thing it may, so that the match goes on.
fn choose(player: &mut dyn AnyPlayer, line: &dyn AnyLine, seat: Seat) -> String {
    let chosen = panic::catch_unwind(AssertUnwindSafe(|| player.choose(line, seat)));
    chosen.unwrap_or_else(|_| {
        tracing::error!(%seat, "a bot has failed");
        line.legal(seat).into_iter().next().unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use polynya_catalog::game;

    use super::*;

    #[test]
    fn a_bot_that_fails_does_something_legal() {
        struct Failing;
        impl AnyPlayer for Failing {
            fn choose(&mut self, _: &dyn AnyLine, _: Seat) -> String {
                panic!("this bot is broken on purpose")
            }
        }
        let table = game("polar-dare").unwrap().open("{}", 2, Seed::of("failing")).unwrap();
        let seat = table.line().awaited().first().unwrap();
        assert_eq!(choose(&mut Failing, table.line(), seat), "roll");
    }
}
