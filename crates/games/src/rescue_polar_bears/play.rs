//! What happens: set-up, actions, answers, dice, and what follows from them by itself.
//!
//! Whatever a step sets going is noted in the position (a tile that goes, an Alert Token to choose, data to place …).
//! `carry_on` takes up the first of these in the order of the book, until somebody or something must decide.

mod actions;
mod alerts;
mod cards;
mod decks;
mod growth;
mod melting;

use super::board::Ability;
use super::state::{Pending, TurnState};
use super::{Awaiting, Ending, Event, RescuePolarBears, Stage};

impl RescuePolarBears {
    /// Waits for the first thing that is still to be done, in the order of the book.
    #[inline]
    pub(super) fn carry_on(&mut self, emit: &mut impl FnMut(Event)) {
        self.awaiting = self.next_step(emit);
    }

    fn next_step(&mut self, emit: &mut impl FnMut(Event)) -> Awaiting {
        if let Some(peril) = self.scene.peril
            && let Some(step) = self.bears_in_peril(peril, emit)
        {
            return step;
        }
        if self.pending.choosing
            && let Some(step) = self.alert_to_choose()
        {
            return step;
        }
        if self.pending.revealing > 0 && !self.alerts.face_down.is_empty() {
            return Awaiting::Reveal;
        }
        self.pending.revealing = 0;
        if self.has_data_to_place() {
            return Awaiting::Position;
        }
        if self.pending.docked && self.leaves_support_tile(emit) {
            return Awaiting::Support;
        }
        match self.stage {
            Stage::SetUp if self.alert.is_none() => {
                self.pending.choosing = true;
                Awaiting::DrawAlert
            }
            Stage::SetUp => self.begin_turn(emit),
            Stage::Action => Awaiting::Act,
            Stage::Growth if self.scene.growing > 0 => Awaiting::Grow,
            Stage::Growth => Awaiting::D6,
            Stage::Heat => self.end_turn(emit),
        }
    }

    /// Is a Data Token to be placed, by an effect or because none is left on the board?
    fn has_data_to_place(&mut self) -> bool {
        if self.pending.placing > 0 && self.spare_data() > 0 {
            return true;
        }
        let refill = std::mem::take(&mut self.pending.refill) && self.sea.data.is_empty();
        self.pending.placing = u8::from(refill);
        refill
    }

    /// The Support Tile under the ship goes. Does it bring a card?
    fn leaves_support_tile(&mut self, emit: &mut impl FnMut(Event)) -> bool {
        self.pending.docked = false;
        let (hex, card) = (self.fleet.ship().hex, !self.turn.supported);
        self.sea.support.remove(hex);
        self.turn.supported = true;
        emit(Event::SupportReached { hex, card });
        card
    }

    fn begin_turn(&mut self, emit: &mut impl FnMut(Event)) -> Awaiting {
        self.stage = Stage::Action;
        let ship = self.fleet.ship_mut();
        let blue = std::mem::take(&mut ship.blue);
        let (name, reveals) = (ship.name, ship.can(Ability::Reveals));
        let left = ship.actions() + blue;
        self.turn = TurnState { left, ..TurnState::default() };
        emit(Event::TurnOf { ship: name, seat: self.seat(), actions: left });
        if reveals && !self.alerts.face_down.is_empty() {
            self.pending.revealing = 1;
            return Awaiting::Reveal;
        }
        Awaiting::Act
    }

    pub(super) fn end_actions(&mut self, emit: &mut impl FnMut(Event)) {
        emit(Event::ActionsEnded { ship: self.fleet.ship().name, unused: self.turn.left });
        self.turn.left = 0;
        self.turn.close_windows();
        self.stage = Stage::Growth;
        self.awaiting = if self.turn.quiet { Awaiting::D6 } else { Awaiting::D20 };
    }

    fn end_turn(&mut self, emit: &mut impl FnMut(Event)) -> Awaiting {
        self.turns += 1;
        if self.setup.limit.is_some_and(|limit| self.turns >= limit) {
            return self.stop(Ending::Limit, emit);
        }
        self.fleet.pass_turn();
        self.begin_turn(emit)
    }

    /// The match is over, and what was still to be done is not done any more.
    fn stop(&mut self, ending: Ending, emit: &mut impl FnMut(Event)) -> Awaiting {
        self.ending = Some(ending);
        self.awaiting = Awaiting::Over;
        self.pending = Pending::default();
        emit(Event::Over { ending, collected: self.collected });
        Awaiting::Over
    }
}
