//! Telling viewers: what changed, who is there, and letting go of those who do not read.

use std::net::IpAddr;

use axum::extract::ws::Utf8Bytes;
use polynya_engine::{Seat, SeatSet};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use tokio::time::Instant;

use super::budget::Budget;
use super::host::Standing;
use super::veil::Veil;
use super::{APART, Table};
use crate::outbox::Outbox;
use crate::protocol::{Choices, Message, Phase, Prompt, Seats, TableInfo, UndoPoint, Update, Welcome};
use crate::room::numbers;
use crate::shares::Share;

/// Somebody who looks at a table.
pub(super) struct Viewer {
    /// The guest.
    pub guest: String,
    /// From where.
    pub address: IpAddr,
    /// Where messages go.
    pub to: Outbox,
    /// The seats that belong to the guest.
    pub seats: SeatSet,
    /// Is the page visible?
    pub here: bool,
    /// How much it may ask for.
    pub budget: Option<Budget>,
    /// The right to watch.
    pub share: Option<Share>,
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

    /// Tells a viewer everything.
    pub(super) fn welcome(&mut self, viewer: u64) {
        let Some(Viewer { guest, seats, .. }) = self.viewers.get(&viewer) else { return };
        let welcome = self.greeting(self.standing(guest, *seats));
        self.tell(viewer, &welcome);
    }

    /// Returns everything, as it is told to whoever is this at the table.
    fn greeting(&mut self, standing: Standing) -> Message {
        let Standing { seats, host, .. } = standing;
        let view = self.view(seats);
        let room = &self.room;
        Message::Welcome(Box::new(Welcome {
            code: room.row.code.clone(),
            spoken: room.spoken().map(str::to_owned),
            game: room.row.game.clone(),
            options: serde_json::from_str(&room.row.options).unwrap_or_default(),
            seats: self.seats(standing),
            host,
            takebacks: room.row.takebacks,
            n: room.n,
            steps: room.steps_of(seats),
            log: room.log_of(seats, 0),
            taken_back: room.taken_back_of(seats),
            chat: room.chat(),
            view,
            choices: room.choices(seats),
            undo: room.undo_points_of(seats),
            awaited: numbers(room.awaited()),
            turn: room.turn(),
            prompt: room.prompt(None).map(Prompt::from),
            highlights: room.highlights(),
            reference: room.reference(),
            commitment: room.commitment(),
            ask: self.ask.clone(),
            over: room.over(),
            again: room.again.clone(),
            closed: room.closed().map(str::to_owned),
        }))
    }

    /// The seats as whoever is this at the table sees them.
    fn seats(&self, standing: Standing) -> Seats {
        // Nobody is called so: whose they are is known.
        let mut seats = self.room.summary().seat_infos("");
        for info in &mut seats {
            let index = usize::from(info.seat) - 1;
            info.present |= self.away[index].is_none();
            let Some(seat) = Seat::new(index) else { continue };
            info.yours = standing.seats.contains(seat);
            info.abandoned = self.abandoned.contains(seat);
            info.idle = if info.abandoned && info.present { self.overdue(seat) } else { None };
        }
        let watchers = self.viewers.values().filter(|viewer| viewer.seats.is_empty()).count() as u32;
        let watchers = watchers + self.others.iter().map(|node| node.here.watchers).sum::<u32>();
        let (n, phase) = (self.room.n, self.room.phase());
        let (requests, watching) = (Vec::new(), Vec::new());
        let hints = self.gives_hints(standing.seats);
        let first = self.room.seating.first;
        let begins = self.room.seating.begins.filter(|_| phase == Phase::Gathering);
        let (closed, clock) = (false, 0);
        let mut seats = Seats { n, phase, seats, first, begins, watchers, closed, clock, hints, watching, requests };
        self.add_hosting(standing, &mut seats);
        seats
    }

    /// The table as the lobby shows it.
    pub(super) fn info(&self, guest: &str) -> TableInfo {
        TableInfo {
            code: self.room.row.code.clone(),
            game: self.room.row.game.clone(),
            phase: self.room.phase(),
            seats: self.seats(self.standing(guest, self.room.chairs.of(guest))).seats,
            your_turn: self.room.summary().waits_for(guest),
            idle: self.touched.elapsed().as_secs() as u32,
        }
    }

    /// Everybody is told everything.
    pub(super) fn refresh_viewers(&mut self) {
        self.veil = Veil::default();
        self.update_presence();
        self.tell_groups(
            |table, viewer| Some(table.standing(&viewer.guest, viewer.seats)),
            |table, standing| written_down(&table.greeting(standing)),
        );
    }

