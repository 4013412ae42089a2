//! Positions as text, bytes and numbers: what is broken is refused, and what is written stays readable.

use std::fs;
use std::path::PathBuf;

use polynya_engine::{Complete, Layout, Seat, Seed, observation, wander};
use polynya_games::floes::{PiecepackGame, PiecepackOptions, PolarDareGame};
use polynya_games::ice_breakers::IceBreakers;
use polynya_games::polar_roller::PolarRoller;
use polynya_games::rescue_polar_bears::RescuePolarBears;

use crate::broken::broken_positions_are_refused_or_played;

/// Positions of some random matches.
fn positions<G: Complete>(options: &G::Options, matches: u32) -> Vec<G> {
    let mut found = Vec::new();
    for number in 0..matches {
        let seats = G::SEATS.start() + (number as u8) % (G::SEATS.end() - G::SEATS.start() + 1);
        let start = G::start(options, seats).expect("the match starts");
        let mut luck = Seed::of(&format!("{} {number}", G::ID)).draw(0);
        wander(&start, &mut luck, 600, |position| found.push(position.clone()));
    }
    found
}

/// What has been changed by hand is refused, or it can be played to its end.
fn survives_vandals<G: Complete>(options: &G::Options) {
    for seats in G::SEATS.take(4) {
        let start = G::start(options, seats).expect("the match starts");
        let broken = broken_positions_are_refused_or_played(&start, &format!("broken {seats}"), 1000, 2000);
        assert!(broken.refused > 500, "{} with {seats} seats: {broken:?}", G::ID);
    }
}

/// The layout is the one in `observations`, and so is what a fixed match looks like.
fn is_seen_as_before<G: Complete>(options: &G::Options) {
    let layout = Layout::of::<G>();
    let (mut numbers, mut seen) = (Vec::new(), 0xcbf2_9ce4_8422_2325_u64);
    for position in positions::<G>(options, 4) {
        for seat in Seat::all(*G::SEATS.start()) {
            numbers.clear();
            observation(&position, seat, &mut numbers);
            assert_eq!(numbers.len(), layout.size, "{}", G::ID);
            for number in &numbers {
                seen = (seen ^ u64::from(number.to_bits())).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    let now = serde_json::json!({ "layout": layout, "observations": format!("{seen:016x}") });
    let now = format!("{}\n", serde_json::to_string_pretty(&now).expect("a layout is plain JSON"));
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/observations/{}.json", G::ID));
    if std::env::var_os("POLYNYA_WRITE").is_some() {
        fs::write(&file, &now).expect("the file can be written");
    }
    let before = fs::read_to_string(&file).unwrap_or_default();
    assert!(before == now, "{}: raise OBSERVATION and write the file again with POLYNYA_WRITE=1", file.display());
}

macro_rules! games {
    ($($name:ident: $Game:ty, $options:expr;)+) => {$(
        mod $name {
            use super::*;

            #[test]
            fn a_position_changed_by_hand_is_refused_or_can_be_played() {
                survives_vandals::<$Game>(&$options);
            }

            #[test]
            fn observations_stay_what_they_were() {
                is_seen_as_before::<$Game>(&$options);
            }
        }
    )+};
}

games! {
    polar_dare: PolarDareGame, Default::default();
    piecepack_dare: PiecepackGame, PiecepackOptions::combination(63);
    rescue_polar_bears: RescuePolarBears, Default::default();
    ice_breakers: IceBreakers, Default::default();
    polar_roller: PolarRoller, Default::default();
}
