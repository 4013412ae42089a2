//! The fewest moves with which a seat can bring all its penguins home, whatever lies where.

use polynya_engine::{Bits, Seat};
use polynya_games::floes::{Edition, Floes, LANES, Label, Layout, Variant};

use super::distances::water;

/// How the rows of a board can be crossed.
///
/// Every move takes penguins over at most one border between two rows. Over some borders floes slide, with as many
/// penguins as they carry; over the others each penguin must hop by itself. So a seat needs a move for each penguin and
/// each border that it must hop over, and one for each border over which anybody slides or hops.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct WinBound {
    /// The borders over which floes slide; border `n` lies north of row `n`.
    slidable: u32,
    /// The borders between the shores.
    all: u32,
}

impl WinBound {
    pub(super) fn of<W: Bits>(layout: &Layout<W>) -> WinBound {
        let (lanes, equator) = (u32::from(LANES), layout.equator);
        let mut from = water(layout) & !layout.bound[0] & !equator & !(equator >> lanes);
        let mut slidable = 0;
        while let Some(cell) = from.pop_first() {
            slidable |= 1 << (cell / LANES);
        }
        WinBound { slidable, all: (1 << (layout.height + 1)) - 1 }
    }

    /// Returns the moves that the seat needs at least.
    fn moves<E: Edition>(self, position: &Floes<E>, seat: Seat) -> u32 {
        let homesick = position.played_variants().contains(Variant::HomesickPenguins);
        let (mut hops, mut north, mut south) = (0, 0, 0);
        for (place, home) in position.penguins(seat) {
            let below = (1 << position.level(place)) - 1;
            let [out, back] = match (home, homesick) {
                (true, _) => [0, below],
                (false, true) => [self.all & !below, self.all],
                (false, false) => [self.all & !below, 0],
            };
            hops += (out & !self.slidable).count_ones() + (back & !self.slidable).count_ones();
            north |= out;
            south |= back;
        }
        hops + (north & self.slidable).count_ones() + (south & self.slidable).count_ones()
    }

    /// Returns a number of actions below which the seat cannot win in this turn; `None` if it cannot win in it.
    pub(super) fn actions<E: Edition>(self, position: &Floes<E>, seat: Seat) -> Option<u32> {
        if seat != position.seat() {
            return None;
        }
        let penguins = |label: Label| if label.is_bear() { 0 } else { u32::from(label.moves()) };
        let waiting = position.waiting_die().map_or(0, penguins);
        // What must be done before penguins move, and how often they can.
        let (first, most) = match (position.rolled(), position.die_to_choose()) {
            (Some((label, left)), _) if label.is_bear() => (u32::from(left), waiting),
            (Some((_, left)), _) => (0, u32::from(left) + waiting),
            (None, Some(label)) => (1, penguins(label) + waiting),
            (None, None) => return None,
        };
        let moves = self.moves(position, seat);
        (moves <= most).then_some(first + moves)
    }
}
