//! What guides the tree search in Polar Dare! and its piecepack port, and the levels of the bots.
//!
//! The tree is one of whole turns: the best plans of a beam search are tried, and a position is quiet only where a seat
//! is about to roll. Its value is everybody's chance to win.

use polynya_engine::{Game, PerSeat, Seat, Turn};
use polynya_games::floes::{Action, Edition, Floes, Variant, aspects};
use rand_core::Rng;

use super::heuristic::RaceHeuristic;
use super::network::{self, NETWORK};
use super::win_heuristic::{FITTED, WinHeuristic};
use crate::advice::{Adviser, Feature};
use crate::greedy::{Greedy, Heuristic};
use crate::search::{Budget, Evaluator, Plans, Search, payoffs};
use crate::{Bot, Casual};

/// How far the search looks around.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Breadth {
    /// The beam width of the planner, at the root and below it.
    pub beam_width: [usize; 2],
    /// How many plans are tried, at the root and below it.
    pub plans: [usize; 2],
    /// The temperature of the softmax that makes priors of log-odds, at the root and below it.
    pub temperature: [f32; 2],
    /// See [`Evaluator::exploration`].
    pub exploration: f32,
}

/// Guides the tree search with plans of a beam search and the chances of a [`WinHeuristic`].
#[derive(Clone)]
pub struct FloesEvaluator<E: Edition> {
    heuristic: WinHeuristic<E>,
    breadth: Breadth,
    root: Option<Floes<E>>,
    planner: Greedy<Floes<E>, WinHeuristic<E>>,
}

impl<E: Edition> FloesEvaluator<E> {
    /// Creates an evaluator with this heuristic and breadth.
    pub fn new(heuristic: WinHeuristic<E>, breadth: Breadth) -> FloesEvaluator<E> {
        FloesEvaluator { planner: Greedy::new(heuristic.clone()), heuristic, breadth, root: None }
    }
}

impl<E: Edition> Evaluator<Floes<E>> for FloesEvaluator<E> {
    fn prepare(&mut self, position: &Floes<E>, _: Seat) {
        self.heuristic.prepare(position);
        self.planner.heuristic().prepare(position);
        self.root = Some(position.clone());
    }

    fn prior(&mut self, position: &Floes<E>, seat: Seat, into: &mut Plans<<Floes<E> as Game>::Action>) {
        if position.rolled().is_none() {
            match self.planner.win(position, seat) {
                Some(win) => into.add(&win, 1.0),
                None => into.add_legal(position, seat),
            }
            return;
        }
        let inner = usize::from(self.root.as_ref() != Some(position));
        let mega = position.played_variants().contains(Variant::MegaIceAge);
        let width = self.breadth.beam_width[inner].min(if mega { MEGA_BEAM_WIDTHS[inner] } else { usize::MAX });
        self.planner.heuristic().set_beam_width(width);
        let (mut best, temperature) = (None, self.breadth.temperature[inner]);
        self.planner.plans(position, seat, self.breadth.plans[inner], &mut |plan, value| {
            let best = *best.get_or_insert(value);
            into.add(plan, ((value - best) / temperature).exp().max(0.01));
        });
    }

    fn is_quiet(&self, position: &Floes<E>) -> bool {
        position.rolled().is_none() && position.die_to_choose().is_none()
    }

    fn horizon(&self) -> Option<u32> {
        Some(0)
    }

    fn evaluate(&mut self, position: &Floes<E>) -> PerSeat<f32> {
        match position.turn() {
            Turn::Over(_) => payoffs(position),
            Turn::Players(_) | Turn::Chance => self.heuristic.payoffs(position, position.seat()),
        }
    }

    fn exploration(&self) -> f32 {
        self.breadth.exploration
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

/// The most beam width where a turn has twice the moves on twice the floes.
const MEGA_BEAM_WIDTHS: [usize; 2] = [6, 1];

const BREADTH: Breadth = Breadth { beam_width: [16, 4], plans: [16, 6], temperature: [0.5, 0.5], exploration: 0.5 };

fn without_network<E: Edition>(breadth: Breadth) -> FloesEvaluator<E> {
    FloesEvaluator::new(WinHeuristic::new(FITTED, breadth.beam_width[0]), breadth)
}

fn with_network<E: Edition>() -> FloesEvaluator<E> {
    FloesEvaluator::new(WinHeuristic::new(FITTED, BREADTH.beam_width[0]).with_network(&NETWORK), BREADTH)
}

/// Gives advice to people.
pub fn adviser<E: Edition>() -> Box<dyn Adviser<Floes<E>>> {
    Box::new(Search::new(with_network(), Budget::Iterations(1)))
}

/// Does not look beyond its turn, and often takes a plan that is not the best: it wins about 1 match in 20 against
/// the greedy bot.
pub fn easy<E: Edition>() -> Box<dyn Bot<Floes<E>>> {
    Box::new(Casual::new(without_network(Breadth {
        beam_width: [8; 2],
        plans: [40; 2],
        temperature: [2.0; 2],
        ..BREADTH
    })))
}

/// Does not look beyond its turn, and takes one of the better plans: it wins about 1 match in 4 against the greedy bot.
pub fn normal<E: Edition>() -> Box<dyn Bot<Floes<E>>> {
    Box::new(Casual::new(without_network(Breadth {
        beam_width: [8; 2],
        plans: [12; 2],
        temperature: [0.2; 2],
        ..BREADTH
    })))
}

/// Where the network was trained it takes the plan that the network evaluates best, because a search made it weaker;
/// if such a match lasts long it plays on like the greedy bot, which is sure to end it. On the longest and the shortest
/// board it takes the best of many plans too. Elsewhere it looks several turns ahead.
pub fn hard<E: Edition>() -> Box<dyn Bot<Floes<E>>> {
    Box::new(Hard {
        planner: Greedy::new(WinHeuristic::new(FITTED, BEAM_WIDTH).with_network(&NETWORK)),
        patient: Greedy::default(),
        search: Search::new(without_network(BREADTH), Budget::Iterations(600)),
    })
}

/// The boards on which many plans are worth more than a few that are followed for several turns.
const PLANNED: [Variant; 2] = [Variant::MegaIceAge, Variant::GlobalWarming];

/// The beam width of whoever takes the best plan without a search.
const BEAM_WIDTH: usize = 32;

struct Hard<E: Edition> {
    planner: Greedy<Floes<E>, WinHeuristic<E>>,
    patient: Greedy<Floes<E>, RaceHeuristic<E>>,
    search: Search<Floes<E>, FloesEvaluator<E>>,
}

impl<E: Edition> Bot<Floes<E>> for Hard<E> {
    fn choose(&mut self, position: &Floes<E>, seat: Seat, luck: &mut dyn Rng) -> Action {
        let variants = position.played_variants();
        if network::covers(position) || PLANNED.iter().any(|&board| variants.contains(board)) {
            self.planner.choose(position, seat, luck)
        } else if network::is_trained_setup(position) {
            self.patient.choose(position, seat, luck)
        } else {
            self.search.choose(position, seat, luck)
        }
    }
}
