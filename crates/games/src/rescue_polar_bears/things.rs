//! What lies on the table, thing by thing.

use polynya_engine::Thing;

/// Returns what each thing is and what it is for.
pub(super) fn things() -> Vec<Thing> {
    let thing = |id, name, text, clause| Thing { id, name, text, clause };
    vec![
        thing(
            "ship",
            "Ship",
            "It sails, loads bears, unloads them beside a base and breaks ice: three actions a turn.",
            "4.1",
        ),
        thing(
            "ice",
            "Ice",
            "It carries up to three bears; the blue die can make them breed or grow up, and it may melt.",
            "12.5",
        ),
        thing(
            "alert",
            "Alert",
            "When the temperature reaches this number, the ice with it melts and its bears must flee.",
            "14.2",
        ),
        thing("float", "Ice float", "It blocks ships and holds no bears; breaking it opens the way.", "16.1"),
        thing("water", "Sea", "Ships sail over it as far as their speed goes.", "5.4"),
        thing("support", "Support Tile", "A ship that ends its sailing here draws a Support Card.", "11.1"),
        thing("base", "Base", "A ship beside it unloads its bears to safety; the helicopters stand here.", "7.2"),
        thing(
            "flag",
            "Location Flag",
            "It marks the middle, so that the hexes of Position Cards are found; it has no effect.",
            "2.9",
        ),
        thing(
            "data",
            "Data Token",
            "Collecting them wins the match: sail onto it, or load it from ice beside the ship.",
            "1.5",
        ),
        thing(
            "m",
            "Male bear",
            "With a female on the same ice it can have cubs when the blue die names that ice.",
            "13.2",
        ),
        thing(
            "f",
            "Female bear",
            "With a male on the same ice it can have cubs when the blue die names that ice.",
            "13.2",
        ),
        thing("c", "Cub", "It grows up when the blue die names its ice and no pair breeds there.", "13.2"),
        thing(
            "helicopter",
            "Helicopter",
            "It saves one bear that finds no ice; when more sink than helicopters are left, the match is lost.",
            "12.9",
        ),
        thing(
            "temperature",
            "Temperature",
            "It rises with the red die and falls when ice is broken; above 20 degrees the match is lost.",
            "14.4",
        ),
        thing("track", "Data Track", "It counts the data that are collected; some places bring an upgrade.", "9.3"),
        thing("blue", "Blue die", "It names an ice tile: bears breed there, cubs grow up, or it gets warmer.", "13.1"),
        thing("red", "Red die", "The temperature rises by what it shows.", "14.1"),
        thing("card", "Support Card", "It is used or declined at once and costs no action.", "11.2"),
    ]
}
