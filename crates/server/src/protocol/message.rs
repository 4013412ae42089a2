//! What the server says over the socket.

use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

use polynya_catalog::LogEntry;

use super::{First, Phase, ReferenceCard, SeatInfo, SeatNumber, SignNumber, Takebacks, TakenBack};

/// What the server says over the socket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum Message {
    /// Everything about the table: the first message of a connection, also of one that was lost and is back.
    Welcome(Box<Welcome>),
    /// Steps were played or taken back.
    Step {
        /// What everybody is told.
        update: Box<Update>,
        /// What the viewer's seats may do now; nothing if they may do nothing.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        #[ts(optional, as = "Option<Vec<Choices>>")]
        choices: Vec<Choices>,
        /// What the viewer's seats may take back now; nothing if there is nothing.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        #[ts(optional, as = "Option<Vec<UndoPoint>>")]
        undo: Vec<UndoPoint>,
    },
    /// The seats, the phase of the table or who is present have changed.
    Seats(Seats),
    /// Somebody said something.
    Said(Said),
    /// Somebody points at a place.
    Pinged {
        /// The number of the sign, by which it is answered.
        id: SignNumber,
        /// Whose name it is.
        name: String,
        /// The seat, if it is a player.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        #[ts(optional)]
        seat: Option<SeatNumber>,
        /// The place.
        place: String,
    },
    /// How the table would look: the answer to a plan.
    Planned(Box<Planned>),
    /// Somebody shows a plan, or takes it away.
    Proposed {
        /// The number of the sign, by which it is answered.
        id: SignNumber,
        /// Whose name it is.
        name: String,
        /// The seat, if it is a player.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        #[ts(optional)]
        seat: Option<SeatNumber>,
        /// The actions.
        actions: Vec<String>,
    },
    /// A bot that plays along answers a plan or a place that was shown.
    Answered(Answered),
    /// A rule says no: the answer to a submission or to the question why.
    Refused(Refused),
    /// The rules would allow it: the other answer to the question why.
    Allowed {
        /// The question's id.
        #[ts(type = "number")]
        id: u64,
        /// The action that is allowed.
        action: String,
    },
    /// Something else was wrong: what and why. The table is as it was.
    Invalid {
        /// The submission's id, if it was one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        #[ts(optional, type = "number")]
        id: Option<NonZeroU64>,
        /// What was wrong and what to do.
        text: String,
    },
    /// A submission that the table knew already: it is done.
    Duplicate {
        /// Its id.
        #[ts(type = "number")]
        id: NonZeroU64,
    },
    /// A link for another device.
    Linked {
        /// The seat.
        seat: SeatNumber,
        /// The path of the page that takes the seat; works once.
        path: String,
    },
    /// Somebody asks to take steps back, or nobody does any more.
    Asked {
        /// The request.
        ask: Option<Ask>,
        /// The seat that did not agree, if that is why there is none any more.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        #[ts(optional)]
        refused: Option<SeatNumber>,
    },
    /// The same players meet again at another table.
    Again {
        /// Its code.
        code: String,
    },
    /// The position in words.
    Described {
        /// Line by line.
        text: String,
    },
    /// What a seat should do, for the one who asked.
    Hinted(Hinted),
    /// The viewer may not look at the table any more; the connection ends.
    Barred {
        /// Why.
        text: String,
    },
    /// The server is about to stop; it will be back.
    Closing,
}

/// How a bot takes what it was shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum Answer {
    /// It would have done so anyway.
    Agrees,
    /// It is nearly as good as its own plan, so it does it.
    Adopts,
    /// It does something better.
    Declines,
    /// It cannot be done in this turn.
    Unable,
}

/// What a bot makes of a plan or a place that somebody showed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Answered {
    /// The number of the sign that it answers.
    pub to: SignNumber,
    /// The bot's seat.
    pub seat: SeatNumber,
    /// How it takes it.
    pub answer: Answer,
    /// What it does now, in the game's words; nothing where it is unable.
    pub actions: Vec<String>,
    /// What it says.
    pub text: String,
}

/// What a seat should do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Hinted {
    /// The number of the last entry when it was asked.
    pub n: u32,
    /// The seat.
    pub seat: SeatNumber,
    /// What to do, action by action, in the game's words, up to the next die.
    pub actions: Vec<String>,
    /// The same in one line, with what it is worth; with `why` at most 160 characters.
    pub text: String,
    /// Why, in one line.
    pub why: String,
}

