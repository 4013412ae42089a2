//! Finds the weights of Rescue Polar Bears by separable CMA-ES: teams play the same matches with different weights, and
//! those that do better have a say in the next ones.

use polynya_bots::games::rescue_polar_bears::{TUNED, WinModel, tuned_parameters, write_parameters};
use polynya_engine::Game as _;
use polynya_engine::Seed;
use polynya_games::rescue_polar_bears::Ending;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rayon::ThreadPool;

use super::Settings;
use super::rescue_match::Play;
use crate::parallel;
use crate::sep_cma_es::SeparableCmaEs;

/// The population: teams of a round.
const TEAMS: usize = 40;
/// The first standard deviation of a parameter: this part of itself, and this much more.
const DEVIATION: (f32, f32) = (0.12, 0.05);
/// The fitness of a match that was won, and of each Data Token of one that was lost.
const FITNESS: (u32, u32) = (1000, 20);

/// Goes on from the weights of the bots and returns the last mean. `settings.matches` are for each team.
pub(super) fn train(settings: &Settings, report: &mut dyn FnMut(String)) -> String {
    let &Settings { rounds, matches, threads, seed } = settings;
    let pool = parallel::pool(threads).expect("threads can be started");
    let begin = tuned_parameters();
    let deviations = begin.map(|parameter| DEVIATION.0 * parameter.abs() + DEVIATION.1);
    let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"tune".as_slice()]).draw(0));
    let mut strategy = SeparableCmaEs::new(begin, deviations, TEAMS);
    for round in 0..rounds {
        let candidates = strategy.ask(&mut luck);
        let models: Vec<WinModel> =
            candidates.iter().map(|parameters| WinModel::new(parameters, TUNED.network())).collect();
        let (fitness, won) = compete(&models, matches, &pool, seed.nth(round));
        strategy.tell(&candidates, &fitness);
        let won = won as f32 / (matches * TEAMS as u64) as f32;
        report(format!("round {}: {:.1} % won, step {:.2}", round + 1, 100.0 * won, strategy.sigma()));
    }
    write_parameters(strategy.mean())
}

/// Returns the fitness of each model in the same matches, and how many were won by all together.
fn compete(models: &[WinModel], matches: u64, pool: &ThreadPool, seed: Seed) -> (Vec<u32>, u32) {
    let ends = parallel::map(pool, matches * models.len() as u64, |task| {
        let number = task / models.len() as u64;
        let play = Play { model: &models[task as usize % models.len()], ships: ships(number), ..Play::default() };
        let end = play.to_the_end(seed.nth(number), &mut |_| {});
        (end.ending() == Some(Ending::Won), end.collected())
    });
    let (mut fitness, mut all_won) = (vec![0; models.len()], 0);
    for (task, (won, collected)) in ends.into_iter().enumerate() {
        fitness[task % models.len()] += if won { FITNESS.0 } else { FITNESS.1 * u32::from(collected) };
        all_won += u32::from(won);
    }
    (fitness, all_won)
}

/// Returns how many ships play the match of this number: one in three has four.
fn ships(number: u64) -> u8 {
    if number % 3 == 2 { 4 } else { 3 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_do_not_change_what_is_found() {
        let mut reports = Vec::new();
        let mut found = |threads| {
            let settings = Settings { rounds: 1, matches: 1, threads, seed: Seed::of("tune") };
            train(&settings, &mut |report| reports.push(report))
        };
        let one = found(1);
        assert_eq!(one, found(3));
        assert_ne!(one, write_parameters(&tuned_parameters()), "a round moves the weights");
        let won: f32 = reports[0].split([' ']).nth(2).and_then(|word| word.parse().ok()).expect("a share of wins");
        assert!(won > 10.0 && reports[0] == reports[1], "{reports:?}");
    }
}
