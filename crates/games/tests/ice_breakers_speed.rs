//! How fast Ice Breakers plays, on one core. Not run by default, because a shared machine is no stopwatch:
//! `cargo test --release -p polynya-games --test ice_breakers_speed -- --ignored --nocapture`.

use std::hint::black_box;
use std::time::Instant;

use polynya_engine::{Game, Luck, Seed, Step, Turn, playout};
use polynya_games::ice_breakers::{Action, IceBreakers, IceBreakersOptions};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const MATCHES: u32 = 300;
const POSITIONS: usize = 2000;

#[test]
#[ignore = "a stopwatch"]
fn a_million_random_steps_take_less_than_a_second() {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(1);
    for seats in IceBreakers::SEATS {
        let start = IceBreakers::start(&IceBreakersOptions::default(), seats).expect("it starts");
        let (mut buffer, mut steps, clock) = (Vec::new(), 0_u64, Instant::now());
        for _ in 0..MATCHES {
            playout(&mut start.clone(), &mut luck, &mut buffer, usize::MAX, &mut |step| {
                steps += u64::from(matches!(step, Step::Play(..)));
            });
        }
        let seconds = clock.elapsed().as_secs_f64();
        let speed = steps as f64 / seconds;
        println!("{seats} seats: {steps} steps of {MATCHES} matches, {:.2} million a second", speed / 1e6);
        assert!(speed > 1e6);
    }
}

/// Positions from random matches, those with much open water among them.
fn positions() -> Vec<IceBreakers> {
    let mut luck = Seed::of("reach").draw(0);
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let mut position = IceBreakers::start(&IceBreakersOptions::default(), 2).expect("it starts");
        loop {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let chance = position.draw(&mut luck);
                    position.settle(chance, &mut |_| {});
                }
                Turn::Players(_) => {
                    // Passing little and breaking much opens more water than chance does.
                    let mut pick = || position.pick(position.seat(), &mut luck, &mut Vec::new()).expect("it can act");
                    let action = (0..20)
                        .map(|_| pick())
                        .find(|action| matches!(action, Action::Clear(_) | Action::Power(_)))
                        .unwrap_or_else(&mut pick);
                    position.play(position.seat(), action, &mut |_| {});
                    if luck.below(50) == 0 {
                        found.push(position.clone());
                    }
                }
            }
        }
    }
    found
}

#[test]
#[ignore = "a stopwatch"]
fn the_reach_of_twelve_ships_takes_less_than_two_microseconds() {
    let positions = positions();
    let clock = Instant::now();
    const ROUNDS: usize = 50;
    let mut places = 0;
    for _ in 0..ROUNDS {
        for position in &positions {
            places += black_box(position).reaches().iter().map(|reach| reach.len()).sum::<usize>();
        }
    }
    let nanoseconds = clock.elapsed().as_nanos() as f64 / (ROUNDS * positions.len()) as f64;
    println!(
        "{nanoseconds:.0} ns a position, {:.1} places on average",
        places as f64 / (ROUNDS * positions.len()) as f64
    );
    assert!(nanoseconds < 2000.0);
}
