//! Any text as the options of any game, at a table of any size: refused in one clear sentence, or a match that begins and
//! whose options are the same when they are read again. The first byte says which game, the second how many seats.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polynya_catalog::{headless, ids};
use polynya_engine::Seed;

fuzz_target!(|input: (u8, u8, &str)| {
    let (which, seats, text) = input;
    let game = headless().iter().nth(usize::from(which) % ids().len()).expect("there is such a game");
    match game.open(text, seats % 16, Seed::of("fuzz")) {
        Ok(table) => {
            assert!(game.info().seats.contains(&(seats % 16)) && !table.acting().is_empty());
            let all = game.options(text).expect("they were read before");
            assert_eq!(game.options(&all), Ok(all.clone()), "options do not survive");
        }
        Err(error) => {
            let said = error.to_string();
            assert!(said.len() > 10 && said.len() < 1000 && !said.contains(char::is_control), "{said:?}");
        }
    }
});
