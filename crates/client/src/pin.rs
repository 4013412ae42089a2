//! What a client remembers of the dice of a table, across sessions: the commitment that it saw first, what its seats
//! added, and how the seats stood just before the match.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use polynya_server::protocol::{First, Holder, Phase, SeatNumber, Seats, Welcome};
use serde::{Deserialize, Serialize};

use crate::Address;

/// What is remembered of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pin {
    /// The commitment that was seen first.
    pub commitment: String,
    /// Was the match over then? Then nothing was promised.
    #[serde(default)]
    pub late: bool,
    /// Another one that the server showed later: then the dice were exchanged.
    #[serde(default)]
    pub exchanged: Option<String>,
    /// What this client would add for each seat on which it sat.
    #[serde(default)]
    pub additions: BTreeMap<SeatNumber, String>,
    /// The seats that it held when it last saw the table before the match: whoever sits down later adds nothing.
    #[serde(default)]
    pub seats: Vec<SeatNumber>,
    /// How the table stood then.
    #[serde(default)]
    pub stood: Option<Standing>,
    /// Did this client see the match begin right after that? Then nothing can have changed in between.
    #[serde(default)]
    pub began: bool,
}

/// How a table stands before the match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// How many seats there are.
    pub seats: usize,
    /// Which of them bots hold.
    pub bots: Vec<SeatNumber>,
    /// How it is found out who begins.
    pub first: First,
    /// The seat that people named.
    #[serde(default)]
    pub begins: Option<SeatNumber>,
}

impl Pin {
    /// Returns what must be in the seed of the match, by seat.
    pub fn owed(&self) -> impl Iterator<Item = (SeatNumber, &str)> {
        self.seats.iter().filter_map(|seat| Some((*seat, self.additions.get(seat)?.as_str())))
    }
}

impl Standing {
    fn of(table: &Seats) -> Standing {
        let bots = table.seats.iter().filter(|seat| seat.holder == Holder::Bot).map(|seat| seat.seat).collect();
        Standing { seats: table.seats.len(), bots, first: table.first, begins: table.begins }
    }

    /// Returns the seat that people named to begin; the first one where nobody was named.
    pub fn named(&self) -> Option<SeatNumber> {
        (self.first == First::Asked).then(|| self.begins.unwrap_or(1))
    }
}

/// A pin that is kept in a file, as long as that can be written.
pub struct Pinned {
    /// What is remembered.
    pub pin: Pin,
    file: Option<PathBuf>,
    /// Do people gather, as far as this connection has told?
    gathering: bool,
}

impl Pinned {
    /// Returns what a folder remembers of a table, or nothing yet.
    pub fn open(server: &Address, code: &str, folder: Option<&Path>) -> Pinned {
        let plain = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
        let name: String = format!("{}-{}-{code}", server.host, server.port).chars().map(plain).collect();
        let file = folder.map(|folder| folder.join("luck").join(name));
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        let pin = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Pinned { pin, file, gathering: false }
    }

    /// Sees a table on a new connection: remembers its first commitment, and for ever that another one was shown.
    pub fn welcome(&mut self, welcome: &Welcome) {
        let mut pin = self.pin.clone();
        if pin.commitment.is_empty() {
            pin.commitment.clone_from(&welcome.commitment);
            pin.late = welcome.over.is_some();
        } else if pin.commitment != welcome.commitment && pin.exchanged.is_none() {
            pin.exchanged = Some(welcome.commitment.clone());
        }
        self.keep(pin);
        self.gathering = false;
        self.see(&welcome.seats);
    }

    /// Sees who sits where: remembers how the table stands before the match, and that it was seen to begin.
    pub fn see(&mut self, table: &Seats) {
        let mut pin = self.pin.clone();
        let gathered = std::mem::replace(&mut self.gathering, table.phase == Phase::Gathering);
        if self.gathering {
            pin.seats = table.seats.iter().filter(|seat| seat.yours).map(|seat| seat.seat).collect();
            pin.stood = Some(Standing::of(table));
        } else if gathered {
            pin.began = true;
        }
        self.keep(pin);
    }

