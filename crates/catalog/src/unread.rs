//! What is wrong with a file that cannot be read as it stands, in the words of its owner: those of the parser are for
//! programmers.

use polynya_engine::plural;

/// What is said of a line about which nothing better is known.
const OTHERWISE: &str = "this line cannot be read; write it as in the file to fill in";

/// Texts of the parser of TOML, as far as they begin or hold this, and what is said instead.
const WRITTEN: [(&str, &str); 18] = [
    ("duplicate", "this stands here for the second time; leave one of the two out"),
    ("extra `=`", "there is one “=” too many"),
    ("unexpected `=`", "there is one “=” too many"),
    ("extra comma", "there is one comma too many"),
    ("missing comma", "a comma is missing here, or a closing bracket before it"),
    ("unclosed inline table", "a “{” has no “}” that belongs to it"),
    ("unclosed", "a “[” has no “]” that belongs to it"),
    ("missing assignment", "between a name and its value an “=” is missing"),
    ("extra assignment", "there is one “=” too many"),
    ("no value", "a name stands here without a value; write “=” and the value behind it"),
    ("missing value", "the value is missing; write it behind the “=”"),
    ("must be quoted", "a text stands in double quotes, and here there are none"),
    ("quote", "a text does not end: put double quotes before and behind it"),
    ("string", "a text does not end, or holds a sign that cannot stand in it: put double quotes before and behind it"),
    ("key", "there should be a name here, and then “=” and its value"),
    ("leading zero", "a number does not begin with a zero"),
    ("overflow", "this number is too large"),
    ("number", "this is no number that can be read; write a whole one, such as 3"),
];

/// Says in plain words what a parser says, and what to do.
pub fn in_words(said: &str) -> String {
    type_of_value(said).or_else(|| name(said)).unwrap_or_else(|| {
        WRITTEN.iter().find(|(part, _)| said.contains(part)).map_or(OTHERWISE, |(_, words)| words).to_owned()
    })
}

/// A value of another type than the one that belongs here.
fn type_of_value(said: &str) -> Option<String> {
    if let Some((found, expected)) = said.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "))
    {
        return Some(format!("this should be {}, not {}", wanted(expected), given(found)));
    }
    if let Some((found, _)) = said.strip_prefix("invalid value: ").and_then(|rest| rest.split_once(", expected ")) {
        let way = if found.contains('-') { "it cannot be negative" } else { "it is too large" };
        return Some(format!("{} cannot stand here: {way}", given(found)));
    }
    let (count, expected) = said.strip_prefix("invalid length ")?.split_once(", expected ")?;
    let count: u32 = count.parse().ok()?;
    Some(format!("this should be {}, and has {}", wanted(expected), plural(count, "value")))
}

/// A name that does not belong here, or one that is missing.
fn name(said: &str) -> Option<String> {
    if let Some(rest) = said.strip_prefix("missing field `") {
        return Some(format!("“{}” is missing; add it as in the file to fill in", rest.strip_suffix('`')?));
    }
    let (name, expected) = said.strip_prefix("unknown field `")?.split_once("`, expected ")?;
    let known: Vec<String> = expected.split('`').skip(1).step_by(2).map(|word| format!("“{word}”")).collect();
    let verb = if known.len() == 1 { "is" } else { "are" };
    Some(format!("nothing here is called “{name}”; what can be entered here {verb} {}", known.join(", ")))
}

/// What stands there.
fn given(found: &str) -> String {
    let (kind, value) = found.split_once([' ', '`']).unwrap_or((found, ""));
    let value = value.trim_start_matches("point ").trim_matches(['`', '"']);
    match kind {
        "map" => "a group of values".to_owned(),
        "sequence" => "a list".to_owned(),
        "integer" | "floating" => format!("the number {value}"),
        "string" => format!("the text “{value}”"),
        "boolean" => format!("“{value}”"),
        _ => "what stands here".to_owned(),
    }
}

/// What should stand there.
fn wanted(expected: &str) -> String {
    if let Some(length) = expected.strip_prefix("an array of length ") {
        return format!("a list of {length} values in square brackets");
    }
    match expected {
        "a string" => "a text in double quotes",
        "a sequence" => "a list in square brackets",
        "i64" | "u16" | "u8" => "a whole number",
        _ => "a group of values, each with its name",
    }
    .to_owned()
}

/// Puts what is quoted into the quotes of sentences.
pub fn in_quotes(text: &str) -> String {
    let mut open = false;
    let quote = |sign| match sign {
        '`' => {
            open = !open;
            if open { '“' } else { '”' }
        }
        sign => sign,
    };
    text.chars().map(quote).collect()
}

#[cfg(test)]
mod tests {
    use super::{in_quotes, in_words};

    #[test]
    fn parsers_are_put_into_words() {
        for (said, words) in [
            (
                "invalid type: map, expected a sequence",
                "this should be a list in square brackets, not a group of values",
            ),
            (
                "invalid type: integer `3`, expected a string",
                "this should be a text in double quotes, not the number 3",
            ),
            ("invalid type: floating point `2.5`, expected i64", "this should be a whole number, not the number 2.5"),
            ("invalid type: string \"one\", expected i64", "this should be a whole number, not the text “one”"),
            ("invalid type: boolean `true`, expected i64", "this should be a whole number, not “true”"),
            ("invalid value: integer `-7`, expected u16", "the number -7 cannot stand here: it cannot be negative"),
            ("missing field `room`", "“room” is missing; add it as in the file to fill in"),
            (
                "unknown field `dice`, expected `die`",
                "nothing here is called “dice”; what can be entered here is “die”",
            ),
            (
                "unknown field `x`, expected one of `a`, `b`",
                "nothing here is called “x”; what can be entered here are “a”, “b”",
            ),
            (
                "invalid length 1, expected an array of length 2",
                "this should be a list of 2 values in square brackets, and has 1 value",
            ),
            ("extra `=`", "there is one “=” too many"),
            ("cannot recurse further; max recursion depth met", super::OTHERWISE),
        ] {
            assert_eq!(in_words(said), words, "{said}");
        }
        assert_eq!(in_quotes("`h1` to `h2`"), "“h1” to “h2”");
    }
}
