//! What happens: set-up, actions, answers, dice, and what follows from them by itself.
//!
//! Whatever a step sets going is noted in the position (a tile that goes, an Alert Token to choose, data to place …).
//! `carry_on` takes up the first of these in the order of the book, until somebody or something must decide.

use polynya_engine::Luck;

use super::board::{
    self, Ability, Bear, Bears, Card, Hex, HexSet, INNER, Number, STARTS, Set, ShipName, TILE_ROOM, Tile, Upgrade,
};
use super::words::{Action, Chance, Event, Sex, Slot};
use super::{Ask, Ending, HEXES, RescuePolarBears, Setup, Ship, Stage, Trouble};

impl RescuePolarBears {
    /// The position before the first tile is dealt.
    pub(super) fn new(setup: Setup) -> RescuePolarBears {
        let nobody =
            Ship { name: ShipName::BreezeDragon, hex: STARTS[0], aboard: Bears::NONE, upgraded: [false; 2], blue: 0 };
        RescuePolarBears {
            ice: HexSet::NONE,
            support: HexSet::NONE,
            floats: HexSet::NONE,
            data: HexSet::NONE,
            crowded: HexSet::NONE,
            full: HexSet::NONE,
            positions: INNER,
            lying: Set::NONE,
            face_down: board::NUMBERS,
            face_up: Set::NONE,
            cards: board::CARDS,
            turns: 0,
            setup,
            hex_of: [Hex(0); board::ICE_TILES as usize],
            number_on: [Number(1); HEXES],
            bears: [Bears::NONE; board::ICE_TILES as usize],
            supply: board::FIGURES,
            unborn: 0,
            ships: [nobody; 4],
            afloat: 0,
            active: 0,
            temperature: setup.start_temperature,
            alert: None,
            helicopters: board::HELICOPTERS,
            reserve: board::HELICOPTER_TOKENS - board::HELICOPTERS,
            flown: 0,
            collected: 0,
            ask: Ask::Tile,
            stage: Stage::SetUp,
            ending: None,
            left: 0,
            free_load: false,
            grab_open: false,
            grabbed: false,
            supported: false,
            quiet: false,
            extra: 0,
            dealing: INNER.first().expect("the map has hexes"),
            card: None,
            scene: Number(1),
            trouble: Trouble::None,
            no_boarding: false,
            lifting: 0,
            lifted: None,
            growing: 0,
            revealing: 0,
            placing: 0,
            choosing: false,
            refill: false,
            docked: false,
        }
    }

    /// How many tiles of each kind are not dealt yet: support, ocean, float.
    #[inline]
    fn undealt(&self) -> [u8; 3] {
        let floats = if self.setup.rough_road { board::FLOAT_TILES } else { 0 };
        let dealt = INNER.before(self.dealing).len();
        let oceans = dealt - self.ice.len() - self.support.len() - self.floats.len();
        [board::SUPPORT_TILES - self.support.len(), board::OCEAN_TILES - floats - oceans, floats - self.floats.len()]
    }

    /// The Position Cards that can be drawn: when the deck is empty, the discards are shuffled.
    #[inline]
    fn position_deck(&self) -> HexSet {
        if self.positions.is_empty() { INNER } else { self.positions }
    }

    #[inline]
    fn ships_undrawn(&self) -> Set<ShipName> {
        let drawn = self.ships().iter().fold(Set::NONE, |drawn, ship| drawn | Set::only(ship.name));
        board::SHIPS & !drawn
    }

    #[inline]
    pub(super) fn chances(&self, each: &mut impl FnMut(Chance, u32)) {
        match self.ask {
            Ask::Tile => {
                (board::NUMBERS & !self.lying).iter().for_each(|number| each(Chance::Tile(Tile::Ice(number)), 1));
                let kinds = [Tile::Support, Tile::Ocean, Tile::Float];
                for (tile, left) in kinds.into_iter().zip(self.undealt()) {
                    if left > 0 {
                        each(Chance::Tile(tile), u32::from(left));
                    }
                }
            }
            Ask::Ship => self.ships_undrawn().iter().for_each(|name| each(Chance::Ship(name), 1)),
            Ask::Position => self.position_deck().iter().for_each(|hex| each(Chance::Position(hex), 1)),
            Ask::DrawAlert => self.face_down.iter().for_each(|number| each(Chance::Alert(number), 1)),
            Ask::Reveal => self.face_down.iter().for_each(|number| each(Chance::Reveal(number), 1)),
            Ask::Support => self.cards.iter().for_each(|card| each(Chance::Support(card), 1)),
            Ask::D20 => board::NUMBERS.iter().for_each(|number| each(Chance::D20(number), 1)),
            Ask::D6 => (1..=6).for_each(|pips| each(Chance::D6(pips), 1)),
            _ => {}
        }
    }

