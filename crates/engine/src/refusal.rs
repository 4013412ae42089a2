//! Refusals: a rule that says no, as a value.

use std::fmt;

use serde::Serialize;

use crate::clause::Clause;

/// What was tried and which clause forbids it. The same value reaches the terminal, the browser, HTTP and Python.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// The number of the clause in the game's rule book, or of a [`TableRule`].
    pub clause: &'static str,
    /// Why, in one sentence.
    pub text: String,
    /// The words that were tried.
    pub tried: String,
}

impl Refusal {
    /// A refusal by this clause, in its own words.
    pub fn new(rule: &impl Clause, tried: impl fmt::Display) -> Refusal {
        Refusal { clause: rule.number(), text: rule.text().to_owned(), tried: tried.to_string() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal { clause, text, tried } = self;
        write!(f, "`{tried}` is not allowed: {text} (rule {clause})")
    }
}

impl std::error::Error for Refusal {}

crate::clauses! {
    /// What holds at every table, whatever the game.
    pub enum TableRule {
        NoSuchSeat = "T1" "This table has no such seat.",
        MatchIsOver = "T2" "The match is over, so nothing follows.",
        ChanceIsNext = "T3" "Dice or a deck decide before anybody acts.",
        NotChance = "T4" "A seat must act before anything is rolled or drawn.",
        NotPossible = "T5" "Dice and decks cannot give this now.",
    }
}
