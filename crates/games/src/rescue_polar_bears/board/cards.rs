//! The Support Cards.

use polynya_engine::{BitSet, words};

/// What Cold Snap takes off. PROPOSED: a play report fits 3 or more.
pub const COLD_SNAP: u8 = 5;
/// Data Tokens placed by Survey Burst. PRINTED that such a card exists, number PROPOSED.
pub const SURVEY_BURST: u8 = 2;
/// Alert Tokens turned by Satellite Forecast. PRINTED that such a card exists, number PROPOSED.
pub const SATELLITE_FORECAST: u8 = 3;
/// Blue actions of Overtime. PROPOSED: with All Hands this uses the six blue tokens.
pub const OVERTIME: u8 = 2;
/// Bears that Airlift can take. PROPOSED.
pub const AIRLIFT: u8 = 2;

words! {
    /// The ten Support Cards, one of each. What they do is DERIVED or PROPOSED, and so are their names.
    pub enum Card: "a Support Card" {
        /// The temperature falls by [`COLD_SNAP`]. The kind is REPORTED, the amount PROPOSED.
        ColdSnap = "cold-snap" as "Cold Snap",
        /// One more helicopter. DERIVED.
        ExtraHelicopter = "extra-helicopter" as "Extra Helicopter",
        /// [`SURVEY_BURST`] more Data Tokens. DERIVED.
        SurveyBurst = "survey-burst" as "Survey Burst",
        /// [`SATELLITE_FORECAST`] Alert Tokens turn face-up. DERIVED.
        SatelliteForecast = "satellite-forecast" as "Satellite Forecast",
        /// Removes any ice tile or ice float. DERIVED.
        DemolitionCharge = "demolition-charge" as "Demolition Charge",
        /// [`OVERTIME`] more actions in this turn. PROPOSED.
        Overtime = "overtime" as "Overtime",
        /// One more action for every ship. PROPOSED.
        AllHands = "all-hands" as "All Hands",
        /// Up to [`AIRLIFT`] bears of one tile return to the supply. PROPOSED.
        Airlift = "airlift" as "Airlift",
        /// Another Alert Token. PROPOSED.
        NewForecast = "new-forecast" as "New Forecast",
        /// No Growth and Reproduction in this turn. PROPOSED.
        QuietSeason = "quiet-season" as "Quiet Season",
    }
}

/// Some of the Support Cards.
pub type Cards = BitSet<Card>;

/// All Support Cards.
pub const CARDS: Cards = BitSet::from_bits((1 << Card::ALL.len()) - 1);
