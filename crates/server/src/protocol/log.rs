//! What happened, as browsers read it.

use std::collections::HashMap;

use polynya_catalog::{Draw, LogEntry};
use polynya_engine::{Gauge, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Over, ReferenceCard, SeatNumber};

/// Steps that were taken back, for the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct TakenBack {
    /// In whose name.
    pub seat: SeatNumber,
    /// How many steps were left before them.
    pub at: u32,
    /// The turn or round to which it led, from 0.
    pub turn: u32,
    /// Who took back how many.
    pub text: String,
}

/// A match step by step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Replay {
    /// The game's id.
    pub game: String,
    /// The options, all of them.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: Value,
    /// What the game calls each seat.
    pub names: Vec<String>,
    /// The reference cards of the match.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<ReferenceCard>>")]
    pub reference: Vec<ReferenceCard>,
    /// The position before the first step.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// The steps, and what happened in them.
    pub log: Vec<LogEntry>,
    /// How far everybody had come before the first step and after each one.
    pub courses: Vec<Course>,
    /// How the match ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub over: Option<Over>,
    /// What each step changed in the view: a merge patch a step.
    #[ts(type = "Record<string, unknown>[]")]
    #[schema(value_type = Vec<Object>)]
    pub changes: Vec<Value>,
}

/// What chance could have decided at each draw of a match: with the seed, all that is needed to draw again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Draws {
    /// Lists of outcomes: the words of each, and its weight.
    #[schema(value_type = Vec<Vec<Vec<Value>>>)]
    pub odds: Vec<Vec<(String, u32)>>,
    /// The draws in order: the number of the step, and that of the list, both from 0.
    #[schema(value_type = Vec<Vec<u32>>)]
    pub draws: Vec<(u32, u32)>,
}

impl Draws {
    /// Returns these draws with each list of outcomes once.
    pub fn new(draws: &[Draw]) -> Draws {
        let mut numbers: HashMap<&[(String, u32)], u32> = HashMap::new();
        let mut told = Draws { odds: Vec::new(), draws: Vec::with_capacity(draws.len()) };
        for Draw { at, odds } in draws {
            let number = *numbers.entry(odds).or_insert_with(|| {
                told.odds.push(odds.clone());
                told.odds.len() as u32 - 1
            });
            told.draws.push((*at, number));
        }
        told
    }
}

/// The course of one value over a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Course {
    /// What is counted.
    pub name: String,
    /// Whose it is; nobody's where the team or the board is measured.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub seat: Option<SeatNumber>,
    /// The most that it can be, where there is such a limit.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub most: Option<i32>,
    /// Its value before the first step, and after each one.
    pub values: Vec<i32>,
}

impl Course {
    /// Returns a course that begins with this gauge.
    pub fn new(gauge: &Gauge) -> Course {
        Course {
            name: gauge.name.to_owned(),
            seat: gauge.seat.map(|seat: Seat| seat.number() as u8),
            most: gauge.most,
            values: vec![gauge.value],
        }
    }
}
