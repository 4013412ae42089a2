//! What a browser and the server say to each other about a table.
//!
//! The types of `web/src/protocol` are generated from this module; a test keeps them fresh. The position of a match
//! travels as a *view*, an object that the game's drawing understands (`views`), and later as merge patches of it
//! (RFC 7386): only what changed is sent. Legal actions travel as numbers of the game's fixed numbering; the words and
//! the label of each number are in the dictionary at `/api/games/{game}/actions`.

mod books;
mod command;
mod games;
mod guest;
mod lessons;
mod lobby;
mod log;
mod message;
mod study;

pub use books::{
    ExampleLine, ExampleLineKind, ExampleRefusal, GameFigure, GameMoment, GuideTip, PlayOn, PlayedExample, RuleBook,
    RuleExample, RulePart, SourceLabel, SourcedValue,
};
pub use command::{Command, Sit, Submit, Try, Who};
pub use games::{
    ActionWords, BoxMistake, BoxVerdict, GameAgain, GameBot, GameInfo, GameOption, GamePreset, GameSets, GameThing,
    OptionGroup, ReferenceCard, ReferenceLine, SetUp,
};
pub use guest::{GuestData, GuestTable};
pub use lessons::{Lesson, LessonState, LessonStep, LessonTry, LessonVerdict, PuzzleFacts};
pub use lobby::{
    First, Holder, Lobby, NewTable, Opened, Phase, Problem, Reach, SeatInfo, TableInfo, Takebacks, Verdict,
};
pub use log::{Course, Draws, Replay, TakenBack};
pub use message::{
    ActionWarning, Answer, Answered, Ask, Choices, Fact, Hinted, Message, Over, Planned, Prompt, Refused, Said,
    SeatRequest, Seats, Told, UndoPoint, Update, Watcher, Welcome,
};
pub use polynya_catalog::{LogEntry, Mark, MatchAnalysis, StepAnalysis};
pub use study::{
    AnalysisProgress, AnalysisState, SharedStudy, StudyDice, StudyLine, StudyMove, StudyOutcome, StudyState,
};

/// A seat, counted from 1.
pub type SeatNumber = u8;

/// A set of pieces, counted from 1.
pub type SetNumber = u8;

/// A plan or a place that somebody showed to an open table, counted from 1.
pub type SignNumber = u32;
