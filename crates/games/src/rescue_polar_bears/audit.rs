//! What must be true of every position.

use polynya_engine::{Audit, Game, must};

use super::board::{
    self, Ability, Bears, Card, FACES, HOTTEST, HexSet, INNER, NUMBERS, Numbers, RAPID_WARMING, SHIPS, TILE_ROOM,
    Upgrade,
};
use super::event::Ending;
use super::kept::Kept;
use super::options::RescueOptions;
use super::sea::Sea;
use super::state::{AlertSupply, Decks, Helicopters, Pending, Peril, Scene, TurnState};
use super::{Awaiting, RescuePolarBears, Setup, Ship, Stage};

/// No match has more turns than this.
const MOST_TURNS: u32 = u32::MAX / 2;

impl Audit for RescuePolarBears {
    fn audit(&self) -> Result<(), String> {
        self.audit_setup()?;
        self.audit_tiles()?;
        self.audit_ships()?;
        self.audit_bears()?;
        self.audit_helicopters()?;
        self.audit_tokens()?;
        self.audit_alerts()?;
        self.audit_stage()?;
        self.audit_turn()?;
        self.audit_scene()?;
        self.audit_pending()?;
        self.audit_ending()
    }
}

impl RescuePolarBears {
    /// The match is one that options can ask for.
    fn audit_setup(&self) -> Result<(), String> {
        let Setup { seats, ships, start_temperature, variants, limit, rulings, contents } = self.setup;
        let options = RescueOptions {
            start_temperature: u64::from(start_temperature),
            rough_road: variants.rough_road,
            rapid_warming: variants.rapid_warming,
            growth_first: variants.growth_first,
            ships: Some(u64::from(ships)),
            turn_limit: limit.map(u64::from),
            collect_by_choice: rulings.collect_by_choice,
            lone_cub_counts: rulings.lone_cub_counts,
            heat_without_ice: rulings.heat_without_ice,
            kept: Kept::default(),
            contents,
        };
        must(Setup::read(&options, seats) == Ok(self.setup), "no options lead to this match")?;
        must(self.turns <= limit.unwrap_or(MOST_TURNS).min(MOST_TURNS), "the match went on after its last turn")?;
        // The turn at which the match stops is counted, but does not pass.
        let passed = self.turns.saturating_sub(u32::from(self.ending == Some(Ending::Limit)));
        must(self.fleet.active() as u32 == passed % u32::from(ships), "the turn is another ship's")
    }

    fn audit_tiles(&self) -> Result<(), String> {
        let Sea { ice, support, floats, lying, dealing, .. } = self.sea;
        // Beyond the hex that is dealt next lies what was kept.
        must((ice | support | floats).difference(INNER).is_empty(), "a tile lies where none was dealt")?;
        must(dealing.is_none_or(|hex| !self.sea.tiles().contains(hex)), "a tile is dealt where one lies")?;
        let apart = (ice & support) | (ice & floats) | (support & floats);
        must(apart.is_empty(), "two tiles lie on one hex")?;
        must(ice.len() == lying.len(), "Ice Tiles are miscounted")?;
        must(support.len() <= usize::from(board::SUPPORT_TILES), "there are too many Support Tiles")?;
        must(floats.len() <= usize::from(self.setup.floats()), "there are too many ice floats")?;
        must((self.awaiting == Awaiting::Tile) == dealing.is_some(), "hexes were left out in the deal")?;
        must(dealing.is_none_or(|hex| INNER.contains(hex)), "a tile is dealt to the border")?;
        for number in NUMBERS {
            let hex = self.sea.hex_of(number);
            must(!self.sea.is_dealt(number) || self.sea.number_on(hex) == number, "two Ice Tiles have one hex")?;
            must(ice.contains(hex) == lying.contains(number), "an Ice Tile is not where its number is")?;
            let other = (support | floats).contains(hex);
            must(dealing.is_some() || self.sea.is_dealt(number) && !other, "an Ice Tile was never dealt")?;
            must(dealing.is_none() || self.sea.is_dealt(number) == lying.contains(number), "ice is gone too early")?;
        }
        if self.stage == Stage::SetUp {
            let oceans = self.sea.dealt().difference(ice | support | floats).len();
            must(oceans <= usize::from(board::OCEAN_TILES - self.setup.floats()), "there are too many Ocean Tiles")?;
        }
        Ok(())
    }

