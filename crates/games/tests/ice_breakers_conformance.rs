//! Ice Breakers passes the conformance suite on every map, with both decks of reports, full and introductory.

use polynya_engine::conformance::{Plan, conform};
use polynya_engine::{Game, Seed};
use polynya_games::ice_breakers::{IceBreakers, IceBreakersOptions};

#[test]
fn ice_breakers_conforms() {
    // `POLYNYA_MATCHES` says how many times as much the nightly run looks at.
    let times: u64 = std::env::var("POLYNYA_MATCHES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let plan = Plan { matches: 20 * times, steps: 3000, every: 397 };
    let mut finished = 0;
    for options in IceBreakersOptions::all() {
        for seats in IceBreakers::SEATS {
            let seed = Seed::of(&format!("ice-breakers {seats} {options:?}"));
            match conform::<IceBreakers>(&options, seats, seed, plan) {
                Ok(tally) => finished += tally.finished,
                Err(what) => panic!("with {seats} seats: {what}"),
            }
        }
    }
    assert!(finished > 500, "only {finished} matches came to their end");
}
