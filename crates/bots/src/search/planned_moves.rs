//! The moves of a plan that are still to be made.

use polynya_engine::{Game, Seat};

/// Actions that follow each other, and the position in which the next of them is due.
pub(crate) struct PlannedMoves<G: Game> {
    /// The next action last.
    actions: Vec<G::Action>,
    due: Option<G>,
}

impl<G: Game> PlannedMoves<G> {
    pub(crate) fn new() -> PlannedMoves<G> {
        PlannedMoves { actions: Vec::new(), due: None }
    }

    /// Returns the first action of a plan; the others follow when they are due.
    pub(crate) fn begin(&mut self, position: &G, seat: Seat, plan: Vec<G::Action>) -> G::Action {
        self.actions = plan;
        self.actions.reverse();
        self.due = Some(position.clone());
        self.next(position, seat).expect("a plan has a first action")
    }

    /// Returns the action that is due in this position, if the plan has led there.
    pub(crate) fn next(&mut self, position: &G, seat: Seat) -> Option<G::Action> {
        if self.due.as_ref() != Some(position) {
            self.actions.clear();
        }
        let action = self.actions.pop().filter(|&action| position.check(seat, action).is_ok())?;
        let mut after = position.clone();
        after.play(seat, action, &mut |_| {});
        self.due = Some(after);
        Some(action)
    }
}
