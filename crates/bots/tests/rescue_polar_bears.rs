//! How the team plays Rescue Polar Bears.

use polynya_bots::knowledge::rescue_polar_bears::Team;
use polynya_bots::{Bot, Random};
use polynya_engine::{Game, Seed, Table, Turn};
use polynya_games::rescue_polar_bears::{RescueOptions, RescuePolarBears};
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
        table.submit(seat, action, &mut |_| {}).unwrap_or_else(|refusal| panic!("{options:?}: {refusal}"));
    }
    table.position().collected().0
}

#[test]
fn the_team_plays_by_the_rules_with_every_fleet_and_variant() {
    for number in 0..12 {
        let options = RescueOptions {
            rough_road: number % 2 == 0,
            rapid_warming: number % 3 == 0,
            growth_first: number % 4 == 0,
            turn_limit: Some(6),
            ..RescueOptions::default()
        };
        collected(&options, 1 + (number % 4) as u8, number, &mut Team);
    }
}

#[test]
fn the_team_collects_much_more_than_chance_does() {
    let options = RescueOptions::default();
    let sum = |bot: &mut dyn Bot<RescuePolarBears>| {
        (0..8).map(|number| u32::from(collected(&options, 3, number, bot))).sum::<u32>()
    };
    let (team, random) = (sum(&mut Team), sum(&mut Random::default()));
    assert!(team > 60 && team > 4 * random, "the team {team}, chance {random}");
}

#[test]
fn the_team_answers_alike_in_the_same_position_with_the_same_luck() {
    let table: Table<RescuePolarBears> =
        Table::new(RescueOptions::default(), 2, Seed::of("alike")).expect("the match starts");
    let answer = || Team.choose(table.position(), table.position().seat(), &mut Xoshiro256PlusPlus::seed_from_u64(4));
    assert_eq!(answer(), answer());
}
