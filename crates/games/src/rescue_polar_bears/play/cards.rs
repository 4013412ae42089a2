//! The Support Cards.

use super::super::board::{self, Bear, Card, Hex};
use super::super::{Awaiting, Event, RescuePolarBears};

impl RescuePolarBears {
    pub(in super::super) fn use_card(&mut self, emit: &mut impl FnMut(Event)) {
        let Some(card) = self.pending.card else { return };
        emit(Event::CardUsed { card });
        match card {
            Card::DemolitionCharge if !self.sea.frozen().is_empty() => {
                self.awaiting = Awaiting::Remove;
                return;
            }
            Card::Airlift if !self.sea.crowded.is_empty() => {
                self.pending.lifting = board::AIRLIFT;
                self.awaiting = Awaiting::Lift;
                return;
            }
            Card::DemolitionCharge | Card::Airlift => {}
            Card::ColdSnap => self.cool(board::COLD_SNAP, emit),
            Card::ExtraHelicopter => self.add_helicopter(emit),
            Card::SurveyBurst => self.pending.placing = board::SURVEY_BURST,
            Card::SatelliteForecast => self.pending.revealing = board::SATELLITE_FORECAST,
            Card::Overtime => self.turn.left += board::OVERTIME,
            Card::AllHands => {
                self.turn.left += 1;
                let active = self.fleet.active();
                let others = self.fleet.ships_mut().iter_mut().enumerate();
                others.filter(|&(index, _)| index != active).for_each(|(_, ship)| ship.blue += 1);
            }
            Card::NewForecast => {
                if let Some(number) = self.alert.take() {
                    self.alerts.face_down.insert(number);
                    self.pending.choosing = true;
                }
            }
            Card::QuietSeason => self.turn.quiet = true,
        }
        self.pending.card = None;
        self.carry_on(emit);
    }

    pub(in super::super) fn decline_card(&mut self, emit: &mut impl FnMut(Event)) {
        if let Some(card) = self.pending.card.take() {
            emit(Event::CardDeclined { card });
        }
        self.carry_on(emit);
    }

    pub(in super::super) fn lift(&mut self, bear: Bear, hex: Hex, emit: &mut impl FnMut(Event)) {
        self.sea.update_bears(self.sea.number_on(hex), |here| here.give(bear, &mut self.supply));
        emit(Event::Lifted { bear, from: hex });
        self.pending.lifting -= 1;
        self.pending.lifted = Some(hex);
        if self.pending.lifting == 0 || !self.sea.crowded.contains(hex) {
            self.end_lift(emit);
        }
    }

    pub(in super::super) fn end_lift(&mut self, emit: &mut impl FnMut(Event)) {
        self.pending.card = None;
        self.pending.lifting = 0;
        self.pending.lifted = None;
        self.carry_on(emit);
    }
}
