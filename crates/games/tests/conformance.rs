//! Every game passes the one conformance suite, with every set of options and every number of seats.

use polynya_engine::conformance::{Plan, conform, matches};
use polynya_engine::{Game, Seed};
use polynya_games::floes::{PiecepackGame, PiecepackOptions, PolarDareGame, PolarDareOptions};

fn conforms<G: Game>(options: &G::Options, plan: Plan) -> u64 {
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
