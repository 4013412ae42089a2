//! What a search knows about Polar Dare! and its piecepack port.
//!
//! The tree is one of whole turns: the greedy bot's best plans are tried, the better ones first, and a position is
//! valued only where a seat is about to roll. Its value is everybody's chance to win, from how many moves they need.

use polynya_engine::{Game, PerSeat, Seat, Turn};
use polynya_games::floes::{Edition, Floes};

use super::{FloesKnowledge, Outlook, TUNED, Weights};
use crate::Bot;
use crate::greedy::{Greedy, Knowledge};
use crate::search::{Budget, Insight, Plans, Search, payoffs};

/// How chances to win follow from moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// How much of a loss to the bear counts.
    pub danger: f32,
    /// What a chance to win with the next roll counts, in moves.
    pub finish: f32,
    /// The moves that a whole round is worth to whoever acts earlier.
    pub tempo: f32,
    /// How many moves ahead make the odds about 3 to 1 at the end of a match.
    pub scale: f32,
    /// How much more they must be for each root of a move that the leader still needs.
    pub growth: f32,
}

/// The judgement that is played.
pub const FITTED: Judgement = Judgement { danger: 0.3, finish: 1.0, tempo: 2.7, scale: 2.0, growth: 0.5 };

/// How far the search looks around.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Breadth {
    /// Positions that the planner follows from move to move, at the root and further on.
    pub width: [usize; 2],
    /// Plans that are tried, at the root and further on.
    pub plans: [usize; 2],
    /// How many moves worse a plan looks that gets a third of the attention.
    pub heat: f32,
    /// See [`Insight::curiosity`].
    pub curiosity: f32,
}

/// The insight of the search.
pub struct Foresight<E: Edition> {
    planner: Greedy<Floes<E>, FloesKnowledge<E>>,
    weights: Weights,
    judgement: Judgement,
    breadth: Breadth,
    root: Option<Floes<E>>,
}

/// How far each seat is from winning.
pub type Outlooks = [Outlook; 4];

impl<E: Edition> Foresight<E> {
    /// An insight of this judgement that looks so far around.
    pub fn new(judgement: Judgement, breadth: Breadth) -> Foresight<E> {
        Foresight::with(TUNED, judgement, breadth)
    }

    /// The same with these weights.
    pub fn with(weights: Weights, judgement: Judgement, breadth: Breadth) -> Foresight<E> {
        let planner = Greedy::new(FloesKnowledge::new(weights));
        Foresight { planner, weights, judgement, breadth, root: None }
    }

    /// How far each seat is from winning.
    pub fn outlooks(&mut self, position: &Floes<E>) -> Outlooks {
        let mut outlooks = Outlooks::default();
        self.planner.knowledge().outlooks(position, &mut |_, seat, outlook| outlooks[seat.index()] = outlook);
        outlooks
    }
}

impl<E: Edition> Clone for Foresight<E> {
    fn clone(&self) -> Self {
        Foresight::with(self.weights, self.judgement, self.breadth)
    }
}

impl<E: Edition> Insight<Floes<E>> for Foresight<E> {
    fn look(&mut self, position: &Floes<E>, _: Seat) {
        self.planner.knowledge().look(position);
        self.root = Some(position.clone());
    }

    fn order(&mut self, position: &Floes<E>, seat: Seat, into: &mut Plans<<Floes<E> as Game>::Action>) {
        if position.rolled().is_none() {
            into.add_legal(position, seat);
            return;
        }
        let inner = usize::from(self.root.as_ref() != Some(position));
        self.planner.knowledge().limit(self.breadth.width[inner]);
        let (mut best, heat) = (None, self.breadth.heat);
        self.planner.plans(position, seat, self.breadth.plans[inner], &mut |plan, value| {
            let best = *best.get_or_insert(value);
            into.add(plan, ((value - best) / heat).exp().max(0.01));
        });
    }

    fn rests(&self, position: &Floes<E>) -> bool {
        position.rolled().is_none() && position.die_to_choose().is_none()
    }

    fn horizon(&self) -> Option<u32> {
        Some(0)
    }

    fn value(&mut self, position: &Floes<E>) -> PerSeat<f32> {
        if matches!(position.turn(), Turn::Over(_)) {
            return payoffs(position);
        }
        let Judgement { danger, finish, tempo, scale, growth } = self.judgement;
        let seats = position.seats();
        let mut needs = [0.0_f32; 4];
        let mut seat = position.seat();
        let outlooks = self.outlooks(position);
        for wait in 0..seats {
            let outlook = outlooks[seat.index()];
            let wait = tempo * f32::from(wait) / f32::from(seats);
            needs[seat.index()] = outlook.moves + danger * outlook.loss - finish * outlook.finish + wait;
            seat = seat.next(seats);
        }
        let needs = &needs[..usize::from(seats)];
        let least = needs.iter().copied().fold(f32::INFINITY, f32::min);
        let scale = scale + growth * least.max(0.0).sqrt();
        let chance = |need: f32| ((least - need) / scale).exp();
        let sum: f32 = needs.iter().map(|&need| chance(need)).sum();
        let mut payoffs = PerSeat::default();
        for (seat, &need) in Seat::all(seats).zip(needs) {
            payoffs[seat] = chance(need) / sum;
        }
        payoffs
    }

    fn curiosity(&self) -> f32 {
        self.breadth.curiosity
    }
}

const BREADTH: Breadth = Breadth { width: [16, 4], plans: [16, 6], heat: 1.0, curiosity: 0.7 };

fn searching<E: Edition>(breadth: Breadth, walks: u32) -> Box<dyn Bot<Floes<E>>> {
    Box::new(Search::new(Foresight::new(FITTED, breadth), Budget::Iterations(walks)))
}

/// Looks at its own turn only.
pub fn easy<E: Edition>() -> Box<dyn Bot<Floes<E>>> {
    searching(Breadth { width: [2, 1], plans: [4, 2], ..BREADTH }, 8)
}

/// Looks at what the others may answer.
pub fn normal<E: Edition>() -> Box<dyn Bot<Floes<E>>> {
    searching(Breadth { width: [8, 2], plans: [8, 4], ..BREADTH }, 100)
}

/// Looks several turns ahead.
pub fn hard<E: Edition>() -> Box<dyn Bot<Floes<E>>> {
    searching(BREADTH, 1500)
}
