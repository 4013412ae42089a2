//! The state of a match beside the map: what it waits for, what belongs to this turn, and what is still to be done.

use serde::{Deserialize, Serialize};

use super::board::{self, Card, Deck, Hex, HexSet, INNER, NUMBERS, Number, Numbers};

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awaiting {
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
    /// Which bear boards a ship instead of sinking?
    Board,
    /// What does a cub grow into?
    Grow,
    /// Which face-up Alert Token is next?
    ChooseAlert,
    /// Nothing: the match is over.
    Over,
    /// Is the Data Token under the ship taken?
    Collect,
}

impl Awaiting {
    /// Is it for dice or decks to decide?
    #[inline]
    pub fn is_chance(self) -> bool {
        matches!(
            self,
            Awaiting::Tile
                | Awaiting::Ship
                | Awaiting::Position
                | Awaiting::DrawAlert
                | Awaiting::Reveal
                | Awaiting::Support
                | Awaiting::D20
                | Awaiting::D6
        )
    }
}

/// Which part of a turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "RescueStage", export_to = "views.ts"))]
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

/// What belongs to one turn; the default is its beginning.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnState {
    /// Actions that the ship has left.
    pub(super) left: u8,
    /// Whoever loads two: the next Loading of a bear is free.
    pub(super) free_load: bool,
    /// Whoever grabs: a grab is open, and whether one has been made in this turn.
    pub(super) grab_open: bool,
    pub(super) grabbed: bool,
    /// A Support Card was drawn for a tile in this turn.
    pub(super) supported: bool,
    /// The Growth and Reproduction Phase of this turn is skipped.
    pub(super) quiet: bool,
    /// What is added to the red die of this turn.
    pub(super) extra: u8,
}

impl TurnState {
    /// An action is spent, and whatever had to follow the last one directly is lost.
    #[inline]
    pub(super) fn spend(&mut self) {
        self.left -= 1;
        self.close_windows();
    }

    /// Whatever had to follow the last action directly is lost.
    #[inline]
    pub(super) fn close_windows(&mut self) {
        self.free_load = false;
        self.grab_open = false;
    }
}

/// What is still to be done before the turn goes on; by default, and after the match, nothing.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pending {
    /// The Support Card that is being resolved.
    pub(super) card: Option<Card>,
    /// Bears that Airlift can still take, and the tile from which it has taken one.
    pub(super) lifting: u8,
    pub(super) lifted: Option<Hex>,
    /// Alert Tokens that are still turned face-up.
    pub(super) revealing: u8,
    /// Data Tokens that are still placed.
    pub(super) placing: u8,
    /// A new Alert Token is to be chosen.
    pub(super) choosing: bool,
    /// A Data Token was collected: one is placed if none is left on the board.
    pub(super) refill: bool,
    /// The ship has ended its Sailing on a Support Tile that still lies there.
    pub(super) docked: bool,
}

/// What happens to the bears of one Ice Tile. It stays when the match is over, to be shown.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scene {
    /// The Ice Tile that bears flee from, are born on or grow on.
    pub(super) number: Number,
    /// Why bears have no ice under them, if some have none.
    pub(super) peril: Option<Peril>,
    /// Newborn cubs that have no place yet.
    pub(super) unborn: u8,
    /// Nobody more boards a ship from this tile.
    pub(super) no_boarding: bool,
    /// Cubs that still grow.
    pub(super) growing: u8,
}

impl Scene {
    /// An Ice Tile on which nothing happens yet.
    #[inline]
    pub(super) fn of(number: Number) -> Scene {
        Scene { number, peril: None, unborn: 0, no_boarding: false, growing: 0 }
    }
}

/// Why bears have no ice under them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Peril {
    /// A ship breaks their tile.
    Broken,
    /// Demolition Charge removes their tile.
    Blown,
    /// Their tile melts.
    Melting,
    /// They were just born.
    Birth,
}

/// The Alert Tokens in the supply.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlertSupply {
    /// Those that lie face-up.
    pub face_up: Numbers,
    /// Those that are still face-down.
    pub face_down: Numbers,
}

impl Default for AlertSupply {
    /// All of them, face-down.
    fn default() -> AlertSupply {
        AlertSupply { face_up: Numbers::NONE, face_down: NUMBERS }
    }
}

/// The Helicopter Tokens.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Helicopters {
    /// Those at the bases.
    pub ready: u8,
    /// Those that effects can still bring.
    pub reserve: u8,
    /// Those that have flown.
    pub flown: u8,
}

impl Default for Helicopters {
    fn default() -> Helicopters {
        Helicopters { ready: board::HELICOPTERS, reserve: board::HELICOPTER_TOKENS - board::HELICOPTERS, flown: 0 }
    }
}

/// The cards that are not drawn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decks {
    /// Position Cards.
    pub positions: HexSet,
    /// Support Cards.
    pub support: Deck,
}

impl Decks {
    /// All Position Cards and these Support Cards.
    pub(super) fn with(support: Deck) -> Decks {
        Decks { positions: INNER, support }
    }

    /// The Position Cards that can be drawn: when the deck is empty, the discards are shuffled.
    #[inline]
    pub(super) fn next_positions(&self) -> HexSet {
        if self.positions.is_empty() { INNER } else { self.positions }
    }
}
