//! Every game passes the one conformance suite, with every set of options and every number of seats.

use polynya_engine::conformance::{Plan, conform};
use polynya_engine::{Game, Seed};
use polynya_games::floes::{PiecepackGame, PiecepackOptions, PolarDareGame, PolarDareOptions};

/// `POLYNYA_MATCHES` says how many times as much the nightly run looks at.
fn conforms<G: Game>(options: &G::Options, mut plan: Plan) -> u64 {
    let times = std::env::var("POLYNYA_MATCHES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    plan.matches *= times;
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
    let plan = Plan { matches: 10, steps: 4000, every: 97 };
    assert!(conforms::<PolarDareGame>(&PolarDareOptions::default(), plan) > 0);
    let stopped = PolarDareOptions { turn_limit: Some(50), ..PolarDareOptions::default() };
    assert!(conforms::<PolarDareGame>(&stopped, plan) >= 30);
}

#[test]
fn all_64_combinations_of_the_piecepack_variants_conform() {
    let plan = Plan { matches: 2, steps: 1500, every: 61 };
    for number in 0..64 {
        conforms::<PiecepackGame>(&PiecepackOptions::combination(number), plan);
    }
}
