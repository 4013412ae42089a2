//! Judges Ice Breakers: the best of the plans for the turn, and the team's chance after it.

use polynya_engine::{Game, PerSeat, Seat, Turn};
use polynya_games::ice_breakers::{Action, Card, IceBreakers};

use super::evaluation::{self, Features, win_chance};
use super::evaluator::SEARCH_WEIGHTS;
use super::{TurnPlanner, win};
use crate::value::{BestPlan, Calibration, ChanceEffort, Judge, of_team};

/// Judges matches of Ice Breakers.
pub struct IceBreakersJudge {
    weights: Features,
    calibration: Calibration,
}

/// How many plans are compared.
const PLANS: usize = 8;

/// Creates a judge.
pub fn judge() -> Box<dyn Judge<IceBreakers>> {
    Box::new(IceBreakersJudge { weights: evaluation::fitted(), calibration: Calibration::NONE })
}

impl IceBreakersJudge {
    fn chance(&self, position: &IceBreakers) -> f64 {
        match position.turn() {
            Turn::Over(_) => f64::from(u8::from(position.all_home())),
            Turn::Players(_) | Turn::Chance => {
                self.calibration.team(win_chance(position, SEARCH_WEIGHTS, &self.weights).into())
            }
        }
    }

    /// Returns the best plan of the seat whose turn it is, and the chance after it.
    fn search(&self, position: &IceBreakers) -> (Vec<Action>, f64) {
        let win = win::sure_win(position);
        if !win.is_empty() {
            return (win, 1.0);
        }
        let seat = position.seat();
        let mut plans = TurnPlanner::new(position, SEARCH_WEIGHTS, false).plans(PLANS);
        let has_power = Card::POWER.iter().any(|&card| position.hand(seat)[card as usize] > 0);
        if (position.power().is_some() || has_power) && plans.iter().any(|plan| plan[0] != Action::Cash) {
            // Nobody knows what cuts will bring.
            plans.retain(|plan| plan[0] != Action::Cash);
        }
        let judged = plans.into_iter().map(|plan| {
            let chance = self.chance(&at_the_end(position, seat, &plan));
            (plan, chance)
        });
        judged.max_by(|one, other| one.1.total_cmp(&other.1)).expect("there is a plan")
    }
}

/// Returns the position after a plan and the end of the turn, or where something is drawn.
pub fn at_the_end(position: &IceBreakers, seat: Seat, plan: &[Action]) -> IceBreakers {
    let mut after = position.clone();
    plan.iter().for_each(|&action| after.play(seat, action, &mut |_| {}));
    if matches!(after.turn(), Turn::Players(_)) && after.turns() == position.turns() {
        // Ships came home, or a card was given: the others move on.
        let rest = TurnPlanner::new(&after, SEARCH_WEIGHTS, false).remaining_moves();
        rest.iter().for_each(|&(seat, action)| after.play(seat, action, &mut |_| {}));
        after.play(seat, Action::End, &mut |_| {});
    }
    after
}

impl Judge<IceBreakers> for IceBreakersJudge {
    fn value(&mut self, position: &IceBreakers) -> PerSeat<f64> {
        of_team(self.search(position).1, position.seats())
    }

    fn best(&mut self, position: &IceBreakers, _: Seat) -> BestPlan<IceBreakers> {
        let (actions, value) = self.search(position);
        BestPlan { actions, value }
    }

    fn after(&mut self, before: &IceBreakers, after: &IceBreakers, _: Seat) -> f64 {
        let goes_on = matches!(after.turn(), Turn::Players(_)) && after.turns() == before.turns();
        if goes_on { self.search(after).1 } else { self.chance(after) }
    }

    fn effort(&self) -> ChanceEffort {
        ChanceEffort { outcomes: 64, samples: 32 }
    }

    fn calibrate(&mut self, calibration: Calibration) {
        self.calibration = calibration;
    }
}
