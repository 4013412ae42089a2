//! Intervals are honest: in 1,000 simulated experiments whose answers are known, 93 to 97 % of the 95 % intervals contain
//! the answer.

mod toy;

use polynya_engine::{Luck, Seed};
use polynya_lab::experiment::{Summary, Tally, seating};
use polynya_lab::intervals::Interval;
use polynya_lab::measures::{Facts, Split};
use polynya_lab::series::Played;

use toy::{plan, played, thrown};

const EXPERIMENTS: u64 = 1_000;

/// Returns the result of an experiment of one cell.
fn experiment(matches: u64, block: u64, play: impl Fn(u64) -> Played) -> Summary {
    let plan = plan(1, matches, block);
    let cell = &plan.cells[0];
    let seating = seating(cell);
    let blocks: Vec<Tally> = (0..plan.blocks(cell))
        .map(|block| {
            let mut tally = Tally::default();
            plan.matches_of(cell, block).for_each(|number| tally.add(&seating, number, &play(number)));
            tally
        })
        .collect();
    Summary::of(&plan, 0, &blocks, Vec::new())
}

/// Asserts that the right share of intervals contains the answer.
fn assert_honest(what: &str, answer: f64, mut each: impl FnMut(u64) -> Interval) {
    let hits = (0..EXPERIMENTS).filter(|&number| each(number).contains(answer)).count();
    assert!((930..=970).contains(&hits), "{what}: {hits} of {EXPERIMENTS} intervals contain {answer}");
}

#[test]
fn of_rates_means_and_ratios() {
    let found: Vec<Summary> = (0..EXPERIMENTS)
        .map(|number| {
            let seed = Seed::of("honest").nth(number);
            experiment(200, 10, |number| thrown(seed, number))
        })
        .collect();
    let of = |number: u64| &found[number as usize];
    // Seat 1 wins 3 of 10 alone and shares 1 of 10 with the other.
    assert_honest("wins of seat 1", 0.35, |number| of(number).wins[0].unwrap());
    assert_honest("wins of whoever acts second", 0.65, |number| of(number).order[1].unwrap());
    assert_honest("shared wins", 0.1, |number| of(number).shared.unwrap());
    assert_honest("turns", 10.5, |number| of(number).turns.unwrap());
    assert_honest("score of seat 2", -10.5, |number| of(number).score[1].unwrap());
    assert_honest("decisions", 5.0, |number| of(number).decisions.unwrap());
    assert_honest("branching", 2.5, |number| of(number).branching.unwrap());
    // The thirds of 1 to 9 make 0+0+1+1+1+2+2+2+3 of 45.
    assert_honest("forced", 12.0 / 45.0, |number| of(number).forced.unwrap());
}

/// Luck moves the chance of 1/2 by 0.3 either way; the rest of the result is skill. Of a variance of 1/4 luck explains 0.09.
fn fortune(seed: Seed, number: u64) -> Played {
    let mut luck = seed.nth(number).draw(0);
    let fortune = if luck.below(2) == 0 { 0.3 } else { -0.3 };
    let wins = f64::from(luck.below(1_000)) < 1_000.0 * (0.5 + fortune);
    let result = if wins { vec![1.0, 0.0] } else { vec![0.0, 1.0] };
    let skill = result.iter().zip([fortune, -fortune]).map(|(result, luck)| result - 0.5 - luck).collect();
    let winner: &[u64] = if wins { &[1] } else { &[2] };
    let split = Split { luck: vec![fortune, -fortune], skill, result, lowest: 0.5 };
    Played { split: Some(split), ..played(winner, 10, Facts::default()) }
}

#[test]
fn of_the_shares_of_luck_and_skill() {
    let found: Vec<Summary> = (0..EXPERIMENTS)
        .map(|number| {
            let seed = Seed::of("fortune").nth(number);
            experiment(300, 10, |number| fortune(seed, number))
        })
        .collect();
    assert_honest("luck", 0.36, |number| found[number as usize].luck.unwrap());
    assert_honest("skill", 0.64, |number| found[number as usize].skill.unwrap());
}

#[test]
fn of_paired_differences() {
    let differences = |number: u64| {
        let seed = Seed::of("pairs").nth(number);
        let block = |block: u64| {
            let pair = |number: u64| {
                let mut luck = seed.nth(10 * block + number).draw(0);
                let common = f64::from(luck.below(100));
                (common + f64::from(luck.below(7))) - (common + f64::from(luck.below(5)))
            };
            (0..10).map(pair).sum::<f64>() / 10.0
        };
        Interval::mean_of(&(0..20).map(block).collect::<Vec<f64>>()).unwrap()
    };
    assert_honest("a difference", 1.0, differences);
}
