//! Who guesses is slowed down: a try costs, and what was right is given back.
//!
//! Somebody has [`BURST`] wrong tries at hand and gets one back every second. A try is paid for before anything is looked
//! up, so that a thousand at the same time are no better than one after the other.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Wrong tries that cost nothing but themselves.
pub const BURST: u32 = 20;
/// After them, one try in this time.
const PACE: Duration = Duration::from_secs(1);
/// Keys that are remembered before those that have all their tries again are forgotten.
const MAX_KEYS: usize = 10_000;

/// The tries of many, each under a key: an address, or a table.
pub struct Tries<K> {
    /// When each key has all its tries again.
    whole: Mutex<HashMap<K, Instant>>,
}

impl<K> Default for Tries<K> {
    fn default() -> Tries<K> {
        Tries { whole: Mutex::default() }
    }
}

impl<K: Eq + Hash> Tries<K> {
    /// Takes one try, or says how long to wait for it.
    pub fn take(&self, key: K) -> Result<(), Duration> {
        self.take_at(key, Instant::now())
    }

    /// Gives a try back: it was right.
    pub fn give_back(&self, key: &K) {
        if let Some(whole) = self.whole().get_mut(key) {
            *whole -= PACE;
        }
    }

    fn take_at(&self, key: K, now: Instant) -> Result<(), Duration> {
        let mut all = self.whole();
        if all.len() > MAX_KEYS {
            all.retain(|_, whole| *whole > now);
        }
        let whole = all.entry(key).or_insert(now);
        let after = (*whole).max(now) + PACE;
        let owed = after.duration_since(now);
        if owed > PACE * BURST {
            return Err(owed - PACE * BURST);
        }
        *whole = after;
        Ok(())
    }

    fn whole(&self) -> MutexGuard<'_, HashMap<K, Instant>> {
        self.whole.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_burst_one_try_a_second() {
        let (tries, start) = (Tries::default(), Instant::now());
        let at = |millis: u64| start + Duration::from_millis(millis);
        let passed = (0..100_000).filter(|millis| tries.take_at("eve", at(*millis)).is_ok()).count();
        assert_eq!(passed, 20 + 99);
        assert!(tries.take_at("ann", at(100_000)).is_ok(), "others are not slowed down");
        let wait = tries.take_at("eve", at(100_000)).and_then(|()| tries.take_at("eve", at(100_000))).unwrap_err();
        assert_eq!(wait, Duration::from_secs(1));
        // After a while all of them are there again, and no more.
        let passed = (0..100).filter(|_| tries.take_at("eve", at(200_000)).is_ok()).count();
        assert_eq!(passed, 20);
    }

    #[test]
    fn what_was_right_costs_nothing() {
        let tries = Tries::default();
        for _ in 0..1000 {
            assert_eq!(tries.take("ann"), Ok(()));
            tries.give_back(&"ann");
        }
        assert!((0..30).filter(|_| tries.take("ann").is_ok()).count() <= 21);
    }
}