    /// One outcome by the odds, found without listing them.
    #[inline]
    pub(super) fn drawn(&self, luck: &mut impl Luck) -> Chance {
        match self.ask {
            Ask::Tile => self.drawn_tile(luck),
            Ask::Ship => Chance::Ship(one_of(self.ships_undrawn(), luck)),
            Ask::Position => Chance::Position(one_of(self.position_deck(), luck)),
            Ask::DrawAlert => Chance::Alert(one_of(self.face_down, luck)),
            Ask::Reveal => Chance::Reveal(one_of(self.face_down, luck)),
            Ask::Support => Chance::Support(one_of(self.cards, luck)),
            Ask::D20 => Chance::D20(Number(luck.below(u32::from(board::ICE_TILES)) as u8 + 1)),
            _ => Chance::D6(luck.below(6) as u8 + 1),
        }
    }

    fn drawn_tile(&self, luck: &mut impl Luck) -> Chance {
        let ice = board::NUMBERS & !self.lying;
        let [support, ocean, float] = self.undealt();
        let point = luck.below(u32::from(ice.len() + support + ocean + float));
        if let Some(number) = ice.nth(point.min(u32::from(ice.len()))) {
            return Chance::Tile(Tile::Ice(number));
        }
        let rest = point as u8 - ice.len();
        let tile = if rest < support {
            Tile::Support
        } else if rest < support + ocean {
            Tile::Ocean
        } else {
            Tile::Float
        };
        Chance::Tile(tile)
    }

    #[inline]
    pub(super) fn decide(&mut self, chance: Chance, emit: &mut impl FnMut(Event)) {
        match chance {
            Chance::Tile(tile) => self.deal(tile, emit),
            Chance::Ship(name) => self.muster(name, emit),
            Chance::Position(hex) => self.position_card(hex, emit),
            Chance::Alert(number) => self.draw_alert(number, emit),
            Chance::Reveal(number) => self.reveal(number, emit),
            Chance::Support(card) => {
                self.cards.remove(card);
                self.card = Some(card);
                self.ask = Ask::Card;
                emit(Event::CardDrawn { card });
            }
            Chance::D20(number) => self.grow_or_breed(number, emit),
            Chance::D6(pips) => self.warm_up(pips, emit),
        }
    }

    fn deal(&mut self, tile: Tile, emit: &mut impl FnMut(Event)) {
        let hex = self.dealing;
        match tile {
            Tile::Ice(number) => {
                let bears = board::BEARS_ON[number.index()];
                self.ice.insert(hex);
                self.lying.insert(number);
                self.hex_of[number.index()] = hex;
                self.number_on[usize::from(hex.0)] = number;
                self.bears[number.index()] = bears;
                self.count_bears(number);
                self.supply.males -= bears.males;
                self.supply.females -= bears.females;
                self.supply.cubs -= bears.cubs;
            }
            Tile::Support => self.support.insert(hex),
            Tile::Float => self.floats.insert(hex),
            Tile::Ocean | Tile::Base => {}
        }
        emit(Event::Dealt { hex, tile });
        let next = (hex.0 + 1..HEXES as u8).map(Hex).find(|&hex| INNER.has(hex));
        match next {
            Some(next) => self.dealing = next,
            None => self.ask = Ask::Ship,
        }
    }

    fn muster(&mut self, name: ShipName, emit: &mut impl FnMut(Event)) {
        let hex = STARTS[usize::from(self.afloat)];
        self.ships[usize::from(self.afloat)] = Ship { name, hex, aboard: Bears::NONE, upgraded: [false; 2], blue: 0 };
        self.afloat += 1;
        emit(Event::Mustered { ship: name, hex });
        if self.afloat == self.setup.ships {
            self.placing = 1;
            self.carry_on(emit);
        }
    }

