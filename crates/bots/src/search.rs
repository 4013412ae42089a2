//! The one tree search for every game.
//!
//! Every walk begins in the position of the table and goes down the tree: a seat takes the plan that promises most
//! for itself, chance is drawn by the game's own odds. Where the tree ends a playout follows, and what it came to is
//! written down on the way back. Seats that act together are asked in turn, the lowest awaited one first.
//!
//! What the search knows of a game beside its rules is an [`Insight`]. With a budget in iterations and one thread the
//! same position and the same luck give the same answer.

mod course;
mod insight;
mod reason;
mod thoughts;
mod tree;

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use polynya_engine::{Game, Seat};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Bot;

pub(crate) use course::Course;
pub use insight::{Insight, Plain, Plans, payoffs};
pub use thoughts::{Thought, Thoughts};
use tree::Tree;

/// How long a choice is thought about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// Until the tree has been walked so often, walks of earlier choices that led here included.
    Iterations(u32),
    /// So long.
    Time(Duration),
}

/// A bot that searches.
pub struct Search<G: Game, I> {
    budget: Budget,
    /// One for each thread; they know nothing of each other until their visits are added.
    workers: Vec<Worker<G, I>>,
    /// What is left of the plan that was chosen.
    course: Course<G>,
}

/// A tree and who grows it.
struct Worker<G: Game, I> {
    tree: Tree<G>,
    insight: I,
}

impl<G: Game, I: Insight<G>> Search<G, I> {
    /// A search on one thread.
    pub fn new(insight: I, budget: Budget) -> Search<G, I> {
        Search { budget, workers: vec![Worker { tree: Tree::new(), insight }], course: Course::new() }
    }

    /// The same on so many threads, each with a tree of its own.
    #[must_use]
    pub fn on_threads(mut self, threads: NonZeroUsize) -> Search<G, I>
    where
        I: Clone,
    {
        let insight = self.workers[0].insight.clone();
        let worker = || Worker { tree: Tree::new(), insight: insight.clone() };
        self.workers.resize_with(threads.get(), worker);
        self
    }

    /// The same with another budget.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Search<G, I> {
        self.budget = budget;
        self
    }

    /// Thinks about a position in which this seat acts, and remembers what it saw.
    pub fn think(&mut self, position: &G, seat: Seat, luck: &mut dyn Rng) {
        let (budget, threads) = (self.budget, self.workers.len());
        let mut lucks = (0..threads).map(|_| Xoshiro256PlusPlus::seed_from_u64(luck.next_u64())).collect::<Vec<_>>();
        if let ([worker], [luck]) = (&mut self.workers[..], &mut lucks[..]) {
            worker.think(position, seat, budget, luck);
            return;
        }
        let budget = match budget {
            Budget::Iterations(walks) => Budget::Iterations(walks.div_ceil(threads as u32)),
            Budget::Time(_) => budget,
        };
        std::thread::scope(|scope| {
            for (worker, luck) in self.workers.iter_mut().zip(&mut lucks) {
                scope.spawn(move || worker.think(position, seat, budget, luck));
            }
        });
    }

    /// What was seen when it thought last: the plans from the root, the most visited first.
    pub fn thoughts(&self) -> Thoughts<G> {
        Thoughts::of(self.workers.iter().map(|worker| &worker.tree))
    }

    /// How often the tree of the last position has been walked.
    pub fn visits(&self) -> u32 {
        self.workers.iter().map(|worker| worker.tree.visits()).sum()
    }

    /// What it knows of the game.
    pub fn insight(&mut self) -> &mut I {
        &mut self.workers[0].insight
    }
}

impl<G: Game, I: Insight<G>> Bot<G> for Search<G, I> {
    fn choose(&mut self, position: &G, seat: Seat, luck: &mut dyn Rng) -> G::Action {
        if let Some(action) = self.course.next(position, seat) {
            return action;
        }
        let mut actions = Vec::new();
        position.legal(seat, &mut actions);
        if let [only] = actions[..] {
            return only;
        }
        self.think(position, seat, luck);
        let Some(best) = self.thoughts().plans.into_iter().next() else {
            return actions[0];
        };
        self.course.begin(position, seat, best.actions)
    }
}

impl<G: Game, I: Insight<G>> Worker<G, I> {
    fn think(&mut self, position: &G, seat: Seat, budget: Budget, luck: &mut Xoshiro256PlusPlus) {
        self.insight.look(position, seat);
        if !self.tree.move_on(position, seat) {
            self.tree.begin(position, seat);
        }
        match budget {
            Budget::Iterations(walks) => {
                while self.tree.visits() < walks {
                    self.tree.walk(&mut self.insight, luck);
                }
            }
            Budget::Time(time) => {
                let end = Instant::now() + time;
                while Instant::now() < end {
                    self.tree.walk(&mut self.insight, luck);
                }
            }
        }
    }
}
