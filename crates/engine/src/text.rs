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

/// Returns how many of something a text gives: `1 is given`, `2 are given`.
pub fn given<N: Display + PartialEq + From<u8>>(count: N) -> String {
    format!("{count} {} given", if count == N::from(1) { "is" } else { "are" })
}

/// Returns a part of 1 as a percentage; what is possible is never rounded away, and what is not certain never up.
pub fn percent(part: f32) -> String {
    let rounded = (100.0 * part).round() as u8;
    let shown = if part <= 0.0 || part >= 1.0 { rounded } else { rounded.clamp(1, 99) };
    format!("{shown}%")
}

/// Returns a part of a whole in lowest terms: `1 in 3`.
pub fn chance(part: u32, whole: u32) -> String {
    let divisor = (1..=part).rev().find(|by| part.is_multiple_of(*by) && whole.is_multiple_of(*by)).unwrap_or(1);
    format!("{} in {}", part / divisor, whole / divisor)
}

/// Returns a text with a small first letter, as it stands within a sentence; a word in capitals stays.
pub fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

/// Returns a text with a capital first letter, as it stands at the beginning of a sentence.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Returns a name as an owner: `Ann's`, `Suns'`.
pub fn possessive(name: &str) -> String {
    format!("{name}{}", if name.ends_with('s') { "'" } else { "'s" })
}

/// Returns a list in which equal parts in a row stand once, with their number.
pub(crate) fn counted(parts: &[String]) -> Vec<String> {
    let count = |same: &[String]| match same.len() {
        1 => same[0].clone(),
        2 => format!("{} twice", same[0]),
        count => format!("{} ({count} times)", same[0]),
    };
    parts.chunk_by(PartialEq::eq).map(count).collect()
}

/// Returns things as a sentence lists them: `one`, `one and two`, `one, two and three`; `nobody` if there are none.
pub fn listed<T: AsRef<str>>(things: &[T]) -> String {
    match things {
        [] => "nobody".to_owned(),
        [only] => only.as_ref().to_owned(),
        [all @ .., last] => {
            let all: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", all.join(", "), last.as_ref())
        }
    }
}

/// Returns sentences as one paragraph. Those in a row that begin with the same of these names become one sentence.
pub fn paragraph<'a>(sentences: impl IntoIterator<Item = &'a str>, names: &[String]) -> String {
    let mut text = String::new();
    let mut subject: Option<&String> = None;
    for sentence in sentences {
        let name = names.iter().find(|name| sentence.strip_prefix(*name).is_some_and(|rest| rest.starts_with(' ')));
        match name.filter(|_| name == subject) {
            Some(name) => {
                text.truncate(text.trim_end_matches('.').len());
                text.push_str(", ");
                text.push_str(&sentence[name.len() + 1..]);
            }
            None => {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(sentence);
            }
        }
        subject = name;
    }
    text
}

/// Returns who took back how much.
pub fn taken_back(name: &str, steps: usize) -> String {
    match steps {
        1 => format!("{name} takes back a step."),
        steps => format!("{name} takes back {steps} steps."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_possible_is_not_rounded_to_never_and_what_is_not_certain_not_to_always() {
        assert_eq!([0.0, 0.001, 0.33, 0.999, 1.0].map(percent), ["0%", "1%", "33%", "99%", "100%"]);
        assert_eq!([chance(2, 6), chance(1, 12), chance(5, 12)], ["1 in 3", "1 in 12", "5 in 12"]);
    }

    #[test]
    fn sentences_about_one_seat_become_one() {
        let names = ["Red".to_owned(), "Blue".to_owned()];
        let told = [
            "Blue rolls Bear 3.",
            "Blue moves the bear from b1 to a1.",
            "The bear sends a penguin of Red home from a1.",
            "Blue slides c4 north.",
        ];
        assert_eq!(
            paragraph(told, &names),
            "Blue rolls Bear 3, moves the bear from b1 to a1. The bear sends a penguin of Red home from a1. \
             Blue slides c4 north."
        );
    }

    #[test]
    fn counts_have_their_nouns() {
        assert_eq!([taken_back("Red", 1), taken_back("Red", 2)], ["Red takes back a step.", "Red takes back 2 steps."]);
        assert_eq!([listed(&["a"]), listed(&["a", "b", "c"])], ["a", "a, b and c"]);
    }
}
