//! What the printed rule text does not say, value by value.

use polynya_engine::Label::{Derived, Proposed};
use polynya_engine::{Sourced, sourced};

/// Every value of the game that is not printed, and where it comes from.
pub const SOURCES: &[Sourced] = &[
    sourced(
        Proposed,
        "the map",
        "19 fields, their cuts into triangles, diamonds and trapezoids, the places of pools, cliffs and paths",
        "2.1",
        "map.rs",
    ),
    sourced(
        Proposed,
        "the eight faces of the glacier die",
        "three of two alike, five of two different shapes; that a face shows two shapes is printed",
        "4.1",
        "board.rs",
    ),
    sourced(Proposed, "the central glaciers", "those of field j; that there are several is printed", "2.7", "map.rs"),
    sourced(Derived, "colonies", "four, with two cliffs each: the score table ends at four", "2.5", "map.rs"),
    sourced(
        Proposed,
        "where colonies and fishing cliffs lie",
        "five penguins join two colonies, as in an example",
        "2.6",
        "map.rs",
    ),
    sourced(Derived, "at least five fish", "an example has three left and two eaten", "7.1", "map.rs"),
    sourced(Proposed, "the sixth fish", "one for each fishing cliff", "7.1", "map.rs"),
    sourced(Proposed, "the most seats", "twelve; printed is six and more", "1.1", "rules.rs"),
];
