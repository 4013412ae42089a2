//! What the host of a table does: lets people in late, sends them away, and hands the table over when it is left alone.

use std::collections::HashMap;

use polynya_engine::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::Table;
use super::commands::{Answer, Reply};
use crate::protocol::{Message, Phase, SeatNumber, SeatRequest, Seats, Sit, Watcher, Who};
use crate::room::{Actor, Rejection, Wish, numbers};
use crate::store::NodeName;

/// Requests for seats that wait for the host at a time.
const MAX_REQUESTS: usize = 8;
/// Watchers who are remembered by their number after they have gone.
const MAX_WATCHERS: usize = 256;

/// Somebody who asks for a seat of a running match.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct LateSitter {
    pub id: u32,
    pub guest: String,
    pub sit: Sit,
    /// The other node at which they are.
    #[serde(skip)]
    pub node: Option<NodeName>,
}

/// The numbers by which the table calls those who have no seat.
#[derive(Default)]
pub(super) struct Watchers {
    numbers: HashMap<String, u32>,
    last: u32,
}

/// What somebody is at the table. Whoever is the same is told the same.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Standing {
    /// The seats that they hold.
    pub seats: SeatSet,
    /// Are they the host?
    pub host: bool,
    /// The number of their request for a seat.
    request: Option<u32>,
}

impl Table {
    /// Gives a guest without a seat a number.
    pub(super) fn count_watcher(&mut self, guest: &str) {
        if self.watchers.numbers.contains_key(guest) || !self.room.chairs.of(guest).is_empty() {
            return;
        }
        if self.watchers.numbers.len() >= MAX_WATCHERS {
            let here = |guest: &String| self.viewers.values().any(|viewer| viewer.guest == *guest);
            self.watchers.numbers.retain(|guest, _| here(guest));
        }
        self.watchers.last += 1;
        self.watchers.numbers.insert(guest.to_owned(), self.watchers.last);
    }

    /// How the table calls a guest, and the seat, if it has one.
    pub(super) fn name_of(&self, guest: &str) -> (String, Option<SeatNumber>) {
        self.room.name_of(guest, &self.watcher_name(guest))
    }

    pub(super) fn watcher_name(&self, guest: &str) -> String {
        self.watchers.numbers.get(guest).map_or_else(|| "A watcher".to_owned(), |number| format!("Watcher {number}"))
    }

    /// Returns what a guest who holds these seats is at the table.
    pub(super) fn standing(&self, guest: &str, seats: SeatSet) -> Standing {
        let request = self.requests.iter().find(|request| request.guest == guest).map(|request| request.id);
        Standing { seats, host: self.room.is_host(guest), request }
    }

    /// Adds what the host decides and is asked.
    pub(super) fn add_hosting(&self, standing: Standing, seats: &mut Seats) {
        let (hosting, host) = (&self.room.hosting, standing.host);
        (seats.closed, seats.clock) = (hosting.closed, hosting.clock);
        for info in &mut seats.seats {
            let chair = &self.room.chairs[usize::from(info.seat) - 1];
            info.muted = chair.guests.iter().any(|guest| hosting.muted.contains(guest));
        }
        if host {
            let here = |guest: &String| self.viewers.values().any(|v| v.seats.is_empty() && v.guest == *guest);
            let others = self.watchers.numbers.iter().filter(|(other, _)| here(other) && !self.room.is_host(other));
            let told = |(other, &number): (&String, &u32)| Watcher { number, muted: hosting.muted.contains(other) };
            seats.watching = others.map(told).collect();
            seats.watching.sort_unstable_by_key(|watcher| watcher.number);
        }
        let own = |request: &LateSitter| standing.request == Some(request.id);
        let known = self.requests.iter().filter(|request| host || own(request));
        let told = |request: &LateSitter| SeatRequest {
            id: request.id,
            seat: request.sit.seat,
            name: request.sit.name.clone(),
            yours: own(request),
        };
        seats.requests = known.map(told).collect();
    }

    /// Sits down; in a running match the host is asked first.
    pub(super) async fn sit(&mut self, guest: &str, sit: &Sit) -> Answer {
        match self.wish(guest, Wish::Sit { sit, agreed: false }).await {
            Err(Rejection::Late) => self.request(guest, sit),
            Err(rejection) => Err(rejection),
            Ok(_) => {
                self.requests.retain(|request| request.guest != guest);
                self.begin_when_full().await
            }
        }
    }

    /// Asks the host for a seat; another request of the same guest is void.
    fn request(&mut self, guest: &str, sit: &Sit) -> Answer {
        self.requests.retain(|request| request.guest != guest);
        if self.requests.len() == MAX_REQUESTS {
            return Rejection::invalid("Others have asked the host for a seat already; wait until they are answered.");
        }
        let name = self.room.free_name(guest, sit.seat, &sit.name);
        let last = self.requests.iter().map(|request| request.id).fold(self.last_request, u32::max);
        self.last_request = self.sign_after(last);
        let (id, guest) = (self.last_request, guest.to_owned());
        self.requests.push(LateSitter { id, guest, sit: Sit { name, ..sit.clone() }, node: None });
        self.presence();
        Ok(Reply::Nothing)
    }

    /// The host answers somebody who asks for a seat, or whoever asked does not want it any more.
    pub(super) async fn admit(&mut self, guest: &str, id: u32, yes: bool) -> Answer {
        let Some(place) = self.requests.iter().position(|request| request.id == id) else {
            return Rejection::invalid("Nobody asks for that seat any more.");
        };
        let own = self.requests[place].guest == guest;
        if !self.room.is_host(guest) && (yes || !own) {
            return Rejection::invalid("Only the host of this table can let somebody sit down in a running match.");
        }
        let request = self.requests.remove(place);
        self.tell_admitted(&request, !yes);
        let LateSitter { guest, sit, .. } = request;
        if !yes {
            if !own {
                self.tell_refused(&guest);
            }
            self.presence();
            return Ok(Reply::Nothing);
        }
        let sat = self.wish(&guest, Wish::Sit { sit: &sit, agreed: true }).await;
        if sat.is_err() {
            // Somebody was quicker, or the match is over.
            self.presence();
        }
        sat
    }

