//! What the table sees happen, and why a match ends.

use polynya_engine::{Seat, events};
use serde::{Deserialize, Serialize};

use super::board::{Bear, Bears, Card, Hex, Number, Pips, ShipName, Slot, Tile};

events! {
    /// What the table sees happen.
    pub enum Event as "RescueEvent" {
        /// A tile is laid, with bears from the supply if it is an Ice Tile.
        Dealt {
            hex,
            tile: Tile = "The tile.",
            #[cfg_attr(feature = "ts", ts(inline))]
            bears,
        },
        /// A ship is drawn.
        Mustered { ship, hex: Hex = "Where it begins." },
        /// A Data Token is placed.
        DataPlaced { hex },
        /// A Position Card names a hex on which no Data Token can be placed.
        PositionTaken { hex },
        /// An Alert Token goes to the Temperature Track.
        AlertSet { number, hex },
        /// An Alert Token whose tile is gone goes to the box.
        AlertGone { number },
        /// An Alert Token of the supply turns face-up.
        Revealed { number },
        /// A turn begins.
        TurnOf { ship, seat: Seat = "The seat that steers it.", actions: u8 = "Actions that it has." },
        /// A ship sails.
        Sailed { ship, from, to },
        /// A bear goes from the ice on board.
        Loaded { ship, bear, from, free: bool = "Did it cost no action?" },
        /// All bears on board go to the supply.
        Unloaded {
            ship,
            #[cfg_attr(feature = "ts", ts(inline))]
            bears,
        },
        /// A Data Token goes to the Data Track.
        Collected { ship, hex, count: u8 = "How many are collected now." },
        /// A Data Token stays under the ship that could have taken it.
        DataLeft { ship, hex },
        /// An Upgrade Token goes to a box.
        Upgraded { ship, slot: Slot = "Its box." },
        /// A helicopter joins the bases.
        HelicopterCame { now: u8 = "How many are there now." },
        /// The Support Tile under a ship is removed.
        SupportReached { hex, card: bool = "Does it bring a card?" },
        /// A Support Card is drawn.
        CardDrawn { card },
        /// A Support Card is used.
        CardUsed { card },
        /// A Support Card is not used.
        CardDeclined { card },
        /// A bear goes from the ice to the supply.
        Lifted { bear, from },
        /// A ship breaks ice, which is gone when its bears are.
        Broke { ship, hex, tile },
        /// Ice is blown up, and gone when its bears are.
        Blown { hex, tile },
        /// A bear goes from tile to tile.
        Fled { bear, from, to },
        /// A bear goes on board instead of sinking.
        Boarded { ship, bear, from },
        /// Bears sink; they fly to the supply if there are helicopters for all.
        Sank {
            hex,
            #[cfg_attr(feature = "ts", ts(inline))]
            bears,
            helicopters: u8 = "Helicopters at the bases before.",
        },
        /// A tile that was broken or blown up or that melted is gone.
        TileGone { hex, tile },
        /// The temperature falls.
        Cooled { by: u8 = "By how many degrees.", to: u8 = "The temperature now." },
        /// An Action Phase ends.
        ActionsEnded { ship, unused: u8 = "Actions that are given up." },
        /// The blue die falls. What it brings follows: `Warmer`, `Born` or `Growth`.
        BlueDie { number: Number = "What it shows." },
        /// Nobody grows or breeds: the red die counts more.
        Warmer { extra },
        /// Cubs are born. Those without room leave the hex at once.
        Born { number, hex, count, stay: u8 = "How many of them have room on the tile." },
        /// A newborn cub goes to another tile.
        CubPlaced { from, to },
        /// Cubs are going to grow up.
        Growth { number, hex, count },
        /// A cub goes to the supply, and an adult takes its place.
        Grew { hex, bear: Bear = "The adult." },
        /// Figures are missing or do not mix: the red die counts more.
        Shortage { extra },
        /// The red die falls.
        RedDie {
            pips: Pips = "What it shows.",
            extra,
            from: u8 = "The temperature before.",
            to: u8 = "The temperature now.",
        },
        /// The Ice Tile of the alert begins to melt; it is gone when its bears are.
        Melting { number, hex },
        /// The match is over.
        Over {
            #[cfg_attr(feature = "ts", ts(inline))]
            ending: Ending = "Why.",
            collected: u8 = "Data Tokens collected.",
        },
    } where {
        hex: Hex = "Where.",
        from: Hex = "Where it was; a newborn cub was born there.",
        to: Hex = "Where it is now.",
        ship: ShipName = "The ship.",
        bear: Bear = "The bear.",
        bears: Bears = "The bears.",
        card: Card = "The card.",
        tile: Tile = "The Ice Tile or ice float.",
        number: Number = "The number of the Ice Tile or Alert Token.",
        count: u8 = "How many cubs.",
        extra: u8 = "What is added to the red die.",
    }
}

/// Why a match ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "RescueEnding", export_to = "views.ts"))]
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
