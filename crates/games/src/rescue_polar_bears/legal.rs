//! What may be done: `judge` is the rule text as code, `list` its fast twin.

use polynya_engine::Seat;

use super::board::{Ability, BASES, Bear, Bears, Hex, HexSet, NEXT_TO_BASE, Number, ShipName};
use super::clauses::Rule;
use super::words::{Action, Sex, Slot};
use super::{Ask, RescuePolarBears, Ship};

impl RescuePolarBears {
    pub(super) fn judge(&self, seat: Seat, action: Action) -> Result<(), Rule> {
        if seat != self.seat() {
            return Err(Rule::TakeTurns);
        }
        match (self.ask, action) {
            (Ask::Act, Action::Sail(hex)) => self.judge_sail(hex),
            (Ask::Act, Action::Load(bear, hex)) => self.judge_load(bear, hex),
            (Ask::Act, Action::Data(hex)) => self.judge_data(hex),
            (Ask::Act, Action::Grab(hex)) => self.judge_grab(hex),
            (Ask::Act, Action::Unload) => self.judge_unload(),
            (Ask::Act, Action::Break(hex)) => self.judge_break(hex),
            (Ask::Act, Action::End) => Ok(()),
            (Ask::Upgrade, Action::Upgrade(ship, slot)) => self.judge_upgrade(ship, slot),
            (Ask::Card, Action::Use | Action::Decline) => Ok(()),
            (Ask::Remove, Action::Remove(hex)) => self.judge_ice(hex),
            (Ask::Lift, Action::Lift(bear, hex)) => self.judge_lift(bear, hex),
            (Ask::Lift, Action::Enough) => Ok(()),
            (Ask::Flee, Action::Flee(bear, hex)) => self.judge_flee(bear, hex),
            (Ask::Place, Action::Place(hex)) => self.judge_refuge(hex),
            (Ask::Board, Action::Board(bear)) => self.judge_board(bear),
            (Ask::Board, Action::Decline) => Ok(()),
            (Ask::Grow, Action::Grow(sex)) => self.judge_grow(sex.into()),
            (Ask::ChooseAlert, Action::Alert(number)) => self.judge_alert(number),
            (Ask::Act, _) => Err(Rule::NothingAsked),
            _ => Err(Rule::AnswerFirst),
        }
    }

    fn judge_sail(&self, hex: Hex) -> Result<(), Rule> {
        if self.left == 0 {
            return Err(Rule::ActionsAreSpent);
        }
        if (self.ice | self.floats | BASES).has(hex) {
            return Err(Rule::OverWater);
        }
        if hex == self.ship().hex {
            return Err(Rule::SailSomewhere);
        }
        if self.ship_hexes().has(hex) {
            return Err(Rule::OneShipAHex);
        }
        if !self.sails().has(hex) {
            return Err(Rule::WithinSpeed);
        }
        Ok(())
    }

    fn judge_load(&self, bear: Bear, hex: Hex) -> Result<(), Rule> {
        if self.left == 0 && !self.free_load {
            return Err(Rule::ActionsAreSpent);
        }
        self.judge_beside(hex)?;
        if self.bears_on(hex).of(bear) == 0 {
            return Err(Rule::BearIsThere);
        }
        if self.ship().room() == 0 {
            return Err(Rule::RoomOnBoard);
        }
        Ok(())
    }

    fn judge_data(&self, hex: Hex) -> Result<(), Rule> {
        if self.left == 0 {
            return Err(Rule::ActionsAreSpent);
        }
        self.judge_data_on_ice(hex)
    }

    fn judge_grab(&self, hex: Hex) -> Result<(), Rule> {
        if !self.ship().can(Ability::Grabs) {
            return Err(Rule::OnlyBreezeDragon);
        }
        if self.grabbed {
            return Err(Rule::OneGrabATurn);
        }
        if !self.grab_open {
            return Err(Rule::GrabBehindASailing);
        }
        self.judge_data_on_ice(hex)
    }