    /// Returns what an own seat adds to the luck: the same text however often it is asked for.
    pub fn addition(&mut self, seat: SeatNumber) -> String {
        if let Some(added) = self.pin.additions.get(&seat) {
            return added.clone();
        }
        let mut pin = self.pin.clone();
        let fresh = nonce();
        pin.additions.insert(seat, fresh.clone());
        self.keep(pin);
        fresh
    }

    fn keep(&mut self, pin: Pin) {
        if pin == self.pin {
            return;
        }
        self.pin = pin;
        if let Some(file) = &self.file {
            // Whoever cannot keep it knows less the next time, and is told so then.
            let text = serde_json::to_string(&self.pin).unwrap_or_default();
            let _ = crate::guest::keep(file, &text);
        }
    }
}

/// Returns something that nobody can guess.
fn nonce() -> String {
    let mut bytes = [0; 16];
    // What the others add makes the dice fair all the same.
    let _ = getrandom::fill(&mut bytes);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A table in a phase, with these seats: `yours`, `bot` or somebody else's.
    pub fn seats(phase: &str, seats: &[&str]) -> Seats {
        let seat = |(number, holder): (u8, &&str)| {
            let kind = if *holder == "bot" { "bot" } else { "person" };
            serde_json::json!({
                "seat": number, "name": "Blue", "holder": kind, "player": "Ann", "yours": *holder == "yours",
                "present": true, "abandoned": false, "muted": false, "host": false, "adds": true,
            })
        };
        let seats: Vec<_> = (1..).zip(seats).map(seat).collect();
        let json = serde_json::json!({ "n": 1, "phase": phase, "seats": seats, "watchers": 0, "clock": 0 });
        serde_json::from_value(json).expect("it is a table")
    }

    fn welcome(commitment: &str, seats: Seats) -> Welcome {
        serde_json::from_value(serde_json::json!({
            "code": "code", "game": "polar-dare", "options": {}, "seats": seats, "host": true, "takebacks": "consent",
            "n": 1, "steps": 0, "log": [], "chat": [], "view": {}, "choices": [], "awaited": [], "turn": 0,
            "commitment": commitment,
        }))
        .expect("it is a welcome")
    }

    fn opened(folder: &Path) -> Pinned {
        Pinned::open(&Address::default(), "code", Some(folder))
    }

    #[test]
    fn the_first_commitment_and_the_own_additions_are_kept() {
        let folder = std::env::temp_dir().join(format!("polynya-pin-{}", std::process::id()));
        let gathering = || seats("gathering", &["yours", "bot", "person"]);
        let mut pinned = opened(&folder);
        pinned.welcome(&welcome("one", gathering()));
        let added = pinned.addition(1);
        assert_eq!((added.len(), pinned.addition(1) == added), (32, true));
        assert!(!pinned.pin.began && pinned.pin.exchanged.is_none());
        // Another session, and the match begins before its eyes.
        let mut again = opened(&folder);
        assert_eq!(again.pin, pinned.pin);
        again.welcome(&welcome("one", gathering()));
        again.see(&seats("playing", &["yours", "bot", "person"]));
        assert!(again.pin.began && again.pin.owed().eq([(1, added.as_str())]));
        assert_eq!(again.pin.stood.as_ref().map(|stood| stood.bots.clone()), Some(vec![2]));
        // Once exchanged is exchanged for good.
        again.welcome(&welcome("two", gathering()));
        again.welcome(&welcome("one", gathering()));
        assert_eq!(opened(&folder).pin.exchanged.as_deref(), Some("two"));
        let other = Pinned::open(&Address::default(), "another", Some(&folder));
        assert_eq!(other.pin, Pin::default());
        fs::remove_dir_all(folder).expect("it was kept");
    }

    #[test]
    fn whoever_was_away_did_not_see_it_begin() {
        let mut pinned = Pinned::open(&Address::default(), "code", None);
        pinned.welcome(&welcome("one", seats("gathering", &["yours", "person"])));
        pinned.welcome(&welcome("one", seats("playing", &["yours", "person"])));
        assert!(!pinned.pin.began);
    }
}
