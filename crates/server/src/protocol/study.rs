//! The analysis board: matches that are moved on freely, and studies that are kept behind a link.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Choices, LogEntry, Over, ReferenceCard, SeatNumber};

/// Whose dice fall where chance decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum StudyDice {
    /// New ones.
    New,
    /// Those of the match: its draws go on by their numbers.
    Same,
}

/// A line of the analysis board, and what is to be told of it.
#[derive(Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct StudyLine {
    /// The record of a match whose steps are those of the line; its variations and its result are not looked at.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub record: Box<RawValue>,
    /// After how many of its steps the telling begins.
    #[serde(default)]
    pub from: u32,
    /// If chance is next: whose dice fall until somebody can act.
    #[serde(default)]
    #[ts(optional)]
    pub dice: Option<StudyDice>,
}

/// A line of the analysis board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct StudyState {
    /// What the game's sentences call each seat.
    pub names: Vec<String>,
    /// The version of the game's rules by which it is played here.
    pub rules: u16,
    /// The reference cards of the match.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<ReferenceCard>>")]
    pub reference: Vec<ReferenceCard>,
    /// The position where the telling begins.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// The steps since then, with those that dice have added.
    pub log: Vec<LogEntry>,
    /// What each of them changed in the view: a merge patch a step.
    #[ts(type = "Record<string, unknown>[]")]
    #[schema(value_type = Vec<Object>)]
    pub changes: Vec<Value>,
    /// What each seat may do at the end.
    #[schema(value_type = Vec<Object>)]
    pub choices: Vec<Choices>,
    /// The seats that the match waits for at the end.
    pub awaited: Vec<SeatNumber>,
    /// What chance can decide at the end.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<StudyOutcome>>")]
    pub outcomes: Vec<StudyOutcome>,
    /// Can the dice of the match itself fall at the end?
    pub same: bool,
    /// How the match ended, if it is over at the end.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub over: Option<Over>,
}

/// Something that chance can decide.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct StudyOutcome {
    /// Its words.
    pub words: String,
    /// How often it comes beside the others.
    pub weight: u32,
    /// What happens then, sentence by sentence.
    pub told: Vec<String>,
}

/// The line whose last step is to be judged.
#[derive(Debug, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct StudyMove {
    /// The record of a match whose steps are those of the line.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub record: Box<RawValue>,
}

/// A study that is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct SharedStudy {
    /// The code in its link.
    pub id: String,
}

/// How far the analysis of a match is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct AnalysisProgress {
    /// Is there one, or is somebody waiting for it?
    pub state: AnalysisState,
    /// How many steps are done.
    pub done: u32,
    /// Of how many.
    pub steps: u32,
}

/// What is known of the analysis of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum AnalysisState {
    /// Nobody has asked for it.
    None,
    /// It waits for its turn.
    Waiting,
    /// It is being made.
    Working,
    /// It is kept.
    Kept,
}
