//! The games, as people choose them and read about them.

use polynya_catalog::ActionInfo;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// A game, as people choose it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GameInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// One line about it.
    pub summary: String,
    /// Is it played together against the game?
    pub together: bool,
    /// Do all seats act at the same time, each on its own?
    pub simultaneous: bool,
    /// About how long it takes, in minutes.
    pub minutes: u16,
    /// From which age on its printed book recommends it; nothing where the book is silent.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub ages: Option<u8>,
    /// Which game to play first, in a sentence; empty where there is nothing to choose.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    #[ts(optional, as = "Option<String>")]
    pub first_game: String,
    /// The fewest that may play.
    pub fewest: u8,
    /// The most that may play.
    pub most: u8,
    /// How many play if nobody says otherwise.
    pub usual: u8,
    /// What the game calls its seats.
    pub names: Vec<String>,
    /// Its options.
    pub options: Vec<GameOption>,
    /// Ways to play that go well together, the usual one first.
    pub presets: Vec<GamePreset>,
    /// Its bots, weakest first.
    pub bots: Vec<GameBot>,
    /// The name of the bot that plays if nobody says otherwise.
    pub usual_bot: String,
    /// Can the owner of a box enter what is printed in it?
    pub boxed: bool,
    /// What the book asks to find out who begins.
    pub first: String,
    /// The sets of pieces from which every player chooses one; none where the book lets nobody choose.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub sets: Option<GameSets>,
    /// What a match right after another one keeps, where the book says so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub again: Option<GameAgain>,
    /// What is printed, what is reconstructed, and whose the name is.
    pub about: String,
}

/// Where a match begins, and what lies beside its board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct SetUp {
    /// The view before the first step, at a table of the usual size.
    #[ts(type = "Record<string, unknown>")]
    pub view: Value,
    /// What stands on the reference cards.
    pub reference: Vec<ReferenceCard>,
    /// How such a match is won and what can be done in it, in a few sentences.
    pub primer: Vec<String>,
}

/// What a match right after another one keeps, as people choose it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GameAgain {
    /// What a button says.
    pub label: String,
    /// What the book says, in one sentence.
    pub about: String,
}

/// Sets of pieces that differ in their looks alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GameSets {
    /// What tells them apart: `colour`.
    pub what: String,
    /// What they are called, from set 1.
    pub names: Vec<String>,
}

/// Something that lies on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GameThing {
    /// A word by which drawings know it: `data`.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it is and what it is for, in one sentence.
    pub text: String,
    /// The clause of the rule book that says so.
    pub clause: String,
    /// Where it is taught: the address of a step of a lesson.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub lesson: Option<String>,
}

/// Options that go well together, under one name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GamePreset {
    /// Its name.
    pub name: String,
    /// What one gets.
    pub about: String,
    /// The options that differ from the usual ones.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: Value,
}

/// What an option is for, and so where people find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum OptionGroup {
    /// A variant, a level, a limit: chosen for pleasure.
    Variant,
    /// The printed text can be read in two ways: the usual value is our reading, the other the printed letter.
    Ruling,
    /// What is kept from the match before; the choices of a rematch set it, and no page asks for it.
    Again,
}

/// One option of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GameOption {
    /// Its key.
    pub name: String,
    /// What it is for.
    pub group: OptionGroup,
    /// What it changes.
    pub about: String,
    /// The value that it has if nobody says otherwise.
    #[ts(type = "unknown")]
    pub usual: Value,
    /// The values from which people choose, the usual one first; empty where they are not a list.
    #[ts(type = "unknown[]")]
    pub values: Vec<Value>,
}

/// One bot of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GameBot {
    /// Its name.
    pub name: String,
    /// How it plays.
    pub about: String,
    /// Is it for measuring others? People are not offered it as company.
    pub yardstick: bool,
}

/// What was found in a file about the contents of a box.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct BoxVerdict {
    /// The contents as the option `box` of a table takes them; nothing if there is a mistake.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    #[schema(value_type = Object)]
    pub contents: Option<Value>,
    /// What is wrong.
    pub mistakes: Vec<BoxMistake>,
}

/// One mistake in such a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct BoxMistake {
    /// The line on which it stands, from 1.
    pub line: u32,
    /// What is wrong.
    pub what: String,
}

/// One action of a game's fixed numbering.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct ActionWords {
    /// The words, as they are submitted and typed.
    pub words: String,
    /// The label, as it is shown and read aloud.
    pub label: String,
    /// Its kind and its arguments.
    #[ts(type = "GameAction")]
    #[schema(value_type = Object)]
    pub action: Value,
}

impl From<ActionInfo> for ActionWords {
    fn from(info: ActionInfo) -> ActionWords {
        let action = serde_json::from_str(info.action.get()).unwrap_or_default();
        ActionWords { words: info.words, label: info.label, action }
    }
}

/// A card that lies beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct ReferenceCard {
    /// A word by which drawings know it: `odds`.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What stands on it.
    pub lines: Vec<ReferenceLine>,
}

/// A line of a reference card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct ReferenceLine {
    /// What it is about, in the notation, for drawings: `P3`.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    #[ts(optional, as = "Option<String>")]
    pub sign: String,
    /// How likely it is: `1 in 3`.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    #[ts(optional, as = "Option<String>")]
    pub chance: String,
    /// What is said.
    pub text: String,
}

impl From<polynya_engine::ReferenceCard> for ReferenceCard {
    fn from(card: polynya_engine::ReferenceCard) -> ReferenceCard {
        let line = |line: polynya_engine::ReferenceLine| ReferenceLine {
            sign: line.sign,
            chance: line.chance,
            text: line.text,
        };
        ReferenceCard { id: card.id.to_owned(), title: card.title, lines: card.lines.into_iter().map(line).collect() }
    }
}
