//! The rule books: what stands in them, and their examples on the board.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use super::Replay;

/// A rule book.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct RuleBook {
    /// Its title.
    pub title: String,
    /// What stands in it, in its order; nothing is left out.
    pub parts: Vec<RulePart>,
}

/// A part of a rule book.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum RulePart {
    /// The heading of a section.
    Heading {
        /// What it says.
        text: String,
    },
    /// A numbered clause.
    Clause {
        /// Its number, such as `4.2`.
        number: String,
        /// Its text.
        text: String,
    },
    /// Text without a number.
    Paragraph {
        /// The text.
        text: String,
    },
    /// A list.
    List {
        /// Its points.
        points: Vec<String>,
    },
    /// A table.
    Table {
        /// Its rows, the heads of the columns first.
        rows: Vec<Vec<String>>,
    },
    /// An example.
    Example(RuleExample),
}

/// An example of a rule book: a match, as far as it goes, with what is refused on the way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct RuleExample {
    /// Its number among the examples of the book, from 1.
    pub number: u16,
    /// The clause that it follows.
    pub clause: String,
    /// The game's id: a book may serve two games.
    pub game: String,
    /// How many seats play.
    pub seats: u8,
    /// The options that differ from the usual ones.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: Value,
    /// What happens in it.
    pub lines: Vec<ExampleLine>,
}

/// What a line of an example is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum ExampleLineKind {
    /// Such a match is refused before it begins.
    NoStart,
    /// A step that is taken.
    Step,
    /// A step that is refused.
    Refused,
    /// The position is described with these words.
    Says,
}

/// A line of an example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct ExampleLine {
    /// What it is.
    pub kind: ExampleLineKind,
    /// Its words, in the notation.
    pub text: String,
    /// How many steps have been taken after it.
    pub step: u16,
    /// The clause that refuses it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub clause: Option<String>,
}

/// An example on the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct PlayedExample {
    /// The example.
    pub example: RuleExample,
    /// The sentence before it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub introduction: Option<String>,
    /// Its steps with the positions; none if such a match is refused before it begins.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub replay: Option<Replay>,
    /// What the rules answer to what is refused in it, in the order of its lines.
    pub refusals: Vec<ExampleRefusal>,
}

/// What the rules answer to a line of an example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct ExampleRefusal {
    /// The place of the line in the example, from 0.
    pub line: u16,
    /// The clause that says no.
    pub clause: String,
    /// Why, in one sentence.
    pub text: String,
}

/// What happens, and a clause that governs it. An event may have several; the first says most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GameMoment {
    /// The word of the event: `hopped`.
    pub event: String,
    /// The number of the clause.
    pub clause: String,
    /// The clause holds only where this option has the value below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub option: Option<String>,
    /// The value of that option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub value: Option<bool>,
}

/// What a guide says when something happens, or is asked, for the first time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GuideTip {
    /// The word of the event, or the clause of the prompt.
    pub situation: String,
    /// The clause behind it.
    pub clause: String,
    /// What is said, at most 25 words.
    pub text: String,
}

/// A wish to go on from a position of an example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct PlayOn {
    /// After how many of its steps.
    pub step: u16,
    /// The name of whoever goes on, at all seats of one screen.
    #[serde(default)]
    pub name: String,
}

/// What a game is like in numbers, with a number of seats: measured in matches between bots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GameFigure {
    /// How many seats play.
    pub seats: u8,
    /// Who wins, how long it takes, how much is luck, in one sentence.
    pub text: String,
    /// What that rests on: how many matches between which bots.
    pub basis: String,
}

/// A value that stands in no printed text that we have, or that is printed and surprises: where it comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct SourcedValue {
    /// What it is.
    pub name: String,
    /// The value, in words.
    pub value: String,
    /// How far it can be trusted.
    pub label: SourceLabel,
    /// The clause of the rule book in which it is used.
    pub clause: String,
    /// The file of the game in which it is kept.
    pub file: String,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum SourceLabel {
    /// It stands in the printed rule book.
    Printed,
    /// Somebody who owns the game, or a review, tells it.
    Reported,
    /// It follows from what is printed.
    Derived,
    /// We made it up.
    Proposed,
}
