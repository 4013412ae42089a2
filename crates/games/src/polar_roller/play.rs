//! What happens: melting, dice, drawing, fish, and the end of a phase and of a round.

use polynya_engine::{Seat, SeatSet};

use super::action::{Cliff, Face, Glacier, Loan, Number, Pool};
use super::board::{Animal, ROUNDS, Shape};
use super::event::Event;
use super::{Melting, Phase, PolarRoller, Sheet};

impl PolarRoller {
    #[inline]
    fn sheet_of(&mut self, seat: Seat) -> &mut Sheet {
        &mut self.sheets[seat.index()]
    }

    /// The glacier die falls, and each sheet is judged once: what is there to melt?
    pub(super) fn roll_glacier_die(&mut self, face: Face, emit: &mut impl FnMut(Event)) {
        emit(Event::GlacierDie { seat: self.holder(), round: self.round(), face, shapes: self.map().shapes(face) });
        self.face = Some(face);
        self.phase = Phase::Melt;
        self.waiting = SeatSet::all(self.seats);
        for seat in Seat::all(self.seats) {
            let sheet = self.sheet_of(seat);
            sheet.melting = sheet.melting_for(face);
            let melts = sheet.melting.left.iter().sum();
            let [one, two] = sheet.map.shapes(face);
            if melts < 2 {
                emit(Event::Short { seat, melts });
            } else if one != two && !sheet.melting.pair {
                emit(Event::Apart { seat });
            }
        }
    }

    #[inline]
    pub(super) fn melt(&mut self, seat: Seat, glacier: Glacier, emit: &mut impl FnMut(Event)) {
        emit(Event::Melted { seat, glacier });
        let sheet = self.sheet_of(seat);
        sheet.melted.insert(glacier);
        sheet.open.insert(glacier.pool());
        let melting = &mut sheet.melting;
        melting.left[glacier.shape() as usize] -= 1;
        if melting.left == [0; 3] {
            *melting = Melting::default();
        } else if melting.pair {
            melting.first = Some(glacier);
        }
    }

    /// The polar dice of one seat fall; after the last of them everybody draws.
    pub(super) fn roll_polar_dice(&mut self, seat: Seat, dice: [Number; 2], emit: &mut impl FnMut(Event)) {
        emit(Event::PolarDice { seat, dice });
        let sheet = self.sheet_of(seat);
        sheet.dice = Some(dice);
        sheet.own = in_order(dice.map(Some));
        let next = seat.next(self.seats);
        if next == Seat::default() {
            self.phase = Phase::Draw;
            self.waiting = SeatSet::all(self.seats);
        } else {
            self.phase = Phase::PolarDice(next);
        }
    }

    #[inline]
    pub(super) fn take(&mut self, seat: Seat, loan: Loan, emit: &mut impl FnMut(Event)) {
        let from = self.neighbour(seat, loan.side);
        let number = self.lent(seat, loan).expect("everybody has rolled before anybody takes");
        emit(Event::Took { seat, from, side: loan.side, die: loan.die, number });
        let sheet = self.sheet_of(seat);
        sheet.taken = Some(loan);
        sheet.borrowed = Some(number);
    }

    #[inline]
    pub(super) fn penguin(&mut self, seat: Seat, cliff: Cliff, emit: &mut impl FnMut(Event)) {
        let sheet = self.sheet_of(seat);
        let (number, borrowed) = sheet.use_number_for(Animal::Penguin);
        sheet.penguins.insert(cliff);
        sheet.reached |= cliff.paths();
        let is_fishing = sheet.map.fishing().contains(cliff);
        emit(Event::Penguin { seat, cliff, number, borrowed, fish: is_fishing });
    }

    #[inline]
    pub(super) fn orca(&mut self, seat: Seat, pool: Pool, emit: &mut impl FnMut(Event)) {
        let sheet = self.sheet_of(seat);
        let (number, borrowed) = sheet.use_number_for(Animal::Orca);
        sheet.orcas.insert(pool);
        emit(Event::Orca { seat, pool, number, borrowed });
    }

