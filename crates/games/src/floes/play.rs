//! What happens: hops, slides, the bear's steps, dice, and the end of a turn.

use super::action::{Bear, Heading, Label, Place};
use super::board::{CellSet, Edition, Names, START, Variant};
use super::event::Event;
use super::{Floes, PENGUINS, Penguin, Phase};
use polynya_engine::Seat;

impl<E: Edition> Floes<E> {
    /// The seat says which of two dice it uses up first.
    pub(super) fn choose(&mut self, label: Label, emit: &mut impl FnMut(Event)) {
        emit(Event::Chose { seat: self.seat, label });
        if self.spare == Some(label) {
            self.spare = self.die;
        }
        self.begin(label, emit);
    }

    /// A die comes into use.
    #[inline]
    pub(super) fn begin(&mut self, label: Label, emit: &mut impl FnMut(Event)) {
        self.phase = Phase::Move;
        self.die = Some(label);
        self.left = label.moves();
        if self.is_stuck() {
            self.lapse(emit);
        }
    }

    /// One move of the die is spent. Whoever has moved can move again: a floe slides back, and a bear on the ice steps
    /// back; so moves lapse only at the beginning of a die.
    #[inline]
    fn spend(&mut self, emit: &mut impl FnMut(Event)) {
        self.left -= 1;
        if self.left == 0 {
            self.finish(emit);
        }
        debug_assert!(self.phase != Phase::Move || !self.is_stuck(), "a die lapsed after a move");
    }

    #[cold]
    fn lapse(&mut self, emit: &mut impl FnMut(Event)) {
        emit(Event::Lapsed { seat: self.seat, moves: self.left });
        self.finish(emit);
    }

    /// The die is used up: the next one follows, or the next seat.
    #[inline]
    fn finish(&mut self, emit: &mut impl FnMut(Event)) {
        if let Some(label) = self.spare.take() {
            self.begin(label, emit);
            return;
        }
        self.turns += 1;
        self.die = None;
        self.left = 0;
        if self.turns >= self.setup.limit {
            self.phase = Phase::Over;
            emit(Event::LimitReached { turns: self.turns });
        } else {
            self.phase = Phase::Roll;
            self.seat = self.seat.next(self.seats);
            emit(Event::TurnOf { seat: self.seat });
        }
    }

    #[inline]
    pub(super) fn hop(&mut self, from: Place, to: Place, home: bool, emit: &mut impl FnMut(Event)) {
        let seat = self.seat;
        let (old, target) = (self.cell(from), self.cell(to));
        let after = match to {
            Place::START => Penguin::at(START, home),
            Place::NORTH => Penguin::at(target, self.variants().contains(Variant::HomesickPenguins)),
            _ if self.bear_cells().contains(target) => Penguin::WAITING,
            _ => Penguin::at(target, home),
        };
        emit(Event::Hopped { seat, from, to, home });
        if from.is_floe() {
            self.leave(CellSet::<E>::from(old));
        }
        if to.is_floe() {
            if after == Penguin::WAITING {
                emit(Event::Swam { seat, floe: to });
            } else {
                self.enter(CellSet::<E>::from(target));
            }
        }
        self.relocate(seat, Penguin::at(old, home), after);
        if to == self.goal() && self.home_count(seat) == PENGUINS {
            self.win(emit);
        } else {
            self.spend(emit);
        }
    }

    /// One of the seat's penguins is somewhere else now.
    #[inline]
    fn relocate(&mut self, seat: Seat, before: Penguin, after: Penguin) {
        let penguins = &mut self.penguins[seat.index()];
        let moved = penguins.iter_mut().find(|penguin| **penguin == before);
        *moved.expect("a hop was checked to have a penguin") = after;
        sort(penguins);
    }

    #[inline]
    pub(super) fn enter(&mut self, cell: CellSet<E>) {
        let [ones, twos] = self.crowd;
        self.crowd = [ones ^ cell, twos ^ (ones & cell)];
    }

    #[inline]
    fn leave(&mut self, cell: CellSet<E>) {
        let [ones, twos] = self.crowd;
        self.crowd = [ones ^ cell, twos ^ (!ones & cell)];
    }

    #[inline]
    pub(super) fn slide(&mut self, floe: Place, to: Heading, emit: &mut impl FnMut(Event)) {
        let cell = self.cell(floe);
        let next = to.beyond(cell);
        let (old, new) = (CellSet::<E>::from(cell), CellSet::<E>::from(next));
        emit(Event::Slid { seat: self.seat, floe, to });
        self.ice = self.ice ^ old ^ new;
        self.names.slid(cell, next);
        for bear in &mut self.bears {
            if *bear == cell {
                *bear = next;
            }
        }
        if !(self.crowded() & old).is_empty() {
            self.carry(cell, next);
        }
        self.spend(emit);
    }

    /// Penguins ride on a floe that slid.
    fn carry(&mut self, cell: u8, next: u8) {
        let (old, new) = (CellSet::<E>::from(cell), CellSet::<E>::from(next));
        for bits in &mut self.crowd {
            if !(*bits & old).is_empty() {
                *bits = *bits ^ old ^ new;
            }
        }
        for penguins in &mut self.penguins[..usize::from(self.seats)] {
            for penguin in penguins.iter_mut().filter(|penguin| penguin.cell() == cell) {
                *penguin = Penguin::at(next, penguin.homebound());
            }
            sort(penguins);
        }
    }

    #[inline]
    pub(super) fn bear(&mut self, bear: Bear, to: Place, emit: &mut impl FnMut(Event)) {
        let (before, cell) = (self.bears[bear.index()], self.cell(to));
        emit(Event::BearStepped { seat: self.seat, bear, from: self.place(before), to });
        if bear == Bear::Only {
            self.bears = [cell; 2];
        } else {
            self.bears[bear.index()] = cell;
        }
        if self.crowded().contains(cell) {
            self.send_home(cell, emit);
        }
        self.spend(emit);
    }

    /// A bear empties the floe that it entered.
    fn send_home(&mut self, cell: u8, emit: &mut impl FnMut(Event)) {
        let floe = self.place(cell);
        self.crowd = self.crowd.map(|bits| bits & !CellSet::<E>::from(cell));
        for seat in Seat::all(self.seats) {
            let penguins = &mut self.penguins[seat.index()];
            let mut count = 0;
            for penguin in penguins.iter_mut().filter(|penguin| penguin.cell() == cell) {
                *penguin = Penguin::WAITING;
                count += 1;
            }
            sort(penguins);
            if count > 0 {
                emit(Event::SentHome { seat, floe, count });
            }
        }
    }

    fn win(&mut self, emit: &mut impl FnMut(Event)) {
        self.phase = Phase::Over;
        self.turns += 1;
        self.die = None;
        self.spare = None;
        self.left = 0;
        emit(Event::Won { seat: self.seat });
    }
}

/// Three penguins in rising order.
#[inline]
fn sort(penguins: &mut [Penguin; PENGUINS]) {
    let [a, b, c] = *penguins;
    let (a, b) = (a.min(b), a.max(b));
    let (b, c) = (b.min(c), b.max(c));
    *penguins = [a.min(b), a.max(b), c];
}
