//! Tables as they are opened, listed and judged over HTTP.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{SeatNumber, SetNumber};

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum Phase {
    /// People sit down.
    Gathering,
    /// The match goes on.
    Playing,
    /// The match is over.
    Over,
}

/// May steps be taken back?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum Takebacks {
    /// Inside the own turn, back to the last roll; beyond that if all people at the table agree.
    #[default]
    Consent,
    /// Inside the own turn only.
    Own,
    /// Never.
    None,
}

/// How it is found out who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum First {
    /// Seat 1 begins.
    #[default]
    Seats,
    /// When the match begins the seats are dealt at random.
    Random,
    /// The people at the table are asked, as the book says, and everybody keeps their neighbours.
    Asked,
}

/// A new table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// Options that differ from the defaults.
    #[serde(default)]
    #[ts(optional, type = "Record<string, unknown>")]
    #[schema(value_type = Option<Object>)]
    pub options: Value,
    /// Who is to sit where, from seat 1: `me`, `open`, or the name of a bot. Several `me` play at one screen.
    pub seats: Vec<String>,
    /// The name of the person who opens the table.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub name: String,
    /// What the people at one screen are called, from seat 1; where one is missing or empty, `name` is taken.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub names: Vec<String>,
    /// How it is found out who begins.
    #[serde(default)]
    #[ts(optional, as = "Option<First>")]
    pub first: First,
    /// The sets of pieces that the people at one screen have chosen, from seat 1; 0 or nothing for no choice.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<SetNumber>>")]
    pub sets: Vec<SetNumber>,
    /// May steps be taken back?
    #[serde(default)]
    #[ts(optional, as = "Option<Takebacks>")]
    pub takebacks: Takebacks,
    /// Is the table shown in the lobby of this server?
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub public: bool,
    /// Is the match shown only to those who play it?
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub closed: bool,
    /// After how many seconds others may let a bot play for somebody who is there and does nothing; 0 for never, ten
    /// minutes if it is left out.
    #[serde(default)]
    #[ts(optional)]
    pub clock: Option<u32>,
}

/// A table that was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Opened {
    /// The code in its link; the page is `/t/{code}`.
    pub code: String,
}

/// A table as the lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct TableInfo {
    /// The code in its link.
    pub code: String,
    /// The game's id.
    pub game: String,
    /// How far it is.
    pub phase: Phase,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Does the table wait for the viewer?
    pub your_turn: bool,
    /// Seconds since something happened.
    pub idle: u32,
}

impl TableInfo {
    /// Is a person at the table just now?
    pub fn has_people(&self) -> bool {
        self.seats.iter().any(|seat| seat.holder == Holder::Person && seat.present)
    }
}

/// The lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Lobby {
    /// Tables at which the viewer sits and which are not over, newest first.
    pub yours: Vec<TableInfo>,
    /// Tables that were opened to everybody and have an open seat or can be watched.
    pub public: Vec<TableInfo>,
}

/// Where this server can be reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Reach {
    /// Addresses of its first page that other computers and phones in the house can open; none if it listens to its own
    /// computer only.
    pub addresses: Vec<String>,
}

/// What is wrong with a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Problem {
    /// What was wrong, where, and what to do.
    pub error: String,
}

/// What a judge says about a record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Verdict {
    /// Do all steps and the result hold?
    pub holds: bool,
    /// How many outcomes of chance were compared with the seed; nothing if the record has no seed.
    pub draws: Option<u32>,
    /// Do all of them follow from the seed?
    pub honest: Option<bool>,
    /// Does the seed follow from a secret that the commitment fixed, and from what the seats added? Nothing if the record
    /// does not say how its seed came about.
    pub fixed: Option<bool>,
    /// What is wrong.
    pub fault: Option<String>,
}

/// One seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct SeatInfo {
    /// Its number, from 1.
    pub seat: SeatNumber,
    /// What the table calls it: Red, Suns, Breeze Dragon.
    pub name: String,
    /// What the game's sentences call it, if its player has chosen another set of pieces.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub said: Option<String>,
    /// The set of pieces with which it plays, if it is another than that of its number.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub set: Option<SetNumber>,
    /// Who holds it.
    pub holder: Holder,
    /// The person's name or that of the bot's character; empty for an open seat.
    pub player: String,
    /// The bot that holds it: `easy`, `normal`, `hard`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub bot: Option<String>,
    /// The bot that plays for an absent person.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub cover: Option<String>,
    /// Is it held by the viewer?
    pub yours: bool,
    /// Is its holder connected? Bots always are.
    pub present: bool,
    /// May others let a bot play for it, because its player has been away or has done nothing for long?
    pub abandoned: bool,
    /// For how many seconds its player, who is there, has kept the table waiting; only once that is too long.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub idle: Option<u32>,
    /// Has the host muted its player?
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    #[ts(optional, as = "Option<bool>")]
    pub muted: bool,
    /// Is its player the host?
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    #[ts(optional, as = "Option<bool>")]
    pub host: bool,
    /// Has its holder added to the luck of the match? Bots do so by a rule.
    pub adds: bool,
}

/// What holds a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum Holder {
    /// Nobody yet.
    Open,
    /// A person.
    Person,
    /// A bot.
    Bot,
}
