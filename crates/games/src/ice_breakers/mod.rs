//! Ice Breakers to the Rescue: a team clears frozen channels and brings twelve ships home before winter closes them.

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

pub use board::{
    CHANNELS, Channel, Chart, ENDS, IceBreakersOptions, JUNCTIONS, LARGE, Map, PIECES, PLACES, Pack, Places, Reports,
    SHIPS, SPACES, TABLE,
};
pub use clauses::Rule;
pub use words::{Action, Card, Chance, Event, Place, Report, Ship};

/// The rule book.
pub const RULES: &str = include_str!("rules.md");

/// A position.
#[derive(Clone, PartialEq, Debug)]
pub struct IceBreakers {
    /// The spaces whose piece has the number 1, 2, 3, 4.
    pieces: [u128; 4],
    /// The spaces whose piece shows ice; the others show water.
    ice: u128,
    /// Where each ship is: its own harbour when it is home, `UNPLACED` during the set-up.
    at: [u8; SHIPS],
    hands: [Hand; words::SEATS],
    /// The cards that wait at each destination, in the order in which they were laid out.
    rewards: [[Option<Card>; board::LARGE_PAYS]; SHIPS],
    /// The row for small destinations, from the left.
    row: [Option<Card>; board::ROW],
    /// The discard pile; its order has no meaning.
    pile: [u8; Card::COUNT],
    /// Cards that are not dealt yet.
    deck: [u8; Card::COUNT],
    /// Reports that lie face down, from the top of the stack.
    packs: [Pack; 4],
    forecast: Option<Report>,
    /// The report that took effect last.
    effect: Option<Report>,
    map: Map,
    reports: Reports,
    introductory: bool,
    phase: Phase,
    seats: u8,
    /// Whose turn it is.
    seat: Seat,
    /// The Power card that lies open in this turn.
    power: Option<Card>,
    /// Points that were added to it.
    added: u8,
    /// Points that are left.
    points: u8,
    /// Who cuts, and how many cards are still to be cut.
    cutter: Seat,
    cuts: u8,
    /// Passes in a row under the last report.
    passes: u8,
    /// Steps of the present part of the set-up that are done.
    done: u8,
    /// Turns that are over.
    turns: u16,
}

/// The place of a ship that is not on the board yet.
const UNPLACED: u8 = u8::MAX;

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// A piece of ice is laid.
    Ice,
    /// A ship is put on a harbour.
    Ships,
    /// A card is laid out or dealt.
    Cards,
    /// A report is turned.
    Report,
    /// The seat plays a Power card or passes.
    Choose,
    /// A Power card lies open.
    Work,
    /// Cards are cut from the discard pile.
    Cut,
    /// Nothing.
    Over,
}

/// The cards of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Hand {
    /// How many of each kind.
    count: [u8; Card::COUNT],
    /// Which of them may be given: bit 0 is the card of this kind that the seat has had longest.
    fresh: [u8; Card::COUNT],
}

impl Hand {
    #[inline]
    fn has(&self, card: Card) -> bool {
        self.count[card as usize] > 0
    }

    #[inline]
    fn may_give(&self, card: Card) -> bool {
        self.fresh[card as usize] != 0
    }

    #[inline]
    fn has_power(&self) -> bool {
        Card::POWER.into_iter().any(|card| self.has(card))
    }

    /// Takes a card; a fresh one may be given.
    #[inline]
    fn take(&mut self, card: Card, fresh: bool) {
        let kind = card as usize;
        self.fresh[kind] |= u8::from(fresh) << self.count[kind];
        self.count[kind] += 1;
    }

    /// Plays the card of this kind that the seat has had longest.
    #[inline]
    fn play(&mut self, card: Card) {
        let kind = card as usize;
        self.count[kind] -= 1;
        self.fresh[kind] >>= 1;
    }

    /// Gives away the card of this kind that the seat has had longest among those that may be given.
    fn give(&mut self, card: Card) {
        let kind = card as usize;
        let older = (1_u8 << self.fresh[kind].trailing_zeros()) - 1;
        let bits = self.fresh[kind];
        self.fresh[kind] = (bits & older) | (bits >> 1 & !older);
        self.count[kind] -= 1;
    }
}

impl IceBreakers {
    /// How many seats play.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The map of this match.
    pub fn map(&self) -> Map {
        self.map
    }

    /// The deck of reports of this match.
    pub fn deck_of_reports(&self) -> Reports {
        self.reports
    }

