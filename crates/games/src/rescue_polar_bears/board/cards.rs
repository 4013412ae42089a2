//! The Support Cards.

use std::fmt;

use polynya_engine::words;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
    /// The kinds of Support Cards. What they do is DERIVED or PROPOSED, and so are their names.
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

/// Support Cards in the box. PRINTED.
pub const CARDS: u8 = 10;

/// How many there are of each Support Card, in one machine word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Deck(u64);

/// Bits that count the copies of one card.
const BITS: u32 = 4;
/// The most copies that they can count.
const MOST: u8 = (1 << BITS) - 1;

impl Deck {
    /// The deck that is proposed: one of each card.
    pub const PROPOSED: Deck = {
        let (mut counts, mut card) = (0, 0);
        while card < Card::ALL.len() {
            counts |= 1 << (card as u32 * BITS);
            card += 1;
        }
        Deck(counts)
    };

    /// Returns the deck of these cards; nothing if there are too many of one.
    pub fn of(cards: impl IntoIterator<Item = Card>) -> Option<Deck> {
        let add =
            |deck: Deck, card: Card| (deck.count(card) < MOST).then(|| Deck(deck.0 + (1 << (card as u32 * BITS))));
        cards.into_iter().try_fold(Deck(0), add)
    }

    /// Returns how many copies of a card are in it.
    #[inline]
    pub fn count(self, card: Card) -> u8 {
        (self.0 >> (card as u32 * BITS)) as u8 & MOST
    }

    /// Returns how many cards it has.
    #[inline]
    pub fn len(self) -> usize {
        Card::ALL.into_iter().map(|card| usize::from(self.count(card))).sum()
    }

    /// Returns the card with this place in the deck, equal ones behind each other.
    #[inline]
    pub(in super::super) fn nth(self, mut place: u8) -> Option<Card> {
        for card in Card::ALL {
            match place.checked_sub(self.count(card)) {
                None => return Some(card),
                Some(rest) => place = rest,
            }
        }
        None
    }

    /// Has it no card?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the cards that are in it, each with the number of its copies.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = (Card, u8)> {
        Card::ALL.into_iter().map(move |card| (card, self.count(card))).filter(|&(_, count)| count > 0)
    }

    /// Returns all cards, equal ones behind each other.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.kinds().flat_map(|(card, count)| (0..count).map(move |_| card))
    }

    /// Takes out one copy of a card, which is in it.
    #[inline]
    pub(in super::super) fn remove(&mut self, card: Card) {
        self.0 -= 1 << (card as u32 * BITS);
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The cards in text formats, the word in binary ones.
impl Serialize for Deck {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.collect_seq(self.iter()) } else { self.0.serialize(to) }
    }
}

impl<'de> Deserialize<'de> for Deck {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Deck, D::Error> {
        if from.is_human_readable() {
            return Deck::of(Vec::<Card>::deserialize(from)?)
                .ok_or_else(|| D::Error::custom("a deck has too many of one card"));
        }
        let deck = Deck(u64::deserialize(from)?);
        let unknown = deck.0 >> (Card::ALL.len() as u32 * BITS);
        if unknown == 0 { Ok(deck) } else { Err(D::Error::custom("a deck holds a card that does not exist")) }
    }
}