    fn position_card(&mut self, hex: Hex, emit: &mut impl FnMut(Event)) {
        self.positions = self.position_deck();
        self.positions.remove(hex);
        if (self.data | self.ship_hexes()).has(hex) {
            emit(Event::PositionTaken { hex });
        } else {
            self.data.insert(hex);
            self.placing -= 1;
            emit(Event::DataPlaced { hex });
        }
        self.carry_on(emit);
    }

    fn draw_alert(&mut self, number: Number, emit: &mut impl FnMut(Event)) {
        self.face_down.remove(number);
        if self.lying.has(number) {
            self.set_alert(number, emit);
        } else {
            emit(Event::AlertGone { number });
        }
        self.carry_on(emit);
    }

    fn set_alert(&mut self, number: Number, emit: &mut impl FnMut(Event)) {
        self.alert = Some(number);
        self.choosing = false;
        emit(Event::AlertSet { number, hex: self.hex_of[number.index()] });
    }

    fn reveal(&mut self, number: Number, emit: &mut impl FnMut(Event)) {
        self.face_down.remove(number);
        self.face_up.insert(number);
        self.revealing -= 1;
        emit(Event::Revealed { number });
        self.carry_on(emit);
    }

    #[inline]
    pub(super) fn act(&mut self, action: Action, emit: &mut impl FnMut(Event)) {
        match action {
            Action::Sail(hex) => self.sail(hex, emit),
            Action::Load(bear, hex) => self.load(bear, hex, emit),
            Action::Data(hex) => {
                self.spend();
                self.collect(hex, emit);
            }
            Action::Grab(hex) => {
                self.close_windows();
                self.grabbed = true;
                self.collect(hex, emit);
            }
            Action::Unload => self.unload(emit),
            Action::Break(hex) => {
                self.spend();
                emit(Event::Broke { ship: self.ship().name, hex });
                self.clear(hex, Trouble::Broken, emit);
            }
            Action::End => self.end_actions(emit),
            Action::Upgrade(name, slot) => self.upgrade(name, slot, emit),
            Action::Use => self.use_card(emit),
            Action::Decline if self.ask == Ask::Card => {
                if let Some(card) = self.card.take() {
                    emit(Event::CardDeclined { card });
                }
                self.carry_on(emit);
            }
            Action::Decline => {
                self.no_boarding = true;
                self.carry_on(emit);
            }
            Action::Remove(hex) => {
                self.card = None;
                emit(Event::Blown { hex });
                self.clear(hex, Trouble::Blown, emit);
            }
            Action::Lift(bear, hex) => self.lift(bear, hex, emit),
            Action::Enough => self.end_lift(emit),
            Action::Flee(bear, hex) => self.flee(bear, hex, emit),
            Action::Place(hex) => self.place(hex, emit),
            Action::Board(bear) => self.board(bear, emit),
            Action::Grow(sex) => self.grow(sex, emit),
            Action::Alert(number) => {
                self.face_up.remove(number);
                self.set_alert(number, emit);
                self.carry_on(emit);
            }
        }
    }

    /// An action is spent, and whatever had to follow the last one directly is lost.
    #[inline]
    fn spend(&mut self) {
        self.left -= 1;
        self.close_windows();
    }

    #[inline]
    fn close_windows(&mut self) {
        self.free_load = false;
        self.grab_open = false;
    }

    #[inline]
    fn sail(&mut self, hex: Hex, emit: &mut impl FnMut(Event)) {
        self.spend();
        let ship = self.ship_mut();
        let (name, from) = (ship.name, ship.hex);
        ship.hex = hex;
        emit(Event::Sailed { ship: name, from, to: hex });
        self.grab_open = self.ship().can(Ability::Grabs) && !self.grabbed;
        self.docked = self.support.has(hex);
        if self.data.has(hex) {
            self.collect(hex, emit);
        } else if self.docked {
            self.carry_on(emit);
        }
    }

