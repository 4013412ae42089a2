//! How the parts of a position are written down.

use polynya_engine::ParseError;

use super::Hand;
use super::action::Card;

/// The most cards of a kind that a hand can tell apart; there are no more of any.
const ALIKE: u8 = 8;

/// The cards of a hand, kind by kind, the one that the seat has had longest first, and whether each may be given.
impl From<Hand> for Vec<(Card, bool)> {
    fn from(hand: Hand) -> Vec<(Card, bool)> {
        let kind = |card: Card| {
            let (count, fresh) = (hand.count[card as usize], hand.fresh[card as usize]);
            (0..count).map(move |older| (card, fresh >> older & 1 == 1))
        };
        Card::ALL.into_iter().flat_map(kind).collect()
    }
}

impl TryFrom<Vec<(Card, bool)>> for Hand {
    type Error = ParseError;

    fn try_from(cards: Vec<(Card, bool)>) -> Result<Hand, ParseError> {
        let mut hand = Hand::default();
        for (card, fresh) in cards {
            if hand.count[card as usize] == ALIKE {
                return Err(ParseError(format!("more than {ALIKE} cards {card} in a hand")));
            }
            hand.take(card, fresh);
        }
        Ok(hand)
    }
}

/// A heap of cards, held as a count of each kind and written as a list.
pub(super) mod cards {
    use polynya_engine::Member;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Card;
    use crate::ice_breakers::board::CARDS;

    pub(in crate::ice_breakers) fn serialize<S: Serializer>(
        counts: &[u8; Card::COUNT],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let kind = |(card, &count): (Card, &u8)| (0..count).map(move |_| card);
        let cards: Vec<Card> = Card::ALL.into_iter().zip(counts).flat_map(kind).collect();
        to.collect_seq(cards)
    }

    pub(in crate::ice_breakers) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<[u8; Card::COUNT], D::Error> {
        let cards = Vec::<Card>::deserialize(from)?;
        if cards.len() > usize::from(CARDS) {
            return Err(D::Error::custom(format!("{} cards in a heap", cards.len())));
        }
        let mut counts = [0; Card::COUNT];
        cards.into_iter().for_each(|card| counts[card as usize] += 1);
        Ok(counts)
    }
}
