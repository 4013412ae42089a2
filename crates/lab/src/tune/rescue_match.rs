//! Matches of Rescue Polar Bears to learn from.

use polynya_bots::games::rescue_polar_bears::{Effort, Planner, TUNED, WinModel};
use polynya_engine::{Game, Luck, Seed, Table, Turn};
use polynya_games::rescue_polar_bears::{Action, Awaiting, RescueOptions, RescuePolarBears, Stage};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// How a match is played.
pub(super) struct Play<'a> {
    pub model: &'a WinModel,
    pub effort: Effort,
    pub options: RescueOptions,
    pub ships: u8,
    /// Of a hundred plans, how many are chosen at random among those that were evaluated.
    pub exploration: u32,
}

impl Default for Play<'_> {
    fn default() -> Self {
        Play { model: &TUNED, effort: Effort::EASY, options: RescueOptions::default(), ships: 3, exploration: 0 }
    }
}

impl Play<'_> {
    /// Plays to the end and returns its position. Calls `each` with the positions in which a turn has just ended: where a
    /// new alert is to be drawn, and where the next ship begins.
    pub fn to_the_end(&self, seed: Seed, each: &mut dyn FnMut(&RescuePolarBears)) -> RescuePolarBears {
        let table = Table::<RescuePolarBears>::new(self.options.clone(), self.ships, seed);
        let mut position = *table.expect("two to four ships play").position();
        let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"team".as_slice()]).draw(0));
        // What is planned until something is drawn, the next action last.
        let mut planned = Vec::new();
        let mut turns = None;
        while position.ending().is_none() {
            if position.turn() == Turn::Chance {
                if position.stage() != Stage::Action && !matches!(position.awaiting(), Awaiting::D20 | Awaiting::D6) {
                    each(&position);
                }
                let chance = position.draw(&mut luck);
                position.settle(chance, &mut |_| {});
                planned.clear();
                continue;
            }
            if turns.replace(position.turns()) != Some(position.turns()) {
                each(&position);
            }
            if planned.is_empty() {
                planned = self.plan(&position, &mut luck);
            }
            let action = planned.pop().expect("a plan has an action");
            position.play(position.seat(), action, &mut |_| {});
        }
        position
    }

    /// Returns the actions of a plan, the last one first.
    fn plan(&self, position: &RescuePolarBears, luck: &mut impl Luck) -> Vec<Action> {
        let mut planner = Planner::new(position, self.model, self.effort, luck.next_u64());
        let plans = planner.plans(position);
        let explores = luck.below(100) < self.exploration;
        let chosen = if explores { luck.below(plans.len() as u32) as usize } else { 0 };
        planner.backwards(&plans[chosen]).collect()
    }
}

#[cfg(test)]
mod tests {
    use polynya_bots::Evaluator;
    use polynya_bots::games::rescue_polar_bears::RescueEvaluator;
    use polynya_games::rescue_polar_bears::Ending;

    use super::*;

    #[test]
    fn people_are_told_about_as_good_a_chance_as_they_have() {
        let (mut told, mut came, mut turns) = (0.0, 0.0, 0.0);
        let play = Play { effort: Effort::NORMAL, ..Play::default() };
        for number in 0..50 {
            let mut seen = 0.0;
            let end = play.to_the_end(Seed::of("told").nth(number), &mut |position| {
                told += RescueEvaluator::new(Effort::NORMAL).evaluate(position)[position.seat()];
                seen += 1.0;
            });
            turns += seen;
            came += if end.ending() == Some(Ending::Won) { seen } else { 0.0 };
        }
        let (told, came) = (told / turns, came / turns);
        assert!((told - came).abs() < 0.12, "told {told}, and it came to {came}");
    }
}
