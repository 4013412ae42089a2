//! Any text as what the owner of a box has entered: refused with lines that the text has, or a box with which a match
//! begins.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polynya_catalog::headless;
use polynya_engine::Seed;

fuzz_target!(|text: &str| {
    for game in headless().iter() {
        let Some(kind) = game.contents() else { continue };
        let info = game.info();
        match kind.read(info.id, text) {
            Ok(json) => {
                let options = game.options(&format!(r#"{{"box":{json}}}"#)).expect("a box is an option");
                let table = game.open(&options, *info.seats.start(), Seed::of("fuzz")).expect("a match begins with it");
                assert!(!table.acting().is_empty());
            }
            Err(mistakes) => {
                assert!(!mistakes.is_empty());
                let lines = text.lines().count() + 1;
                for mistake in mistakes {
                    assert!((1..=lines).contains(&mistake.line) && !mistake.what.is_empty(), "{}", mistake.what);
                }
            }
        }
    }
});
