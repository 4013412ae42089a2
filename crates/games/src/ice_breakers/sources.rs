//! What the printed rule book does not say, value by value.

use polynya_engine::Label::{Derived, Proposed};
use polynya_engine::{Sourced, sourced};

/// Every value of the game that is not printed, and where it comes from.
pub const SOURCES: &[Sourced] = &[
    sourced(
        Proposed,
        "the three maps",
        "which harbours and junctions are joined, how long the channels are, where all lies: the board is not known",
        "2.5",
        "board.rs",
    ),
    sourced(Proposed, "junctions", "six, where channels meet", "2.1", "board.rs"),
    sourced(
        Proposed,
        "the nations of the flags",
        "nine that explored the Arctic; which ones is not told",
        "2.4",
        "board.rs",
    ),
    sourced(Derived, "spaces for ice", "66: as many as there are pieces", "2.3", "board.rs"),
    sourced(
        Derived,
        "Power cards",
        "22: 24 are printed, but eight, eight and six make 22, and only so does the deal come out",
        "3.3",
        "board.rs",
    ),
    sourced(
        Derived,
        "the large destinations",
        "2, 3, 6 and 8: of the set-up of the introductory game",
        "2.6",
        "board.rs",
    ),
    sourced(
        Proposed,
        "the numbers of the reports",
        "two decks; printed are 20 reports, two mild, one with all four numbers, one with three, most with one",
        "3.5",
        "board.rs",
    ),
    sourced(Proposed, "the report with three numbers", "2+3+4", "3.4", "board.rs"),
];
