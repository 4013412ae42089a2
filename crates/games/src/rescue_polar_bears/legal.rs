//! What may be done, kind by kind: each `judge` is the rule text as code, and `each_of_ship` the fast twin of those
//! for a ship's actions.

use polynya_engine::refuse_if;

use super::board::{Ability, BASES, Bear, Bears, Hex, HexSet, NEXT_TO_BASE, Number, ShipName, Slot};
use super::clauses::Rule;
use super::{Action, RescuePolarBears};

impl RescuePolarBears {
    pub(super) fn judge_sail(&self, hex: Hex) -> Result<(), Rule> {
        refuse_if(self.turn.left == 0, Rule::ActionsAreSpent)?;
        refuse_if((self.sea.frozen() | BASES).contains(hex), Rule::OverWater)?;
        refuse_if(hex == self.fleet.ship().hex, Rule::SailSomewhere)?;
        refuse_if(self.fleet.hexes().contains(hex), Rule::OneShipAHex)?;
        refuse_if(!self.reach().contains(hex), Rule::WithinSpeed)
    }

    pub(super) fn judge_load(&self, bear: Bear, hex: Hex) -> Result<(), Rule> {
        refuse_if(self.turn.left == 0 && !self.turn.free_load, Rule::ActionsAreSpent)?;
        self.judge_beside(hex)?;
        refuse_if(self.sea.bears_on(hex).of(bear) == 0, Rule::BearIsThere)?;
        refuse_if(self.fleet.ship().room() == 0, Rule::RoomOnBoard)
    }

    pub(super) fn judge_data(&self, hex: Hex) -> Result<(), Rule> {
        refuse_if(self.turn.left == 0, Rule::ActionsAreSpent)?;
        self.judge_data_on_ice(hex)
    }

    pub(super) fn judge_grab(&self, hex: Hex) -> Result<(), Rule> {
        refuse_if(!self.fleet.ship().can(Ability::Grabs), Rule::OnlyBreezeDragon)?;
        refuse_if(self.turn.grabbed, Rule::OneGrabATurn)?;
        refuse_if(!self.turn.grab_open, Rule::GrabBehindASailing)?;
        self.judge_data_on_ice(hex)
    }

    fn judge_data_on_ice(&self, hex: Hex) -> Result<(), Rule> {
        self.judge_beside(hex)?;
        refuse_if(!self.sea.data.contains(hex), Rule::DataIsThere)?;
        refuse_if(!self.sea.frozen().contains(hex), Rule::DataOnWater)
    }

    pub(super) fn judge_unload(&self) -> Result<(), Rule> {
        refuse_if(self.turn.left == 0, Rule::ActionsAreSpent)?;
        refuse_if(self.fleet.ship().aboard.total() == 0, Rule::SomebodyAboard)?;
        refuse_if(!NEXT_TO_BASE.contains(self.fleet.ship().hex), Rule::BesideABase)
    }

    pub(super) fn judge_break(&self, hex: Hex) -> Result<(), Rule> {
        refuse_if(self.turn.left == 0, Rule::ActionsAreSpent)?;
        self.judge_beside(hex)?;
        self.judge_ice(hex)
    }

    pub(super) fn judge_ice(&self, hex: Hex) -> Result<(), Rule> {
        if self.sea.frozen().contains(hex) { Ok(()) } else { Err(Rule::OnlyIceBreaks) }
    }

    fn judge_beside(&self, hex: Hex) -> Result<(), Rule> {
        if self.fleet.ship().hex.neighbours().contains(hex) { Ok(()) } else { Err(Rule::BesideTheShip) }
    }

    pub(super) fn judge_upgrade(&self, name: ShipName, slot: Slot) -> Result<(), Rule> {
        let Some(ship) = self.fleet.named(name) else {
            return Err(Rule::ShipInPlay);
        };
        refuse_if(self.fleet.ships()[ship].is_upgraded(slot), Rule::BoxIsFree)
    }

    pub(super) fn judge_lift(&self, bear: Bear, hex: Hex) -> Result<(), Rule> {
        refuse_if(self.pending.lifted.is_some_and(|tile| tile != hex), Rule::OneTileOnly)?;
        refuse_if(self.sea.bears_on(hex).of(bear) == 0, Rule::LiftFromIce)
    }

