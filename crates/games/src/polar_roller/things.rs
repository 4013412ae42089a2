//! What lies on the table, thing by thing.

use polynya_engine::Thing;

/// Returns what each thing is and what it is for.
pub(super) fn things() -> Vec<Thing> {
    let thing = |id, name, text, clause| Thing { id, name, text, clause };
    vec![
        thing("glacier", "Glacier", "The glacier die melts it; as long as it is frozen, a bear can live on it.", "4.1"),
        thing("melted", "Melted glacier", "It never freezes again; pools beside it are open for orcas.", "6.8"),
        thing("cliff", "Cliff", "A penguin stands here if a colony or another penguin is one path away.", "6.6"),
        thing("fishing", "Fishing cliff", "A penguin that is drawn here catches a fish.", "7.1"),
        thing("pool", "Pool", "An orca swims here once a glacier around it has melted.", "6.8"),
        thing("colony", "Colony", "Penguins that join colonies score: two, three or all four.", "8.2"),
        thing("penguin", "Penguin", "It scores 1, and much more when it helps to join colonies.", "8.1"),
        thing("orca", "Orca", "It scores 1; two or more at one open water are a pod.", "8.4"),
        thing("bear", "Bear", "It scores 2, and alone on its ice it has a hunting ground.", "8.5"),
        thing("fish", "Fish", "Eat it to change one of your own numbers, or keep it for 2 points.", "7.2"),
        thing(
            "tracker",
            "Polar Tracker",
            "What you write down each round: your two numbers and, behind the dashed line, the neighbour's.",
            "5.6",
        ),
        thing("die", "Polar die", "1 to 3 are penguins, 4 and 5 orcas, 6 is a bear.", "6.1"),
        thing(
            "glacier-die",
            "Glacier die",
            "It shows the two shapes of glaciers that everybody melts in this round.",
            "4.1",
        ),
        thing("sheet", "Sheet", "Everybody draws on a sheet of their own, all at the same time.", "1.3"),
    ]
}
