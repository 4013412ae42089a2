//! What may be done, piece by piece: the rule text as code, and its fast twin, sets of moves.

use polynya_engine::refuse_if;

use super::action::{Action, Bear, Heading, Homebound, Label, Place};
use super::board::{CellSet, Edition, LANES, PENGUINS, START, Variant};
use super::clauses::Rule;
use super::{Floes, Penguin};

impl<E: Edition> Floes<E> {
    pub(super) fn judge_hop(&self, from: Place, to: Place, Homebound(home): Homebound) -> Result<(), Rule> {
        refuse_if(self.is_bear_roll(), Rule::PenguinsStay)?;
        refuse_if(home && !self.variants().contains(Variant::HomesickPenguins), Rule::NobodyIsHomebound)?;
        self.judge_place(from)?;
        self.judge_place(to)?;
        let penguin = Penguin::at(self.cell(from), home);
        refuse_if(!self.penguins[self.seat.index()].contains(&penguin), Rule::OwnPenguin)?;
        let stays = self.setup.pole_is_final;
        refuse_if(penguin == Penguin::FINISHED || (from == Place::NORTH && !home && stays), Rule::HomeIsHome)?;
        refuse_if(to == Place::START && !home && !E::WAY_BACK, Rule::NoWayBack)?;
        refuse_if(to == Place::NORTH && home && stays, Rule::NoSecondVisit)?;
        refuse_if(!self.touch(penguin.cell(), to), Rule::Adjacent)?;
        refuse_if(self.full().contains(self.cell(to)), Rule::FloeIsFull)
    }

    pub(super) fn judge_slide(&self, floe: Place, to: Heading) -> Result<(), Rule> {
        self.judge_place(floe)?;
        let cell = self.cell(floe);
        let layout = self.layout();
        refuse_if(!floe.is_floe() || layout.equator.contains(cell), Rule::OnlyFloesSlide)?;
        refuse_if(
            matches!(to, Heading::East | Heading::West) && !self.variants().contains(Variant::DeepFreeze),
            Rule::NorthOrSouth,
        )?;
        refuse_if(self.is_bear_roll() && self.crowded().contains(cell), Rule::PenguinsHold)?;
        refuse_if(!self.is_bear_roll() && self.bear_cells().contains(cell), Rule::BearHolds)?;
        let drifting = self.variants().contains(Variant::PackIce);
        if layout.bound[to as usize].contains(cell) {
            return Err(if drifting { Rule::NoRoom } else { Rule::OwnSquare });
        }
        refuse_if(self.ice.contains(to.beyond(cell)), Rule::NoRoom)
    }

    pub(super) fn judge_bear(&self, bear: Bear, to: Place) -> Result<(), Rule> {
        refuse_if(!self.is_bear_roll(), Rule::BearStays)?;
        refuse_if((bear == Bear::Only) == self.variants().contains(Variant::MegaIceAge), Rule::NameTheBear)?;
        self.judge_place(to)?;
        refuse_if(!to.is_floe(), Rule::BearKeepsOff)?;
        refuse_if(!self.touch(self.bears[bear.index()], to), Rule::Adjacent)
    }

    fn judge_place(&self, place: Place) -> Result<(), Rule> {
        if self.has_place(place) { Ok(()) } else { Err(Rule::OnTheBoard) }
    }

    /// Does this place touch what stands on the cell?
    fn touch(&self, cell: u8, to: Place) -> bool {
        self.layout().beside[usize::from(cell)].contains(self.cell(to))
    }

    #[inline]
    pub(super) fn is_bear_roll(&self) -> bool {
        self.die.is_some_and(Label::is_bear)
    }

