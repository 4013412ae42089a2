//! Random numbers that cost nothing to seed.

use std::convert::Infallible;

use rand_core::{Rng, SeedableRng, TryRng};
use rand_xoshiro::SplitMix64;

/// SplitMix64, of which a 32-bit word is the upper half of a 64-bit one.
///
/// [`SplitMix64`] itself mixes its 32-bit words differently; the levels of the bots were measured with these.
pub(crate) struct SplitMix(SplitMix64);

impl SplitMix {
    pub(crate) fn new(seed: u64) -> SplitMix {
        SplitMix(SplitMix64::seed_from_u64(seed))
    }
}

impl TryRng for SplitMix {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.0.next_u64() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}
