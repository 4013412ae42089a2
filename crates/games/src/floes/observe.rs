//! A position as numbers, for one seat.

use polynya_engine::{Member, Observe, Observer, Seat};

use super::action::Label;
use super::board::{Edition, LANES, Variant};
use super::{Floes, PENGUINS, Phase};

/// Rows of water of the largest board, and a shore on either side of it.
const ROWS: usize = 20;
const CELLS: usize = ROWS * LANES as usize;

impl<E: Edition> Observe for Floes<E> {
    const OBSERVATION: u16 = 2;

    fn observe(&self, seat: Seat, to: &mut impl Observer) {
        let grid =
            "80 cells: rows from the start shore, 4 lanes each from the west; a shore is the first cell of its row";
        let on_board = |cell: &u8| *cell <= self.layout().north;
        to.ones("floes", grid, CELLS, self.ice.iter().filter(on_board).map(usize::from));
        to.ones("fixed_floes", grid, CELLS, self.layout().equator.iter().filter(on_board).map(usize::from));
        let [first, second] = self.bears;
        let second = (self.bear_count() == 2).then_some(second);
        to.one_hot("bear_1", grid, CELLS, Some(first).filter(on_board).map(usize::from));
        to.one_hot("bear_2", grid, CELLS, second.filter(on_board).map(usize::from));
        self.observe_penguins(seat, to);
        to.flag("own_turn", "1 if the seat that looks acts", self.seat == seat && self.phase != Phase::Over);
        let turn = (usize::from(self.seats) + self.seat.index() - seat.index()) % usize::from(self.seats);
        to.one_hot("turn_of", "whose turn it is, counted from the seat that looks", 4, Some(turn));
        let phases = "to roll, rolling, rolling again, choosing a die, moving, over";
        to.one_hot("phase", phases, 6, Some(self.phase as usize));
        let label = |label: Option<Label>| label.map(|label| label.bit() as usize);
        let labels = "B3, B4, P2, P3, P4";
        to.one_hot("die", labels, Label::COUNT, label(self.die));
        to.one_hot("spare_die", labels, Label::COUNT, label(self.spare));
        to.value("moves_left", "moves left of the die", 0.0..=4.0, self.left);
        let variants = Variant::ALL.map(|variant| u8::from(self.variants().contains(variant)));
        let order = "polar_bear_alert, homesick_penguins, global_warming, mega_ice_age, pack_ice, deep_freeze";
        to.counts("variants", order, 0.0..=1.0, &variants);
        let left = self.setup.limit.saturating_sub(self.turns).min(1000);
        to.value(
            "turns_left",
            "turns until the limit, at most 1000, which also stands for none",
            0.0..=1000.0,
            left as u16,
        );
        // Version 1 ended here.
        to.flag(
            "pole_is_final",
            "1 if nobody steps back from the North Pole, or back onto it",
            self.setup.pole_is_final,
        );
    }
}

impl<E: Edition> Floes<E> {
    fn observe_penguins(&self, seat: Seat, to: &mut impl Observer) {
        const NAMES: [[&str; 2]; 4] = [
            ["own_outbound", "own_homebound"],
            ["next_outbound", "next_homebound"],
            ["second_outbound", "second_homebound"],
            ["third_outbound", "third_homebound"],
        ];
        let meaning = "penguins on each of the 80 cells, in thirds, of the seat that looks or of a seat after it";
        for (after, names) in NAMES.into_iter().enumerate() {
            let whose = (after < usize::from(self.seats))
                .then(|| (seat.index() + after) % usize::from(self.seats))
                .and_then(|index| self.penguins.get(index));
            for (homebound, name) in [false, true].into_iter().zip(names) {
                let on_way = whose.into_iter().flatten().filter(|penguin| penguin.homebound() == homebound);
                let thirds = on_way.map(|penguin| (usize::from(penguin.cell()), 1.0 / PENGUINS as f32));
                to.sparse(name, meaning, 0.0..=1.01, CELLS, thirds);
            }
        }
    }
}