    /// Are six ships played instead of twelve?
    pub fn is_introductory(&self) -> bool {
        self.introductory
    }

    /// Is the board still being laid out?
    pub fn is_setting_up(&self) -> bool {
        self.forecast.is_none()
    }

    /// The number of the piece on a space, from 1 to 4; harbours have none.
    #[inline]
    pub fn number(&self, place: Place) -> Option<u8> {
        (0..4).find(|&number| self.pieces[usize::from(number)] & place.bit() != 0).map(|number| number + 1)
    }

    /// The spaces with a piece of this number, from 1 to 4.
    pub fn pieces(&self, number: u8) -> Places {
        Places(self.pieces[usize::from(number) - 1])
    }

    /// Does this place show ice?
    #[inline]
    pub fn is_ice(&self, place: Place) -> bool {
        self.ice & place.bit() != 0
    }

    /// The spaces that show ice.
    pub fn ice(&self) -> Places {
        Places(self.ice)
    }

    /// The places that ships can be on without being stuck: water and harbours.
    pub fn open(&self) -> Places {
        Places(self.open_water())
    }

    /// Where a ship is: its own harbour when it is home, and nowhere before it was placed.
    #[inline]
    pub fn place_of(&self, ship: Ship) -> Option<Place> {
        Place::from_index(usize::from(self.at[ship.index()]))
    }

    /// Is this ship at its destination?
    #[inline]
    pub fn is_home(&self, ship: Ship) -> bool {
        self.at[ship.index()] == ship.0
    }

    /// Is this ship stuck in ice?
    #[inline]
    pub fn is_stuck(&self, ship: Ship) -> bool {
        self.place_of(ship).is_some_and(|place| self.is_ice(place))
    }

    /// Does this ship take part in the match? In the introductory game six lie at their destinations from the start.
    #[inline]
    pub fn takes_part(&self, ship: Ship) -> bool {
        !self.introductory || board::INTRODUCTORY.contains(&ship.number())
    }

    /// Where this ship could move now if its seat may move ships: over water and harbours, up to its own harbour.
    pub fn reach(&self, ship: Ship) -> Places {
        Places(self.reach_in(&self.net(), ship))
    }

    /// The same for all ships at once.
    pub fn reaches(&self) -> [Places; SHIPS] {
        let net = self.net();
        std::array::from_fn(|index| Places(self.reach_in(&net, Ship(index as u8))))
    }

    /// The cards of a seat: how many of each kind, in the order of [`Card::ALL`].
    pub fn hand(&self, seat: Seat) -> [u8; Card::COUNT] {
        self.hands[seat.index()].count
    }

    /// Of the cards of a seat, those that it may give away in this turn.
    pub fn fresh(&self, seat: Seat) -> [u8; Card::COUNT] {
        self.hands[seat.index()].fresh.map(|bits| bits.count_ones() as u8)
    }

    /// The cards in the discard pile.
    pub fn pile(&self) -> [u8; Card::COUNT] {
        self.pile
    }

    /// The cards that are not dealt yet; none after the set-up.
    pub fn undealt(&self) -> [u8; Card::COUNT] {
        self.deck
    }

    /// The cards that wait at a harbour for its ship.
    pub fn reward(&self, harbour: Place) -> impl Iterator<Item = Card> {
        self.rewards.get(harbour.index()).into_iter().flatten().flatten().copied()
    }

    /// The row for small destinations, the card that is taken next first.
    pub fn row(&self) -> impl Iterator<Item = Card> {
        self.row.iter().rev().flatten().copied()
    }

    /// The report that takes effect at the end of this turn.
    pub fn forecast(&self) -> Option<Report> {
        self.forecast
    }

    /// The report that took effect last.
    pub fn in_effect(&self) -> Option<Report> {
        self.effect
    }

    /// The reports that lie face down, pack by pack from the top of the stack.
    pub fn packs(&self) -> impl Iterator<Item = Pack> {
        self.packs.into_iter()
    }

    /// How many reports lie face down.
    pub fn reports_left(&self) -> u32 {
        self.packs.iter().map(|pack| pack.len()).sum()
    }

    /// The Power card that lies open.
    pub fn power(&self) -> Option<Card> {
        self.power
    }

    /// Points that Retrofits and Bubblers have added in this turn.
    pub fn added(&self) -> u8 {
        self.added
    }

    /// Points that are left in this turn.
    pub fn points(&self) -> u8 {
        self.points
    }

