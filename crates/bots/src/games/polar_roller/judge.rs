//! Judges Polar Roller: the points that every sheet may expect, and what they are worth against those of the others.

use std::collections::HashMap;

use polynya_engine::{Game, Member, PerSeat, Seat, StepOf};
use polynya_games::polar_roller::{Phase, PolarRoller, ROUNDS};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Planner;
use super::hindsight::hindsight;
use super::scenarios::Scenario;
use crate::value::{BestPlan, Calibration, ChanceEffort, Hindsight, Judge};

/// Judges matches of Polar Roller.
pub struct RollerJudge {
    planner: Planner,
    /// Scenarios of the end before they are fitted to a sheet: always the same dice, so that sheets are compared and
    /// not their luck.
    scenarios: Vec<Scenario>,
    /// What sheets may expect that were looked at before.
    known: HashMap<Key, f64>,
    calibration: Calibration,
}

/// All of a sheet that its expectation depends on.
type Key = [u64; 7];

/// How many scenarios are imagined for a sheet, and the annealing steps of each.
const SCENARIOS: usize = 10;
const STEPS: usize = 60;
/// How many plans are compared.
const PLANS: usize = 5;
/// How many points ahead make the odds about 3 to 1 at the end, and how many more for each round that is left.
const SCALE: f64 = 0.4;
const GROWTH: f64 = 1.2;

/// Creates a judge.
pub fn judge() -> Box<dyn Judge<PolarRoller>> {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(12);
    Box::new(RollerJudge {
        planner: Planner::new(SCENARIOS, STEPS),
        scenarios: (0..SCENARIOS).map(|_| Scenario::new(&mut luck)).collect(),
        known: HashMap::new(),
        calibration: Calibration::NONE,
    })
}

fn key(position: &PolarRoller, seat: Seat) -> Key {
    let sheet = position.sheet(seat);
    let is_drawing = position.phase() == Phase::Draw;
    let numbers = sheet.numbers().filter(|_| is_drawing).fold(0, |all, number| all * 7 + u64::from(number.bit()) + 1);
    let shapes = sheet.to_melt().fold(0, |all, shape| all * 4 + shape as u64 + 1);
    let phase = match position.phase() {
        Phase::GlacierDie => 0,
        Phase::Draw => 1,
        Phase::Melt | Phase::PolarDice(_) | Phase::Over => 2,
    };
    [
        sheet.melted().bits(),
        sheet.bears().bits(),
        sheet.penguins().bits(),
        u64::from(sheet.orcas().bits()),
        u64::from(sheet.fish_eaten()),
        u64::from(position.round()) << 2 | phase,
        numbers << 16 | shapes,
    ]
}

impl RollerJudge {
    /// Returns the points that a seat may expect in the end.
    fn points(&mut self, position: &PolarRoller, seat: Seat) -> f64 {
        if position.phase() == Phase::Over {
            return position.score(seat).total().into();
        }
        let key = key(position, seat);
        if let Some(&points) = self.known.get(&key) {
            return points;
        }
        let points = self.imagine(position, seat);
        self.known.insert(key, points);
        points
    }

    /// Fits the scenarios to a sheet and returns the points that it may expect.
    fn imagine(&mut self, position: &PolarRoller, seat: Seat) -> f64 {
        self.planner.scenarios.clone_from(&self.scenarios);
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(12);
        self.planner.evaluate(position, seat, &mut luck).into()
    }

    /// Returns everybody's chance to have the most points.
    fn chances(&self, position: &PolarRoller, points: PerSeat<f64>) -> PerSeat<f64> {
        let seats = position.seats();
        let drawn = if position.phase() == Phase::Draw { 0.6 } else { 0.0 };
        let rounds = (f64::from(ROUNDS) - f64::from(position.turns()) - drawn).max(0.0);
        let scale = (SCALE + GROWTH * rounds) / self.calibration.slope;
        let most = Seat::all(seats).map(|seat| points[seat]).fold(f64::NEG_INFINITY, f64::max);
        let share = |points: f64| ((points - most) / scale).exp();
        let sum: f64 = Seat::all(seats).map(|seat| share(points[seat])).sum();
        let mut chances = PerSeat::default();
        for seat in Seat::all(seats) {
            // Whoever shares the first place has won too: half a point less is enough.
            let (own, enough) = (share(points[seat]), share(points[seat] + 0.5));
            chances[seat] = enough / (sum - own + enough);
        }
        chances
    }

    fn all_points(&mut self, position: &PolarRoller) -> PerSeat<f64> {
        let mut points = PerSeat::default();
        Seat::all(position.seats()).for_each(|seat| points[seat] = self.points(position, seat));
        points
    }

    /// Returns the chance of a seat that does the best with the rest of its phase, and how.
    fn search(&mut self, position: &PolarRoller, seat: Seat) -> BestPlan<PolarRoller> {
        let mut points = self.all_points(position);
        self.imagine(position, seat);
        let plans = self.planner.plans(position, seat, PLANS);
        let mut best: Option<(f64, Vec<_>)> = None;
        for (_, steps) in plans {
            let actions: Vec<_> = steps.into_iter().map(|(_, action)| action).collect();
            let mut end = position.clone();
            // What ends a round would begin the next one.
            let (_, own) = actions.split_last().expect("a plan has steps");
            own.iter().for_each(|&action| end.play(seat, action, &mut |_| {}));
            let value = self.points(&end, seat);
            if best.as_ref().is_none_or(|(best, _)| *best < value) {
                best = Some((value, actions));
            }
        }
        let (value, actions) = best.expect("there is always a way to be done");
        points[seat] = value;
        BestPlan { actions, value: self.chances(position, points)[seat] }
    }
}

impl Judge<PolarRoller> for RollerJudge {
    fn value(&mut self, position: &PolarRoller) -> PerSeat<f64> {
        let points = self.all_points(position);
        self.chances(position, points)
    }

    fn best(&mut self, position: &PolarRoller, seat: Seat) -> BestPlan<PolarRoller> {
        self.search(position, seat)
    }

    fn after(&mut self, before: &PolarRoller, after: &PolarRoller, seat: Seat) -> f64 {
        if after.phase() == before.phase() && after.waiting().contains(seat) {
            return self.search(after, seat).value;
        }
        // The seat is done: its sheet as it was, whatever has begun since.
        let mut points = self.all_points(before);
        points[seat] = self.points(before, seat);
        self.chances(before, points)[seat]
    }

    fn effort(&self) -> ChanceEffort {
        ChanceEffort { outcomes: 40, samples: 96 }
    }

    fn hindsight(&mut self, start: &PolarRoller, steps: &[StepOf<PolarRoller>]) -> Vec<Hindsight<PolarRoller>> {
        hindsight(start, steps)
    }

    fn calibrate(&mut self, calibration: Calibration) {
        self.calibration = calibration;
    }
}
