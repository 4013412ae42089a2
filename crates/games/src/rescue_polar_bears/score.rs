//! How a match ends, and what must be true until then.

use polynya_engine::{Outcome, PerSeat, Seat, SeatSet};

use super::board::{self, BASES, Bears, Card, HexSet, INNER, Member, STARTS, Set, TILE_ROOM, Upgrade};
use super::{Ask, Ending, RescuePolarBears, Stage, Trouble};

impl RescuePolarBears {
    /// Data Tokens that win.
    #[inline]
    pub(super) fn target(&self) -> u8 {
        board::TARGETS[usize::from(self.setup.ships > 2)]
    }

    /// The spots of the Data Track that began with an Upgrade Token.
    #[inline]
    pub(super) fn upgrade_spots(&self) -> &'static [u8] {
        static SPOTS: [u8; 6] = board::UPGRADES_AT;
        if self.setup.ships > 2 { &SPOTS } else { &SPOTS[..4] }
    }

    pub(super) fn outcome(&self) -> Outcome {
        let mut scores = PerSeat::default();
        Seat::all(self.setup.seats).for_each(|seat| scores[seat] = i16::from(self.collected));
        let won = self.ending == Some(Ending::Won);
        Outcome { winners: if won { SeatSet::all(self.setup.seats) } else { SeatSet::NONE }, scores }
    }

    pub(super) fn invariants(&self) -> Result<(), String> {
        self.audit_tiles()?;
        self.audit_bears()?;
        self.audit_ships()?;
        self.audit_tokens()?;
        self.audit_waiting()
    }

    fn audit_tiles(&self) -> Result<(), String> {
        let ready = self.ask != Ask::Tile;
        must(((self.ice | self.support | self.floats) & !INNER).is_empty(), "a tile lies outside the inner hexes")?;
        let apart = (self.ice & self.support) | (self.ice & self.floats) | (self.support & self.floats);
        must(apart.is_empty(), "two tiles lie on one hex")?;
        must(self.ice.len() == self.lying.len(), "Ice Tiles are miscounted")?;
        must(self.support.len() <= board::SUPPORT_TILES, "there are too many Support Tiles")?;
        let floats = if self.setup.rough_road { board::FLOAT_TILES } else { 0 };
        must(self.floats.len() <= floats, "there are too many ice floats")?;
        for number in self.lying {
            let hex = self.hex_of[number.index()];
            let named = self.number_on[usize::from(hex.bit())];
            must(self.ice.has(hex) && named == number, "an Ice Tile is not where its number is")?;
        }
        if ready && self.stage == Stage::SetUp {
            must(
                self.ice.len() == board::ICE_TILES && self.support.len() == board::SUPPORT_TILES,
                "tiles are missing",
            )?;
            must(self.floats.len() == floats, "ice floats are missing")?;
        }
        must((self.positions & !INNER).is_empty(), "a Position Card names no inner hex")
    }

    fn audit_bears(&self) -> Result<(), String> {
        let mut all = self.supply;
        all.cubs += self.unborn;
        let (mut crowded, mut full) = (HexSet::NONE, HexSet::NONE);
        for number in board::NUMBERS {
            let bears = self.bears[number.index()];
            must(self.lying.has(number) || bears == Bears::NONE, "bears stand on a tile that is gone")?;
            must(bears.total() <= TILE_ROOM, "an Ice Tile holds too many bears")?;
            let hex = HexSet::only(self.hex_of[number.index()]);
            if bears.total() > 0 {
                crowded = crowded | hex;
            }
            if bears.total() == TILE_ROOM {
                full = full | hex;
            }
            all.add(bears);
        }
        must((crowded, full) == (self.crowded, self.full), "crowded tiles are miscounted")?;
        self.ships().iter().for_each(|ship| all.add(ship.aboard));
        must(all == board::FIGURES, &format!("bears are lost or doubled: {all:?}"))
    }

    fn audit_ships(&self) -> Result<(), String> {
        let (mut names, mut hexes) = (Set::NONE, HexSet::NONE);
        let mut upgrades = 0;
        for ship in self.ships() {
            must(!names.has(ship.name) && !hexes.has(ship.hex), "two ships are one, or share a hex")?;
            names = names | Set::only(ship.name);
            hexes = hexes | HexSet::only(ship.hex);
            must(!(self.ice | self.floats | BASES).has(ship.hex), "a ship is not on water")?;
            must(ship.aboard.total() <= ship.capacity(), "a ship carries too many bears")?;
            must(ship.blue <= 1, "a ship has more blue actions than cards give")?;
            upgrades += ship.upgraded.iter().filter(|&&taken| taken).count();
        }
        if self.stage == Stage::SetUp {
            let waiting = self.ships().iter().zip(STARTS).all(|(ship, hex)| ship.hex == hex);
            must(waiting, "a ship left its start before the first turn")?;
        } else {
            must(self.afloat == self.setup.ships && self.active < self.afloat, "ships are missing")?;
        }
        must((hexes & self.data).is_empty(), "a ship lies on a Data Token")?;
        let docked = self.docked || self.ending == Some(Ending::Won);
        must((hexes & self.support).is_empty() || docked, "a ship lies on a Support Tile")?;
        let earned = self.upgrade_spots().iter().filter(|&&spot| spot <= self.collected).count();
        must(upgrades + usize::from(self.ask == Ask::Upgrade) == earned, "Upgrade Tokens are lost or doubled")
    }

    fn audit_tokens(&self) -> Result<(), String> {
        must(self.collected + self.data.len() <= board::DATA_TOKENS, "there are too many Data Tokens")?;
        must((self.data & !INNER).is_empty(), "a Data Token lies outside the inner hexes")?;
        let helicopters = self.helicopters + self.reserve + self.flown;
        must(helicopters == board::HELICOPTER_TOKENS, "helicopters are lost or doubled")?;
        let came = board::HELICOPTER_TOKENS - board::HELICOPTERS - self.reserve;
        let card = u8::from(!self.cards.has(Card::ExtraHelicopter));
        let boxes = self.boxes(Upgrade::Helicopter);
        must((boxes..=boxes + card).contains(&came), "a helicopter came from nowhere, or did not come")?;
        let alert = self.alert.map_or(Set::NONE, Set::only);
        let apart = (alert & self.face_up) | (alert & self.face_down) | (self.face_up & self.face_down);
        must(apart.is_empty(), "an Alert Token is in two places")?;
        let somewhere = alert | self.face_up | self.face_down;
        must((somewhere & !board::NUMBERS).is_empty(), "there is a strange Alert Token")?;
        if self.stage == Stage::SetUp {
            return Ok(());
        }
        let drawn = board::CARDS.len() - self.cards.len();
        let reached = board::SUPPORT_TILES - self.support.len();
        must(drawn <= reached + self.boxes(Upgrade::Card), "a Support Card was drawn for nothing")?;
        must((self.lying & !somewhere).is_empty(), "the Alert Token of a tile on the board is lost")?;
        must((alert & !self.lying).is_empty(), "the alert is for a tile that is gone")?;
        let lost = self.ending == Some(Ending::Heat);
        must(self.choosing || lost || alert.is_empty() == self.lying.is_empty(), "ice and alert do not agree")?;
        must(!self.data.is_empty() || self.refill || self.placing > 0 || self.ending.is_some(), "no data is in play")
    }

    /// Upgrade boxes of this kind that hold a token, all ships together.
    fn boxes(&self, upgrade: Upgrade) -> u8 {
        self.ships().iter().map(|ship| ship.count(upgrade)).sum()
    }

    fn audit_waiting(&self) -> Result<(), String> {
        let over = self.ask == Ask::Over;
        must(over == self.ending.is_some(), "the match is over without an end")?;
        must((self.collected >= self.target()) == (self.ending == Some(Ending::Won)), "the match went on after a win")?;
        let hot = self.temperature > board::HOTTEST && self.trouble != Trouble::Melting;
        must(hot == (self.ending == Some(Ending::Heat)), "the match went on in the heat")?;
        must(self.turns <= self.setup.limit, "the match went on after its last turn")?;
        must(self.left == 0 || self.stage == Stage::Action, "actions are left outside an Action Phase")?;
        let fleeing = matches!(self.ask, Ask::Flee | Ask::Place | Ask::Board);
        must(over || fleeing == (self.trouble != Trouble::None), "bears are in trouble and nobody is asked")?;
        must(over || (self.unborn > 0) <= fleeing, "newborn cubs are forgotten")?;
        must((self.growing > 0) == (self.ask == Ask::Grow), "growing cubs are forgotten")?;
        let card = matches!(self.ask, Ask::Card | Ask::Remove | Ask::Lift);
        must(self.card.is_some() == card, "a Support Card is forgotten")?;
        must(self.card.is_none_or(|card| !self.cards.has(card)), "a drawn card is still in the deck")?;
        must((self.lifting > 0) == (self.ask == Ask::Lift), "an airlift is not ended")?;
        must(self.lifted.is_none() || self.lifting > 0, "an airlift is forgotten")?;
        must(self.ask == Ask::Tile || INNER.iter().last() == Some(self.dealing), "hexes were left out in the deal")?;
        must(!(self.grab_open && self.grabbed), "a grab is open twice in a turn")
    }
}

fn must(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}
