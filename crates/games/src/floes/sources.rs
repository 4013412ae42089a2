//! What the two printed rule books do not say, value by value.

use polynya_engine::Label::{Derived, Printed, Proposed, Reported};
use polynya_engine::{Sourced, sourced};

/// Every value of Polar Dare! that is not printed, and where it comes from.
pub const POLAR_DARE_SOURCES: &[Sourced] = &[
    sourced(
        Reported,
        "the grid of the floes",
        "four rows of four, each floe in a square of its own; 16 floes with two positions each are printed",
        "2.1",
        "board.rs",
    ),
    sourced(
        Derived,
        "which places touch",
        "along edges; two floes of a lane meet when one is forward and the next is back: of two figures and the examples",
        "2.5",
        "board.rs",
    ),
    sourced(
        Proposed,
        "the labels of the die",
        "B3, P2, P3, P3, P4, P4, as the port prints them; each of the four is printed to exist, and `die` takes others",
        "1.5",
        "board.rs",
    ),
    sourced(Proposed, "the fourth colour", "yellow; red, blue and green are printed", "1.1", "board.rs"),
    sourced(Reported, "how long it takes", "thirty minutes", "10.3", "board.rs"),
];

/// Every value of the piecepack port that is not printed, and where it comes from.
pub const PIECEPACK_SOURCES: &[Sourced] = &[
    sourced(
        Printed,
        "the die, and both tables of Polar Bear Alert",
        "B3, P2, P3, P3, P4, P4; again: B4 or P4",
        "1.5",
        "board.rs",
    ),
    sourced(
        Derived,
        "the bands of the rows",
        "each row slides over two tiles, and three pawns mark the limits: the pictures are missing",
        "2.2",
        "board.rs",
    ),
    sourced(Derived, "the lanes and the penguins", "one suit in each lane; three coins of a suit", "9.1", "board.rs"),
    sourced(
        Proposed,
        "the layout of Mega Ice Age",
        "two boards in a row, two rows of fixed floes between them: its diagram is missing",
        "9.9",
        "board.rs",
    ),
    sourced(Proposed, "where bear 1 of Mega Ice Age begins", "on b5; printed is only the Equator", "9.10", "board.rs"),
    sourced(
        Proposed,
        "the use of two dice",
        "one is used up after the other, in the order that the seat says",
        "9.12",
        "play.rs",
    ),
    sourced(Proposed, "the length of a slide in Pack Ice and Deep Freeze", "one cell", "9.16", "legal.rs"),
    sourced(Proposed, "the title", "none is known; it goes by piecepack-dare", "10.7", "mod.rs"),
];
