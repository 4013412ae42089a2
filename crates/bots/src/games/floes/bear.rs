//! Where bears can go.

use polynya_games::floes::{CELLS, CellSet, Edition, Floes};

use super::distances::{NEVER, gaps, slides, spread, water};
use super::journey::Crowd;

/// How many moves of the bear are looked at.
pub(super) const BEAR_MOVES: usize = 6;

/// Returns the cells of the bears.
pub(super) fn bears<E: Edition>(position: &Floes<E>) -> CellSet<E> {
    position.bears().fold(CellSet::<E>::NONE, |cells, place| cells | CellSet::<E>::from(position.cell(place)))
}

/// How many moves the nearest bear needs to enter each cell, where that is few enough to count.
pub(super) struct BearReach {
    pub(super) moves: [u8; CELLS],
}

impl BearReach {
    pub(super) fn of<E: Edition>(position: &Floes<E>, crowd: &Crowd<E::Bits>) -> BearReach {
        let layout = position.layout();
        let (ice, bears) = (position.ice(), bears(position));
        // A bear moves the floes without penguins out of its way, or under itself.
        let gaps = gaps(layout, ice, ice & !crowd.any);
        let mut moves = [NEVER; CELLS];
        let mut rings = [CellSet::<E>::NONE; 3];
        let mut seen = bears;
        let mut ring = bears;
        for distance in 1..=BEAR_MOVES as u8 {
            rings.rotate_right(1);
            rings[0] = ring;
            let from_pole =
                |ring: CellSet<E>| if ring.contains(layout.north) { layout.shores()[1] } else { CellSet::<E>::NONE };
            let beside = rings.map(|ring| spread(layout, ring) | from_pole(ring));
            ring =
                (beside[0] & ice) | (beside[1] & gaps[1]) | (beside[2] & gaps[2]) | (slides(layout, rings[0]) & !ice);
            ring = ring & water(layout) & !seen;
            seen |= ring;
            let mut rest = ring;
            while let Some(cell) = rest.pop_first() {
                moves[usize::from(cell)] = distance;
            }
        }
        BearReach { moves }
    }
}
