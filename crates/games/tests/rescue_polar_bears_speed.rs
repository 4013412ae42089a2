//! How fast random matches are played, and what happens in them. Prints; run it in a release build:
//! `cargo test --release -p polynya-games --test rescue_polar_bears_speed -- --nocapture`.

use std::collections::BTreeMap;
use std::time::Instant;

use polynya_engine::{Game, Luck, Turn};
use polynya_games::rescue_polar_bears::{Event, RescueOptions, RescuePolarBears};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Steps to time for each number of seats.
const STEPS: u64 = if cfg!(debug_assertions) { 200_000 } else { 6_000_000 };
/// Matches whose events are counted.
const MATCHES: u64 = if cfg!(debug_assertions) { 500 } else { 20_000 };

/// Plays a random match, set-up included; answers how many steps it had.
fn play(seats: u8, luck: &mut impl Luck, actions: &mut Vec<<RescuePolarBears as Game>::Action>) -> u64 {
    let mut position = RescuePolarBears::start(&RescueOptions::default(), seats).expect("the match starts");
    let mut steps = 0;
    loop {
        match position.turn() {
            Turn::Over(_) => return steps,
            Turn::Chance => {
                let chance = position.draw(luck);
                position.settle(chance, &mut |_| {});
            }
            Turn::Players(_) => {
                actions.clear();
                position.legal(position.seat(), actions);
                let action = actions[luck.below(actions.len() as u32) as usize];
                position.play(position.seat(), action, &mut |_| {});
            }
        }
        steps += 1;
    }
}

#[test]
fn random_steps_a_second() {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut actions = Vec::new();
    for seats in 1..=4 {
        let (mut steps, mut matches) = (0, 0);
        let began = Instant::now();
        while steps < STEPS {
            steps += play(seats, &mut luck, &mut actions);
            matches += 1;
        }
        let second = began.elapsed().as_secs_f64();
        let (rate, long) = (steps as f64 / second / 1e6, steps as f64 / matches as f64);
        println!("{seats} seats: {rate:.2} million steps a second, {long:.0} steps a match");
    }
}

#[test]
fn every_kind_of_event_happens_in_random_matches() {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut actions = Vec::new();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut count = |kind: String| *counts.entry(kind).or_default() += 1;
    for number in 0..MATCHES {
        let seats = (number % 4) as u8 + 1;
        let mut position = RescuePolarBears::start(&RescueOptions::default(), seats).expect("the match starts");
        loop {
            let mut events = Vec::new();
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let chance = position.draw(&mut luck);
                    position.settle(chance, &mut |event| events.push(event));
                }
                Turn::Players(_) => {
                    actions.clear();
                    position.legal(position.seat(), &mut actions);
                    let action = actions[luck.below(actions.len() as u32) as usize];
                    count(action.to_string().split(' ').take(1).collect());
                    position.play(position.seat(), action, &mut |event| events.push(event));
                }
            }
            for event in events {
                count(match event {
                    Event::CardUsed { .. } | Event::CardDeclined { .. } => format!("{event:?}"),
                    Event::Over { ending, .. } => format!("Over {ending:?}"),
                    _ => format!("{event:?}").split(' ').take(1).collect(),
                });
            }
        }
    }
    for (kind, count) in &counts {
        println!("{count:>9} {kind}");
    }
    assert!(counts.contains_key("Over Sunk"));
}
