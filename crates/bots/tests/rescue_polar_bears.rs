//! How the team plays Rescue Polar Bears.

use std::sync::LazyLock;
use std::time::Duration;

use polynya_bots::games::rescue_polar_bears::{Team, adviser};
use polynya_bots::{Bot, Random, Worth};
use polynya_engine::{Describe, Game, Seed, Table, Turn};
use polynya_games::rescue_polar_bears::forecast::Forecast;
use polynya_games::rescue_polar_bears::{Action, Awaiting, Ending, RescueOptions, RescuePolarBears};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays a match to its end and says how many Data Tokens were collected; every answer must be legal.
fn collected(options: &RescueOptions, seats: u8, number: u64, bot: &mut dyn Bot<RescuePolarBears>) -> u8 {
    let seed = Seed::of("team").nth(number);
    let mut table: Table<RescuePolarBears> = Table::new(options.clone(), seats, seed).expect("the match starts");
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(number);
    while let Turn::Players(acting) = table.position().turn() {
        let seat = acting.first().expect("somebody acts");
        let action = bot.choose(table.position(), seat, &mut luck);
        table.advance(seat, action).unwrap_or_else(|refusal| panic!("{options:?}: {refusal}"));
    }
    table.position().collected()
}

#[test]
fn the_team_plays_by_the_rules_with_every_fleet_and_variant() {
    for number in 0..12 {
        let options = RescueOptions {
            rough_road: number % 2 == 0,
            rapid_warming: number % 3 == 0,
            growth_first: number % 4 == 0,
            collect_by_choice: number % 3 == 1,
            lone_cub_counts: number % 2 == 1,
            heat_without_ice: number % 5 != 0,
            turn_limit: Some(6),
            ..RescueOptions::default()
        };
        collected(&options, 1 + (number % 4) as u8, number, &mut Team::default());
    }
}

/// What was seen in a series of matches of three ships from 8 degrees.
#[derive(Default)]
struct Seen {
    won: u32,
    /// Matches that could be won with one action; it is an error if they went on.
    wins_at_hand: u32,
    /// The chance that the dice lose the match, summed over all turns: as if no ship had acted, and as it was.
    danger_before: f64,
    danger_after: f64,
}

/// Enough for each of the facts below to hold by far.
const MATCHES: u64 = 8;

static SEEN: LazyLock<Seen> = LazyLock::new(|| {
    let mut seen = Seen::default();
    (0..MATCHES).for_each(|number| watch(number, &mut seen));
    seen
});

fn watch(number: u64, seen: &mut Seen) {
    let seed = Seed::of("watched").nth(number);
    let mut table: Table<RescuePolarBears> = Table::new(RescueOptions::default(), 3, seed).expect("the match starts");
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(number);
    let (mut watched, mut at_hand) = (0, false);
    while let Turn::Players(_) = table.position().turn() {
        let position = table.position();
        if position.awaiting() == Awaiting::Act && watched == position.turns() {
            watched += 1;
            seen.danger_before += danger(position);
        }
        at_hand |= position.awaiting() == Awaiting::Act && wins_with_one_action(position);
        let action = Team::default().choose(position, position.seat(), &mut luck);
        if action == Action::End {
            seen.danger_after += danger(position);
            assert!(!at_hand, "the win at hand is not taken in:\n{}", position.describe());
        }
        let seat = position.seat();
        table.advance(seat, action).expect("the team does what is legal");
    }
    let won = table.position().ending() == Some(Ending::Won);
    seen.won += u32::from(won);
    seen.wins_at_hand += u32::from(at_hand);
}

fn wins_with_one_action(position: &RescuePolarBears) -> bool {
    let mut actions = Vec::new();
    position.legal(position.seat(), &mut actions);
    actions.into_iter().any(|action| {
        let mut after = *position;
        after.play(position.seat(), action, &mut |_| {});
        after.ending() == Some(Ending::Won)
    })
}

/// The chance that the dice lose the match whatever is answered, if the ship ended its actions now.
fn danger(position: &RescuePolarBears) -> f64 {
    let forecast = Forecast::of(position).expect("the ship acts");
    let (lost, falls) = (forecast.losing_for_certain(), forecast.falls());
    f64::from(lost) / f64::from(falls)
}

#[test]
fn the_team_wins_where_chance_never_does() {
    assert!(SEEN.won >= 2, "{} of {MATCHES}", SEEN.won);
    let random =
        (0..MATCHES).filter(|&number| collected(&RescueOptions::default(), 3, number, &mut Random::default()) == 20);
    assert_eq!(random.count(), 0);
}

#[test]
fn a_win_at_hand_is_taken() {
    assert!(SEEN.wins_at_hand > 0 && SEEN.wins_at_hand == SEEN.won);
}

#[test]
fn the_team_takes_bears_out_of_danger() {
    let Seen { danger_before, danger_after, .. } = *SEEN;
    assert!(danger_after < 0.6 * danger_before, "{danger_before:.2} before and {danger_after:.2} after");
}

#[test]
fn the_team_answers_alike_in_the_same_position_with_the_same_luck() {
    let table: Table<RescuePolarBears> =
        Table::new(RescueOptions::default(), 2, Seed::of("alike")).expect("the match starts");
    let answer =
        || Team::default().choose(table.position(), table.position().seat(), &mut Xoshiro256PlusPlus::seed_from_u64(4));
    assert_eq!(answer(), answer());
}

/// A limit that leaves six turns for twenty Data Tokens is hopeless, and a hint says so; it also knows a generous one.
#[test]
fn a_hint_knows_the_turn_limit() {
    let chance = |turn_limit| {
        let options = RescueOptions { turn_limit, ..RescueOptions::default() };
        let table: Table<RescuePolarBears> = Table::new(options, 3, Seed::of("limit")).expect("the match starts");
        let (position, mut luck) = (table.position(), Xoshiro256PlusPlus::seed_from_u64(5));
        match adviser().advise(position, position.seat(), Duration::from_millis(50), &mut luck).worth {
            Some(Worth::Chance(chance)) => chance,
            worth => panic!("{worth:?}"),
        }
    };
    let (six, forty, free) = (chance(Some(6)), chance(Some(40)), chance(None));
    assert!(six < 0.01 && forty > 0.9 * free && free > 0.3, "{six}, {forty}, {free}");
}
