//! Ice Breakers to the Rescue: a team clears frozen channels and brings twelve ships home before winter closes them.

mod action;
pub mod aspects;
mod audit;
mod board;
mod chart;
mod clauses;
mod consequences;
mod contents;
mod encode;
mod event;
pub mod forecast;
mod guide;
mod legal;
mod observe;
mod options;
mod places;
mod play;
mod rules;
mod score;
mod situation;
mod sources;
mod story;
mod things;
mod words;

#[cfg(test)]
mod tests;

use polynya_engine::contents::Boxed;
use polynya_engine::{Member, Seat, Word, getters};
use serde::{Deserialize, Serialize};

pub use action::{Action, Card, Chance, Mate, Number, Place, Report, Ship};
pub use board::{
    CHANNELS, Channel, ENDS, FLAGS, JUNCTIONS, LARGE, Map, PIECES, PLACES, Pack, Reports, SHIPS, SPACES, TABLE,
};
pub use chart::Chart;
pub use clauses::{MOMENTS, MOMENTS_WITH, Rule};
pub use contents::{Pieces, Printed, PrintedChannel, PrintedHarbour, PrintedReports};
pub use event::{Ending, Event};
pub use guide::GUIDE;
pub use options::{IceBreakersOptions, KeptIce, ReportOrder};
pub use places::{PlaceBits, Places};
pub use sources::SOURCES;

/// The rule book.
pub const RULES: &str = include_str!("rules.md");
/// The lessons.
pub const LESSONS: &str = include_str!("lessons.md");
/// The puzzles, as `polynya puzzles find` writes them.
pub const PUZZLES: &str = include_str!("puzzles.md");

/// A position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IceBreakers {
    map: Map,
    reports: Reports,
    introductory: bool,
    seats: u8,
    /// Turns that are over.
    turns: u16,
    phase: Phase,
    /// Steps of the present part of the set-up that are done.
    done: u8,
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
    forecast: Option<Report>,
    /// The report that took effect last.
    #[serde(rename = "in_effect")]
    effect: Option<Report>,
    /// Reports that lie face down, from the top of the stack.
    packs: [Pack; 4],
    /// Where each ship is: its own harbour when it is home, nowhere before it is placed.
    #[serde(rename = "ships")]
    at: [Option<Place>; SHIPS],
    /// The spaces whose piece has the number 1, 2, 3, 4.
    pieces: [Places; 4],
    /// The spaces whose piece shows ice; the others show water.
    ice: Places,
    hands: [Hand; board::SEATS],
    /// The cards that wait at each destination, in the order in which they were laid out.
    rewards: [[Option<Card>; board::LARGE_PAYS]; SHIPS],
    /// The row for small destinations, from the left.
    row: [Option<Card>; board::ROW],
    /// The discard pile; its order has no meaning.
    #[serde(with = "encode::cards")]
    pile: [u8; Card::COUNT],
    /// Cards that are not dealt yet.
    #[serde(with = "encode::cards", rename = "undealt")]
    deck: [u8; Card::COUNT],
    /// Are ships dealt as it is printed? Left out, as what follows, by whoever wrote positions before it could be chosen.
    #[serde(default)]
    printed_ship_deal: bool,
    /// The ships that were drawn for their own harbours and lie under the stack, the one that comes first first.
    #[serde(default)]
    under: [Option<Ship>; SHIPS],
    /// The order of all reports, if it is known.
    #[serde(default)]
    report_order: Option<ReportOrder>,
    /// What is printed in the box, where it is not what was proposed.
    #[serde(rename = "box", default)]
    contents: Boxed<Printed>,
}

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<(Card, bool)>", try_from = "Vec<(Card, bool)>")]
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

getters! {
    impl IceBreakers {
        /// Returns how many seats play.
        seats: u8,
        /// Returns whose turn it is.
        seat: Seat,
        /// Returns the map that was chosen for this match; [`chart`](IceBreakers::chart) is the one that is played.
        map: Map,
        /// Returns the deck of reports of this match.
        deck_of_reports = reports: Reports,
        /// Are six ships played instead of twelve?
        is_introductory = introductory: bool,
        /// Returns the spaces that show ice.
        ice: Places,
        /// Returns the cards in the discard pile.
        pile: [u8; Card::COUNT],
        /// Returns the cards that are not dealt yet; none after the set-up.
        undealt = deck: [u8; Card::COUNT],
        /// Returns the report that takes effect at the end of this turn.
        forecast: Option<Report>,
        /// Returns the report that took effect last.
        in_effect = effect: Option<Report>,
        /// Returns the Power card that lies open.
        power: Option<Card>,
        /// Returns the points that Retrofits and Bubblers have added in this turn.
        added: u8,
        /// Returns the points that are left in this turn.
        points: u8,
        /// Returns the passes in a row under the last report; the match ends when every seat has passed.
        passes: u8,
    }
}

