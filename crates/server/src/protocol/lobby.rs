//! Tables as they are opened, listed and judged over HTTP.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use super::SeatNumber;

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
    /// May steps be taken back?
    #[serde(default)]
    #[ts(optional, as = "Option<Takebacks>")]
    pub takebacks: Takebacks,
    /// Is the table shown in the lobby of this server?
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub public: bool,
}

/// A table that was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Opened {
    /// Its code; the page is `/t/{code}`.
    pub code: String,
}

/// A table as the lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct TableInfo {
    /// Its code.
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

/// The lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Lobby {
    /// Tables at which the viewer sits and which are not over, newest first.
    pub yours: Vec<TableInfo>,
    /// Tables that were opened to everybody and have an open seat or can be watched.
    pub public: Vec<TableInfo>,
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
    /// What the game calls it: Red, Suns, Breeze Dragon.
    pub name: String,
    /// Who holds it.
    pub holder: Holder,
    /// The person's or the bot's name; empty for an open seat.
    pub player: String,
    /// The bot that plays for an absent person.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub cover: Option<String>,
    /// Is it held by the viewer?
    pub yours: bool,
    /// Is its holder connected? Bots always are.
    pub present: bool,
    /// May others let a bot play for it, because its player has been away for long?
    pub abandoned: bool,
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
