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
    /// What is printed, what is reconstructed, and whose the name is.
    pub about: String,
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
}

impl From<polynya_engine::Thing> for GameThing {
    fn from(thing: polynya_engine::Thing) -> GameThing {
        let polynya_engine::Thing { id, name, text, clause } = thing;
        let [id, name, text, clause] = [id, name, text, clause].map(str::to_owned);
        GameThing { id, name, text, clause }
    }
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

/// One option of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GameOption {
    /// Its key.
    pub name: String,
    /// What it changes.
    pub about: String,
    /// The value that it has if nobody says otherwise.
    #[ts(type = "unknown")]
    pub usual: Value,
    /// The values from which people choose: false and true, or these.
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
