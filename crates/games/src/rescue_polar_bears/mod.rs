//! Rescue Polar Bears: ships collect data together and take bears off melting ice.

mod action;
pub mod aspects;
mod audit;
mod board;
mod clauses;
mod consequences;
mod contents;
mod encode;
mod event;
mod fleet;
pub mod forecast;
mod guide;
mod kept;
mod legal;
mod observe;
mod options;
mod play;
mod rules;
mod sea;
mod sources;
mod state;
mod story;
mod things;
mod words;

#[cfg(test)]
mod tests;

use polynya_engine::{Member, Seat, getters};
use serde::{Deserialize, Serialize};

pub use action::{Action, Chance};
pub use board::{
    Ability, BASES, Bear, Bears, Card, Deck, FLAG, HEXES, HOTTEST, Hex, HexSet, Hull, INNER, MELTING_COOLS,
    NEXT_TO_BASE, Number, Numbers, Pips, RADIUS, Sex, ShipName, Slot, TILE_ROOM, Tile, Upgrade,
};
pub use clauses::{MOMENTS, MOMENTS_WITH, Rule};
pub use contents::{Board, Pieces, Printed};
pub use event::{Ending, Event};
pub use fleet::Ship;
pub use guide::GUIDE;
pub use kept::Kept;
pub use options::{RescueOptions, Rulings, Variants};
pub use sources::SOURCES;
pub use state::{AlertSupply, Awaiting, Decks, Helicopters, Stage};

use fleet::Fleet;
use options::Setup;
use sea::Sea;
use state::{Pending, Peril, Scene, TurnState};

/// The rule book.
pub const RULES: &str = include_str!("rules.md");
/// The lessons.
pub const LESSONS: &str = include_str!("lessons.md");
/// The puzzles, as `polynya puzzles find` writes them.
pub const PUZZLES: &str = include_str!("puzzles.md");

/// A position of the game: what lies on the table, whose turn it is, and what is still to be done.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct RescuePolarBears {
    setup: Setup,
    sea: Sea,
    fleet: Fleet,
    /// The Polar Bear Supply.
    supply: Bears,
    decks: Decks,
    helicopters: Helicopters,
    /// The Alert Token on the Temperature Track, and those in the supply.
    alert: Option<Number>,
    alerts: AlertSupply,
    temperature: u8,
    /// Data Tokens on the Data Track.
    collected: u8,
    /// Turns that are over.
    turns: u32,
    stage: Stage,
    awaiting: Awaiting,
    ending: Option<Ending>,
    turn: TurnState,
    pending: Pending,
    scene: Scene,
}

getters! {
    impl RescuePolarBears {
        /// Returns how many seats play.
        seats = setup.seats: u8,
        /// Returns what the match waits for.
        awaiting: Awaiting,
        /// Returns which part of a turn it is.
        stage: Stage,
        /// Returns after how many turns the match stops, if it does.
        turn_limit = setup.limit: Option<u32>,
        /// Returns which variants are played.
        variants = setup.variants: Variants,
        /// Returns how the rulings stand.
        rulings = setup.rulings: Rulings,
        /// Returns how many ships the match is played with.
        fleet = setup.ships: u8,
        /// Returns how many actions the ship has left in this turn.
        actions_left = turn.left: u8,
        /// Returns the hexes with Data Tokens.
        data = sea.data: HexSet,
        /// Returns the Polar Bear Supply.
        supply: Bears,
        /// Returns the temperature.
        temperature: u8,
        /// Returns what is added to the red die of this turn, as far as it is known.
        extra = turn.extra: u8,
        /// Returns the Alert Tokens in the supply.
        alert_supply = alerts: AlertSupply,
        /// Returns the Helicopter Tokens.
        helicopters: Helicopters,
        /// Returns how many Data Tokens are collected.
        collected: u8,
        /// Returns the Position Cards and Support Cards that are not drawn.
        decks: Decks,
        /// Returns the Support Card that is being resolved.
        open_card = pending.card: Option<Card>,
        /// Is this turn's Growth and Reproduction Phase skipped?
        is_quiet = turn.quiet: bool,
        /// Is the next Loading of a bear free?
        loads_free = turn.free_load: bool,
        /// May data be grabbed now, if it lies beside the ship?
        may_grab = turn.grab_open: bool,
    }
}

impl RescuePolarBears {
    /// The position before the first tile is dealt.
    fn new(setup: Setup) -> RescuePolarBears {
        RescuePolarBears {
            setup,
            sea: Sea::default(),
            fleet: Fleet::default(),
            supply: setup.pieces().figures,
            decks: Decks::with(setup.pieces().cards),
            helicopters: Helicopters::default(),
            alert: None,
            alerts: AlertSupply::default(),
            temperature: setup.start_temperature,
            collected: 0,
            turns: 0,
            stage: Stage::SetUp,
            awaiting: Awaiting::Tile,
            ending: None,
            turn: TurnState::default(),
            pending: Pending::default(),
            scene: Scene::of(Number::from_bit(0)),
        }
    }

