//! What a browser and the server say to each other about a table.
//!
//! The types of `web/src/protocol` are generated from this file; a test keeps them fresh. The position of a match
//! travels as a *view*, an object that the game's drawing understands (`views`), and later as merge patches of it
//! (RFC 7386): only what changed is sent. Legal actions travel as numbers of the game's fixed numbering; the words and
//! the label of each number are in the dictionary at `/api/games/{game}/actions`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// A seat, counted from 1.
pub type SeatNumber = u8;

/// What a viewer of a table asks for, over the socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub enum Command {
    /// Acts for an own seat.
    Submit(Submit),
    /// Asks why something would be refused; nothing happens at the table.
    Why(Try),
    /// Sits down on an open seat or in place of a bot.
    Sit(Sit),
    /// Gives an own seat back before the match has begun.
    Stand {
        /// The seat.
        seat: SeatNumber,
    },
    /// Puts a bot on an open seat, or clears a seat that a bot holds, before the match has begun; for the host.
    Seat {
        /// The seat.
        seat: SeatNumber,
        /// The bot, or nothing for an open seat.
        bot: Option<String>,
    },
    /// Begins the match; bots take the open seats. For the host.
    Start,
    /// Takes steps back until this many are left; by the table's policy at once or by consent.
    Undo {
        /// Steps that stay.
        to: u32,
        /// An own seat, in whose name it is asked.
        seat: SeatNumber,
    },
    /// Answers a request to take steps back.
    Consent {
        /// Agreed?
        yes: bool,
    },
    /// Says something to the table.
    Say {
        /// What is said.
        text: String,
    },
    /// Points at a place of the board.
    Ping {
        /// The place, in the game's own words.
        place: String,
    },
    /// Asks how the table would look after some actions of the seat whose turn it is; nothing happens at the table.
    Plan {
        /// Chosen by the sender; stands in the answer.
        #[ts(type = "number")]
        id: u64,
        /// The actions, in the game's words.
        actions: Vec<String>,
    },
    /// Shows a plan to the whole table; an empty one takes it away.
    Propose {
        /// The actions, in the game's words.
        actions: Vec<String>,
    },
    /// Lets a bot play for an own seat or for one whose player has been away for long.
    Cover {
        /// The seat.
        seat: SeatNumber,
        /// The bot.
        bot: String,
    },
    /// Takes an own seat back from the bot that covers it.
    Back {
        /// The seat.
        seat: SeatNumber,
    },
    /// Asks for a link by which another device takes an own seat too.
    Link {
        /// The seat.
        seat: SeatNumber,
    },
    /// Opens a new table with the same players and options.
    Rematch,
    /// Asks for the position in words.
    Describe,
    /// Asks what an own seat should do, and why.
    Hint {
        /// The seat.
        seat: SeatNumber,
    },
    /// Says whether the person looks at the page.
    Look {
        /// Is the page visible?
        here: bool,
    },
}

/// An action of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Submit {
    /// Chosen by the sender, below 2^53; a second submission with the same id does nothing and is answered alike.
    #[ts(type = "number")]
    pub id: u64,
    /// The number of the last entry that the sender has seen.
    pub after: u32,
    /// Who acts: an own seat.
    pub seat: SeatNumber,
    /// What it does, in the game's words.
    pub action: String,
}

/// Something that one might do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Try {
    /// Chosen by the sender; stands in the answer.
    #[ts(type = "number")]
    pub id: u64,
    /// Who would do it.
    pub seat: SeatNumber,
    /// What, in the game's words; the first of several that the rules allow, or else the first, is answered.
    pub actions: Vec<String>,
    /// The actions of a plan: then it is asked what the seat whose turn it is may do after them, and anybody may ask.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub plan: Option<Vec<String>>,
}

/// Sitting down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Sit {
    /// The seat.
    pub seat: SeatNumber,
    /// The name by which the table calls the person.
    pub name: String,
    /// What the seat adds to the luck of the match: any text up to 64 characters.
    pub nonce: String,
}

/// What the server says over the socket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "protocol.ts")]
pub enum Message {
    /// Everything about the table: the first message of a connection, also of one that was lost and is back.
    Welcome(Box<Welcome>),
    /// Steps were played or taken back.
    Step(Box<Update>),
    /// The seats, the phase of the table or who is present have changed.
    Seats(Seats),
    /// Somebody said something.
    Said(Said),
    /// Somebody points at a place.
    Pinged {
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
        /// Whose name it is.
        name: String,
        /// The seat, if it is a player.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        #[ts(optional)]
        seat: Option<SeatNumber>,
        /// The actions.
        actions: Vec<String>,
    },
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
    Wrong {
        /// The submission's id, if it was one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        #[ts(optional, type = "number")]
        id: Option<u64>,
        /// What was wrong and what to do.
        text: String,
    },
    /// A submission that the table knew already: it is done.
    Known {
        /// Its id.
        #[ts(type = "number")]
        id: u64,
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
    /// The server is about to stop; it will be back.
    Closing,
}

/// What a seat should do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Hinted {
    /// The number of the last entry when it was asked.
    pub n: u32,
    /// The seat.
    pub seat: SeatNumber,
    /// What to do, action by action, in the game's words.
    pub actions: Vec<String>,
    /// The same as a sentence, with what it is worth and why.
    pub text: String,
}