impl IceBreakers {
    /// Returns what is taken out of the box.
    #[inline]
    pub fn printed(&self) -> &'static Pieces {
        Pieces::of(self.contents)
    }

    /// Returns the map that is played: that of the box, if it has one of its own.
    #[inline]
    pub fn chart(&self) -> &'static Chart {
        match self.contents.derived() {
            None => self.map.chart(),
            Some(pieces) => pieces.chart(self.map),
        }
    }

    /// Returns what sentences call the map.
    pub fn map_name(&self) -> &'static str {
        if self.printed().has_map() { "box's" } else { self.map.word() }
    }

    /// Is this harbour a large destination?
    pub fn is_large(&self, harbour: Place) -> bool {
        harbour.is_harbour() && self.printed().large(false).contains(&(harbour.index() as u8 + 1))
    }

    /// Is the board still being laid out?
    pub fn is_setting_up(&self) -> bool {
        self.forecast.is_none()
    }

    /// Returns the number of the piece on a space, from 1 to 4; harbours have none.
    #[inline]
    pub fn number(&self, place: Place) -> Option<u8> {
        (0..4).find(|&number| self.pieces[usize::from(number)].contains(place)).map(|number| number + 1)
    }

    /// Returns the spaces with a piece of this number, from 1 to 4.
    pub fn pieces(&self, number: u8) -> Places {
        self.pieces[usize::from(number) - 1]
    }

    /// Does this place show ice?
    #[inline]
    pub fn is_ice(&self, place: Place) -> bool {
        self.ice.contains(place)
    }

    /// Returns the places that ships can be on without being stuck: water and harbours.
    pub fn open(&self) -> Places {
        self.chart().places().difference(self.ice)
    }

    /// Returns where a ship is: its own harbour when it is home, and nowhere before it was placed.
    #[inline]
    pub fn place_of(&self, ship: Ship) -> Option<Place> {
        self.at[ship.index()]
    }

    /// Is this ship at its destination?
    #[inline]
    pub fn is_home(&self, ship: Ship) -> bool {
        self.at[ship.index()] == Some(Place::harbour(ship))
    }

    /// Is this ship stuck in ice?
    #[inline]
    pub fn is_stuck(&self, ship: Ship) -> bool {
        self.place_of(ship).is_some_and(|place| self.is_ice(place))
    }

    /// Does this ship take part in the match? In the introductory game six lie at their destinations from the start.
    #[inline]
    pub fn takes_part(&self, ship: Ship) -> bool {
        !self.introductory || board::INTRODUCTORY.contains(&ship.get())
    }

    /// Returns where this ship could move now if its seat may move ships: over water and harbours, up to its own harbour.
    pub fn reach(&self, ship: Ship) -> Places {
        self.chart().named(self.reach_in(&self.net(), ship))
    }

    /// Returns the same for all ships at once.
    pub fn reaches(&self) -> [Places; SHIPS] {
        let (chart, net) = (self.chart(), self.net());
        std::array::from_fn(|index| chart.named(self.reach_in(&net, Ship::from_bit(index as u32))))
    }

    /// Returns the cards of a seat: how many of each kind, in the order of [`Card::ALL`].
    pub fn hand(&self, seat: Seat) -> [u8; Card::COUNT] {
        self.hands[seat.index()].count
    }

    /// Returns those of the cards of a seat that it may give away in this turn.
    pub fn fresh(&self, seat: Seat) -> [u8; Card::COUNT] {
        self.hands[seat.index()].fresh.map(|bits| bits.count_ones() as u8)
    }

    /// Iterates over the cards that wait at a harbour for its ship.
    pub fn reward(&self, harbour: Place) -> impl Iterator<Item = Card> {
        self.rewards.get(harbour.index()).into_iter().flatten().flatten().copied()
    }

    /// Iterates over the row for small destinations, the card that is taken next first.
    pub fn row(&self) -> impl Iterator<Item = Card> {
        self.row.iter().rev().flatten().copied()
    }

    /// Iterates over the reports that lie face down, pack by pack from the top of the stack.
    pub fn packs(&self) -> impl Iterator<Item = Pack> {
        self.packs.into_iter()
    }

    /// Returns the reports that lie face down in their order, if it is known; nothing otherwise.
    pub fn coming_reports(&self) -> impl Iterator<Item = Report> {
        self.report_order.into_iter().flat_map(|order| {
            let turned = usize::from(board::REPORTS) - self.reports_left() as usize;
            (turned..).map_while(move |place| order.after(place))
        })
    }

    /// Iterates over the reports that may be turned next, with their weights.
    pub fn next_reports(&self) -> impl Iterator<Item = (Report, u32)> {
        let known = self.coming_reports().next();
        let shuffled = self.packs.into_iter().find(|pack| !pack.is_empty()).filter(|_| known.is_none());
        known.map(|report| (report, 1)).into_iter().chain(shuffled.into_iter().flat_map(Pack::each))
    }

    /// Returns the ships under the stack of the printed deal, the one that comes first first.
    pub fn under_the_stack(&self) -> impl Iterator<Item = Ship> {
        self.under.into_iter().flatten()
    }

    /// Returns how many reports lie face down.
    pub fn reports_left(&self) -> u32 {
        self.packs.iter().map(|pack| pack.len()).sum()
    }

    /// Returns who cuts from the discard pile now, and how many cards are still to come.
    pub fn cutting(&self) -> Option<(Seat, u8)> {
        (self.phase == Phase::Cut).then_some((self.cutter, self.cuts))
    }

    /// Returns how many ships the team has to bring in.
    pub fn fleet(&self) -> u8 {
        if self.introductory { board::INTRODUCTORY.len() as u8 } else { SHIPS as u8 }
    }

    /// Returns how many ships were brought in during the match.
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
}
