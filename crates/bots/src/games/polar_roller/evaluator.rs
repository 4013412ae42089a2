//! What guides the search in Polar Roller: plans for a phase, playouts of one seat, and what its sheet may be worth.
//!
//! Nobody's sheet touches another's, so a playout follows one seat with a quick planner, and the others do anything.
//! Quick, because this planner samples no scenarios: it updates scenarios that were annealed once for all playouts.

use polynya_engine::{Game, Luck, PerSeat, Seat};
use polynya_games::polar_roller::{Action, Colony, Extent, Phase, PolarRoller, ROUNDS, aspects, fewest_penguins};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Planner;
use crate::Bot;
use crate::advice::{Adviser, Feature, Worth};
use crate::search::{Budget, Evaluator, Plans, Search};

/// Guides the search: sequential halving over the plans of a [`Planner`].
#[derive(Clone)]
pub struct RollerEvaluator {
    plans: usize,
    /// Who finds the plans.
    planner: Planner,
    /// Who plays on in playouts.
    runner: Planner,
    /// Whose sheet it is about.
    seat: Seat,
    horizon: u32,
    /// The luck of the playout.
    luck: Xoshiro256PlusPlus,
}

impl RollerEvaluator {
    /// Creates an evaluator that compares at most `plans` plans.
    pub fn new(plans: usize) -> RollerEvaluator {
        RollerEvaluator {
            plans,
            planner: Planner::default(),
            runner: Planner::new(2, 15).quick_to_the_end(),
            seat: Seat::default(),
            horizon: 0,
            luck: Xoshiro256PlusPlus::seed_from_u64(0),
        }
    }
}

impl Evaluator<PolarRoller> for RollerEvaluator {
    fn prepare(&mut self, position: &PolarRoller, seat: Seat) {
        self.seat = seat;
        self.horizon = horizon(position);
        self.runner.penguin_values.clear();
        // Scenarios depend on the sheet and on nothing else.
        let sheet = position.sheet(seat);
        let (melted, penguins) = (sheet.melted().bits(), sheet.penguins().bits());
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(melted ^ penguins.rotate_left(20));
        self.planner.sample_scenarios(position, seat, &mut luck);
    }

    fn prior(&mut self, position: &PolarRoller, seat: Seat, into: &mut Plans<Action>) {
        for (_, steps) in self.planner.plans(position, seat, self.plans) {
            into.add(&steps.iter().map(|&(_, action)| action).collect::<Vec<_>>(), 1.0);
        }
    }

    fn sequential_halving(&self) -> bool {
        true
    }

    fn begin_playout(&mut self, luck: &mut impl Luck) {
        self.luck = Xoshiro256PlusPlus::seed_from_u64(luck.next_u64());
        self.runner.queue.clear();
        self.runner.scenarios.clear();
        let all = &self.planner.scenarios;
        let first = self.luck.below(all.len() as u32) as usize;
        let some = all.iter().cycle().skip(first).take(self.runner.count);
        self.runner.scenarios.extend(some.cloned());
    }

    fn playout_action(
        &mut self,
        position: &PolarRoller,
        seat: Seat,
        luck: &mut impl Luck,
        scratch: &mut Vec<Action>,
    ) -> Action {
        if seat != self.seat {
            return position.pick(seat, luck, scratch).expect("a seat that is awaited can act");
        }
        if let Some(action) = self.runner.due(position, seat) {
            return action;
        }
        self.runner.update_scenarios(position, seat, &mut self.luck);
        self.runner.begin(position, seat)
    }

    fn horizon(&self) -> Option<u32> {
        Some(self.horizon)
    }

    fn evaluate(&mut self, position: &PolarRoller) -> PerSeat<f32> {
        let mut values = PerSeat::default();
        values[self.seat] = self.runner.evaluate(position, self.seat, &mut self.luck) / MAX_POINTS;
        values
    }

    fn worth(&self, payoff: f32) -> Worth {
        Worth::Score(MAX_POINTS * payoff)
    }