/// Everything about a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Welcome {
    /// The table's code, as in its link.
    pub code: String,
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
    /// How many steps were played.
    pub steps: u32,
    /// The last steps and what happened in them.
    pub log: Vec<Logged>,
    /// What was taken back among them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<TakenBack>>")]
    pub backs: Vec<TakenBack>,
    /// What was said.
    pub chat: Vec<Said>,
    /// The position, for the drawing.
    #[ts(type = "Record<string, unknown>")]
    pub view: Value,
    /// What the viewer's seats may do now.
    pub choices: Vec<Choices>,
    /// The seats that the table waits for.
    pub awaited: Vec<SeatNumber>,
    /// How many turns or rounds are over.
    pub turn: u32,
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
}

/// Steps that were played or taken back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Update {
    /// The number of its entry: one more than the last one, or something was missed.
    pub n: u32,
    /// Steps that were left after something was taken back; only then.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub back: Option<u32>,
    /// The steps, `WHO WORDS` each.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub steps: Vec<String>,
    /// What happened, sentence by sentence.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub told: Vec<String>,
    /// What changed in the view: a merge patch.
    #[ts(type = "Record<string, unknown>")]
    pub view: Value,
    /// What the viewer's seats may do now; nothing if they may do nothing.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[ts(optional, as = "Option<Vec<Choices>>")]
    pub choices: Vec<Choices>,
    /// The seats that the table waits for, if they changed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub awaited: Option<Vec<SeatNumber>>,
    /// How many turns or rounds are over, if that changed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub turn: Option<u32>,
    /// How the match ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub over: Option<Over>,
}

/// A step of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Logged {
    /// How many steps stood before it.
    pub at: u32,
    /// The turn or round, from 0.
    pub turn: u32,
    /// `WHO WORDS`.
    pub step: String,
    /// What happened.
    pub told: Vec<String>,
}

/// Steps that were taken back, for the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct TakenBack {
    /// How many steps were left in front of them.
    pub at: u32,
    /// The turn or round to which it led, from 0.
    pub turn: u32,
    /// Who took back how many.
    pub text: String,
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
    /// How many watch.
    pub watchers: u32,
}

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

/// One seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct SeatInfo {
    /// Its number, from 1.
    pub seat: SeatNumber,
    /// What the game calls it: Red, Suns.
    pub colour: String,
    /// Who holds it.
    pub holder: Holder,
    /// The person's or the bot's name; empty for an open seat.
    pub name: String,
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

/// How a match ended, and what proves its dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Over {
    /// The seats that won.
    pub winners: Vec<SeatNumber>,
    /// What each seat scored.
    pub scores: Vec<i32>,
    /// The server's part of the seed; its SHA-256 is the commitment.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub secret: Option<String>,
    /// What the seats added, by seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    #[ts(optional, as = "Option<BTreeMap<SeatNumber, String>>")]
    pub nonces: BTreeMap<SeatNumber, String>,
    /// The seed of the match: the secret mixed with what the seats added.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[ts(optional)]
    pub seed: Option<String>,
}

/// A match step by step, for the replay.
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
    pub colours: Vec<String>,
    /// The position before the first step.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// What each step did.
    pub frames: Vec<Frame>,
}

/// One step of a replay.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Frame {
    /// `WHO WORDS`.
    pub step: String,
    /// How many turns or rounds are over before it.
    pub turn: u32,
    /// What happened.
    pub told: Vec<String>,
    /// What changed in the view: a merge patch.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub view: Value,
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
    #[schema(value_type = Object)]
    pub options: Value,
    /// Who shall sit where, from seat 1: `me`, `open`, or the name of a bot. Several `me` play at one screen.
    pub seats: Vec<String>,
    /// The name of the person who opens the table.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub name: String,
    /// What the person's seats add to the luck of the match.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub nonce: String,
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
    /// About how long it takes, in minutes.
    pub minutes: u16,
    /// The fewest that may play.
    pub fewest: u8,
    /// The most that may play.
    pub most: u8,
    /// How many play if nobody says otherwise.
    pub usual: u8,
    /// What the game calls its seats.
    pub colours: Vec<String>,
    /// Its options.
    pub options: Vec<GameOption>,
    /// Its bots, weakest first.
    pub bots: Vec<GameBot>,
    /// What is printed, what is reconstructed, and whose the name is.
    pub about: String,
    /// A view of a position in mid-match, for the picture on the first page.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub picture: Value,
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
    #[schema(value_type = Object)]
    pub usual: Value,
    /// The values from which people choose: false and true, or these.
    #[ts(type = "unknown[]")]
    #[schema(value_type = Vec<Object>)]
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
}

/// One action of a game's fixed numbering.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct ActionWords(
    /// The words, as they are submitted and typed.
    pub String,
    /// The label, as it is shown and read aloud.
    pub String,
);

/// A rule book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct RuleBook {
    /// Its title.
    pub title: String,
    /// What stands before the first section.
    pub preface: String,
    /// The clauses in the order of the book.
    pub clauses: Vec<RuleClause>,
}

/// One clause of a rule book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct RuleClause {
    /// Its number, such as `4.2`.
    pub number: String,
    /// The heading of its section.
    pub section: String,
    /// Its text.
    pub text: String,
}

/// What is wrong with a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Problem {
    /// What was wrong, where, and what to do.
    pub error: String,
}

/// What a judge says about a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct Verdict {
    /// Do all steps and the result hold?
    pub holds: bool,
    /// How many outcomes of chance were compared with the seed; nothing if the record has no seed.
    pub draws: Option<u32>,
    /// Do all of them follow from the seed?
    pub honest: Option<bool>,
    /// What is wrong.
    pub fault: Option<String>,
}
