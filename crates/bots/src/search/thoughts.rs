//! What a search saw, for hints and explanations.

use polynya_engine::{Game, Step};

use super::tree::Tree;

/// A line is believed as long as it was seen so often.
const LEAST: u32 = 8;

/// What a search saw from its root.
pub struct Thoughts<G: Game> {
    /// How often the tree was walked.
    pub visits: u32,
    /// The plans that were tried, the most visited first.
    pub plans: Vec<Thought<G>>,
}

/// One plan.
pub struct Thought<G: Game> {
    /// What the seat does.
    pub actions: Vec<G::Action>,
    /// How often it was tried.
    pub visits: u32,
    /// What it paid the seat on average, from 0 to 1.
    pub value: f32,
    /// What was seen most often, from the plan on.
    pub line: Vec<Step<G>>,
}

impl<G: Game> Thoughts<G> {
    pub(super) fn of<'a>(trees: impl Iterator<Item = &'a Tree<G>> + Clone) -> Thoughts<G> {
        let mut plans: Vec<(&[G::Action], u32, f32)> = Vec::new();
        for (actions, visits, total) in trees.clone().flat_map(Tree::plans) {
            match plans.iter_mut().find(|known| known.0 == actions) {
                Some(known) => *known = (actions, known.1 + visits, known.2 + total),
                None => plans.push((actions, visits, total)),
            }
        }
        let mean = |&(_, visits, total): &(_, u32, f32)| total / visits.max(1) as f32;
        plans.sort_by(|one, other| other.1.cmp(&one.1).then(mean(other).total_cmp(&mean(one))));
        let plans = plans.iter().map(|plan| Thought {
            actions: plan.0.to_vec(),
            visits: plan.1,
            value: mean(plan),
            line: trees.clone().next().map_or(Vec::new(), |tree| tree.main_line(plan.0, LEAST)),
        });
        Thoughts { visits: trees.clone().map(Tree::visits).sum(), plans: plans.collect() }
    }
}
