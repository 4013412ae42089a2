//! How a match ends, and what must be true until then.

use polynya_engine::{Outcome, PerSeat, Seat, SeatSet};

use super::board::{CAPACITY, Cells, Edition, LANES, START, Variants};
use super::words::Place;
use super::{Floes, PENGUINS, Penguin, Phase};

impl<E: Edition> Floes<E> {
    /// The shore at which a penguin's journey ends.
    #[inline]
    pub(super) fn goal(&self) -> Place {
        if self.variants().has(Variants::HOMESICK_PENGUINS) { Place::START } else { Place::NORTH }
    }

    /// The penguins of a seat whose journey is over.
    #[inline]
    pub fn home_count(&self, seat: Seat) -> usize {
        let home = match self.goal() {
            Place::START => Penguin::FINISHED,
            _ => Penguin::at(self.layout().north, false),
        };
        self.penguins[seat.index()].iter().filter(|&&penguin| penguin == home).count()
    }

    pub(super) fn outcome(&self) -> Outcome {
        let mut scores = PerSeat::default();
        let mut winners = SeatSet::NONE;
        for seat in Seat::all(self.seats) {
            let home = self.home_count(seat);
            scores[seat] = home as i16;
            if home == PENGUINS {
                winners = winners.with(seat);
            }
        }
        Outcome { winners, scores }
    }

    pub(super) fn invariants(&self) -> Result<(), String> {
        let layout = self.layout();
        let must = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        must(self.ice.count() == usize::from(layout.rows * LANES), "floes are lost or doubled")?;
        must((self.ice & layout.equator) == layout.equator, "the Equator has moved")?;
        for floe in 0..layout.rows * LANES {
            let cell = self.cell(Place(floe));
            must(self.ice.has(cell) && self.place(cell) == Place(floe), "a floe is not where its name is")?;
            let water = LANES..(layout.height + 1) * LANES;
            must(water.contains(&cell), "a floe lies outside the water")?;
        }
        let mut crowd = vec![0_usize; usize::from(layout.north) + 1];
        for (index, penguins) in self.penguins.iter().enumerate() {
            must(penguins.is_sorted(), "penguins are out of order")?;
            must(index < usize::from(self.seats) || *penguins == [Penguin::WAITING; PENGUINS], "a stranger has moved")?;
            for penguin in penguins {
                let cell = penguin.cell();
                must(cell == START || cell == layout.north || self.ice.has(cell), "a penguin is in the water")?;
                must(!penguin.homebound() || self.goal() == Place::START, "a penguin is homebound without a reason")?;
                crowd[usize::from(cell)] += 1;
            }
        }
        for cell in LANES..layout.north {
            let count = usize::from(self.crowd[0].has(cell)) + 2 * usize::from(self.crowd[1].has(cell));
            must(count == crowd[usize::from(cell)], "penguins are miscounted")?;
            must(count <= CAPACITY, "a floe carries too many penguins")?;
        }
        for &bear in &self.bears {
            must(bear == layout.north || self.ice.has(bear), "a bear is in the water")?;
            must(bear == layout.north || crowd[usize::from(bear)] == 0, "a bear shares its floe with penguins")?;
        }
        let mega = self.variants().has(Variants::MEGA_ICE_AGE);
        must(mega || self.bears[0] == self.bears[1], "one bear is in two places")?;
        let moving = self.phase == Phase::Move;
        must((self.left > 0) == moving, "moves are left outside a turn")?;
        let winners = Seat::all(self.seats).filter(|&seat| self.home_count(seat) == PENGUINS).count();
        must(winners == 0 || (winners == 1 && self.phase == Phase::Over), "the match went on after a win")?;
        must(self.turns <= self.setup.limit, "the match went on after its last turn")
    }
}
