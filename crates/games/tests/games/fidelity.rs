//! `docs/fidelity.md` is true: every rule of the printed books has a row, and what a row names exists.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use polynya_engine::book::Book;
use polynya_games::{floes, ice_breakers, polar_roller, rescue_polar_bears};

/// The heading of each book in the table, its folder, its rules, and how many of its sentences are rules.
const BOOKS: [(&str, &str, &str, usize); 5] = [
    ("Polar Dare!", "floes", floes::RULES, 94),
    ("The piecepack port of Polar Dare!", "floes", floes::RULES, 84),
    ("Rescue Polar Bears", "rescue_polar_bears", rescue_polar_bears::RULES, 181),
    ("Ice Breakers to the Rescue", "ice_breakers", ice_breakers::RULES, 159),
    ("Polar Roller", "polar_roller", polar_roller::RULES, 102),
];

#[test]
fn every_printed_rule_has_a_clause_a_file_and_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/fidelity.md")).expect("the page is there");
    let tests = test_names(&root);
    let mut faults = Vec::new();
    for (title, folder, rules, count) in BOOKS {
        let book = Book::parse(rules);
        let section = page.split("\n## ").find(|section| section.lines().next() == Some(title));
        let section = section.unwrap_or_else(|| panic!("no section {title}"));
        let rows = section.lines().filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit());
        let mut last = 0;
        let mut found = 0;
        for row in rows {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let [number, begins, verdict, clauses, file, test, _note] = cells[..] else { panic!("{title}: {row}") };
            let number: usize = number.parse().expect(row);
            assert!(number > last, "{title} {number}: rows are in the order of the book");
            (last, found) = (number, found + 1);
            let mut wrong = |what: String| faults.push(format!("{title} {number}: {what}"));
            if begins.split_whitespace().count() > 6 {
                wrong(format!("`{begins}` copies more than a few words"));
            }
            let judged = ["faithful", "faithful, value reconstructed", "printed contradiction"];
            if !judged.contains(&verdict) && !verdict.starts_with("option") {
                wrong(format!("the verdict `{verdict}` is neither faithful nor an option nor a contradiction"));
            }
            for clause in clauses.split(", ").filter(|clause| book.clause(clause).is_none()) {
                wrong(format!("the book has no clause {clause}"));
            }
            let file = file.trim_matches('`');
            let game = root.join("crates/games/src").join(folder);
            if ![root.join(file), game.join(file)].iter().any(|path| path.is_file()) {
                wrong(format!("there is no file {file}"));
            }
            let test = test.trim_matches('`');
            if !tests.get(test).is_some_and(|places| {
                places.iter().any(|place| place.starts_with(&game) || !place.starts_with(root.join("crates/games/src")))
            }) {
                wrong(format!("there is no test {test}"));
            }
        }
        assert_eq!(found, count, "{title}: rows");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// All tests of the crates and of the browser by their names, with the files in which they are.
fn test_names(root: &Path) -> BTreeMap<String, Vec<PathBuf>> {
    let mut names: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(root.join("web/tests")).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let Ok(text) = fs::read_to_string(&entry) else { continue };
        for rest in text.lines().filter_map(|line| line.trim_start().strip_prefix("test(")) {
            let title = rest.get(1..).and_then(|rest| rest.split(['\'', '`']).next());
            names.entry(title.unwrap_or(rest).to_owned()).or_default().push(entry.clone());
        }
    }
    let mut folders = vec![root.join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&entry).expect("a text");
                let mut marked = false;
                for line in text.lines().map(str::trim_start) {
                    let function = line.strip_prefix("async fn ").or_else(|| line.strip_prefix("fn "));
                    if let (true, Some((name, _))) = (marked, function.and_then(|rest| rest.split_once('('))) {
                        names.entry(name.to_owned()).or_default().push(entry.clone());
                    }
                    marked = line.contains("test]") || line.contains("::test(") || (marked && line.starts_with("#["));
                }
            }
        }
    }
    names
}
