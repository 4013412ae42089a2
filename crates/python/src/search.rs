//! Our tree search, guided by an evaluation that somebody else gives.

use std::collections::HashMap;
use std::panic::resume_unwind;

use polynya_bots::{Budget, Evaluator, Plans, Search};
use polynya_catalog::Kind;
use polynya_engine::{Complete, PerSeat, Seat, Turn};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::returns::returns;

/// The least prior weight of a legal action: none is given up for good.
const LEAST: f32 = 1e-6;

/// A position that is to be evaluated, as the seat that acts sees it.
pub struct Question {
    pub seen: Vec<f32>,
    pub mask: Vec<bool>,
    pub seat: Seat,
}

/// What somebody thinks of a position: a weight for each action, and what it is worth to the seat that acts, from -1 to 1.
pub struct Answer {
    pub weights: Vec<f32>,
    pub value: f32,
}

/// Whoever evaluates; nothing once it cannot, which breaks the search off.
pub type Ask<'a> = dyn FnMut(Question) -> Option<Answer> + Send + 'a;

/// What a search unwinds with when nobody evaluates any more.
pub struct BrokenOff;

/// How a search is done.
#[derive(Clone, Copy)]
pub struct Settings {
    pub visits: u32,
    pub exploration: f32,
    pub seed: u64,
}

/// What a search found of one action: its number, its visits and its mean worth from -1 to 1.
pub type Found = (usize, u32, f32);

struct Asking<'a, 'b> {
    ask: &'a mut Ask<'b>,
    kind: Kind,
    seats: u8,
    exploration: f32,
    /// What was said of positions: first their value is wanted, and later their priors.
    known: HashMap<u64, Known>,
}

/// What is kept of an answer, for as long as the search lasts.
struct Known {
    /// The weights of the legal actions, in the order in which the rules list them.
    weights: Box<[f32]>,
    value: f32,
}

impl Known {
    fn of<G: Complete>(position: &G, seat: Seat, answer: &Answer) -> Known {
        let mut weights = Vec::new();
        position.each_legal(seat, &mut |action| {
            let weight = G::index(action).and_then(|number| answer.weights.get(number));
            weights.push(weight.map_or(LEAST, |weight| weight.max(LEAST)));
        });
        Known { weights: weights.into_boxed_slice(), value: answer.value.clamp(-1.0, 1.0) }
    }
}

impl Asking<'_, '_> {
    fn known<G: Complete>(&mut self, position: &G, seat: Seat) -> &Known {
        let ask = &mut *self.ask;
        self.known.entry(position.hash()).or_insert_with(|| {
            let mut question = Question { seen: Vec::new(), mask: vec![false; G::ACTIONS], seat };
            polynya_engine::observation(position, seat, &mut question.seen);
            position.mask(seat, &mut question.mask);
            // No panic: nothing is printed, and whoever began the search catches it.
            let answer = ask(question).unwrap_or_else(|| resume_unwind(Box::new(BrokenOff)));
            Known::of(position, seat, &answer)
        })
    }

    /// What a worth from -1 to 1 to one seat is to all, as pay-offs from 0 to 1.
    fn payoffs(&self, seat: Seat, value: f32) -> PerSeat<f32> {
        let mut payoffs = PerSeat::default();
        let others = match self.kind {
            Kind::Together => value,
            Kind::Race => -value / f32::from(self.seats.max(2) - 1),
        };
        for each in Seat::all(self.seats) {
            payoffs[each] = (1.0 + if each == seat { value } else { others }) / 2.0;
        }
        payoffs
    }
}

impl<G: Complete> Evaluator<G> for Asking<'_, '_> {
    fn prior(&mut self, position: &G, seat: Seat, into: &mut Plans<G::Action>) {
        let mut weights = self.known(position, seat).weights.iter();
        position.each_legal(seat, &mut |action| into.add(&[action], weights.next().copied().unwrap_or(LEAST)));
    }

    fn horizon(&self) -> Option<u32> {
        Some(0)
    }

    fn evaluate(&mut self, position: &G) -> PerSeat<f32> {
        if let Turn::Over(outcome) = position.turn() {
            let paid = returns(self.kind, &outcome, self.seats);
            let mut payoffs = PerSeat::default();
            Seat::all(self.seats).for_each(|seat| payoffs[seat] = (1.0 + paid[seat] as f32) / 2.0);
            return payoffs;
        }
        let seat = position.awaited().iter().next().unwrap_or_default();
        let value = self.known(position, seat).value;
        self.payoffs(seat, value)
    }

    fn exploration(&self) -> f32 {
        self.exploration
    }
}

/// Searches a position in which this seat acts; unwinds with [`BrokenOff`] once nobody evaluates.
pub fn search<G: Complete>(
    position: &G,
    kind: Kind,
    seats: u8,
    seat: Seat,
    settings: Settings,
    ask: &mut Ask<'_>,
) -> Vec<Found> {
    let Settings { visits, exploration, seed } = settings;
    let asking = Asking { ask, kind, seats, exploration, known: HashMap::new() };
    let mut search = Search::new(asking, Budget::Iterations(visits));
    search.think(position, seat, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let plans = search.result().plans.into_iter();
    plans.filter_map(|plan| Some((G::index(*plan.actions.first()?)?, plan.visits, 2.0 * plan.value - 1.0))).collect()
}