    fn features(&mut self, position: &PolarRoller, seat: Seat) -> Vec<Feature> {
        let (sheet, score) = (position.sheet(seat), position.score(seat));
        let missing = fewest_penguins(sheet.map(), sheet.penguins(), &Colony::ALL);
        let lonely = sheet.orca_groups().filter(|group| group.orcas.len() == 1).count();
        let empty = sheet.empty_grounds().filter(|ground| Extent::of(ground.len()) != Extent::Small).count();
        let feature = |value, weight, aspect| Feature { value, weight, aspect };
        vec![
            feature(missing.into(), -1.0, aspects::PENGUINS_MISSING),
            feature(score.pods.into(), 4.0, aspects::PODS),
            feature(lonely as f32, 1.5, aspects::LONELY_ORCAS),
            feature(score.bears.into(), 2.0, aspects::BEARS),
            feature(score.ground_points().into(), 0.5, aspects::GROUND_POINTS),
            feature(empty as f32, 1.0, aspects::EMPTY_GROUNDS),
            feature(score.fish.into(), 2.0, aspects::FISH),
            feature(sheet.free_pools().len() as f32, 0.3, aspects::OPEN_POOLS),
        ]
    }
}

/// More points than anybody ever has.
const MAX_POINTS: f32 = 200.0;
/// How many rounds are played on after a melt; a match that has no more left after a drawing is played to its end.
const ROUNDS_AHEAD: u8 = 4;

/// Where melts lead is seen rounds later. What is drawn can be evaluated by the scenarios at once, except near the end,
/// when there is little time for the right dice to come.
fn horizon(position: &PolarRoller) -> u32 {
    if position.phase() == Phase::Melt || position.round() > ROUNDS - ROUNDS_AHEAD {
        return ROUNDS_AHEAD.into();
    }
    // The last seat that is done ends the round.
    u32::from(position.waiting().len() > 1)
}

/// Playouts of the hard level for a choice.
const HARD: u32 = 400;

fn searching(iterations: u32) -> Search<PolarRoller, RollerEvaluator> {
    Search::new(RollerEvaluator::new(12), Budget::Iterations(iterations))
}

/// Gives advice to people: what the hard level would do, or better.
pub fn adviser() -> Box<dyn Adviser<PolarRoller>> {
    Box::new(searching(HARD))
}

/// Has one rough scenario of the end. The planner alone: what it lacks is a clear view, and a search would give it one.
pub fn easy() -> Box<dyn Bot<PolarRoller>> {
    Box::new(Planner::new(1, 5))
}

/// Has three scenarios of the end. The planner alone, as above.
pub fn normal() -> Box<dyn Bot<PolarRoller>> {
    Box::new(Planner::new(3, 80))
}

/// Compares the best plans of a good planner by playing on with the same dice. Which glaciers should melt is where the
/// planner errs most, and where most is gained.
pub fn hard() -> Box<dyn Bot<PolarRoller>> {
    Box::new(searching(HARD))
}

#[cfg(test)]
mod tests {
    use polynya_engine::{Seed, Table};
    use polynya_games::polar_roller::Options;

    use super::*;

    /// A match of three planners up to the first choice of this round and phase.
    fn reached(round: u8, phase: Phase) -> (PolarRoller, Seat) {
        let mut table = Table::<PolarRoller>::new(Options::default(), 3, Seed::of("plans")).expect("three can play");
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(1);
        loop {
            let position = table.position();
            let seat = position.awaited().first().expect("the match goes on");
            if (position.round(), position.phase()) == (round, phase) {
                return (position.clone(), seat);
            }
            let action = Planner::new(1, 5).choose(position, seat, &mut luck);
            table.advance(seat, action).expect("a planner does what is legal");
        }
    }

    #[test]
    fn no_two_plans_come_to_the_same() {
        for (round, phase) in [(2, Phase::Melt), (2, Phase::Draw), (9, Phase::Melt), (9, Phase::Draw)] {
            let (position, seat) = reached(round, phase);
            let mut evaluator = RollerEvaluator::new(12);
            let mut plans = Plans::new();
            evaluator.prepare(&position, seat);
            evaluator.prior(&position, seat, &mut plans);
            let mut ends = Vec::new();
            for (plan, _) in plans.iter() {
                let mut after = position.clone();
                for &action in plan {
                    after.check(seat, action).expect("a plan is legal");
                    after.play(seat, action, &mut |_| {});
                }
                let sheet = after.sheet(seat);
                ends.push((sheet.melted(), sheet.penguins(), sheet.orcas(), sheet.bears(), sheet.fish_eaten()));
            }
            assert!(ends.len() > 1 && (1..ends.len()).all(|at| !ends[..at].contains(&ends[at])), "round {round}");
        }
    }

    #[test]
    fn the_same_position_and_luck_give_the_same_answer() {
        let (position, seat) = reached(11, Phase::Draw);
        let answer = || searching(48).choose(&position, seat, &mut Xoshiro256PlusPlus::seed_from_u64(2));
        assert_eq!(answer(), answer());
    }
}
