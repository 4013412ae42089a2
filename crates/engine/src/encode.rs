//! Positions as text and as bytes, both ways.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::game::Audit;
use crate::notation::ParseError;
use crate::text::{excerpt, quote};

/// Positions that can be written down and read back, as FEN does it for chess. Every game whose position has the serde
/// traits has it.
///
/// Text is the game's id, the version of its rules and the position as JSON on one line:
/// `polar-dare/1 {"ice":["a1"],…}`. Bytes are the same in a binary form. What is read is audited: a position that play
/// cannot reach is refused where the audit sees it.
pub trait Encode: Audit + Serialize + DeserializeOwned {
    /// Returns the position as one line of text.
    fn to_text(&self) -> String {
        let json = serde_json::to_string(self).expect("a position is plain data");
        format!("{}/{} {json}", Self::ID, Self::VERSION)
    }

    /// Reads a position that [`to_text`](Encode::to_text) wrote.
    fn from_text(text: &str) -> Result<Self, ParseError> {
        let (head, json) = text.split_once(' ').unwrap_or((text, ""));
        let expected = format!("{}/{}", Self::ID, Self::VERSION);
        if head != expected {
            return Err(ParseError(format!("a position of `{}`, not of `{expected}`", excerpt(head))));
        }
        let position = serde_json::from_str(json)
            .map_err(|error| ParseError(format!("not a position: {}", quote(&error.to_string(), 300))))?;
        audited(position)
    }

    /// Appends the position as bytes.
    fn to_bytes(&self, into: &mut Vec<u8>) {
        let mut bytes = std::mem::take(into);
        bytes.extend(tag::<Self>());
        *into = postcard::to_extend(self, bytes).expect("a position is plain data");
    }

    /// Reads a position that [`to_bytes`](Encode::to_bytes) wrote.
    fn from_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        let rest = bytes.strip_prefix(&tag::<Self>()).ok_or_else(|| {
            ParseError(format!("these are not the bytes of a position of {} version {}", Self::ID, Self::VERSION))
        })?;
        match postcard::take_from_bytes(rest) {
            Ok((position, [])) => audited(position),
            Ok(_) => Err(ParseError("there are more bytes than a position has".to_owned())),
            Err(error) => Err(ParseError(format!("not a position: {error}"))),
        }
    }

    /// Returns a number that equal positions share and others hardly ever: FNV-1a of the bytes. It stays the same
    /// from one program to the next.
    fn hash(&self) -> u64 {
        let mut bytes = Vec::with_capacity(128);
        self.to_bytes(&mut bytes);
        fnv(&bytes)
    }
}

impl<G: Audit + Serialize + DeserializeOwned> Encode for G {}

fn audited<G: Audit>(position: G) -> Result<G, ParseError> {
    match position.audit() {
        Ok(()) => Ok(position),
        Err(what) => Err(ParseError(format!("no match leads to this position: {what}"))),
    }
}

/// Tells the games and the versions of their rules apart.
fn tag<G: Audit>() -> [u8; 4] {
    let [a, b, ..] = fnv(G::ID.as_bytes()).to_le_bytes();
    let [c, d] = G::VERSION.to_le_bytes();
    [a, b, c, d]
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Arrays that are too long for serde: `#[serde(with = "polynya_engine::long_array")]`.
pub mod long_array {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the array as a list.
    pub fn serialize<T: Serialize, S: Serializer, const N: usize>(array: &[T; N], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(array)
    }

    /// Reads a list of exactly as many.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>, const N: usize>(
        from: D,
    ) -> Result<[T; N], D::Error> {
        let list = Vec::<T>::deserialize(from)?;
        let count = list.len();
        list.try_into().map_err(|_| D::Error::custom(format!("a list of {count} where {N} are expected")))
    }
}