    #[inline]
    pub(super) fn bear(&mut self, seat: Seat, glacier: Glacier, emit: &mut impl FnMut(Event)) {
        let sheet = self.sheet_of(seat);
        let (number, borrowed) = sheet.use_number_for(Animal::Bear);
        sheet.bears.insert(glacier);
        emit(Event::Bear { seat, glacier, number, borrowed });
    }

    #[inline]
    pub(super) fn eat(&mut self, seat: Seat, from: Number, to: Number, emit: &mut impl FnMut(Event)) {
        emit(Event::Ate { seat, from, to });
        let sheet = self.sheet_of(seat);
        sheet.fish_eaten += 1;
        let [one, two] = sheet.own;
        sheet.own = in_order(if two == Some(from) { [one, Some(to)] } else { [Some(to), two] });
    }

    #[inline]
    pub(super) fn cross(&mut self, seat: Seat, number: Number, emit: &mut impl FnMut(Event)) {
        let sheet = self.sheet_of(seat);
        let (number, borrowed) = sheet.use_number(|unused| unused == number);
        sheet.lost += 1;
        emit(Event::Crossed { seat, number, borrowed });
    }

    #[inline]
    pub(super) fn done(&mut self, seat: Seat, emit: &mut impl FnMut(Event)) {
        emit(Event::Done { seat });
        self.waiting.remove(seat);
        if !self.waiting.is_empty() {
            return;
        }
        if self.phase == Phase::Melt {
            self.phase = Phase::PolarDice(Seat::default());
        } else {
            self.end_round(emit);
        }
    }

    fn end_round(&mut self, emit: &mut impl FnMut(Event)) {
        emit(Event::RoundOver { round: self.round() });
        self.rounds += 1;
        self.face = None;
        for sheet in &mut self.sheets[..usize::from(self.seats)] {
            sheet.dice = None;
            sheet.taken = None;
        }
        if self.rounds < ROUNDS {
            self.phase = Phase::GlacierDie;
        } else {
            self.phase = Phase::Over;
            emit(Event::Over);
        }
    }
}

impl Sheet {
    /// What a face melts here: a pair, two alike, or what is left of them.
    fn melting_for(&self, face: Face) -> Melting {
        let shapes @ [one, two] = self.map.shapes(face);
        let mut melting = Melting::default();
        for shape in shapes {
            let shown = melting.left[shape as usize] + 1;
            let free = (self.free_glaciers() & shape.glaciers()).len() as u8;
            melting.left[shape as usize] = shown.min(free);
        }
        let free = |shape: Shape| self.free_glaciers() & shape.glaciers();
        melting.pair = one != two && free(one).iter().any(|glacier| !(free(two) & self.map.beside(glacier)).is_empty());
        melting
    }

    #[inline]
    fn use_number_for(&mut self, animal: Animal) -> (Number, bool) {
        self.use_number(|number| number.animal() == animal)
    }

    /// Uses up a number of this kind: the borrowed one first, then the lowest own one. Returns it, and whether it was
    /// borrowed.
    #[inline]
    fn use_number(&mut self, fits: impl Fn(Number) -> bool) -> (Number, bool) {
        let [one, two] = self.own;
        if let Some(number) = self.borrowed.filter(|&number| fits(number)) {
            self.borrowed = None;
            (number, true)
        } else if let Some(number) = one.filter(|&number| fits(number)) {
            self.own = [None, two];
            (number, false)
        } else {
            self.own = [None, one];
            (two.expect("a drawing was checked to have a number"), false)
        }
    }
}

/// The numbers in rising order, used ones first.
#[inline]
fn in_order([one, two]: [Option<Number>; 2]) -> [Option<Number>; 2] {
    if one > two { [two, one] } else { [one, two] }
}
