//! What a client asks of a table, over the socket.

use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{First, SeatNumber, SetNumber};

/// What a viewer of a table asks for, over the socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub enum Command {
    /// Acts for an own seat.
    Submit(Submit),
    /// Asks why something would be refused; nothing happens at the table.
    Why(Try),
    /// Sits down on an open seat or in place of a bot.
    Sit(Sit),
    /// Adds to the luck of the match for an own seat, after the commitment was seen; once for each person who sits there.
    Luck {
        /// The seat.
        seat: SeatNumber,
        /// Any text up to 64 characters that nobody else can guess.
        nonce: String,
    },
    /// Gives an own seat back before the match has begun.
    Stand {
        /// The seat.
        seat: SeatNumber,
    },
    /// Puts a bot on a seat, or before the match clears a seat; for the host. In a running match a bot takes over from a
    /// person, who may have the seat back.
    Seat {
        /// The seat.
        seat: SeatNumber,
        /// The bot, or nothing for an open seat.
        bot: Option<String>,
    },
    /// Adds seats at the end of the list, or takes away those there that nobody holds; for the host, before the match.
    Seats {
        /// How many there are to be.
        count: SeatNumber,
    },
    /// Chooses how it is found out who begins; for the host, before the match.
    First {
        /// How.
        first: First,
    },
    /// Says who begins, where the table asks for it; for anybody who plays, before the match.
    Begins {
        /// The seat.
        seat: SeatNumber,
    },
    /// Chooses a set of pieces for an own seat, or gives it back; before the match.
    Set {
        /// The seat.
        seat: SeatNumber,
        /// The set, counted from 1 in the order of the game's `sets`.
        set: Option<SetNumber>,
    },
    /// Begins the match; bots take the open seats. For the host.
    Start,
    /// Takes steps back until this many are left; by the table's policy at once or by consent.
    Undo {
        /// Steps that stay.
        to: u32,
        /// An own seat, in whose name it is asked.
        seat: SeatNumber,
    },
    /// Answers a request to take steps back.
    Consent {
        /// Agreed?
        yes: bool,
    },
    /// Says something to the table.
    Say {
        /// What is said.
        text: String,
    },
    /// Points at a place of the board.
    Ping {
        /// The place, in the game's own words.
        place: String,
    },
    /// Asks how the table would look after some actions of the seat whose turn it is; nothing happens at the table.
    Plan {
        /// Chosen by the sender; stands in the answer.
        #[ts(type = "number")]
        id: u64,
        /// The actions, in the game's words.
        actions: Vec<String>,
    },
    /// Says whether the person makes a plan. Where all play together, bots wait for it for a while.
    Draft {
        /// Is a plan being made?
        on: bool,
    },
    /// Shows a plan to the whole table; an empty one takes it away.
    Propose {
        /// The actions, in the game's words.
        actions: Vec<String>,
    },
    /// Lets a bot play for an own seat or for one whose player has been away for long.
    Cover {
        /// The seat.
        seat: SeatNumber,
        /// The bot.
        bot: String,
    },
    /// Takes an own seat back from the bot that covers it.
    Back {
        /// The seat.
        seat: SeatNumber,
    },
    /// Asks for a link by which another device takes an own seat too.
    Link {
        /// The seat.
        seat: SeatNumber,
    },
    /// Answers somebody who asks for a seat of the running match, for the host; who asked takes the request back with no.
    Admit {
        /// The request.
        id: u32,
        /// Agreed?
        yes: bool,
    },
    /// Shows the match to watchers, or only to those who play it; for the host.
    Door {
        /// To watchers too?
        open: bool,
    },
    /// Chooses how long the table waits for somebody who is there and does nothing; for the host.
    Clock {
        /// After how many seconds others may let a bot play; 0 for never.
        seconds: u32,
    },
    /// Lets somebody say nothing more at this table, or lets them speak again; for the host.
    Mute {
        /// Who.
        who: Who,
        /// Nothing more?
        muted: bool,
    },
    /// Sends somebody away for good; for the host. A bot takes the seat in a running match.
    Remove {
        /// Who.
        who: Who,
    },
    /// Makes somebody else the host; for the host.
    Host {
        /// The seat of the new host.
        seat: SeatNumber,
    },
    /// Opens a new table with the same players and options.
    Rematch,
    /// Opens a new table with the same players that keeps what the book lets lie after a match (`again` of the game).
    Restart,
    /// Asks for the position in words.
    Describe,
    /// Asks what an own seat should do, and why.
    Hint {
        /// The seat.
        seat: SeatNumber,
        /// Chosen by the sender; stands in the answer if there is no hint.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        #[ts(optional, type = "number")]
        id: Option<NonZeroU64>,
    },
    /// Says whether the person looks at the page.
    Look {
        /// Is the page visible?
        here: bool,
    },
}

/// Somebody at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub enum Who {
    /// The person on this seat.
    Seat(SeatNumber),
    /// The watcher with this number.
    Watcher(u32),
}

/// An action of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Submit {
    /// Chosen by the sender, below 2^53; a second submission with the same id does nothing and is answered alike.
    #[ts(type = "number")]
    pub id: u64,
    /// The number of the last entry that the sender has seen.
    pub after: u32,
    /// Who acts: an own seat.
    pub seat: SeatNumber,
    /// What it does, in the game's words.
    pub action: String,
}

/// Something that one might do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Try {
    /// Chosen by the sender; stands in the answer.
    #[ts(type = "number")]
    pub id: u64,
    /// Who would do it.
    pub seat: SeatNumber,
    /// What, in the game's words; the first of several that the rules allow, or else the first, is answered.
    pub actions: Vec<String>,
    /// The actions of a plan: then it is asked what the seat whose turn it is may do after them, and anybody may ask.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub plan: Option<Vec<String>>,
}

/// Sitting down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Sit {
    /// The seat.
    pub seat: SeatNumber,
    /// The name by which the table calls the person.
    pub name: String,
    /// What the seat adds to the luck of the match: any text up to 64 characters. The sender has seen the commitment.
    pub nonce: String,
}
