//! Hints: an adviser is asked, and its advice put into words.

use std::time::Duration;

use polynya_bots::Adviser;
use polynya_engine::{Describe, Followed, Hint, Plan, Seat, Worth};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Asks an adviser about a position in which the seat can act.
pub(crate) fn hint<G: Describe>(adviser: &mut dyn Adviser<G>, position: &G, seat: Seat, time: Duration) -> Hint {
    // Advice depends on the position and on nothing else that this match knows.
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(position.turns().into());
    let advice = adviser.advise(position, seat, time, &mut luck);
    let plan = |actions: &[G::Action], worth: Option<Worth>| {
        // What stands behind the next die is a guess, not a plan.
        let actions = &actions[..Followed::plan(position, seat, actions).actions];
        Plan {
            words: actions.iter().map(ToString::to_string).collect(),
            labels: actions.iter().map(|&action| G::label(action)).collect(),
            outline: position.outline(seat, actions),
            worth,
        }
    };
    Hint {
        brings: position.brings(seat, &advice.plan),
        plan: plan(&advice.plan, advice.worth),
        alternative: advice.alternative.map(|(other, worth)| plan(&other, Some(worth))),
        reason: advice.reason,
    }
}
