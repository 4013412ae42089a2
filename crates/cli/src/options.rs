//! The options of a match as they stand on a command line.

use std::fs;

use polynya_catalog::{BoxKind, headless};
use serde_json::{Map, Value};

use crate::failure::Failure;

/// The options of a match.
#[derive(clap::Args)]
pub struct OptionArgs {
    /// The options as a JSON object (see `polynya games`)
    #[arg(long, value_name = "JSON")]
    pub options: Option<String>,
    /// What is printed in your box: a file as `polynya box new` writes it
    #[arg(long = "box", value_name = "FILE")]
    pub contents: Option<String>,
}

impl OptionArgs {
    /// Was anything said about the options?
    pub fn are_given(&self) -> bool {
        self.options.is_some() || self.contents.is_some()
    }

    /// Returns the options for a match of this game as JSON, with what is in the box.
    pub fn json(&self, game: &str) -> Result<String, Failure> {
        let options = self.options.as_deref().unwrap_or("{}");
        let Some(file) = &self.contents else { return Ok(options.to_owned()) };
        let contents = read_box(game, file)?;
        let mut options: Map<String, Value> =
            serde_json::from_str(options).map_err(|error| Failure::input(format!("--options: {error}")))?;
        if options.insert("box".to_owned(), contents).is_some() {
            return Err(Failure::input("the box is given twice: with --box and in --options"));
        }
        Ok(Value::Object(options).to_string())
    }
}

/// Returns how the box of this game is entered.
pub fn box_kind(game: &str) -> Result<&'static BoxKind, Failure> {
    let game = headless().get(game)?;
    let none = || Failure::input(format!("what is in the box of {} cannot be entered", game.info().title));
    game.contents().ok_or_else(none)
}

/// Reads a box from a file; says everything that is wrong with it, with its lines.
pub fn read_box(game: &str, file: &str) -> Result<Value, Failure> {
    let text = fs::read_to_string(file).map_err(|error| Failure::in_file(file, error))?;
    match box_kind(game)?.read(game, &text) {
        Ok(json) => Ok(serde_json::from_str(&json).expect("a box is plain JSON")),
        Err(mistakes) => {
            let lines: Vec<String> =
                mistakes.iter().map(|mistake| format!("{file}:{}: {}", mistake.line, mistake.what)).collect();
            Err(Failure::Input(lines.join("\n")))
        }
    }
}
