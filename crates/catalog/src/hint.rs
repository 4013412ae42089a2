//! Hints: what a seat should do and why, in words.

use std::time::Duration;

use polynya_bots::{Adviser, Worth};
use polynya_engine::{Describe, Seat};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Advice for one seat, in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// What to do, action by action, as words that the table takes.
    pub plan: Vec<String>,
    /// The same as buttons say it.
    pub labels: Vec<String>,
    /// What it is worth, where that was searched.
    pub worth: Option<Worth>,
    /// The main alternative.
    pub alternative: Option<Alternative>,
    /// Why, in one sentence.
    pub reason: String,
}

impl Hint {
    /// Returns the hint as one line of prose, with the actions as buttons say them.
    pub fn sentence(&self) -> String {
        let plan = |labels: &[String], worth: Option<Worth>| valued(labels.join(", then "), worth);
        let other = self.alternative.as_ref();
        let other = other.map(|other| format!(" Otherwise: {}.", plan(&other.labels, Some(other.worth))));
        format!("{}. {}{}", plan(&self.labels, self.worth), self.reason, other.unwrap_or_default())
    }

    /// Returns the hint in parts with a label each, with the actions in words that the table takes.
    pub fn parts(&self) -> Vec<(&'static str, String)> {
        let mut parts = vec![("Hint", valued(self.plan.join(", "), self.worth))];
        parts.extend(self.alternative.as_ref().map(|other| ("Or", valued(other.plan.join(", "), Some(other.worth)))));
        parts.push(("Why", self.reason.clone()));
        parts
    }
}

/// Returns a plan with what it is worth.
fn valued(plan: String, worth: Option<Worth>) -> String {
    match worth {
        Some(worth) => format!("{plan} ({worth})"),
        None => plan,
    }
}

/// Another plan that was thought about.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    /// What to do, action by action.
    pub plan: Vec<String>,
    /// The same as buttons say it.
    pub labels: Vec<String>,
    /// What it is worth.
    pub worth: Worth,
}

/// Asks an adviser about a position in which the seat can act.
pub(crate) fn hint<G: Describe>(adviser: &mut dyn Adviser<G>, position: &G, seat: Seat, time: Duration) -> Hint {
    // Advice depends on the position and on nothing else that this match knows.
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(position.turns().into());
    let advice = adviser.advise(position, seat, time, &mut luck);
    let words = |plan: &[G::Action]| plan.iter().map(ToString::to_string).collect();
    let labels = |plan: &[G::Action]| plan.iter().map(|&action| G::label(action)).collect();
    Hint {
        plan: words(&advice.plan),
        labels: labels(&advice.plan),
        worth: advice.worth,
        alternative: advice.alternative.map(|(plan, worth)| Alternative {
            plan: words(&plan),
            labels: labels(&plan),
            worth,
        }),
        reason: advice.reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn a_hint_is_said_in_one_place() {
        let alone = Hint {
            plan: words(&["roll"]),
            labels: words(&["Roll the die"]),
            worth: None,
            alternative: None,
            reason: "There is nothing else to do.".to_owned(),
        };
        assert_eq!(alone.sentence(), "Roll the die. There is nothing else to do.");
        assert_eq!(alone.parts()[0], ("Hint", "roll".to_owned()));
        let other = Alternative { plan: words(&["pass"]), labels: words(&["Pass"]), worth: Worth::Chance(0.25) };
        let both = Hint {
            plan: words(&["slide a1 n", "roll"]),
            labels: words(&["Slide a1 north", "Roll"]),
            worth: Some(Worth::Chance(0.5)),
            alternative: Some(other),
            reason: "It is nearer.".to_owned(),
        };
        let sentence = "Slide a1 north, then Roll (50 % to win). It is nearer. Otherwise: Pass (25 % to win).";
        assert_eq!(both.sentence(), sentence);
        let parts = [
            ("Hint", "slide a1 n, roll (50 % to win)".to_owned()),
            ("Or", "pass (25 % to win)".to_owned()),
            ("Why", "It is nearer.".to_owned()),
        ];
        assert_eq!(both.parts(), parts);
    }
}