/// Everything about a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Welcome {
    /// The table's code, as in its link.
    pub code: String,
    /// Three words and a number by which others find the table, to be told over the telephone; only while people gather.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub spoken: Option<String>,
    /// The game's id.
    pub game: String,
    /// The options, all of them.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// Who sits where.
    pub seats: Seats,
    /// May this viewer start the match and choose bots?
    pub host: bool,
    /// May steps be taken back?
    pub takebacks: Takebacks,
    /// The number of the last entry.
    pub n: u32,
    /// How many steps were played, as far as the viewer knows.
    pub steps: u32,
    /// The last steps and what happened in them.
    pub log: Vec<LogEntry>,
    /// What was taken back among them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<TakenBack>>")]
    pub taken_back: Vec<TakenBack>,
    /// What was said.
    pub chat: Vec<Said>,
    /// The position, for the drawing.
    #[ts(type = "Record<string, unknown>")]
    pub view: Value,
    /// What the viewer's seats may do now.
    pub choices: Vec<Choices>,
    /// What the viewer's seats may take back now.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<UndoPoint>>")]
    pub undo: Vec<UndoPoint>,
    /// The seats that the table waits for.
    pub awaited: Vec<SeatNumber>,
    /// How many turns or rounds are over.
    pub turn: u32,
    /// What the moment asks for, told to somebody who watches; nothing before the match begins.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub prompt: Option<Prompt>,
    /// What is special about the match, in a few words each.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub highlights: Vec<String>,
    /// The reference cards of the match.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<ReferenceCard>>")]
    pub reference: Vec<ReferenceCard>,
    /// The SHA-256 of the server's part of the seed, shown before anybody sat down.
    pub commitment: String,
    /// A request to take steps back, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub ask: Option<Ask>,
    /// How the match ended.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub over: Option<Over>,
    /// The code of the table at which the players meet again.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub again: Option<String>,
    /// Why nothing can be done at this table any more: it is only shown.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub closed: Option<String>,
}

/// How a table would look after a plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Planned {
    /// The question's id.
    #[ts(type = "number")]
    pub id: u64,
    /// The actions that the rules allow, one after the other; the plan is cut off before the first that they do not.
    pub actions: Vec<String>,
    /// The position after them, for the drawing.
    #[ts(type = "Record<string, unknown>")]
    pub view: Value,
    /// What the seat whose turn it is may do then; nothing if dice or a deck decide first.
    pub choices: Vec<Choices>,
}

/// What one seat may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Choices {
    /// The seat.
    pub seat: SeatNumber,
    /// Its legal actions, by number, rising.
    pub legal: Vec<u32>,
    /// Those among them that roll or reveal something, so that they cannot be taken back without consent.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<u32>>")]
    pub draws: Vec<u32>,
    /// Those among them that lead to something a player should know before.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<ActionWarning>>")]
    pub warnings: Vec<ActionWarning>,
    /// The one among them that answers a question about which there is no choice: the client plays and tells it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub forced: Option<u32>,
    /// What the moment asks of the seat.
    pub prompt: Prompt,
}

/// What an action leads to, if a player should know before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct ActionWarning {
    /// The number of the action.
    pub action: u32,
    /// What it leads to, in a few words: `sends Blue back`.
    pub text: String,
    /// The seats that it hurts, one for each piece that is lost or sent back.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<SeatNumber>>")]
    pub hits: Vec<SeatNumber>,
    /// Does it help nobody or end the match, so that it may be a slip?
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    #[ts(optional, as = "Option<bool>")]
    pub slip: bool,
    /// Is it good to know and nothing to be afraid of?
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    #[ts(optional, as = "Option<bool>")]
    pub harmless: bool,
}

impl ActionWarning {
    /// Returns the warning about the action with this number.
    pub fn new(action: u32, warning: polynya_engine::Warning) -> ActionWarning {
        let hits = warning.hits.iter().map(|seat| seat.number() as u8).collect();
        ActionWarning { action, text: warning.text, hits, slip: warning.is_slip, harmless: warning.is_harmless }
    }
}

/// What a moment asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Prompt {
    /// One short sentence.
    pub text: String,
    /// The clause of the rule book that explains the moment.
    pub clause: String,
}

impl From<polynya_engine::Prompt> for Prompt {
    fn from(prompt: polynya_engine::Prompt) -> Prompt {
        Prompt { text: prompt.text, clause: prompt.clause.to_owned() }
    }
}

/// Steps that were played or taken back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Update {
    /// The number of its entry: one more than the last one, or something was missed.
    pub n: u32,
    /// The id of the submission that is done with it; none if a bot acted or something was taken back.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional, type = "number")]
    pub id: Option<NonZeroU64>,
    /// What was taken back, before `entries` were played again; only then.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub back: Option<TakenBack>,
    /// From this step on the log is told again, in `entries`; where all seats act at the same time, what others did is told
    /// when all are done.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub from: Option<u32>,
    /// The steps, and what happened in them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<LogEntry>>")]
    pub entries: Vec<LogEntry>,
    /// What each of these steps changed in the view, a merge patch a step, for those who show them one after the other;
    /// only where there are several steps and everybody sees the same. All of them together are `view`.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, type = "Record<string, unknown>[]")]
    pub changes: Vec<Value>,
    /// What changed in the view: a merge patch.
    #[ts(type = "Record<string, unknown>")]
    pub view: Value,
    /// The seats that the table waits for, if they changed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub awaited: Option<Vec<SeatNumber>>,
    /// How many turns or rounds are over, if that changed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub turn: Option<u32>,
    /// What the moment asks for, told to somebody who watches, if that changed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub prompt: Option<Prompt>,
    /// How the match ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub over: Option<Over>,
}

