//! The one tree search for every game.
//!
//! Monte Carlo tree search with the PUCT rule: every iteration begins in the position of the table and goes down the
//! tree, where a seat takes the plan with the highest upper confidence bound for itself, and chance is drawn by the
//! game's own odds. Where the tree ends a playout follows, and its pay-offs are backpropagated. Seats that act together
//! are asked in turn, the lowest awaited one first. A game may ask for sequential halving at the root instead, or for expectimax.
//!
//! What guides the search beyond the rules is an [`Evaluator`]. With a budget in iterations and one thread the same
//! position and the same luck give the same action.

mod evaluator;
mod expectimax;
mod opinion;
mod planned_moves;
mod plans;
mod reason;
mod result;
mod sequential_halving;
mod tree;

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use polynya_engine::{Game, Seat};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Bot, Mate};

pub use evaluator::{Evaluator, Plain, payoffs};
use expectimax::expectimax;
pub use opinion::NEARLY;
pub(crate) use planned_moves::PlannedMoves;
pub use plans::Plans;
pub use result::{PlanResult, SearchResult};
use sequential_halving::sequential_halving;
use tree::Tree;

/// How long a choice is thought about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// Until the tree has had this many iterations, those of earlier choices that led here included.
    Iterations(u32),
    /// For this time.
    Time(Duration),
    /// For this time, but not before the tree has had this many iterations: as much as a level thinks, on any machine.
    AtLeast(u32, Duration),
}

impl Budget {
    /// Returns how many iterations there must be; `None` if the clock alone decides.
    fn iterations(self) -> Option<u32> {
        match self {
            Budget::Iterations(iterations) | Budget::AtLeast(iterations, _) => Some(iterations),
            Budget::Time(_) => None,
        }
    }

    /// Returns how long it lasts, if that is by the clock.
    fn time(self) -> Option<Duration> {
        match self {
            Budget::Iterations(_) => None,
            Budget::Time(time) | Budget::AtLeast(_, time) => Some(time),
        }
    }

    /// Returns the budget of advice that may take this time: no less than this one, where there is time for that.
    fn of_advice(self, time: Duration) -> Budget {
        let iterations = self.iterations().filter(|_| is_thorough(time));
        iterations.map_or(Budget::Time(time), |iterations| Budget::AtLeast(iterations, time))
    }
}

/// Whoever wants advice in less time wants a quick answer.
const QUICK: Duration = Duration::from_millis(100);

/// Is this enough time for advice as good as the level that gives it? None at all is as much as that level takes.
pub(crate) fn is_thorough(time: Duration) -> bool {
    time.is_zero() || time >= QUICK
}

/// A bot that searches.
pub struct Search<G: Game, E> {
    budget: Budget,
    /// One for each thread; they know nothing of each other until their visits are added.
    workers: Vec<Worker<G, E>>,
    /// What is left of the plan that was chosen.
    moves: PlannedMoves<G>,
}

/// A tree and who grows it.
struct Worker<G: Game, E> {
    tree: Tree<G>,
    evaluator: E,
}

impl<G: Game, E: Evaluator<G>> Search<G, E> {
    /// Creates a search on one thread.
    pub fn new(evaluator: E, budget: Budget) -> Search<G, E> {
        Search { budget, workers: vec![Worker { tree: Tree::new(), evaluator }], moves: PlannedMoves::new() }
    }

    /// Returns the same search on several threads, each with a tree of its own (root parallelisation).
    #[must_use]
    pub fn on_threads(mut self, threads: NonZeroUsize) -> Search<G, E>
    where
        E: Clone,
    {
        let evaluator = self.workers[0].evaluator.clone();
        let worker = || Worker { tree: Tree::new(), evaluator: evaluator.clone() };
        self.workers.resize_with(threads.get(), worker);
        self
    }

    /// Returns the same search with another budget.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Search<G, E> {
        self.budget = budget;
        self
    }

    /// Sets the budget of the choices to come.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Searches a position in which this seat acts, and keeps the tree.
    pub fn think(&mut self, position: &G, seat: Seat, luck: &mut dyn Rng) {
        let (budget, threads) = (self.budget, self.workers.len());
        let mut lucks = (0..threads).map(|_| Xoshiro256PlusPlus::seed_from_u64(luck.next_u64())).collect::<Vec<_>>();
        if let ([worker], [luck]) = (&mut self.workers[..], &mut lucks[..]) {
            worker.think(position, seat, budget, luck);
            return;
        }
        let share = |iterations: u32| iterations.div_ceil(threads as u32);
        let budget = match budget {
            Budget::Iterations(iterations) => Budget::Iterations(share(iterations)),
            Budget::AtLeast(iterations, time) => Budget::AtLeast(share(iterations), time),
            Budget::Time(_) => budget,
        };
        std::thread::scope(|scope| {
            for (worker, luck) in self.workers.iter_mut().zip(&mut lucks) {
                scope.spawn(move || worker.think(position, seat, budget, luck));
            }
        });
    }

    /// Returns the result of the last search: the plans of the root, the most visited first.
    pub fn result(&self) -> SearchResult<G> {
        SearchResult::of(self.workers.iter().map(|worker| &worker.tree))
    }

    /// Returns the iterations that the tree of the last position has had.
    pub fn visits(&self) -> u32 {
        self.workers.iter().map(|worker| worker.tree.visits()).sum()
    }

    /// Returns its evaluator.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.workers[0].evaluator
    }
}

impl<G: Game, E: Evaluator<G>> Bot<G> for Search<G, E> {
    fn choose(&mut self, position: &G, seat: Seat, luck: &mut dyn Rng) -> G::Action {
        if let Some(action) = self.moves.next(position, seat) {
            return action;
        }
        let mut actions = Vec::new();
        position.legal(seat, &mut actions);
        if let [only] = actions[..] {
            return only;
        }
        self.think(position, seat, luck);
        let Some(best) = self.result().plans.into_iter().next() else {
            return actions[0];
        };
        self.moves.begin(position, seat, best.actions)
    }

    fn think_for(&mut self, time: Duration) -> bool {
        self.budget = Budget::Time(time);
        true
    }

    fn interject(&mut self, position: &G, seat: Seat, mate: Mate) -> Option<G::Action> {
        self.workers[0].evaluator.interjection(position, seat, mate)
    }
}

impl<G: Game, E: Evaluator<G>> Worker<G, E> {
    fn think(&mut self, position: &G, seat: Seat, budget: Budget, luck: &mut Xoshiro256PlusPlus) {
        if let Some(time) = budget.time() {
            self.evaluator.allow(time);
        }
        self.evaluator.prepare(position, seat);
        if self.evaluator.sequential_halving() {
            self.tree.begin(position, seat);
            sequential_halving(&mut self.tree, &mut self.evaluator, budget, luck.next_u64());
            return;
        }
        if self.evaluator.expectimax() {
            self.tree.begin(position, seat);
            expectimax(&mut self.tree, &mut self.evaluator, budget);
            return;
        }
        if !self.tree.move_on(position, seat) {
            self.tree.begin(position, seat);
        }
        let (iterations, end) = (budget.iterations().unwrap_or(0), budget.time().map(|time| Instant::now() + time));
        while self.tree.visits() < iterations || end.is_some_and(|end| Instant::now() < end) {
            self.tree.iterate(&mut self.evaluator, luck);
        }
    }
}