    #[inline]
    fn load(&mut self, bear: Bear, hex: Hex, emit: &mut impl FnMut(Event)) {
        let free = self.free_load;
        if free {
            self.close_windows();
        } else {
            self.spend();
            self.free_load = self.ship().can(Ability::LoadsTwo);
        }
        let number = self.number_on[usize::from(hex.0)];
        self.bears[number.index()].give(bear, &mut self.ships[usize::from(self.active)].aboard);
        self.count_bears(number);
        emit(Event::Loaded { ship: self.ship().name, bear, hex, free });
    }

    fn unload(&mut self, emit: &mut impl FnMut(Event)) {
        self.spend();
        let ship = self.ship_mut();
        let (name, bears) = (ship.name, std::mem::take(&mut ship.aboard));
        self.supply.add(bears);
        emit(Event::Unloaded { ship: name, bears });
    }

    /// The bears of a tile changed: it may be empty now, or full.
    #[inline]
    pub(super) fn count_bears(&mut self, number: Number) {
        let (hex, total) = (self.hex_of[number.index()], self.bears[number.index()].total());
        self.crowded.remove(hex);
        self.full.remove(hex);
        if total > 0 {
            self.crowded.insert(hex);
        }
        if total >= TILE_ROOM {
            self.full.insert(hex);
        }
    }

    fn collect(&mut self, hex: Hex, emit: &mut impl FnMut(Event)) {
        self.data.remove(hex);
        self.collected += 1;
        emit(Event::Collected { ship: self.ship().name, hex, count: self.collected });
        if self.collected == self.target() {
            self.stop(Ending::Won, emit);
            return;
        }
        self.refill = true;
        if self.upgrade_spots().contains(&self.collected) {
            self.ask = Ask::Upgrade;
        } else {
            self.carry_on(emit);
        }
    }

    fn upgrade(&mut self, name: ShipName, slot: Slot, emit: &mut impl FnMut(Event)) {
        let index = self.ships().iter().position(|ship| ship.name == name).expect("the ship was checked to sail");
        self.ships[index].upgraded[slot as usize] = true;
        emit(Event::Upgraded { ship: name, slot });
        match name.hull().upgrades[slot as usize] {
            Upgrade::Action if index == usize::from(self.active) => self.left += 1,
            Upgrade::Data => self.placing = board::AURORA_DATA,
            Upgrade::Helicopter => self.add_helicopter(emit),
            Upgrade::Card => {
                self.ask = Ask::Support;
                return;
            }
            Upgrade::Action | Upgrade::SlowHold | Upgrade::Speed | Upgrade::Hold => {}
        }
        self.carry_on(emit);
    }

    fn add_helicopter(&mut self, emit: &mut impl FnMut(Event)) {
        if self.reserve > 0 {
            self.reserve -= 1;
            self.helicopters += 1;
            emit(Event::HelicopterCame { now: self.helicopters });
        }
    }

    fn use_card(&mut self, emit: &mut impl FnMut(Event)) {
        let Some(card) = self.card else { return };
        emit(Event::CardUsed { card });
        match card {
            Card::DemolitionCharge if !(self.ice | self.floats).is_empty() => {
                self.ask = Ask::Remove;
                return;
            }
            Card::Airlift if !self.crowded.is_empty() => {
                self.lifting = board::AIRLIFT;
                self.ask = Ask::Lift;
                return;
            }
            Card::DemolitionCharge | Card::Airlift => {}
            Card::ColdSnap => self.cool(board::COLD_SNAP, emit),
            Card::ExtraHelicopter => self.add_helicopter(emit),
            Card::SurveyBurst => self.placing = board::SURVEY_BURST,
            Card::SatelliteForecast => self.revealing = board::SATELLITE_FORECAST,
            Card::Overtime => self.left += board::OVERTIME,
            Card::AllHands => {
                self.left += 1;
                let active = usize::from(self.active);
                let others = self.ships[..usize::from(self.afloat)].iter_mut().enumerate();
                others.filter(|&(index, _)| index != active).for_each(|(_, ship)| ship.blue += 1);
            }
            Card::NewForecast => {
                if let Some(number) = self.alert.take() {
                    self.face_down.insert(number);
                    self.choosing = true;
                }
            }
            Card::QuietSeason => self.quiet = true,
        }
        self.card = None;
        self.carry_on(emit);
    }