/// What a seat may take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct UndoPoint {
    /// The seat.
    pub seat: SeatNumber,
    /// How many steps stay when its last action is taken back.
    pub to: u32,
    /// Is it taken back at once? Otherwise all people at the table must agree.
    pub free: bool,
    /// How many steps stay when all its actions of this turn are taken back that are taken back at once.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub restart: Option<u32>,
}

/// Who sits where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Seats {
    /// The number of the last entry: what changes the seats is an entry too.
    pub n: u32,
    /// How far the table is.
    pub phase: Phase,
    /// From seat 1.
    pub seats: Vec<SeatInfo>,
    /// How it is found out who begins.
    #[serde(skip_serializing_if = "is_usual", default)]
    #[ts(optional, as = "Option<First>")]
    pub first: First,
    /// The seat that begins, if that was asked and answered; before the match.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub begins: Option<SeatNumber>,
    /// How many watch.
    pub watchers: u32,
    /// Is the match shown only to those who play it?
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    #[ts(optional, as = "Option<bool>")]
    pub closed: bool,
    /// After how many seconds others may let a bot play for somebody who is there and does nothing; 0 for never.
    pub clock: u32,
    /// May this viewer ask for hints? Not in a match against other people.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    #[ts(optional, as = "Option<bool>")]
    pub hints: bool,
    /// Those who watch; only the host is told.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<Watcher>>")]
    pub watching: Vec<Watcher>,
    /// Those who ask for a seat of the running match: the host is told all of them, everybody else the own request.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<SeatRequest>>")]
    pub requests: Vec<SeatRequest>,
}

fn is_usual(first: &First) -> bool {
    *first == First::default()
}

/// Somebody who watches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Watcher {
    /// The number by which the table calls them: `Watcher 2`.
    pub number: u32,
    /// Has the host muted them?
    pub muted: bool,
}

/// Somebody asks for a seat of a running match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct SeatRequest {
    /// Stands in the answer.
    pub id: u32,
    /// The seat.
    pub seat: SeatNumber,
    /// The name by which the table would call them.
    pub name: String,
    /// Is it the viewer's own request?
    pub yours: bool,
}

/// Something said at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Said {
    /// The number of its entry.
    pub n: u32,
    /// Who says it.
    pub name: String,
    /// The seat, if it is a player.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub seat: Option<SeatNumber>,
    /// What is said.
    pub text: String,
}

/// A rule that says no.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Refused {
    /// The id of the submission or question.
    #[ts(type = "number")]
    pub id: u64,
    /// The clause of the rule book.
    pub clause: String,
    /// Why, in one sentence.
    pub text: String,
    /// What was tried.
    pub tried: String,
}

/// A request to take steps back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Ask {
    /// Who asks.
    pub seat: SeatNumber,
    /// Steps that would stay.
    pub to: u32,
    /// The seats whose people have not answered yet.
    pub waiting: Vec<SeatNumber>,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Over {
    /// Why it ended: a word of the game, such as `heat`.
    pub ending: String,
    /// The seats that won.
    pub winners: Vec<SeatNumber>,
    /// What each seat scored.
    pub scores: Vec<i32>,
    /// How it ended, told to everybody first and then to each seat.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<Told>>")]
    pub told: Vec<Told>,
}

/// How a match ended, told to somebody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Told {
    /// To which seat; to everybody if to none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub seat: Option<SeatNumber>,
    /// How it ended for them, in one sentence.
    pub verdict: String,
    /// What is worth telling of them.
    pub facts: Vec<Fact>,
}

/// Something worth telling after a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Fact {
    /// What was counted.
    pub name: String,
    /// How much it was, in words.
    pub value: String,
    /// The points that it brought, where the facts of a seat add up to its score.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub points: Option<i32>,
}

impl From<polynya_catalog::Told> for Told {
    fn from(told: polynya_catalog::Told) -> Told {
        let fact = |fact: polynya_engine::Fact| Fact { name: fact.name, value: fact.value, points: fact.points };
        Told {
            seat: told.seat.map(|seat| seat.number() as u8),
            verdict: told.verdict,
            facts: told.facts.into_iter().map(fact).collect(),
        }
    }
}
