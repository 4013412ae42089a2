//! The clauses of `rules.md` that can refuse something.

polynya_engine::clauses! {
    /// Why something is not allowed.
    pub enum Rule {
        SeatsTwoToTwelve = "1.1" "Two to twelve seats play.",
        OnTheMap = "2.2" "The map shows which glaciers there are.",
        DoneIsDone = "3.2" "A seat that is done waits for the others.",
        DoneWhenNothingIsLeft = "3.3" "A seat is done only when nothing is left for it to do.",
        MeltFirst = "3.4" "While glaciers melt, nothing is taken, drawn, eaten or crossed out.",
        MeltingIsOver = "3.5" "Glaciers melt in the melting only.",
        MeltedOnce = "4.2" "A melted glacier does not melt again.",
        NotUnderABear = "4.3" "A glacier with a bear on it does not melt.",
        ShapeOnTheDie = "4.4" "Only what the glacier die shows melts, each shape as often as it is shown.",
        FirstHasAPartner = "4.6" "The first of two different shapes has a partner beside it that can still melt.",
        SecondIsAdjacent = "4.7" "The second of two different shapes shares a side with the first.",
        TakeFirst = "5.2" "Before a seat draws, eats or crosses out, it takes a die of a neighbour.",
        TakeOnce = "5.3" "A seat takes one die a round.",
        OneNeighbour = "5.4" "At a table of two, the only neighbour sits on the left.",
        UnusedNumber = "6.2" "Every drawing and every crossing out uses up one of the seat's numbers.",
        OneAnimalAPlace = "6.4" "A cliff, a pool or a glacier holds one animal.",
        ColonyOrPenguin = "6.6" "A penguin stands on a cliff of a colony or one path away from another penguin.",
        MeltedPool = "6.8" "An orca swims in a pool that touches a melted glacier.",
        FrozenGlacier = "6.9" "A bear lives on a glacier that has not melted.",
        NoPlaceLeft = "6.10" "A number is crossed out only when its animal has no place at all.",
        CaughtFish = "7.2" "A number changes only for a caught fish.",
        OwnNumber = "7.3" "Only a seat's own unused numbers change.",
        AnotherNumber = "7.4" "A number changes into another number.",
    }
}

/// The clauses that govern what happens: the word of an event, and the number of a clause.
pub const MOMENTS: &[(&str, &str)] = &[
    ("glacier_die", "4.1"),
    ("apart", "4.8"),
    ("short", "4.8"),
    ("melted", "4.4"),
    ("polar_dice", "5.1"),
    ("took", "5.2"),
    ("penguin", "6.6"),
    ("orca", "6.8"),
    ("bear", "6.9"),
    ("ate", "7.2"),
    ("crossed", "6.10"),
    ("done", "3.3"),
    ("round_over", "3.1"),
    ("over", "8.8"),
];
