//! The clauses of `rules.md` that can refuse something.

polynya_engine::clauses! {
    /// Why something is not allowed.
    pub enum Rule {
        SeatsTwoToFour = "1.1" "Two, three or four seats play.",
        TakeTurns = "1.3" "Only the seat whose turn it is plays a Power card or passes, breaks ice, moves ships and ends the turn.",
        WaitForPower = "1.4" "The other seats help only while a Power card lies open.",
        OnTheMap = "2.3" "Only places of this map can be named.",
        HarboursAreOpen = "2.4" "Harbours never freeze, so there is nothing to break on them.",
        ReportsOfTheDeck = "3.8" "A known order of reports holds the reports of the chosen deck, and no others.",
        PowerCards = "4.2" "A turn is opened with a Power card: a 5, a 7 or a 10.",
        OnePowerCard = "4.3" "There is one Power card in a turn.",
        PowerFirst = "4.4" "Nothing is added, broken, moved or ended before the Power card lies open.",
        PassInstead = "4.5" "A pass takes the place of the Power card.",
        HoldTheCard = "5.1" "A seat uses only cards that it holds.",
        OnlyHelpIsAdded = "5.2" "Only Bubblers and Retrofits are added to a Power card.",
        NoRetrofitOnTen = "5.4" "A Retrofit is never added to a 10.",
        PileIsEmpty = "5.6" "An Auto-Ballast is cashed only while the discard pile holds a card.",
        AlreadyWater = "6.2" "Only ice can be broken.",
        PayInFull = "6.3" "A piece is broken whole: its number is paid in full.",
        HomeIsHome = "7.2" "A ship that is home stays there.",
        StuckInIce = "7.3" "A ship on ice is stuck until its piece is broken.",
        SomewhereElse = "7.4" "A move leads to another place.",
        OpenWay = "7.5" "A ship moves over water and harbours only.",
        OwnHarbourEndsTheWay = "7.6" "A ship's own harbour ends its way.",
        ToAnotherSeat = "8.4" "A card is given to another seat of the table.",
        FreshCardsOnly = "8.5" "Only a card that was collected or cut in this turn is given, and only once.",
    }
}

/// The clauses that govern what happens: the word of an event, and the number of a clause.
pub const MOMENTS: &[(&str, &str)] = &[
    ("laid", "3.1"),
    ("docked", "3.2"),
    ("put_under", "3.7"),
    ("dealt_anew", "3.7"),
    ("waits", "3.3"),
    ("joins_row", "3.3"),
    ("dealt", "3.3"),
    ("forecast", "9.4"),
    ("opened", "4.2"),
    ("passed", "4.5"),
    ("added", "5.2"),
    ("cashed", "5.6"),
    ("cut", "5.7"),
    ("broke", "6.3"),
    ("moved", "7.5"),
    ("arrived", "7.6"),
    ("collected", "8.1"),
    ("gave", "8.4"),
    ("ended", "4.6"),
    ("in_effect", "9.2"),
    ("stuck", "7.3"),
    ("turn_of", "1.3"),
    ("all_home", "10.1"),
    ("out_of_power", "10.3"),
    ("passed_round", "10.4"),
];
