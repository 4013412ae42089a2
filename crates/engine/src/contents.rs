//! What is printed in a box, where its owner enters it instead of what was reconstructed.
//!
//! A game says what can be entered ([`Contents`]); an option of its matches holds it ([`Boxed`]). What a position needs
//! of it is derived once and kept as long as the program runs, so that positions stay flat: they point to it.

use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::sync::{Mutex, PoisonError};

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::luck::hex;

/// The most different boxes of a game that a program knows at a time.
pub const MOST_BOXES: usize = 4096;

/// What can be entered about the box of a game. Its default is what was reconstructed.
pub trait Contents: Default + Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// What a position needs to know of it.
    type Derived: Send + Sync + 'static;

    /// Judges it: every mistake, with where it stands.
    fn judge(&self, faults: &mut Faults);

    /// Derives what positions need. Given only what was judged and has no fault.
    fn derive(&self) -> Self::Derived;

    /// Returns the boxes of this game that the program knows.
    fn shelf() -> &'static Shelf<Self>;

    /// Returns a file with what was reconstructed, for people to change: TOML with comments.
    fn template() -> String;
}

/// One mistake in what was entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The keys that lead to it; a number stands for a place in a list, from 0.
    pub path: Vec<String>,
    /// What is wrong, as a sentence.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.what) } else { write!(f, "{}: {}", self.path.join("."), self.what) }
    }
}

/// The mistakes that were found.
#[derive(Default, Debug)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Writes a mistake down.
    pub fn add(&mut self, path: &[&dyn fmt::Display], what: impl Into<String>) {
        let path = path.iter().map(ToString::to_string).collect();
        self.0.push(Fault { path, what: what.into() });
    }

    /// Returns how many were found so far.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Was none found so far?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns them in the order in which they were found.
    pub fn into_vec(self) -> Vec<Fault> {
        self.0
    }
}

/// Judges contents; returns every mistake.
pub fn faults<C: Contents>(contents: &C) -> Vec<Fault> {
    let mut faults = Faults::default();
    contents.judge(&mut faults);
    faults.into_vec()
}

/// Returns the hash of the box in a match's options, if there is one: the SHA-256 of its JSON with the keys of every
/// object in the order of their characters and nothing between the tokens.
pub(crate) fn hash_of_box(options: &str) -> Option<String> {
    let options: Value = serde_json::from_str(options).ok()?;
    let contents = options.get("box").filter(|contents| !contents.is_null())?;
    let mut text = String::new();
    write_in_order(contents, &mut text);
    Some(hex(&Sha256::digest(text.as_bytes()).into()))
}

fn write_in_order(value: &Value, into: &mut String) {
    let mut between = "";
    let mut next = |into: &mut String| into.push_str(std::mem::replace(&mut between, ","));
    match value {
        Value::Object(object) => {
            let mut members: Vec<(&String, &Value)> = object.iter().collect();
            members.sort_by_key(|&(key, _)| key);
            into.push('{');
            for (key, value) in members {
                next(into);
                into.push_str(&Value::from(key.as_str()).to_string());
                into.push(':');
                write_in_order(value, into);
            }
            into.push('}');
        }
        Value::Array(list) => {
            into.push('[');
            for value in list {
                next(into);
                write_in_order(value, into);
            }
            into.push(']');
        }
        plain => into.push_str(&plain.to_string()),
    }
}

/// A box that the program knows: what was entered, and what follows from it.
#[derive(Debug)]
pub struct Known<C: Contents> {
    contents: C,
    derived: C::Derived,
}

/// The boxes of a game that the program knows. They stay as long as it runs, for positions point to them.
pub struct Shelf<C: Contents>(Mutex<Option<HashMap<String, &'static Known<C>>>>);

impl<C: Contents> Shelf<C> {
    /// Returns an empty shelf.
    pub const fn new() -> Shelf<C> {
        Shelf(Mutex::new(None))
    }

    /// Returns the box with these contents, which have no fault; nothing if the shelf is full.
    fn put(&self, contents: C) -> Option<&'static Known<C>> {
        let key = serde_json::to_string(&contents).ok()?;
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let shelf = shelf.get_or_insert_default();
        if let Some(known) = shelf.get(&key) {
            return Some(known);
        }
        if shelf.len() == MOST_BOXES {
            return None;
        }
        let derived = contents.derive();
        let known: &'static Known<C> = Box::leak(Box::new(Known { contents, derived }));
        shelf.insert(key, known);
        Some(known)
    }
}

