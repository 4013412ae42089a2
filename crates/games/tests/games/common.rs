//! What the tests of all games share.

use std::collections::BTreeSet;

use polynya_engine::conformance::{Plan, conform};
use polynya_engine::{Complete, Luck, Seed};

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

/// Returns choices, one value below each size, such that every two values of different sizes are chosen together: again
/// and again the best of some that hold a pair which was not chosen yet.
pub fn pairwise(sizes: &[usize]) -> Vec<Vec<usize>> {
    const TRIES: u64 = 30;
    let pairs = |chosen: &[usize]| -> Vec<[(usize, usize); 2]> {
        let two = |one: usize| (0..one).map(move |other| (other, one));
        let pair = |(other, one): (usize, usize)| [(other, chosen[other]), (one, chosen[one])];
        (0..chosen.len()).flat_map(two).map(pair).collect()
    };
    let mut missing = BTreeSet::new();
    for one in 0..sizes.len() {
        for other in 0..one {
            let both = (0..sizes[one]).flat_map(|x| (0..sizes[other]).map(move |y| [(other, y), (one, x)]));
            missing.extend(both);
        }
    }
    let mut all = Vec::new();
    while let Some(&wanted) = missing.first() {
        let candidate = |number: u64| {
            let mut luck = Seed::of("pairwise").draw(all.len() as u64 * TRIES + number);
            let mut chosen: Vec<usize> = sizes.iter().map(|&size| luck.below(size as u32) as usize).collect();
            wanted.into_iter().for_each(|(place, value)| chosen[place] = value);
            chosen
        };
        let new = |chosen: &Vec<usize>| pairs(chosen).iter().filter(|pair| missing.contains(*pair)).count();
        let best = (0..TRIES).map(candidate).max_by_key(new).expect("there are some");
        for pair in pairs(&best) {
            missing.remove(&pair);
        }
        all.push(best);
    }
    all
}
