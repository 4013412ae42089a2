//! The actions of a ship, and what data earns.

use super::super::board::{self, Ability, Bear, Hex, ShipName, Slot, Upgrade};
use super::super::{Awaiting, Ending, Event, RescuePolarBears};

impl RescuePolarBears {
    #[inline]
    pub(in super::super) fn sail(&mut self, hex: Hex, emit: &mut impl FnMut(Event)) {
        self.turn.spend();
        let ship = self.fleet.ship_mut();
        let (name, from) = (ship.name, ship.hex);
        ship.hex = hex;
        emit(Event::Sailed { ship: name, from, to: hex });
        self.turn.grab_open = self.fleet.ship().can(Ability::Grabs) && !self.turn.grabbed;
        self.pending.docked = self.sea.support.contains(hex);
        if self.sea.data.contains(hex) && self.setup.rulings.collect_by_choice && !self.pending.docked {
            self.awaiting = Awaiting::Collect;
        } else if self.sea.data.contains(hex) {
            self.collect(hex, emit);
        } else if self.pending.docked {
            self.carry_on(emit);
        }
    }

    #[inline]
    pub(in super::super) fn load(&mut self, bear: Bear, hex: Hex, emit: &mut impl FnMut(Event)) {
        let ship = self.fleet.ship_mut();
        let free = self.turn.free_load;
        if free {
            self.turn.close_windows();
        } else {
            self.turn.spend();
            self.turn.free_load = ship.can(Ability::LoadsTwo);
        }
        self.sea.update_bears(self.sea.number_on(hex), |here| here.give(bear, &mut ship.aboard));
        emit(Event::Loaded { ship: ship.name, bear, from: hex, free });
    }

    pub(in super::super) fn unload(&mut self, emit: &mut impl FnMut(Event)) {
        self.turn.spend();
        let ship = self.fleet.ship_mut();
        let (name, bears) = (ship.name, std::mem::take(&mut ship.aboard));
        self.supply.add(bears);
        emit(Event::Unloaded { ship: name, bears });
    }

    pub(in super::super) fn collect(&mut self, hex: Hex, emit: &mut impl FnMut(Event)) {
        self.sea.data.remove(hex);
        self.collected += 1;
        emit(Event::Collected { ship: self.fleet.ship().name, hex, count: self.collected });
        if self.collected == self.target() {
            self.stop(Ending::Won, emit);
            return;
        }
        self.pending.refill = true;
        if self.upgrade_spots().contains(&self.collected) {
            self.awaiting = Awaiting::Upgrade;
        } else {
            self.carry_on(emit);
        }
    }

    pub(in super::super) fn leave_data(&mut self, emit: &mut impl FnMut(Event)) {
        let ship = self.fleet.ship();
        emit(Event::DataLeft { ship: ship.name, hex: ship.hex });
        self.carry_on(emit);
    }

    pub(in super::super) fn upgrade(&mut self, name: ShipName, slot: Slot, emit: &mut impl FnMut(Event)) {
        let index = self.fleet.named(name).expect("the ship was checked to sail");
        self.fleet.ships_mut()[index].upgraded[slot as usize] = true;
        emit(Event::Upgraded { ship: name, slot });
        match self.fleet.ships()[index].hull.upgrades[slot as usize] {
            Upgrade::Action if index == self.fleet.active() => self.turn.left += 1,
            Upgrade::Data => self.pending.placing = board::AURORA_DATA,
            Upgrade::Helicopter => self.add_helicopter(emit),
            Upgrade::Card => {
                self.awaiting = Awaiting::Support;
                return;
            }
            Upgrade::Action | Upgrade::SlowHold | Upgrade::Speed | Upgrade::Hold => {}
        }
        self.carry_on(emit);
    }

    pub(super) fn add_helicopter(&mut self, emit: &mut impl FnMut(Event)) {
        if self.helicopters.reserve > 0 {
            self.helicopters.reserve -= 1;
            self.helicopters.ready += 1;
            emit(Event::HelicopterCame { now: self.helicopters.ready });
        }
    }
}
