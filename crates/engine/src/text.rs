//! Text from outside, as messages may quote it, and counts as sentences say them.

use std::fmt::Display;

/// Returns as much of a text as a message should quote, on one line.
pub fn excerpt(text: &str) -> String {
    quote(text, 60)
}

/// Returns at most `most` characters of a text, on one line.
pub(crate) fn quote(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}

/// Lists alternatives the way a sentence does: `a`, `b` or `c`.
pub(crate) fn alternatives(of: &[String]) -> String {
    match of {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

/// Returns a count with its noun: `1 turn`, `2 turns`.
pub fn plural<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    format!("{count} {noun}{}", if count == N::from(1) { "" } else { "s" })
}
