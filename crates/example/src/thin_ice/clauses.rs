//! The clauses that refuse something.

polynya_engine::clauses! {
    /// Why something is not allowed.
    pub enum Rule {
        TwoToFour = "1.1" "Two to four seals play.",
        SomeFish = "1.2" "There are 1 to 40 fish under the ice.",
        TakeTurns = "2.1" "Seals eat in turn, seat by seat.",
        UpToTheDie = "2.2" "The die falls; the seal eats one fish up to as many as it shows.",
        OnlyWhatIsThere = "2.3" "Nobody eats more fish than there are.",
    }
}