    /// Looks up again which seats belong to whom; returns the viewers that have others than before.
    pub(super) fn find_seats(&mut self) -> Vec<u64> {
        let mut changed = Vec::new();
        for (&number, viewer) in &mut self.viewers {
            let seats = self.room.chairs.of(&viewer.guest);
            if std::mem::replace(&mut viewer.seats, seats) != seats {
                changed.push(number);
                // Whoever plays takes no place of those who watch.
                viewer.share.take_if(|_| !seats.is_empty());
            }
        }
        changed
    }

    /// Tells viewers something that is the same for all of a group, and nothing to those of none: it is written once for
    /// each.
    fn tell_groups<K: Copy + PartialEq>(
        &mut self,
        group: impl Fn(&Table, &Viewer) -> Option<K>,
        mut write: impl FnMut(&mut Table, K) -> Utf8Bytes,
    ) {
        let grouped = |(&number, viewer): (&u64, &Viewer)| Some((number, group(self, viewer)?));
        let told: Vec<(u64, K)> = self.viewers.iter().filter_map(grouped).collect();
        let mut written: Vec<(K, Utf8Bytes)> = Vec::new();
        for (number, key) in told {
            let text = match written.iter().find(|(other, _)| *other == key) {
                Some((_, text)) => text.clone(),
                None => {
                    let text = write(self, key);
                    written.push((key, text.clone()));
                    text
                }
            };
            self.put(number, text);
        }
    }

    /// Tells these viewers about steps, each with what their own seats may do and take back.
    pub(super) fn publish(&mut self, update: &Update, whom: impl Fn(&Viewer) -> bool) {
        let update = to_raw_value(update).expect("an update is plain JSON");
        self.tell_groups(
            |_, viewer| whom(viewer).then_some(viewer.seats),
            |Table { room, .. }, seats| {
                let (choices, undo) = (room.choices(seats), room.undo_points_of(seats));
                written_down(&Sending::Step { update: &update, choices, undo })
            },
        );
    }

    pub(super) fn tell(&mut self, viewer: u64, message: &Message) {
        self.put(viewer, written_down(message));
    }

    fn put(&mut self, viewer: u64, text: Utf8Bytes) {
        if self.viewers.get(&viewer).is_some_and(|viewer| viewer.to.put(text).is_err()) {
            self.slow.push(viewer);
        }
    }

    pub(super) fn tell_all(&mut self, message: &Message) {
        let text = written_down(message);
        let slow = (self.viewers.iter()).filter(|(_, viewer)| viewer.to.put(text.clone()).is_err());
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
            self.presence_soon();
        }
    }

    /// Tells everybody who sits where and who is there.
    pub(super) fn presence(&mut self) {
        self.update_presence();
        (self.told, self.untold) = (Instant::now(), false);
        self.tell_groups(
            |table, viewer| Some(table.standing(&viewer.guest, viewer.seats)),
            |table, standing| written_down(&Message::Seats(table.seats(standing))),
        );
    }

    /// Tells everybody who is there: now, or in a moment if it was told just now. However many come and go, it is told
    /// a few times a second.
    pub(super) fn presence_soon(&mut self) {
        if self.told.elapsed() >= APART {
            self.presence();
        } else {
            self.update_presence();
            self.untold = true;
        }
    }

    /// Finds out again who is there, and tells nobody.
    pub(super) fn update_presence(&mut self) {
        let now = Instant::now();
        for (index, away) in self.away.iter_mut().enumerate() {
            let there = self.viewers.values().any(|viewer| viewer.here && holds(viewer, index));
            let there = there || self.others.iter().any(|node| node.here.seats.contains(&(index as u8 + 1)));
            *away = if there { None } else { Some(away.unwrap_or(now)) };
        }
        self.abandoned = self.deserted();
        self.tell_here();
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
            self.presence_soon();
        }
    }
}

fn holds(viewer: &Viewer, index: usize) -> bool {
    Seat::new(index).is_some_and(|seat| viewer.seats.contains(seat))
}

/// A message as it is sent.
pub(super) fn written_down(message: &impl Serialize) -> Utf8Bytes {
    // Most messages fit in without growing.
    let mut text = Vec::with_capacity(1024);
    serde_json::to_writer(&mut text, message).expect("a message is plain JSON");
    Utf8Bytes::try_from(text).expect("JSON is UTF-8")
}
