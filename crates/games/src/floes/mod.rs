//! Polar Dare! and its piecepack port: a race on sliding ice floes with one shared polar bear.

mod action;
pub mod aspects;
mod audit;
mod board;
mod clauses;
mod consequences;
mod contents;
mod encode;
mod event;
mod forecast;
mod guide;
mod legal;
mod observe;
mod options;
mod play;
mod rules;
mod score;
mod sources;
mod story;
mod things;
mod words;

#[cfg(test)]
mod tests;

use polynya_engine::Seat;
use serde::{Deserialize, Serialize};

pub use action::{Action, Bear, Chance, Heading, Homebound, Label, Place};
pub use board::{
    CAPACITY, CELLS, COLOURS, CellSet, Edition, LANES, Layout, Names, PENGUINS, Piecepack, PolarDare, START, SUITS,
    Setup, Variant, Variants,
};
pub use clauses::{MOMENTS, MOMENTS_WITH, Rule};
pub use contents::{PiecepackPrinted, PolarDarePrinted};
pub use event::{Ending, Event};
pub use forecast::Threat;
pub use guide::GUIDE;
pub use options::{PiecepackOptions, PolarDareOptions};
pub use sources::{PIECEPACK_SOURCES, POLAR_DARE_SOURCES};

/// Polar Dare! of 1991.
pub type PolarDareGame = Floes<PolarDare>;
/// The piecepack port with its variants.
pub type PiecepackGame = Floes<Piecepack>;

/// The rule book of both games.
pub const RULES: &str = include_str!("rules.md");
/// The lessons.
pub const LESSONS: &str = include_str!("lessons.md");
/// The puzzles, as `polynya puzzles find` writes them.
pub const PUZZLES: &str = include_str!("puzzles.md");

/// A position of either game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "encode::Written", try_from = "encode::Written", bound = "")]
pub struct Floes<E: Edition> {
    /// The cells that carry a floe.
    ice: CellSet<E>,
    /// How many penguins a cell carries, as the two bits of a number from 0 to 3: all seats together.
    crowd: [CellSet<E>; 2],
    /// Which floe lies where.
    names: E::Names,
    /// The penguins of each seat, in rising order: they are not told apart.
    penguins: [[Penguin; PENGUINS]; 4],
    /// The cells of the bears; without Mega Ice Age both are the one bear.
    bears: [u8; 2],
    setup: Setup,
    seats: u8,
    /// Whose turn it is.
    seat: Seat,
    phase: Phase,
    /// The die in use, or the first one rolled.
    die: Option<Label>,
    /// Moves that are left of it.
    left: u8,
    /// The die that waits until the first is used up.
    spare: Option<Label>,
    /// Turns that are over.
    turns: u32,
}

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// The seat rolls.
    Roll,
    /// A die falls.
    Throw,
    /// A die that showed "roll again" falls again.
    Again,
    /// The seat says which die it uses up first.
    Order,
    /// The seat moves.
    Move,
    /// Nothing.
    Over,
}

/// Where one penguin is and which way it goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Penguin(u8);

impl Penguin {
    const HOMEBOUND: u8 = 0x80;
    /// Waiting on the start shore.
    const WAITING: Penguin = Penguin(board::START);
    /// Back at the South Pole, out of play.
    const FINISHED: Penguin = Penguin(board::START | Penguin::HOMEBOUND);

    #[inline]
    fn at(cell: u8, homebound: bool) -> Penguin {
        Penguin(cell | if homebound { Penguin::HOMEBOUND } else { 0 })
    }

    #[inline]
    fn cell(self) -> u8 {
        self.0 & !Penguin::HOMEBOUND
    }

    #[inline]
    fn homebound(self) -> bool {
        self.0 & Penguin::HOMEBOUND != 0
    }
}

impl<E: Edition> Floes<E> {
    #[inline]
    fn variants(&self) -> Variants {
        E::VARIANTS.unwrap_or(self.setup.variants)
    }

