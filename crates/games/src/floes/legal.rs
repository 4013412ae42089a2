//! What may be done: `judge` is the rule text as code, `list` its fast twin.

use polynya_engine::Seat;

use super::board::{Cells, Edition, LANES, Names, START, Variants};
use super::clauses::Rule;
use super::words::{Action, Bear, Heading, Place};
use super::{Floes, Penguin, Phase};

impl<E: Edition> Floes<E> {
    pub(super) fn judge(&self, seat: Seat, action: Action) -> Result<(), Rule> {
        if seat != self.seat {
            return Err(Rule::TakeTurns);
        }
        match (self.phase, action) {
            (Phase::Roll, Action::Roll) => Ok(()),
            (Phase::Roll, _) => Err(Rule::RollFirst),
            (_, Action::Roll) => Err(Rule::OneRoll),
            (Phase::Order, Action::Die(label)) if self.die == Some(label) || self.spare == Some(label) => Ok(()),
            (Phase::Order, _) => Err(Rule::ChooseADie),
            (_, Action::Die(_)) => Err(Rule::NoDieToChoose),
            (_, Action::Hop { from, to, home }) => self.judge_hop(from, to, home),
            (_, Action::Slide { floe, to }) => self.judge_slide(floe, to),
            (_, Action::Bear { bear, to }) => self.judge_bear(bear, to),
        }
    }

    fn judge_hop(&self, from: Place, to: Place, home: bool) -> Result<(), Rule> {
        if self.is_bear_roll() {
            return Err(Rule::PenguinsStay);
        }
        if home && !self.variants().has(Variants::HOMESICK_PENGUINS) {
            return Err(Rule::NobodyIsHomebound);
        }
        self.judge_place(from)?;
        self.judge_place(to)?;
        let penguin = Penguin::at(self.cell(from), home);
        if !self.penguins[self.seat.index()].contains(&penguin) {
            return Err(Rule::OwnPenguin);
        }
        if penguin == Penguin::FINISHED || (from == Place::NORTH && !home) {
            return Err(Rule::HomeIsHome);
        }
        if to == Place::START && !home && !E::WAY_BACK {
            return Err(Rule::NoWayBack);
        }
        if to == Place::NORTH && home {
            return Err(Rule::NoSecondVisit);
        }
        if !self.touch(penguin.cell(), to) {
            return Err(Rule::Adjacent);
        }
        if self.full().has(self.cell(to)) {
            return Err(Rule::FloeIsFull);
        }
        Ok(())
    }

    fn judge_slide(&self, floe: Place, to: Heading) -> Result<(), Rule> {
        self.judge_place(floe)?;
        let cell = self.cell(floe);
        let layout = self.layout();
        if !floe.is_floe() || layout.equator.has(cell) {
            return Err(Rule::OnlyFloesSlide);
        }
        if matches!(to, Heading::East | Heading::West) && !self.variants().has(Variants::DEEP_FREEZE) {
            return Err(Rule::NorthOrSouth);
        }
        if self.is_bear_roll() && self.crowded().has(cell) {
            return Err(Rule::PenguinsHold);
        }
        if !self.is_bear_roll() && self.bear_cells().has(cell) {
            return Err(Rule::BearHolds);
        }
        let drifting = self.variants().has(Variants::PACK_ICE);
        if layout.bound[to as usize].has(cell) {
            return Err(if drifting { Rule::NoRoom } else { Rule::OwnSquare });
        }
        if self.ice.has(to.beyond(cell)) {
            return Err(Rule::NoRoom);
        }
        Ok(())
    }

    fn judge_bear(&self, bear: Bear, to: Place) -> Result<(), Rule> {
        if !self.is_bear_roll() {
            return Err(Rule::BearStays);
        }
        if (bear == Bear::Only) == self.variants().has(Variants::MEGA_ICE_AGE) {
            return Err(Rule::NameTheBear);
        }
        self.judge_place(to)?;
        if !to.is_floe() {
            return Err(Rule::BearKeepsOff);
        }
        if !self.touch(self.bears[bear.index()], to) {
            return Err(Rule::Adjacent);
        }
        Ok(())
    }

    fn judge_place(&self, place: Place) -> Result<(), Rule> {
        if self.has_place(place) { Ok(()) } else { Err(Rule::OnTheBoard) }
    }

    /// Does this place touch what stands on the cell?
    fn touch(&self, cell: u8, to: Place) -> bool {
        let layout = self.layout();
        match to {
            Place::START => layout.shores[0].has(cell),
            Place::NORTH => layout.shores[1].has(cell),
            floe => self.steps(cell).has(self.cell(floe)),
        }
    }

    /// The floes that touch this cell.
    #[inline]
    pub(super) fn steps(&self, cell: u8) -> E::Cells {
        let layout = self.layout();
        self.ice
            & if cell == START {
                layout.shores[0]
            } else if cell == layout.north {
                layout.shores[1]
            } else {
                layout.beside(cell)
            }
    }

