//! The plans among which a search chooses.

use polynya_engine::{Game, Seat};

/// Plans with their prior weights, in one list of actions.
pub struct Plans<A> {
    actions: Vec<A>,
    /// Where each plan ends in the list, and its weight.
    ends: Vec<(usize, f32)>,
    scratch: Vec<A>,
}

impl<A: Copy> Plans<A> {
    /// Creates an empty list.
    pub fn new() -> Plans<A> {
        Plans { actions: Vec::new(), ends: Vec::new(), scratch: Vec::new() }
    }

    /// Adds a plan.
    pub fn add(&mut self, plan: &[A], weight: f32) {
        debug_assert!(!plan.is_empty() && weight > 0.0, "a plan has actions and a weight");
        self.actions.extend_from_slice(plan);
        self.ends.push((self.actions.len(), weight));
    }

    /// Adds all legal actions of a seat with equal weights.
    pub fn add_legal<G: Game<Action = A>>(&mut self, position: &G, seat: Seat) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        position.legal(seat, &mut scratch);
        scratch.iter().for_each(|&action| self.add(&[action], 1.0));
        self.scratch = scratch;
    }

    /// Removes all plans.
    pub fn clear(&mut self) {
        self.actions.clear();
        self.ends.clear();
    }

    /// Returns the number of plans.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there no plan?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the plans and their weights.
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
