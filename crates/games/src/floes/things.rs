//! What lies on the table, thing by thing.

use polynya_engine::Thing;

/// Returns what each thing is and what it is for.
pub(super) fn things() -> Vec<Thing> {
    let thing = |id, name, text, clause| Thing { id, name, text, clause };
    vec![
        thing(
            "penguin",
            "Penguin",
            "Three of a colour belong to each player; the first whose three are all home wins.",
            "1.2",
        ),
        thing(
            "homebound",
            "Homebound penguin",
            "It has been at the North Pole, wears a scarf and is on its way back.",
            "9.3",
        ),
        thing(
            "bear",
            "Polar bear",
            "It belongs to nobody: whoever rolls Bear walks it, and penguins on the floe that it enters swim back.",
            "6.4",
        ),
        thing(
            "floe",
            "Floe",
            "It slides north or south into free water with all who stand on it, and carries at most three penguins.",
            "5.2",
        ),
        thing("fixed", "Equator", "Ice that never slides, where the two boards of Mega Ice Age meet.", "9.9"),
        thing("water", "Open water", "Nobody stands here, but a floe that lies beside it can slide into it.", "5.3"),
        thing("start", "Start shore", "Here all penguins begin, and here those come back whom the bear meets.", "1.4"),
        thing(
            "north",
            "North Pole",
            "Penguins are safe here: it is the goal, or with Homesick Penguins the turning point.",
            "6.6",
        ),
        thing(
            "die",
            "Die",
            "It says who moves in this turn, penguins or the bear, and how many moves there are.",
            "3.1",
        ),
        thing("lock", "Lock", "On this roll somebody who stands on the floe keeps it from sliding.", "5.4"),
    ]
}
