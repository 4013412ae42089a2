//! Trains the network of Rescue Polar Bears: the team plays matches with little effort, and the network learns what their
//! turns came to.

use std::f32::consts::PI;
use std::sync::Arc;

use polynya_bots::games::rescue_polar_bears::{
    INPUTS, LOG_ODDS_SCALE, NetworkInput, PositionEvaluator, RescueNetwork, TUNED, WinModel, tuned_parameters,
};
use polynya_bots::sigmoid;
use polynya_engine::Game as _;
use polynya_engine::{Luck, Seed};
use polynya_games::rescue_polar_bears::{Ending, RescueOptions};
use rand_core::Rng;
use rand_xoshiro::rand_core::SeedableRng;
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};
use rayon::ThreadPool;

use super::Settings;
use super::rescue_match::Play;
use crate::adam::{Adam, Sample};
use crate::network::{blend_towards, init, write};
use crate::parallel;

/// The first network of a round is trained with the results of matches as targets. Two more are trained by the same
/// matches with the λ-returns of temporal-difference learning: each believes this share of what the rest of a match came
/// to, against the estimate of the network before for the next turn.
const LAMBDA: [f32; 2] = [0.6, 0.5];
/// The epochs, and the samples of a batch.
const EPOCHS: u32 = 6;
const BATCH: usize = 256;
/// The learning rate at first and at last; it falls by a cosine schedule.
const LEARNING_RATES: [f32; 2] = [1e-3, 1e-5];
/// Polyak averaging: the least share of the network after each batch in the result.
const AVERAGING: f32 = 0.002;
/// See [`Play::exploration`]: what is never tried is never learned.
const EXPLORATION: u32 = 10;

/// A turn of a match.
struct Turn {
    input: NetworkInput,
    /// The log-odds without the network.
    baseline: f32,
}

/// The turns of a match, and whether it was won.
struct Match {
    turns: Vec<Turn>,
    won: bool,
}

/// Trains a network in rounds, in each of which the network of the round before plays; the first round is played by the
/// one of the bots. Returns the last one as text.
pub(super) fn train(settings: &Settings, report: &mut dyn FnMut(String)) -> String {
    train_with_losses(settings, &mut |round, won, loss| {
        report(format!("round {}: {:.1} % won, loss {loss:.3}", round + 1, 100.0 * won));
    })
}

/// Does so, and reports the number, the share of wins and the loss of every round.
fn train_with_losses(settings: &Settings, report: &mut dyn FnMut(u64, f32, f32)) -> String {
    let &Settings { rounds, matches, threads, seed } = settings;
    let pool = parallel::pool(threads).expect("threads can be started");
    let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"teach".as_slice()]).draw(0));
    let mut model = TUNED.clone();
    let mut all = Vec::new();
    for round in 0..rounds {
        let played = play(&model, matches, &pool, seed.nth(round));
        let won = played.iter().filter(|played| played.won).count() as f32 / matches as f32;
        all.extend(played);
        let (mut network, mut loss) = fit(&all, None, &mut luck);
        for lambda in LAMBDA {
            (network, loss) = fit(&all, Some((&network, lambda)), &mut luck);
        }
        model = WinModel::new(&tuned_parameters(), &Arc::new(network));
        report(round, won, loss);
    }
    write(model.network())
}

/// Plays the matches of a round.
fn play(model: &WinModel, matches: u64, pool: &ThreadPool, seed: Seed) -> Vec<Match> {
    parallel::map(pool, matches, |number| {
        let mut turns = Vec::new();
        let (options, ships) = setup(SplitMix64::seed_from_u64(number).next_u64());
        let play = Play { model, options, ships, exploration: EXPLORATION, ..Play::default() };
        let end = play.to_the_end(seed.nth(number), &mut |position| {
            let (input, log_odds) = PositionEvaluator::new(position, model).network_input(position);
            turns.push(Turn { input, baseline: log_odds / LOG_ODDS_SCALE });
        });
        Match { turns, won: end.ending() == Some(Ending::Won) }
    })
}

/// Returns the options and the ships of a match: mostly the basic game with three or four.
fn setup(random: u64) -> (RescueOptions, u8) {
    let (variant, ships) = (random % 100, random / 100 % 12);
    let options = RescueOptions {
        rough_road: matches!(variant, 60..=71 | 86..=88),
        rapid_warming: matches!(variant, 72..=88),
        growth_first: matches!(variant, 89..=93),
        start_temperature: match variant {
            94..=96 => 12,
            97..=98 => 4,
            99 => 16,
            _ => RescueOptions::default().start_temperature,
        },
        ..RescueOptions::default()
    };
    let ships = match ships {
        0..=1 => 2,
        2..=7 => 3,
        _ => 4,
    };
    (options, ships)
}

/// Returns the samples of these matches, perhaps with the estimates of an earlier network in their targets.
fn samples<'a>(all: &'a [Match], earlier: Option<(&RescueNetwork, f32)>) -> Vec<Sample<'a>> {
    let mut samples = Vec::new();
    for Match { turns, won } in all {
        let mut target = f32::from(*won);
        for Turn { input, baseline } in turns.iter().rev() {
            samples.push(Sample { input: input.as_input(), baseline: *baseline, target });
            if let Some((network, lambda)) = earlier {
                let estimate = sigmoid(baseline + network.forward(input.as_input()));
                target += (1.0 - lambda) * (estimate - target);
            }
        }
    }
    samples
}

/// Trains a new network, and returns it with its loss in the last epoch.
fn fit(all: &[Match], earlier: Option<(&RescueNetwork, f32)>, luck: &mut impl Luck) -> (RescueNetwork, f32) {
    let mut samples = samples(all, earlier);
    let mut network: RescueNetwork = init(INPUTS, luck);
    let mut averaged = network.clone();
    let mut adam = Adam::new(INPUTS, LEARNING_RATES[0]);
    let mut loss = 0.0;
    for epoch in 0..EPOCHS {
        luck.shuffle(&mut samples);
        loss = 0.0;
        let batches = samples.len().div_ceil(BATCH) as f32;
        for (number, batch) in samples.chunks(BATCH).enumerate() {
            let before = epoch as f32 * batches + number as f32;
            let done = before / (EPOCHS as f32 * batches);
            let [first, last] = LEARNING_RATES;
            adam.learning_rate = last + (first - last) * 0.5 * (1.0 + (PI * done).cos());
            loss += adam.step(&mut network, batch) * batch.len() as f32;
            blend_towards(&mut averaged, &network, AVERAGING.max(1.0 / (before + 1.0)));
        }
    }
    (averaged, loss / samples.len().max(1) as f32)
}

#[cfg(test)]
mod tests {
    use polynya_bots::Input;

    use super::*;

    #[test]
    fn threads_do_not_change_what_is_learned() {
        let mut losses = Vec::new();
        let mut found = |threads| {
            let settings = Settings { rounds: 2, matches: 4, threads, seed: Seed::of("teach") };
            train_with_losses(&settings, &mut |_, _, loss| losses.push(loss))
        };
        let one = found(1);
        assert_eq!(one, found(3));
        let network = RescueNetwork::read(&one).expect("it is read");
        let input = Input { dense: &[1.0; 9], sparse: &[INPUTS as u16 - 1] };
        assert!(network.forward(input) != 0.0, "it has something to say");
        assert!(losses[1] < 0.7, "a few matches are learned by heart: {losses:?}");
    }
}
