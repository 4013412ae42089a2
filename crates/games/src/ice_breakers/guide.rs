//! What a guide says when something happens, or is asked, for the first time.

/// The word of an event, or the clause of a prompt, with one sentence or two that hold for all maps and options.
pub const GUIDE: &[(&str, &str)] = &[
    ("4.1", "Play a Power card: its number is how much ice you can break. Or pass, and save your cards."),
    ("6.1", "Break any ice, anywhere: each piece costs its number. Open a way, then sail ships home over the water."),
    ("7.1", "No points are left, but sailing is free. Move ships over open water, then end the turn."),
    ("5.7", "Cards are cut from the discard pile by chance. A good one may come back to help you."),
    (
        "forecast",
        "This report is the forecast: when the turn ends, all water with these numbers freezes. Do not park ships there.",
    ),
    ("in_effect", "The turn is over, so the report took effect: water with its numbers is ice again."),
    ("stuck", "The water froze under a ship. Break the ice below it, and it can sail again."),
    ("opened", "A Power card lies open. Now everybody may add Bubblers and Retrofits to make it stronger."),
    ("passed", "A pass saves the cards, but the ice report still takes effect."),
    ("added", "A card was added, so there are more points for this turn. Any player may do this."),
    (
        "cashed",
        "An Auto-Ballast was cashed: two cards come back from the discard pile, and the Auto-Ballast leaves the match.",
    ),
    ("broke", "Ice was broken. It stays water until a report with its number takes effect."),
    ("moved", "Ships sail as far as you like over water and harbours. It costs nothing."),
    ("arrived", "A ship is home! It stays there, and everybody is one ship closer to winning."),
    (
        "collected",
        "Whoever brings a ship home earns cards: three at a large destination, one from the row at a small one.",
    ),
    ("gave", "A card that was just earned can be given to somebody who needs it more."),
    ("out_of_power", "Nobody can get a Power card any more, so the season is over."),
    ("passed_round", "Everybody passed under the last report, so the season is over."),
];
