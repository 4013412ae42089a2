//! Polar Roller: every seat thaws glaciers and draws animals on a sheet of its own, all at the same time.

mod action;
pub mod aspects;
mod audit;
mod board;
mod breakdown;
mod clauses;
mod consequences;
mod contents;
mod encode;
mod event;
mod guide;
mod lattice;
mod legal;
mod map;
mod observe;
mod play;
mod prospects;
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
use polynya_engine::{MAX_SEATS, Seat, SeatSet, getters};
use serde::{Deserialize, Serialize};

pub use action::{Action, Chance, Cliff, Cliffs, Die, Face, Glacier, Glaciers, Loan, Number, Pool, Pools, Side};
pub use board::{ANIMALS, Animal, BEAR_POINTS, COLONY_POINTS, Colony, Extent, FISH_POINTS, POD_POINTS, ROUNDS, Shape};
pub use clauses::{MOMENTS, Rule};
pub use contents::Printed;
pub use event::{Ending, Event};
pub use guide::GUIDE;
pub use lattice::{SIDE, Wedge};
pub use map::{CLIFFS, FIELDS, GLACIERS, MOST_FISH, Map, Sheets};
pub use prospects::{Outlook, Prospect, fewest_penguins};
pub use score::{Ground, Network, Pod, Score};
pub use sources::SOURCES;

/// The rule book.
pub const RULES: &str = include_str!("rules.md");
/// The lessons.
pub const LESSONS: &str = include_str!("lessons.md");
/// The puzzles, as `polynya puzzles find` writes them.
pub const PUZZLES: &str = include_str!("puzzles.md");

/// The options of a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// What is printed in the box, where somebody has entered it.
    #[serde(rename = "box", skip_serializing_if = "Boxed::is_proposed")]
    pub contents: Boxed<Printed>,
}

fn proposed() -> Map {
    Map::PROPOSED
}

/// A position: the sheets of all seats, and where the round stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "encode::Written", try_from = "encode::Written")]
pub struct PolarRoller {
    contents: Boxed<Printed>,
    sheets: [Sheet; MAX_SEATS],
    seats: u8,
    /// Rounds that are over.
    rounds: u8,
    phase: Phase,
    /// What the glacier die shows, until the round is over.
    face: Option<Face>,
    /// The seats that are not done with this phase.
    waiting: SeatSet,
}

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The glacier die.
    GlacierDie,
    /// The seats that have not melted their glaciers.
    Melt,
    /// The polar dice of this seat.
    PolarDice(Seat),
    /// The seats that have not drawn their animals.
    Draw,
    /// Nothing.
    Over,
}

/// What one seat has on paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The map that is printed on it.
    #[serde(skip, default = "proposed")]
    map: Map,
    melted: Glaciers,
    bears: Glaciers,
    penguins: Cliffs,
    /// The cliffs of colonies and those one path away from a penguin.
    #[serde(skip)]
    reached: Cliffs,
    orcas: Pools,
    /// The pools that touch a melted glacier.
    #[serde(skip)]
    open: Pools,
    fish_eaten: u8,
    /// Numbers that were crossed out because their animals had no place.
    lost: u8,
    /// The polar dice as rolled; neighbours take from these.
    dice: Option<[Number; 2]>,
    /// The own numbers that are not used yet, in rising order with the used ones before them.
    own: [Option<Number>; 2],
    /// Which die was taken in this round.
    taken: Option<Loan>,
    /// Its number, until it is used.
    borrowed: Option<Number>,
    melting: Melting,
}

/// What a sheet has to melt in this round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Melting {
    /// How many of each shape are left to melt.
    left: [u8; 3],
    /// Are these two different shapes that share a side?
    pair: bool,
    /// The first of such a pair, while the second is missing.
    first: Option<Glacier>,
}

getters! {
    impl Sheet {
        /// Returns the map that is printed on it.
        map: Map,
        /// Returns the glaciers that are shaded.
        melted: Glaciers,
        /// Returns the glaciers with a bear.
        bears: Glaciers,
        /// Returns the cliffs with a penguin.
        penguins: Cliffs,
        /// Returns the pools with an orca.
        orcas: Pools,
        /// Returns how many fish were crossed off.
        fish_eaten: u8,
        /// Returns how many numbers were crossed out because their animals had no place.
        lost: u8,
        /// Returns the polar dice of this round as rolled.
        dice: Option<[Number; 2]>,
        /// Returns the die that was taken in this round.
        taken: Option<Loan>,
        /// Returns the neighbour's number, if it is not used yet.
        borrowed: Option<Number>,
        /// Do two different shapes melt that share a side?
        melts_a_pair = melting.pair: bool,
        /// Returns the first glacier of a pair, while the second is missing.
        melted_first = melting.first: Option<Glacier>,
    }
}

