//! What a search found, for choices, hints and explanations.

use polynya_engine::{Game, StepOf};

use super::tree::Tree;

/// The fewest visits with which a step belongs to a principal variation.
const MIN_VISITS: u32 = 8;

/// What a search found about its root.
pub struct SearchResult<G: Game> {
    /// The iterations of the search.
    pub visits: u32,
    /// The plans that were tried, the most visited first.
    pub plans: Vec<PlanResult<G>>,
}

/// What a search found about one plan of its root.
pub struct PlanResult<G: Game> {
    /// What the seat does.
    pub actions: Vec<G::Action>,
    /// Its visits.
    pub visits: u32,
    /// The mean pay-off of the seat, from 0 to 1.
    pub value: f32,
    /// Its principal variation: the plan, and the most visited steps after it.
    pub line: Vec<StepOf<G>>,
}

impl<G: Game> SearchResult<G> {
    pub(super) fn of<'a>(trees: impl Iterator<Item = &'a Tree<G>> + Clone) -> SearchResult<G> {
        let mut plans: Vec<(&[G::Action], u32, f32)> = Vec::new();
        for (actions, visits, total) in trees.clone().flat_map(Tree::plans) {
            match plans.iter_mut().find(|known| known.0 == actions) {
                Some(known) => *known = (actions, known.1 + visits, known.2 + total),
                None => plans.push((actions, visits, total)),
            }
        }
        let mean = |&(_, visits, total): &(_, u32, f32)| total / visits.max(1) as f32;
        plans.sort_by(|one, other| other.1.cmp(&one.1).then(mean(other).total_cmp(&mean(one))));
        let plans = plans.iter().map(|plan| PlanResult {
            actions: plan.0.to_vec(),
            visits: plan.1,
            value: mean(plan),
            line: trees.clone().next().map_or(Vec::new(), |tree| tree.principal_variation(plan.0, MIN_VISITS)),
        });
        SearchResult { visits: trees.clone().map(Tree::visits).sum(), plans: plans.collect() }
    }
}
