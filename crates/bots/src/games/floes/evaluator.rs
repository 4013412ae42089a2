//! What guides the search in Polar Dare! and its piecepack port, and the levels of the bots.
//!
//! It looks ahead by whole turns: the best plans of a beam search are compared by expectimax, and a position is quiet only
//! where a seat is about to roll. Its value is everybody's chance to win.

use std::time::Duration;

use polynya_engine::{Game, PerSeat, Seat, Turn};
use polynya_games::floes::{Action, Edition, Floes, Variant, aspects};
use rand_core::Rng;

use super::heuristic::RaceHeuristic;
use super::network::{self, NETWORK};
use super::replies::Replies;
use super::win_heuristic::{FITTED, WinHeuristic};
use crate::advice::{Advice, Adviser, Feature, Opinion, Wanted};
use crate::greedy::{Greedy, Heuristic};
use crate::search::{Budget, Evaluator, Plans, Search, payoffs};
use crate::{Bot, Casual};

/// How far the search looks around.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Breadth {
    /// The beam width of the planner, at the root and below it.
    pub beam_width: [usize; 2],
    /// How many plans are tried at the root: with one die, and in Mega Ice Age, where many more are nearly as good.
    pub plans: [usize; 2],
    /// The temperature of the softmax that makes priors of log-odds.
    pub temperature: f32,
}

/// Guides the search with plans of a beam search and the chances of a [`WinHeuristic`].
#[derive(Clone)]
pub struct FloesEvaluator<E: Edition> {
    heuristic: WinHeuristic<E>,
    breadth: Breadth,
    planner: Greedy<Floes<E>, WinHeuristic<E>>,
    /// Who acts at the root.
    seat: Seat,
    /// What the others are believed to do: the network has learnt against them.
    rivals: Greedy<Floes<E>, RaceHeuristic<E>>,
    replies: Replies<E>,
}

impl<E: Edition> FloesEvaluator<E> {
    /// Creates an evaluator with this heuristic and breadth.
    pub fn new(heuristic: WinHeuristic<E>, breadth: Breadth) -> FloesEvaluator<E> {
        let planner = Greedy::new(heuristic.clone());
        FloesEvaluator {
            planner,
            heuristic,
            breadth,
            seat: Seat::default(),
            rivals: Greedy::default(),
            replies: Replies::new(),
        }
    }
}

impl<E: Edition> Evaluator<Floes<E>> for FloesEvaluator<E> {
    fn prepare(&mut self, position: &Floes<E>, seat: Seat) {
        self.seat = seat;
        self.rivals.heuristic().prepare(position);
        self.heuristic.prepare(position);
        self.planner.heuristic().prepare(position);
    }

    fn prior(&mut self, position: &Floes<E>, seat: Seat, into: &mut Plans<<Floes<E> as Game>::Action>) {
        if self.is_quiet(position) {
            into.add_legal(position, seat);
            return;
        }
        let width = self.breadth.beam_width[0];
        let plans = self.breadth.plans[usize::from(is_mega(position))];
        self.planner.heuristic().set_beam_width(width);
        let (mut best, temperature) = (None, self.breadth.temperature);
        self.planner.plans(position, seat, plans, &mut |plan, value| {
            let best = *best.get_or_insert(value);
            into.add(plan, ((value - best) / temperature).exp().max(0.01));
        });
    }

    fn is_quiet(&self, position: &Floes<E>) -> bool {
        position.rolled().is_none() && position.die_to_choose().is_none()
    }

    fn expectimax(&self) -> bool {
        true
    }

    fn replies(&mut self, position: &Floes<E>, into: &mut Vec<(f32, Floes<E>)>) {
        let width = if is_mega(position) { MEGA_BEAM_WIDTH } else { self.breadth.beam_width[1] };
        if position.seat() == self.seat {
            self.planner.heuristic().set_beam_width(width);
            self.replies.add(&mut self.planner, position, into);
        } else {
            self.rivals.heuristic().set_beam_width(width);
            self.replies.add(&mut self.rivals, position, into);
        }
    }

    fn evaluate(&mut self, position: &Floes<E>) -> PerSeat<f32> {
        match position.turn() {
            Turn::Over(_) => payoffs(position),
            Turn::Players(_) | Turn::Chance => self.heuristic.payoffs(position, position.seat()),
        }
    }

