//! Strength from results: Elo by the Bradley-Terry model, with 95 % intervals by a bootstrap over whole deals.
//!
//! A deal is the same dice in every seat order of two bots. Its matches depend on each other, so deals are resampled and
//! not matches.

use polynya_engine::Luck;
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
    /// The ends of the interval.
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
        let best = fit(bots, deals.iter());
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(bots as u64);
        let samples: Vec<Vec<f64>> = (0..if deals.is_empty() { 0 } else { SAMPLES })
            .map(|_| fit(bots, deals.iter().map(|_| &deals[luck.below(deals.len() as u32) as usize])))
            .collect();
        let estimate = |of: &dyn Fn(&[f64]) -> f64| {
            let mut drawn: Vec<f64> = samples.iter().map(|sample| of(sample)).collect();
            drawn.sort_by(f64::total_cmp);
            let at = |share: f64| drawn.get((share * drawn.len() as f64) as usize).copied().unwrap_or(of(&best));
            Estimate { value: of(&best), interval: [at(0.025), at(0.975)] }
        };
        let difference = |one: usize, other: usize| estimate(&|elo: &[f64]| elo[one] - elo[other]);
        Ratings {
            elo: (0..bots).map(|bot| estimate(&|elo: &[f64]| elo[bot])).collect(),
            differences: (0..bots).map(|one| (0..bots).map(|other| difference(one, other)).collect()).collect(),
        }
    }

    /// Returns by how much one bot is stronger than another.
    pub fn difference(&self, one: usize, other: usize) -> Estimate {
        self.differences[one][other]
    }
}

/// Returns the strengths of maximum likelihood.
fn fit<'a>(bots: usize, deals: impl Iterator<Item = &'a Deal>) -> Vec<f64> {
    let mut wins = vec![vec![0.0; bots]; bots];
    for Deal { bots: [one, other], wins: won } in deals {
        wins[*one][*other] += won[0];
        wins[*other][*one] += won[1];
    }
    let met: Vec<Vec<bool>> = (0..bots)
        .map(|one| (0..bots).map(|other| one != other && wins[one][other] + wins[other][one] > 0.0).collect())
        .collect();
    for (wins, met) in wins.iter_mut().flatten().zip(met.iter().flatten()) {
        *wins += if *met { PRIOR } else { 0.0 };
    }
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
        strength = next.iter().map(|strength| (strength.ln() - mean).exp()).collect();
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
    fn an_interval_narrows_with_the_deals_and_one_without_deals_has_no_width() {
        let width = |times| {
            let ratings = Ratings::of(2, &deals([0, 1], &[([2.0, 0.0], times), ([0.0, 2.0], times)]));
            let [low, high] = ratings.difference(0, 1).interval;
            high - low
        };
        assert!(width(100) < 0.7 * width(25), "{} {}", width(100), width(25));
        assert_eq!(Ratings::of(2, &[]).difference(0, 1).interval, [0.0, 0.0]);
    }
}
