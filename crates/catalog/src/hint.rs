//! Hints: what a seat should do and why, in words.

use std::time::Duration;

use polynya_bots::{Adviser, Worth};
use polynya_engine::{Game, Seat};
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
    pub worth: Option<Value>,
    /// The main alternative.
    pub alternative: Option<Alternative>,
    /// Why, in one sentence.
    pub reason: String,
}

/// Another plan that was thought about.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    /// What to do, action by action.
    pub plan: Vec<String>,
    /// The same as buttons say it.
    pub labels: Vec<String>,
    /// What it is worth.
    pub worth: Value,
}

/// What a plan is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A chance to win, from 0 to 1.
    Chance(f32),
    /// A score that is to be expected.
    Score(f32),
}

impl From<Worth> for Value {
    fn from(worth: Worth) -> Value {
        match worth {
            Worth::Chance(chance) => Value::Chance(chance),
            Worth::Score(score) => Value::Score(score),
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Chance(chance) => write!(f, "{:.0} % to win", 100.0 * chance),
            Value::Score(score) => write!(f, "about {score:.0} points"),
        }
    }
}

/// Asks an adviser about a position in which the seat can act.
pub(crate) fn hint<G: Game>(adviser: &mut dyn Adviser<G>, position: &G, seat: Seat, time: Duration) -> Hint {
    // Advice depends on the position and on nothing else that this match knows.
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(position.turns().into());
    let advice = adviser.advise(position, seat, time, &mut luck);
    let words = |plan: &[G::Action]| plan.iter().map(ToString::to_string).collect();
    let labels = |plan: &[G::Action]| plan.iter().map(|&action| G::label(action)).collect();
    Hint {
        plan: words(&advice.plan),
        labels: labels(&advice.plan),
        worth: advice.worth.map(Value::from),
        alternative: advice.alternative.map(|(plan, worth)| Alternative {
            plan: words(&plan),
            labels: labels(&plan),
            worth: worth.into(),
        }),
        reason: advice.reason,
    }
}
