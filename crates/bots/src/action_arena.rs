//! The actions of many plans in one arena: plans that begin alike share their beginning.

/// Every action of every plan, with the index of the action before it.
pub(crate) struct ActionArena<A>(Vec<(LastAction, A)>);

/// Where the last action of a plan is stored; `None` for a plan without actions.
pub(crate) type LastAction = Option<u32>;

impl<A: Copy> ActionArena<A> {
    pub(crate) fn new() -> ActionArena<A> {
        ActionArena(Vec::new())
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Makes a plan longer by one action and returns where that is stored.
    pub(crate) fn push(&mut self, before: LastAction, action: A) -> LastAction {
        self.0.push((before, action));
        Some(self.0.len() as u32 - 1)
    }

    /// Returns the actions of a plan, the last one first.
    pub(crate) fn backwards(&self, mut last: LastAction) -> impl Iterator<Item = A> {
        std::iter::from_fn(move || {
            let (before, action) = self.0[last? as usize];
            last = before;
            Some(action)
        })
    }
}
