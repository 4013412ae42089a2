//! Judges the games on floes: the best plan of the turn, and everybody's chance to win after it.

use polynya_engine::{Game, PerSeat, Seat};
use polynya_games::floes::{Action, Edition, Floes};

use super::deadline::in_time;
use super::evaluator::is_mega;
use super::network::NETWORK;
use super::win_heuristic::{FITTED, WinHeuristic};
use crate::greedy::{Greedy, Heuristic};
use crate::value::{BestPlan, Calibration, Judge, won};

/// Judges matches of Polar Dare! and its piecepack port.
pub struct FloesJudge<E: Edition> {
    planner: Greedy<Floes<E>, WinHeuristic<E>>,
    heuristic: WinHeuristic<E>,
    calibration: Calibration,
}

/// The beam width of the planner, and in Mega Ice Age, where a turn has twice the moves on twice the floes.
const BEAM_WIDTHS: [usize; 2] = [12, 2];
/// How many plans are compared by the chances after them.
const PLANS: usize = 6;

/// Creates a judge.
pub fn judge<E: Edition>() -> Box<dyn Judge<Floes<E>>> {
    let heuristic = WinHeuristic::new(FITTED, BEAM_WIDTHS[0]).with_network(&NETWORK);
    let planner = Greedy::new(heuristic.clone());
    Box::new(FloesJudge { planner, heuristic, calibration: Calibration::NONE })
}

impl<E: Edition> FloesJudge<E> {
    fn prepare(&mut self, position: &Floes<E>) {
        self.heuristic.prepare(position);
        self.planner.heuristic().prepare(position);
        self.planner.heuristic().set_beam_width(BEAM_WIDTHS[usize::from(is_mega(position))]);
    }

    /// Returns everybody's chance between two turns, or at the end.
    fn between(&mut self, position: &Floes<E>) -> PerSeat<f64> {
        if let Some(won) = won(position) {
            return won;
        }
        let chances = self.heuristic.chances(position, position.seat());
        let in_time = self.in_time(position);
        let mut exact = PerSeat::default();
        Seat::all(position.seats()).for_each(|seat| exact[seat] = in_time * f64::from(chances[seat]));
        self.calibration.race(exact, position.seats())
    }

    /// Returns the chance that somebody wins before the turn limit; 1 without one.
    fn in_time(&mut self, position: &Floes<E>) -> f64 {
        if position.turns_left().is_none() {
            return 1.0;
        }
        let features = self.heuristic.features(position);
        let moves = Seat::all(position.seats()).map(|seat| features[seat.index()].moves).fold(f32::INFINITY, f32::min);
        in_time(position, moves)
    }

    /// Returns the best plan by the chances after it, and these chances.
    fn search(&mut self, position: &Floes<E>, seat: Seat) -> (Vec<Action>, PerSeat<f64>) {
        let mut plans: Vec<Vec<Action>> = Vec::new();
        self.planner.plans(position, seat, PLANS, &mut |plan, _| plans.push(plan.to_vec()));
        let mut best: Option<(Vec<Action>, PerSeat<f64>)> = None;
        for plan in plans {
            let mut end = position.clone();
            plan.iter().for_each(|&action| end.play(seat, action, &mut |_| {}));
            let value = self.between(&end);
            if best.as_ref().is_none_or(|(_, best)| best[seat] < value[seat]) {
                best = Some((plan, value));
            }
        }
        best.expect("a turn has a plan")
    }
}

/// Is the seat about to roll?
fn is_quiet<E: Edition>(position: &Floes<E>) -> bool {
    position.rolled().is_none() && position.die_to_choose().is_none()
}

impl<E: Edition> Judge<Floes<E>> for FloesJudge<E> {
    fn value(&mut self, position: &Floes<E>) -> PerSeat<f64> {
        self.prepare(position);
        if is_quiet(position) { self.between(position) } else { self.search(position, position.seat()).1 }
    }

    fn best(&mut self, position: &Floes<E>, seat: Seat) -> BestPlan<Floes<E>> {
        self.prepare(position);
        let (actions, value) = self.search(position, seat);
        BestPlan { actions, value: value[seat] }
    }

    fn after(&mut self, before: &Floes<E>, after: &Floes<E>, seat: Seat) -> f64 {
        self.prepare(before);
        if is_quiet(after) { self.between(after)[seat] } else { self.search(after, seat).1[seat] }
    }

    fn calibrate(&mut self, calibration: Calibration) {
        self.calibration = calibration;
    }
}