    /// Tells somebody that the host keeps a seat as it is.
    fn tell_refused(&mut self, guest: &str) {
        let text = "The host would rather keep that seat as it is. You can go on watching.".to_owned();
        self.tell_guest(guest, &Message::Invalid { id: None, text });
    }

    /// The host, who is at another node, has answered somebody here who asks for a seat.
    pub(super) fn admitted(&mut self, id: u32, refused: bool) {
        let place = self.requests.iter().position(|request| request.id == id && request.node.is_none());
        let Some(place) = place else { return };
        let guest = self.requests.remove(place).guest;
        if refused {
            self.tell_refused(&guest);
        }
        self.presence();
    }

    pub(super) async fn mute(&mut self, guest: &str, who: Who, muted: bool) -> Answer {
        let guests = self.guests_of(who);
        self.wish(guest, Wish::Mute { guests: &guests, muted }).await
    }

    pub(super) async fn remove(&mut self, guest: &str, who: Who) -> Answer {
        let guests = self.guests_of(who);
        let removed = self.wish(guest, Wish::Remove { guests: &guests }).await?;
        self.requests.retain(|request| !guests.contains(&request.guest));
        self.presence();
        Ok(removed)
    }

    /// The devices of somebody at the table.
    fn guests_of(&self, who: Who) -> Vec<String> {
        match who {
            Who::Seat(seat) => match self.room.seat(seat) {
                Ok(seat) => self.room.chairs[seat.index()].guests.clone(),
                Err(_) => Vec::new(),
            },
            Who::Watcher(number) => {
                let known = self.watchers.numbers.iter().filter(|(_, known)| **known == number);
                known.map(|(guest, _)| guest.clone()).collect()
            }
        }
    }

    /// Lets go of those who may not look any more.
    pub(super) fn send_away(&mut self) {
        let barred = |viewer: &super::Viewer| self.room.bars(&viewer.guest);
        let gone: Vec<(u64, &'static str)> =
            self.viewers.iter().filter_map(|(&number, viewer)| Some((number, barred(viewer)?))).collect();
        for (number, text) in gone {
            self.tell(number, &Message::Barred { text: text.to_owned() });
            self.viewers.remove(&number);
        }
    }

    fn tell_guest(&mut self, guest: &str, message: &Message) {
        let devices: Vec<u64> =
            self.viewers.iter().filter(|(_, viewer)| viewer.guest == guest).map(|(&number, _)| number).collect();
        devices.into_iter().for_each(|viewer| self.tell(viewer, message));
    }

    /// Forgets the requests of those who are gone; `true` if there were any.
    pub(super) fn forget_requests(&mut self) -> bool {
        let before = self.requests.len();
        let viewers = &self.viewers;
        let here = |request: &LateSitter| viewers.values().any(|viewer| viewer.guest == request.guest);
        self.requests.retain(|request| request.node.is_some() || here(request));
        self.requests.len() < before
    }

    /// Makes the next person at the table host, if the host has been gone for long.
    pub(super) async fn check_host(&mut self) {
        let here = |guest: &str| self.viewers.values().any(|viewer| viewer.guest == guest);
        let there = self.viewers.values().any(|viewer| self.room.is_host(&viewer.guest));
        if there || self.others.iter().any(|node| node.here.host) {
            self.host_gone = None;
            return;
        }
        let gone = *self.host_gone.get_or_insert_with(Instant::now);
        if gone.elapsed() < self.server.config.host_absent || !self.leads() {
            return;
        }
        let seats = self.room.chairs.len();
        let first = self.room.chairs.iter().position(|chair| chair.belongs_to(&self.room.hosting.host)).unwrap_or(0);
        let mut next = (0..seats).map(|by| (first + by) % seats);
        let elsewhere = |seat: usize| self.others.iter().any(|node| node.here.connected.contains(&(seat as u8 + 1)));
        let heir = next.find(|&seat| self.room.chairs[seat].guests.iter().any(|guest| here(guest)) || elsewhere(seat));
        if let Some(seat) = heir {
            let made = self.perform(Actor::Table, Wish::Host { seat: seat as u8 + 1 }).await;
            if let Err(rejection) = made {
                tracing::debug!(?rejection, "nobody became host");
            }
        }
    }

    /// The table waits for these seats from now on; those that it waited for before, and that have not acted, for longer.
    pub(super) fn wind_clocks(&mut self, acted: Option<Seat>) {
        let awaited = if self.room.phase() == Phase::Playing { numbers(self.room.awaited()) } else { Vec::new() };
        let now = Instant::now();
        for (index, since) in self.waiting.iter_mut().enumerate() {
            let waits = awaited.contains(&(index as u8 + 1)) && self.room.chairs[index].mover().is_none();
            let same = acted.is_none_or(|seat| seat.index() != index);
            *since = waits.then(|| since.filter(|_| same).unwrap_or(now));
        }
    }

    /// For how many seconds a seat has kept the table waiting, if that is too long.
    pub(super) fn overdue(&self, seat: Seat) -> Option<u32> {
        let clock = u64::from(self.room.hosting.clock);
        let waited = self.waiting[seat.index()]?.elapsed().as_secs();
        (clock > 0 && waited >= clock).then_some(waited as u32)
    }
}