    fn audit_ships(&self) -> Result<(), String> {
        let pieces = self.setup.pieces();
        let (mut names, mut hexes, mut upgrades) = (SHIPS, HexSet::NONE, 0);
        for (index, ship) in self.fleet.ships().iter().enumerate() {
            must(names.contains(ship.name) && !hexes.contains(ship.hex), "two ships are one, or share a hex")?;
            names.remove(ship.name);
            hexes.insert(ship.hex);
            must(self.sea.navigable().contains(ship.hex), "a ship is not on water")?;
            must(ship.aboard.exist() && ship.aboard.total() <= ship.capacity(), "a ship carries too many bears")?;
            must(ship.blue <= self.drawn(Card::AllHands), "a ship has more blue actions than cards give")?;
            upgrades += ship.upgraded.iter().filter(|&&taken| taken).count();
            let waits = *ship == Ship::new(ship.name, pieces.hull(ship.name), pieces.starts[index]);
            must(ship.hull == pieces.hull(ship.name), "a ship has another board than the box")?;
            must(waits || self.stage != Stage::SetUp, "a ship left its start before the first turn")?;
        }
        let (drawn, all) = (self.fleet.len(), self.setup.ships);
        let mustered = match self.awaiting {
            Awaiting::Tile => drawn == 0,
            Awaiting::Ship => drawn < all,
            _ => drawn == all,
        };
        must(mustered, "ships are missing, or were drawn early")?;
        let left = self.setup.rulings.collect_by_choice;
        must(left || (hexes & self.sea.data).is_empty(), "a ship lies on a Data Token")?;
        let docked = if self.pending.docked { HexSet::from(self.fleet.ship().hex) } else { HexSet::NONE };
        let on_support = hexes & self.sea.support;
        must(on_support == docked || self.ending.is_some(), "a ship lies on a Support Tile")?;
        let earned = self.upgrade_spots().iter().filter(|&&spot| spot <= self.collected).count();
        let asked = self.awaiting == Awaiting::Upgrade;
        must(!asked || self.upgrade_spots().contains(&self.collected), "an Upgrade Token comes from nowhere")?;
        must(upgrades + usize::from(asked) == earned, "Upgrade Tokens are lost or doubled")
    }

    /// Can any heat be borne, because no ice is left that would melt?
    fn may_boil(&self) -> bool {
        !self.setup.rulings.heat_without_ice && self.sea.lying.is_empty()
    }

    fn audit_bears(&self) -> Result<(), String> {
        must(self.supply.exist() && self.scene.unborn <= board::LITTER, "bears are doubled")?;
        let mut all = self.supply;
        all.cubs += self.scene.unborn;
        let (mut crowded, mut full) = (HexSet::NONE, HexSet::NONE);
        for number in NUMBERS {
            let (bears, hex) = (self.sea.bears(number), self.sea.hex_of(number));
            must(self.sea.lying.contains(number) || bears == Bears::NONE, "bears stand on a tile that is gone")?;
            must(bears.total() <= TILE_ROOM, "an Ice Tile holds too many bears")?;
            if bears.total() > 0 {
                crowded.insert(hex);
            }
            if bears.total() == TILE_ROOM {
                full.insert(hex);
            }
            all.add(bears);
        }
        must((crowded, full) == (self.sea.crowded, self.sea.full), "crowded tiles are miscounted")?;
        self.fleet.ships().iter().for_each(|ship| all.add(ship.aboard));
        must(all == self.setup.pieces().figures, &format!("bears are lost or doubled: {all:?}"))
    }

    fn audit_helicopters(&self) -> Result<(), String> {
        let Helicopters { ready, reserve, flown } = self.helicopters;
        let tokens = [ready, reserve, flown].into_iter().map(u32::from).sum::<u32>();
        must(tokens == u32::from(board::HELICOPTER_TOKENS), "helicopters are lost or doubled")?;
        let came = (board::HELICOPTER_TOKENS - board::HELICOPTERS).checked_sub(reserve);
        let card = self.drawn(Card::ExtraHelicopter);
        let boxes = self.boxes(Upgrade::Helicopter);
        let sound = came.is_some_and(|came| (boxes..=boxes + card).contains(&came));
        must(sound, "a helicopter came from nowhere, or did not come")
    }

