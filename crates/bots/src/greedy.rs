//! The bot that plans the rest of its own turn and plays the first action of the best plan.
//!
//! It looks no further than its own turn: what others may do later is in the value that a [`Heuristic`] gives to the
//! position in which the turn ends. It keeps nothing from one choice to the next, so the same position and the same
//! luck give the same action.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use polynya_engine::{Game, Luck, Seat, Turn};
use rand_core::Rng;

use crate::Bot;
use crate::action_arena::{ActionArena, LastAction};
use crate::win_search::{KeyHasher, WinSearch};

/// The heuristic evaluation that guides a beam search.
pub trait Heuristic<G: Game>: Send {
    /// Prepares for a plan that begins in this position.
    fn prepare(&mut self, position: &G);
    /// Returns the beam width: how many of the best positions are followed from each action of a plan to the next.
    fn beam_width(&self) -> usize;
    /// Returns a hash that two positions share only if they are worth the same, and what can follow them too.
    fn key(&self, position: &G) -> u64;
    /// Returns how good the position is for this seat.
    fn evaluate(&mut self, position: &G, seat: Seat) -> f32;

    /// Returns a number of actions below which this seat cannot win in this turn; `None` if it cannot win in it at all,
    /// or if wins are not looked for. Where there is such a number, every win is found, whatever the beam leaves out.
    fn actions_to_win(&self, position: &G, seat: Seat) -> Option<u32> {
        let _ = (position, seat);
        None
    }
}

/// Plans its whole turn by a beam search.
pub struct Greedy<G: Game, H> {
    heuristic: H,
    actions: Vec<G::Action>,
    beam: Vec<Plan<G>>,
    grown: Vec<Plan<G>>,
    seen: HashSet<u64, BuildHasherDefault<KeyHasher>>,
    best: Best<G>,
    arena: ActionArena<G::Action>,
    /// The plans that reach the end of the turn.
    ended: Vec<Ended>,
    /// The best plan of one action, of two, and so on.
    best_by_length: Vec<Ended>,
    wins: WinSearch<G>,
}

/// A position that the seat can bring about, and the actions that lead there.
struct Plan<G: Game> {
    position: G,
    first: G::Action,
    last: LastAction,
    value: f32,
}

/// A plan that is not followed further.
#[derive(Clone, Copy)]
struct Ended {
    last: LastAction,
    value: f32,
}

/// The first actions of the best plans that reach the end of the turn.
struct Best<G: Game> {
    value: f32,
    firsts: Vec<G::Action>,
    /// Does one of all the plans win the match?
    wins: bool,
}

impl<G: Game, H> Greedy<G, H> {
    /// Creates a bot with this heuristic.
    pub fn new(heuristic: H) -> Greedy<G, H> {
        let best = Best { value: f32::NEG_INFINITY, firsts: Vec::new(), wins: false };
        Greedy {
            heuristic,
            actions: Vec::new(),
            beam: Vec::new(),
            grown: Vec::new(),
            seen: HashSet::default(),
            best,
            arena: ActionArena::new(),
            ended: Vec::new(),
            best_by_length: Vec::new(),
            wins: WinSearch::new(),
        }
    }
}

impl<G: Game, H: Clone> Clone for Greedy<G, H> {
    /// Returns one with the same heuristic.
    fn clone(&self) -> Self {
        Greedy::new(self.heuristic.clone())
    }
}

impl<G: Game, H: Default> Default for Greedy<G, H> {
    fn default() -> Self {
        Greedy::new(H::default())
    }
}

impl<G: Game<Action: Send>, H: Heuristic<G>> Bot<G> for Greedy<G, H> {
    fn choose(&mut self, position: &G, seat: Seat, luck: &mut dyn Rng) -> G::Action {
        self.actions.clear();
        position.legal(seat, &mut self.actions);
        if let [only] = self.actions[..] {
            return only;
        }
        self.heuristic.prepare(position);
        if let Some(win) = self.win(position, seat) {
            return win[0];
        }
        self.plan(position, seat);
        self.best.firsts[luck.below(self.best.firsts.len() as u32) as usize]
    }
}

impl<G: Game, H: Heuristic<G>> Greedy<G, H> {
    /// Returns its heuristic.
    pub fn heuristic(&mut self) -> &mut H {
        &mut self.heuristic
    }

    /// Returns the actions of the quickest win that the turn allows, if it allows one. The heuristic must have been
    /// prepared.
    pub fn win(&mut self, position: &G, seat: Seat) -> Option<Vec<G::Action>> {
        self.wins.quickest(&self.heuristic, position, seat)
    }

