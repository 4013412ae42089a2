//! What the table sees happen, and why a match ends.

use polynya_engine::Seat;
use serde::{Deserialize, Serialize};

use super::board::{Bear, Bears, Card, Hex, Number, Pips, ShipName, Slot, Tile};

/// What the table sees happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "RescueEvent"))]
pub enum Event {
    /// A tile is laid, with bears from the supply if it is an Ice Tile.
    Dealt {
        /// Where.
        hex: Hex,
        /// The tile.
        tile: Tile,
        /// The bears that begin on it.
        #[cfg_attr(feature = "ts", ts(inline))]
        bears: Bears,
    },
    /// A ship is drawn.
    Mustered {
        /// Which.
        ship: ShipName,
        /// Where it begins.
        hex: Hex,
    },
    /// A Data Token is placed.
    DataPlaced {
        /// Where.
        hex: Hex,
    },
    /// A Position Card names a hex on which no Data Token can be placed.
    PositionTaken {
        /// The hex.
        hex: Hex,
    },
    /// An Alert Token goes to the Temperature Track.
    AlertSet {
        /// Its number.
        number: Number,
        /// Where its Ice Tile lies.
        hex: Hex,
    },
    /// An Alert Token whose tile is gone goes to the box.
    AlertGone {
        /// Its number.
        number: Number,
    },
    /// An Alert Token of the supply turns face-up.
    Revealed {
        /// Its number.
        number: Number,
    },
    /// A turn begins.
    TurnOf {
        /// Whose it is.
        ship: ShipName,
        /// The seat that steers it.
        seat: Seat,
        /// Actions that it has.
        actions: u8,
    },
    /// A ship sails.
    Sailed {
        /// Which.
        ship: ShipName,
        /// Where it was.
        from: Hex,
        /// Where it is then.
        to: Hex,
    },
    /// A bear goes from the ice on board.
    Loaded {
        /// The ship.
        ship: ShipName,
        /// The bear.
        bear: Bear,
        /// Where it stood.
        from: Hex,
        /// Did it cost no action?
        free: bool,
    },
    /// All bears on board go to the supply.
    Unloaded {
        /// The ship.
        ship: ShipName,
        /// The bears.
        #[cfg_attr(feature = "ts", ts(inline))]
        bears: Bears,
    },
    /// A Data Token goes to the Data Track.
    Collected {
        /// The ship that collects it.
        ship: ShipName,
        /// Where it lay.
        hex: Hex,
        /// How many are collected then.
        count: u8,
    },
    /// An Upgrade Token goes to a box.
    Upgraded {
        /// The ship.
        ship: ShipName,
        /// Its box.
        slot: Slot,
    },
    /// A helicopter joins the bases.
    HelicopterCame {
        /// How many are there then.
        now: u8,
    },
    /// The Support Tile under a ship is removed.
    SupportReached {
        /// Where it lay.
        hex: Hex,
        /// Does it bring a card?
        card: bool,
    },
    /// A Support Card is drawn.
    CardDrawn {
        /// The card.
        card: Card,
    },
    /// A Support Card is used.
    CardUsed {
        /// The card.
        card: Card,
    },
    /// A Support Card is not used.
    CardDeclined {
        /// The card.
        card: Card,
    },
    /// A bear goes from the ice to the supply.
    Lifted {
        /// The bear.
        bear: Bear,
        /// Where it stood.
        from: Hex,
    },
    /// A ship breaks ice, which is gone when its bears are.
    Broke {
        /// The ship.
        ship: ShipName,
        /// Where the ice lies.
        hex: Hex,
        /// The Ice Tile or ice float.
        tile: Tile,
    },
    /// Ice is blown up, and gone when its bears are.
    Blown {
        /// Where it lies.
        hex: Hex,
        /// The Ice Tile or ice float.
        tile: Tile,
    },
    /// A bear goes from tile to tile.
    Fled {
        /// The bear.
        bear: Bear,
        /// Where it stood.
        from: Hex,
        /// Where it stands then.
        to: Hex,
    },
    /// A bear goes on board instead of sinking.
    Boarded {
        /// The ship.
        ship: ShipName,
        /// The bear.
        bear: Bear,
        /// Where it stood or was born.
        from: Hex,
    },
    /// Bears sink; they fly to the supply if there are helicopters for all.
    Sank {
        /// Where they stood or were born.
        hex: Hex,
        /// The bears.
        #[cfg_attr(feature = "ts", ts(inline))]
        bears: Bears,
        /// Helicopters at the bases before.
        helicopters: u8,
    },
    /// A tile that was broken or blown up or that melted is gone.
    TileGone {
        /// Where it lay.
        hex: Hex,
        /// The Ice Tile or ice float.
        tile: Tile,
    },
    /// The temperature falls.
    Cooled {
        /// By so many degrees.
        by: u8,
        /// To so many.
        to: u8,
    },
    /// An Action Phase ends.
    ActionsEnded {
        /// Whose.
        ship: ShipName,
        /// Actions that are given up.
        unused: u8,
    },
    /// The blue die falls. What it brings follows: `Warmer`, `Born` or `Growth`.
    BlueDie {
        /// What it shows.
        number: Number,
    },
    /// Nobody grows or breeds: the red die counts more.
    Warmer {
        /// So much.
        extra: u8,
    },
    /// Cubs are born. Those without room leave the hex at once.
    Born {
        /// The number of the Ice Tile.
        number: Number,
        /// Where it lies.
        hex: Hex,
        /// How many cubs.
        count: u8,
        /// How many of them have room on the tile.
        stay: u8,
    },
    /// A newborn cub goes to another tile.
    CubPlaced {
        /// Where it was born.
        from: Hex,
        /// Where it stands then.
        to: Hex,
    },
    /// Cubs are going to grow up.
    Growth {
        /// The number of their Ice Tile.
        number: Number,
        /// Where it lies.
        hex: Hex,
        /// How many cubs.
        count: u8,
    },
    /// A cub goes to the supply, and an adult takes its place.
    Grew {
        /// Where.
        hex: Hex,
        /// The adult.
        bear: Bear,
    },
    /// Figures are missing or do not mix: the red die counts more.
    Shortage {
        /// So much.
        extra: u8,
    },
    /// The red die falls.
    RedDie {
        /// What it shows.
        pips: Pips,
        /// What is added to it.
        extra: u8,
        /// The temperature before.
        from: u8,
        /// The temperature then.
        to: u8,
    },
    /// The Ice Tile of the alert begins to melt; it is gone when its bears are.
    Melting {
        /// Its number.
        number: Number,
        /// Where it lies.
        hex: Hex,
    },
    /// The match is over.
    Over {
        /// Why.
        #[cfg_attr(feature = "ts", ts(inline))]
        ending: Ending,
        /// Data Tokens collected.
        collected: u8,
    },
}

/// Why a match ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
