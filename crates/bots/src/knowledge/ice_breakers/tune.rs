//! Finds the weights of the outlook: what positions between turns came to when the team played on from them.
//!
//! At first the greedy team plays; then, in every round, a team that likes what the weights of the round before like.

use polynya_engine::{Game, Luck, Seat, Seed, Table, Turn};
use polynya_games::ice_breakers::{Action, Card, IceBreakers, IceBreakersOptions, Map, Places};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::foresight::TASTE;
use super::outlook::{LOOKS, Looks, chance, looks};
use super::{Mind, Team};
use crate::Bot;
use crate::fit::{Case, fit};

/// In so many of a hundred turns the team does something that it does not like best, so that it is seen what comes of
/// that.
const STRAY: u32 = 15;
/// The plans among which it chooses.
const PLANS: usize = 12;
/// How strongly weights are held near 0.
const RIDGE: f64 = 3.0;

/// Plays so many rounds of so many matches of three seats, half of them on the standard map and half on the hard one,
/// and writes the weights of the last round down, one a line.
pub fn tune(rounds: u64, matches: u64, seed: Seed) -> String {
    let mut weights: Option<Looks> = None;
    let mut text = String::new();
    for round in 0..rounds {
        let (mut cases, mut won) = (Vec::new(), 0);
        for number in 0..matches {
            let map = if number % 2 == 0 { Map::Standard } else { Map::Hard };
            let first = cases.len();
            let came = play(map, seed.nth(round).nth(number), weights.as_ref(), &mut cases);
            cases[first..].iter_mut().for_each(|case: &mut (Looks, f32)| case.1 = came);
            won += came as u64;
        }
        let seen: Vec<Case> = cases.iter().map(|(looks, came)| Case { looks, came: *came }).collect();
        let fitted = fit(&seen, RIDGE);
        text = format!("# {} positions of {matches} matches, {won} of them won\n", seen.len());
        for (weight, look) in fitted.iter().zip(LOOKS) {
            text.push_str(&format!("{weight:.4} {look}\n"));
        }
        weights = fitted.try_into().ok();
    }
    text
}

/// Plays one match, notes what is seen between its turns, and answers 1 if all ships came home.
fn play(map: Map, seed: Seed, weights: Option<&Looks>, cases: &mut Vec<(Looks, f32)>) -> f32 {
    let options = IceBreakersOptions { map, ..IceBreakersOptions::default() };
    let mut table = Table::<IceBreakers>::new(options, 3, seed).expect("three seats play");
    let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"tune".as_slice()]).draw(0));
    let mut team = Team::new(TASTE);
    let mut plan: Vec<Action> = Vec::new();
    while let Some(seat) = table.position().awaited().first() {
        let position = table.position();
        if plan.is_empty() {
            plan = if position.power().is_none() && luck.below(100) < STRAY {
                let mut plans = Mind::new(position, TASTE, false).plans(PLANS);
                plans.swap_remove(luck.below(plans.len() as u32) as usize)
            } else if let Some(weights) = weights {
                liked(position, weights)
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
            cases.push((looks(&after, TASTE), 0.0));
        }
        table.submit(seat, action, &mut |_| {}).expect("the team does what is legal");
    }
    f32::from(u8::from(table.position().all_home()))
}

/// The plan after which these weights see the best chance, if the turn ended with it.
fn liked(position: &IceBreakers, weights: &Looks) -> Vec<Action> {
    let seat = position.seat();
    let mut plans = Mind::new(position, TASTE, false).plans(PLANS);
    let has_power = Card::POWER.iter().any(|&card| position.hand(seat)[card as usize] > 0);
    if position.power().is_some() || has_power {
        // Nobody knows what cuts will bring.
        plans.retain(|plan| plan[0] != Action::Cash);
    } else if position.check(seat, Action::Cash).is_ok() {
        return vec![Action::Cash];
    }
    let promise = |plan: &Vec<Action>| chance(&at_the_end(position, seat, plan), TASTE, weights);
    let best = plans.iter().map(promise).enumerate().max_by(|one, other| one.1.total_cmp(&other.1));
    plans.swap_remove(best.expect("there is a plan").0)
}

/// The position after a plan and the end of the turn.
fn at_the_end(position: &IceBreakers, seat: Seat, plan: &[Action]) -> IceBreakers {
    let mut after = position.clone();
    plan.iter().for_each(|&action| after.play(seat, action, &mut |_| {}));
    if matches!(after.turn(), Turn::Players(_)) && after.turns() == position.turns() {
        // Ships came home, or a card was given: the others move on.
        let mut rest = Vec::new();
        Mind::new(&after, TASTE, false).work(Places::default(), &mut rest);
        rest.iter().for_each(|&(seat, action)| after.play(seat, action, &mut |_| {}));
        after.play(seat, Action::End, &mut |_| {});
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuning_finds_that_power_helps_and_ice_does_not() {
        let text = tune(2, 60, Seed::of("tune"));
        assert_eq!(text, tune(2, 60, Seed::of("tune")), "the same matches give the same weights");
        let line = text.lines().find(|line| line.contains("half of those that wait")).expect("it is a look");
        let weight: f32 = line.split_whitespace().next().and_then(|word| word.parse().ok()).expect("it has a weight");
        assert!(weight > 0.5, "{text}");
        assert_eq!(text.lines().count(), 1 + LOOKS.len());
    }
}
