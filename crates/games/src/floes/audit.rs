//! What must be true of every position.

use polynya_engine::{Audit, Seat, must};

use super::action::{Label, Place};
use super::board::{CAPACITY, Edition, LANES, START, Variant};
use super::{Floes, PENGUINS, Penguin, Phase};

impl<E: Edition> Audit for Floes<E> {
    fn audit(&self) -> Result<(), String> {
        let layout = self.layout();
        must(self.ice.len() == usize::from(layout.rows * LANES), "floes are lost or doubled")?;
        must((self.ice & layout.equator) == layout.equator, "the Equator has moved")?;
        for floe in 0..layout.rows * LANES {
            let cell = self.cell(Place(floe));
            must(self.ice.contains(cell) && self.place(cell) == Place(floe), "a floe is not where its name is")?;
            let water = LANES..(layout.height + 1) * LANES;
            must(water.contains(&cell), "a floe lies outside the water")?;
        }
        let mut crowd = vec![0_usize; usize::from(layout.north) + 1];
        for (index, penguins) in self.penguins.iter().enumerate() {
            must(penguins.is_sorted(), "penguins are out of order")?;
            must(index < usize::from(self.seats) || *penguins == [Penguin::WAITING; PENGUINS], "a stranger has moved")?;
            for penguin in penguins {
                let cell = penguin.cell();
                must(cell == START || cell == layout.north || self.ice.contains(cell), "a penguin is in the water")?;
                must(!penguin.homebound() || self.goal() == Place::START, "a penguin is homebound without a reason")?;
                crowd[usize::from(cell)] += 1;
            }
        }
        for cell in LANES..layout.north {
            let count = usize::from(self.crowd[0].contains(cell)) + 2 * usize::from(self.crowd[1].contains(cell));
            must(count == crowd[usize::from(cell)], "penguins are miscounted")?;
            must(count <= CAPACITY, "a floe carries too many penguins")?;
        }
        for &bear in &self.bears {
            must(bear == layout.north || self.ice.contains(bear), "a bear is in the water")?;
            must(bear == layout.north || crowd[usize::from(bear)] == 0, "a bear shares its floe with penguins")?;
        }
        let mega = self.bear_count() == 2;
        must(mega || self.bears[0] == self.bears[1], "one bear is in two places")?;
        self.audit_dice()?;
        let winners = Seat::all(self.seats).filter(|&seat| self.home_count(seat) == PENGUINS).count();
        must(winners == 0 || (winners == 1 && self.phase == Phase::Over), "the match went on after a win")?;
        must(self.turns <= self.setup.limit, "the match went on after its last turn")
    }
}

impl<E: Edition> Floes<E> {
    fn audit_dice(&self) -> Result<(), String> {
        let (mega, both) = (self.bear_count() == 2, self.die.is_some() && self.spare.is_some());
        let moves = self.die.map_or(0, Label::moves);
        match self.phase {
            Phase::Move => must((1..=moves).contains(&self.left), "a die has another number of moves left")?,
            _ => must(self.left == 0, "moves are left outside a turn")?,
        }
        match self.phase {
            Phase::Roll | Phase::Over => must(self.die.is_none() && self.spare.is_none(), "a die lies there early")?,
            Phase::Order => must(both && self.die != self.spare, "there is no die to choose")?,
            Phase::Again => must(self.variants().contains(Variant::PolarBearAlert), "no die rolls again here")?,
            Phase::Throw | Phase::Move => {}
        }
        must(mega || self.spare.is_none(), "there is a second die")?;
        must(mega || self.phase == Phase::Move || self.die.is_none(), "a die lies there early")
    }
}
