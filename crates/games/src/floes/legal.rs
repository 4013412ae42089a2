//! What may be done: `judge` is the rule text as code, `list` its fast twin.

use polynya_engine::{Luck, Seat};

use super::board::{Cells, Edition, LANES, PENGUINS, START, Variants};
use super::clauses::Rule;
use super::words::{Action, Bear, Heading, Label, Place};
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
        self.layout().beside[usize::from(cell)].has(self.cell(to))
    }

    #[inline]
    pub(super) fn is_bear_roll(&self) -> bool {
        self.die.is_some_and(Label::is_bear)
    }

    #[inline]
    pub(super) fn list(&self, seat: Seat, into: &mut Vec<Action>) {
        if seat != self.seat {
            return;
        }
        match self.phase {
            Phase::Roll => into.push(Action::Roll),
            Phase::Order => into.extend(self.die.into_iter().chain(self.spare).map(Action::Die)),
            Phase::Move => self.moves().each(|kind, cell| into.push(self.action(kind, cell))),
            Phase::Throw | Phase::Again | Phase::Over => {}
        }
    }

    /// A random legal action, each equally likely, without listing them.
    #[inline]
    pub(super) fn choose_any(&self, seat: Seat, luck: &mut impl Luck) -> Option<Action> {
        match self.phase {
            _ if seat != self.seat => None,
            Phase::Roll => Some(Action::Roll),
            Phase::Order => [self.die, self.spare][luck.below(2) as usize].map(Action::Die),
            Phase::Move => {
                let moves = self.moves();
                let (kind, cell) = moves.nth(luck.below(moves.count()));
                Some(self.action(kind, cell))
            }
            Phase::Throw | Phase::Again | Phase::Over => None,
        }
    }

    /// Everything that the die allows.
    #[inline]
    fn moves(&self) -> Moves<E::Cells> {
        let layout = self.layout();
        let bear_roll = self.is_bear_roll();
        let held = if bear_roll { self.crowded() } else { self.bear_cells() };
        let loose = self.ice & !held & !layout.equator;
        let lanes = u32::from(LANES);
        let [north, south, east, west] = layout.bound;
        let mut slides = [E::Cells::NONE; 4];
        slides[0] = loose & !north & !(self.ice >> lanes);
        slides[1] = loose & !south & !(self.ice << lanes);
        if self.variants().has(Variants::DEEP_FREEZE) {
            slides[2] = loose & !east & !(self.ice >> 1);
            slides[3] = loose & !west & !(self.ice << 1);
        }
        let steps = if bear_roll { self.bear_steps() } else { self.penguin_steps() };
        Moves { slides, steps }
    }

    #[inline]
    fn bear_steps(&self) -> [E::Cells; PENGUINS] {
        let layout = self.layout();
        let mut steps = [E::Cells::NONE; PENGUINS];
        steps[0] = layout.beside[usize::from(self.bears[0])] & self.ice;
        if self.variants().has(Variants::MEGA_ICE_AGE) {
            steps[1] = layout.beside[usize::from(self.bears[1])] & self.ice;
        }
        steps
    }

    #[inline]
    fn penguin_steps(&self) -> [E::Cells; PENGUINS] {
        let layout = self.layout();
        let open = self.ice & !self.full();
        let (start, north) = (E::Cells::of(START), E::Cells::of(layout.north));
        let out = if E::WAY_BACK { open | start | north } else { open | north };
        let arrived = Penguin::at(layout.north, false);
        let penguins = self.penguins[self.seat.index()];
        let mut steps = [E::Cells::NONE; PENGUINS];
        for (index, penguin) in penguins.into_iter().enumerate() {
            // Penguins of one seat and one direction are not told apart.
            let again = index > 0 && penguins[index - 1] == penguin;
            if again || penguin == arrived || penguin == Penguin::FINISHED {
                continue;
            }
            let open = if penguin.homebound() { open | start } else { out };
            steps[index] = layout.beside[usize::from(penguin.cell())] & open;
        }
        steps
    }

    /// The action that a move stands for: by its kind, and by the cell that slides or is stepped on.
    #[inline]
    fn action(&self, kind: usize, cell: u8) -> Action {
        let place = self.place(cell);
        match kind.checked_sub(Heading::ALL.len()) {
            None => Action::Slide { floe: place, to: Heading::ALL[kind] },
            Some(_) if self.is_bear_roll() => {
                let mega = self.variants().has(Variants::MEGA_ICE_AGE);
                let bear = if !mega { Bear::Only } else { Bear::ALL[kind - Heading::ALL.len() + 1] };
                Action::Bear { bear, to: place }
            }
            Some(which) => {
                let penguin = self.penguins[self.seat.index()][which];
                Action::Hop { from: self.place(penguin.cell()), to: place, home: penguin.homebound() }
            }
        }
    }

    /// Is nothing legal left on this die? It happens on a bear roll only: a bear holds one floe, penguins hold many.
    #[inline]
    pub(super) fn is_stuck(&self) -> bool {
        self.is_bear_roll() && self.moves().count() == 0
    }
}

/// Moves by kind, as sets of cells: the floes that may slide by heading, and where each penguin or bear may step.
struct Moves<C> {
    slides: [C; 4],
    steps: [C; PENGUINS],
}

impl<C: Cells> Moves<C> {
    #[inline]
    fn kinds(&self) -> [C; 7] {
        let [a, b, c, d] = self.slides;
        let [e, f, g] = self.steps;
        [a, b, c, d, e, f, g]
    }

    #[inline]
    fn count(&self) -> u32 {
        self.kinds().into_iter().map(|cells| cells.count() as u32).sum()
    }

    #[inline]
    fn each(&self, mut each: impl FnMut(usize, u8)) {
        for (kind, mut cells) in self.kinds().into_iter().enumerate() {
            while cells.some() {
                each(kind, cells.take());
            }
        }
    }

    #[inline]
    fn nth(&self, mut number: u32) -> (usize, u8) {
        for (kind, mut cells) in self.kinds().into_iter().enumerate() {
            let count = cells.count() as u32;
            if number < count {
                (0..number).for_each(|_| {
                    cells.take();
                });
                return (kind, cells.take());
            }
            number -= count;
        }
        unreachable!("a number below the count falls on a move")
    }
}
