//! What a search knows about Rescue Polar Bears: lines of actions that were weighed with the falls of the dice. No
//! playout knows more.

use polynya_engine::{PerSeat, Seat};
use polynya_games::rescue_polar_bears::{Action, RescuePolarBears};
use rand_core::Rng;

use super::judge::{TUNED, told};
use super::outlook::Outlook;
use super::{EFFORTS, Effort, Efforts, Mind, Mix, PATIENCE, key};
use crate::Bot;
use crate::advice::{Adviser, Aspect};
use crate::search::{Budget, Insight, Plans, Search};

/// The insight of the search.
#[derive(Clone)]
pub struct Foresight {
    efforts: Efforts,
    patience: u32,
}

impl Foresight {
    fn new(efforts: Efforts, patience: u32) -> Foresight {
        Foresight { efforts, patience }
    }
}

/// Actions that are shown to the search.
const PLANS: usize = 4;

impl Insight<RescuePolarBears> for Foresight {
    fn order(&mut self, position: &RescuePolarBears, _: Seat, into: &mut Plans<Action>) {
        // Another position imagines other draws, or the same mistake would be made all match long.
        let mut mind = Mind::new(position, &TUNED, self.efforts, self.patience, Mix(key(position)).next_u64());
        // Only the first action is taken: behind it the lines are looked at again, and more of them.
        let mut firsts = Vec::new();
        for plan in mind.weighed(position, 0) {
            let first = mind.first(&plan);
            if firsts.len() < PLANS && !firsts.contains(&first) {
                firsts.push(first);
                into.add(&[first], told(plan.worth).max(f32::MIN_POSITIVE));
            }
        }
    }

    fn halves(&self) -> bool {
        true
    }

    fn knows(&self) -> bool {
        true
    }

    fn value(&mut self, position: &RescuePolarBears) -> PerSeat<f32> {
        let chance = told(Outlook::of(position, &TUNED).worth(position, false));
        let mut chances = PerSeat::default();
        Seat::all(position.seats()).for_each(|seat| chances[seat] = chance);
        chances
    }

    fn aspects(&mut self, position: &RescuePolarBears, _: Seat) -> Vec<Aspect> {
        let aspect = |amount: u8, weight, more, less| Aspect { amount: amount.into(), weight, more, less };
        let aboard = position.ships().iter().map(|ship| ship.aboard().total()).sum();
        vec![
            aspect(position.collected().0, 1.0, "{} more data is collected", "{} less data is collected"),
            aspect(position.temperature(), -0.3, "it is {} degrees warmer", "it is {} degrees cooler"),
            aspect(position.helicopters().0, 0.8, "{} more helicopters are left", "{} fewer helicopters are left"),
            aspect(aboard, 0.3, "{} more bears are on board", "{} fewer bears are on board"),
        ]
    }
}

pub(super) const LITTLE: Efforts = [
    Effort { width: 8, finalists: 4, draws: 2, outcomes: 2, every: 3 },
    Effort { width: 3, finalists: 1, draws: 1, outcomes: 1, every: 3 },
    Effort { width: 2, finalists: 1, draws: 0, outcomes: 0, every: 3 },
];
const SOME: Efforts = [
    Effort { width: 20, finalists: 12, draws: 4, outcomes: 3, every: 2 },
    Effort { width: 4, finalists: 1, draws: 1, outcomes: 1, every: 3 },
    Effort { width: 3, finalists: 1, draws: 0, outcomes: 0, every: 3 },
];
/// Data that is collected in mid-turn brings new data: what can be done with it in the same turn decides matches, so
/// most of the effort is for lines to a draw.
const MUCH: Efforts = [
    Effort { width: 32, finalists: 24, draws: 32, outcomes: 8, every: 1 },
    Effort { width: 8, finalists: 4, draws: 4, outcomes: 2, every: 2 },
    Effort { width: 4, finalists: 1, draws: 0, outcomes: 0, every: 3 },
];
/// See [`Mind::patience`].
const MUCH_PATIENCE: u32 = 8 * PATIENCE;

fn searching(efforts: Efforts, patience: u32) -> Search<RescuePolarBears, Foresight> {
    Search::new(Foresight::new(efforts, patience), Budget::Iterations(1))
}

/// Gives advice to people.
pub fn adviser() -> Box<dyn Adviser<RescuePolarBears>> {
    Box::new(searching(EFFORTS, PATIENCE))
}

/// Looks at few lines, and at few falls of the dice.
pub fn easy() -> Box<dyn Bot<RescuePolarBears>> {
    Box::new(searching(LITTLE, PATIENCE))
}

/// Looks at more lines.
pub fn normal() -> Box<dyn Bot<RescuePolarBears>> {
    Box::new(searching(SOME, PATIENCE))
}

/// Looks at many lines, at what their draws may bring, and at every fall of the blue die.
pub fn hard() -> Box<dyn Bot<RescuePolarBears>> {
    Box::new(searching(MUCH, MUCH_PATIENCE))
}

#[cfg(test)]
mod tests {
    use polynya_engine::Seed;
    use polynya_games::rescue_polar_bears::Ending;

    use super::super::tune::Play;
    use super::*;

    #[test]
    fn people_are_told_about_as_good_a_chance_as_they_have() {
        let (mut told, mut came, mut turns) = (0.0, 0.0, 0.0);
        let play = Play { efforts: SOME, ..Play::default() };
        for number in 0..50 {
            let mut seen = 0.0;
            let end = play.to_the_end(Seed::of("told").nth(number), &mut |position| {
                told += Foresight::new(SOME, PATIENCE).value(position)[position.seat()];
                seen += 1.0;
            });
            turns += seen;
            came += if end.ending() == Some(Ending::Won) { seen } else { 0.0 };
        }
        let (told, came) = (told / turns, came / turns);
        assert!((told - came).abs() < 0.12, "told {told}, and it came to {came}");
    }
}
