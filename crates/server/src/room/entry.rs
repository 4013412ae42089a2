//! The entries of a table's list, as they are stored.

use std::num::NonZeroU64;

use polynya_catalog::Spoken;
use serde::{Deserialize, Serialize};

use crate::protocol::{First, SeatNumber, SetNumber};

/// One entry of a table's list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A person sits down.
    Sit {
        /// The seat.
        seat: SeatNumber,
        /// The guest.
        guest: String,
        /// The name.
        name: String,
        /// What the seat adds to the luck.
        nonce: String,
    },
    /// A bot takes a seat.
    Bot {
        /// The seat.
        seat: SeatNumber,
        /// The bot.
        bot: String,
    },
    /// There are more seats now, or fewer.
    Seats {
        /// How many.
        count: SeatNumber,
    },
    /// A seat is open again.
    Stand {
        /// The seat.
        seat: SeatNumber,
    },
    /// A person's seat adds to the luck.
    Luck {
        /// The seat.
        seat: SeatNumber,
        /// What it adds.
        nonce: String,
    },
    /// How it is found out who begins.
    First {
        /// How.
        first: First,
    },
    /// It was asked who begins, and answered.
    Begins {
        /// The seat.
        seat: SeatNumber,
    },
    /// A person has chosen a set of pieces, or has none any more.
    Set {
        /// The seat.
        seat: SeatNumber,
        /// The set.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        set: Option<SetNumber>,
    },
    /// The match begins, with what chance decides before anybody acts.
    Start {
        /// The steps.
        steps: Vec<Spoken>,
        /// What each seat added to the luck, in the order in which they are mixed in. Entries of older programs leave it
        /// out: then it is what people added when they sat down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        additions: Option<Vec<String>>,
        /// Who sits where from now on, if that changes: the former number of each seat, from seat 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        order: Option<Vec<SeatNumber>>,
        /// Are the additions those of the seats as they stood before? Entries of older programs leave it out: then they
        /// follow the new order.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stood: bool,
    },
    /// A match that was begun elsewhere.
    Import {
        /// Its record.
        record: String,
        /// Do seats add to the luck until somebody acts? Entries of older programs leave it out: no.
        #[serde(default)]
        adds: bool,
    },
    /// A seat acted, and chance after it.
    Step {
        /// The sender's id; none for a bot.
        #[serde(with = "optional_id")]
        id: Option<NonZeroU64>,
        /// The steps.
        steps: Vec<Spoken>,
    },
    /// Steps were taken back.
    Undo {
        /// By whom.
        seat: SeatNumber,
        /// Steps that stay.
        to: u32,
        /// Steps of others after them that stay.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        then: Vec<Spoken>,
    },
    /// Somebody said something.
    Say {
        /// The name.
        name: String,
        /// The seat, if it is a player.
        seat: Option<SeatNumber>,
        /// What.
        text: String,
    },
    /// A bot plays for a person.
    Cover {
        /// The seat.
        seat: SeatNumber,
        /// The bot.
        bot: String,
    },
    /// The person is back.
    Back {
        /// The seat.
        seat: SeatNumber,
    },
    /// A link for another device was made.
    Link {
        /// The seat.
        seat: SeatNumber,
        /// The hash of its secret.
        hash: String,
    },
    /// Another device took a seat by such a link.
    Claim {
        /// The seat.
        seat: SeatNumber,
        /// The other device's guest.
        guest: String,
    },
    /// Somebody else is the host now.
    Host {
        /// The guest.
        guest: String,
    },
    /// The match is shown to watchers, or only to those who play it.
    Door {
        /// To watchers too?
        open: bool,
    },
    /// How long the table waits for somebody who does nothing.
    Clock {
        /// In seconds; 0 for ever.
        seconds: u32,
    },
    /// Somebody may say nothing any more, or may again.
    Mute {
        /// Their devices.
        guests: Vec<String>,
        /// Nothing any more?
        muted: bool,
    },
    /// Somebody may not come back; their seats are open, or a bot's.
    Remove {
        /// Their devices.
        guests: Vec<String>,
        /// The bot that takes their seats in a running match.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
    /// The players meet again.
    Again {
        /// At this table.
        code: String,
    },
}

impl Entry {
    /// Returns the entry as the store keeps it.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("an entry is plain JSON")
    }
}

/// An id as it is stored: 0 stands for none.
mod optional_id {
    use std::num::NonZeroU64;

    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(id: &Option<NonZeroU64>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(id.map_or(0, NonZeroU64::get))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NonZeroU64>, D::Error> {
        u64::deserialize(deserializer).map(NonZeroU64::new)
    }
}