    fn audit_tokens(&self) -> Result<(), String> {
        let (collected, data) = (usize::from(self.collected), self.sea.data);
        must(collected + data.len() <= usize::from(board::DATA_TOKENS), "there are too many Data Tokens")?;
        must(data.difference(INNER).is_empty(), "a Data Token lies outside the inner hexes")?;
        must(self.decks.positions.difference(INNER).is_empty(), "a Position Card names no inner hex")?;
        if self.stage == Stage::SetUp {
            return Ok(());
        }
        let Pending { refill, placing, .. } = self.pending;
        must(!data.is_empty() || refill || placing > 0 || self.ending.is_some(), "no data is in play")?;
        let all = self.setup.pieces().cards;
        let kept = Card::ALL.into_iter().all(|card| self.decks.support.count(card) <= all.count(card));
        must(kept, "the deck holds a Support Card that the box does not have")?;
        let drawn = all.len() - self.decks.support.len() + usize::from(self.awaiting == Awaiting::Support);
        let reached = usize::from(board::SUPPORT_TILES) - self.sea.support.len();
        let earned = reached + usize::from(self.boxes(Upgrade::Card));
        must(drawn <= earned, "a Support Card was drawn for nothing")
    }

    /// Copies of a Support Card that are drawn.
    fn drawn(&self, card: Card) -> u8 {
        self.setup.pieces().cards.count(card).saturating_sub(self.decks.support.count(card))
    }

    /// Upgrade boxes of this kind that hold a token, all ships together.
    fn boxes(&self, upgrade: Upgrade) -> u8 {
        self.fleet.ships().iter().map(|ship| ship.count(upgrade)).sum()
    }

    fn audit_alerts(&self) -> Result<(), String> {
        let alert = self.alert.map_or(Numbers::NONE, Numbers::from);
        let AlertSupply { face_up, face_down } = self.alerts;
        let apart = (alert & face_up) | (alert & face_down) | (face_up & face_down);
        must(apart.is_empty(), "an Alert Token is in two places")?;
        if self.stage == Stage::SetUp {
            return Ok(());
        }
        let (lying, choosing) = (self.sea.lying, self.pending.choosing);
        must(
            lying.difference(alert | face_up | face_down).is_empty(),
            "the Alert Token of a tile on the board is lost",
        )?;
        must(alert.difference(lying).is_empty(), "the alert is for a tile that is gone")?;
        let lost = self.ending == Some(Ending::Heat);
        must(choosing || lost || alert.is_empty() == lying.is_empty(), "ice and alert do not agree")?;
        must(!choosing || alert.is_empty(), "a new alert is chosen while there is one")?;
        match self.awaiting {
            Awaiting::ChooseAlert => {
                let usable = !face_up.is_empty() && face_up.difference(lying).is_empty();
                must(usable, "there is no face-up Alert Token to choose")
            }
            Awaiting::DrawAlert => must(face_up.is_empty() && !face_down.is_empty(), "there is no Alert Token to draw"),
            Awaiting::Reveal => must(!face_down.is_empty(), "there is no Alert Token to turn"),
            _ => Ok(()),
        }
    }