    fn lift(&mut self, bear: Bear, hex: Hex, emit: &mut impl FnMut(Event)) {
        let number = self.number_on[usize::from(hex.0)];
        self.bears[number.index()].give(bear, &mut self.supply);
        self.count_bears(number);
        emit(Event::Lifted { bear, hex });
        self.lifting -= 1;
        self.lifted = Some(hex);
        if self.lifting == 0 || !self.crowded.has(hex) {
            self.end_lift(emit);
        }
    }

    fn end_lift(&mut self, emit: &mut impl FnMut(Event)) {
        self.card = None;
        self.lifting = 0;
        self.lifted = None;
        self.carry_on(emit);
    }

    fn cool(&mut self, by: u8, emit: &mut impl FnMut(Event)) {
        let before = self.temperature;
        self.temperature = before.saturating_sub(by);
        if self.temperature != before {
            emit(Event::Cooled { by: before - self.temperature, to: self.temperature });
        }
    }

    /// A tile begins to go. An ice float has neither bears nor an alert and is gone at once.
    fn clear(&mut self, hex: Hex, trouble: Trouble, emit: &mut impl FnMut(Event)) {
        if self.floats.has(hex) {
            self.floats.remove(hex);
        } else {
            self.scene = self.number_on[usize::from(hex.0)];
            self.trouble = trouble;
        }
        self.carry_on(emit);
    }

    fn flee(&mut self, bear: Bear, hex: Hex, emit: &mut impl FnMut(Event)) {
        let (from, to) = (self.scene, self.number_on[usize::from(hex.0)]);
        *self.bears[from.index()].slot(bear) -= 1;
        *self.bears[to.index()].slot(bear) += 1;
        self.count_bears(from);
        self.count_bears(to);
        emit(Event::Fled { bear, from: self.scene_hex(), to: hex });
        self.carry_on(emit);
    }

    fn place(&mut self, hex: Hex, emit: &mut impl FnMut(Event)) {
        let number = self.number_on[usize::from(hex.0)];
        self.unborn -= 1;
        self.bears[number.index()].cubs += 1;
        self.count_bears(number);
        emit(Event::CubPlaced { hex });
        self.carry_on(emit);
    }

    fn board(&mut self, bear: Bear, emit: &mut impl FnMut(Event)) {
        let catcher = self.catcher().expect("boarding was asked because a ship is there");
        if self.trouble == Trouble::Birth {
            self.unborn -= 1;
        } else {
            *self.bears[self.scene.index()].slot(bear) -= 1;
            self.count_bears(self.scene);
        }
        let ship = &mut self.ships[catcher];
        *ship.aboard.slot(bear) += 1;
        emit(Event::Boarded { ship: ship.name, bear });
        self.carry_on(emit);
    }

    /// What the match waits for next: the first thing that is still to be done, in the order of the book.
    #[inline]
    fn carry_on(&mut self, emit: &mut impl FnMut(Event)) {
        self.ask = self.next_ask(emit);
    }

    fn next_ask(&mut self, emit: &mut impl FnMut(Event)) -> Ask {
        if self.trouble != Trouble::None
            && let Some(ask) = self.bears_in_trouble(emit)
        {
            return ask;
        }
        if self.choosing
            && let Some(ask) = self.alert_to_choose()
        {
            return ask;
        }
        if self.revealing > 0 && !self.face_down.is_empty() {
            return Ask::Reveal;
        }
        self.revealing = 0;
        if self.placing > 0 && self.spare_data() > 0 {
            return Ask::Position;
        }
        self.placing = 0;
        if self.refill {
            self.refill = false;
            if self.data.is_empty() {
                self.placing = 1;
                return Ask::Position;
            }
        }
        if self.docked {
            self.docked = false;
            let (hex, card) = (self.ship().hex, !self.supported);
            self.support.remove(hex);
            emit(Event::SupportReached { hex, card });
            if card {
                self.supported = true;
                return Ask::Support;
            }
        }
        match self.stage {
            Stage::SetUp if self.alert.is_none() => {
                self.choosing = true;
                Ask::DrawAlert
            }
            Stage::SetUp => self.begin_turn(emit),
            Stage::Action => Ask::Act,
            Stage::Growth if self.growing > 0 => Ask::Grow,
            Stage::Growth => Ask::D6,
            Stage::Heat => self.end_turn(emit),
        }
    }

