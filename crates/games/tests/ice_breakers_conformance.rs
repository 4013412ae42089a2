//! Ice Breakers passes the conformance suite on every map, with both decks of reports, full and introductory.

use polynya_engine::conformance::{Plan, conform, matches};
use polynya_engine::{Game, Seed};
use polynya_games::ice_breakers::{IceBreakers, IceBreakersOptions};

#[test]
fn ice_breakers_conforms() {
    let plan = Plan { matches: matches(56), steps: 3000, every: 997 };
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
