//! Rescue Polar Bears: ships collect data together and take bears off melting ice.

mod board;
mod clauses;
pub mod forecast;
mod legal;
mod play;
mod score;
mod words;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use polynya_engine::{Game, Luck, Seat, SeatSet, Turn};
use serde::{Deserialize, Serialize};

pub use board::{
    Ability, BASES, Bear, Bears, Card, FLAG, HEXES, HOTTEST, Hex, HexSet, Hull, INNER, MELTING_COOLS, Member,
    NEXT_TO_BASE, Number, RADIUS, STARTS, Set, ShipName, TILE_ROOM, Tile, Upgrade,
};
pub use clauses::Rule;
pub use words::{Action, Chance, Event, Sex, Slot};

/// The rule book.
pub const RULES: &str = include_str!("rules.md");

/// The variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RescueOptions {
    /// The temperature at which the match begins.
    pub start_temperature: u64,
    /// Four ice floats lie among the tiles.
    pub rough_road: bool,
    /// Increasing Temperature adds 2 instead of 1.
    pub rapid_warming: bool,
    /// Cubs grow before pairs breed.
    pub growth_first: bool,
    /// How many ships sail; as many as seats if it is not said, two for one seat.
    pub ships: Option<u64>,
    /// After how many turns of ships the match stops without winners.
    pub turn_limit: Option<u64>,
}

impl Default for RescueOptions {
    fn default() -> Self {
        RescueOptions {
            start_temperature: u64::from(board::BASIC_START),
            rough_road: false,
            rapid_warming: false,
            growth_first: false,
            ships: None,
            turn_limit: None,
        }
    }
}

/// A position of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RescuePolarBears {
    /// Hexes with an Ice Tile, with a Support Tile, with an ice float.
    ice: HexSet,
    support: HexSet,
    floats: HexSet,
    /// Hexes with a Data Token.
    data: HexSet,
    /// Ice Tiles with at least one bear, and with as many as fit.
    crowded: HexSet,
    full: HexSet,
    /// Position Cards that are not drawn.
    positions: HexSet,
    /// Ice Tiles that lie on the board.
    lying: Set<Number>,
    /// Alert Tokens in the supply, face-down and face-up.
    face_down: Set<Number>,
    face_up: Set<Number>,
    /// Support Cards that are not drawn.
    cards: Set<Card>,
    /// Turns that are over.
    turns: u32,
    setup: Setup,
    /// Where each Ice Tile lies or lay, and the number of the Ice Tile that lies or lay on each hex.
    hex_of: [Hex; board::ICE_TILES as usize],
    number_on: [Number; HEXES],
    /// The bears on each Ice Tile.
    bears: [Bears; board::ICE_TILES as usize],
    /// The Polar Bear Supply.
    supply: Bears,
    /// Newborn cubs that have no place yet.
    unborn: u8,
    /// The ships in turn order; the first `afloat` of them sail.
    ships: [Ship; 4],
    afloat: u8,
    /// The ship whose turn it is.
    active: u8,
    temperature: u8,
    /// The Alert Token on the Temperature Track.
    alert: Option<Number>,
    /// Helicopters at the bases, those that were never in play, and those that have flown.
    helicopters: u8,
    reserve: u8,
    flown: u8,
    /// Data Tokens on the Data Track.
    collected: u8,
    ask: Ask,
    stage: Stage,
    ending: Option<Ending>,
    /// Actions that the ship has left.
    left: u8,
    /// Polaris: the next Loading of a bear is free.
    free_load: bool,
    /// Breeze Dragon: a grab is open, and whether one has been made in this turn.
    grab_open: bool,
    grabbed: bool,
    /// A Support Card was drawn for a tile in this turn.
    supported: bool,
    /// The Growth and Reproduction Phase of this turn is skipped.
    quiet: bool,
    /// What is added to the red die of this turn.
    extra: u8,
    /// The hex that is dealt next.
    dealing: Hex,
    /// The Support Card that is being resolved.
    card: Option<Card>,
    /// The Ice Tile that bears flee from, are born on or grow on.
    scene: Number,
    trouble: Trouble,
    /// Nobody more boards Iron Petrel from this tile.
    no_boarding: bool,
    /// Bears that Airlift can still take, and the tile from which it has taken one.
    lifting: u8,
    lifted: Option<Hex>,
    /// Cubs that still grow.
    growing: u8,
    /// Alert Tokens that are still turned face-up.
    revealing: u8,
    /// Data Tokens that are still placed.
    placing: u8,
    /// A new Alert Token is to be chosen.
    choosing: bool,
    /// A Data Token was collected: one is placed if none is left on the board.
    refill: bool,
    /// The ship has ended its Sailing on a Support Tile that still lies there.
    docked: bool,
}

