//! Polar Roller passes the one conformance suite with every number of seats.

use polynya_engine::conformance::{Plan, conform, matches};
use polynya_engine::{Game, Seed};
use polynya_games::polar_roller::{Options, PolarRoller};

#[test]
fn polar_roller_conforms() {
    for seats in PolarRoller::SEATS {
        let plan = Plan { matches: matches(if seats <= 4 { 250 } else { 32 }), steps: usize::MAX, every: 97 };
        let seed = Seed::of(&format!("{} {seats}", PolarRoller::ID));
        let tally = conform::<PolarRoller>(&Options::default(), seats, seed, plan)
            .unwrap_or_else(|what| panic!("with {seats} seats: {what}"));
        assert_eq!(tally.finished, plan.matches, "every match ends");
        assert!(tally.commuted > tally.positions / 2, "seats act together: {tally:?}");
    }
}
