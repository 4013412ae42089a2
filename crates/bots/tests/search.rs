//! The one tree search: what it finds, what it keeps, and that it always answers by the rules.

use std::num::NonZeroUsize;
use std::time::Duration;

use polynya_bots::{Adviser, Bot, Budget, Evaluator, Plain, Plans, Search};
use polynya_engine::{Describe, Game, Line, Luck, Reason, Seat, Seed, Step, Table, Turn};
use polynya_games::floes::{Floes, PiecepackGame, PiecepackOptions, PolarDare, PolarDareGame, PolarDareOptions};
use polynya_games::ice_breakers::IceBreakers;
use polynya_games::polar_roller::PolarRoller;
use polynya_games::rescue_polar_bears::RescuePolarBears;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn luck(number: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(number)
}

fn plain<G: Game>(iterations: u32) -> Search<G, Plain> {
    Search::new(Plain, Budget::Iterations(iterations))
}

/// The position after these steps of a match of Polar Dare! with two seats.
fn after(steps: &str) -> Floes<PolarDare> {
    let mut line: Line<Floes<PolarDare>> = Line::new(PolarDareOptions::default(), 2).expect("two may play");
    for step in steps.split(';').map(str::trim).filter(|step| !step.is_empty()) {
        let step = step.parse().unwrap_or_else(|bad| panic!("{step}: {bad}"));
        line.advance(step).unwrap_or_else(|refusal| panic!("{step}: {refusal:?}"));
    }
    line.position().clone()
}

const BLUE_PASSES: &str = "2 roll; * P2; 2 slide d1 n; 2 slide d1 s;";

/// Red stands with all three penguins on the northern half of a4 and may do what this roll allows.
fn red_before_the_pole(roll: &str) -> Floes<PolarDare> {
    let row = |row: u8| {
        let from = if row == 1 { "start".to_owned() } else { format!("a{}", row - 1) };
        let hop = format!("1 hop {from} a{row};");
        format!("1 roll; * P4; {hop} {hop} {hop} 1 slide a{row} n; {BLUE_PASSES}")
    };
    after(&format!("{} 1 roll; * {roll}", (1..=4).map(row).collect::<String>()))
}

/// Somewhere in a match of these options that was played at random, where a seat acts.
fn anywhere<G: Describe>(options: G::Options, seats: u8, number: u64) -> Table<G> {
    let mut table: Table<G> = Table::new(options, seats, Seed::of("anywhere").nth(number)).expect("the match starts");
    let mut luck = luck(number);
    let mut scratch = Vec::new();
    for _ in 0..luck.below(40) {
        let Some(seat) = table.position().awaited().first() else { break };
        let action = table.position().pick(seat, &mut luck, &mut scratch).expect("an awaited seat can act");
        let before = table.clone();
        table.advance(seat, action).expect("it is legal");
        if table.line().is_over() {
            return before;
        }
    }
    table
}

#[test]
fn a_win_at_hand_is_found() {
    let position = red_before_the_pole("P2");
    let mut bot = plain(3000);
    bot.think(&position, position.seat(), &mut luck(1));
    let result = bot.result();
    let best = result.plans[0].actions[0].to_string();
    assert_eq!(best, "hop a4 north");
    assert_eq!(result.visits, 3000);
}

#[test]
fn a_win_in_three_actions_is_found_and_played() {
    for number in 0..3 {
        let mut position = red_before_the_pole("P3");
        let mut bot = plain(6000);
        let mut luck = luck(number);
        for _ in 0..3 {
            let action = bot.choose(&position, position.seat(), &mut luck);
            assert_eq!(action.to_string(), "hop a4 north");
            position.play(position.seat(), action, &mut |_| {});
        }
        assert!(matches!(position.turn(), Turn::Over(_)));
        let seen = bot.result();
        assert!(seen.plans[0].value > 0.99, "a win is worth {}", seen.plans[0].value);
    }
}

#[test]
fn the_same_position_and_luck_give_the_same_answer() {
    let position = red_before_the_pole("P4");
    let seen = |number| {
        let mut bot = plain::<PolarDareGame>(300);
        bot.think(&position, position.seat(), &mut luck(number));
        bot.result().plans.iter().map(|plan| (plan.visits, plan.value)).collect::<Vec<_>>()
    };
    assert_eq!(seen(5), seen(5));
    assert_ne!(seen(5), seen(6));
}

