//! Whole matches that were told lately: kept, so that they are not told anew for everybody who asks.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use polynya_engine::SeatSet;

use crate::routes::Prepared;

/// What is told of a whole match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Whole {
    /// Its record.
    Record,
    /// Step by step.
    Replay,
    /// What chance could have decided.
    Draws,
    /// What was luck and what was skill.
    Analysis,
    /// How a match with such options begins.
    SetUp,
}

/// A whole match as it was told.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    /// The table's code, or the hash of a game and its options.
    pub code: String,
    /// What is told.
    pub what: Whole,
    /// As in [`Telling`](crate::room::Telling).
    pub after: Option<(u32, SeatSet)>,
}

/// What was told lately, up to so many bytes.
pub struct Kept {
    most: usize,
    told: Mutex<Told>,
}

#[derive(Default)]
struct Told {
    texts: HashMap<Key, (u64, Prepared)>,
    /// By when they were last asked for.
    order: BTreeMap<u64, Key>,
    asked: u64,
    bytes: usize,
}

impl Kept {
    /// Keeps at most this many bytes.
    pub fn new(most: usize) -> Kept {
        Kept { most, told: Mutex::default() }
    }

    /// Returns what was told.
    pub fn get(&self, key: &Key) -> Option<Prepared> {
        let mut told = self.lock();
        told.asked += 1;
        let now = told.asked;
        let (last, text) = told.texts.get_mut(key)?;
        let (before, text) = (std::mem::replace(last, now), text.clone());
        let key = told.order.remove(&before)?;
        told.order.insert(now, key);
        Some(text)
    }

    /// Keeps what was told; what nobody has asked for the longest makes room.
    pub fn put(&self, key: Key, text: Prepared) {
        let bytes = text.bytes();
        if bytes > self.most / 4 {
            return;
        }
        let mut told = self.lock();
        told.asked += 1;
        let now = told.asked;
        told.bytes += bytes;
        told.order.insert(now, key.clone());
        if let Some((before, old)) = told.texts.insert(key, (now, text)) {
            told.order.remove(&before);
            told.bytes -= old.bytes();
        }
        while told.bytes > self.most {
            let Some((_, oldest)) = told.order.pop_first() else { return };
            if let Some((_, text)) = told.texts.remove(&oldest) {
                told.bytes -= text.bytes();
            }
        }
    }

    /// Returns how many texts are kept.
    pub fn count(&self) -> usize {
        self.lock().texts.len()
    }

    fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(after: u32) -> Key {
        Key { code: "kiwi".to_owned(), what: Whole::Replay, after: Some((after, SeatSet::NONE)) }
    }

    #[test]
    fn the_bytes_are_bounded_and_what_is_asked_for_stays() {
        let kept = Kept::new(8000);
        for after in 0..100 {
            kept.put(key(after), Prepared::json(vec![b' '; 500]));
            kept.put(key(after), Prepared::json(vec![b' '; 400]));
            assert!(kept.get(&key(0)).is_some(), "it was just asked for");
        }
        let told = kept.lock();
        assert!(told.bytes <= 8000 && told.bytes == told.texts.values().map(|(_, text)| text.bytes()).sum::<usize>());
        // The longer one pushed one more out before it was replaced.
        assert_eq!((told.texts.len(), told.order.len()), (19, 19));
        drop(told);
        assert!(kept.get(&key(1)).is_none() && kept.get(&key(99)).is_some());
        kept.put(key(200), Prepared::json(vec![b'x'; 2001]));
        assert!(kept.get(&key(200)).is_none(), "one must not push out all others");
    }
}
