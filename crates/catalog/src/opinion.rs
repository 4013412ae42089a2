//! Opinions: what a seat makes of a plan or a place that somebody shows to it, in words.

use polynya_bots::{Adviser, Stance, Wanted};
use polynya_engine::{Clause, Describe, Seat};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::error::CatalogError;

/// What somebody shows to a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Suggestion {
    /// Actions for its turn, one after the other, in words.
    Plan(Vec<String>),
    /// A place that something should be done about.
    Place(String),
}

/// What a seat makes of a suggestion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// How it takes it.
    pub stance: Stance,
    /// What it does now, action by action, in words; nothing where it is unable.
    pub plan: Vec<String>,
    /// What it says, in one sentence.
    pub sentence: String,
}

/// How many actions of a plan are told.
const MOST_TOLD: usize = 1;

/// Asks an adviser what a seat whose turn it is should make of a suggestion.
pub(crate) fn opinion<G: Describe>(
    adviser: &mut dyn Adviser<G>,
    position: &G,
    seat: Seat,
    suggestion: &Suggestion,
) -> Result<Opinion, CatalogError> {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(position.turns().into());
    let (place, judged) = match suggestion {
        Suggestion::Plan(words) => {
            let actions: Vec<G::Action> = words.iter().map(|words| words.parse()).collect::<Result<_, _>>()?;
            let refused = actions.first().and_then(|&first| position.check(seat, first).err());
            if let Some(rule) = refused {
                return Ok(unable(format!("I can't do that: {}", rule.text())));
            }
            (None, adviser.judge(position, seat, &Wanted::Plan(&actions), &mut luck))
        }
        Suggestion::Place(place) => {
            let names = |action: G::Action| action.to_string().split(' ').any(|word| word == place);
            (Some(place), adviser.judge(position, seat, &Wanted::Any(&names), &mut luck))
        }
    };
    let told = told::<G>(&judged.plan);
    let reason = judged.reason.map_or_else(String::new, |reason| format!(": {}", reason.part()));
    let sentence = match (judged.stance, place) {
        (Stance::Unable, Some(place)) => return Ok(unable(format!("I can't do anything about {place} in this turn."))),
        (Stance::Unable, None) => return Ok(unable("I can't do that.".to_owned())),
        (Stance::Agrees, None) => "That's my plan too.".to_owned(),
        (Stance::Adopts, None) => "I'll do that.".to_owned(),
        (Stance::Agrees | Stance::Adopts, Some(place)) => format!("I'll see to {place}: {told}."),
        (Stance::Declines, None) => format!("I'd rather {told}{reason}."),
        (Stance::Declines, Some(place)) => format!("Not {place} now, I'd rather {told}{reason}."),
    };
    let plan = judged.plan.iter().map(ToString::to_string).collect();
    Ok(Opinion { stance: judged.stance, plan, sentence })
}

fn unable(sentence: String) -> Opinion {
    Opinion { stance: Stance::Unable, plan: Vec::new(), sentence }
}

/// Returns the first actions of a plan as buttons say them.
fn told<G: Describe>(plan: &[G::Action]) -> String {
    let labels: Vec<String> = plan.iter().take(MOST_TOLD).map(|&action| G::label(action)).collect();
    let more = if plan.len() > MOST_TOLD { " and so on" } else { "" };
    format!("“{}”{more}", labels.join(", then "))
}