impl<C: Contents> Default for Shelf<C> {
    fn default() -> Shelf<C> {
        Shelf::new()
    }
}

/// The box of a match: as it was reconstructed, or as somebody entered it. In JSON `null`, or the contents.
pub struct Boxed<C: Contents>(Option<&'static Known<C>>);

impl<C: Contents> Boxed<C> {
    /// Returns a box with these contents, or what is wrong with them.
    pub fn new(contents: C) -> Result<Boxed<C>, Vec<Fault>> {
        if contents == C::default() {
            return Ok(Boxed(None));
        }
        let faults = faults(&contents);
        if !faults.is_empty() {
            return Err(faults);
        }
        let full = "there is no room for one more box: this program knows as many different ones as it can keep";
        C::shelf()
            .put(contents)
            .map(|known| Boxed(Some(known)))
            .ok_or_else(|| vec![Fault { path: Vec::new(), what: full.to_owned() }])
    }

    /// Is it as it was reconstructed?
    pub fn is_proposed(&self) -> bool {
        self.0.is_none()
    }

    /// Returns what was entered, if anything was.
    pub fn contents(&self) -> Option<&'static C> {
        self.0.map(|known| &known.contents)
    }

    /// Returns what follows from what was entered, if anything was.
    #[inline]
    pub fn derived(&self) -> Option<&'static C::Derived> {
        self.0.map(|known| &known.derived)
    }
}

impl<C: Contents> Clone for Boxed<C> {
    fn clone(&self) -> Boxed<C> {
        *self
    }
}

impl<C: Contents> Copy for Boxed<C> {}

impl<C: Contents> Default for Boxed<C> {
    fn default() -> Boxed<C> {
        Boxed(None)
    }
}

/// The shelf holds equal boxes once.
impl<C: Contents> PartialEq for Boxed<C> {
    fn eq(&self, other: &Boxed<C>) -> bool {
        match (self.0, other.0) {
            (None, None) => true,
            (Some(one), Some(two)) => std::ptr::eq(one, two),
            _ => false,
        }
    }
}

impl<C: Contents> Eq for Boxed<C> {}

impl<C: Contents> Debug for Boxed<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.contents().fmt(f)
    }
}

impl<C: Contents> Serialize for Boxed<C> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.contents().serialize(to)
    }
}

impl<'de, C: Contents> Deserialize<'de> for Boxed<C> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Boxed<C>, D::Error> {
        let Some(contents) = Option::<C>::deserialize(from)? else { return Ok(Boxed(None)) };
        Boxed::new(contents).map_err(|faults| {
            let words: Vec<String> = faults.iter().map(Fault::to_string).collect();
            D::Error::custom(format!("box: {}", words.join("; ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::hash_of_box;

    /// Who has `sha256sum` can compute it: of `{"a":[1,{"b":"c","d":2}],"z":"é"}`.
    #[test]
    fn the_hash_of_a_box_does_not_depend_on_how_it_is_written() {
        let hash = hash_of_box(r#"{"box":{"a":[1,{"b":"c","d":2}],"z":"é"}}"#);
        assert_eq!(hash.as_deref(), Some("3ee55afb1bdae24653d7c22eca5dbf648dd7f546342d740f3629f00b47fd7057"));
        let spaced = r#"{"x":3, "box": {"z": "\u00e9", "a": [1, {"d": 2, "b": "c"}]}}"#;
        assert_eq!(hash_of_box(spaced), hash);
        assert_ne!(hash_of_box(r#"{"box":{"a":[1,{"b":"c","d":3}],"z":"é"}}"#), hash);
        for without in ["{}", r#"{"box":null}"#, r#"{"turn_limit":3}"#] {
            assert_eq!(hash_of_box(without), None);
        }
    }
}
