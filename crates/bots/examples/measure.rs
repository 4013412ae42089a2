//! Measures the greedy bot at Polar Dare!: wins against random, length of its matches, time it takes.
//!
//! `cargo run --release -p polynya-bots --example measure -- [matches] [show]`; `show` tells one match in full.

use std::time::{Duration, Instant};

use polynya_bots::knowledge::floes::GreedyFloes;
use polynya_bots::{Bot, Random};
use polynya_engine::{Game, Seat, Seed, Table, Turn};
use polynya_games::floes::{PolarDare, PolarDareGame, PolarDareOptions};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

type Player = Box<dyn Bot<PolarDareGame>>;

fn main() {
    let matches = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200);
    if std::env::args().nth(2).is_some() {
        show();
    }
    against_random(matches);
    against_itself(matches);
}

fn against_random(matches: u64) {
    let mut wins = 0;
    for number in 0..matches {
        let (greedy, random): (Player, Player) = (Box::new(greedy()), Box::new(Random::default()));
        let seat = number as usize % 2;
        let mut players = if seat == 0 { [greedy, random] } else { [random, greedy] };
        let played = play(&mut players, number, &mut |_, _| {});
        wins += u64::from(played.winner == Seat::new(seat));
    }
    println!("greedy beats random in {wins} of {matches} matches");
}

fn against_itself(matches: u64) {
    let (mut turns, mut time, mut slowest) = (Vec::new(), Duration::ZERO, Duration::ZERO);
    for number in 0..matches {
        let mut players: [Player; 2] = [Box::new(greedy()), Box::new(greedy())];
        let played = play(&mut players, number, &mut |_, _| {});
        turns.push(f64::from(played.turns));
        time += played.time;
        slowest = slowest.max(played.slowest);
    }
    let count = turns.len() as f64;
    let mean = turns.iter().sum::<f64>() / count;
    let spread = (turns.iter().map(|turns| (turns - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
    let (least, most) = turns.iter().fold((f64::MAX, 0.0_f64), |(low, high), &each| (low.min(each), high.max(each)));
    println!(
        "greedy against greedy: {mean:.1} ± {:.1} turns (95 %), from {least} to {most}",
        1.96 * spread / count.sqrt()
    );
    println!(
        "{:.3} ms a turn, slowest choice {:.3} ms",
        time.as_secs_f64() * 1e3 / (mean * count),
        slowest.as_secs_f64() * 1e3
    );
}

fn greedy() -> GreedyFloes<PolarDare> {
    GreedyFloes::default()
}

struct Played {
    winner: Option<Seat>,
    turns: u32,
    time: Duration,
    slowest: Duration,
}

fn play(players: &mut [Player; 2], number: u64, told: &mut impl FnMut(&PolarDareGame, Vec<String>)) -> Played {
    let options = PolarDareOptions { turn_limit: Some(2000), ..PolarDareOptions::default() };
    let mut table = Table::<PolarDareGame>::new(options, 2, Seed::of("measure").nth(number)).expect("two may play");
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(number);
    let (mut time, mut slowest) = (Duration::ZERO, Duration::ZERO);
    loop {
        let seat = match table.position().turn() {
            Turn::Players(seats) => seats.first().expect("somebody acts"),
            Turn::Chance => unreachable!("a table settles chance by itself"),
            Turn::Over(outcome) => {
                return Played { winner: outcome.winners.first(), turns: table.position().turns(), time, slowest };
            }
        };
        let begun = Instant::now();
        let action = players[seat.index()].choose(table.position(), seat, &mut luck);
        slowest = slowest.max(begun.elapsed());
        time += begun.elapsed();
        let mut events = Vec::new();
        table.submit(seat, action, &mut |event| events.push(event)).expect("bots play by the rules");
        told(table.position(), events.iter().map(|event| table.position().tell(event)).collect());
    }
}

fn show() {
    let mut players: [Player; 2] = [Box::new(greedy()), Box::new(greedy())];
    play(&mut players, 0, &mut |position, sentences| {
        for sentence in sentences {
            println!("{sentence}");
            if sentence.starts_with("It is the turn") {
                println!("{}\n", position.describe());
            }
        }
    });
}
