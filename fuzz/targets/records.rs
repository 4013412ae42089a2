//! Any text as a record: it is refused in one clear sentence, or it is a match that can be judged, verified, gone on with
//! and written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polynya_catalog::{CatalogError, headless};
use polynya_engine::{Record, Seed};

/// Longer ones say nothing more and take long.
const MOST: usize = 400;

fn go_through(record: &Record) -> Result<(), CatalogError> {
    let game = headless().get(&record.game)?;
    game.judge(record)?;
    // Whether its dice are honest is another question.
    let _ = game.verify(record);
    game.view(record, record.steps.len())?;
    if record.result.is_none() {
        let table = game.resume(record, Seed::of("fuzz"))?;
        assert_eq!(table.record(None).steps, record.steps, "it goes on where it was");
    }
    Ok(())
}

fuzz_target!(|text: &str| {
    let read = Record::read(text).map_err(CatalogError::from).and_then(|record| {
        if record.steps.len() > MOST {
            return Ok(());
        }
        let written = record.write();
        let again = Record::read(&written).expect("what was written is read");
        assert_eq!(again.write(), written, "it is written as it was read");
        go_through(&record)
    });
    if let Err(error) = read {
        let said = error.to_string();
        assert!(said.len() > 10 && said.len() < 1000 && !said.contains(char::is_control), "{said:?}");
    }
});
