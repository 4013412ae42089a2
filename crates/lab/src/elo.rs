//! Strength from results: Elo by the Bradley-Terry model, with 95 % intervals by a Bayesian bootstrap over whole deals.
//!
//! A deal is the same dice in every seat order of two bots. Its matches depend on each other, so deals are weighed and
//! not matches. In every sample each deal has a random weight, and each pairing two deals more that were not played: one
//! won by either bot in every match, of half the weight (Jeffreys' prior). So an interval has a width even where all
//! deals ended alike. Where nobody has ever won against somebody, not even round corners, there is no bound.

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Elo points for each factor e of the odds.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// The number of bootstrap samples.
const SAMPLES: usize = 400;
/// Half a win and half a loss are added to every pairing, so that no strength is without bounds.
const PRIOR: f64 = 0.5;

/// The results of the matches of one deal between two bots.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deal {
    /// The two bots.
    pub bots: [usize; 2],
    /// Matches that each of them won; without a winner, a half each.
    pub wins: [f64; 2],
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number itself.
    pub value: f64,
    /// The ends of the interval; infinite where the results set no bound.
    pub interval: [f64; 2],
}

/// The strengths of bots.
pub struct Ratings {
    /// Elo of each bot; their mean is 0.
    pub elo: Vec<Estimate>,
    /// By how much one bot is stronger than another.
    differences: Vec<Vec<Estimate>>,
}

impl Ratings {
    /// Estimates the strengths of this many bots.
    pub fn of(bots: usize, deals: &[Deal]) -> Ratings {
        let wins = Wins::of(bots, deals);
        let best = fit(&wins.with_prior());
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(bots as u64);
        let samples: Vec<Vec<f64>> = (0..if deals.is_empty() { 0 } else { SAMPLES })
            .map(|_| fit(&Wins::sampled(bots, deals, &mut luck)))
            .collect();
        let estimate = |of: &dyn Fn(&[f64]) -> f64, [below, above]: [bool; 2]| {
            let mut drawn: Vec<f64> = samples.iter().map(|sample| of(sample)).collect();
            drawn.sort_by(f64::total_cmp);
            // As many lie below as above, so that whoever is asked the other way round hears the same.
            let outside = (0.025 * drawn.len() as f64) as usize;
            let low = drawn.get(outside).filter(|_| below).copied().unwrap_or(f64::NEG_INFINITY);
            let high = drawn.iter().rev().nth(outside).filter(|_| above).copied().unwrap_or(f64::INFINITY);
            Estimate { value: of(&best), interval: [low, high] }
        };
        // Results bound somebody from below who has beaten others, and from above who was beaten by them.
        let reach = wins.reach();
        let difference = |one: usize, other: usize| {
            estimate(&|elo: &[f64]| elo[one] - elo[other], [reach[one][other], reach[other][one]])
        };
        let own = |bot: usize| {
            let all = |reaches: &dyn Fn(usize) -> bool| (0..bots).all(|other| other == bot || reaches(other));
            estimate(&|elo: &[f64]| elo[bot], [all(&|other| reach[bot][other]), all(&|other| reach[other][bot])])
        };
        Ratings {
            elo: (0..bots).map(own).collect(),
            differences: (0..bots).map(|one| (0..bots).map(|other| difference(one, other)).collect()).collect(),
        }
    }

    /// Returns by how much one bot is stronger than another.
    pub fn difference(&self, one: usize, other: usize) -> Estimate {
        self.differences[one][other]
    }
}

/// How many matches each bot won against each other one.
struct Wins(Vec<Vec<f64>>);

impl Wins {
    fn of(bots: usize, deals: &[Deal]) -> Wins {
        let mut wins = Wins(vec![vec![0.0; bots]; bots]);
        deals.iter().for_each(|deal| wins.add(deal, 1.0));
        wins
    }