impl Sheet {
    fn new(map: Map) -> Sheet {
        Sheet {
            map,
            melted: map.central(),
            bears: Glaciers::NONE,
            penguins: Cliffs::NONE,
            reached: map.access(),
            orcas: Pools::NONE,
            open: Pool::touching(map.central()),
            fish_eaten: 0,
            lost: 0,
            dice: None,
            own: [None; 2],
            taken: None,
            borrowed: None,
            melting: Melting::default(),
        }
    }

    /// Returns the glaciers that are not.
    #[inline]
    pub fn frozen(&self) -> Glaciers {
        self.map.glaciers().difference(self.melted)
    }

    /// Returns how many fish were circled: one for each penguin on a fishing cliff.
    #[inline]
    pub fn fish_caught(&self) -> u8 {
        (self.penguins & self.map.fishing()).len() as u8
    }

    /// Returns how many fish can still be eaten.
    #[inline]
    pub fn fish_left(&self) -> u8 {
        self.fish_caught() - self.fish_eaten
    }

    /// Returns the own numbers that are not used yet, in rising order.
    pub fn own_numbers(&self) -> impl Iterator<Item = Number> {
        self.own.into_iter().flatten()
    }

    /// Returns the numbers that are not used yet: the borrowed one first, then the own ones in rising order.
    pub fn numbers(&self) -> impl Iterator<Item = Number> {
        self.borrowed.into_iter().chain(self.own_numbers())
    }

    /// Returns the shapes that are left to melt in this round.
    pub fn to_melt(&self) -> impl Iterator<Item = Shape> {
        let left = self.melting.left;
        Shape::ALL.into_iter().flat_map(move |shape| std::iter::repeat_n(shape, usize::from(left[shape as usize])))
    }

    /// Returns the cliffs on which a penguin could be drawn now.
    #[inline]
    pub fn free_cliffs(&self) -> Cliffs {
        self.reached.difference(self.penguins)
    }

    /// Returns the pools in which an orca could be drawn now.
    #[inline]
    pub fn free_pools(&self) -> Pools {
        self.open.difference(self.orcas)
    }

    /// Returns the frozen glaciers without a bear: those on which a bear could be drawn, and those that can melt.
    #[inline]
    pub fn free_glaciers(&self) -> Glaciers {
        self.frozen().difference(self.bears)
    }
}

getters! {
    impl PolarRoller {
        /// Returns how many seats play.
        seats: u8,
        /// Returns what the match waits for.
        phase: Phase,
        /// Returns what the glacier die shows, once it was rolled in this round.
        face: Option<Face>,
        /// Returns the seats that are not done with this phase.
        waiting: SeatSet,
    }
}

impl PolarRoller {
    /// Returns the map of all sheets.
    #[inline]
    pub fn map(&self) -> Map {
        self.sheets[0].map
    }

    /// Returns the round that is played, from 1; after the last one it stays.
    pub fn round(&self) -> u8 {
        (self.rounds + 1).min(ROUNDS)
    }

    /// Returns the seat that rolls the glacier die in this round.
    pub fn holder(&self) -> Seat {
        let index = usize::from((self.round() - 1) % self.seats);
        Seat::new(index).expect("it is below the number of seats")
    }

    /// Returns what a seat has on paper.
    #[inline]
    pub fn sheet(&self, seat: Seat) -> &Sheet {
        &self.sheets[seat.index()]
    }

    /// Returns the neighbours of whom a seat may take a die, and on which side each sits.
    pub fn lenders(&self, seat: Seat) -> impl Iterator<Item = (Side, Seat)> {
        let sides = self.loans().chunk_by(|one, other| one.side == other.side).map(|loans| loans[0].side);
        sides.map(move |side| (side, self.neighbour(seat, side)))
    }

    /// Returns the seat on this side of another.
    #[inline]
    pub fn neighbour(&self, seat: Seat, side: Side) -> Seat {
        match side {
            Side::Left => seat.next(self.seats),
            Side::Right => {
                let before = seat.index().checked_sub(1).unwrap_or(usize::from(self.seats) - 1);
                Seat::new(before).expect("a seat before another is a seat")
            }
        }
    }

    /// Returns what a neighbour's die shows.
    #[inline]
    pub fn lent(&self, seat: Seat, loan: Loan) -> Option<Number> {
        self.sheet(self.neighbour(seat, loan.side)).dice.map(|dice| dice[loan.die as usize])
    }
}