    fn judge_data_on_ice(&self, hex: Hex) -> Result<(), Rule> {
        self.judge_beside(hex)?;
        if !self.data.has(hex) {
            return Err(Rule::DataIsThere);
        }
        if !(self.ice | self.floats).has(hex) {
            return Err(Rule::DataOnWater);
        }
        Ok(())
    }

    fn judge_unload(&self) -> Result<(), Rule> {
        if self.left == 0 {
            return Err(Rule::ActionsAreSpent);
        }
        if self.ship().aboard.total() == 0 {
            return Err(Rule::SomebodyAboard);
        }
        if !NEXT_TO_BASE.has(self.ship().hex) {
            return Err(Rule::BesideABase);
        }
        Ok(())
    }

    fn judge_break(&self, hex: Hex) -> Result<(), Rule> {
        if self.left == 0 {
            return Err(Rule::ActionsAreSpent);
        }
        self.judge_beside(hex)?;
        self.judge_ice(hex)
    }

    fn judge_ice(&self, hex: Hex) -> Result<(), Rule> {
        if (self.ice | self.floats).has(hex) { Ok(()) } else { Err(Rule::OnlyIceBreaks) }
    }

    fn judge_beside(&self, hex: Hex) -> Result<(), Rule> {
        if self.ship().hex.neighbours().has(hex) { Ok(()) } else { Err(Rule::BesideTheShip) }
    }

    fn judge_upgrade(&self, name: ShipName, slot: Slot) -> Result<(), Rule> {
        let Some(ship) = self.ship_named(name) else {
            return Err(Rule::ShipInPlay);
        };
        if ship.is_upgraded(slot) { Err(Rule::BoxIsFree) } else { Ok(()) }
    }

    fn judge_lift(&self, bear: Bear, hex: Hex) -> Result<(), Rule> {
        if self.lifted.is_some_and(|tile| tile != hex) {
            return Err(Rule::OneTileOnly);
        }
        if self.bears_on(hex).of(bear) == 0 { Err(Rule::LiftFromIce) } else { Ok(()) }
    }

    fn judge_flee(&self, bear: Bear, hex: Hex) -> Result<(), Rule> {
        if self.in_trouble().of(bear) == 0 {
            return Err(Rule::WhoFlees);
        }
        self.judge_refuge(hex)
    }

    fn judge_refuge(&self, hex: Hex) -> Result<(), Rule> {
        if !self.scene_hex().neighbours().has(hex) {
            return Err(Rule::NextTile);
        }
        if !self.ice.has(hex) {
            return Err(Rule::OntoIce);
        }
        if self.full.has(hex) {
            return Err(Rule::ThreeBears);
        }
        Ok(())
    }

    fn judge_board(&self, bear: Bear) -> Result<(), Rule> {
        if self.in_trouble().of(bear) == 0 { Err(Rule::WhoBoards) } else { Ok(()) }
    }

    fn judge_grow(&self, sex: Bear) -> Result<(), Rule> {
        if self.supply.of(sex) == 0 {
            return Err(Rule::AdultsInSupply);
        }
        if !self.keeps_the_mix(sex) {
            return Err(Rule::BothSexes);
        }
        Ok(())
    }

    fn judge_alert(&self, number: Number) -> Result<(), Rule> {
        if self.face_up.has(number) { Ok(()) } else { Err(Rule::FaceUpFirst) }
    }

    /// The ship of this name, if it sails in this match.
    pub(super) fn ship_named(&self, name: ShipName) -> Option<&Ship> {
        self.ships().iter().find(|ship| ship.name == name)
    }

    /// The hexes on which a Sailing of the ship can end.
    #[inline]
    pub(super) fn sails(&self) -> HexSet {
        let ship = self.ship();
        let water = self.navigable();
        let mut reached = HexSet::only(ship.hex);
        let mut edge = reached;
        for _ in 0..ship.speed() {
            let around = edge.iter().fold(HexSet::NONE, |around, hex| around | hex.neighbours());
            edge = around & water & !reached;
            if edge.is_empty() {
                break;
            }
            reached = reached | edge;
        }
        reached & !self.ship_hexes()
    }

