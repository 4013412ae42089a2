//! The options of a match as they stand on a command line.

use std::fs;

use polynya_catalog::{BoxKind, Mistake, headless};
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
        let contents = read_box(game, file, &read_file(file)?)?;
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

/// Reads a file about a box.
pub fn read_file(file: &str) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(|error| Failure::in_file(file, error))
}

/// Reads a box from the text of a file.
pub fn read_box(game: &str, file: &str, text: &str) -> Result<Value, Failure> {
    let json = box_kind(game)?.read(game, text).map_err(|mistakes| wrong(file, &mistakes))?;
    Ok(serde_json::from_str(&json).expect("a box is plain JSON"))
}

/// Says everything that is wrong with a file, with its lines.
pub fn wrong(file: &str, mistakes: &[Mistake]) -> Failure {
    let lines = mistakes.iter().map(|mistake| format!("{file}:{}: {}", mistake.line, mistake.what));
    Failure::Input(lines.collect::<Vec<String>>().join("\n"))
}