    /// Bears without ice under them flee, then board, then sink; then their tile is gone.
    fn bears_in_trouble(&mut self, emit: &mut impl FnMut(Event)) -> Option<Ask> {
        let bears = self.in_trouble();
        let count = bears.total();
        if count > 0 {
            if !self.refuges().is_empty() {
                return Some(if self.trouble == Trouble::Birth { Ask::Place } else { Ask::Flee });
            }
            if !self.no_boarding && self.catcher().is_some() {
                return Some(Ask::Board);
            }
            emit(Event::Sank { hex: self.scene_hex(), count, helicopters: self.helicopters });
            if count > self.helicopters {
                self.stop(Ending::Sunk, emit);
                return Some(Ask::Over);
            }
            self.helicopters -= count;
            self.flown += count;
            self.supply.add(bears);
            self.bears_are_gone();
        }
        self.no_boarding = false;
        let trouble = std::mem::replace(&mut self.trouble, Trouble::None);
        match trouble {
            Trouble::None | Trouble::Birth => None,
            Trouble::Broken => {
                let more = self.ship().can(Ability::CoolsMore);
                self.tile_is_gone();
                self.cool(if more { board::WHITE_WAVE_COOLS } else { board::BREAKING_COOLS }, emit);
                None
            }
            Trouble::Blown => {
                self.tile_is_gone();
                self.cool(board::BREAKING_COOLS, emit);
                None
            }
            Trouble::Melting => {
                self.tile_is_gone();
                self.cool(board::MELTING_COOLS, emit);
                self.too_hot(emit)
            }
        }
    }

    fn bears_are_gone(&mut self) {
        if self.trouble == Trouble::Birth {
            self.unborn = 0;
        } else {
            self.bears[self.scene.index()] = Bears::NONE;
            self.count_bears(self.scene);
        }
    }

    /// The Ice Tile of the scene leaves the board; if it was the alert's, a new Alert Token is chosen.
    fn tile_is_gone(&mut self) {
        self.ice.remove(self.scene_hex());
        self.lying.remove(self.scene);
        if self.alert == Some(self.scene) {
            self.alert = None;
            self.choosing = true;
        }
    }

    fn too_hot(&mut self, emit: &mut impl FnMut(Event)) -> Option<Ask> {
        (self.temperature > board::HOTTEST).then(|| {
            self.stop(Ending::Heat, emit);
            Ask::Over
        })
    }

    /// Face-up tokens first, without those whose tile is gone; then face-down ones; then there is no alert any more.
    fn alert_to_choose(&mut self) -> Option<Ask> {
        self.face_up = self.face_up & self.lying;
        if !self.face_up.is_empty() {
            Some(Ask::ChooseAlert)
        } else if !self.face_down.is_empty() {
            Some(Ask::DrawAlert)
        } else {
            self.choosing = false;
            None
        }
    }

    fn begin_turn(&mut self, emit: &mut impl FnMut(Event)) -> Ask {
        self.stage = Stage::Action;
        self.close_windows();
        self.grabbed = false;
        self.supported = false;
        self.quiet = false;
        self.extra = 0;
        let ship = self.ship_mut();
        let blue = std::mem::take(&mut ship.blue);
        let (name, actions, reveals) = (ship.name, ship.actions() + blue, ship.can(Ability::Reveals));
        self.left = actions;
        emit(Event::TurnOf { ship: name });
        if reveals && !self.face_down.is_empty() {
            self.revealing = 1;
            return Ask::Reveal;
        }
        Ask::Act
    }

    fn end_actions(&mut self, emit: &mut impl FnMut(Event)) {
        emit(Event::ActionsEnded { ship: self.ship().name, unused: self.left });
        self.left = 0;
        self.close_windows();
        self.stage = Stage::Growth;
        self.ask = if self.quiet { Ask::D6 } else { Ask::D20 };
    }

    fn end_turn(&mut self, emit: &mut impl FnMut(Event)) -> Ask {
        self.turns += 1;
        if self.turns >= self.setup.limit {
            self.stop(Ending::Limit, emit);
            return Ask::Over;
        }
        self.active = if self.active + 1 < self.afloat { self.active + 1 } else { 0 };
        self.begin_turn(emit)
    }

