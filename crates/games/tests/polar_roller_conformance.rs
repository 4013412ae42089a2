//! Polar Roller passes the one conformance suite with every number of seats.

use polynya_engine::conformance::{Plan, conform};
use polynya_engine::{Game, Seed};
use polynya_games::polar_roller::{Options, PolarRoller};

#[test]
fn polar_roller_conforms() {
    // `POLYNYA_MATCHES` says how many times as much the nightly run looks at.
    let times: u64 = std::env::var("POLYNYA_MATCHES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    for seats in PolarRoller::SEATS {
        let plan = Plan { matches: times * if seats <= 4 { 6 } else { 1 }, steps: usize::MAX, every: 19 };
        let seed = Seed::of(&format!("{} {seats}", PolarRoller::ID));
        let tally = conform::<PolarRoller>(&Options::default(), seats, seed, plan)
            .unwrap_or_else(|what| panic!("with {seats} seats: {what}"));
        assert_eq!(tally.finished, plan.matches, "every match ends");
        assert!(tally.commuted > tally.positions / 2, "seats act together: {tally:?}");
    }
}
