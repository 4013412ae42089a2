//! Lessons: what is said in them, and how they are played.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Choices, LogEntry};

/// A lesson.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Lesson {
    /// The word of its address.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it teaches, in a sentence.
    pub about: String,
    /// How long it takes, in seconds.
    pub seconds: u16,
    /// The options with which it begins.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: Value,
    /// What the game calls each seat; the first is the learner's.
    pub names: Vec<String>,
    /// Its steps.
    pub steps: Vec<LessonStep>,
    /// What is known about it, if it is a puzzle: one step, in which all that is wanted is the best.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub puzzle: Option<PuzzleFacts>,
}

/// What is known about a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct PuzzleFacts {
    /// How hard it is, by how many levels of bots miss it: `easy`, `medium` or `hard`.
    pub difficulty: String,
    /// The levels of bots that miss it more often than not.
    pub missed_by: Vec<String>,
}

/// A step of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct LessonStep {
    /// What is said.
    pub text: String,
    /// The clause behind it.
    pub clause: String,
    /// Is there something to do? Otherwise it is only read.
    pub acts: bool,
}

/// What somebody has tried in a step of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct LessonTry {
    /// The words of the actions, the last one last; all but the last were accepted before.
    pub tried: Vec<String>,
}

/// What is answered to the last try.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum LessonVerdict {
    /// Nothing was tried yet, or a part is done.
    Open,
    /// The step is done.
    Right,
    /// It is allowed but not wanted here; it was not done.
    Wrong,
    /// The goal cannot be reached any more; the step begins anew.
    Missed,
    /// A rule says no.
    Refused,
}

/// A step of a lesson on the board, after some tries.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct LessonState {
    /// The position where the step before ended.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// What has happened since.
    pub log: Vec<LogEntry>,
    /// What each of these steps changed in the view: a merge patch a step.
    #[ts(type = "Record<string, unknown>[]")]
    #[schema(value_type = Vec<Object>)]
    pub changes: Vec<Value>,
    /// How many of them had happened before the last try.
    pub before: u16,
    /// What the learner may do.
    #[schema(value_type = Vec<Object>)]
    pub choices: Vec<Choices>,
    /// The words of what is wanted next.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub wanted: Option<String>,
    /// What is answered to the last try.
    pub verdict: LessonVerdict,
    /// The same in words; empty where nothing is said.
    pub text: String,
    /// The clause that refuses, if one does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub clause: Option<String>,
}