    /// The position before the first tile is dealt, with the tiles that are kept.
    fn with_kept(setup: Setup, kept: &Kept) -> RescuePolarBears {
        let mut position = RescuePolarBears::new(setup);
        for (hex, tile) in kept.iter() {
            position.sea.lay(tile, hex, setup.pieces());
            position.supply.subtract(position.sea.bears_on(hex));
        }
        position.sea.dealing = position.sea.next_to_deal(INNER);
        position
    }

    /// The tile that bears flee from, are born on or grow on.
    #[inline]
    fn scene_hex(&self) -> Hex {
        self.sea.hex_of(self.scene.number)
    }

    /// The bears that have no ice under them: those of the tile that goes, or the newborn.
    #[inline]
    fn in_peril(&self) -> Bears {
        match self.scene.peril {
            None => Bears::NONE,
            Some(Peril::Birth) => Bears { cubs: self.scene.unborn, ..Bears::NONE },
            Some(Peril::Broken | Peril::Blown | Peril::Melting) => self.sea.bears(self.scene.number),
        }
    }

    /// The Ice Tiles to which bears can go from the scene.
    #[inline]
    fn refuges(&self) -> HexSet {
        self.sea.refuges(self.scene_hex())
    }

    /// The ship that takes bears aboard that would sink, if it sails.
    #[inline]
    fn rescuer(&self) -> Option<usize> {
        self.fleet.ships().iter().position(|ship| ship.can(Ability::Catches))
    }

    /// The ship that takes a bear that would sink at the scene, if one is there and has room.
    #[inline]
    fn catcher(&self) -> Option<usize> {
        let catcher = self.rescuer()?;
        let ship = &self.fleet.ships()[catcher];
        (self.scene_hex().neighbours().contains(ship.hex) && ship.room() > 0).then_some(catcher)
    }

    /// Data Tokens that are neither on the track nor on the board.
    #[inline]
    fn spare_data(&self) -> u8 {
        board::DATA_TOKENS - self.collected - self.sea.data.len() as u8
    }

    /// Returns how many Data Tokens win.
    #[inline]
    pub fn target(&self) -> u8 {
        board::TARGETS[usize::from(self.setup.ships > 2)]
    }

    /// The spots of the Data Track that began with an Upgrade Token.
    #[inline]
    pub(super) fn upgrade_spots(&self) -> &'static [u8] {
        static SPOTS: [u8; 6] = board::UPGRADES_AT;
        if self.setup.ships > 2 { &SPOTS } else { &SPOTS[..4] }
    }

    /// Returns the seat whose turn it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat_of(self.fleet.active())
    }

    /// Returns the seat that steers the ship with this place in the turn order.
    #[inline]
    pub fn seat_of(&self, ship: usize) -> Seat {
        Seat::new(if self.setup.seats == 1 { 0 } else { ship }).unwrap_or_default()
    }

    /// Returns the ships in turn order, as far as they are drawn.
    #[inline]
    pub fn ships(&self) -> &[Ship] {
        self.fleet.ships()
    }

    /// Returns the ship whose turn it is, once the ships are drawn.
    pub fn active_ship(&self) -> Option<&Ship> {
        self.fleet.ships().get(self.fleet.active())
    }

    /// Returns what lies on a hex, or `None` if it is a base; the border is water.
    pub fn tile(&self, hex: Hex) -> Option<Tile> {
        self.sea.tile(hex)
    }

    /// Returns the hex of an Ice Tile that lies on the board.
    pub fn hex_of(&self, number: Number) -> Option<Hex> {
        self.sea.lying.contains(number).then(|| self.sea.hex_of(number))
    }

    /// Returns the bears on a hex.
    #[inline]
    pub fn bears_on(&self, hex: Hex) -> Bears {
        self.sea.bears_on(hex)
    }

    /// Returns the ship on a hex, by its place in the turn order.
    pub fn ship_on(&self, hex: Hex) -> Option<usize> {
        self.fleet.on(hex)
    }

    /// Returns the Alert Token on the Temperature Track, and the hex of its Ice Tile, where the Ice-melting Token lies.
    pub fn alert(&self) -> Option<(Number, Hex)> {
        self.alert.map(|number| (number, self.sea.hex_of(number)))
    }

    /// Returns the spots of the Data Track that still carry an Upgrade Token.
    pub fn upgrades_ahead(&self) -> impl Iterator<Item = u8> {
        let collected = self.collected;
        self.upgrade_spots().iter().copied().filter(move |&spot| spot > collected)
    }

    /// Returns what the blue die shows, while its phase lasts.
    pub fn blue_die(&self) -> Option<Number> {
        let rolled = self.stage == Stage::Growth && self.awaiting != Awaiting::D20 && !self.turn.quiet;
        rolled.then_some(self.scene.number)
    }

    /// Returns the cubs that still grow, and the hex on which they do.
    pub fn growing(&self) -> Option<(Hex, u8)> {
        (self.scene.growing > 0).then(|| (self.scene_hex(), self.scene.growing))
    }

    /// Returns the bears that look for a place right now, and the hex that they come from.
    pub fn looking_for_ice(&self) -> Option<(Hex, Bears)> {
        self.scene.peril.map(|_| (self.scene_hex(), self.in_peril()))
    }
}
