//! Judges Rescue Polar Bears: the plans of the team's planner, and its model of the chance to win.

use polynya_engine::{Game, PerSeat, Seat, Turn};
use polynya_games::rescue_polar_bears::{Awaiting, RescuePolarBears, Ship, Stage};

use super::deadline::in_time;
use super::evaluation::PositionEvaluator;
use super::win::win;
use super::win_model::TUNED;
use super::{Effort, Planner};
use crate::value::{BestPlan, Calibration, ChanceEffort, Judge, of_team};

/// Judges matches of Rescue Polar Bears.
pub struct RescueJudge {
    calibration: Calibration,
}

/// The seed of the draws that are imagined: the same for all positions, so that they and not their luck are compared.
const SEED: u64 = 22;

/// Creates a judge.
pub fn judge() -> Box<dyn Judge<RescuePolarBears>> {
    Box::new(RescueJudge { calibration: Calibration::NONE })
}

impl RescueJudge {
    /// Returns the chance that people are told. A turn limit is known better than the ice, and is not calibrated.
    fn told(&self, position: &RescuePolarBears, chance: f32) -> f64 {
        let in_time = f64::from(in_time(position));
        if in_time > 0.0 { in_time * self.calibration.team((f64::from(chance) / in_time).min(1.0)) } else { 0.0 }
    }
}

/// Has the ship whose turn it is done nothing yet that counts?
fn is_fresh(position: &RescuePolarBears) -> bool {
    let rested = |ship: &Ship| position.actions_left() >= ship.actions();
    position.stage() == Stage::Action
        && position.awaiting() == Awaiting::Act
        && position.active_ship().is_some_and(rested)
}

impl Judge<RescuePolarBears> for RescueJudge {
    fn value(&mut self, position: &RescuePolarBears) -> PerSeat<f64> {
        let chance = if is_fresh(position) {
            PositionEvaluator::new(position, &TUNED).evaluate(position, false)
        } else {
            let mut planner = Planner::new(position, &TUNED, Effort::EASY, SEED);
            if position.stage() == Stage::Action {
                planner.value_within(position, position.turns())
            } else {
                planner.settled(*position, position.turns(), 3)
            }
        };
        of_team(self.told(position, chance), position.seats())
    }

    fn best(&mut self, position: &RescuePolarBears, _: Seat) -> BestPlan<RescuePolarBears> {
        if let Some(actions) = win(position) {
            return BestPlan { actions, value: 1.0 };
        }
        let mut planner = Planner::new(position, &TUNED, Effort::NORMAL, SEED);
        let plan = planner.best(position, 0);
        let mut actions: Vec<_> = planner.backwards(&plan).collect();
        actions.reverse();
        BestPlan { actions, value: self.told(position, plan.value) }
    }

    fn after(&mut self, before: &RescuePolarBears, after: &RescuePolarBears, _: Seat) -> f64 {
        if matches!(after.turn(), Turn::Players(_)) && after.turns() == before.turns() && win(after).is_some() {
            return 1.0;
        }
        let mut planner = Planner::new(before, &TUNED, Effort::NORMAL, SEED);
        let chance = planner.value_within(after, before.turns());
        self.told(after, chance)
    }

    fn effort(&self) -> ChanceEffort {
        ChanceEffort { outcomes: 2600, samples: 128 }
    }

    fn calibrate(&mut self, calibration: Calibration) {
        self.calibration = calibration;
    }
}
