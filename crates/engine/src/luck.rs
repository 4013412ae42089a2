//! Luck: every draw of a match is chosen by the match's seed and the number of the draw, and by nothing else.
//!
//! Draw `n` (from 0) of a match takes its numbers from ChaCha20 with the seed as key, `n` as the 64-bit stream
//! and the block counter from 0, read as consecutive little-endian 32-bit words. So an undo cannot roll again,
//! a restart cannot roll again, and two bots in the lab can be given the same dice. The sampling on top is written
//! down here and must never change, because stored matches are verified with it.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::notation::ParseError;

/// A source of numbers, with the one way in which we sample from it.
pub trait Luck: Rng {
    /// A number below `n`, each equally likely.
    ///
    /// Takes a 32-bit word `x` and returns the upper half of `x * n`; a word whose lower half falls below
    /// `2^32 mod n` is thrown away and the next one taken, which makes the result exactly fair.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "nothing is below 0");
        let mut product = u64::from(self.next_u32()) * u64::from(n);
        if (product as u32) < n {
            let unfair = n.wrapping_neg() % n;
            while (product as u32) < unfair {
                product = u64::from(self.next_u32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Puts things into a random order, each equally likely: from the last to the second, each is exchanged with one of
    /// those up to it.
    fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

impl<R: Rng + ?Sized> Luck for R {}

/// The secret of a match: 256 bits that choose all its dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed from 256 bits that nobody can guess.
    pub fn new(bits: [u8; 32]) -> Seed {
        Seed(bits)
    }

    /// Returns the seed that a text stands for: its SHA-256.
    pub fn of(text: &str) -> Seed {
        Seed(Sha256::digest(text.as_bytes()).into())
    }

    /// Returns the seed of match `number` in a series: this seed mixed with the number as eight big-endian bytes.
    #[must_use]
    pub fn nth(&self, number: u64) -> Seed {
        self.mix([number.to_be_bytes().as_slice()])
    }

    /// Mixes what the seats add into this seed: SHA-256 of the seed, then every part in order, each after its length as
    /// eight big-endian bytes.
    #[must_use]
    pub fn mix<'a>(&self, parts: impl IntoIterator<Item = &'a [u8]>) -> Seed {
        let mut hash = Sha256::new_with_prefix(self.0);
        for part in parts {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        Seed(hash.finalize().into())
    }

    /// Returns what may be shown before the match: the SHA-256 of the seed, in hexadecimal.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0).into())
    }

    /// Returns the numbers for draw `n` of the match.
    pub fn draw(&self, n: u64) -> impl Luck + use<> {
        let mut stream = ChaCha20Rng::from_seed(self.0);
        stream.set_stream(n);
        stream
    }
}

pub(crate) fn hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Seed {
    /// Never the seed itself: logs are read by people who play.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed with commitment {}", self.commitment())
    }
}

impl FromStr for Seed {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Seed, ParseError> {
        let bad = || ParseError("a seed is 64 digits of lower-case hexadecimal".to_owned());
        let text = text.as_bytes();
        let mut bits = [0; 32];
        if text.len() != 64 {
            return Err(bad());
        }
        for (bit, pair) in bits.iter_mut().zip(text.chunks(2)) {
            let digit = |byte: u8| match byte {
                b'0'..=b'9' => Ok(byte - b'0'),
                b'a'..=b'f' => Ok(byte - b'a' + 10),
                _ => Err(bad()),
            };
            *bit = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(Seed(bits))
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        seed.to_string()
    }
}

impl TryFrom<String> for Seed {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Seed, ParseError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_chacha20_for_ever() {
        let mut luck = Seed::new([7; 32]).draw(3);
        let words: Vec<u32> = (0..4).map(|_| luck.next_u32()).collect();
        // Computed by a second ChaCha20, from the definition in this module's first lines.
        assert_eq!(words, [0xfb59268f, 0xfe0c430a, 0xdf0ff105, 0xb9af1f82]);
    }

    #[test]
    fn numbers_and_seeds_are_what_they_always_were() {
        // Computed outside from the definitions above. A quarter of all words are thrown away for this number.
        let mut luck = Seed::new([7; 32]).draw(3);
        let numbers: Vec<u32> = (0..8).map(|_| luck.below(3 << 30)).collect();
        assert_eq!(
            numbers,
            [3162692843, 3196662343, 2806772931, 2336446369, 2079622746, 177048281, 423022150, 252272622]
        );
        let seed = Seed::of("polynya");
        assert_eq!(seed.to_string(), "9644db98b6bdc6c6b128de64cd7af3af083e81445c747a2b9149709b63cdb4dd");
        assert_eq!(seed.nth(5).to_string(), "d6ce838402431db7988e7ba083387af50ecb80f01d3347509b786090412a66fa");
        assert_eq!(
            seed.mix([b"ab".as_slice(), b"c"]).to_string(),
            "28a38c0d7677a21e8f71ae6e693292ac4249bad78172195f4a95020884430021"
        );
        assert_eq!(seed.commitment(), "0159f3a4390ab70569cf36271cc96538b896feb61596fe24b217313a351907e4");
    }

    #[test]
    fn a_number_below_n_is_fair() {
        let mut luck = Seed::of("fair").draw(0);
        for n in [1, 2, 3, 6, 20, 97] {
            let draws = 20_000 * n;
            let mut seen = vec![0_f64; n as usize];
            (0..draws).for_each(|_| seen[luck.below(n) as usize] += 1.0);
            let chi2: f64 = seen.iter().map(|count| (count - 20_000.0).powi(2) / 20_000.0).sum();
            let freedom = f64::from(n - 1);
            assert!(chi2 <= freedom + 4.0 * (2.0 * freedom).sqrt(), "below({n}): chi-square {chi2}");
        }
    }

    #[test]
    fn draws_differ_by_number_and_by_seed() {
        let word = |seed: Seed, n| seed.draw(n).next_u64();
        let (one, two) = (Seed::of("1"), Seed::of("2"));
        assert_eq!(word(one, 5), word(one, 5));
        assert_ne!(word(one, 5), word(one, 6));
        assert_ne!(word(one, 5), word(two, 5));
        assert_ne!(one.nth(0), one.nth(1));
        assert_ne!(one.mix([b"ab".as_slice(), b"c"]), one.mix([b"a".as_slice(), b"bc"]));
    }

    #[test]
    fn a_seed_survives_its_words_and_refuses_others() {
        let seed = Seed::of("x");
        assert_eq!(seed.to_string().parse(), Ok(seed));
        for bad in ["", "0", &"0".repeat(63), &"G".repeat(64), &"A".repeat(64), &"é".repeat(32)] {
            assert!(bad.parse::<Seed>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_seed_does_not_show_itself_in_debug() {
        let seed = Seed::of("x");
        assert!(!format!("{seed:?}").contains(&seed.to_string()));
        assert!(format!("{seed:?}").contains(&seed.commitment()));
    }
}
