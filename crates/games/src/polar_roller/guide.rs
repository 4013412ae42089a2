//! What a guide says when something happens, or is asked, for the first time.

/// The word of an event, or the clause of a prompt, with one sentence or two.
pub const GUIDE: &[(&str, &str)] = &[
    (
        "4.1",
        "Melt the two shapes of the glacier die. Two different ones must share a side. Orcas like water, bears like ice.",
    ),
    ("5.2", "You have two numbers of your own. Take one more from a neighbour’s dice: they keep it, you share it."),
    ("6.1", "Use your three numbers: 1 to 3 are penguins, 4 and 5 orcas, 6 a bear. Tap where each shall live."),
    ("apart", "No two of these shapes that touch are left, so you may melt them apart."),
    ("short", "There was less of this shape than the die shows. You melt what there is."),
    (
        "penguin",
        "A penguin begins at a colony or one path from another. Connect colonies: two are 5 points, more are more.",
    ),
    ("orca", "Each orca is a point. Two or more around one stretch of water are a pod, which scores extra."),
    ("bear", "Each bear is 2 points and keeps its ice from melting. Large pieces of ice with bears score extra."),
    ("ate", "A fish was eaten to change a number. A fish that is kept is worth 2 points at the end."),
    ("crossed", "There was no place for that animal, so its number is crossed out."),
    ("round_over", "A round is over. There are twelve, so plan your colonies early."),
];