    /// Passes in a row under the last report; the match ends when every seat has passed.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Who cuts from the discard pile now, and how many cards are still to come.
    pub fn cutting(&self) -> Option<(Seat, u8)> {
        (self.phase == Phase::Cut).then_some((self.cutter, self.cuts))
    }

    /// Ships that the team has to bring in.
    pub fn fleet(&self) -> u8 {
        if self.introductory { board::INTRODUCTORY.len() as u8 } else { SHIPS as u8 }
    }

    /// Ships that were brought in during the match.
    #[inline]
    pub fn brought(&self) -> u8 {
        let home = Ship::all().filter(|&ship| self.is_home(ship)).count() as u8;
        home - (SHIPS as u8 - self.fleet())
    }

    /// Are all ships home?
    #[inline]
    pub fn all_home(&self) -> bool {
        Ship::all().all(|ship| self.is_home(ship))
    }

    /// Could this seat, whose turn it is not, add, cash or give something now?
    #[inline]
    pub fn may_help(&self, seat: Seat) -> bool {
        let hand = &self.hands[seat.index()];
        self.phase == Phase::Work
            && seat != self.seat
            && (hand.has(Card::Bubbler)
                || (hand.has(Card::Retrofit) && self.power != Some(Card::Ten))
                || (hand.has(Card::AutoBallast) && self.has_pile())
                || hand.fresh != [0; Card::COUNT])
    }

    #[inline]
    fn has_pile(&self) -> bool {
        self.pile != [0; Card::COUNT]
    }

    #[inline]
    fn open_water(&self) -> u128 {
        self.map.chart().places & !self.ice
    }
}

impl Game for IceBreakers {
    type Options = IceBreakersOptions;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type Rule = Rule;

    const ID: &'static str = "ice-breakers";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=4;
    const ACTIONS: usize = words::ACTIONS;

    fn start(options: &IceBreakersOptions, seats: u8) -> Result<Self, Rule> {
        if !Self::SEATS.contains(&seats) {
            return Err(Rule::SeatsTwoToFour);
        }
        Ok(IceBreakers::unlaid(options, seats))
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Choose => Turn::Players(SeatSet::only(self.seat)),
            Phase::Work => {
                let helpers = Seat::all(self.seats).filter(|&seat| self.may_help(seat));
                Turn::Players(helpers.fold(SeatSet::only(self.seat), SeatSet::with))
            }
            Phase::Ice | Phase::Ships | Phase::Cards | Phase::Report | Phase::Cut => Turn::Chance,
            Phase::Over => Turn::Over(self.outcome()),
        }
    }

    fn awaited(&self) -> SeatSet {
        match self.phase {
            Phase::Choose | Phase::Work => SeatSet::only(self.seat),
            _ => SeatSet::NONE,
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
    fn pick(&self, seat: Seat, luck: &mut impl Luck, _: &mut Vec<Action>) -> Option<Action> {
        self.choose_any(seat, luck)
    }

    #[inline]
    fn play(&mut self, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
        match action {
            Action::Power(card) => self.open_turn(card, emit),
            Action::Pass => self.pass(emit),
            Action::Add(card) => self.add(seat, card, emit),
            Action::Cash => self.cash(seat, emit),
            Action::Clear(space) => self.clear(space, emit),
            Action::Move(ship, to) => self.move_ship(ship, to, emit),
            Action::Give(card, to) => self.give(seat, card, to, emit),
            Action::End => self.end(emit),
        }
    }

    fn odds(&self, each: &mut impl FnMut(Chance, u32)) {
        self.chances(each);
    }

    #[inline]
    fn settle(&mut self, chance: Chance, emit: &mut impl FnMut(Event)) {
        match chance {
            Chance::Ice(number) => self.lay(number, emit),
            Chance::Ship(ship) => self.dock(ship, emit),
            Chance::Card(card) => self.deal(card, emit),
            Chance::Report(report) => self.turn_report(report, emit),
            Chance::Cut(card) => self.cut(card, emit),
        }
    }

    fn index(action: Action) -> Option<usize> {
        words::index(action)
    }

    fn from_index(index: usize) -> Option<Action> {
        words::from_index(index)
    }

    fn audit(&self) -> Result<(), String> {
        self.invariants()
    }

    fn turns(&self) -> u32 {
        self.turns.into()
    }

    fn name(&self, seat: Seat) -> String {
        format!("Seat {seat}")
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
