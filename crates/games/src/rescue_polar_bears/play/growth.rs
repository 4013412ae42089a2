//! The Growth and Reproduction Phase.

use super::super::board::{self, Bear, Bears, Number, Sex, TILE_ROOM};
use super::super::state::{Peril, Scene};
use super::super::{Event, RescuePolarBears};

impl RescuePolarBears {
    /// The blue die has fallen.
    pub(in super::super) fn grow_or_breed(&mut self, number: Number, emit: &mut impl FnMut(Event)) {
        emit(Event::BlueDie { number });
        let bears = if self.sea.lying.contains(number) { self.sea.bears(number) } else { Bears::NONE };
        let (pair, cubs) = (bears.males > 0 && bears.females > 0, bears.cubs > 0);
        let variants = self.setup.variants;
        self.scene = Scene::of(number);
        if pair && !(cubs && variants.growth_first) {
            self.breed(emit);
        } else if cubs {
            self.begin_growth(emit);
        } else {
            self.turn.extra = if variants.rapid_warming { board::RAPID_WARMING } else { board::WARMING };
            emit(Event::Warmer { extra: self.turn.extra });
        }
        self.carry_on(emit);
    }

    /// Two cubs are born; their own tile is filled first.
    fn breed(&mut self, emit: &mut impl FnMut(Event)) {
        let number = self.scene.number;
        let cubs = board::LITTER.min(self.supply.cubs);
        let stay = cubs.min(TILE_ROOM - self.sea.bears(number).total());
        self.sea.update_bears(number, |here| here.cubs += stay);
        self.supply.cubs -= cubs;
        emit(Event::Born { number, hex: self.scene_hex(), count: cubs, stay });
        if cubs < board::LITTER {
            self.shortage(emit);
        }
        self.scene.unborn = cubs - stay;
        self.scene.peril = Some(Peril::Birth);
    }

    /// As many cubs of the tile grow up as there are adults in the supply.
    fn begin_growth(&mut self, emit: &mut impl FnMut(Event)) {
        let number = self.scene.number;
        let cubs = self.sea.bears(number).cubs;
        let growing = cubs.min(self.supply.adults());
        self.scene.growing = growing;
        emit(Event::Growth { number, hex: self.scene_hex(), count: growing });
        if growing < cubs {
            self.shortage(emit);
        }
    }

    pub(in super::super) fn grow(&mut self, sex: Sex, emit: &mut impl FnMut(Event)) {
        let adult = Bear::from(sex);
        self.sea.update_bears(self.scene.number, |here| {
            here.give(Bear::Cub, &mut self.supply);
            self.supply.give(adult, here);
        });
        let here = self.sea.bears(self.scene.number);
        let alone = if self.setup.rulings.lone_cub_counts { 0 } else { 1 };
        let one_sided = here.adults() > alone && (here.males == 0 || here.females == 0);
        self.scene.growing -= 1;
        emit(Event::Grew { hex: self.scene_hex(), bear: adult });
        if self.scene.growing == 0 && one_sided {
            self.shortage(emit);
        }
        self.carry_on(emit);
    }

    /// Figures are missing or do not mix: once in a turn, whatever the number of reasons.
    fn shortage(&mut self, emit: &mut impl FnMut(Event)) {
        if self.turn.extra == 0 {
            self.turn.extra = board::SHORTAGE;
            emit(Event::Shortage { extra: self.turn.extra });
        }
    }
}