    /// What is asked belongs to its part of a turn, and nothing has happened before the first.
    fn audit_stage(&self) -> Result<(), String> {
        let belongs = match self.awaiting {
            Awaiting::Tile | Awaiting::Ship => self.stage == Stage::SetUp,
            Awaiting::Position => matches!(self.stage, Stage::SetUp | Stage::Action),
            Awaiting::DrawAlert => self.stage != Stage::Growth,
            Awaiting::ChooseAlert | Awaiting::Flee => matches!(self.stage, Stage::Action | Stage::Heat),
            Awaiting::D20 | Awaiting::D6 | Awaiting::Place | Awaiting::Grow => self.stage == Stage::Growth,
            Awaiting::Board | Awaiting::Over => self.stage != Stage::SetUp,
            Awaiting::Act
            | Awaiting::Collect
            | Awaiting::Upgrade
            | Awaiting::Card
            | Awaiting::Remove
            | Awaiting::Lift
            | Awaiting::Reveal
            | Awaiting::Support => self.stage == Stage::Action,
        };
        must(belongs, "something is asked in another part of the turn")?;
        if self.stage != Stage::SetUp {
            return Ok(());
        }
        let fresh = RescuePolarBears::new(self.setup);
        let pending = Pending { placing: self.pending.placing, choosing: self.pending.choosing, ..fresh.pending };
        let placed = self.awaiting == Awaiting::DrawAlert;
        must(self.sea.data.len() == usize::from(placed), "data lies there early")?;
        let untouched = RescuePolarBears {
            sea: self.sea,
            fleet: self.fleet,
            supply: self.supply,
            decks: Decks { positions: self.decks.positions, ..fresh.decks },
            awaiting: self.awaiting,
            pending,
            ..fresh
        };
        must(*self == untouched, "something happened before the first turn")
    }

    fn audit_turn(&self) -> Result<(), String> {
        let TurnState { left, free_load, grab_open, grabbed, quiet, extra, .. } = self.turn;
        let (ship, action) = (self.fleet.ship(), self.stage == Stage::Action);
        let most = ship.actions() + self.drawn(Card::AllHands) + board::OVERTIME * self.drawn(Card::Overtime);
        must(left <= if action { most } else { 0 }, "more actions are left than there are")?;
        must(!free_load || action && ship.can(Ability::LoadsTwo), "a bear is loaded for nothing")?;
        must(!(grab_open || grabbed) || ship.can(Ability::Grabs), "a ship grabs that cannot")?;
        must(!(grab_open && (grabbed || !action)), "a grab is open twice in a turn, or after it")?;
        must(!quiet || self.drawn(Card::QuietSeason) > 0, "it is quiet without a card")?;
        let warming = if self.setup.variants.rapid_warming { RAPID_WARMING } else { board::WARMING };
        must(extra <= warming.max(board::SHORTAGE), "the red die counts too much more")?;
        let early = self.stage == Stage::Action || self.awaiting == Awaiting::D20 || quiet;
        must(extra == 0 || !early, "the red die counts more before the blue one fell")?;
        must(self.awaiting != Awaiting::D20 || !quiet, "the blue die falls though it is quiet")?;
        let most = if self.may_boil() { u8::MAX } else { HOTTEST + FACES + RAPID_WARMING };
        must(self.temperature <= most, "no die warms so much")?;
        let asked = self.setup.rulings.collect_by_choice
            && self.sea.data.contains(ship.hex)
            && !self.sea.support.contains(ship.hex)
            && !free_load;
        must(self.awaiting != Awaiting::Collect || asked, "there is no data to take or to leave")
    }

    /// Bears that have no ice under them can go where they are asked to go, and cubs can grow.
    fn audit_scene(&self) -> Result<(), String> {
        let Scene { number, peril, unborn, no_boarding, growing } = self.scene;
        let (over, awaiting) = (self.ending.is_some(), self.awaiting);
        let fleeing = matches!(awaiting, Awaiting::Flee | Awaiting::Place | Awaiting::Board);
        must(over || fleeing == peril.is_some(), "bears are in peril and nobody is asked")?;
        must(!over || peril.is_none() || self.ending == Some(Ending::Sunk), "bears are in peril after the match")?;
        must(over || !no_boarding, "nobody more boards, and yet nobody sank")?;
        must(unborn == 0 || peril == Some(Peril::Birth), "newborn cubs are forgotten")?;
        must((growing > 0) == (awaiting == Awaiting::Grow), "growing cubs are forgotten")?;
        if growing > 0 {
            let most = self.sea.bears(number).cubs.min(self.supply.adults());
            must(growing <= most, "more cubs grow than there are")?;
        }
        let Some(peril) = peril else { return Ok(()) };
        must(self.sea.lying.contains(number), "bears are in peril on a tile that is gone")?;
        let stage = match peril {
            Peril::Broken | Peril::Blown => Stage::Action,
            Peril::Birth => Stage::Growth,
            Peril::Melting => Stage::Heat,
        };
        must(self.stage == stage, "bears are in peril in another part of the turn")?;
        let melts = self.alert == Some(number) && self.temperature >= number.get();
        must(peril != Peril::Melting || melts, "ice melts that is not under alert")?;
        let (count, room) = (self.in_peril().total(), !self.refuges().is_empty());
        let asked = match awaiting {
            Awaiting::Flee => room && peril != Peril::Birth,
            Awaiting::Place => room && peril == Peril::Birth,
            Awaiting::Board => !room && self.catcher().is_some(),
            _ => !room && count > self.helicopters.ready,
        };
        must(asked && count > 0, "bears in peril have another way out")
    }

