//! What the table sees happen, and why a match ends.

use polynya_engine::Seat;
use serde::Serialize;

use super::action::{Card, Place, Report, Ship};
use super::board::Places;

/// What the table sees happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "IceBreakersEvent"))]
pub enum Event {
    /// A piece of ice is laid.
    Laid {
        /// Where.
        space: Place,
        /// Its number.
        number: u8,
    },
    /// A ship is put where it begins.
    Docked {
        /// The ship.
        ship: Ship,
        /// Where it begins.
        harbour: Place,
    },
    /// A card is laid out at a destination.
    Waits {
        /// The card.
        card: Card,
        /// The destination.
        harbour: Place,
    },
    /// A card is laid out at the right end of the row.
    JoinsRow {
        /// The card.
        card: Card,
    },
    /// A card is dealt.
    Dealt {
        /// To whom.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A report is turned.
    Forecast {
        /// The report.
        report: Report,
    },
    /// A seat opens its turn with a Power card, which goes from its hand to the discard pile.
    Opened {
        /// Whose turn it is.
        seat: Seat,
        /// The Power card.
        card: Card,
        /// The points that it gives.
        points: u8,
    },
    /// A seat lets its turn go by.
    Passed {
        /// Whose turn it is.
        seat: Seat,
        /// Passes in a row under the last report, with this one; 0 before the last report.
        passes: u8,
    },
    /// A card is added to the open Power card; it goes from the hand to the discard pile.
    Added {
        /// Who adds it.
        seat: Seat,
        /// The card.
        card: Card,
        /// The points that are left then.
        points: u8,
    },
    /// An Auto-Ballast leaves the game.
    Cashed {
        /// Who cashes it.
        seat: Seat,
        /// How many cards the seat cuts.
        cuts: u8,
    },
    /// A card goes from the discard pile to a hand.
    Cut {
        /// Who cuts it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// Ice becomes water.
    Broke {
        /// Whose turn it is.
        seat: Seat,
        /// Where.
        space: Place,
        /// The number of the piece, which is its price.
        number: u8,
        /// The points that are left then.
        points: u8,
    },
    /// A ship moves.
    Moved {
        /// Whose turn it is.
        seat: Seat,
        /// The ship.
        ship: Ship,
        /// Where it was.
        from: Place,
        /// Where it is then.
        to: Place,
    },
    /// A ship is home.
    Arrived {
        /// The ship.
        ship: Ship,
        /// How many ships have been brought in, this one included.
        home: u8,
    },
    /// The cards of a destination go to a hand, one by one.
    Collected {
        /// Whose hand.
        seat: Seat,
        /// The card.
        card: Card,
        /// The destination.
        harbour: Place,
        /// Does the card come from the right end of the row? If not, it waited at the harbour.
        row: bool,
    },
    /// A card goes from one hand to another.
    Gave {
        /// Who gives it.
        seat: Seat,
        /// The card.
        card: Card,
        /// Who is given it.
        to: Seat,
    },
    /// A seat ends its turn.
    Ended {
        /// Whose turn it was.
        seat: Seat,
        /// The points that were not used.
        points: u8,
    },
    /// The forecast takes effect.
    InEffect {
        /// The report.
        report: Report,
        /// The water that turns to ice.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        spaces: Places,
    },
    /// The water under a ship turns to ice.
    Stuck {
        /// The ship.
        ship: Ship,
        /// Where it is.
        place: Place,
        /// The number of the piece.
        number: u8,
    },
    /// A turn begins.
    TurnOf {
        /// Whose it is.
        seat: Seat,
    },
    /// The match is over and won.
    AllHome {
        /// How many turns it had.
        turns: u32,
    },
    /// The match is over: nobody can play a Power card any more.
    OutOfPower {
        /// How many ships have been brought in.
        home: u8,
    },
    /// The match is over: everybody has passed under the last report.
    PassedRound {
        /// How many ships have been brought in.
        home: u8,
    },
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
