//! What a seal does, and what the die shows.

use polynya_engine::{Numbered, actions, words};

use super::ThinIce;

words! {
    /// How many fish are eaten.
    pub enum Count: "a number of fish" {
        /// One.
        One = "1",
        /// Two.
        Two = "2",
        /// Three.
        Three = "3",
    }
}

words! {
    /// What the die shows: so many fish may be eaten.
    pub enum Roll: "a roll" {
        /// One fish.
        One = "1",
        /// Up to two.
        Two = "2",
        /// Up to three.
        Three = "3",
    }
}

actions! {
    /// What a seal does.
    pub enum Action {
        /// Eats.
        Eat(count: Count) = "eat",
    }
}

impl Count {
    /// Returns the number.
    pub fn get(self) -> u8 {
        self as u8 + 1
    }
}

impl Roll {
    /// Returns how many fish it allows.
    pub fn get(self) -> u8 {
        self as u8 + 1
    }
}

impl Numbered for ThinIce {}