    /// May this cub become of this sex? Not if that spoils a mix that can still be made.
    #[inline]
    pub(super) fn keeps_the_mix(&self, sex: Bear) -> bool {
        let (here, supply) = (self.bears[self.scene.index()], self.supply);
        if here.adults() + self.growing < 2
            || !mixes(here.males, here.females, supply.males, supply.females, self.growing)
        {
            return true;
        }
        let (left, male) = (self.growing - 1, u8::from(sex == Bear::Male));
        let female = 1 - male;
        mixes(here.males + male, here.females + female, supply.males - male, supply.females - female, left)
    }

    #[inline]
    pub(super) fn list(&self, seat: Seat, into: &mut Vec<Action>) {
        if seat != self.seat() {
            return;
        }
        match self.ask {
            Ask::Act => self.list_actions(into),
            Ask::Upgrade => {
                for ship in self.ships() {
                    let free = Slot::ALL.into_iter().filter(|&slot| !ship.is_upgraded(slot));
                    into.extend(free.map(|slot| Action::Upgrade(ship.name, slot)));
                }
            }
            Ask::Card => into.extend([Action::Use, Action::Decline]),
            Ask::Remove => into.extend((self.ice | self.floats).iter().map(Action::Remove)),
            Ask::Lift => {
                let tiles = self.lifted.map_or(self.crowded, HexSet::only);
                for hex in tiles {
                    let bears = self.bears_on(hex);
                    into.extend(kinds(bears).map(|bear| Action::Lift(bear, hex)));
                }
                into.push(Action::Enough);
            }
            Ask::Flee => {
                let (bears, refuges) = (self.in_trouble(), self.refuges());
                for bear in kinds(bears) {
                    into.extend(refuges.iter().map(|hex| Action::Flee(bear, hex)));
                }
            }
            Ask::Place => into.extend(self.refuges().iter().map(Action::Place)),
            Ask::Board => {
                into.extend(kinds(self.in_trouble()).map(Action::Board));
                into.push(Action::Decline);
            }
            Ask::Grow => {
                for (sex, adult) in Sex::ALL.into_iter().zip(Bear::ADULTS) {
                    if self.supply.of(adult) > 0 && self.keeps_the_mix(adult) {
                        into.push(Action::Grow(sex));
                    }
                }
            }
            Ask::ChooseAlert => into.extend(self.face_up.iter().map(Action::Alert)),
            _ => {}
        }
    }

    #[inline]
    fn list_actions(&self, into: &mut Vec<Action>) {
        into.push(Action::End);
        let ship = self.ship();
        let around = ship.hex.neighbours();
        if ship.room() > 0 && (self.left > 0 || self.free_load) {
            for hex in around & self.crowded {
                into.extend(kinds(self.bears_on(hex)).map(|bear| Action::Load(bear, hex)));
            }
        }
        let ice = around & (self.ice | self.floats);
        if self.grab_open {
            into.extend((ice & self.data).iter().map(Action::Grab));
        }
        if self.left == 0 {
            return;
        }
        into.extend((ice & self.data).iter().map(Action::Data));
        into.extend(ice.iter().map(Action::Break));
        if ship.aboard.total() > 0 && NEXT_TO_BASE.has(ship.hex) {
            into.push(Action::Unload);
        }
        into.extend(self.sails().iter().map(Action::Sail));
    }
}

/// The kinds of bears that are among these.
#[inline]
fn kinds(bears: Bears) -> impl Iterator<Item = Bear> {
    Bear::ALL.into_iter().filter(move |&bear| bears.of(bear) > 0)
}

/// Can `left` cubs grow up so that both sexes stand on a tile with these adults, given this supply?
#[inline]
fn mixes(males: u8, females: u8, males_left: u8, females_left: u8, left: u8) -> bool {
    let fewest = u8::from(males == 0).max(left.saturating_sub(females_left));
    let Some(most) = left.checked_sub(u8::from(females == 0)) else { return false };
    fewest <= most.min(males_left)
}
