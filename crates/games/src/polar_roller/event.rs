//! What the table sees happen, and why a match ends.

use polynya_engine::Seat;
use serde::Serialize;

use super::action::{Cliff, Die, Face, Glacier, Number, Pool, Side};
use super::board::Shape;

/// What the table sees happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "PolarRollerEvent"))]
pub enum Event {
    /// The glacier die falls.
    GlacierDie {
        /// Who rolls it.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// The round, from 1.
        round: u8,
        /// What it shows.
        face: Face,
        /// The two shapes on this face.
        shapes: [Shape; 2],
    },
    /// A seat has no pair of these shapes side by side: one of each melts anywhere.
    Apart {
        /// Whose sheet it is.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// A seat has fewer glaciers to melt than the die shows.
    Short {
        /// Whose sheet it is.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// How many it has: none or one.
        melts: u8,
    },
    /// A glacier was shaded.
    Melted {
        /// On whose sheet.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// Which one.
        glacier: Glacier,
    },
    /// The polar dice of a seat fall.
    PolarDice {
        /// Whose they are.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// What they show.
        dice: [Number; 2],
    },
    /// A seat took the number of a neighbour's die.
    Took {
        /// Who took it.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// Whose die it is.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        from: Seat,
        /// On which side this neighbour sits.
        side: Side,
        /// Which of its two dice it is.
        die: Die,
        /// What it shows.
        number: Number,
    },
    /// A penguin was drawn.
    Penguin {
        /// On whose sheet.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// On which cliff.
        cliff: Cliff,
        /// The number that it used up.
        number: Number,
        /// Was that the neighbour's?
        borrowed: bool,
        /// Did it catch a fish?
        fish: bool,
    },
    /// An orca was drawn.
    Orca {
        /// On whose sheet.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// In which pool.
        pool: Pool,
        /// The number that it used up.
        number: Number,
        /// Was that the neighbour's?
        borrowed: bool,
    },
    /// A bear was drawn.
    Bear {
        /// On whose sheet.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// On which glacier.
        glacier: Glacier,
        /// The number that it used up.
        number: Number,
        /// Was that the neighbour's?
        borrowed: bool,
    },
    /// A fish was eaten to change an own number.
    Ate {
        /// Who ate it.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// What the number was.
        from: Number,
        /// What it is now.
        to: Number,
    },
    /// A number was crossed out because its animal has no place.
    Crossed {
        /// On whose sheet.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        /// Which one.
        number: Number,
        /// Was it the neighbour's?
        borrowed: bool,
    },
    /// A seat has closed its melting or drawing.
    Done {
        /// Who is done.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
    },
    /// Everybody has drawn.
    RoundOver {
        /// The round, from 1.
        round: u8,
    },
    /// The last round is over.
    Over,
}

/// Why a match ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All twelve rounds are over.
    Rounds,
}
