//! What a search knows about Ice Breakers: plans of whole turns, how the team plays on, and the chance to win after a
//! few turns.

use polynya_engine::{Luck, PerSeat, Seat};
use polynya_games::ice_breakers::forecast::ship_costs;
use polynya_games::ice_breakers::{Action, IceBreakers};

use super::outlook::{self, Looks};
use super::{Mind, Taste, Team};
use crate::Bot;
use crate::advice::{Adviser, Aspect};
use crate::casual::Casual;
use crate::search::{Budget, Insight, Plans, Search};

/// The taste behind plans and playouts.
pub(super) const TASTE: Taste = Taste { point: 0.3, home: 5.0, bend: 1.1, fear: 0.0, hazard: 0.5, width: 1 };

/// The insight of the search.
#[derive(Clone)]
pub struct Foresight {
    taste: Taste,
    plans: usize,
    weights: Looks,
    team: Team,
}

impl Foresight {
    /// An insight that compares so many plans, and keeps so many sets of ice for each number of points.
    pub fn new(plans: usize, width: usize) -> Foresight {
        let taste = Taste { width, ..TASTE };
        Foresight { taste, plans, weights: outlook::weights(), team: Team::new(TASTE) }
    }
}

impl Insight<IceBreakers> for Foresight {
    fn order(&mut self, position: &IceBreakers, seat: Seat, into: &mut Plans<Action>) {
        if seat == position.seat() {
            // At first sight every plan is half as good as the one before.
            let plans = Mind::new(position, self.taste, false).plans(self.plans);
            plans.iter().enumerate().for_each(|(rank, plan)| into.add(plan, 0.5_f32.powi(rank as i32)));
        } else {
            into.add_legal(position, seat);
        }
    }

    fn halves(&self) -> bool {
        true
    }

    fn set_out(&mut self, _: &mut impl Luck) {
        self.team.forget();
    }

    fn playout(&mut self, position: &IceBreakers, _: Seat, _: &mut impl Luck, _: &mut Vec<Action>) -> Action {
        self.team.step(position, false).1
    }

    fn horizon(&self) -> Option<u32> {
        Some(HORIZON)
    }

    fn value(&mut self, position: &IceBreakers) -> PerSeat<f32> {
        let chance = outlook::chance(position, self.taste, &self.weights);
        let mut chances = PerSeat::default();
        Seat::all(position.seats()).for_each(|seat| chances[seat] = chance);
        chances
    }

    fn aspects(&mut self, position: &IceBreakers, _: Seat) -> Vec<Aspect> {
        let ice: u16 = ship_costs(position).iter().sum();
        let points: f32 = Seat::all(position.seats()).map(|seat| outlook::points(position.hand(seat))).sum();
        let aspect = |amount, weight, more, less| Aspect { amount, weight, more, less };
        vec![
            aspect(f32::from(position.brought()), 8.0, "{} more ships are home", "{} fewer ships are home"),
            aspect(ice.into(), -1.0, "{} more points of ice lie before the ships", LESS_ICE),
            aspect(points, 0.4, "the team holds {} more points", "the team holds {} fewer points"),
        ]
    }
}

const LESS_ICE: &str = "{} fewer points of ice lie before the ships";

/// Turns of a playout.
const HORIZON: u32 = 6;

fn searching(plans: usize, width: usize, walks: u32) -> Search<IceBreakers, Foresight> {
    Search::new(Foresight::new(plans, width), Budget::Iterations(walks))
}

/// Gives advice to people.
pub fn adviser() -> Box<dyn Adviser<IceBreakers>> {
    Box::new(searching(16, 2, 1))
}

/// Takes a plan that looks good at first sight.
pub fn easy() -> Box<dyn Bot<IceBreakers>> {
    Box::new(Casual::new(Foresight::new(3, 1)))
}

/// Thinks about what the next turns may bring.
pub fn normal() -> Box<dyn Bot<IceBreakers>> {
    Box::new(searching(10, 1, 48))
}

/// Compares more plans, and these better.
pub fn hard() -> Box<dyn Bot<IceBreakers>> {
    Box::new(searching(24, 3, 200))
}
