//! What a search knows of a game beside its rules.

use polynya_engine::{Game, Luck, MAX_SEATS, PerSeat, Seat, Turn};

use crate::advice::{Aspect, Worth};

/// What a search knows of a game beside its rules. Whatever is left out knows nothing.
pub trait Insight<G: Game>: Send {
    /// Prepares for a search that begins in this position.
    fn look(&mut self, position: &G, seat: Seat) {
        let _ = (position, seat);
    }

    /// The plans worth trying, each with a prior weight above 0; at least one.
    ///
    /// A plan is one action, or several that this seat does in a row with nothing drawn in between.
    fn order(&mut self, position: &G, seat: Seat, into: &mut Plans<G::Action>) {
        into.add_legal(position, seat);
    }

    /// Can this position be valued, or a playout begin in it? Where not, the tree grows on at once.
    fn rests(&self, position: &G) -> bool {
        let _ = position;
        true
    }

    /// Are the plans of the root compared by playouts alone, with the same dice for all? Else the tree grows below them.
    fn halves(&self) -> bool {
        false
    }

    /// Are the weights of plans the pay-offs of the seat, and better than playouts would find them?
    fn knows(&self) -> bool {
        false
    }

    /// A playout begins, with luck of its own: what was planned in another one is no longer of use.
    fn set_out(&mut self, luck: &mut impl Luck) {
        let _ = luck;
    }

    /// The next action of a playout; `room` is scratch room.
    fn playout(&mut self, position: &G, seat: Seat, luck: &mut impl Luck, room: &mut Vec<G::Action>) -> G::Action {
        position.pick(seat, luck, room).expect("a seat that is awaited can act")
    }

    /// How many turns ([`Game::turns`]) a playout lasts before it is valued; `None`: to the end of the match.
    fn horizon(&self) -> Option<u32> {
        None
    }

    /// The pay-off of every seat, from 0 to 1, in the position where a playout stopped, which may be the end.
    fn value(&mut self, position: &G) -> PerSeat<f32> {
        payoffs(position)
    }

    /// How much is tried that does not look best: the weight of the priors against the pay-offs seen.
    fn curiosity(&self) -> f32 {
        1.4
    }

    /// How much less than its siblings a plan that was never tried is believed to pay.
    fn caution(&self) -> f32 {
        0.0
    }

    /// What a mean pay-off stands for, where people are told.
    fn worth(&self, payoff: f32) -> Worth {
        Worth::Chance(payoff)
    }

    /// What matters for a seat in a position, always the same things in the same order: for the reasons of advice.
    fn aspects(&mut self, position: &G, seat: Seat) -> Vec<Aspect> {
        let _ = (position, seat);
        Vec::new()
    }
}

/// 1 for each winner of a match that is over and 0 for the others; a half while it goes on.
pub fn payoffs<G: Game>(position: &G) -> PerSeat<f32> {
    let mut payoffs = PerSeat::default();
    let outcome = match position.turn() {
        Turn::Over(outcome) => Some(outcome),
        Turn::Players(_) | Turn::Chance => None,
    };
    for seat in Seat::all(MAX_SEATS as u8) {
        payoffs[seat] = outcome.map_or(0.5, |outcome| f32::from(u8::from(outcome.winners.has(seat))));
    }
    payoffs
}

/// Knows nothing but the rules: all actions alike, random playouts to the end of the match.
#[derive(Clone, Copy, Default, Debug)]
pub struct Plain;

impl<G: Game> Insight<G> for Plain {}

/// Plans with their weights, in one list of actions.
pub struct Plans<A> {
    actions: Vec<A>,
    /// Where each plan ends in the list, and its weight.
    ends: Vec<(usize, f32)>,
    room: Vec<A>,
}

impl<A: Copy> Plans<A> {
    /// No plans.
    pub fn new() -> Plans<A> {
        Plans { actions: Vec::new(), ends: Vec::new(), room: Vec::new() }
    }

    /// One more plan.
    pub fn add(&mut self, plan: &[A], weight: f32) {
        debug_assert!(!plan.is_empty() && weight > 0.0, "a plan has actions and a weight");
        self.actions.extend_from_slice(plan);
        self.ends.push((self.actions.len(), weight));
    }

    /// All legal actions of a seat, alike.
    pub fn add_legal<G: Game<Action = A>>(&mut self, position: &G, seat: Seat) {
        let mut room = std::mem::take(&mut self.room);
        room.clear();
        position.legal(seat, &mut room);
        room.iter().for_each(|&action| self.add(&[action], 1.0));
        self.room = room;
    }

    /// Forgets all plans.
    pub fn clear(&mut self) {
        self.actions.clear();
        self.ends.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The plans and their weights.
    pub fn iter(&self) -> impl Iterator<Item = (&[A], f32)> {
        (0..self.ends.len()).map(|number| {
            let begin = if number == 0 { 0 } else { self.ends[number - 1].0 };
            let (end, weight) = self.ends[number];
            (&self.actions[begin..end], weight)
        })
    }
}

impl<A: Copy> Default for Plans<A> {
    fn default() -> Self {
        Plans::new()
    }
}
