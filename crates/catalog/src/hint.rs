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
    pub worth: Option<Worth>,
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
    pub worth: Worth,
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
        worth: advice.worth,
        alternative: advice.alternative.map(|(plan, worth)| Alternative {
            plan: words(&plan),
            labels: labels(&plan),
            worth,
        }),
        reason: advice.reason,
    }
}