    pub(super) fn judge_flee(&self, bear: Bear, hex: Hex) -> Result<(), Rule> {
        refuse_if(self.in_peril().of(bear) == 0, Rule::WhoFlees)?;
        self.judge_refuge(hex)
    }

    pub(super) fn judge_refuge(&self, hex: Hex) -> Result<(), Rule> {
        refuse_if(!self.scene_hex().neighbours().contains(hex), Rule::NextTile)?;
        refuse_if(!self.sea.ice.contains(hex), Rule::OntoIce)?;
        refuse_if(self.sea.full.contains(hex), Rule::ThreeBears)
    }

    pub(super) fn judge_board(&self, bear: Bear) -> Result<(), Rule> {
        refuse_if(self.in_peril().of(bear) == 0, Rule::WhoBoards)
    }

    pub(super) fn judge_grow(&self, sex: Bear) -> Result<(), Rule> {
        refuse_if(self.supply.of(sex) == 0, Rule::AdultsInSupply)?;
        refuse_if(!self.keeps_the_mix(sex), Rule::BothSexes)
    }

    pub(super) fn judge_alert(&self, number: Number) -> Result<(), Rule> {
        if self.alerts.face_up.contains(number) { Ok(()) } else { Err(Rule::FaceUpFirst) }
    }

    /// Returns the hexes on which a Sailing of the active ship can end, actions aside.
    #[inline]
    pub fn reach(&self) -> HexSet {
        let ship = self.fleet.ship();
        let water = self.sea.navigable();
        let mut reached = HexSet::from(ship.hex);
        let mut edge = reached;
        for _ in 0..ship.speed() {
            let around = edge.iter().fold(HexSet::NONE, |around, hex| around | hex.neighbours());
            edge = (around & water).difference(reached);
            if edge.is_empty() {
                break;
            }
            reached |= edge;
        }
        reached.difference(self.fleet.hexes())
    }

    /// May this cub become of this sex? Not if that spoils a mix that can still be made.
    #[inline]
    pub(super) fn keeps_the_mix(&self, sex: Bear) -> bool {
        let (here, supply) = (self.sea.bears(self.scene.number), self.supply);
        if here.adults() + self.scene.growing < 2
            || !mixes(here.males, here.females, supply.males, supply.females, self.scene.growing)
        {
            return true;
        }
        let (left, male) = (self.scene.growing - 1, u8::from(sex == Bear::Male));
        let female = 1 - male;
        mixes(here.males + male, here.females + female, supply.males - male, supply.females - female, left)
    }

    /// Shows what the ship may do, and the end of its actions.
    #[inline]
    pub(super) fn each_of_ship(&self, each: &mut impl FnMut(Action)) {
        each(Action::End);
        let ship = self.fleet.ship();
        let around = ship.hex.neighbours();
        if ship.room() > 0 && (self.turn.left > 0 || self.turn.free_load) {
            for hex in around & self.sea.crowded {
                kinds(self.sea.bears_on(hex)).for_each(|bear| each(Action::Load(bear, hex)));
            }
        }
        let ice = around & self.sea.frozen();
        if self.turn.grab_open {
            (ice & self.sea.data).iter().map(Action::Grab).for_each(&mut *each);
        }
        if self.turn.left == 0 {
            return;
        }
        (ice & self.sea.data).iter().map(Action::Data).for_each(&mut *each);
        ice.iter().map(Action::Break).for_each(&mut *each);
        if ship.aboard.total() > 0 && NEXT_TO_BASE.contains(ship.hex) {
            each(Action::Unload);
        }
        self.reach().iter().map(Action::Sail).for_each(each);
    }
}

/// The kinds of bears that are among these.
#[inline]
pub(super) fn kinds(bears: Bears) -> impl Iterator<Item = Bear> {
    Bear::ALL.into_iter().filter(move |&bear| bears.of(bear) > 0)
}

/// Can `left` cubs grow up so that both sexes stand on a tile with these adults, given this supply?
#[inline]
fn mixes(males: u8, females: u8, males_left: u8, females_left: u8, left: u8) -> bool {
    let fewest = u8::from(males == 0).max(left.saturating_sub(females_left));
    let Some(most) = left.checked_sub(u8::from(females == 0)) else { return false };
    fewest <= most.min(males_left)
}