/// What a match is played with, read from its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Setup {
    seats: u8,
    ships: u8,
    start_temperature: u8,
    rough_road: bool,
    rapid_warming: bool,
    growth_first: bool,
    /// After how many turns the match stops; `u32::MAX` for never.
    limit: u32,
}

/// A ship on the map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ship {
    name: ShipName,
    hex: Hex,
    aboard: Bears,
    upgraded: [bool; 2],
    blue: u8,
}

impl Ship {
    /// Which ship it is.
    #[inline]
    pub fn name(&self) -> ShipName {
        self.name
    }

    /// Where it is.
    #[inline]
    pub fn hex(&self) -> Hex {
        self.hex
    }

    /// The bears on board.
    #[inline]
    pub fn aboard(&self) -> Bears {
        self.aboard
    }

    /// Does this upgrade box hold a token?
    pub fn is_upgraded(&self, slot: Slot) -> bool {
        self.upgraded[slot as usize]
    }

    /// Blue actions that wait for its next turn.
    pub fn blue(&self) -> u8 {
        self.blue
    }

    /// Hexes of one Sailing, upgrades counted.
    #[inline]
    pub fn speed(&self) -> u8 {
        let hull = self.name.hull();
        hull.speed + self.count(Upgrade::Speed) - self.count(Upgrade::SlowHold)
    }

    /// Bears that fit on board, upgrades counted.
    #[inline]
    pub fn capacity(&self) -> u8 {
        let more = self.count(Upgrade::SlowHold) + board::POLARIS_HOLD * self.count(Upgrade::Hold);
        self.name.hull().capacity + more
    }

    /// Actions that it has in each of its turns, upgrades counted.
    pub fn actions(&self) -> u8 {
        board::ACTIONS_A_TURN + self.count(Upgrade::Action)
    }

    /// Bears that still fit on board.
    #[inline]
    pub fn room(&self) -> u8 {
        self.capacity() - self.aboard.total()
    }

    #[inline]
    fn count(&self, upgrade: Upgrade) -> u8 {
        let boxes = self.name.hull().upgrades;
        u8::from(self.upgraded[0] && boxes[0] == upgrade) + u8::from(self.upgraded[1] && boxes[1] == upgrade)
    }

    #[inline]
    fn can(&self, ability: Ability) -> bool {
        self.name.hull().ability == ability
    }
}

/// What the match waits for: dice and decks above, answers of the seat below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Set-up: the next tile.
    Tile,
    /// Set-up: the next ship.
    Ship,
    /// A Position Card.
    Position,
    /// An Alert Token from the face-down ones.
    DrawAlert,
    /// An Alert Token that turns face-up and stays in the supply.
    Reveal,
    /// A Support Card.
    Support,
    /// The blue die.
    D20,
    /// The red die.
    D6,
    /// An action of the ship.
    Act,
    /// Which ship takes the Upgrade Token, in which box?
    Upgrade,
    /// Is the Support Card used?
    Card,
    /// Which tile does Demolition Charge remove?
    Remove,
    /// Whom does Airlift take?
    Lift,
    /// Which bear flees where?
    Flee,
    /// Where does a newborn cub go that has no room at home?
    Place,
    /// Which bear boards Iron Petrel instead of sinking?
    Board,
    /// What does a cub grow into?
    Grow,
    /// Which face-up Alert Token is next?
    ChooseAlert,
    /// Nothing: the match is over.
    Over,
}

