//! `docs/measures.md` defines every key of a cell, in the words of the code.

use std::collections::BTreeSet;

use polynya_lab::experiment::{Summary, Tally};

mod toy;

const PAGE: &str = include_str!("../../../docs/measures.md");
const CODE: &str = include_str!("../src/experiment/summary.rs");

/// The keys that the page defines, with their definitions.
fn defined() -> Vec<(String, String)> {
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let row = |(key, rest): (&str, &str)| {
        let (_, definition) = rest.split_once("| ").expect("a row has two columns");
        (key.to_owned(), definition.trim_end_matches([' ', '|']).to_owned())
    };
    rows.map(row).collect()
}

/// The keys that a cell has.
fn keys() -> BTreeSet<String> {
    let summary = Summary::of(&toy::plan(1, 1, 1), 0, &[Tally::default()], Vec::new());
    let json = serde_json::to_value(summary).expect("a summary is plain JSON");
    json.as_object().expect("it is an object").keys().cloned().collect()
}

#[test]
fn every_key_of_a_cell_is_defined_once() {
    let defined: Vec<String> = defined().into_iter().map(|(key, _)| key).collect();
    let once: BTreeSet<String> = defined.iter().cloned().collect();
    assert_eq!(defined.len(), once.len(), "a key is defined twice: {defined:?}");
    assert_eq!(once, keys());
}

#[test]
fn definitions_begin_with_the_words_of_the_code() {
    let plain = |text: &str| text.replace(['`', '[', ']', '\n'], "").replace("(crate::measures::facts::minutes)", "");
    let defined = defined();
    let mut comment = String::new();
    let mut compared = 0;
    let own = CODE.split("pub struct Summary {").nth(1).expect("it is there").split("\n}").next().unwrap();
    let mut renamed = None;
    for line in own.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("/// ") {
            comment = format!("{comment} {text}").trim().to_owned();
        } else if let Some(name) = line.strip_prefix("#[serde(rename = \"") {
            renamed = name.split('"').next().map(str::to_owned);
        } else if let Some((field, _)) = line.strip_prefix("pub ").and_then(|rest| rest.split_once(':')) {
            let key = renamed.take().unwrap_or_else(|| field.to_owned());
            let definition = &defined.iter().find(|(name, _)| *name == key).expect("it is defined").1;
            let first = comment.split(". ").next().unwrap_or_default().trim_end_matches('.');
            assert!(plain(definition).starts_with(&plain(first)), "{key}: `{first}` in the code, `{definition}`");
            comment.clear();
            compared += 1;
        }
    }
    assert_eq!(compared, defined.len());
}
