//! What guides the search in Ice Breakers: plans of whole turns, playouts by the team, and the chance to win after a
//! few turns.

use std::time::Duration;

use polynya_engine::{Game, Luck, PerSeat, Seat};
use polynya_games::ice_breakers::forecast::ship_costs;
use polynya_games::ice_breakers::{Action, Card, IceBreakers, aspects};

use super::evaluation::{self, Features, win_chance};
use super::win::sure_win;
use super::{PlanWeights, Team, TurnPlanner, helping_hand};
use crate::advice::{Adviser, Feature};
use crate::casual::Casual;
use crate::search::{Budget, Evaluator, Plans, Search};
use crate::{Bot, Mate};

/// The weights of plans in searches and their playouts.
pub const SEARCH_WEIGHTS: PlanWeights =
    PlanWeights { point: 0.3, home: 5.0, bend: 1.1, fear: 0.0, hazard: 0.5, beam_width: 1 };

/// Guides the search: sequential halving over the plans of a [`TurnPlanner`].
#[derive(Clone)]
pub struct IceBreakersEvaluator {
    plan_weights: PlanWeights,
    plans: usize,
    weights: Features,
    team: Team,
}

impl IceBreakersEvaluator {
    /// Creates an evaluator that compares at most `plans` plans, found with a beam of this width.
    pub fn new(plans: usize, beam_width: usize) -> IceBreakersEvaluator {
        let plan_weights = PlanWeights { beam_width, ..SEARCH_WEIGHTS };
        let weights = evaluation::fitted();
        IceBreakersEvaluator { plan_weights, plans, weights, team: Team::new(SEARCH_WEIGHTS) }
    }
}

impl Evaluator<IceBreakers> for IceBreakersEvaluator {
    fn allow(&mut self, time: Duration) {
        if time >= WIDE {
            self.plans = self.plans.max(WIDE_PLANS);
            self.plan_weights.beam_width = self.plan_weights.beam_width.max(WIDE_BEAM);
        }
    }

    fn prior(&mut self, position: &IceBreakers, seat: Seat, into: &mut Plans<Action>) {
        if seat == position.seat() {
            let win = sure_win(position);
            if !win.is_empty() {
                into.add(&win, 1.0);
                return;
            }
            // The prior of every plan is half that of the one before.
            let plans = TurnPlanner::new(position, self.plan_weights, false).plans(self.plans);
            plans.iter().enumerate().for_each(|(rank, plan)| into.add(plan, 0.5_f32.powi(rank as i32)));
        } else {
            into.add_legal(position, seat);
        }
    }

    fn wanted(
        &mut self,
        position: &IceBreakers,
        seat: Seat,
        is_wanted: &dyn Fn(Action) -> bool,
        into: &mut Plans<Action>,
    ) {
        let does = |plan: &&Vec<Action>| plan.iter().any(|&action| is_wanted(action));
        let weights = PlanWeights { beam_width: WIDE_BEAM, ..self.plan_weights };
        let plans = TurnPlanner::new(position, weights, false).plans(usize::MAX);
        plans.iter().filter(does).for_each(|plan| into.add(plan, 1.0));
        // What lies on nobody's way can still be done, with a Power card if none lies open.
        let cards = Card::POWER.into_iter().map(|card| vec![Action::Power(card)]);
        for begin in std::iter::once(Vec::new()).chain(cards) {
            let mut after = position.clone();
            if begin.iter().any(|&action| position.check(seat, action).is_err()) {
                continue;
            }
            begin.iter().for_each(|&action| after.play(seat, action, &mut |_| {}));
            let mut actions = Vec::new();
            after.legal(seat, &mut actions);
            let single = actions.into_iter().filter(|&action| is_wanted(action));
            single.for_each(|action| into.add(&[&begin[..], &[action]].concat(), 1.0));
        }
    }

    fn win(&mut self, position: &IceBreakers, seat: Seat) -> Option<Vec<Action>> {
        (seat == position.seat()).then(|| sure_win(position)).filter(|win| !win.is_empty())
    }

    fn sequential_halving(&self) -> bool {
        true
    }

    fn begin_playout(&mut self, _: &mut impl Luck) {
        self.team.forget();
    }

    fn playout_action(&mut self, position: &IceBreakers, _: Seat, _: &mut impl Luck, _: &mut Vec<Action>) -> Action {
        self.team.step(position, false).1
    }

    fn interjection(&mut self, position: &IceBreakers, seat: Seat, mate: Mate) -> Option<Action> {
        helping_hand(position, seat, mate, SEARCH_WEIGHTS)
    }

    fn horizon(&self) -> Option<u32> {
        Some(HORIZON)
    }

    fn evaluate(&mut self, position: &IceBreakers) -> PerSeat<f32> {
        let chance = win_chance(position, self.plan_weights, &self.weights);
        let mut chances = PerSeat::default();
        Seat::all(position.seats()).for_each(|seat| chances[seat] = chance);
        chances
    }

    fn features(&mut self, position: &IceBreakers, _: Seat) -> Vec<Feature> {
        let ice: u16 = ship_costs(position).iter().sum();
        let points: f32 = Seat::all(position.seats()).map(|seat| evaluation::points(position.hand(seat))).sum();
        let feature = |value, weight, aspect| Feature { value, weight, aspect };
        vec![
            feature(f32::from(position.brought()), 8.0, aspects::SHIPS_HOME),
            feature(ice.into(), -1.0, aspects::ICE_AHEAD),
            feature(points, 0.4, aspects::POINTS_HELD),
        ]
    }
}

/// With this much time more plans are compared, and more sets of ice kept.
const WIDE: Duration = Duration::from_secs(1);
const WIDE_PLANS: usize = 40;
const WIDE_BEAM: usize = 4;

/// Turns of a playout.
const HORIZON: u32 = 6;

fn searching(plans: usize, beam_width: usize, iterations: u32) -> Search<IceBreakers, IceBreakersEvaluator> {
    Search::new(IceBreakersEvaluator::new(plans, beam_width), Budget::Iterations(iterations))
}

/// Gives advice to people: what the hard level would do, or better.
pub fn adviser() -> Box<dyn Adviser<IceBreakers>> {
    Box::new(hard_search())
}

/// Takes a plan that looks good at first sight.
pub fn easy() -> Box<dyn Bot<IceBreakers>> {
    Box::new(Casual::new(IceBreakersEvaluator::new(3, 1)))
}

/// Imagines twice what the next turns may bring after the plans that look best. With 10 plans and 48 playouts it won as
/// often as the hard level.
pub fn normal() -> Box<dyn Bot<IceBreakers>> {
    Box::new(searching(2, 1, 4))
}

/// Compares more plans, and these better.
pub fn hard() -> Box<dyn Bot<IceBreakers>> {
    Box::new(hard_search())
}

fn hard_search() -> Search<IceBreakers, IceBreakersEvaluator> {
    searching(24, 3, 200)
}