/// Which part of a turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Before the first turn.
    SetUp,
    /// The Action Phase.
    Action,
    /// The Growth and Reproduction Phase.
    Growth,
    /// The Increase Temperature Phase.
    Heat,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All data is collected.
    Won,
    /// Bears sank and no helicopter was left for them.
    Sunk,
    /// It was too hot after melting.
    Heat,
    /// The turn limit was reached.
    Limit,
}

/// Why bears have no ice under them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trouble {
    None,
    /// A ship breaks their tile.
    Broken,
    /// Demolition Charge removes their tile.
    Blown,
    /// Their tile melts.
    Melting,
    /// They were just born.
    Birth,
}

impl RescuePolarBears {
    #[inline]
    fn ship(&self) -> &Ship {
        &self.ships[usize::from(self.active)]
    }

    #[inline]
    fn ship_mut(&mut self) -> &mut Ship {
        &mut self.ships[usize::from(self.active)]
    }

    /// The hexes with ships.
    #[inline]
    fn ship_hexes(&self) -> HexSet {
        self.ships().iter().fold(HexSet::NONE, |hexes, ship| hexes | HexSet::only(ship.hex))
    }

    /// The hexes that ships sail over.
    #[inline]
    fn navigable(&self) -> HexSet {
        board::MAP & !(self.ice | self.floats | BASES)
    }

    /// The tile that bears flee from, are born on or grow on.
    #[inline]
    fn scene_hex(&self) -> Hex {
        self.hex_of[self.scene.index()]
    }

    /// The bears that have no ice under them: those of the tile that goes, or the newborn.
    #[inline]
    fn in_trouble(&self) -> Bears {
        match self.trouble {
            Trouble::None => Bears::NONE,
            Trouble::Birth => Bears { cubs: self.unborn, ..Bears::NONE },
            Trouble::Broken | Trouble::Blown | Trouble::Melting => self.bears[self.scene.index()],
        }
    }

    /// The Ice Tiles to which bears can go from the scene.
    #[inline]
    fn refuges(&self) -> HexSet {
        self.scene_hex().neighbours() & self.ice & !self.full
    }

    /// The ship that takes a bear that would sink at the scene, if one is there and has room.
    #[inline]
    fn catcher(&self) -> Option<usize> {
        let catcher = self.ships().iter().position(|ship| ship.can(Ability::Catches))?;
        let ship = &self.ships[catcher];
        (self.scene_hex().neighbours().has(ship.hex) && ship.room() > 0).then_some(catcher)
    }

    /// Data Tokens that are neither on the track nor on the board.
    #[inline]
    fn spare_data(&self) -> u8 {
        board::DATA_TOKENS - self.collected - self.data.len()
    }

    /// How many seats play.
    pub fn seats(&self) -> u8 {
        self.setup.seats
    }

