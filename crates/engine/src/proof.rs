//! How the seed of a match came about, so that anybody can check it.
//!
//! The order is what makes it a proof: whoever keeps the dice draws a secret and shows its SHA-256, the commitment;
//! then every seat adds a text of its own; the seed is the secret mixed with these texts; after the match everything is
//! shown. Nobody could choose the seed alone, and nobody could exchange the secret later.

use serde::{Deserialize, Serialize};

use crate::excerpt;
use crate::luck::{Luck, Seed};
use crate::record::RecordError;

/// What a bot adds to the luck: a constant, so that whoever seats bots has nothing to choose.
pub const BOT_ADDITION: &str = "bot";
/// What is mixed in after the additions for the numbers that deal the seats.
const OF_SEATS: &[u8] = b"seats";

/// The chain from the commitment to the seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// What was shown before anybody added anything: the SHA-256 of the secret's 32 bytes, in hexadecimal.
    pub commitment: String,
    /// What was kept until the match was over.
    pub secret: Seed,
    /// What each seat added, empty for one that added nothing: in the order in which the seats stood at the table before
    /// the match, or where `stood` is left out in that of the match.
    pub additions: Vec<String>,
    /// How the seats stood before the match. Records of older programs leave it out: then bots, order and beginner were
    /// the server's to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stood: Option<Stood>,
    /// How many draws of the match were made elsewhere, before this seed: those of a match that was taken up again.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub from: u64,
}

/// How it was found out who begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhoBegins {
    /// Seat 1, and everybody stays where they sat.
    Seats,
    /// The secret and what the seats added deal the seats.
    Random,
    /// People said it, and everybody kept their neighbours.
    Asked,
}

/// How the seats stood at the table before the match, and how they were dealt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stood {
    /// How it was found out who begins.
    pub first: WhoBegins,
    /// The seats that bots held, rising.
    pub bots: Vec<u8>,
    /// For each seat of the match, from seat 1, which seat it was before.
    pub order: Vec<u8>,
}

// Serde hands over a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Proof {
    /// Returns the chain that begins with this secret, of seats that stood like this.
    pub fn new(secret: Seed, additions: Vec<String>, stood: Option<Stood>, from: u64) -> Proof {
        Proof { commitment: secret.commitment(), secret, additions, stood, from }
    }

    /// Returns the seed that follows from the secret and the additions.
    pub fn seed(&self) -> Seed {
        self.secret.mix(self.additions.iter().map(String::as_bytes))
    }

    /// Checks the chain itself: the commitment, what bots added, how the seats were dealt and, if one is named, the seed.
    pub fn check(&self, seats: u8, seed: Option<Seed>) -> Result<(), RecordError> {
        if self.commitment != self.secret.commitment() {
            let (theirs, ours) = (excerpt(&self.commitment), self.secret.commitment());
            return fail(format!(
                "the commitment is {theirs}, but the SHA-256 of the secret is {ours}: the secret was exchanged"
            ));
        }
        if self.additions.len() != usize::from(seats) {
            return fail(format!("{} additions for {seats} seats", self.additions.len()));
        }
        if let Some(stood) = &self.stood {
            stood.check_order(seats)?;
            stood.check_bots(&self.additions)?;
            self.check_dealt(stood)?;
        }
        match seed {
            Some(seed) if seed != self.seed() => {
                fail("the seed does not follow from the secret and what the seats added")
            }
            _ => Ok(()),
        }
    }

    /// Were the seats dealt as it was found out who begins?
    fn check_dealt(&self, Stood { first, order, .. }: &Stood) -> Result<(), RecordError> {
        let mut rule: Vec<u8> = (1..=order.len() as u8).collect();
        match first {
            WhoBegins::Seats => {}
            // Who begins is what people said.
            WhoBegins::Asked => rule.rotate_left(order.first().map_or(0, |&begins| usize::from(begins) - 1)),
            WhoBegins::Random => rule = dealt(&self.secret, &self.additions),
        }
        if *order == rule {
            return Ok(());
        }
        fail(match first {
            WhoBegins::Seats => format!("seat 1 begins and everybody stays, but the seats were dealt {order:?}"),
            WhoBegins::Asked => format!("everybody keeps their neighbours, but the seats were dealt {order:?}"),
            WhoBegins::Random => {
                format!("secret and additions deal the seats {rule:?}, but they were dealt {order:?}")
            }
        })
    }
}

impl Stood {
    /// Returns seats that nobody has moved, of which bots held these.
    pub fn unmoved(seats: u8, bots: Vec<u8>) -> Stood {
        Stood { first: WhoBegins::Seats, bots, order: (1..=seats).collect() }
    }

    fn check_order(&self, seats: u8) -> Result<(), RecordError> {
        let mut sorted = self.order.clone();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(1..=seats) {
            return fail(format!("`order` does not name each of {seats} seats once"));
        }
        if !self.bots.is_sorted_by(|one, next| one < next) || self.bots.iter().any(|bot| !(1..=seats).contains(bot)) {
            return fail(format!("`bots` are some of {seats} seats, rising, each once"));
        }
        Ok(())
    }

