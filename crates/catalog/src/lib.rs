//! The one list of games and bots.
//!
//! Inside, everything is typed, and [`visit`] hands out the types to whoever computes with one game. At this crate's
//! edge, for those who serve any game, a match is words, events and JSON: [`AnyGame`] and [`AnyMatch`]. A new game joins
//! the list in `games.rs` with one line.

#![deny(missing_docs)]

mod analysis;
mod any_game;
mod boxes;
mod characters;
mod error;
mod figures;
mod games;
mod hint;
mod info;
mod lesson;
mod listing;
mod opinion;
mod play;
mod player;
mod screen;
mod unread;

pub use analysis::{ANALYSIS, Mark, MatchAnalysis, SheetAnalysis, StepAnalysis, kind_of_match};
pub use any_game::{ActionInfo, AnyGame};
pub use boxes::{BoxKind, Mistake, game_of_box};
pub use characters::character;
pub use error::CatalogError;
pub use figures::{Figure, Measured, figures};
pub use games::{Games, Visitor, games, headless, ids, visit};
pub use info::{Again, BotInfo, Group, Info, Kind, OptionInfo, Preset, Sets, Values};
pub use lesson::{Attempt, LEARNER, Verdict, attempt};
pub use listing::{BotMaker, ChosenBot, ListedBot, Listing, Networks, QUICK_BOT, THINKING, USUAL_BOT};
pub use opinion::{Opinion, Suggestion};
pub use play::{Ahead, AnyMatch, Choices, Draw, Events, LogEntry, Spoken, Told};
pub use player::{AnyPlayer, Player};
pub use polynya_bots::{Mate, Stance};
pub use screen::{Screen, Shows};