    fn audit_pending(&self) -> Result<(), String> {
        let Pending { card, lifting, lifted, revealing, placing, choosing, refill, docked } = self.pending;
        let awaiting = self.awaiting;
        let asked = matches!(awaiting, Awaiting::Card | Awaiting::Remove | Awaiting::Lift);
        must(card.is_some() == asked, "a Support Card is forgotten")?;
        must(card.is_none_or(|card| self.drawn(card) > 0), "a drawn card is still in the deck")?;
        let removes = card == Some(Card::DemolitionCharge) && !self.sea.frozen().is_empty();
        must(awaiting != Awaiting::Remove || removes, "there is nothing to blow up")?;
        let lifts = card == Some(Card::Airlift) && !self.sea.crowded.is_empty();
        must(awaiting != Awaiting::Lift || lifts, "there is nobody to airlift")?;
        must((lifting > 0) == (awaiting == Awaiting::Lift) && lifting <= board::AIRLIFT, "an airlift is not ended")?;
        let begun = lifted.is_none_or(|hex| lifting > 0 && lifting < board::AIRLIFT && self.sea.crowded.contains(hex));
        must(begun, "an airlift is forgotten")?;
        must((revealing > 0) == (awaiting == Awaiting::Reveal), "Alert Tokens are still to be turned")?;
        must(revealing <= board::SATELLITE_FORECAST, "too many Alert Tokens are turned")?;
        must((placing > 0) == (awaiting == Awaiting::Position), "Data Tokens are still to be placed")?;
        must(placing <= board::AURORA_DATA.max(board::SURVEY_BURST), "too many Data Tokens are placed")?;
        must(placing == 0 || self.spare_data() > 0, "there is no Data Token to place")?;
        let alert = matches!(awaiting, Awaiting::DrawAlert | Awaiting::ChooseAlert);
        must(choosing == alert, "an Alert Token is still to be chosen")?;
        let busy = self.stage == Stage::Action && awaiting != Awaiting::Act;
        must(!(refill || docked) || busy, "a Sailing is not ended")?;
        must(!docked || self.sea.support.contains(self.fleet.ship().hex), "a ship is docked at nothing")
    }

    fn audit_ending(&self) -> Result<(), String> {
        let ending = self.ending;
        must((self.awaiting == Awaiting::Over) == ending.is_some(), "the match is over without an end")?;
        must(self.collected <= self.target(), "more data is collected than wins")?;
        must((self.collected == self.target()) == (ending == Some(Ending::Won)), "the match went on after a win")?;
        let hot = self.temperature > HOTTEST && self.scene.peril != Some(Peril::Melting);
        let lost = ending == Some(Ending::Heat);
        must(hot == lost || (hot && self.may_boil()), "the match went on in the heat")?;
        let stopped = Some(self.turns()) == self.setup.limit;
        must(stopped == (ending == Some(Ending::Limit)), "the match went on after its last turn")?;
        must(ending != Some(Ending::Sunk) || self.scene.peril.is_some(), "the match is lost without a reason")?;
        let stage = match ending {
            Some(Ending::Won) => Stage::Action,
            Some(Ending::Heat | Ending::Limit) => Stage::Heat,
            Some(Ending::Sunk) | None => self.stage,
        };
        must(self.stage == stage, "the match ended in another part of the turn")
    }
}
