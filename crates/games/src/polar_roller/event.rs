//! What the table sees happen, and why a match ends.

use polynya_engine::{Seat, events};
use serde::Serialize;

use super::action::{Cliff, Die, Face, Glacier, Number, Pool, Side};
use super::board::Shape;

events! {
    /// What the table sees happen.
    pub enum Event as "PolarRollerEvent" {
        /// The glacier die falls.
        GlacierDie {
            seat: Seat = "Who rolls it.",
            round,
            face: Face = "What it shows.",
            shapes: [Shape; 2] = "The two shapes on this face.",
        },
        /// A seat has no pair of these shapes side by side: one of each melts anywhere.
        Apart { seat },
        /// A seat has fewer glaciers to melt than the die shows.
        Short { seat, melts: u8 = "How many it has: none or one." },
        /// A glacier was shaded.
        Melted { seat, glacier },
        /// The polar dice of a seat fall.
        PolarDice { seat, dice: [Number; 2] = "What they show." },
        /// A seat took the number of a neighbour's die.
        Took {
            seat,
            from: Seat = "Whose die it is.",
            side: Side = "On which side this neighbour sits.",
            die: Die = "Which of the neighbour's two dice it is.",
            number: Number = "What it shows.",
        },
        /// A penguin was drawn.
        Penguin { seat, cliff: Cliff = "On which cliff.", number, borrowed, fish: bool = "Did it catch a fish?" },
        /// An orca was drawn.
        Orca { seat, pool: Pool = "In which pool.", number, borrowed },
        /// A bear was drawn.
        Bear { seat, glacier, number, borrowed },
        /// A fish was eaten to change an own number.
        Ate { seat, from: Number = "What the number was.", to: Number = "What it is now." },
        /// A number was crossed out because its animal has no place.
        Crossed { seat, number: Number = "Which one.", borrowed },
        /// A seat has closed its melting or drawing.
        Done { seat },
        /// Everybody has drawn.
        RoundOver { round },
        /// The last round is over.
        Over,
    } where {
        seat: Seat = "Whose sheet it is.",
        round: u8 = "The round, from 1.",
        glacier: Glacier = "Which glacier.",
        number: Number = "The number that was used up.",
        borrowed: bool = "Was that number the neighbour's?",
    }
}

/// Why a match ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All twelve rounds are over.
    Rounds,
}