#[test]
fn a_tree_is_kept_from_one_choice_to_the_next() {
    let mut position = red_before_the_pole("P3");
    let seat = position.seat();
    let mut bot = plain(4000);
    bot.think(&position, seat, &mut luck(2));
    let best = &bot.result().plans[0];
    let (action, visits, value) = (best.actions[0], best.visits, best.value);
    position.play(seat, action, &mut |_| {});
    // A budget that is spent already: nothing new is searched.
    let mut bot = bot.with_budget(Budget::Iterations(1));
    bot.think(&position, seat, &mut luck(3));
    assert_eq!(bot.visits(), visits);
    let kept = bot.result();
    assert!(position.check(seat, kept.plans[0].actions[0]).is_ok());
    let sum: u32 = kept.plans.iter().map(|plan| plan.visits).sum();
    assert!(sum + 1 >= visits, "{sum} of {visits} visits are kept");
    let mean: f32 = kept.plans.iter().map(|plan| plan.value * plan.visits as f32).sum::<f32>() / sum as f32;
    assert!((mean - value).abs() < 0.01, "{mean} and {value}");
    // A position that does not follow begins a new tree.
    let other = red_before_the_pole("P2");
    bot.think(&other, seat, &mut luck(4));
    assert_eq!(bot.visits(), 1);
}

#[test]
fn a_tree_is_kept_over_dice_and_rivals() {
    let mut position = red_before_the_pole("P2");
    let (seat, mut luck) = (position.seat(), luck(8));
    let mut bot = plain(5000);
    bot.think(&position, seat, &mut luck);
    // The line that was seen most, as far as the next position in which a choice is to be made.
    let line = bot.result().plans.into_iter().find(|plan| plan.line.len() >= 5).expect("something was seen").line;
    let mut kept = 0;
    for step in line {
        match step {
            Step::Play(seat, action) => position.play(seat, action, &mut |_| {}),
            Step::Chance(chance) => position.settle(chance, &mut |_| {}),
        }
        if matches!(position.turn(), Turn::Players(_)) {
            bot = bot.with_budget(Budget::Iterations(1));
            bot.think(&position, position.seat(), &mut luck);
            kept += u32::from(bot.visits() >= 8);
        }
    }
    assert!(kept >= 3, "kept {kept} times");
}

#[test]
fn threads_add_their_visits() {
    let position = red_before_the_pole("P2");
    let mut bot = plain::<PolarDareGame>(2000).on_threads(NonZeroUsize::new(2).unwrap());
    bot.think(&position, position.seat(), &mut luck(1));
    let result = bot.result();
    assert_eq!(result.visits, 2000);
    assert_eq!(result.plans.iter().map(|plan| plan.visits).sum::<u32>(), 2000);
    assert_eq!(result.plans[0].actions[0].to_string(), "hop a4 north");
}

/// Plays four turns at random and then knows nothing.
struct Short;

impl<G: Game> Evaluator<G> for Short {
    fn horizon(&self) -> Option<u32> {
        Some(4)
    }
}

fn answers_legally<G: Describe>(options: &G::Options, seats: u8, positions: u64) {
    for number in 0..positions {
        let table: Table<G> = anywhere(options.clone(), seats, number);
        let position = table.position();
        for seat in position.awaited().iter() {
            let action = Search::new(Short, Budget::Iterations(60)).choose(position, seat, &mut luck(number));
            assert!(position.check(seat, action).is_ok(), "{action} in {options:?}, position {number}");
        }
    }
}

#[test]
fn it_answers_legally_in_every_game() {
    answers_legally::<PolarDareGame>(&PolarDareOptions::default(), 3, 20);
    for variants in [1, 2, 4, 8, 16, 32, 63] {
        answers_legally::<PiecepackGame>(&PiecepackOptions::combination(variants), 2, 3);
    }
    answers_legally::<RescuePolarBears>(&Default::default(), 3, 20);
    answers_legally::<IceBreakers>(&Default::default(), 3, 20);
    answers_legally::<PolarRoller>(&Default::default(), 3, 20);
}

#[test]
fn a_choice_does_not_depend_on_the_seed_of_the_table() {
    let table: Table<PolarDareGame> = anywhere(PolarDareOptions::default(), 2, 3);
    let answer = |seed: &str| {
        let table = Table::resume(table.line().clone(), Seed::of(seed));
        let seat = table.position().awaited().first().expect("somebody acts");
        plain(500).choose(table.position(), seat, &mut luck(9))
    };
    assert_eq!(answer("one"), answer("another"));
}

/// Sees one plan wherever it looks.
struct Narrow;

impl<G: Game> Evaluator<G> for Narrow {
    fn prior(&mut self, position: &G, seat: Seat, into: &mut Plans<G::Action>) {
        let mut actions = Vec::new();
        position.legal(seat, &mut actions);
        into.add(&actions[..1], 1.0);
    }
}

#[test]
fn only_what_is_alone_has_nothing_beside_it() {
    let reason = |steps: &str| {
        let mut search = Search::new(Narrow, Budget::Iterations(1));
        let position = after(steps);
        let seat = position.awaited().first().expect("red acts");
        search.advise(&position, seat, Duration::from_millis(1), &mut luck(1)).reason
    };
    assert_eq!(reason(""), Reason::Forced);
    assert_eq!(reason("1 roll; * P4"), Reason::Shared);
}
