//! Rescue Polar Bears passes the conformance suite with every fleet and every combination of options.

use polynya_engine::Seed;
use polynya_engine::conformance::{Plan, Tally, conform, matches};
use polynya_games::rescue_polar_bears::{RescueOptions, RescuePolarBears};

/// Matches with each combination of seats, ships and options.
const MATCHES: u64 = 1;
/// Matches with the basic options for each number of seats: enough to come by rare cards and answers.
const BASIC_MATCHES: u64 = 150;

fn conforms(options: &RescueOptions, seats: u8, matches: u64) -> Tally {
    let plan = Plan { matches, steps: 1500, every: 37 };
    let seed = Seed::of(&format!("{seats} {options:?}"));
    match conform::<RescuePolarBears>(options, seats, seed, plan) {
        Ok(tally) => tally,
        Err(what) => panic!("{what}"),
    }
}

/// All ways to fill the table: seats, and what `ships` says.
fn tables() -> impl Iterator<Item = (u8, Option<u64>)> {
    let alone = [None, Some(2), Some(3), Some(4)].map(|ships| (1, ships));
    let together = [2, 3, 4].into_iter().flat_map(|seats| [(seats, None), (seats, Some(u64::from(seats)))]);
    alone.into_iter().chain(together)
}

#[test]
fn every_combination_of_options_conforms() {
    let mut tally = Tally::default();
    for (seats, ships) in tables() {
        for start_temperature in [4, 8, 10, 12, 14, 16, 18] {
            for bits in 0..16 {
                let on = |bit: u8| bits >> bit & 1 == 1;
                let options = RescueOptions {
                    start_temperature,
                    rough_road: on(0),
                    rapid_warming: on(1),
                    growth_first: on(2),
                    ships,
                    turn_limit: on(3).then_some(5),
                };
                let played = conforms(&options, seats, MATCHES);
                assert_eq!(played.finished, MATCHES, "every match ends");
                tally.positions += played.positions;
            }
        }
    }
    println!("{} positions", tally.positions);
}

#[test]
fn many_basic_matches_conform() {
    for (seats, ships) in tables().filter(|&(seats, ships)| seats == 1 || ships.is_none()) {
        let played = matches(BASIC_MATCHES);
        let tally = conforms(&RescueOptions { ships, ..RescueOptions::default() }, seats, played);
        assert_eq!(tally.finished, played, "every match ends");
    }
}