    /// The seat whose turn it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        let index = if self.setup.seats == 1 { 0 } else { usize::from(self.active) };
        Seat::new(index).expect("there are at most four ships")
    }

    /// What the match waits for.
    pub fn ask(&self) -> Ask {
        self.ask
    }

    /// Which part of a turn it is.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// How the match ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// After how many turns the match stops, if it does.
    pub fn turn_limit(&self) -> Option<u32> {
        (self.setup.limit != u32::MAX).then_some(self.setup.limit)
    }

    /// Are ice floats, Rapid Warming, and growth before reproduction played?
    pub fn variants(&self) -> (bool, bool, bool) {
        (self.setup.rough_road, self.setup.rapid_warming, self.setup.growth_first)
    }

    /// The ships in turn order, as far as they are drawn.
    #[inline]
    pub fn ships(&self) -> &[Ship] {
        &self.ships[..usize::from(self.afloat)]
    }

    /// How many ships the match is played with.
    pub fn fleet(&self) -> u8 {
        self.setup.ships
    }

    /// The ship whose turn it is, once the ships are drawn.
    pub fn active_ship(&self) -> Option<&Ship> {
        self.ships().get(usize::from(self.active))
    }

    /// The seat that steers the ship with this place in the turn order.
    pub fn seat_of(&self, ship: usize) -> Seat {
        Seat::new(if self.setup.seats == 1 { 0 } else { ship }).unwrap_or_default()
    }

    /// Actions that the ship has left in this turn.
    pub fn actions_left(&self) -> u8 {
        self.left
    }

    /// What lies on a hex.
    pub fn tile(&self, hex: Hex) -> Tile {
        if self.ice.has(hex) {
            Tile::Ice(self.number_on[hex.bit() as usize])
        } else if self.support.has(hex) {
            Tile::Support
        } else if self.floats.has(hex) {
            Tile::Float
        } else if BASES.has(hex) {
            Tile::Base
        } else {
            Tile::Ocean
        }
    }

    /// The hex of an Ice Tile that lies on the board.
    pub fn hex_of(&self, number: Number) -> Option<Hex> {
        self.lying.has(number).then(|| self.hex_of[number.index()])
    }

    /// The bears on a hex.
    #[inline]
    pub fn bears_on(&self, hex: Hex) -> Bears {
        if self.ice.has(hex) { self.bears[self.number_on[hex.bit() as usize].index()] } else { Bears::NONE }
    }

    /// The hexes with Data Tokens.
    pub fn data(&self) -> HexSet {
        self.data
    }

    /// The ship on a hex, by its place in the turn order.
    pub fn ship_on(&self, hex: Hex) -> Option<usize> {
        self.ships().iter().position(|ship| ship.hex == hex)
    }

    /// The hexes on which a Sailing of the active ship can end, actions aside.
    pub fn reach(&self) -> HexSet {
        self.sails()
    }

    /// The Polar Bear Supply.
    pub fn supply(&self) -> Bears {
        self.supply
    }

    /// The temperature.
    pub fn temperature(&self) -> u8 {
        self.temperature
    }

    /// What is added to the red die of this turn, as far as it is known.
    pub fn extra(&self) -> u8 {
        self.extra
    }

    /// The Alert Token on the Temperature Track, and the hex of its Ice Tile, where the Ice-melting Token lies.
    pub fn alert(&self) -> Option<(Number, Hex)> {
        self.alert.map(|number| (number, self.hex_of[number.index()]))
    }

    /// The Alert Tokens in the supply: face-up ones, and those that are still face-down.
    pub fn alert_supply(&self) -> (Set<Number>, Set<Number>) {
        (self.face_up, self.face_down)
    }

    /// Helicopters at the bases, and those that effects can still bring.
    pub fn helicopters(&self) -> (u8, u8) {
        (self.helicopters, self.reserve)
    }

    /// Data Tokens collected, and how many win.
    pub fn collected(&self) -> (u8, u8) {
        (self.collected, self.target())
    }

    /// The spots of the Data Track that still carry an Upgrade Token.
    pub fn upgrades_ahead(&self) -> impl Iterator<Item = u8> {
        let collected = self.collected;
        self.upgrade_spots().iter().copied().filter(move |&spot| spot > collected)
    }

    /// Position Cards and Support Cards that are not drawn.
    pub fn decks(&self) -> (HexSet, Set<Card>) {
        (self.positions, self.cards)
    }

    /// The Support Card that is being resolved.
    pub fn open_card(&self) -> Option<Card> {
        self.card
    }

    /// What the blue die shows, while its phase lasts.
    pub fn blue_die(&self) -> Option<Number> {
        let rolled = self.stage == Stage::Growth && self.ask != Ask::D20 && !self.quiet;
        rolled.then_some(self.scene)
    }

    /// Is this turn's Growth and Reproduction Phase skipped?
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// The cubs that still grow, and the hex on which they do.
    pub fn growing(&self) -> Option<(Hex, u8)> {
        (self.growing > 0).then(|| (self.scene_hex(), self.growing))
    }

    /// Costs the next Loading of a bear no action? Polaris only.
    pub fn loads_free(&self) -> bool {
        self.free_load
    }

    /// May data be grabbed now, if it lies beside the ship? Breeze Dragon only.
    pub fn may_grab(&self) -> bool {
        self.grab_open
    }

    /// The bears that look for a place right now, and the hex that they come from.
    pub fn looking_for_ice(&self) -> Option<(Hex, Bears)> {
        (self.trouble != Trouble::None).then(|| (self.scene_hex(), self.in_trouble()))
    }
}

