//! What the seat that is about to roll does with each roll.

use polynya_engine::{Game, Turn};
use polynya_games::floes::{Action, Edition, Floes};

use crate::greedy::{Greedy, Heuristic};

/// Plans the turn of a seat that is about to roll. Its lists are used again.
#[derive(Clone)]
pub(super) struct Replies<E: Edition> {
    rolled: Vec<(f32, Floes<E>)>,
    actions: Vec<Action>,
}

impl<E: Edition> Replies<E> {
    pub(super) fn new() -> Replies<E> {
        Replies { rolled: Vec::new(), actions: Vec::new() }
    }

    /// Adds the positions after the best plan for every roll, with its probability.
    pub(super) fn add(
        &mut self,
        planner: &mut Greedy<Floes<E>, impl Heuristic<Floes<E>>>,
        position: &Floes<E>,
        into: &mut Vec<(f32, Floes<E>)>,
    ) {
        let seat = position.seat();
        let mut roll = position.clone();
        roll.play(seat, Action::Roll, &mut |_| {});
        self.rolled.clear();
        add_rolls(roll, 1.0, &mut self.rolled);
        // Whoever plans four moves has seen where two and three lead. So the longest roll of each kind comes first, and
        // those that are like it but for the moves follow.
        self.rolled.sort_by_key(|(_, roll)| std::cmp::Reverse(planned_moves(roll)));
        let mut planned = None;
        for (chance, roll) in &self.rolled {
            let mut after = roll.clone();
            if let Some((bear, _)) = planned_moves(roll).filter(|_| after.seat() == seat) {
                let alone = roll.waiting_die().is_some() || roll.die_to_choose().is_some();
                if alone || planned != Some(bear) {
                    planner.plan(roll, seat);
                    planned = (!alone).then_some(bear);
                }
                let length = roll.rolled().filter(|_| !alone).map_or(usize::MAX, |(_, left)| usize::from(left));
                planner.best_of_length(length, &mut self.actions);
                self.actions.iter().for_each(|&action| after.play(seat, action, &mut |_| {}));
            }
            into.push((*chance, after));
        }
    }
}

/// Returns whether bears move, and how often; `None` where there is nothing to plan.
fn planned_moves<E: Edition>(rolled: &Floes<E>) -> Option<(bool, u8)> {
    let label = rolled.rolled().map(|(label, _)| label).or(rolled.die_to_choose())?;
    Some((label.is_bear(), label.moves()))
}

/// Returns what the dice show, whichever fell first.
fn dice<E: Edition>(rolled: &Floes<E>) -> [Option<u8>; 2] {
    let label = rolled.rolled().map(|(label, _)| label).or(rolled.die_to_choose());
    let mut dice = [label, rolled.waiting_die()].map(|label| label.map(|label| label as u8));
    dice.sort_unstable();
    dice
}

/// Adds all positions in which the dice of a turn can have fallen, each once, with its probability.
fn add_rolls<E: Edition>(position: Floes<E>, chance: f32, into: &mut Vec<(f32, Floes<E>)>) {
    if position.turn() != Turn::Chance {
        let dice = dice(&position);
        match into.iter_mut().find(|(_, known)| self::dice(known) == dice) {
            Some((known, _)) => *known += chance,
            None => into.push((chance, position)),
        }
        return;
    }
    let mut total = 0;
    position.odds(&mut |_, weight| total += weight);
    let mut outcomes = Vec::new();
    position.odds(&mut |outcome, weight| outcomes.push((outcome, weight)));
    for (outcome, weight) in outcomes {
        let mut after = position.clone();
        after.settle(outcome, &mut |_| {});
        add_rolls(after, chance * weight as f32 / total as f32, into);
    }
}
