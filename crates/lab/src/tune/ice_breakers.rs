//! Finds the weights of Ice Breakers by logistic regression: what positions between turns came to when the team played
//! on from them.
//!
//! At first the greedy team plays; then, in every round, a team that chooses by the weights of the round before.

use polynya_bots::Bot;
use polynya_bots::games::ice_breakers::{
    FEATURES, Features, SEARCH_WEIGHTS, Team, TurnPlanner, at_the_end, features, win_chance,
};
use polynya_engine::{Game, Luck, Seed, Table, Turn};
use polynya_games::ice_breakers::{Action, Card, IceBreakers, IceBreakersOptions, Map};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::Settings;
use crate::logistic::{Sample, fit};

/// In this many of a hundred turns the team explores: it does something that it does not evaluate best.
const EXPLORATION: u32 = 15;
/// The plans among which it chooses.
const PLANS: usize = 12;
/// The ridge penalty of the regression.
const RIDGE: f64 = 3.0;

/// Plays matches of three seats, half of them on the standard map and half on the hard one, and returns the weights of
/// the last round, one a line.
pub(super) fn train(settings: &Settings, _: &mut dyn FnMut(String)) -> String {
    let &Settings { rounds, matches, seed, .. } = settings;
    let mut weights: Option<Features> = None;
    let mut text = String::new();
    for round in 0..rounds {
        let (mut seen, mut won) = (Vec::new(), 0);
        for number in 0..matches {
            let map = if number % 2 == 0 { Map::Standard } else { Map::Hard };
            let first = seen.len();
            let target = play(map, seed.nth(round).nth(number), weights.as_ref(), &mut seen);
            seen[first..].iter_mut().for_each(|sample: &mut (Features, f32)| sample.1 = target);
            won += target as u64;
        }
        let samples: Vec<Sample> = seen.iter().map(|(features, target)| Sample { features, target: *target }).collect();
        let fitted = fit(&samples, RIDGE);
        text = format!("# {} positions of {matches} matches, {won} of them won\n", samples.len());
        for (weight, feature) in fitted.iter().zip(FEATURES) {
            text.push_str(&format!("{weight:.4} {}\n", feature.name));
        }
        weights = fitted.try_into().ok();
    }
    text
}

/// Plays one match, adds the features between its turns, and returns 1 if all ships came home.
fn play(map: Map, seed: Seed, weights: Option<&Features>, seen: &mut Vec<(Features, f32)>) -> f32 {
    let options = IceBreakersOptions { map, ..IceBreakersOptions::default() };
    let mut table = Table::<IceBreakers>::new(options, 3, seed).expect("three seats play");
    let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"tune".as_slice()]).draw(0));
    let mut team = Team::new(SEARCH_WEIGHTS);
    let mut plan: Vec<Action> = Vec::new();
    while let Some(seat) = table.position().awaited().first() {
        let position = table.position();
        if plan.is_empty() {
            plan = if position.power().is_none() && luck.below(100) < EXPLORATION {
                let mut plans = TurnPlanner::new(position, SEARCH_WEIGHTS, false).plans(PLANS);
                plans.swap_remove(luck.below(plans.len() as u32) as usize)
            } else if let Some(weights) = weights {
                best(position, weights)
            } else {
                vec![team.choose(position, seat, &mut luck)]
            };
            plan.reverse();
        }
        let action = plan.pop().expect("a plan has actions");
        // What lies between two turns is seen before the next report is turned.
        let mut after = position.clone();
        after.play(seat, action, &mut |_| {});
        if after.turns() != position.turns() && !matches!(after.turn(), Turn::Over(_)) {
            seen.push((features(&after, SEARCH_WEIGHTS), 0.0));
        }
        table.advance(seat, action).expect("the team does what is legal");
    }
    f32::from(u8::from(table.position().all_home()))
}

/// Returns the plan after which these weights give the best chance, if the turn ended with it.
fn best(position: &IceBreakers, weights: &Features) -> Vec<Action> {
    let seat = position.seat();
    let mut plans = TurnPlanner::new(position, SEARCH_WEIGHTS, false).plans(PLANS);
    let has_power = Card::POWER.iter().any(|&card| position.hand(seat)[card as usize] > 0);
    if position.power().is_some() || has_power {
        // Nobody knows what cuts will bring.
        plans.retain(|plan| plan[0] != Action::Cash);
    } else if position.check(seat, Action::Cash).is_ok() {
        return vec![Action::Cash];
    }
    let chance = |plan: &Vec<Action>| win_chance(&at_the_end(position, seat, plan), SEARCH_WEIGHTS, weights);
    let best = plans.iter().map(chance).enumerate().max_by(|one, other| one.1.total_cmp(&other.1));
    plans.swap_remove(best.expect("there is a plan").0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuning_finds_that_power_helps_and_ice_does_not() {
        let settings = Settings { rounds: 2, matches: 60, threads: 1, seed: Seed::of("tune") };
        let text = train(&settings, &mut |_| {});
        assert_eq!(text, train(&settings, &mut |_| {}), "the same matches give the same weights");
        let line = text.lines().find(|line| line.contains("half of those that wait")).expect("it is a feature");
        let weight: f32 = line.split_whitespace().next().and_then(|word| word.parse().ok()).expect("it has a weight");
        assert!(weight > 0.5, "{text}");
        assert_eq!(text.lines().count(), 1 + FEATURES.len());
    }
}