impl Game for RescuePolarBears {
    type Options = RescueOptions;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type Rule = Rule;

    const ID: &'static str = "rescue-polar-bears";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 1..=4;
    const ACTIONS: usize = words::ACTIONS;

    fn start(options: &RescueOptions, seats: u8) -> Result<Self, Rule> {
        Ok(RescuePolarBears::new(Setup::read(options, seats)?))
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.ask {
            Ask::Tile
            | Ask::Ship
            | Ask::Position
            | Ask::DrawAlert
            | Ask::Reveal
            | Ask::Support
            | Ask::D20
            | Ask::D6 => Turn::Chance,
            Ask::Over => Turn::Over(self.outcome()),
            _ => Turn::Players(SeatSet::only(self.seat())),
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Rule> {
        self.judge(seat, action)
    }

    #[inline]
    fn legal(&self, seat: Seat, into: &mut Vec<Action>) {
        self.list(seat, into);
    }

    #[inline]
    fn play(&mut self, _: Seat, action: Action, emit: &mut impl FnMut(Event)) {
        self.act(action, emit);
    }

    #[inline]
    fn odds(&self, each: &mut impl FnMut(Chance, u32)) {
        self.chances(each);
    }

    #[inline]
    fn draw(&self, luck: &mut impl Luck) -> Chance {
        self.drawn(luck)
    }

    #[inline]
    fn settle(&mut self, chance: Chance, emit: &mut impl FnMut(Event)) {
        self.decide(chance, emit);
    }

    fn index(action: Action) -> Option<usize> {
        Some(words::index(action))
    }

    fn from_index(index: usize) -> Option<Action> {
        words::action(index)
    }

    fn audit(&self) -> Result<(), String> {
        self.invariants()
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn name(&self, seat: Seat) -> String {
        self.seat_name(seat)
    }

    fn label(action: Action) -> String {
        words::label(action)
    }

    fn tell(&self, event: &Event) -> String {
        self.sentence(event)
    }

    fn describe(&self) -> String {
        self.in_words()
    }

    fn why(&self, seat: Seat, action: Action, rule: &Rule) -> String {
        self.reason(seat, action, *rule)
    }
}

impl Setup {
    fn read(options: &RescueOptions, seats: u8) -> Result<Setup, Rule> {
        if !RescuePolarBears::SEATS.contains(&seats) {
            return Err(Rule::SeatsOneToFour);
        }
        let ships = match options.ships {
            None => seats.max(2),
            Some(ships @ 2..=4) if seats == 1 || ships == u64::from(seats) => ships as u8,
            Some(_) => return Err(Rule::ShipsOfTheTable),
        };
        let start_temperature = board::START_TEMPERATURES
            .into_iter()
            .find(|&degrees| u64::from(degrees) == options.start_temperature)
            .ok_or(Rule::StartTemperature)?;
        if options.turn_limit == Some(0) {
            return Err(Rule::LimitFromOne);
        }
        // Four billion turns are for ever at any table.
        let limit = options.turn_limit.map_or(u32::MAX, |turns| u32::try_from(turns).unwrap_or(u32::MAX));
        let RescueOptions { rough_road, rapid_warming, growth_first, .. } = *options;
        Ok(Setup { seats, ships, start_temperature, rough_road, rapid_warming, growth_first, limit })
    }
}
