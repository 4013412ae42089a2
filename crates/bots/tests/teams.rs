//! The levels of the games that are played together: by the rules, without knowing the dice, and better from level to
//! level.

use polynya_bots::Bot;
use polynya_bots::games::{ice_breakers, rescue_polar_bears};
use polynya_engine::{Describe, Game, Seed, Table};
use polynya_games::ice_breakers::{IceBreakers, IceBreakersOptions};
use polynya_games::rescue_polar_bears::{RescueOptions, RescuePolarBears};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays a match with one bot on all seats, as far as `most` actions.
fn play<G: Describe>(options: G::Options, seats: u8, number: u64, bot: &mut dyn Bot<G>, most: usize) -> Table<G> {
    let mut table: Table<G> = Table::new(options, seats, Seed::of("teams").nth(number)).expect("the match starts");
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(number);
    for _ in 0..most {
        let Some(seat) = table.position().awaited().first() else { break };
        let action = bot.choose(table.position(), seat, &mut luck);
        table.advance(seat, action).expect("the team does what is legal");
    }
    table
}

#[test]
fn every_level_plays_ice_breakers_to_its_end() {
    for (number, options) in IceBreakersOptions::all().enumerate() {
        for (mut bot, most) in [(ice_breakers::easy(), 2000), (ice_breakers::normal(), 40), (ice_breakers::hard(), 8)] {
            let table = play::<IceBreakers>(options.clone(), 2 + number as u8 % 3, number as u64, &mut *bot, most);
            assert!(most < 2000 || table.line().is_over(), "{options:?}");
        }
    }
}

#[test]
fn thinking_brings_ships_home() {
    let home = |mut bot: Box<dyn Bot<IceBreakers>>| -> u32 {
        let brought = |number| {
            u32::from(
                play::<IceBreakers>(IceBreakersOptions::default(), 3, number, &mut *bot, 2000).position().brought(),
            )
        };
        (0..5).map(brought).sum::<u32>()
    };
    let (easy, normal) = (home(ice_breakers::easy()), home(ice_breakers::normal()));
    assert!(normal >= 52 && normal > easy, "{easy} and {normal} of 60 ships");
}

#[test]
fn every_level_plays_rescue_polar_bears_by_the_rules() {
    let levels = [rescue_polar_bears::easy(), rescue_polar_bears::normal(), rescue_polar_bears::hard()];
    for (number, mut bot) in levels.into_iter().enumerate() {
        let options = RescueOptions { rough_road: number == 1, ..RescueOptions::default() };
        play::<RescuePolarBears>(options, 1 + number as u8, number as u64, &mut *bot, 60);
    }
}

/// A bot sees a position and never the seed: whatever dice are to come, it does the same.
#[test]
fn the_dice_to_come_change_no_choice() {
    let first = |mut bot: Box<dyn Bot<IceBreakers>>, steps: usize| {
        let table = play::<IceBreakers>(IceBreakersOptions::default(), 3, 1, &mut *ice_breakers::easy(), steps);
        let line = table.line().clone();
        let mut choices = (0..3).map(|seed| {
            let other = Table::resume(line.clone(), Seed::of("other").nth(seed));
            let seat = other.position().awaited().first().expect("the match goes on");
            bot.choose(other.position(), seat, &mut Xoshiro256PlusPlus::seed_from_u64(5))
        });
        let choice = choices.next();
        assert!(choices.all(|other| Some(other) == choice));
    };
    for steps in [0, 9, 30] {
        first(ice_breakers::normal(), steps);
    }
}
