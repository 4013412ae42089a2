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
        let (kind, digits) = action.digits();
        let mut index = 0;
        for (digit, size) in digits.into_iter().zip(Self::SIZES[kind]) {
            if digit >= size {
                return None;
            }
            index = index * size + digit;
        }
        Some(total(&Self::SIZES[..kind]) + index)
    }

    /// Returns the action with this number; `None` beyond the last.
    fn from_index(mut index: usize) -> Option<Self::Action> {
        for (kind, sizes) in Self::SIZES.iter().enumerate() {
            let count = product(sizes);
            if index < count {
                let mut digits = *sizes;
                for digit in digits.iter_mut().rev() {
                    let size = *digit;
                    *digit = index % size;
                    index /= size;
                }
                return Self::Action::from_digits(kind, digits);
            }
            index -= count;
        }
        None
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

const fn product(sizes: &Sizes) -> usize {
    let mut product = 1;
    let mut index = 0;
    while index < sizes.len() {
        product *= sizes[index];
        index += 1;
    }
    product
}

const fn total(sizes: &[Sizes]) -> usize {
    let mut total = 0;
    let mut index = 0;
    while index < sizes.len() {
        total += product(&sizes[index]);
        index += 1;
    }
    total
}