    /// Adds up deals of random weights, and the two of each pairing that were not played.
    fn sampled(bots: usize, deals: &[Deal], luck: &mut impl Rng) -> Wins {
        let mut wins = Wins(vec![vec![0.0; bots]; bots]);
        // The matches of a deal of each pairing, where they have met.
        let mut met = vec![vec![0.0_f64; bots]; bots];
        for deal in deals {
            wins.add(deal, exponential(luck));
            let [one, other] = [deal.bots[0].min(deal.bots[1]), deal.bots[0].max(deal.bots[1])];
            met[one][other] = met[one][other].max(deal.wins[0] + deal.wins[1]);
        }
        for (one, row) in met.iter().enumerate() {
            for (other, &matches) in row.iter().enumerate().filter(|&(_, &matches)| matches > 0.0) {
                wins.add(&Deal { bots: [one, other], wins: [matches, 0.0] }, half_exponential(luck));
                wins.add(&Deal { bots: [one, other], wins: [0.0, matches] }, half_exponential(luck));
            }
        }
        wins
    }

    fn add(&mut self, deal: &Deal, weight: f64) {
        let [one, other] = deal.bots;
        self.0[one][other] += weight * deal.wins[0];
        self.0[other][one] += weight * deal.wins[1];
    }

    /// Returns them with what keeps the strengths within bounds.
    fn with_prior(&self) -> Wins {
        let Wins(wins) = self;
        let bots = wins.len();
        let met = |one: usize, other: usize| one != other && wins[one][other] + wins[other][one] > 0.0;
        let with = |one: usize, other: usize| wins[one][other] + if met(one, other) { PRIOR } else { 0.0 };
        Wins((0..bots).map(|one| (0..bots).map(|other| with(one, other)).collect()).collect())
    }

    /// Returns who has beaten whom, or somebody who has beaten them, and so on.
    fn reach(&self) -> Vec<Vec<bool>> {
        let mut reach: Vec<Vec<bool>> = self.0.iter().map(|row| row.iter().map(|&wins| wins > 0.0).collect()).collect();
        for by in 0..reach.len() {
            let beyond = reach[by].clone();
            for row in reach.iter_mut().filter(|row| row[by]) {
                row.iter_mut().zip(&beyond).for_each(|(reach, &further)| *reach |= further);
            }
        }
        reach
    }
}

