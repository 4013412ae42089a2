//! What the table sees happen, and why a match ends.

use polynya_engine::{Seat, events};
use serde::Serialize;

use super::action::{Card, Place, Report, Ship};
use super::places::Places;

events! {
    /// What the table sees happen.
    pub enum Event as "IceBreakersEvent" {
        /// A piece of ice is laid.
        Laid { space, number },
        /// A ship is put where it begins.
        Docked { ship, harbour: Place = "Where it begins." },
        /// A ship that was drawn for its own harbour goes under the stack.
        PutUnder { ship },
        /// The last ship was drawn for its own harbour: all ships are taken back and dealt anew.
        DealtAnew { ship },
        /// A card is laid out at a destination.
        Waits { card, harbour },
        /// A card is laid out at the right end of the row.
        JoinsRow { card },
        /// A card is dealt.
        Dealt { seat: Seat = "To whom.", card },
        /// A report is turned.
        Forecast { report },
        /// A seat opens its turn with a Power card, which goes from its hand to the discard pile.
        Opened { seat, card, points: u8 = "The points that the card gives." },
        /// A seat lets its turn go by.
        Passed {
            seat,
            passes: u8 = "Passes in a row under the last report, with this one; 0 before the last report.",
        },
        /// A card is added to the open Power card; it goes from the hand to the discard pile.
        Added { seat, card, points },
        /// An Auto-Ballast leaves the game.
        Cashed { seat, cuts: u8 = "How many cards the seat cuts." },
        /// A card goes from the discard pile to a hand.
        Cut { seat, card },
        /// Ice becomes water.
        Broke { seat, space, number: u8 = "The number of the piece, which is its price.", points },
        /// A ship moves.
        Moved { seat, ship, from: Place = "Where it was.", to: Place = "Where it is now." },
        /// A ship is home.
        Arrived { ship, home: u8 = "How many ships have been brought in, this one included." },
        /// The cards of a destination go to a hand, one by one.
        Collected {
            seat,
            card,
            harbour,
            row: bool = "Does the card come from the right end of the row? If not, it waited at the harbour.",
        },
        /// A card goes from one hand to another.
        Gave { seat, card, to: Seat = "Who receives it." },
        /// A seat ends its turn.
        Ended { seat, points: u8 = "The points that were not used." },
        /// The forecast takes effect.
        InEffect {
            report,
            #[cfg_attr(feature = "ts", ts(type = "string[]"))]
            spaces: Places = "The water that turns to ice.",
        },
        /// The water under a ship turns to ice.
        Stuck { ship, place: Place = "Where it is.", number },
        /// A turn begins.
        TurnOf { seat },
        /// The match is over and won.
        AllHome { turns: u32 = "How many turns it had." },
        /// The match is over: nobody can play a Power card any more.
        OutOfPower { home },
        /// The match is over: everybody has passed under the last report.
        PassedRound { home },
    } where {
        seat: Seat = "Who does it.",
        card: Card = "The card.",
        ship: Ship = "The ship.",
        space: Place = "Where.",
        harbour: Place = "The destination.",
        number: u8 = "The number of the piece.",
        report: Report = "The report.",
        points: u8 = "The points that are left.",
        home: u8 = "How many ships have been brought in.",
    }
}

/// Why a match ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All ships are home.
    AllHome,
    /// Nobody has a Power card, and no Auto-Ballast can bring one.
    OutOfPower,
    /// Everybody has passed under the last report.
    PassedRound,
}