    fn features(&mut self, position: &Floes<E>, seat: Seat) -> Vec<Feature> {
        let features = self.heuristic.features(position);
        let own = features[seat.index()];
        let rivals = Seat::all(position.seats()).filter(|&other| other != seat);
        let rival = rivals.map(|other| features[other.index()].moves).fold(f32::INFINITY, f32::min);
        let feature = |value, weight, aspect| Feature { value, weight, aspect };
        vec![
            feature(own.moves, -1.0, aspects::MOVES_TO_WIN),
            feature(rival, 1.0, aspects::RIVAL_MOVES),
            feature(own.loss, -0.5, aspects::BEAR_THREAT),
        ]
    }
}

/// Does a turn have two dice, on twice the floes?
pub(super) fn is_mega<E: Edition>(position: &Floes<E>) -> bool {
    position.played_variants().contains(Variant::MegaIceAge)
}

/// The beam width below the root where a turn has twice the moves on twice the floes.
const MEGA_BEAM_WIDTH: usize = 1;

const BREADTH: Breadth = Breadth { beam_width: [32, 4], plans: [8; 2], temperature: 0.5 };

fn without_network<E: Edition>(breadth: Breadth) -> FloesEvaluator<E> {
    FloesEvaluator::new(WinHeuristic::new(FITTED, breadth.beam_width[0]), breadth)
}

fn with_network<E: Edition>() -> FloesEvaluator<E> {
    FloesEvaluator::new(WinHeuristic::new(FITTED, BREADTH.beam_width[0]).with_network(&NETWORK), BREADTH)
}

/// Gives advice to people: what the hard level would do, or better.
pub fn adviser<E: Edition>() -> Box<dyn Adviser<Floes<E>>> {
    Box::new(HardAdviser(Search::new(with_network(), Budget::Iterations(TURNS[0]))))
}

/// Plans at least as many turns as the hard level.
struct HardAdviser<E: Edition>(Search<Floes<E>, FloesEvaluator<E>>);

impl<E: Edition> Adviser<Floes<E>> for HardAdviser<E> {
    fn advise(&mut self, position: &Floes<E>, seat: Seat, time: Duration, luck: &mut dyn Rng) -> Advice<Floes<E>> {
        self.0.set_budget(turns_of(position));
        self.0.advise(position, seat, time, luck)
    }

    fn judge(
        &mut self,
        position: &Floes<E>,
        seat: Seat,
        wanted: &Wanted<'_, Action>,
        luck: &mut dyn Rng,
    ) -> Opinion<Floes<E>> {
        Adviser::judge(&mut self.0, position, seat, wanted, luck)
    }
}

/// Does not look beyond its turn, and often takes a plan that is not the best: it wins about 1 match in 20 against
/// the greedy bot.
pub fn easy<E: Edition>() -> Box<dyn Bot<Floes<E>>> {
    Box::new(Casual::new(without_network(Breadth { beam_width: [8; 2], plans: [40, 300], temperature: 2.0 })))
}

/// Does not look beyond its turn, and takes one of the better plans: it wins about 1 match in 4 against the greedy bot.
pub fn normal<E: Edition>() -> Box<dyn Bot<Floes<E>>> {
    Box::new(Casual::new(without_network(Breadth { beam_width: [8; 2], plans: [12; 2], temperature: 0.2 })))
}

/// Looks several turns ahead, with the network where it was trained. If such a match lasts long it plays on like the greedy
/// bot, which is sure to end it.
pub fn hard<E: Edition>() -> Box<dyn Bot<Floes<E>>> {
    let search = Search::new(with_network(), Budget::Iterations(TURNS[0]));
    Box::new(Hard { search, time: None, patient: Greedy::default() })
}

/// How many turns the hard bot plans for each of its own: with one die enough to follow the two best plans three turns
/// far, and in Mega Ice Age, where each turn has ten rolls, enough to follow four of them for one.
const TURNS: [u32; 2] = [60, 8];

fn turns_of<E: Edition>(position: &Floes<E>) -> Budget {
    Budget::Iterations(TURNS[usize::from(is_mega(position))])
}

struct Hard<E: Edition> {
    search: Search<Floes<E>, FloesEvaluator<E>>,
    time: Option<Duration>,
    patient: Greedy<Floes<E>, RaceHeuristic<E>>,
}

impl<E: Edition> Bot<Floes<E>> for Hard<E> {
    fn choose(&mut self, position: &Floes<E>, seat: Seat, luck: &mut dyn Rng) -> Action {
        if network::is_trained_setup(position) && !network::covers(position) {
            return self.patient.choose(position, seat, luck);
        }
        self.search.set_budget(self.time.map_or(turns_of(position), Budget::Time));
        self.search.choose(position, seat, luck)
    }

    fn think_for(&mut self, time: Duration) -> bool {
        self.time = Some(time);
        true
    }
}