    #[inline]
    pub(super) fn is_bear_roll(&self) -> bool {
        self.die.is_some_and(|die| die.is_bear())
    }

    /// The floes that may slide on this roll, by heading.
    #[inline]
    fn slides(&self) -> [E::Cells; 4] {
        let layout = self.layout();
        let held = if self.is_bear_roll() { self.crowded() } else { self.bear_cells() };
        let loose = self.ice & !held & !layout.equator;
        let lanes = u32::from(LANES);
        let [north, south, east, west] = layout.bound;
        [
            loose & !north & !(self.ice >> lanes),
            loose & !south & !(self.ice << lanes),
            loose & !east & !(self.ice >> 1),
            loose & !west & !(self.ice << 1),
        ]
    }

    #[inline]
    pub(super) fn list(&self, seat: Seat, into: &mut Vec<Action>) {
        if seat != self.seat {
            return;
        }
        match self.phase {
            Phase::Roll => into.push(Action::Roll),
            Phase::Order => into.extend(self.die.into_iter().chain(self.spare).map(Action::Die)),
            Phase::Move => {
                self.list_slides(into);
                if self.is_bear_roll() {
                    self.list_bears(into);
                } else {
                    self.list_hops(into);
                }
            }
            Phase::Throw | Phase::Again | Phase::Over => {}
        }
    }

    #[inline]
    fn list_slides(&self, into: &mut Vec<Action>) {
        let [north, south, east, west] = self.slides();
        self.list_cells(north, into, |floe| Action::Slide { floe, to: Heading::North });
        self.list_cells(south, into, |floe| Action::Slide { floe, to: Heading::South });
        if self.variants().has(Variants::DEEP_FREEZE) {
            self.list_cells(east, into, |floe| Action::Slide { floe, to: Heading::East });
            self.list_cells(west, into, |floe| Action::Slide { floe, to: Heading::West });
        }
    }

    #[inline]
    fn list_bears(&self, into: &mut Vec<Action>) {
        if self.variants().has(Variants::MEGA_ICE_AGE) {
            for bear in [Bear::First, Bear::Second] {
                self.list_cells(self.steps(self.bears[bear.index()]), into, |to| Action::Bear { bear, to });
            }
        } else {
            self.list_cells(self.steps(self.bears[0]), into, |to| Action::Bear { bear: Bear::Only, to });
        }
    }

    #[inline]
    fn list_hops(&self, into: &mut Vec<Action>) {
        let layout = self.layout();
        let open = !self.full();
        let mut last = None;
        for penguin in self.penguins[self.seat.index()] {
            let arrived = penguin == Penguin::FINISHED || penguin == Penguin::at(layout.north, false);
            if last == Some(penguin) || arrived {
                continue;
            }
            last = Some(penguin);
            let (cell, home) = (penguin.cell(), penguin.homebound());
            let from = self.place(cell);
            self.list_cells(self.steps(cell) & open, into, |to| Action::Hop { from, to, home });
            if layout.shores[0].has(cell) && (E::WAY_BACK || home) {
                into.push(Action::Hop { from, to: Place::START, home });
            }
            if layout.shores[1].has(cell) && !home {
                into.push(Action::Hop { from, to: Place::NORTH, home });
            }
        }
    }

    /// Lists one action for the floe on each of these cells.
    #[inline]
    fn list_cells(&self, cells: E::Cells, into: &mut Vec<Action>, action: impl Fn(Place) -> Action) {
        let mut rest = cells;
        while rest.some() {
            let cell = rest.take();
            into.push(action(Place(self.names.floe(cell))));
        }
    }

    /// Is nothing legal left on this die?
    #[inline]
    pub(super) fn is_stuck(&self) -> bool {
        let [north, south, east, west] = self.slides();
        !(north | south | east | west).some() && !self.can_step()
    }

    /// Can a penguin of the seat, or on a bear roll a bear, step anywhere?
    #[cold]
    fn can_step(&self) -> bool {
        if self.is_bear_roll() {
            return self.bears.iter().any(|&bear| self.steps(bear).some());
        }
        let north = self.layout().north;
        self.penguins[self.seat.index()].iter().any(|&penguin| {
            let arrived = penguin == Penguin::FINISHED || penguin == Penguin::at(north, false);
            !arrived && self.touches_any(penguin)
        })
    }

    fn touches_any(&self, penguin: Penguin) -> bool {
        let shores = self.layout().shores;
        (self.steps(penguin.cell()) & !self.full()).some()
            || (shores[0].has(penguin.cell()) && (E::WAY_BACK || penguin.homebound()))
            || (shores[1].has(penguin.cell()) && !penguin.homebound())
    }
}
