//! How the seed of a match came about, so that anybody can check it.
//!
//! The order is what makes it a proof: whoever keeps the dice draws a secret and shows its SHA-256, the commitment;
//! then every seat adds a text of its own; the seed is the secret mixed with these texts; after the match everything is
//! shown. Nobody could choose the seed alone, and nobody could exchange the secret later.

use serde::{Deserialize, Serialize};

use crate::luck::Seed;
use crate::record::RecordError;

/// What a bot adds to the luck: a constant, so that whoever seats bots has nothing to choose.
pub const BOT_ADDITION: &str = "bot";

/// The chain from the commitment to the seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// What was shown before anybody added anything: the SHA-256 of the secret's 32 bytes, in hexadecimal.
    pub commitment: String,
    /// What was kept until the match was over.
    pub secret: Seed,
    /// What each seat added, from seat 1; empty for a seat that added nothing.
    pub additions: Vec<String>,
    /// How many draws of the match were made elsewhere, before this seed: those of a match that was taken up again.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub from: u64,
}

// Serde hands over a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Proof {
    /// Returns the chain that begins with this secret.
    pub fn new(secret: Seed, additions: Vec<String>, from: u64) -> Proof {
        Proof { commitment: secret.commitment(), secret, additions, from }
    }

    /// Returns the seed that follows from the secret and the additions.
    pub fn seed(&self) -> Seed {
        self.secret.mix(self.additions.iter().map(String::as_bytes))
    }

    /// Checks the chain itself: the commitment, the number of additions and, if one is named, the seed.
    pub fn check(&self, seats: u8, seed: Option<Seed>) -> Result<(), RecordError> {
        if self.commitment != self.secret.commitment() {
            let (theirs, ours) = (crate::excerpt(&self.commitment), self.secret.commitment());
            return Err(RecordError::new(format!(
                "`luck`: the commitment is {theirs}, but the SHA-256 of the secret is {ours}: the secret was exchanged"
            )));
        }
        if self.additions.len() != usize::from(seats) {
            let count = self.additions.len();
            return Err(RecordError::new(format!("`luck`: {count} additions for {seats} seats")));
        }
        match seed {
            Some(seed) if seed != self.seed() => Err(RecordError::new(
                "`luck`: the seed does not follow from the secret and what the seats added".to_owned(),
            )),
            _ => Ok(()),
        }
    }
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof() -> Proof {
        Proof::new(Seed::of("secret"), vec!["ann".to_owned(), BOT_ADDITION.to_owned()], 0)
    }

    #[test]
    fn a_chain_holds_until_a_link_is_changed() {
        let honest = proof();
        assert_eq!(honest.check(2, Some(honest.seed())), Ok(()));
        assert_eq!(honest.check(2, None), Ok(()));
        let says = |proof: &Proof, seats, seed| proof.check(seats, seed).unwrap_err().to_string();
        let exchanged = Proof { secret: Seed::of("another"), ..proof() };
        assert!(says(&exchanged, 2, None).contains("the secret was exchanged"));
        let dropped = Proof { additions: vec![String::new(), BOT_ADDITION.to_owned()], ..proof() };
        assert!(says(&dropped, 2, Some(honest.seed())).contains("does not follow"));
        assert!(says(&honest, 3, None).contains("2 additions for 3 seats"));
        assert!(says(&honest, 2, Some(Seed::of("any"))).contains("does not follow"));
    }

    #[test]
    fn a_chain_survives_its_json() {
        let whole = Proof { from: 7, ..proof() };
        for proof in [proof(), whole] {
            let text = serde_json::to_string(&proof).unwrap();
            assert_eq!(serde_json::from_str::<Proof>(&text).unwrap(), proof, "{text}");
        }
        assert!(!serde_json::to_string(&proof()).unwrap().contains("from"));
    }
}
