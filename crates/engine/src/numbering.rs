//! The fixed numbering of actions: for masks, for the wire and for learning.

use crate::game::Game;
use crate::notation::{Actions, Sizes};
use crate::seat::Seat;

/// Games whose actions have fixed numbers, from 0 to below [`ACTIONS`](Numbered::ACTIONS).
///
/// The numbers follow from the declaration of the actions: kind by kind, and within a kind the last argument counts
/// fastest.
pub trait Numbered: Game<Action: Actions> {
    /// How many values the arguments of each kind have in this game. A game that shares its actions with a larger
    /// edition overrides this with smaller sizes.
    const SIZES: &'static [Sizes] = <Self::Action as Actions>::SIZES;
    /// The size of the numbering.
    const ACTIONS: usize = total(Self::SIZES);

    /// Returns the action's number; `None` for one that this game never allows.
    fn index(action: Self::Action) -> Option<usize> {
        declared_index(Self::SIZES, action)
    }

    /// Returns the action with this number; `None` beyond the last.
    fn from_index(index: usize) -> Option<Self::Action> {
        declared_action(Self::SIZES, index)
    }

    /// Sets `mask[n]` for every legal action of the seat, where `n` is its number, and clears the rest. No list is made.
    ///
    /// # Panics
    /// If the mask is not [`ACTIONS`](Numbered::ACTIONS) long.
    fn mask(&self, seat: Seat, mask: &mut [bool]) {
        assert_eq!(mask.len(), Self::ACTIONS, "a mask has one place for each action");
        mask.fill(false);
        self.each_legal(seat, &mut |action| {
            if let Some(index) = Self::index(action) {
                mask[index] = true;
            }
        });
    }
}

/// Returns the number that follows from the declaration of the actions, with these sizes of arguments.
pub fn declared_index<A: Actions>(sizes: &[Sizes], action: A) -> Option<usize> {
    let (kind, digits) = action.digits();
    let mut index = 0;
    for (digit, size) in digits.into_iter().zip(sizes[kind]) {
        if digit >= size {
            return None;
        }
        index = index * size + digit;
    }
    Some(total(&sizes[..kind]) + index)
}

/// Returns the action that has this number by the declaration, with these sizes of arguments.
pub fn declared_action<A: Actions>(sizes: &[Sizes], mut index: usize) -> Option<A> {
    for (kind, sizes) in sizes.iter().enumerate() {
        let count = product(sizes);
        if index < count {
            let mut digits = *sizes;
            for digit in digits.iter_mut().rev() {
                let size = *digit;
                *digit = index % size;
                index /= size;
            }
            return A::from_digits(kind, digits);
        }
        index -= count;
    }
    None
}

const fn product(sizes: &Sizes) -> usize {
    let mut product = 1;
    let mut index = 0;
    while index < sizes.len() {
        product *= sizes[index];
        index += 1;
    }
    product
}

/// Returns how many actions are declared, with these sizes of arguments.
pub const fn total(sizes: &[Sizes]) -> usize {
    let mut total = 0;
    let mut index = 0;
    while index < sizes.len() {
        total += product(&sizes[index]);
        index += 1;
    }
    total
}
