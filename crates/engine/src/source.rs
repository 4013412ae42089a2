//! Where the values of a game come from: the printed book, somebody who has seen the game, or us.

use std::fmt;

/// How far a value can be trusted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Label {
    /// It stands in the printed rule book.
    Printed,
    /// It stands in no printed text that we have; a play report, a review or another edition tells it.
    Reported,
    /// It follows from what is printed: by counting, by an example, by a figure.
    Derived,
    /// No source tells it: we made it up.
    Proposed,
}

impl Label {
    /// All labels, the surest first.
    pub const ALL: [Label; 4] = [Label::Printed, Label::Reported, Label::Derived, Label::Proposed];

    /// Returns what it means, in a few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Label::Printed => "stands in the printed rule book",
            Label::Reported => "told by a play report, a review or another edition, not by the printed text",
            Label::Derived => "follows from the printed text, its counts or its examples",
            Label::Proposed => "made up here, because no source tells it",
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Label::Printed => "PRINTED",
            Label::Reported => "REPORTED",
            Label::Derived => "DERIVED",
            Label::Proposed => "PROPOSED",
        })
    }
}

/// A value of a game and where it comes from. What the printed rules say plainly is not listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sourced {
    /// What it is.
    pub name: &'static str,
    /// The value, in words.
    pub value: &'static str,
    /// Where it comes from.
    pub label: Label,
    /// The clause of the rule book in which it is used.
    pub clause: &'static str,
    /// The file in which it is kept, in the game's folder.
    pub file: &'static str,
}

/// Returns a value and where it comes from.
pub const fn sourced(
    label: Label,
    name: &'static str,
    value: &'static str,
    clause: &'static str,
    file: &'static str,
) -> Sourced {
    Sourced { name, value, label, clause, file }
}
