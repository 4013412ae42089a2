//! Telling viewers: what changed, who is there, and letting go of those who do not read.

use std::net::IpAddr;

use axum::extract::ws::Utf8Bytes;
use polynya_engine::{Seat, SeatSet};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::time::Instant;

use super::budget::Budget;
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
    /// Tells a viewer everything.
    pub(super) fn welcome(&mut self, viewer: u64) {
        let Some(Viewer { guest, seats, .. }) = self.viewers.get(&viewer) else { return };
        let welcome = self.greeting(*seats, self.room.is_host(guest));
        self.tell(viewer, &welcome);
    }

    /// Returns everything, as it is told to whoever holds these seats.
    fn greeting(&self, own: SeatSet, host: bool) -> Message {
        let room = &self.room;
        Message::Welcome(Box::new(Welcome {
            code: room.row.code.clone(),
            game: room.row.game.clone(),
            options: serde_json::from_str(&room.row.options).unwrap_or_default(),
            seats: self.seats(own),
            host,
            takebacks: room.row.takebacks,
            n: room.n,
            steps: room.steps(),
            log: room.last_steps(usize::MAX),
            taken_back: room.taken_back(),
            chat: room.chat(),
            view: room.position().picture().view(),
            choices: room.choices(own),
            undo: room.undo_points(own),
            awaited: numbers(room.awaited()),
            turn: room.turn(),
            prompt: room.prompt(None).map(Prompt::from),
            highlights: room.game().highlights(&room.row.options).unwrap_or_default(),
            commitment: room.commitment(),
            ask: self.ask.clone(),
            over: room.over(),
            again: room.again.clone(),
        }))
    }

    /// The seats as whoever holds these of them sees them.
    fn seats(&self, own: SeatSet) -> Seats {
        // Nobody is called so: whose they are is known.
        let mut seats = self.room.summary().seat_infos("");
        for info in &mut seats {
            let index = usize::from(info.seat) - 1;
            let among = |set: SeatSet| Seat::new(index).is_some_and(|seat| set.contains(seat));
            info.present |= self.away[index].is_none();
            (info.yours, info.abandoned) = (among(own), among(self.abandoned));
        }
        let watchers = self.viewers.values().filter(|viewer| viewer.seats.is_empty()).count() as u32;
        Seats { n: self.room.n, phase: self.room.phase(), seats, watchers }
    }

    /// The table as the lobby shows it.
    pub(super) fn info(&self, guest: &str) -> TableInfo {
        TableInfo {
            code: self.room.row.code.clone(),
            game: self.room.row.game.clone(),
            phase: self.room.phase(),
            seats: self.seats(self.room.chairs.of(guest)).seats,
            your_turn: self.room.summary().waits_for(guest),
            idle: self.touched.elapsed().as_secs() as u32,
        }
    }

    /// Everybody is told everything.
    pub(super) fn refresh_viewers(&mut self) {
        self.update_presence();
        self.tell_groups(
            |table, viewer| (viewer.seats, table.room.is_host(&viewer.guest)),
            |table, (seats, host)| written_down(&table.greeting(seats, host)),
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

    /// Tells viewers something that is the same for all of a group: it is written once for each.
    fn tell_groups<K: Copy + PartialEq>(
        &mut self,
        group: impl Fn(&Table, &Viewer) -> K,
        write: impl Fn(&Table, K) -> Utf8Bytes,
    ) {
        let mut written: Vec<(K, Utf8Bytes)> = Vec::new();
        let mut slow = Vec::new();
        for (&number, viewer) in &self.viewers {
            let key = group(self, viewer);
            let text = match written.iter().find(|(other, _)| *other == key) {
                Some((_, text)) => text.clone(),
                None => {
                    let text = write(self, key);
                    written.push((key, text.clone()));
                    text
                }
            };
            if viewer.to.put(text).is_err() {
                slow.push(number);
            }
        }
        self.slow.append(&mut slow);
    }

    /// Tells everybody about steps, each with what their own seats may do and take back.
    pub(super) fn publish(&mut self, update: &Update) {
        let update = to_raw_value(update).expect("an update is plain JSON");
        self.tell_groups(
            |_, viewer| viewer.seats,
            |Table { room, .. }, seats| {
                let (choices, undo) = (room.choices(seats), room.undo_points(seats));
                written_down(&Sending::Step { update: &update, choices, undo })
            },
        );
    }

    pub(super) fn tell(&mut self, viewer: u64, message: &Message) {
        let Some(to) = self.viewers.get(&viewer).map(|viewer| &viewer.to) else { return };
        if to.put(written_down(message)).is_err() {
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
        self.tell_groups(|_, viewer| viewer.seats, |table, seats| written_down(&Message::Seats(table.seats(seats))));
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
            *away = if there { None } else { Some(away.unwrap_or(now)) };
        }
        self.abandoned = self.deserted();
    }

    /// The seats of people who have been away for long.
    pub(super) fn deserted(&self) -> SeatSet {
        let long = self.server.config.absent;
        let away = |seat: &Seat| {
            let chair = &self.room.chairs[seat.index()];
            let gone = self.away[seat.index()].is_some_and(|since| since.elapsed() >= long);
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
