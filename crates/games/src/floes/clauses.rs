//! The clauses of `rules.md` that can refuse something.

polynya_engine::clauses! {
    /// Why something is not allowed.
    pub enum Rule {
        SeatsTwoToFour = "1.1" "Two, three or four seats play.",
        TakeTurns = "1.3" "Seats take turns: only the seat whose turn it is acts.",
        DieOfSixLabels = "1.5" "The die has six labels out of P2, P3, P4 and B3, and at least one of them is a P.",
        LimitFromOne = "1.6" "A turn limit is at least one turn.",
        OnTheBoard = "2.3" "Only places of this board can be named.",
        Adjacent = "2.6" "Penguins and bears step only between places that touch.",
        RollFirst = "3.1" "A turn begins with a roll.",
        OneRoll = "3.2" "There is one roll in a turn.",
        PenguinsStay = "4.1" "Penguins step on a penguin roll only.",
        OwnPenguin = "4.2" "A seat steps with its own penguins only.",
        FloeIsFull = "4.4" "A floe carries at most three penguins.",
        NoWayBack = "4.5" "In the piecepack port a penguin does not go back to the South Pole.",
        HomeIsHome = "4.6" "A penguin that has arrived stays where it is.",
        OnlyFloesSlide = "5.1" "Only floes slide; the shores and the Equator never move.",
        NorthOrSouth = "5.2" "Floes slide north or south.",
        OwnSquare = "5.3" "A floe has two places, the southern and the northern half of its own square.",
        BearHolds = "5.4" "On a penguin roll the floe under a bear does not slide.",
        PenguinsHold = "5.5" "On a bear roll a floe with penguins does not slide.",
        BearStays = "6.1" "A bear steps on a bear roll only.",
        BearKeepsOff = "6.3" "A bear never enters a shore.",
        NobodyIsHomebound = "9.4" "Only in Homesick Penguins are penguins homebound.",
        NoSecondVisit = "9.5" "A homebound penguin does not enter the North Pole again.",
        NameTheBear = "9.10" "Bears have numbers in Mega Ice Age and only there.",
        ChooseADie = "9.12" "When two dice show different labels, the seat first says which one it uses up first.",
        NoDieToChoose = "9.13" "A die is chosen only when two different labels lie there and neither is begun.",
        NoRoom = "9.16" "A drifting floe moves one cell at a time into free water.",
    }
}

/// The clauses that govern what happens: the word of an event, and the number of a clause. Of several clauses of one
/// event the first says most.
pub const MOMENTS: &[(&str, &str)] = &[
    ("again", "9.2"),
    ("rolled", "3.1"),
    ("rolled", "3.3"),
    ("chose", "9.12"),
    ("hopped", "2.6"),
    ("hopped", "2.5"),
    ("hopped", "2.4"),
    ("hopped", "4.3"),
    ("swam", "4.7"),
    ("slid", "5.3"),
    ("slid", "5.6"),
    ("slid", "2.2"),
    ("slid", "2.1"),
    ("bear_stepped", "6.2"),
    ("bear_stepped", "6.5"),
    ("sent_home", "6.4"),
    ("sent_home", "6.6"),
    ("lapsed", "7.2"),
    ("lapsed", "7.1"),
    ("turn_of", "3.4"),
    ("turn_of", "3.5"),
    ("limit_reached", "8.3"),
    ("limit_reached", "8.2"),
    ("won", "8.1"),
    ("won", "1.2"),
    ("won", "8.2"),
];

/// Further clauses, which hold where an option has a value: the event, the clause, the option, its value.
pub const MOMENTS_WITH: &[(&str, &str, &str, bool)] = &[
    ("hopped", "9.3", "homesick_penguins", true),
    ("sent_home", "9.6", "homesick_penguins", true),
    ("hopped", "4.8", "pole_is_final", false),
    ("hopped", "9.18", "pole_is_final", false),
    ("slid", "9.7", "global_warming", true),
    ("lapsed", "9.7", "global_warming", true),
    ("rolled", "9.8", "mega_ice_age", true),
    ("bear_stepped", "9.11", "mega_ice_age", true),
    ("won", "9.14", "mega_ice_age", true),
    ("slid", "9.15", "pack_ice", true),
    ("slid", "9.17", "deep_freeze", true),
];
