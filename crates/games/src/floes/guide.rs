//! What a guide says when something happens, or is asked, for the first time.

/// The word of an event, or the clause of a prompt, with one sentence or two that hold for all editions and options.
pub const GUIDE: &[(&str, &str)] = &[
    (
        "3.1",
        "A turn begins with the dice. P means moves for your penguins, B means moves for the bear; the number says how many.",
    ),
    (
        "4.1",
        "Hop a penguin to a place that touches its own, or slide a floe. Floes carry everybody along, so build a way north.",
    ),
    (
        "6.1",
        "The bear is yours for this roll. Step onto a floe and every penguin there goes back to the start, your own too.",
    ),
    ("9.12", "Two dice lie there. Choose the one to use up first; the other follows."),
    ("again", "This face means: roll again. Now it is a 4, for penguins or for the bear."),
    (
        "swam",
        "That penguin stepped to the bear and must begin anew. Keep a floe between yours and the bear when you can.",
    ),
    ("slid", "A floe slid, and everybody on it rode along. A floe with the bear does not slide on a penguin roll."),
    ("sent_home", "The bear stepped onto a floe with penguins: all of them begin anew. Penguins on a shore are safe."),
    ("lapsed", "Nothing was left to do, so the other moves of this roll are lost."),
    ("limit_reached", "That was the last turn of this table. Nobody was quick enough to win."),
];