    /// The blue die has fallen.
    fn grow_or_breed(&mut self, number: Number, emit: &mut impl FnMut(Event)) {
        emit(Event::BlueDie { number });
        let bears = if self.lying.has(number) { self.bears[number.index()] } else { Bears::NONE };
        let (pair, cubs) = (bears.males > 0 && bears.females > 0, bears.cubs > 0);
        self.scene = number;
        if pair && !(cubs && self.setup.growth_first) {
            self.breed(emit);
        } else if cubs {
            self.begin_growth(emit);
        } else {
            self.extra = if self.setup.rapid_warming { board::RAPID_WARMING } else { board::WARMING };
            emit(Event::Warmer { extra: self.extra });
        }
        self.carry_on(emit);
    }

    /// Two cubs are born; their own tile is filled first.
    fn breed(&mut self, emit: &mut impl FnMut(Event)) {
        let cubs = board::LITTER.min(self.supply.cubs);
        let here = &mut self.bears[self.scene.index()];
        let stay = cubs.min(TILE_ROOM - here.total());
        here.cubs += stay;
        self.supply.cubs -= cubs;
        self.count_bears(self.scene);
        emit(Event::Born { number: self.scene, hex: self.scene_hex(), count: cubs });
        if cubs < board::LITTER {
            self.shortage(emit);
        }
        self.unborn = cubs - stay;
        self.trouble = Trouble::Birth;
    }

    /// As many cubs of the tile grow up as there are adults in the supply.
    fn begin_growth(&mut self, emit: &mut impl FnMut(Event)) {
        let cubs = self.bears[self.scene.index()].cubs;
        self.growing = cubs.min(self.supply.adults());
        emit(Event::Growth { number: self.scene, hex: self.scene_hex(), count: self.growing });
        if self.growing < cubs {
            self.shortage(emit);
        }
    }

    fn grow(&mut self, sex: Sex, emit: &mut impl FnMut(Event)) {
        let adult = Bear::from(sex);
        let here = &mut self.bears[self.scene.index()];
        here.give(Bear::Cub, &mut self.supply);
        self.supply.give(adult, here);
        let one_sided = here.adults() > 1 && (here.males == 0 || here.females == 0);
        self.growing -= 1;
        emit(Event::Grew { hex: self.scene_hex(), bear: adult });
        if self.growing == 0 && one_sided {
            self.shortage(emit);
        }
        self.carry_on(emit);
    }

    /// Figures are missing or do not mix: once in a turn, whatever the number of reasons.
    fn shortage(&mut self, emit: &mut impl FnMut(Event)) {
        if self.extra == 0 {
            self.extra = board::SHORTAGE;
            emit(Event::Shortage { extra: self.extra });
        }
    }

    /// The red die has fallen.
    fn warm_up(&mut self, pips: u8, emit: &mut impl FnMut(Event)) {
        self.stage = Stage::Heat;
        self.temperature += pips + self.extra;
        emit(Event::RedDie { pips, extra: self.extra, to: self.temperature });
        match self.alert {
            Some(number) if self.temperature >= number.get() => {
                self.scene = number;
                self.trouble = Trouble::Melting;
                emit(Event::Melting { number, hex: self.scene_hex() });
            }
            Some(_) => {}
            None => {
                if let Some(ask) = self.too_hot(emit) {
                    self.ask = ask;
                    return;
                }
            }
        }
        self.carry_on(emit);
    }

    /// The match is over, and what was still to be done is not done any more.
    fn stop(&mut self, ending: Ending, emit: &mut impl FnMut(Event)) {
        self.ending = Some(ending);
        self.ask = Ask::Over;
        self.placing = 0;
        self.revealing = 0;
        self.refill = false;
        self.docked = false;
        self.choosing = false;
        emit(Event::Over { ending, collected: self.collected });
    }
}

/// Any of them, each equally likely.
#[inline]
fn one_of<T: super::Member>(set: Set<T>, luck: &mut impl Luck) -> T {
    set.nth(luck.below(u32::from(set.len()))).expect("the number is below the size of the set")
}
