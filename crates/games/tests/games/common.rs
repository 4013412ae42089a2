//! What the tests of all games share.

use polynya_engine::conformance::{Plan, conform};
use polynya_engine::{Complete, Seed};

/// As many matches as a run of every day plays, times `POLYNYA_MATCHES` from the environment for a nightly one.
pub fn matches(every_day: u64) -> u64 {
    let times: Option<u64> = std::env::var("POLYNYA_MATCHES").ok().and_then(|times| times.parse().ok());
    every_day * times.unwrap_or(1)
}

/// Returns how many matches came to their end, with every number of seats.
pub fn conforms<G: Complete>(options: &G::Options, plan: Plan) -> u64 {
    let mut finished = 0;
    for seats in G::SEATS {
        let seed = Seed::of(&format!("{} {seats} {options:?}", G::ID));
        match conform::<G>(options, seats, seed, plan) {
            Ok(tally) => finished += tally.finished,
            Err(what) => panic!("{} with {seats} seats: {what}", G::ID),
        }
    }
    finished
}