    /// Everything that the die allows.
    #[inline]
    pub(super) fn moves(&self) -> Moves<E> {
        let layout = self.layout();
        let bear_roll = self.is_bear_roll();
        let held = if bear_roll { self.crowded() } else { self.bear_cells() };
        let loose = self.ice & !held & !layout.equator;
        let lanes = u32::from(LANES);
        let [north, south, east, west] = layout.bound;
        let mut slides = [CellSet::<E>::NONE; 4];
        slides[0] = loose & !north & !(self.ice >> lanes);
        slides[1] = loose & !south & !(self.ice << lanes);
        if self.variants().contains(Variant::DeepFreeze) {
            slides[2] = loose & !east & !(self.ice >> 1);
            slides[3] = loose & !west & !(self.ice << 1);
        }
        let steps = if bear_roll { self.bear_steps() } else { self.penguin_steps() };
        Moves { slides, steps }
    }

    #[inline]
    fn bear_steps(&self) -> [CellSet<E>; PENGUINS] {
        let layout = self.layout();
        let mut steps = [CellSet::<E>::NONE; PENGUINS];
        steps[0] = layout.beside[usize::from(self.bears[0])] & self.ice;
        if self.variants().contains(Variant::MegaIceAge) {
            steps[1] = layout.beside[usize::from(self.bears[1])] & self.ice;
        }
        steps
    }

    #[inline]
    fn penguin_steps(&self) -> [CellSet<E>; PENGUINS] {
        let layout = self.layout();
        let open = self.ice & !self.full();
        let (start, north) = (CellSet::<E>::from(START), CellSet::<E>::from(layout.north));
        let out = if E::WAY_BACK { open | start | north } else { open | north };
        let (home, arrived) = if self.setup.pole_is_final {
            (open | start, Penguin::at(layout.north, false))
        } else {
            (open | start | north, Penguin::FINISHED)
        };
        let penguins = self.penguins[self.seat.index()];
        let mut steps = [CellSet::<E>::NONE; PENGUINS];
        for (index, penguin) in penguins.into_iter().enumerate() {
            // Penguins of one seat and one direction are not told apart.
            let again = index > 0 && penguins[index - 1] == penguin;
            if again || penguin == arrived || penguin == Penguin::FINISHED {
                continue;
            }
            let open = if penguin.homebound() { home } else { out };
            steps[index] = layout.beside[usize::from(penguin.cell())] & open;
        }
        steps
    }

    /// The action that a move stands for: by its kind, and by the cell that slides or is stepped on.
    #[inline]
    pub(super) fn action(&self, kind: usize, cell: u8) -> Action {
        let place = self.place(cell);
        match kind.checked_sub(Heading::ALL.len()) {
            None => Action::Slide { floe: place, to: Heading::ALL[kind] },
            Some(_) if self.is_bear_roll() => {
                let mega = self.variants().contains(Variant::MegaIceAge);
                let bear = if !mega { Bear::Only } else { Bear::ALL[kind - Heading::ALL.len() + 1] };
                Action::Bear { bear, to: place }
            }
            Some(which) => {
                let penguin = self.penguins[self.seat.index()][which];
                Action::Hop { from: self.place(penguin.cell()), to: place, home: Homebound(penguin.homebound()) }
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
pub(super) struct Moves<E: Edition> {
    slides: [CellSet<E>; 4],
    steps: [CellSet<E>; PENGUINS],
}

impl<E: Edition> Moves<E> {
    #[inline]
    fn kinds(&self) -> [CellSet<E>; 7] {
        let [a, b, c, d] = self.slides;
        let [e, f, g] = self.steps;
        [a, b, c, d, e, f, g]
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.kinds().into_iter().map(|cells| cells.len() as u32).sum()
    }

    #[inline]
    pub(super) fn each(&self, mut each: impl FnMut(usize, u8)) {
        for (kind, mut cells) in self.kinds().into_iter().enumerate() {
            while let Some(cell) = cells.pop_first() {
                each(kind, cell);
            }
        }
    }

    #[inline]
    pub(super) fn nth(&self, mut number: u32) -> (usize, u8) {
        for (kind, cells) in self.kinds().into_iter().enumerate() {
            let count = cells.len() as u32;
            if number < count {
                return (kind, cells.nth(number).expect("the set has more members than that"));
            }
            number -= count;
        }
        unreachable!("a number below the count falls on a move")
    }
}
