//! The frozen yardsticks: what the plain players do never changes again.

use polynya_bots::Bot;
use polynya_bots::games::{ice_breakers, polar_roller, rescue_polar_bears};
use polynya_engine::{Describe, Seed, Table};
use polynya_games::ice_breakers::IceBreakers;
use polynya_games::polar_roller::PolarRoller;
use polynya_games::rescue_polar_bears::RescuePolarBears;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns the first actions of a match between plain players, and how it ends.
fn match_of<G: Describe>(bot: &mut dyn Bot<G>, seats: u8) -> [String; 2] {
    let mut table: Table<G> = Table::new(G::Options::default(), seats, Seed::of("plain")).expect("it starts");
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut actions = Vec::new();
    while let Some(seat) = table.position().awaited().first() {
        let action = bot.choose(table.position(), seat, &mut luck);
        table.advance(seat, action).expect("it is legal");
        actions.push(action.to_string());
    }
    let first = actions[..12].join(", ");
    let result = table.line().result().expect("it is over");
    [first, format!("{} actions, scores {:?}", actions.len(), result.scores)]
}

#[test]
fn plain_players_play_as_they_always_did() {
    let played = [
        match_of::<RescuePolarBears>(&mut rescue_polar_bears::Plain, 3),
        match_of::<IceBreakers>(&mut ice_breakers::Plain, 3),
        match_of::<PolarRoller>(&mut polar_roller::Plain, 3),
    ];
    assert_eq!(played, GOLDEN);
}

/// The first actions of a match of each game, and its end.
const GOLDEN: [[&str; 2]; 3] = [
    [
        "sail f1, break e2, flee c d2, end, grow m, load c b5, sail b3, decline, grab c4, load f b2, end, place c c4",
        "88 actions, scores [9, 9, 9]",
    ],
    [
        "power 10, clear h5h9.1, clear h5h9.2, clear h5h9.3, move 9 h9, clear h2h4.1, move 3 h2h4.1, end, power 7, \
         add b1, clear h2h4.2, clear h2h4.3",
        "177 actions, scores [11, 11, 11]",
    ],
    [
        "melt bd, melt cd, done, melt bd, melt cd, done, melt bd, melt cd, done, take left 1, bear az, penguin 1",
        "290 actions, scores [78, 78, 82]",
    ],
];
