//! What decks decide: the set-up, Data Tokens and Support Cards.

use super::super::board::{Card, Hex, ShipName, Tile};
use super::super::{Awaiting, Event, RescuePolarBears};

impl RescuePolarBears {
    pub(in super::super) fn deal(&mut self, tile: Tile, emit: &mut impl FnMut(Event)) {
        let hex = self.sea.deal(tile, self.setup.pieces());
        let bears = self.sea.bears_on(hex);
        self.supply.subtract(bears);
        emit(Event::Dealt { hex, tile, bears });
        if self.sea.dealing.is_none() {
            self.awaiting = Awaiting::Ship;
        }
    }

    pub(in super::super) fn muster(&mut self, name: ShipName, emit: &mut impl FnMut(Event)) {
        let hex = self.fleet.muster(name, self.setup.pieces());
        emit(Event::Mustered { ship: name, hex });
        if self.fleet.len() == self.setup.ships {
            self.pending.placing = 1;
            self.carry_on(emit);
        }
    }

    pub(in super::super) fn position_card(&mut self, hex: Hex, emit: &mut impl FnMut(Event)) {
        self.decks.positions = self.decks.next_positions();
        self.decks.positions.remove(hex);
        if (self.sea.data | self.fleet.hexes()).contains(hex) {
            emit(Event::PositionTaken { hex });
        } else {
            self.sea.data.insert(hex);
            self.pending.placing -= 1;
            emit(Event::DataPlaced { hex });
        }
        self.carry_on(emit);
    }

    pub(in super::super) fn support_card(&mut self, card: Card, emit: &mut impl FnMut(Event)) {
        self.decks.support.remove(card);
        self.pending.card = Some(card);
        self.awaiting = Awaiting::Card;
        emit(Event::CardDrawn { card });
    }
}
