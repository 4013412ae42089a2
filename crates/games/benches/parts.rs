//! How long the parts of the games take that searches and screens ask for again and again: `cargo bench`.

use std::hint::black_box;
use std::time::Instant;

use polynya_engine::{Game, Seat, Seed, Turn};
use polynya_games::ice_breakers::{IceBreakers, IceBreakersOptions};
use polynya_games::polar_roller::{Options, PolarRoller};
use polynya_games::rescue_polar_bears::forecast::Forecast;
use polynya_games::rescue_polar_bears::{RescueOptions, RescuePolarBears};

const POSITIONS: usize = 2000;

fn main() {
    let sheets = positions::<PolarRoller>(&Options::default(), 4);
    measure("polar-roller: the full score of a sheet", &sheets, |position| {
        black_box(position.score(Seat::default()).total());
    });
    let seas = positions::<IceBreakers>(&IceBreakersOptions::default(), 3);
    measure("ice-breakers: the reach of all twelve ships", &seas, |position| {
        black_box(position.reaches());
    });
    let maps = positions::<RescuePolarBears>(&RescueOptions::default(), 3);
    measure("rescue-polar-bears: the forecast of a turn", &maps, |position| {
        black_box(Forecast::of(position));
    });
}

/// Positions in which somebody acts, from random matches.
fn positions<G: Game>(options: &G::Options, seats: u8) -> Vec<G> {
    let mut luck = Seed::of("parts").draw(0);
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let Ok(mut position) = G::start(options, seats) else { break };
        loop {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let chance = position.draw(&mut luck);
                    position.settle(chance, &mut |_| {});
                }
                Turn::Players(acting) => {
                    found.push(position.clone());
                    let seat = acting.first().expect("somebody acts");
                    let action = position.pick(seat, &mut luck, &mut Vec::new());
                    position.play(seat, action.expect("who is waited for can act"), &mut |_| {});
                }
            }
        }
    }
    found
}

fn measure<G>(what: &str, positions: &[G], work: impl Fn(&G)) {
    const ROUNDS: usize = 20;
    let started = Instant::now();
    for _ in 0..ROUNDS {
        positions.iter().for_each(|position| work(black_box(position)));
    }
    let each = started.elapsed().as_secs_f64() * 1e9 / (ROUNDS * positions.len()) as f64;
    println!("{what}: {each:.0} ns");
}