    /// Has every bot added what bots add?
    fn check_bots(&self, additions: &[String]) -> Result<(), RecordError> {
        let added = |bot: &u8| &additions[usize::from(*bot) - 1];
        match self.bots.iter().find(|bot| added(bot) != BOT_ADDITION) {
            None => Ok(()),
            Some(bot) => {
                let text = excerpt(added(bot));
                fail(format!("the bot on seat {bot} adds `{BOT_ADDITION}`, always, but the record says `{text}`"))
            }
        }
    }
}

/// Deals seats at random: returns for each seat of the match which one it was before. The numbers follow from the secret
/// and from everything that was added, so that nobody chooses them.
pub fn dealt(secret: &Seed, additions: &[String]) -> Vec<u8> {
    let mut order: Vec<u8> = (1..=additions.len() as u8).collect();
    let parts = additions.iter().map(String::as_bytes).chain([OF_SEATS]);
    secret.mix(parts).draw(0).shuffle(&mut order);
    order
}

fn fail(what: impl AsRef<str>) -> Result<(), RecordError> {
    Err(RecordError::new(format!("`luck`: {}", what.as_ref())))
}

/// What was found out about the dice of a record that hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Draws that are what the seed gives.
    pub draws: u64,
    /// Draws before them, which were made elsewhere.
    pub elsewhere: u64,
    /// Does the seed follow from a secret that the commitment fixed, and from what the seats added? Without this nobody
    /// knows when the seed was chosen.
    pub fixed: bool,
    /// Does the record say who was a bot before the match and how the seats were dealt, and does that hold? Without this
    /// the additions were not fixed by what people saw.
    pub seated: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    fn proof() -> Proof {
        Proof::new(Seed::of("secret"), added(&["ann", BOT_ADDITION]), Some(Stood::unmoved(2, vec![2])), 0)
    }

    fn says(proof: &Proof, seats: u8, seed: Option<Seed>) -> String {
        proof.check(seats, seed).unwrap_err().to_string()
    }

    #[test]
    fn a_chain_holds_until_a_link_is_changed() {
        let honest = proof();
        assert_eq!(honest.check(2, Some(honest.seed())), Ok(()));
        assert_eq!(honest.check(2, None), Ok(()));
        let exchanged = Proof { secret: Seed::of("another"), ..proof() };
        assert!(says(&exchanged, 2, None).contains("the secret was exchanged"));
        let dropped = Proof { additions: added(&["", BOT_ADDITION]), ..proof() };
        assert!(says(&dropped, 2, Some(honest.seed())).contains("does not follow"));
        assert!(says(&honest, 3, None).contains("2 additions for 3 seats"));
        assert!(says(&honest, 2, Some(Seed::of("any"))).contains("does not follow"));
    }

    #[test]
    fn a_bot_adds_what_bots_add() {
        let ground = Proof { additions: added(&["ann", "bot 4711"]), ..proof() };
        let told = says(&ground, 2, Some(ground.seed()));
        assert!(told.contains("the bot on seat 2 adds `bot`, always, but the record says `bot 4711`"), "{told}");
        // Records of older programs do not say who was a bot.
        let older = Proof { stood: None, ..ground };
        assert_eq!(older.check(2, Some(older.seed())), Ok(()));
    }

    #[test]
    fn seats_are_dealt_by_the_rule_that_is_named() {
        let with = |first, order: &[u8]| {
            let stood = Some(Stood { first, bots: vec![3], order: order.to_vec() });
            Proof::new(Seed::of("secret"), added(&["ann", "bob", BOT_ADDITION]), stood, 0)
        };
        let holds = |first, order: &[u8]| with(first, order).check(3, None).is_ok();
        assert!(holds(WhoBegins::Seats, &[1, 2, 3]) && !holds(WhoBegins::Seats, &[2, 3, 1]));
        assert!(holds(WhoBegins::Asked, &[2, 3, 1]) && !holds(WhoBegins::Asked, &[2, 1, 3]));
        // Computed outside, from the words of docs/notation.md.
        for order in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
            assert_eq!(holds(WhoBegins::Random, &order), order == [3, 1, 2], "{order:?}");
        }
        assert!(says(&with(WhoBegins::Seats, &[1, 2, 2]), 3, None).contains("each of 3 seats once"));
        assert!(says(&with(WhoBegins::Seats, &[1, 2, 3]), 4, None).contains("3 additions"));
        let mut twice = with(WhoBegins::Seats, &[1, 2, 3]);
        twice.stood.as_mut().unwrap().bots = vec![3, 3];
        assert!(says(&twice, 3, None).contains("each once"));
    }

    #[test]
    fn a_chain_survives_its_json() {
        let whole = Proof { from: 7, ..proof() };
        let older = Proof { stood: None, ..proof() };
        for proof in [proof(), whole, older] {
            let text = serde_json::to_string(&proof).unwrap();
            assert_eq!(serde_json::from_str::<Proof>(&text).unwrap(), proof, "{text}");
        }
        assert!(!serde_json::to_string(&proof()).unwrap().contains("from"));
        let bots = serde_json::to_string(&proof()).unwrap().replace("[2]", "[0]");
        assert!(serde_json::from_str::<Proof>(&bots).unwrap().check(2, None).is_err(), "{bots}");
    }
}
