//! A hint is what the level that gives it would do: with no time beyond what that level thinks, its plan begins with the
//! same action, with the same luck.

use std::time::Duration;

use polynya_bots::games::{floes, ice_breakers, polar_roller, rescue_polar_bears};
use polynya_bots::{Adviser, Bot, Worth};
use polynya_engine::{Describe, Encode, Game, Luck, Seed, Table};
use polynya_games::floes::{Piecepack, PiecepackOptions, PolarDare, PolarDareGame, PolarDareOptions};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn luck(number: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(number)
}

/// Plays on with a quick bot, and asks adviser and level in some positions where there is a choice.
fn agree<G: Describe + Encode>(
    options: G::Options,
    seats: u8,
    positions: u64,
    every: u32,
    quick: fn() -> Box<dyn Bot<G>>,
    adviser: fn() -> Box<dyn Adviser<G>>,
    level: fn() -> Box<dyn Bot<G>>,
) {
    let mut table: Table<G> = Table::new(options, seats, Seed::of("hints")).expect("the match starts");
    let (mut guide, mut dice, mut asked) = (quick(), luck(1), 0);
    while asked < positions {
        let seat = table.position().awaited().first().expect("the match goes on");
        let position = table.position();
        let mut actions = Vec::new();
        position.legal(seat, &mut actions);
        if actions.len() > 1 && dice.below(every) == 0 {
            let advised = adviser().advise(position, seat, Duration::ZERO, &mut luck(asked)).plan[0];
            let chosen = level().choose(position, seat, &mut luck(asked));
            assert_eq!(advised, chosen, "{} seats: {}", seats, position.to_text());
            asked += 1;
        }
        let action = guide.choose(position, seat, &mut dice);
        table.advance(seat, action).expect("it is legal");
    }
}

#[test]
fn hints_on_the_floes_are_what_the_hard_bot_does() {
    use floes::{adviser, easy, hard};
    agree(PolarDareOptions::default(), 2, 6, 8, easy::<PolarDare>, adviser, hard);
    agree(
        PolarDareOptions { turn_limit: Some(40), ..PolarDareOptions::default() },
        3,
        3,
        8,
        easy::<PolarDare>,
        adviser,
        hard,
    );
    agree(PiecepackOptions::combination(8), 2, 1, 8, easy::<Piecepack>, adviser, hard);
}

#[test]
fn hints_for_the_rescue_ships_are_what_the_hard_team_does() {
    use rescue_polar_bears::{adviser, easy, hard};
    agree(Default::default(), 3, 4, 8, easy, adviser, hard);
}

#[test]
fn hints_for_the_ice_breakers_are_what_the_hard_team_does() {
    use ice_breakers::{adviser, easy, hard};
    agree(Default::default(), 3, 2, 8, easy, adviser, hard);
}

#[test]
fn hints_for_a_sheet_are_what_the_hard_planner_does() {
    use polar_roller::{adviser, easy, hard};
    agree(Default::default(), 2, 3, 20, easy, adviser, hard);
}

/// A limit of three turns leaves nothing to hope for, and a hint says so; it also knows a generous one.
#[test]
fn a_hint_on_the_floes_knows_the_turn_limit() {
    let chance = |turn_limit, seats| {
        let options = PolarDareOptions { turn_limit, ..PolarDareOptions::default() };
        let mut table: Table<PolarDareGame> = Table::new(options, seats, Seed::of("limit")).expect("it starts");
        let roll = "roll".parse().expect("an action");
        let seat = table.position().awaited().first().expect("somebody begins");
        table.advance(seat, roll).expect("it is legal");
        let position = table.position();
        match floes::adviser().advise(position, seat, Duration::ZERO, &mut luck(5)).worth {
            Some(Worth::Chance(chance)) => chance,
            worth => panic!("{worth:?}"),
        }
    };
    for seats in [2, 3] {
        let (three, hundred, free) = (chance(Some(3), seats), chance(Some(200), seats), chance(None, seats));
        let said = format!("{seats} seats: {three}, {hundred}, {free}");
        assert!(three < 0.02 && hundred > 0.9 * free && free > 0.2, "{said}");
    }
}

/// Returns how many matches of two somebody wins before this turn limit, where the bots see it or not.
fn won_in_time(limit: u64, matches: u64, sees: bool) -> usize {
    let wins = |number: u64| {
        let options = PolarDareOptions { turn_limit: Some(limit), ..PolarDareOptions::default() };
        let mut table: Table<PolarDareGame> = Table::new(options, 2, Seed::of("hurry").nth(number)).expect("it starts");
        let (mut bot, mut dice) = (floes::normal(), luck(number));
        while let Some(seat) = table.position().awaited().first() {
            let position = table.position();
            let free = || position.to_text().replace(&format!(r#""limit":{limit}"#), r#""limit":null"#);
            let seen = if sees { position.clone() } else { PolarDareGame::from_text(&free()).expect("a position") };
            assert_eq!(seen.turns_left().is_some(), sees);
            let action = bot.choose(&seen, seat, &mut dice);
            table.advance(seat, action).expect("it is legal");
        }
        !table.line().result().expect("it is over").winners.is_empty()
    };
    (0..matches).filter(|&number| wins(number)).count()
}

/// Pushing the others back wins nothing when time is nearly up.
#[test]
fn a_turn_limit_makes_bots_on_the_floes_hurry() {
    let [blind, seeing] = [false, true].map(|sees| won_in_time(18, 24, sees));
    println!("{blind} and {seeing} of 24 matches are won in time");
    assert!(seeing > blind, "{blind} and {seeing}");
}
