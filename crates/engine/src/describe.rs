//! The words of a game: everything that is said to people about it.

use serde::Serialize;

use crate::clause::Clause;
use crate::game::Game;
use crate::seat::Seat;

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

    /// Returns what is special about a match with these options, in a few words each: `Rapid Warming`.
    fn highlights(options: &Self::Options) -> Vec<String> {
        let _ = options;
        Vec::new()
    }
}

/// What a moment asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Prompt {
    /// One short sentence: `Penguin 3, 2 left: hop or slide ice.`
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
