//! Boxes: what the owner of a game enters about its contents, as a file for people.

use polynya_engine::contents::{Contents, Fault, faults};
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use crate::unread::{in_quotes, in_words};

/// How the box of a game is entered, without its types.
pub struct BoxKind {
    template: fn() -> String,
    read: fn(&str, &str) -> Result<String, Vec<Mistake>>,
}

impl BoxKind {
    /// Returns the kind of box that has such contents.
    pub const fn of<C: Contents>() -> BoxKind {
        BoxKind { template: C::template, read: read::<C> }
    }

    /// Returns a file with what was reconstructed, for people to change.
    pub fn template(&self) -> String {
        (self.template)()
    }

    /// Reads such a file for the game with this id. Returns the contents as JSON, or everything that is wrong with them.
    pub fn read(&self, game: &str, text: &str) -> Result<String, Vec<Mistake>> {
        (self.read)(game, text)
    }
}

/// One mistake in a file about a box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The line on which it stands, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// Returns the id of the game for which a file is, if it says so.
pub fn game_of_box(text: &str) -> Result<Option<String>, Mistake> {
    let file = DeTable::parse(text).map_err(|error| unread(text, &error))?;
    Ok(file.get_ref().get("game").and_then(|game| game.get_ref().as_str()).map(str::to_owned))
}

/// A file longer than this is not read.
const MOST_BYTES: usize = 32 * 1024;

fn read<C: Contents>(game: &str, text: &str) -> Result<String, Vec<Mistake>> {
    if text.len() > MOST_BYTES {
        let what = format!("the file has {} bytes; a box has at most {MOST_BYTES}. Is it the right file?", text.len());
        return Err(vec![Mistake { line: 1, what }]);
    }
    let mut file = DeTable::parse(text).map_err(|error| vec![unread(text, &error)])?;
    match file.get_mut().remove("game") {
        Some(value) if value.get_ref().as_str() == Some(game) => {}
        Some(value) => {
            let what = format!("this file is for another game: the box of this one says “game = \"{game}\"”");
            return Err(vec![Mistake { line: line_of(text, value.span().start), what }]);
        }
        None => {
            let what = format!("the file does not say for which game it is; begin it with “game = \"{game}\"”");
            return Err(vec![Mistake { line: 1, what }]);
        }
    }
    let contents = C::deserialize(Deserializer::from(file.clone())).map_err(|error| vec![unread(text, &error)])?;
    let mut mistakes: Vec<Mistake> =
        faults(&contents).iter().map(|fault| mistake(text, file.get_ref(), fault)).collect();
    mistakes.sort_by_key(|mistake| mistake.line);
    if mistakes.is_empty() {
        Ok(serde_json::to_string(&contents).expect("contents are plain JSON"))
    } else {
        Err(mistakes)
    }
}

/// What TOML cannot be read, or has not the form of a box.
fn unread(text: &str, error: &toml::de::Error) -> Mistake {
    let at = error.span().map_or(0, |span| span.start);
    Mistake { line: line_of(text, at), what: in_words(error.message()) }
}

/// Where a fault stands: as far as its path leads in the file.
fn mistake(text: &str, file: &DeTable<'_>, fault: &Fault) -> Mistake {
    let mut at = None;
    let mut keys = fault.path.iter();
    if let Some((key, value)) = keys.next().and_then(|key| file.get_key_value(key.as_str())) {
        at = Some(key.span().start);
        let mut here: &Spanned<DeValue<'_>> = value;
        for key in keys {
            let next = match here.get_ref() {
                DeValue::Table(table) => table.get_key_value(key.as_str()).map(|(key, value)| (key.span(), value)),
                DeValue::Array(list) => {
                    key.parse().ok().and_then(|index: usize| list.get(index)).map(|value| (value.span(), value))
                }
                _ => None,
            };
            let Some((span, value)) = next else { break };
            at = Some(span.start);
            here = value;
        }
    }
    // Where in a list it stands is seen on the line.
    let path: Vec<&str> = fault.path.iter().map(String::as_str).filter(|key| key.parse::<usize>().is_err()).collect();
    let said = in_quotes(&fault.what);
    let what = if path.is_empty() { said } else { format!("“{}”: {said}", path.join(".")) };
    Mistake { line: at.map_or(1, |at| line_of(text, at)), what }
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text.as_bytes().iter().take(at).filter(|&&byte| byte == b'\n').count()
}
