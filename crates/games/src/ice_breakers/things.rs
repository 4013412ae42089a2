//! What lies on the table, thing by thing.

use polynya_engine::Thing;

/// Returns what each thing is and what it is for.
pub(super) fn things() -> Vec<Thing> {
    let thing = |id, name, text, clause| Thing { id, name, text, clause };
    vec![
        thing(
            "ship",
            "Ship",
            "Every ship is to come home to the harbour of its own number and flag; anybody may move it in their turn.",
            "7.1",
        ),
        thing("ice", "Ice", "It costs as many points as its number to break; then ships can pass.", "6.3"),
        thing("water", "Water", "Ships sail over it; it freezes again when the forecast shows its number.", "9.2"),
        thing(
            "harbour",
            "Harbour",
            "It never freezes; any ship may rest here, and the ship with its number is home here.",
            "2.4",
        ),
        thing("5", "Power 5", "It opens a turn with five points for breaking ice.", "4.2"),
        thing("7", "Power 7", "It opens a turn with seven points for breaking ice.", "4.2"),
        thing("10", "Power 10", "It opens a turn with ten points for breaking ice; no Retrofit can be added.", "4.2"),
        thing("r3", "Retrofit R3", "Anybody may add it to an open 5 or 7: three more points.", "5.4"),
        thing("b1", "Bubbler B1", "Anybody may add it to an open Power card: one more point.", "5.3"),
        thing(
            "ab2",
            "Auto-Ballast AB2",
            "It cuts two cards from the discard pile by chance and leaves the game.",
            "5.7",
        ),
        thing("report", "Ice report", "Water with its numbers freezes when this turn ends, by a pass too.", "9.1"),
    ]
}
