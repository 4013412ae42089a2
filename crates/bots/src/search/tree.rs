//! The tree of a search: one flat list of nodes.
//!
//! A node stands for what led to it from the root, chance included, so whoever repeats that stands in the same
//! position; positions themselves are not kept. The children of a decision lie side by side. The outcomes of chance
//! are linked. Where they are few, each iteration takes the one that has come too rarely for its odds (stratified
//! sampling), which is fairer than dice; where they are many, they are drawn, and progressive widening limits how many of
//! them become nodes.

use polynya_engine::{Game, Luck, PerSeat, Seat, Step, StepOf, Turn};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::evaluator::Evaluator;
use super::plans::Plans;

/// No node.
const NONE: u32 = u32::MAX;
/// Where every tree begins.
const ROOT: u32 = 0;
/// How many positions are compared with the table's when a tree is reused.
const MAX_COMPARED: usize = 8192;
/// Chance with at most this many outcomes is not drawn but shared out by its odds.
const MAX_LISTED: usize = 12;
/// Progressive widening: a chance node with n visits has at most `WIDENING_BASE` + n^`WIDENING_EXPONENT` outcomes.
const WIDENING_BASE: f32 = 8.0;
const WIDENING_EXPONENT: f32 = 0.6;
/// The prior of an outcome that is drawn.
const DRAWN: f32 = 0.0;
/// A tree with more nodes grows no more.
const MAX_NODES: usize = 1 << 22;

/// What leads to a node.
#[derive(Clone, Copy)]
enum Link<C> {
    /// Nothing: the root.
    Begin,
    /// A plan: where it stands in the list of actions, and its length.
    Plan(u32, u32),
    /// An outcome of chance.
    Chance(C),
}

#[derive(Clone, Copy)]
struct Node<C> {
    link: Link<C>,
    visits: u32,
    /// The sum of the pay-offs of the seat that chose to come here.
    total: f32,
    /// The sum of the pay-offs of the seat that acts here.
    acting_total: f32,
    prior: f32,
    /// The first child.
    first: u32,
    /// The number of children; 0 while there are none.
    count: u32,
    /// The next outcome of the same chance.
    next: u32,
}

impl<C> Node<C> {
    fn new(link: Link<C>, prior: f32) -> Node<C> {
        Node { link, visits: 0, total: 0.0, acting_total: 0.0, prior, first: NONE, count: 0, next: NONE }
    }
}

/// A tree and the position at its root.
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G::Chance>>,
    actions: Vec<G::Action>,
    root: Option<G>,
    /// Who acts at the root.
    seat: Seat,
    /// The nodes of the iteration under way, each with the seat that chose it and the seat that acts there.
    path: Vec<(u32, Option<Seat>, Option<Seat>)>,
    plans: Plans<G::Action>,
    scratch: Vec<G::Action>,
}

impl<G: Game> Tree<G> {
    pub(super) fn new() -> Tree<G> {
        Tree {
            nodes: Vec::new(),
            actions: Vec::new(),
            root: None,
            seat: Seat::default(),
            path: Vec::new(),
            plans: Plans::new(),
            scratch: Vec::with_capacity(256),
        }
    }

    /// Starts a tree of nothing but this position.
    pub(super) fn begin(&mut self, position: &G, seat: Seat) {
        self.nodes.clear();
        self.actions.clear();
        self.nodes.push(Node::new(Link::Begin, 1.0));
        self.root = Some(position.clone());
        self.seat = seat;
    }

    /// Returns the iterations that it has had.
    pub(super) fn visits(&self) -> u32 {
        self.nodes.first().map_or(0, |root| root.visits)
    }

    /// Does one iteration: selection, expansion, a playout and backpropagation.
    pub(super) fn iterate<E: Evaluator<G>>(&mut self, evaluator: &mut E, luck: &mut Xoshiro256PlusPlus) {
        let mut position = self.root.clone().expect("a tree has a root");
        self.path.clear();
        let mut at = ROOT;
        let mut chosen_by = None;
        loop {
            match position.turn() {
                Turn::Over(_) => {
                    self.path.push((at, chosen_by, None));
                    break;
                }
                Turn::Chance => {
                    self.path.push((at, chosen_by, None));
                    chosen_by = None;
                    at = self.outcome(at, &mut position, luck);
                }
                Turn::Players(_) => {
                    let seat = if at == ROOT { self.seat } else { acting(&position) };
                    self.path.push((at, chosen_by, Some(seat)));
                    let node = &self.nodes[at as usize];
                    if node.count == 0 {
                        let new = at != ROOT && node.visits == 0;
                        if (new && evaluator.is_quiet(&position)) || self.nodes.len() > MAX_NODES {
                            break;
                        }
                        self.expand(at, &position, seat, evaluator);
                    }
                    at = self.select(at, evaluator);
                    chosen_by = Some(seat);
                    self.carry_out(at, &mut position, Some(seat));
                }
            }
        }
        playout(&mut position, evaluator, luck, &mut self.scratch);
        let payoffs = evaluator.evaluate(&position);
        self.backpropagate(&payoffs);
    }

