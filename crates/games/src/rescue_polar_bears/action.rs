//! What seats do, and what dice and decks decide.

use polynya_engine::{Numbered, actions};

use super::RescuePolarBears;
use super::board::{Bear, Card, Hex, Number, Pips, Sex, ShipName, Slot, Tile};

actions! {
    /// What a seat does.
    pub enum Action {
        /// Sails its ship to this hex.
        Sail(to: Hex) = "sail",
        /// Loads a bear from this hex.
        Load(bear: Bear, from: Hex) = "load",
        /// Loads the Data Token of this hex.
        Data(from: Hex) = "data",
        /// Takes the Data Token of this hex for nothing: Breeze Dragon.
        Grab(from: Hex) = "grab",
        /// Puts all bears on board into the supply.
        Unload = "unload",
        /// Breaks the ice on this hex.
        Break(hex: Hex) = "break",
        /// Ends the Action Phase.
        End = "end",
        /// Gives an Upgrade Token to this box of this ship.
        Upgrade(ship: ShipName, slot: Slot) = "upgrade",
        /// Uses the Support Card.
        Use = "use",
        /// Does not use the Support Card, or lets the rest of the bears sink.
        Decline = "decline",
        /// Demolition Charge removes the ice on this hex.
        Remove(hex: Hex) = "remove",
        /// Airlift takes a bear from this hex.
        Lift(bear: Bear, from: Hex) = "lift",
        /// Airlift takes no more.
        Enough = "enough",
        /// A bear flees to this hex.
        Flee(bear: Bear, to: Hex) = "flee",
        /// A newborn cub goes to this hex.
        Place(to: Hex) = "place c",
        /// A bear boards Iron Petrel instead of sinking.
        Board(bear: Bear) = "board",
        /// A cub grows up.
        Grow(sex: Sex) = "grow",
        /// This face-up Alert Token is next.
        Alert(number: Number) = "alert",
        /// Takes the Data Token under the ship.
        Collect = "collect",
        /// Leaves the Data Token under the ship where it lies.
        Leave = "leave",
    }
}

actions! {
    /// What dice and decks decide.
    pub enum Chance {
        /// Set-up: the tile of the next hex.
        Tile(tile: Tile) = "tile",
        /// Set-up: the next ship.
        Ship(ship: ShipName) = "ship",
        /// A Position Card.
        Position(hex: Hex) = "position",
        /// An Alert Token for the Temperature Track.
        Alert(number: Number) = "alert",
        /// An Alert Token that turns face-up.
        Reveal(number: Number) = "reveal",
        /// A Support Card.
        Support(card: Card) = "support",
        /// The blue die.
        D20(number: Number) = "d20",
        /// The red die.
        D6(pips: Pips) = "d6",
    }
}

impl Numbered for RescuePolarBears {}
