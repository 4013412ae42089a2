//! The actions of many plans in one list: plans that begin alike share their beginning.

/// Every action of every plan, with the place of the one before it.
pub(crate) struct Trail<A>(Vec<(Place, A)>);

/// Where the last action of a plan stands; nowhere, for a plan without actions.
pub(crate) type Place = Option<u32>;

impl<A: Copy> Trail<A> {
    pub(crate) fn new() -> Trail<A> {
        Trail(Vec::new())
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Makes the plan that ends there longer by one action.
    pub(crate) fn push(&mut self, before: Place, action: A) -> Place {
        self.0.push((before, action));
        Some(self.0.len() as u32 - 1)
    }

    /// The actions of the plan that ends there, the last one first.
    pub(crate) fn back(&self, mut place: Place) -> impl Iterator<Item = A> {
        std::iter::from_fn(move || {
            let (before, action) = self.0[place? as usize];
            place = before;
            Some(action)
        })
    }
}
