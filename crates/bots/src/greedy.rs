//! The bot that plans the rest of its own turn and plays the first action of the best plan.
//!
//! It looks no further than its own turn: what others may do later is in the value that [`Knowledge`] gives to the
//! position in which the turn ends. It keeps nothing from one choice to the next, so the same position and the same
//! luck give the same action.

use std::collections::HashSet;

use polynya_engine::{Game, Luck, Seat, Turn};
use rand_core::Rng;

use crate::Bot;

/// What a greedy bot knows about a game.
pub trait Knowledge<G: Game>: Send {
    /// Prepares for a plan that begins in this position.
    fn look(&mut self, position: &G);
    /// How many of the best positions are followed from each action of the plan to the next.
    fn width(&self) -> usize;
    /// A number that two positions share only if they are worth the same, and what can follow them too.
    fn key(&self, position: &G) -> u64;
    /// How good the position is for this seat.
    fn value(&mut self, position: &G, seat: Seat) -> f32;
}

/// Plans its whole turn by a beam search.
pub struct Greedy<G: Game, K> {
    knowledge: K,
    actions: Vec<G::Action>,
    beam: Vec<Plan<G>>,
    grown: Vec<Plan<G>>,
    seen: HashSet<u64>,
    best: Best<G>,
}

/// A position that the seat can bring about, and the action that leads there.
struct Plan<G: Game> {
    position: G,
    first: G::Action,
    value: f32,
}

/// The first actions of the best plans that reach the end of the turn.
struct Best<G: Game> {
    value: f32,
    firsts: Vec<G::Action>,
    /// Does one of all the plans win the match?
    wins: bool,
}

impl<G: Game, K> Greedy<G, K> {
    /// A bot with this knowledge.
    pub fn new(knowledge: K) -> Greedy<G, K> {
        let best = Best { value: f32::NEG_INFINITY, firsts: Vec::new(), wins: false };
        Greedy { knowledge, actions: Vec::new(), beam: Vec::new(), grown: Vec::new(), seen: HashSet::new(), best }
    }
}

impl<G: Game, K: Default> Default for Greedy<G, K> {
    fn default() -> Self {
        Greedy::new(K::default())
    }
}

impl<G: Game<Action: Send>, K: Knowledge<G>> Bot<G> for Greedy<G, K> {
    fn choose(&mut self, position: &G, seat: Seat, luck: &mut dyn Rng) -> G::Action {
        self.actions.clear();
        position.legal(seat, &mut self.actions);
        if let [only] = self.actions[..] {
            return only;
        }
        self.plan(position, seat);
        self.best.firsts[luck.below(self.best.firsts.len() as u32) as usize]
    }
}

impl<G: Game, K: Knowledge<G>> Greedy<G, K> {
    fn plan(&mut self, position: &G, seat: Seat) {
        self.best.forget();
        self.knowledge.look(position);
        self.begin_level();
        self.grow(position, seat, None);
        // A win is taken by the shortest way.
        while !self.grown.is_empty() && !self.best.wins {
            self.narrow();
            self.begin_level();
            let beam = std::mem::take(&mut self.beam);
            for plan in &beam {
                self.grow(&plan.position, seat, Some(plan.first));
            }
            self.beam = beam;
        }
    }

    fn begin_level(&mut self) {
        self.grown.clear();
        self.seen.clear();
    }

    /// Adds one more action to a plan, in every way that leads to a position not yet seen at this length.
    fn grow(&mut self, position: &G, seat: Seat, first: Option<G::Action>) {
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        position.legal(seat, &mut actions);
        for &action in &actions {
            let mut after = position.clone();
            after.play(seat, action, &mut |_| {});
            if !self.seen.insert(self.knowledge.key(&after)) {
                continue;
            }
            let plan =
                Plan { value: self.knowledge.value(&after, seat), first: first.unwrap_or(action), position: after };
            match plan.position.turn() {
                Turn::Players(seats) if seats.has(seat) => self.grown.push(plan),
                Turn::Over(outcome) if outcome.winners.has(seat) => {
                    self.best.wins = true;
                    self.best.offer(&plan);
                }
                _ => self.best.offer(&plan),
            }
        }
        self.actions = actions;
    }

    /// Keeps the best of what has grown as the new beam.
    fn narrow(&mut self) {
        let width = self.knowledge.width();
        if self.grown.len() > width {
            self.grown.select_nth_unstable_by(width, |one, other| other.value.total_cmp(&one.value));
            self.grown.truncate(width);
        }
        std::mem::swap(&mut self.beam, &mut self.grown);
    }
}

impl<G: Game> Best<G> {
    fn forget(&mut self) {
        self.value = f32::NEG_INFINITY;
        self.firsts.clear();
        self.wins = false;
    }

    fn offer(&mut self, plan: &Plan<G>) {
        if plan.value > self.value {
            self.value = plan.value;
            self.firsts.clear();
        }
        if plan.value >= self.value && !self.firsts.contains(&plan.first) {
            self.firsts.push(plan.first);
        }
    }
}
