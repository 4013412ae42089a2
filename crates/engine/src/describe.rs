//! The words of a game: everything that is said to people about it.

use serde::Serialize;

use crate::clause::Clause;
use crate::game::Game;
use crate::seat::Seat;
use crate::text::uncapitalised;

/// What a game says to people. Rules never speak, and nobody else makes sentences about a game, so that another
/// language is another implementation of this.
pub trait Describe: Game {
    /// Returns the name by which sentences call a seat: `Red`, `Suns`, `Breeze Dragon`.
    fn name(&self, seat: Seat) -> String;

    /// Returns an action as a button says it and a screen reader speaks it: `Slide a2 north`.
    fn label(action: Self::Action) -> String {
        action.to_string()
    }

    /// Returns one event as a sentence. The position is the one after the event's step.
    fn tell(&self, event: &Self::Event) -> String;

    /// Returns the whole position in words, line by line: the text twin of the board.
    fn describe(&self) -> String;

    /// Returns why this clause refuses this action here, in one sentence.
    fn why(&self, seat: Seat, action: Self::Action, rule: &Self::Rule) -> String {
        let _ = (seat, action);
        rule.text().to_owned()
    }

    /// Returns what the moment asks for, told to this seat, or to somebody who watches. After the end it says how the
    /// match ended.
    fn prompt(&self, reader: Option<Seat>) -> Prompt;

    /// Returns how the match ended for this seat, or for all, in one sentence that calls nobody by name: `You brought 1 of
    /// 3 home.` Asked only after the end.
    fn verdict(&self, reader: Option<Seat>) -> String {
        self.prompt(reader).text
    }

    /// Returns what is worth telling of a seat after the match, or of the whole table: a few facts. The events are all
    /// that happened in it.
    fn facts(&self, seat: Option<Seat>, events: &[Self::Event]) -> Vec<Fact> {
        let _ = (seat, events);
        Vec::new()
    }

    /// Returns how this match is won and what can be done in it, in a few sentences.
    fn primer(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns what can be foreseen now, sentence by sentence: what threatens, and how likely it is.
    fn foresee(&self) -> Vec<Foreseen> {
        Vec::new()
    }

    /// Returns what a legal action leads to, if a player should know before doing it.
    fn warning(&self, seat: Seat, action: Self::Action) -> Option<Warning> {
        let _ = (seat, action);
        None
    }

    /// Returns the answer of a seat that is asked something and has no choice about it: the only one, or one of several
    /// that come to the same. Ending a turn is always a choice.
    fn forced(&self, seat: Seat) -> Option<Self::Action> {
        let _ = seat;
        None
    }

    /// Returns a plan of this seat in as few parts as can be followed, as a hint says it: `slide d4 north`.
    fn outline(&self, seat: Seat, plan: &[Self::Action]) -> Vec<String> {
        let _ = seat;
        plan.iter().map(|&action| uncapitalised(&Self::label(action))).collect()
    }

    /// Returns what a plan of this seat brings before chance decides, in a short sentence: `Sends Blue back to START.`
    fn brings(&self, seat: Seat, plan: &[Self::Action]) -> Option<String> {
        let _ = (seat, plan);
        None
    }

    /// Returns what lies on the table, thing by thing: what it is and what it is for.
    fn things() -> Vec<Thing> {
        Vec::new()
    }

    /// Returns what stands on the reference cards of a match with these options: odds, values, signs.
    fn reference(options: &Self::Options) -> Vec<ReferenceCard> {
        let _ = options;
        Vec::new()
    }

    /// Returns what is special about a match with these options, in a few words each: `Rapid Warming`.
    fn highlights(options: &Self::Options) -> Vec<String> {
        let _ = options;
        Vec::new()
    }
}

/// What a moment asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Prompt {
    /// One short sentence: `2 of 3 moves left: hop a penguin or slide a floe.`
    pub text: String,
    /// The number of the clause of the rule book that explains the moment.
    pub clause: &'static str,
}

impl Prompt {
    /// Returns the prompt with this sentence, explained by this clause of the book.
    pub fn new(text: impl Into<String>, clause: &'static str) -> Prompt {
        Prompt { text: text.into(), clause }
    }
}

/// Something that can be foreseen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Foreseen {
    /// One sentence: `40%: ice 13 on e2 melts (2 males on it).`
    pub text: String,
    /// Is it a danger?
    pub danger: bool,
}

impl Foreseen {
    /// Returns the sentence, said of nothing to be afraid of.
    pub fn safe(text: impl Into<String>) -> Foreseen {
        Foreseen { text: text.into(), danger: false }
    }

    /// Returns the sentence, said of a danger.
    pub fn danger(text: impl Into<String>) -> Foreseen {
        Foreseen { text: text.into(), danger: true }
    }
}

/// What a player should know before doing something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// What it leads to, in a few words.
    pub text: String,
    /// The seats that it hurts, one for each piece that is lost or sent back.
    pub hits: Vec<Seat>,
    /// Does it help nobody or end the match, so that it may be a slip?
    pub is_slip: bool,
    /// Is it good to know and nothing to be afraid of?
    pub is_harmless: bool,
}

impl Warning {
    /// Returns what costs something.
    pub fn cost(text: impl Into<String>) -> Warning {
        Warning { text: text.into(), hits: Vec::new(), is_slip: false, is_harmless: false }
    }

    /// Returns what is good to know.
    pub fn harmless(text: impl Into<String>) -> Warning {
        Warning { is_harmless: true, ..Warning::cost(text) }
    }

    /// Returns what helps nobody or ends the match.
    pub fn slip(text: impl Into<String>) -> Warning {
        Warning { is_slip: true, ..Warning::cost(text) }
    }
}

/// Something that lies on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Thing {
    /// A word by which drawings know it: `data`.
    pub id: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// What it is and what it is for, in one sentence.
    pub text: &'static str,
    /// The number of the clause of the rule book that says so.
    pub clause: &'static str,
}

/// Something worth telling after a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    /// What was counted: `Penguins sent back`.
    pub name: String,
    /// How much it was, in words: `2 of 3`.
    pub value: String,
    /// The points that it brought, where the facts of a seat add up to its score.
    pub points: Option<i32>,
}

impl Fact {
    /// Returns what was counted, and how much it was.
    pub fn new(name: impl Into<String>, value: impl ToString) -> Fact {
        Fact { name: name.into(), value: value.to_string(), points: None }
    }

    /// Returns a part of a score.
    pub fn part(name: impl Into<String>, points: i32) -> Fact {
        Fact { name: name.into(), value: points.to_string(), points: Some(points) }
    }
}

/// A card that lies beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReferenceCard {
    /// A word by which drawings know it: `odds`.
    pub id: &'static str,
    /// Its heading.
    pub title: String,
    /// What stands on it.
    pub lines: Vec<ReferenceLine>,
}

/// A line of a reference card.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct ReferenceLine {
    /// What it is about, in the notation, for drawings: `P3`. Empty if it is about nothing that is drawn.
    pub sign: String,
    /// How likely it is, where that is a question: `1 in 3`. Otherwise empty.
    pub chance: String,
    /// What is said.
    pub text: String,
}

impl ReferenceLine {
    /// Returns a line of text alone.
    pub fn text(text: impl Into<String>) -> ReferenceLine {
        ReferenceLine { text: text.into(), ..ReferenceLine::default() }
    }
}