    /// Expands the root, and returns the prior weights of its plans.
    pub(super) fn expand_root<E: Evaluator<G>>(&mut self, evaluator: &mut E) -> Vec<f32> {
        let root = self.root.clone().expect("a tree has a root");
        self.expand(ROOT, &root, self.seat, evaluator);
        self.plans.iter().map(|(_, weight)| weight).collect()
    }

    /// Returns the position after one of the plans of the root.
    pub(super) fn position_after(&self, number: usize) -> G {
        let root = self.root.as_ref().expect("a tree has a root");
        self.after(self.nodes[ROOT as usize].first + number as u32, root, Some(self.seat))
    }

    /// Returns the seat that acts at the root.
    pub(super) fn seat(&self) -> Seat {
        self.seat
    }

    /// Records what a playout of one of the plans of the root paid the seat that acts there.
    pub(super) fn record_playout(&mut self, number: usize, payoff: f32) {
        let first = self.nodes[ROOT as usize].first as usize;
        self.nodes[ROOT as usize].visits += 1;
        self.nodes[ROOT as usize].acting_total += payoff;
        self.nodes[first + number].visits += 1;
        self.nodes[first + number].total += payoff;
    }

    /// Says how often one of the plans of the root counts as visited, and what it pays the seat that acts there.
    pub(super) fn set_result(&mut self, number: usize, visits: u32, payoff: f32) {
        let first = self.nodes[ROOT as usize].first as usize;
        let child = &mut self.nodes[first + number];
        let more = visits - std::mem::replace(&mut child.visits, visits);
        child.total = payoff * visits as f32;
        self.nodes[ROOT as usize].visits += more;
    }

