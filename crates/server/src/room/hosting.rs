//! What the host of a table decides: who may look, who may speak, how long it waits for somebody.

use super::{Entry, Rejection, Room};
use crate::protocol::{Phase, SeatNumber};

/// How long a table waits for somebody who is there and does nothing, in seconds, if nobody says otherwise.
pub const USUAL_CLOCK: u32 = 600;
/// The longest that can be chosen: a week.
const MAX_CLOCK: u32 = 7 * 24 * 60 * 60;
/// Guests that can be muted or removed at one table; one more, and the first is forgiven.
const MAX_GUESTS: usize = 200;

/// What the host has decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hosting {
    /// The guest who decides.
    pub host: String,
    /// Is the match shown only to those who play it?
    pub closed: bool,
    /// Guests who may say nothing.
    pub muted: Vec<String>,
    /// Guests who may not come back.
    pub removed: Vec<String>,
    /// After how many seconds without an action others may let a bot play for somebody; 0 for never.
    pub clock: u32,
}

impl Hosting {
    /// Returns a table of this host at which nothing was decided yet.
    pub fn new(host: String) -> Hosting {
        Hosting { host, closed: false, muted: Vec::new(), removed: Vec::new(), clock: USUAL_CLOCK }
    }

    /// Applies an entry of the host; `false` if it is something else.
    pub fn apply(&mut self, entry: &Entry) -> bool {
        match entry {
            Entry::Host { guest } => self.host.clone_from(guest),
            Entry::Door { open } => self.closed = !open,
            Entry::Clock { seconds } => self.clock = *seconds,
            Entry::Mute { guests, muted: true } => add(&mut self.muted, guests),
            Entry::Mute { guests, muted: false } => self.muted.retain(|guest| !guests.contains(guest)),
            Entry::Remove { guests, .. } => add(&mut self.removed, guests),
            _ => return false,
        }
        true
    }

    /// Returns why somebody may not look at the table; nothing if they may.
    pub fn bars(&self, guest: &str, phase: Phase, sits: bool) -> Option<&'static str> {
        if self.removed.iter().any(|removed| removed == guest) {
            return Some("The host has removed you from this table.");
        }
        let stranger = !sits && self.host != guest;
        (self.closed && stranger && phase != Phase::Gathering)
            .then_some("The host has closed this table to watchers; ask the players to open it.")
    }

    /// Returns the entries by which another table is hosted alike.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        if self.closed {
            entries.push(Entry::Door { open: false });
        }
        if self.clock != USUAL_CLOCK {
            entries.push(Entry::Clock { seconds: self.clock });
        }
        if !self.muted.is_empty() {
            entries.push(Entry::Mute { guests: self.muted.clone(), muted: true });
        }
        if !self.removed.is_empty() {
            entries.push(Entry::Remove { guests: self.removed.clone(), bot: None });
        }
        entries
    }
}

fn add(list: &mut Vec<String>, guests: &[String]) {
    list.retain(|known| !guests.contains(known));
    list.extend(guests.iter().cloned());
    list.drain(..list.len().saturating_sub(MAX_GUESTS));
}

/// Can a table wait for so many seconds?
pub fn check_clock(seconds: u32) -> Result<u32, String> {
    match seconds {
        0..=MAX_CLOCK => Ok(seconds),
        _ => Err(format!("A table waits 1 to {MAX_CLOCK} seconds for somebody, or 0 for ever.")),
    }
}

impl Room {
    /// Is this guest the host, or another device of the host?
    pub fn is_host(&self, guest: &str) -> bool {
        let host = &self.hosting.host;
        host == guest || self.chairs.iter().any(|chair| chair.belongs_to(host) && chair.belongs_to(guest))
    }

    /// Does the seat belong to the host?
    pub fn hosts(&self, seat: SeatNumber) -> bool {
        self.chairs.get(usize::from(seat).wrapping_sub(1)).is_some_and(|chair| chair.belongs_to(&self.hosting.host))
    }

    /// Returns why somebody may not look at the table; nothing if they may.
    pub fn bars(&self, guest: &str) -> Option<&'static str> {
        let sits = self.chairs.iter().any(|chair| chair.belongs_to(guest) || chair.was_of(guest));
        self.hosting.bars(guest, self.phase(), sits || self.is_host(guest))
    }

    /// May this guest speak at the table?
    pub fn check_voice(&self, guest: &str) -> Result<(), Rejection> {
        match self.hosting.muted.iter().any(|muted| muted == guest) {
            true => Rejection::invalid("The host has muted you at this table; you can still play and watch."),
            false => Ok(()),
        }
    }

    pub(super) fn check_host(&self, guest: &str) -> Result<(), Rejection> {
        match self.is_host(guest) {
            true => Ok(()),
            false => Rejection::invalid("Only the host of this table can do that."),
        }
    }

    pub(super) fn decide_door(&self, guest: &str, open: bool) -> Result<Entry, Rejection> {
        self.check_host(guest)?;
        if self.hosting.closed != open { Err(Rejection::Duplicate) } else { Ok(Entry::Door { open }) }
    }

    pub(super) fn decide_clock(&self, guest: &str, seconds: u32) -> Result<Entry, Rejection> {
        self.check_host(guest)?;
        match seconds {
            _ if seconds == self.hosting.clock => Err(Rejection::Duplicate),
            _ => check_clock(seconds).map(|seconds| Entry::Clock { seconds }).map_err(Rejection::Invalid),
        }
    }

    pub(super) fn decide_mute(&self, guest: &str, guests: &[String], muted: bool) -> Result<Entry, Rejection> {
        self.check_others(guest, guests)?;
        if guests.iter().all(|guest| self.hosting.muted.contains(guest) == muted) {
            return Err(Rejection::Duplicate);
        }
        Ok(Entry::Mute { guests: guests.to_vec(), muted })
    }

    pub(super) fn decide_remove(&self, guest: &str, guests: &[String]) -> Result<Entry, Rejection> {
        self.check_others(guest, guests)?;
        let bot = (self.phase() != Phase::Gathering).then(|| polynya_catalog::USUAL_BOT.to_owned());
        Ok(Entry::Remove { guests: guests.to_vec(), bot })
    }

    /// Hands the table over to the person on a seat.
    pub(super) fn decide_host(&self, guest: &str, seat: SeatNumber) -> Result<Entry, Rejection> {
        self.check_host(guest)?;
        self.heir(seat)
    }

    /// The host is gone: the person on this seat becomes host.
    pub(super) fn heir(&self, seat: SeatNumber) -> Result<Entry, Rejection> {
        let chair = &self.chairs[self.seat(seat)?.index()];
        match chair.guests.first() {
            Some(_) if self.hosts(seat) => Err(Rejection::Duplicate),
            Some(guest) => Ok(Entry::Host { guest: guest.clone() }),
            None => Rejection::invalid("Nobody sits there; a person who plays can be the host."),
        }
    }

    fn check_others(&self, guest: &str, guests: &[String]) -> Result<(), Rejection> {
        self.check_host(guest)?;
        if guests.is_empty() {
            return Rejection::invalid("Nobody is there; look again who is at the table.");
        }
        match guests.iter().any(|guest| self.is_host(guest)) {
            true => Rejection::invalid("That is the host; somebody else can be muted or removed."),
            false => Ok(()),
        }
    }
}
