//! Ice that goes, the bears that it leaves without a place, and the temperature.

use super::super::board::{self, Ability, Bear, Bears, Hex, Pips, Tile};
use super::super::state::{Peril, Scene};
use super::super::{Awaiting, Ending, Event, RescuePolarBears, Stage};

impl RescuePolarBears {
    /// The red die has fallen.
    pub(in super::super) fn warm_up(&mut self, pips: Pips, emit: &mut impl FnMut(Event)) {
        self.stage = Stage::Heat;
        let (from, extra) = (self.temperature, self.turn.extra);
        self.temperature = from.saturating_add(pips.get() + extra);
        emit(Event::RedDie { pips, extra, from, to: self.temperature });
        match self.alert {
            Some(number) if self.temperature >= number.get() => {
                self.scene = Scene { peril: Some(Peril::Melting), ..Scene::of(number) };
                emit(Event::Melting { number, hex: self.scene_hex() });
            }
            Some(_) => {}
            None => {
                if self.setup.rulings.heat_without_ice && self.too_hot(emit).is_some() {
                    return;
                }
            }
        }
        self.carry_on(emit);
    }

    /// The tile of a hex, broken or blown up, begins to go. An ice float has neither bears nor an alert and is gone at
    /// once.
    pub(in super::super) fn clear(&mut self, hex: Hex, peril: Peril, emit: &mut impl FnMut(Event)) {
        let float = self.sea.floats.contains(hex);
        let tile = if float { Tile::Float } else { Tile::Ice(self.sea.number_on(hex)) };
        emit(match peril {
            Peril::Broken => Event::Broke { ship: self.fleet.ship().name, hex, tile },
            _ => Event::Blown { hex, tile },
        });
        if float {
            self.sea.floats.remove(hex);
            emit(Event::TileGone { hex, tile });
        } else {
            self.scene = Scene { peril: Some(peril), ..Scene::of(self.sea.number_on(hex)) };
        }
        self.carry_on(emit);
    }

    /// Bears without ice under them flee, then board, then sink; then their tile is gone.
    pub(super) fn bears_in_peril(&mut self, peril: Peril, emit: &mut impl FnMut(Event)) -> Option<Awaiting> {
        let bears = self.in_peril();
        let count = bears.total();
        if count > 0 {
            if !self.refuges().is_empty() {
                return Some(if peril == Peril::Birth { Awaiting::Place } else { Awaiting::Flee });
            }
            if !self.scene.no_boarding && self.catcher().is_some() {
                return Some(Awaiting::Board);
            }
            emit(Event::Sank { hex: self.scene_hex(), bears, helicopters: self.helicopters.ready });
            if count > self.helicopters.ready {
                return Some(self.stop(Ending::Sunk, emit));
            }
            self.fly_to_safety(bears);
        }
        self.scene.no_boarding = false;
        self.scene.peril = None;
        let degrees = match peril {
            Peril::Birth => return None,
            Peril::Broken if self.fleet.ship().can(Ability::CoolsMore) => board::WHITE_WAVE_COOLS,
            Peril::Broken | Peril::Blown => board::BREAKING_COOLS,
            Peril::Melting => board::MELTING_COOLS,
        };
        self.tile_is_gone(emit);
        self.cool(degrees, emit);
        if peril == Peril::Melting { self.too_hot(emit) } else { None }
    }

    fn fly_to_safety(&mut self, bears: Bears) {
        self.helicopters.ready -= bears.total();
        self.helicopters.flown += bears.total();
        self.supply.add(bears);
        if self.scene.peril == Some(Peril::Birth) {
            self.scene.unborn = 0;
        } else {
            self.sea.update_bears(self.scene.number, |here| *here = Bears::NONE);
        }
    }

    /// The Ice Tile of the scene leaves the board; if it was the alert's, a new Alert Token is chosen.
    fn tile_is_gone(&mut self, emit: &mut impl FnMut(Event)) {
        let number = self.scene.number;
        self.sea.remove_ice(number);
        emit(Event::TileGone { hex: self.scene_hex(), tile: Tile::Ice(number) });
        if self.alert == Some(number) {
            self.alert = None;
            self.pending.choosing = true;
        }
    }

    pub(in super::super) fn flee(&mut self, bear: Bear, hex: Hex, emit: &mut impl FnMut(Event)) {
        self.sea.update_bears(self.scene.number, |here| *here.slot(bear) -= 1);
        self.sea.update_bears(self.sea.number_on(hex), |there| *there.slot(bear) += 1);
        emit(Event::Fled { bear, from: self.scene_hex(), to: hex });
        self.carry_on(emit);
    }

    pub(in super::super) fn place(&mut self, hex: Hex, emit: &mut impl FnMut(Event)) {
        self.scene.unborn -= 1;
        self.sea.update_bears(self.sea.number_on(hex), |there| there.cubs += 1);
        emit(Event::CubPlaced { from: self.scene_hex(), to: hex });
        self.carry_on(emit);
    }

    pub(in super::super) fn board(&mut self, bear: Bear, emit: &mut impl FnMut(Event)) {
        let catcher = self.catcher().expect("boarding was asked because a ship is there");
        if self.scene.peril == Some(Peril::Birth) {
            self.scene.unborn -= 1;
        } else {
            self.sea.update_bears(self.scene.number, |here| *here.slot(bear) -= 1);
        }
        let from = self.scene_hex();
        let ship = &mut self.fleet.ships_mut()[catcher];
        *ship.aboard.slot(bear) += 1;
        emit(Event::Boarded { ship: ship.name, bear, from });
        self.carry_on(emit);
    }

    pub(super) fn cool(&mut self, by: u8, emit: &mut impl FnMut(Event)) {
        let before = self.temperature;
        self.temperature = before.saturating_sub(by);
        if self.temperature != before {
            emit(Event::Cooled { by: before - self.temperature, to: self.temperature });
        }
    }

    fn too_hot(&mut self, emit: &mut impl FnMut(Event)) -> Option<Awaiting> {
        (self.temperature > board::HOTTEST).then(|| self.stop(Ending::Heat, emit))
    }
}