/// Draws a number between 0 and 1 that is neither.
fn uniform(luck: &mut impl Rng) -> f64 {
    ((luck.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// Draws from the exponential distribution of mean 1.
fn exponential(luck: &mut impl Rng) -> f64 {
    -uniform(luck).ln()
}

/// Draws from the gamma distribution of shape one half: half the square of a normal number.
fn half_exponential(luck: &mut impl Rng) -> f64 {
    exponential(luck) * (2.0 * std::f64::consts::PI * uniform(luck)).cos().powi(2)
}

/// Returns the strengths of maximum likelihood.
fn fit(Wins(wins): &Wins) -> Vec<f64> {
    let bots = wins.len();
    // Zermelo's iteration: each round makes the results likelier.
    let mut strength = vec![1.0_f64; bots];
    for _ in 0..200 {
        let next: Vec<f64> = (0..bots)
            .map(|one| {
                let own: f64 = wins[one].iter().sum();
                let met = (0..bots).filter(|&other| other != one);
                let faced: f64 =
                    met.map(|other| (wins[one][other] + wins[other][one]) / (strength[one] + strength[other])).sum();
                if faced > 0.0 { own.max(1e-9) / faced } else { strength[one] }
            })
            .collect();
        let mean = next.iter().map(|strength| strength.ln()).sum::<f64>() / bots.max(1) as f64;
        let next: Vec<f64> = next.iter().map(|strength| (strength.ln() - mean).exp()).collect();
        let still = next.iter().zip(&strength).all(|(next, last)| (next / last - 1.0).abs() < 1e-12);
        strength = next;
        if still {
            break;
        }
    }
    strength.iter().map(|strength| POINTS * strength.ln()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deals(bots: [usize; 2], results: &[([f64; 2], usize)]) -> Vec<Deal> {
        results.iter().flat_map(|&(wins, times)| vec![Deal { bots, wins }; times]).collect()
    }

    #[test]
    fn three_wins_of_four_are_191_points() {
        let ratings = Ratings::of(2, &deals([0, 1], &[([2.0, 0.0], 500), ([1.0, 1.0], 500)]));
        let Estimate { value, interval: [low, high] } = ratings.difference(0, 1);
        assert!((value - 190.8).abs() < 1.0, "{value}");
        assert!(low < value && value < high && high - low < 60.0, "{low} to {high}");
        assert!((ratings.elo[0].value + ratings.elo[1].value).abs() < 1e-6);
    }

    #[test]
    fn strengths_add_up_along_a_chain() {
        let mut all = deals([0, 1], &[([2.0, 0.0], 300), ([1.0, 1.0], 300)]);
        all.extend(deals([1, 2], &[([2.0, 0.0], 300), ([1.0, 1.0], 300)]));
        let ratings = Ratings::of(3, &all);
        let far = ratings.difference(0, 2).value;
        assert!((far - 381.7).abs() < 4.0, "{far}");
    }

    #[test]
    fn an_interval_narrows_with_the_deals_and_one_without_deals_has_no_bounds() {
        let width = |times| {
            let ratings = Ratings::of(2, &deals([0, 1], &[([2.0, 0.0], times), ([0.0, 2.0], times)]));
            let [low, high] = ratings.difference(0, 1).interval;
            high - low
        };
        assert!(width(100) < 0.7 * width(25), "{} {}", width(100), width(25));
        assert_eq!(Ratings::of(2, &[]).difference(0, 1).interval, [f64::NEG_INFINITY, f64::INFINITY]);
    }

    /// Deals that ended alike say less the fewer they are, and never that nothing is left to learn.
    #[test]
    fn results_that_are_all_alike_leave_an_interval() {
        for (times, least) in [(4, 20.0), (10, 170.0), (1_000, 900.0)] {
            let ratings = Ratings::of(2, &deals([0, 1], &[([2.0, 0.0], times)]));
            let [low, high] = ratings.difference(0, 1).interval;
            assert!((least..2.0 * least + 200.0).contains(&low) && high == f64::INFINITY, "{times}: {low} to {high}");
            let [below, above] = ratings.difference(1, 0).interval;
            assert!(below == f64::NEG_INFINITY && (above + low).abs() < 1e-6, "{below} to {above}");
            assert_eq!(ratings.elo[0].interval[1], f64::INFINITY);
            assert_eq!(ratings.elo[1].interval[0], f64::NEG_INFINITY);
        }
        // Every deal shared: as strong as can be seen, and no more certain than so many deals make it.
        let ratings = Ratings::of(2, &deals([0, 1], &[([1.0, 1.0], 4)]));
        let [low, high] = ratings.difference(0, 1).interval;
        assert!(low < -20.0 && high > 20.0 && high < 400.0, "{low} to {high}");
        // Whoever lost to somebody who lost is bounded by that.
        let mut chain = deals([0, 1], &[([2.0, 0.0], 5), ([0.0, 2.0], 5)]);
        chain.extend(deals([1, 2], &[([2.0, 0.0], 10)]));
        let ratings = Ratings::of(3, &chain);
        assert!(ratings.difference(0, 1).interval.iter().all(|end| end.is_finite()));
        assert_eq!(ratings.difference(0, 2).interval[1], f64::INFINITY);
        assert!(ratings.difference(0, 2).interval[0] > 0.0);
    }

    /// Bots of known strengths, few deals: the interval holds the truth about 95 times in 100.
    #[test]
    fn intervals_hold_the_truth() {
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(7);
        for (share, deals) in [(0.5, 20), (0.8, 20), (0.9, 100)] {
            let truth = 400.0 * (share / (1.0_f64 - share)).log10();
            let held = (0..200).filter(|_| {
                let mut won = || if uniform(&mut luck) < share { 1.0 } else { 0.0 };
                let deal = |won: f64| Deal { bots: [0, 1], wins: [won, 2.0 - won] };
                let all: Vec<Deal> = (0..deals).map(|_| deal(won() + won())).collect();
                let [low, high] = Ratings::of(2, &all).difference(0, 1).interval;
                (low..=high).contains(&truth)
            });
            let held = held.count();
            assert!((178..=199).contains(&held), "{share} in {deals} deals: {held} of 200");
        }
    }
}
