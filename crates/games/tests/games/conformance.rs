//! Every game passes the one conformance suite, with every set of options and every number of seats.

use polynya_engine::conformance::{Plan, Tally, conform};
use polynya_engine::contents::Boxed;
use polynya_engine::{Game, Seed};
use polynya_games::floes::{PiecepackGame, PiecepackOptions, PolarDareGame, PolarDareOptions};
use polynya_games::ice_breakers::{IceBreakers, IceBreakersOptions};
use polynya_games::polar_roller::{Options, PolarRoller, Printed};
use polynya_games::rescue_polar_bears::{RescueOptions, RescuePolarBears};

use crate::common::{conforms, matches};

#[test]
fn polar_dare_conforms() {
    let plan = Plan { matches: matches(10), steps: 4000, every: 97 };
    assert!(conforms::<PolarDareGame>(&PolarDareOptions::default(), plan) > 0);
    let stopped = PolarDareOptions { turn_limit: Some(50), ..PolarDareOptions::default() };
    assert_eq!(conforms::<PolarDareGame>(&stopped, plan), 3 * plan.matches);
}

#[test]
fn all_64_combinations_of_the_piecepack_variants_conform() {
    let plan = Plan { matches: matches(1), steps: 900, every: 61 };
    for number in 0..64 {
        conforms::<PiecepackGame>(&PiecepackOptions::combination(number), plan);
        // Random penguins seldom arrive on the long boards; with a limit, every match comes to its end.
        let stopped = PiecepackOptions { turn_limit: Some(40), ..PiecepackOptions::combination(number) };
        assert_eq!(conforms::<PiecepackGame>(&stopped, plan), 3 * plan.matches, "{stopped:?}");
    }
}

#[test]
fn ice_breakers_conforms() {
    let plan = Plan { matches: matches(20), steps: 3000, every: 997 };
    let finished: u64 = IceBreakersOptions::all().map(|options| conforms::<IceBreakers>(&options, plan)).sum();
    assert!(finished > 8 * plan.matches, "only {finished} matches came to their end");
}

/// A box in which everything that can be entered is different.
fn own_box() -> Options {
    let mut printed = Printed {
        glacier_die: ["tz", "zt", "dd", "td", "dt", "dz", "zd", "tt"].map(str::to_owned).to_vec(),
        melted: ["gz", "md"].map(str::to_owned).to_vec(),
        fishing_cliffs: vec![1, 13, 21, 30],
        ..Printed::default()
    };
    printed.colonies.insert("north-east".to_owned(), vec![18, 24]);
    let cut = |wedges: &[&str]| wedges.iter().map(ToString::to_string).collect();
    let field = [("t".to_owned(), cut(&["ese"])), ("d".to_owned(), cut(&["wsw", "s"]))];
    printed.fields.insert("a".to_owned(), field.into());
    Options { contents: Boxed::new(printed).expect("nothing is wrong with it") }
}

#[test]
fn polar_roller_conforms() {
    for (options, seats) in
        PolarRoller::SEATS.map(|seats| (Options::default(), seats)).chain([(own_box(), 2), (own_box(), 3)])
    {
        let plan = Plan { matches: matches(if seats <= 4 { 80 } else { 12 }), steps: usize::MAX, every: 97 };
        let seed = Seed::of(&format!("{} {seats}", PolarRoller::ID));
        let tally = conform::<PolarRoller>(&options, seats, seed, plan)
            .unwrap_or_else(|what| panic!("with {seats} seats: {what}"));
        assert_eq!(tally.finished, plan.matches, "every match ends");
        assert!(tally.commuted > tally.positions / 2, "seats act together: {tally:?}");
    }
}

mod rescue {
    use super::*;

    /// Matches with each combination of seats, ships and options.
    const MATCHES: u64 = 1;
    /// Matches with the basic options for each number of seats: enough to come by rare cards and answers.
    const BASIC_MATCHES: u64 = 50;
    /// No match has more steps.
    const STEPS: usize = 1500;
    /// Every how many positions the whole action space is compared.
    const EVERY: usize = 37;

    fn conforms_with(options: &RescueOptions, seats: u8, matches: u64) -> Tally {
        let plan = Plan { matches, steps: STEPS, every: EVERY };
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
                    let played = conforms_with(&options, seats, MATCHES);
                    assert_eq!(played.finished, MATCHES, "every match ends");
                    tally.positions += played.positions;
                }
            }
        }
        println!("{} positions", tally.positions);
    }

    #[test]
    fn many_basic_matches_conform() {
        let played = matches(BASIC_MATCHES);
        let plan = Plan { matches: played, steps: STEPS, every: EVERY };
        let seats = 4;
        assert_eq!(conforms::<RescuePolarBears>(&RescueOptions::default(), plan), seats * played, "every match ends");
        for ships in 2..=4 {
            let tally = conforms_with(&RescueOptions { ships: Some(ships), ..RescueOptions::default() }, 1, played);
            assert_eq!(tally.finished, played, "every match ends");
        }
    }
}
