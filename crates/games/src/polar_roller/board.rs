//! What is on the dice and on the score sheet. The map has a file of its own.
//!
//! PRINTED marks what the sheet's rule text says, PROPOSED what was designed here and may change when a real sheet
//! turns up.

use polynya_engine::{Seat, words};

use super::action::Number;

/// Rounds of a match. PRINTED.
pub const ROUNDS: u8 = 12;
/// Animals that each seat draws in a round. PRINTED.
pub const ANIMALS: u8 = 3;

/// What the eight faces of the glacier die melt. That a face shows two shapes, alike or different, is PRINTED; the
/// eight pairs are PROPOSED.
pub(super) const FACES: [[Shape; 2]; 8] = [
    [Shape::Triangle, Shape::Triangle],
    [Shape::Diamond, Shape::Diamond],
    [Shape::Trapezoid, Shape::Trapezoid],
    [Shape::Triangle, Shape::Diamond],
    [Shape::Triangle, Shape::Diamond],
    [Shape::Diamond, Shape::Trapezoid],
    [Shape::Diamond, Shape::Trapezoid],
    [Shape::Triangle, Shape::Trapezoid],
];

/// Points for a network, by the number of colonies that it connects. PRINTED.
pub const COLONY_POINTS: [i16; 5] = [0, 0, 5, 12, 20];
/// Points for a pod. PRINTED.
pub const POD_POINTS: i16 = 4;
/// Points for a bear. PRINTED.
pub const BEAR_POINTS: i16 = 2;
/// Points for a fish that was caught and not eaten. PRINTED.
pub const FISH_POINTS: i16 = 2;

/// How sentences call a seat.
pub(super) fn seat_name(seat: Seat) -> String {
    format!("Seat {seat}")
}

words! {
    /// The shape of a glacier; its word is the letter in a glacier's name.
    pub enum Shape: "a shape" {
        /// One triangle of the lattice.
        Triangle = "t" as "triangle",
        /// Two triangles.
        Diamond = "d" as "diamond",
        /// Three triangles.
        Trapezoid = "z" as "trapezoid",
    }
}

words! {
    /// What is drawn.
    pub enum Animal: "an animal" {
        /// On cliffs, for 1, 2 and 3.
        Penguin = "penguin",
        /// In pools, for 4 and 5.
        Orca = "orca",
        /// On frozen glaciers, for 6.
        Bear = "bear",
    }
}

impl Number {
    /// Returns the animal that it stands for. PRINTED.
    #[inline]
    pub const fn animal(self) -> Animal {
        match self.get() {
            1..=3 => Animal::Penguin,
            4..=5 => Animal::Orca,
            _ => Animal::Bear,
        }
    }
}

words! {
    /// Penguins at home outside the coast; each colony is entered by two cliffs. They are counted clockwise.
    pub enum Colony: "a colony" {
        /// Beside the cliffs of the north-west.
        NorthWest = "north-west",
        /// Beside the cliffs of the north-east.
        NorthEast = "north-east",
        /// Beside the cliffs of the south-east.
        SouthEast = "south-east",
        /// Beside the cliffs of the south-west.
        SouthWest = "south-west",
    }
}

/// How large a hunting ground is, as far as it counts. PRINTED.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Extent {
    /// One to three glaciers.
    Small,
    /// Four to six glaciers.
    Medium,
    /// Seven glaciers or more.
    Large,
}

impl Extent {
    /// Every extent, smallest first.
    pub const ALL: [Extent; 3] = [Extent::Small, Extent::Medium, Extent::Large];

    /// Returns the extent of a ground with this many glaciers.
    #[inline]
    pub const fn of(glaciers: usize) -> Extent {
        match glaciers {
            0..=3 => Extent::Small,
            4..=6 => Extent::Medium,
            _ => Extent::Large,
        }
    }

    /// Returns what a hunting ground of this extent scores.
    #[inline]
    pub const fn points(self) -> i16 {
        match self {
            Extent::Small => 1,
            Extent::Medium => 4,
            Extent::Large => 7,
        }
    }

    /// Returns the sizes as the sheet prints them.
    pub const fn sizes(self) -> &'static str {
        match self {
            Extent::Small => "1-3",
            Extent::Medium => "4-6",
            Extent::Large => "7+",
        }
    }
}
