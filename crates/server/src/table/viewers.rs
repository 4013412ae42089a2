//! Telling viewers: what changed, who is there, and letting go of those who do not read.

use axum::extract::ws::Utf8Bytes;
use polynya_engine::{Seat, SeatSet};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::Table;
use super::veil::Veil;
use crate::protocol::{Choices, Message, Phase, Prompt, Seats, TableInfo, UndoPoint, Update, Welcome};
use crate::room::numbers;

/// Somebody who looks at a table.
pub(super) struct Viewer {
    /// The guest.
    pub guest: String,
    /// Where messages go.
    pub to: mpsc::Sender<Utf8Bytes>,
    /// The seats that belong to the guest.
    pub seats: SeatSet,
    /// Is the page visible?
    pub here: bool,
}

/// A message to many, written without copying what they share.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Sending<'a> {
    Step {
        update: &'a RawValue,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        choices: Vec<Choices>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        undo: Vec<UndoPoint>,
    },
}

impl Table {
    /// The board as whoever holds these seats sees it.
    pub(super) fn view(&mut self, seats: SeatSet) -> Value {
        match self.room.is_simultaneous() {
            true => self.veil.view(&self.room, seats),
            false => self.room.position().picture().view(),
        }
    }

    pub(super) fn welcome(&mut self, viewer: u64) {
        let Some(seats) = self.viewers.get(&viewer).map(|viewer| viewer.seats) else { return };
        let view = self.view(seats);
        let Some(Viewer { guest, seats, .. }) = self.viewers.get(&viewer) else { return };
        let room = &self.room;
        let welcome = Welcome {
            code: room.row.code.clone(),
            spoken: room.spoken().map(str::to_owned),
            game: room.row.game.clone(),
            options: serde_json::from_str(&room.row.options).unwrap_or_default(),
            seats: self.seats(guest),
            host: room.is_host(guest),
            takebacks: room.row.takebacks,
            n: room.n,
            steps: room.steps_of(*seats),
            log: room.log_of(*seats, 0),
            taken_back: room.taken_back_of(*seats),
            chat: room.chat(),
            view,
            choices: room.choices(*seats),
            undo: room.undo_points_of(*seats),
            awaited: numbers(room.awaited()),
            turn: room.turn(),
            prompt: room.prompt(None).map(Prompt::from),
            highlights: room.game().highlights(&room.row.options).unwrap_or_default(),
            reference: room.reference(),
            commitment: room.commitment(),
            ask: self.ask.clone(),
            over: room.over(),
            again: room.again.clone(),
            closed: room.closed().map(str::to_owned),
        };
        self.tell(viewer, &Message::Welcome(Box::new(welcome)));
    }

    /// The seats as this guest sees them.
    fn seats(&self, guest: &str) -> Seats {
        let mut seats = self.room.summary().seat_infos(guest);
        for info in &mut seats {
            let index = usize::from(info.seat) - 1;
            info.present |= self.away[index].is_none();
            let Some(seat) = Seat::new(index) else { continue };
            info.abandoned = self.abandoned.contains(seat);
            info.idle = if info.abandoned && info.present { self.overdue(seat) } else { None };
        }
        let watchers = self.viewers.values().filter(|viewer| viewer.seats.is_empty()).count() as u32;
        let (n, phase) = (self.room.n, self.room.phase());
        let (requests, watching) = (Vec::new(), Vec::new());
        let hints = self.gives_hints(guest);
        let mut seats = Seats { n, phase, seats, watchers, closed: false, clock: 0, hints, watching, requests };
        self.add_hosting(guest, &mut seats);
        seats
    }

    /// The table as the lobby shows it.
    pub(super) fn info(&self, guest: &str) -> TableInfo {
        TableInfo {
            code: self.room.row.code.clone(),
            game: self.room.row.game.clone(),
            phase: self.room.phase(),
            seats: self.seats(guest).seats,
            your_turn: self.room.summary().waits_for(guest),
            idle: self.touched.elapsed().as_secs() as u32,
        }
    }

    /// Everybody is told everything.
    pub(super) fn refresh_viewers(&mut self) {
        self.veil = Veil::default();
        self.find_seats();
        self.update_presence();
        let viewers: Vec<u64> = self.viewers.keys().copied().collect();
        viewers.into_iter().for_each(|viewer| self.welcome(viewer));
    }

