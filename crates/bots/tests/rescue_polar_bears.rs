//! How the team plays Rescue Polar Bears.

use std::collections::BTreeMap;
use std::time::Duration;

use polynya_bots::Bot;
use polynya_bots::knowledge::rescue_polar_bears::Team;
use polynya_engine::{Game, Seed, Table, Turn};
use polynya_games::rescue_polar_bears::{Ending, RescueOptions, RescuePolarBears};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|ns| ns.parse().ok()).unwrap_or(0))
}

fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or)
}

/// Prints how a series of matches goes: `SEATS=3 MATCHES=500 OPTIONS=rough_road cargo test --release -p polynya-bots
/// --test rescue_polar_bears -- --ignored --nocapture measure`.
#[test]
#[ignore = "prints figures, and takes minutes"]
fn measure() {
    let (seats, matches) = (number("SEATS", 3) as u8, number("MATCHES", 200));
    let options = std::env::var("OPTIONS").unwrap_or_default();
    let options = RescueOptions {
        start_temperature: number("START", 8),
        rough_road: options.contains("rough_road"),
        rapid_warming: options.contains("rapid_warming"),
        growth_first: options.contains("growth_first"),
        ships: std::env::var("SHIPS").ok().and_then(|text| text.parse().ok()),
        ..RescueOptions::default()
    };
    let series = Seed::of(&std::env::var("SERIES").unwrap_or("team".to_owned()));
    let dump = std::env::var("DUMP").ok();
    let mut rows = String::new();
    let mut endings: BTreeMap<String, u64> = BTreeMap::new();
    let (mut turns, mut longest, mut spent, mut won_turns) = (0_u64, Duration::ZERO, Duration::ZERO, 0_u64);
    let mut lost_at: Vec<(u32, u8, u8, u8)> = Vec::new();
    for number in 0..matches {
        let seed = series.nth(number);
        let mut table: Table<RescuePolarBears> = Table::new(options.clone(), seats, seed).expect("the match starts");
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(number);
        let (mut turn, mut turn_time) = (0, Duration::ZERO);
        let mut samples = Vec::new();
        while let Turn::Players(_) = table.position().turn() {
            let seat = table.position().seat();
            let began = cpu();
            if dump.is_some()
                && table.position().stage() == polynya_games::rescue_polar_bears::Stage::Action
                && table.position().turns() as usize == samples.len()
            {
                samples.push(polynya_bots::knowledge::rescue_polar_bears::features(table.position()));
            }
            let action = Team.choose(table.position(), seat, &mut luck);
            turn_time += cpu() - began;
            table.submit(seat, action, &mut |_| {}).expect("the team does what is legal");
            if table.position().turns() != turn || matches!(table.position().turn(), Turn::Over(_)) {
                turn = table.position().turns();
                longest = longest.max(turn_time);
                spent += std::mem::take(&mut turn_time);
                turns += 1;
            }
        }
        let end = table.position();
        let ending = end.ending().expect("the match is over");
        for sample in samples {
            rows += &format!("{number} {}", u8::from(ending == Ending::Won));
            for feature in sample {
                rows += &format!(" {feature}");
            }
            rows.push('\n');
        }
        *endings.entry(format!("{ending:?}")).or_default() += 1;
        if ending == Ending::Won {
            won_turns += u64::from(end.turns());
        } else {
            lost_at.push((end.turns(), end.collected().0, end.helicopters().0, end.temperature()));
        }
    }
    if let Some(path) = dump {
        std::fs::write(path, rows).expect("written");
    }
    let won = *endings.get("Won").unwrap_or(&0);
    let (share, count) = (won as f64 / matches as f64, matches as f64);
    let half = 1.96 * (share * (1.0 - share) / count).sqrt();
    println!("{seats} seats {options:?}: {endings:?}, won {:.1} ± {:.1} %", 100.0 * share, 100.0 * half);
    let mean = spent.as_secs_f64() * 1e3 / turns as f64;
    println!(
        "turns {:.1}, of won ones {:.1}; {mean:.2} ms a turn, at most {:.1}",
        turns as f64 / count,
        won_turns as f64 / won.max(1) as f64,
        longest.as_secs_f64() * 1e3
    );
    lost_at.sort_unstable();
    if std::env::var("LOSSES").is_ok() {
        println!("lost (turn, data, helicopters, temperature): {lost_at:?}");
    }
}

#[test]
#[ignore = "prints a match"]
fn show() {
    let seed = Seed::of("team").nth(number("NUMBER", 0));
    let mut table: Table<RescuePolarBears> = Table::new(RescueOptions::default(), 3, seed).expect("the match starts");
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut at = 0;
    while let Turn::Players(_) = table.position().turn() {
        let seat = table.position().seat();
        let action = Team.choose(table.position(), seat, &mut luck);
        table.submit(seat, action, &mut |_| {}).expect("the team does what is legal");
        let steps = table.line().steps();
        while at < steps.len() {
            if at > 40 {
                print!("{}; ", steps[at]);
            }
            at += 1;
        }
        if action.to_string() == "end" {
            let p = table.position();
            println!(
                "\n  T {} alert {:?} heli {} data {:?} at {:?} ice {}",
                p.temperature(),
                p.alert(),
                p.helicopters().0,
                p.collected(),
                p.data(),
                polynya_games::rescue_polar_bears::Hex::all().map(|h| p.bears_on(h).total()).sum::<u8>()
            );
        }
    }
}

#[test]
#[ignore = "prints a time"]
fn clock() {
    let table: Table<RescuePolarBears> = Table::new(RescueOptions::default(), 3, Seed::of("x")).expect("starts");
    let began = cpu();
    let mut sum = 0.0;
    for _ in 0..200_000 {
        sum += polynya_bots::knowledge::rescue_polar_bears::features(std::hint::black_box(table.position()))[3];
    }
    println!("{sum} {:?} a look, {} bytes", (cpu() - began) / 200_000, size_of::<RescuePolarBears>());
    let mut actions = Vec::new();
    table.position().legal(table.position().seat(), &mut actions);
    let began = cpu();
    for n in 0..200_000 {
        let mut after = *table.position();
        after.play(after.seat(), actions[n % actions.len()], &mut |_| {});
        std::hint::black_box(&after);
    }
    println!("{:?} a play", (cpu() - began) / 200_000);
}
