//! A match right after another one keeps what the book lets lie, and nothing else.

use polynya_engine::{Complete, Game, Seed, Step, Table};
use polynya_games::ice_breakers::{Chance, IceBreakers, IceBreakersOptions};
use polynya_games::rescue_polar_bears::{RescueOptions, RescuePolarBears, Tile};

use crate::common::matches;

/// A match that random players have played to its end, with all that chance has decided.
fn finished<G: Complete>(options: &G::Options, seats: u8, seed: Seed) -> (Table<G>, Vec<G::Chance>) {
    let mut table = Table::<G>::new(options.clone(), seats, seed).unwrap_or_else(|why| panic!("{why}"));
    let (mut luck, mut buffer) = (seed.mix([b"players".as_slice()]).draw(0), Vec::new());
    while let Some(seat) = table.position().awaited().first() {
        let action = table.position().pick(seat, &mut luck, &mut buffer).expect("whoever is awaited can act");
        table.advance(seat, action).unwrap_or_else(|why| panic!("{why}"));
    }
    let drawn = |step: &Step<_, _>| if let Step::Chance(chance) = *step { Some(chance) } else { None };
    let drawn = table.line().steps().iter().filter_map(drawn).collect();
    (table, drawn)
}

#[test]
fn a_restart_of_rescue_polar_bears_deals_only_what_was_removed() {
    for number in 0..matches(40) {
        let rough_road = number % 2 == 1;
        let options = RescueOptions { rough_road, turn_limit: Some(20), ..RescueOptions::default() };
        let (table, drawn) = finished::<RescuePolarBears>(&options, 2, Seed::of("restart").nth(number));
        let again = table.position().again(&options, &drawn).expect("the book says so");
        assert_eq!(RescueOptions { kept: options.kept.clone(), ..again.clone() }, options);
        let (next, _) = finished::<RescuePolarBears>(&again, 2, Seed::of("next").nth(number));
        let dealt = next.line().steps().iter().filter(|step| step.to_string().starts_with("* tile ")).count();
        assert_eq!(dealt, 37 - again.kept.len(), "match {number}");
        for (hex, tile) in again.kept.iter() {
            assert_eq!(table.position().tile(hex), Some(tile), "match {number}: {hex}");
            assert_ne!(tile, Tile::Ocean);
        }
    }
}

#[test]
fn another_game_of_ice_breakers_keeps_ice_and_reports() {
    let mut known = 0;
    for number in 0..matches(40) {
        let options = IceBreakersOptions { introductory: number % 2 == 1, ..IceBreakersOptions::default() };
        let (table, drawn) = finished::<IceBreakers>(&options, 2, Seed::of("right away").nth(number));
        let again = table.position().again(&options, &drawn).expect("the book says so");
        let laid: Vec<_> =
            drawn.iter().filter_map(|&one| if let Chance::Ice(ice) = one { Some(ice) } else { None }).collect();
        assert_eq!(again.kept_ice.as_ref().expect("the ice stays").numbers().collect::<Vec<_>>(), laid);
        let reports = |drawn: &[Chance]| -> Vec<_> {
            drawn.iter().filter_map(|&one| if let Chance::Report(report) = one { Some(report) } else { None }).collect()
        };
        let turned = reports(&drawn);
        // What nobody has seen is in no order.
        assert_eq!(
            again.report_order.map(|order| order.reports().collect::<Vec<_>>()),
            Some(turned.clone()).filter(|turned| turned.len() == 20)
        );
        let (next, then) = finished::<IceBreakers>(&again, 2, Seed::of("next").nth(number));
        assert!(!then.iter().any(|one| matches!(one, Chance::Ice(_))), "no ice is laid");
        if again.report_order.is_some() {
            known += 1;
            let seen = reports(&then);
            assert_eq!(seen, turned[..seen.len()]);
        }
        // A third match keeps the same.
        assert_eq!(next.position().again(&again, &then).expect("the book says so").kept_ice, again.kept_ice);
    }
    assert!(known > 0, "some match turns all its reports");
}