    /// Adds the pay-offs of an iteration to all nodes on its path.
    fn backpropagate(&mut self, payoffs: &PerSeat<f32>) {
        for &(at, chosen_by, acting) in &self.path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            if let Some(seat) = chosen_by {
                node.total += payoffs[seat];
            }
            if let Some(seat) = acting {
                node.acting_total += payoffs[seat];
            }
        }
    }

    /// Gives a node a child for each plan of the evaluator, with its prior.
    fn expand<E: Evaluator<G>>(&mut self, at: u32, position: &G, seat: Seat, evaluator: &mut E) {
        self.plans.clear();
        evaluator.prior(position, seat, &mut self.plans);
        let sum: f32 = self.plans.iter().map(|(_, weight)| weight).sum();
        self.nodes[at as usize].first = self.nodes.len() as u32;
        self.nodes[at as usize].count = self.plans.len() as u32;
        for (plan, weight) in self.plans.iter() {
            let link = Link::Plan(self.actions.len() as u32, plan.len() as u32);
            self.actions.extend_from_slice(plan);
            self.nodes.push(Node::new(link, weight / sum));
        }
        debug_assert!(self.nodes[at as usize].count > 0, "an evaluator gives at least one plan");
    }

    /// Selects a child by PUCT (Silver et al. 2016): the mean pay-off of the seat that acts here, plus an exploration
    /// term that grows with the prior and shrinks with the visits. A child without visits has the mean of its parent
    /// less the first-play urgency reduction.
    fn select<E: Evaluator<G>>(&self, at: u32, evaluator: &E) -> u32 {
        let node = &self.nodes[at as usize];
        if node.count == 1 {
            return node.first;
        }
        let first_play = (node.acting_total / node.visits.max(1) as f32 - evaluator.fpu_reduction()).max(0.0);
        let exploration = evaluator.exploration() * (node.visits.max(1) as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, node.first);
        for (child, number) in self.children(at).iter().zip(node.first..) {
            let visits = child.visits as f32;
            let mean = if child.visits == 0 { first_play } else { child.total / visits };
            let bound = mean + exploration * child.prior / (1.0 + visits);
            if bound > best.0 {
                best = (bound, number);
            }
        }
        best.1
    }

    fn children(&self, at: u32) -> &[Node<G::Chance>] {
        let node = &self.nodes[at as usize];
        if node.count == 0 { &[] } else { &self.nodes[node.first as usize..(node.first + node.count) as usize] }
    }

    /// Lets chance decide, and returns the node of its outcome.
    fn outcome(&mut self, at: u32, position: &mut G, luck: &mut Xoshiro256PlusPlus) -> u32 {
        if self.nodes[at as usize].count == 0 {
            self.add_few_outcomes(at, position, luck);
        }
        let child = match self.stratified_outcome(at) {
            Some(child) => child,
            None => self.drawn_outcome(at, position, luck),
        };
        self.carry_out(child, position, None);
        child
    }

    /// Lists all outcomes if they are few, beginning anywhere, so that no outcome is always the first.
    fn add_few_outcomes(&mut self, at: u32, position: &G, luck: &mut Xoshiro256PlusPlus) {
        let (mut count, mut total) = (0, 0);
        position.odds(&mut |_, weight| {
            count += 1;
            total += weight;
        });
        if count > MAX_LISTED {
            return;
        }
        let begin = self.nodes.len();
        position.odds(&mut |chance, weight| {
            let next = self.nodes.len() as u32 + 1;
            self.nodes.push(Node { next, ..Node::new(Link::Chance(chance), weight as f32 / total as f32) });
        });
        let turned = luck.below(count as u32) as usize;
        let links: [_; MAX_LISTED] = std::array::from_fn(|number| {
            let node = &self.nodes[begin + (number + turned) % count];
            (node.link, node.prior)
        });
        for (node, (link, prior)) in self.nodes[begin..].iter_mut().zip(links) {
            (node.link, node.prior) = (link, prior);
        }
        self.nodes[begin + count - 1].next = NONE;
        self.nodes[at as usize].first = begin as u32;
        self.nodes[at as usize].count = count as u32;
    }

    /// Returns the outcome that came most too rarely for its odds (stratified sampling); `None` where outcomes are drawn.
    fn stratified_outcome(&self, at: u32) -> Option<u32> {
        let node = &self.nodes[at as usize];
        if node.count == 0 || self.nodes[node.first as usize].prior == DRAWN {
            return None;
        }
        let visits = (node.visits + 1) as f32;
        let lacking = |child: u32| {
            let child = &self.nodes[child as usize];
            visits * child.prior - child.visits as f32
        };
        self.outcomes(at).max_by(|&one, &other| lacking(one).total_cmp(&lacking(other)))
    }

    /// Draws an outcome. A new one becomes a node only as far as progressive widening allows (Couëtoux et al. 2011).
    fn drawn_outcome(&mut self, at: u32, position: &G, luck: &mut Xoshiro256PlusPlus) -> u32 {
        let drawn = position.draw(luck);
        let node = self.nodes[at as usize];
        if let Some(known) = self.outcomes(at).find(|&child| self.is_outcome(child, drawn)) {
            return known;
        }
        let most = WIDENING_BASE + (node.visits as f32).powf(WIDENING_EXPONENT);
        if (node.count as f32) < most && self.nodes.len() <= MAX_NODES {
            self.add_outcome(at, drawn)
        } else {
            self.known_outcome(at, luck)
        }
    }

    fn is_outcome(&self, at: u32, chance: G::Chance) -> bool {
        matches!(self.nodes[at as usize].link, Link::Chance(known) if known == chance)
    }

    fn add_outcome(&mut self, at: u32, chance: G::Chance) -> u32 {
        let child = self.nodes.len() as u32;
        let node = &mut self.nodes[at as usize];
        let next = std::mem::replace(&mut node.first, child);
        node.count += 1;
        self.nodes.push(Node { next, ..Node::new(Link::Chance(chance), DRAWN) });
        child
    }

    /// Returns one of the outcomes seen before, in proportion to their visits.
    fn known_outcome(&self, at: u32, luck: &mut Xoshiro256PlusPlus) -> u32 {
        let node = &self.nodes[at as usize];
        let seen: u32 = self.outcomes(at).map(|child| self.nodes[child as usize].visits).sum();
        let mut point = luck.below(seen.max(1));
        for child in self.outcomes(at) {
            match point.checked_sub(self.nodes[child as usize].visits) {
                Some(rest) => point = rest,
                None => return child,
            }
        }
        node.first
    }

    fn outcomes(&self, at: u32) -> impl Iterator<Item = u32> {
        let some = |at: u32| (at != NONE).then_some(at);
        std::iter::successors(some(self.nodes[at as usize].first), move |&child| some(self.nodes[child as usize].next))
    }

    /// Reuses the tree: makes the node of this position the root, if there is one where this seat acts, and keeps what
    /// lies below it.
    pub(super) fn move_on(&mut self, position: &G, seat: Seat) -> bool {
        let Some(root) = &self.root else { return false };
        let Some(at) = self.find(root, position) else { return false };
        if seat != if at == ROOT { self.seat } else { acting(position) } {
            return false;
        }
        if at != ROOT {
            self.keep(at);
        }
        self.root = Some(position.clone());
        self.seat = seat;
        true
    }

    /// Returns the most visited of the nodes that stand for this position.
    fn find(&self, root: &G, wanted: &G) -> Option<u32> {
        let mut found: Option<u32> = None;
        let mut open = vec![(ROOT, root.clone())];
        let mut looked = 0;
        while looked < open.len() && open.len() < MAX_COMPARED {
            let (at, position) = open[looked].clone();
            looked += 1;
            let node = &self.nodes[at as usize];
            if position == *wanted {
                if found.is_none_or(|other| self.nodes[other as usize].visits < node.visits) {
                    found = Some(at);
                }
                continue;
            }
            if node.count == 0 || position.turns() > wanted.turns() {
                continue;
            }
            match position.turn() {
                Turn::Over(_) => {}
                Turn::Chance => open.extend(self.outcomes(at).map(|child| (child, self.after(child, &position, None)))),
                Turn::Players(_) => {
                    let seat = Some(if at == ROOT { self.seat } else { acting(&position) });
                    let visited = (node.first..).zip(self.children(at)).filter(|(_, child)| child.visits > 0);
                    open.extend(visited.map(|(child, _)| (child, self.after(child, &position, seat))));
                }
            }
        }
        found
    }

    /// Returns the position at a node, from the one at its parent.
    fn after(&self, at: u32, position: &G, seat: Option<Seat>) -> G {
        let mut after = position.clone();
        self.carry_out(at, &mut after, seat);
        after
    }

    /// Goes from the position at a node's parent to the one at the node.
    fn carry_out(&self, at: u32, position: &mut G, seat: Option<Seat>) {
        let node = &self.nodes[at as usize];
        match node.link {
            Link::Begin => {}
            Link::Chance(chance) => position.settle(chance, &mut |_| {}),
            Link::Plan(..) => {
                let seat = seat.expect("a plan is somebody's");
                self.plan(node).iter().for_each(|&action| position.play(seat, action, &mut |_| {}));
            }
        }
    }

    /// Makes this node the root and drops what cannot be reached from it.
    fn keep(&mut self, at: u32) {
        let (nodes, actions) = (std::mem::take(&mut self.nodes), std::mem::take(&mut self.actions));
        self.nodes.push(Node { link: Link::Begin, next: NONE, ..nodes[at as usize] });
        let mut moved = 0;
        while moved < self.nodes.len() {
            let Node { first, count, .. } = self.nodes[moved];
            if count > 0 {
                self.nodes[moved].first = self.nodes.len() as u32;
                let linked = matches!(nodes[first as usize].link, Link::Chance(_));
                let mut child = first;
                for number in 1..=count {
                    let mut copy = nodes[child as usize];
                    if let Link::Plan(begin, length) = copy.link {
                        copy.link = Link::Plan(self.actions.len() as u32, length);
                        self.actions.extend_from_slice(&actions[begin as usize..(begin + length) as usize]);
                    }
                    child = if linked { copy.next } else { child + 1 };
                    copy.next = if linked && number < count { self.nodes.len() as u32 + 1 } else { NONE };
                    self.nodes.push(copy);
                }
            }
            moved += 1;
        }
    }

    /// Returns the plans of the root, each with its visits and the sum of its pay-offs.
    pub(super) fn plans(&self) -> impl Iterator<Item = (&[G::Action], u32, f32)> {
        let children = if self.nodes.is_empty() { &[] } else { self.children(ROOT) };
        children.iter().map(|child| (self.plan(child), child.visits, child.total))
    }

    fn plan(&self, node: &Node<G::Chance>) -> &[G::Action] {
        match node.link {
            Link::Plan(begin, length) => &self.actions[begin as usize..(begin + length) as usize],
            Link::Begin | Link::Chance(_) => &[],
        }
    }

    /// Returns the principal variation after this plan of the root: the most visited steps, as long as each has at least
    /// `least` visits.
    pub(super) fn principal_variation(&self, plan: &[G::Action], least: u32) -> Vec<StepOf<G>> {
        let mut line = Vec::new();
        let Some(mut position) = self.root.clone() else { return line };
        let first = self.children(ROOT).iter().position(|child| self.plan(child) == plan);
        let Some(first) = first else { return line };
        let mut next = Some((self.nodes[ROOT as usize].first + first as u32, Some(self.seat)));
        while let Some((at, seat)) = next {
            self.push_steps(at, seat, &mut line);
            position = self.after(at, &position, seat);
            let seen = |child: &u32| self.nodes[*child as usize].visits;
            let node = &self.nodes[at as usize];
            let (children, seat): (Vec<u32>, _) = match position.turn() {
                _ if node.count == 0 => break,
                Turn::Over(_) => break,
                Turn::Chance => (self.outcomes(at).collect(), None),
                Turn::Players(_) => ((node.first..node.first + node.count).collect(), position.awaited().first()),
            };
            next = children.into_iter().max_by_key(seen).filter(|child| seen(child) >= least).map(|at| (at, seat));
        }
        line
    }

    /// Samples a position to which this plan of the root can lead: at the next turn of its seat, or where the tree ends.
    /// Seats take their most visited plans.
    pub(super) fn sample_next_turn(&self, plan: &[G::Action], luck: &mut Xoshiro256PlusPlus) -> Option<G> {
        let root = self.root.as_ref()?;
        let first = self.children(ROOT).iter().position(|child| self.plan(child) == plan)?;
        let mut at = self.nodes[ROOT as usize].first + first as u32;
        let mut position = self.after(at, root, Some(self.seat));
        loop {
            let seen = |child: &u32| self.nodes[*child as usize].visits;
            let node = &self.nodes[at as usize];
            let (next, seat) = match position.turn() {
                Turn::Over(_) => return Some(position),
                Turn::Chance => {
                    let drawn = position.draw(luck);
                    (self.outcomes(at).find(|&child| self.is_outcome(child, drawn)), None)
                }
                Turn::Players(_) => {
                    let seat = acting(&position);
                    if seat == self.seat && position.turns() > root.turns() {
                        return Some(position);
                    }
                    let children = if node.count == 0 { 0..0 } else { node.first..node.first + node.count };
                    (children.max_by_key(seen), Some(seat))
                }
            };
            match next.filter(|child| seen(child) > 0) {
                Some(child) => position = self.after(child, &position, seat),
                None => return Some(position),
            }
            at = next.expect("a child was found");
        }
    }

    fn push_steps(&self, at: u32, seat: Option<Seat>, line: &mut Vec<StepOf<G>>) {
        let node = &self.nodes[at as usize];
        match (node.link, seat) {
            (Link::Chance(chance), _) => line.push(Step::Chance(chance)),
            (Link::Plan(..), Some(seat)) => line.extend(self.plan(node).iter().map(|&action| Step::Play(seat, action))),
            _ => {}
        }
    }
}

/// Returns the seat that is asked where several may act.
pub(super) fn acting<G: Game>(position: &G) -> Seat {
    position.awaited().first().expect("the table waits for somebody")
}

/// Plays on from the end of the tree, as far as the horizon of the evaluator.
fn playout<G: Game, E: Evaluator<G>>(
    position: &mut G,
    evaluator: &mut E,
    luck: &mut Xoshiro256PlusPlus,
    scratch: &mut Vec<G::Action>,
) {
    evaluator.begin_playout(luck);
    let last = evaluator.horizon().map_or(u32::MAX, |turns| position.turns().saturating_add(turns));
    while position.turns() < last {
        match position.turn() {
            Turn::Over(_) => return,
            Turn::Chance => {
                let chance = position.draw(luck);
                position.settle(chance, &mut |_| {});
            }
            Turn::Players(seats) => {
                // Most games ask one seat at a time, and then there is no need to ask whom the table waits for.
                let only = seats.first().filter(|_| seats.len() == 1);
                let seat = only.unwrap_or_else(|| acting(position));
                let action = evaluator.playout_action(position, seat, luck, scratch);
                position.play(seat, action, &mut |_| {});
            }
        }
    }
}
