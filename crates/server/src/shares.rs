//! What there is only so much of (connections, bytes, places to watch), shared out among addresses.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::gate::subnet;

/// Something of which there is only so much.
///
/// An address may have a quarter of what the others leave, so that a handful of greedy ones leave room for everybody; but
/// never more than `each`, and a little, the `floor`, as long as there is anything at all. Whoever has dozens of
/// addresses can still take everything.
pub struct Shares {
    most: usize,
    each: usize,
    floor: usize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by: HashMap<IpAddr, usize>,
}

/// Why nothing is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Denied {
    /// The address has its share.
    Own,
    /// Nothing is left.
    All,
}

impl Shares {
    /// Shares `most` of something out: to an address `each` at most, and `floor` always if it is there.
    pub fn new(most: usize, each: usize, floor: usize) -> Arc<Shares> {
        Arc::new(Shares { most, each, floor, taken: Mutex::default() })
    }

    /// Counts, and denies nobody anything.
    pub fn unlimited() -> Arc<Shares> {
        Shares::new(usize::MAX, usize::MAX, usize::MAX)
    }

    /// Takes this much for an address; it is given back when the share is dropped.
    pub fn take(self: &Arc<Self>, address: IpAddr, amount: usize) -> Result<Share, Denied> {
        let address = subnet(address);
        let taken = self.lock();
        let own = taken.by.get(&address).copied().unwrap_or_default();
        let left = self.most.saturating_sub(taken.all);
        if amount > left {
            // Whoever has most of it is told so.
            return Err(if own > self.floor { Denied::Own } else { Denied::All });
        }
        let fair = ((left.saturating_add(own)) / 4).max(self.floor).min(self.each);
        if own.saturating_add(amount) > fair {
            return Err(Denied::Own);
        }
        Ok(self.give(taken, address, amount))
    }

    /// Takes this much for somebody who asks for many, such as a proxy: as much as there is.
    pub fn take_for_many(self: &Arc<Self>, address: IpAddr, amount: usize) -> Result<Share, Denied> {
        let taken = self.lock();
        if amount > self.most.saturating_sub(taken.all) {
            return Err(Denied::All);
        }
        Ok(self.give(taken, subnet(address), amount))
    }

    fn give(self: &Arc<Self>, mut taken: MutexGuard<'_, Taken>, address: IpAddr, amount: usize) -> Share {
        taken.all += amount;
        *taken.by.entry(address).or_default() += amount;
        Share { shares: Arc::clone(self), address, amount }
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an address has taken.
pub struct Share {
    shares: Arc<Shares>,
    address: IpAddr,
    amount: usize,
}

impl Share {
    /// Gives back what is more than this.
    pub fn shrink(&mut self, amount: usize) {
        let spare = self.amount.saturating_sub(amount);
        self.amount -= spare;
        let mut taken = self.shares.lock();
        taken.all -= spare;
        if let Some(own) = taken.by.get_mut(&self.address) {
            *own -= spare;
            if *own == 0 {
                taken.by.remove(&self.address);
            }
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.shrink(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([127, 0, 0, last])
    }

    #[test]
    fn whoever_takes_much_leaves_something_for_the_others() {
        let shares = Shares::new(4096, 512, 8);
        let mut held = Vec::new();
        let mut counts = Vec::new();
        for attacker in 2..14 {
            let before = held.len();
            while let Ok(share) = shares.take(address(attacker), 1) {
                held.push(share);
            }
            counts.push(held.len() - before);
        }
        assert_eq!(counts[..4], [512; 4], "{counts:?}");
        assert!(counts.is_sorted_by(|one, next| one >= next) && held.len() < 4096, "{counts:?}");
        let honest: Vec<_> = (0..8).map(|_| shares.take(address(1), 1).map(drop)).collect();
        assert_eq!(honest, [Ok(()); 8]);
    }

    #[test]
    fn what_is_dropped_is_given_back_and_a_large_wish_is_denied_alone() {
        let shares = Shares::new(100, 60, 10);
        let mut large = shares.take(address(2), 25).unwrap();
        assert_eq!(shares.take(address(2), 10).map(drop), Err(Denied::Own));
        assert_eq!(shares.take(address(3), 80).map(drop), Err(Denied::All));
        large.shrink(5);
        assert!(shares.take(address(2), 10).is_ok());
        drop(large);
        assert!(shares.lock().by.is_empty() && shares.lock().all == 0);
    }
}
