//! Text from outside, as messages may quote it.

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
