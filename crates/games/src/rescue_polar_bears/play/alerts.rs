//! The Alert Tokens.

use super::super::board::Number;
use super::super::{Awaiting, Event, RescuePolarBears};

impl RescuePolarBears {
    pub(in super::super) fn draw_alert(&mut self, number: Number, emit: &mut impl FnMut(Event)) {
        self.alerts.face_down.remove(number);
        if self.sea.lying.contains(number) {
            self.set_alert(number, emit);
        } else {
            emit(Event::AlertGone { number });
        }
        self.carry_on(emit);
    }

    pub(in super::super) fn set_alert(&mut self, number: Number, emit: &mut impl FnMut(Event)) {
        self.alert = Some(number);
        self.pending.choosing = false;
        emit(Event::AlertSet { number, hex: self.sea.hex_of(number) });
    }

    pub(in super::super) fn reveal(&mut self, number: Number, emit: &mut impl FnMut(Event)) {
        self.alerts.face_down.remove(number);
        self.alerts.face_up.insert(number);
        self.pending.revealing -= 1;
        emit(Event::Revealed { number });
        self.carry_on(emit);
    }

    /// Face-up tokens first, without those whose tile is gone; then face-down ones; then there is no alert any more.
    pub(super) fn alert_to_choose(&mut self) -> Option<Awaiting> {
        self.alerts.face_up &= self.sea.lying;
        if !self.alerts.face_up.is_empty() {
            Some(Awaiting::ChooseAlert)
        } else if !self.alerts.face_down.is_empty() {
            Some(Awaiting::DrawAlert)
        } else {
            self.pending.choosing = false;
            None
        }
    }
}