    /// Calls `each` with the actions and the value of the best plans for the rest of the turn, at most `most`, the best
    /// first: a win alone, where the turn allows one. Plans that lead to the same position count as one. The heuristic
    /// must have been prepared.
    pub fn plans(&mut self, position: &G, seat: Seat, most: usize, each: &mut impl FnMut(&[G::Action], f32)) {
        if let Some(win) = self.win(position, seat) {
            let mut won = position.clone();
            win.iter().for_each(|&action| won.play(seat, action, &mut |_| {}));
            each(&win, self.heuristic.evaluate(&won, seat));
            return;
        }
        self.plan(position, seat);
        self.ended.sort_by(|one, other| other.value.total_cmp(&one.value));
        let mut actions = std::mem::take(&mut self.actions);
        for ended in self.ended.iter().take(most) {
            actions.clear();
            actions.extend(self.arena.backwards(ended.last));
            actions.reverse();
            each(&actions, ended.value);
        }
        self.actions = actions;
    }

    /// Returns the value of the best position that the turn can bring about in one action, in two, and so on.
    pub fn best_by_length(&mut self, position: &G, seat: Seat) -> impl Iterator<Item = f32> {
        self.plan(position, seat);
        self.best_by_length.iter().map(|plan| plan.value)
    }

    /// Writes the actions of the best plan of this length, or of the longest that is shorter, of those that were made for
    /// the last position.
    pub(crate) fn best_of_length(&self, length: usize, into: &mut Vec<G::Action>) {
        into.clear();
        let plan = self.best_by_length.iter().take(length).rfind(|plan| plan.last.is_some());
        into.extend(plan.iter().flat_map(|plan| self.arena.backwards(plan.last)));
        into.reverse();
    }

    /// Plans the rest of the turn. The heuristic must have been prepared.
    pub(crate) fn plan(&mut self, position: &G, seat: Seat) {
        self.best.clear();
        self.arena.clear();
        self.ended.clear();
        self.best_by_length.clear();
        self.begin_level();
        self.grow(position, seat, None);
        // A win is taken by the shortest way.
        while !self.grown.is_empty() && !self.best.wins {
            self.narrow();
            self.begin_level();
            let beam = std::mem::take(&mut self.beam);
            for plan in &beam {
                self.grow(&plan.position, seat, Some(plan));
            }
            self.beam = beam;
        }
    }

    fn begin_level(&mut self) {
        self.grown.clear();
        self.seen.clear();
        self.best_by_length.push(Ended { last: None, value: f32::NEG_INFINITY });
    }

    /// Adds one more action to a plan, in every way that leads to a position not yet seen at this length.
    fn grow(&mut self, position: &G, seat: Seat, before: Option<&Plan<G>>) {
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        position.legal(seat, &mut actions);
        for &action in &actions {
            let mut after = position.clone();
            after.play(seat, action, &mut |_| {});
            if !self.seen.insert(self.heuristic.key(&after)) {
                continue;
            }
            let plan = Plan {
                value: self.heuristic.evaluate(&after, seat),
                first: before.map_or(action, |plan| plan.first),
                last: self.arena.push(before.and_then(|plan| plan.last), action),
                position: after,
            };
            let ended = Ended { last: plan.last, value: plan.value };
            if let Some(best) = self.best_by_length.last_mut().filter(|best| best.value < plan.value) {
                *best = ended;
            }
            match plan.position.turn() {
                Turn::Players(seats) if seats.contains(seat) => self.grown.push(plan),
                Turn::Over(outcome) if outcome.winners.contains(seat) => {
                    self.best.wins = true;
                    self.end(&plan);
                }
                _ => self.end(&plan),
            }
        }
        self.actions = actions;
    }

    fn end(&mut self, plan: &Plan<G>) {
        self.best.offer(plan);
        self.ended.push(Ended { last: plan.last, value: plan.value });
    }

    /// Keeps the best of the grown plans as the new beam.
    fn narrow(&mut self) {
        let width = self.heuristic.beam_width();
        if self.grown.len() > width {
            self.grown.select_nth_unstable_by(width, |one, other| other.value.total_cmp(&one.value));
            self.grown.truncate(width);
        }
        std::mem::swap(&mut self.beam, &mut self.grown);
    }
}

impl<G: Game> Best<G> {
    fn clear(&mut self) {
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