    /// Looks up again which seats belong to whom.
    pub(super) fn find_seats(&mut self) {
        for viewer in self.viewers.values_mut() {
            viewer.seats = self.room.chairs.of(&viewer.guest);
        }
    }

    /// Tells these viewers about steps, each with what their own seats may do and take back.
    pub(super) fn publish(&mut self, update: &Update, whom: impl Fn(&Viewer) -> bool) {
        let update = to_raw_value(update).expect("an update is plain JSON");
        let mut written: Vec<(SeatSet, Utf8Bytes)> = Vec::with_capacity(self.viewers.len());
        for (&number, viewer) in self.viewers.iter().filter(|(_, viewer)| whom(viewer)) {
            let text = match written.iter().find(|(seats, _)| *seats == viewer.seats) {
                Some((_, text)) => text.clone(),
                None => {
                    let (choices, undo) = (self.room.choices(viewer.seats), self.room.undo_points_of(viewer.seats));
                    let text = written_down(&Sending::Step { update: &update, choices, undo });
                    written.push((viewer.seats, text.clone()));
                    text
                }
            };
            if viewer.to.try_send(text).is_err() {
                self.slow.push(number);
            }
        }
    }

    pub(super) fn tell(&mut self, viewer: u64, message: &Message) {
        let Some(to) = self.viewers.get(&viewer).map(|viewer| &viewer.to) else { return };
        if to.try_send(written_down(message)).is_err() {
            self.slow.push(viewer);
        }
    }

    pub(super) fn tell_all(&mut self, message: &Message) {
        let text = written_down(message);
        let slow = (self.viewers.iter()).filter(|(_, viewer)| viewer.to.try_send(text.clone()).is_err());
        self.slow.extend(slow.map(|(&number, _)| number));
    }

    /// Drops viewers that do not read; their connections end. Those who stay are told once for all of them.
    pub(super) fn drop_slow(&mut self) {
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
    pub(super) fn presence(&mut self) {
        self.update_presence();
        self.tell_seats(|_| true);
    }

    /// Tells these viewers who sits where and who is there.
    pub(super) fn tell_seats(&mut self, whom: impl Fn(u64) -> bool) {
        let viewers: Vec<(u64, String)> = (self.viewers.iter())
            .filter(|&(&number, _)| whom(number))
            .map(|(&number, viewer)| (number, viewer.guest.clone()))
            .collect();
        for (number, guest) in viewers {
            let seats = self.seats(&guest);
            self.tell(number, &Message::Seats(seats));
        }
    }

    /// Finds out again who is there, and tells nobody.
    pub(super) fn update_presence(&mut self) {
        let now = Instant::now();
        for (index, chair) in self.room.chairs.iter().enumerate() {
            let there = self.viewers.values().any(|viewer| viewer.here && chair.guests.contains(&viewer.guest));
            self.away[index] = if there { None } else { Some(self.away[index].unwrap_or(now)) };
        }
        self.abandoned = self.deserted();
    }

    /// The seats of people who have been away, or have kept the table waiting, for long.
    pub(super) fn deserted(&self) -> SeatSet {
        let long = self.server.config.absent;
        let away = |seat: &Seat| {
            let chair = &self.room.chairs[seat.index()];
            let gone = self.away[seat.index()].is_some_and(|since| since.elapsed() >= long);
            let gone = gone || self.overdue(*seat).is_some();
            !chair.guests.is_empty() && chair.cover.is_none() && gone && self.room.phase() == Phase::Playing
        };
        Seat::all(self.room.row.seats).filter(away).collect()
    }

    /// Tells everybody if somebody has become absent for long.
    pub(super) fn check_absences(&mut self) {
        if self.deserted() != self.abandoned {
            self.presence();
        }
    }
}

/// A message as it is sent.
pub(super) fn written_down(message: &impl Serialize) -> Utf8Bytes {
    // Most messages fit in without growing.
    let mut text = Vec::with_capacity(1024);
    serde_json::to_writer(&mut text, message).expect("a message is plain JSON");
    Utf8Bytes::try_from(text).expect("JSON is UTF-8")
}