    /// Returns the shape of this match's board.
    #[inline]
    pub fn layout(&self) -> &'static Layout<E::Bits> {
        E::layout(self.variants(), self.setup.contents)
    }

    /// The cells with at least one penguin.
    #[inline]
    fn crowded(&self) -> CellSet<E> {
        self.crowd[0] | self.crowd[1]
    }

    /// The cells that carry as many penguins as a floe can.
    #[inline]
    fn full(&self) -> CellSet<E> {
        self.crowd[0] & self.crowd[1]
    }

    /// The cells of the bears, also of those that still wait at the pole.
    #[inline]
    fn bear_cells(&self) -> CellSet<E> {
        CellSet::<E>::from(self.bears[0]) | CellSet::<E>::from(self.bears[1])
    }

    /// Returns the cell that stands for a place of this board.
    #[inline]
    pub fn cell(&self, place: Place) -> u8 {
        self.names.cell(place, self.ice)
    }

    /// The place on a cell: a shore, or the floe that lies there.
    #[inline]
    fn place(&self, cell: u8) -> Place {
        self.names.place(cell)
    }

    /// Does this board have such a place?
    fn has_place(&self, place: Place) -> bool {
        place == Place::START || place == Place::NORTH || place.0 < self.layout().rows * LANES
    }

    /// Returns the cells that carry a floe.
    #[inline]
    pub fn ice(&self) -> CellSet<E> {
        self.ice
    }

    /// Returns how many seats play.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns how many turns are left before the match ends without a winner, where there is such a limit.
    pub fn turns_left(&self) -> Option<u32> {
        (self.setup.limit < u32::MAX).then(|| self.setup.limit.saturating_sub(self.turns))
    }

    /// Returns whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the variants of this match.
    pub fn played_variants(&self) -> Variants {
        self.variants()
    }

    /// Returns how many rows of water lie between the shores.
    pub fn height(&self) -> u8 {
        self.layout().height
    }

    /// Returns the die in use and the moves that are left of it.
    pub fn rolled(&self) -> Option<(Label, u8)> {
        self.die.filter(|_| self.phase == Phase::Move).map(|die| (die, self.left))
    }

    /// Returns the first of two dice between which the seat has to choose.
    pub fn die_to_choose(&self) -> Option<Label> {
        self.die.filter(|_| self.phase == Phase::Order)
    }

    /// Returns the die that waits until the other is used up.
    pub fn waiting_die(&self) -> Option<Label> {
        self.spare
    }

    /// Returns what lies in this lane (0 to 3, from the west) at this height (from 1 at the start shore): a floe.
    pub fn floe_at(&self, lane: u8, height: u8) -> Option<Place> {
        let cell = height * LANES + lane;
        (lane < LANES && (1..=self.height()).contains(&height) && self.ice.contains(cell)).then(|| self.place(cell))
    }

    /// Does this floe never slide?
    pub fn is_fixed(&self, floe: Place) -> bool {
        self.layout().is_equator(floe.0)
    }

    /// Returns how high a place lies: 0 for the start shore, then from 1 to the height of the board, and one more for
    /// the pole.
    pub fn level(&self, place: Place) -> u8 {
        self.cell(place) / LANES
    }

    /// Returns the places of a seat's penguins in play or at the pole, and whether each is homebound; finished ones are
    /// left out.
    pub fn penguins(&self, seat: Seat) -> impl Iterator<Item = (Place, bool)> {
        self.penguins[seat.index()]
            .into_iter()
            .filter(|&penguin| penguin != Penguin::FINISHED)
            .map(|penguin| (self.place(penguin.cell()), penguin.homebound()))
    }

    /// Returns how many bears there are: one, or two in Mega Ice Age.
    fn bear_count(&self) -> usize {
        if self.variants().contains(Variant::MegaIceAge) { 2 } else { 1 }
    }

    /// Returns where the bears are.
    pub fn bears(&self) -> impl Iterator<Item = Place> {
        self.bears.into_iter().take(self.bear_count()).map(|cell| self.place(cell))
    }
}
