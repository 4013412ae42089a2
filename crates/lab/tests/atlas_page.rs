//! The page and the files of the atlas, made of experiments so small that they take a moment.

use std::fs;
use std::path::Path;

use polynya_lab::atlas::{self, PAGE, Part, Size};
use polynya_lab::experiment::{self, Outcome, from_catalog};
use polynya_lab::parallel;
use tempfile::TempDir;

const TINY: Size = Size { main: 1, analyse: 0, cell: 1, level: 2, every_seat: false };
/// Matches are left early, so that none takes long.
const STEPS: u64 = 400;

/// Plays the atlas of these games, and returns its parts.
fn play(folder: &Path, games: &[&str], parts: &[Part]) -> Vec<Part> {
    let games: Vec<String> = games.iter().map(|&game| game.to_owned()).collect();
    let pool = parallel::pool(2).unwrap();
    let mut played = Vec::new();
    for &part in parts {
        if let Some(plan) = part.plan_within(&games, TINY, STEPS).unwrap() {
            let outcome = experiment::run(&plan, &folder.join(part.folder()), None, &pool, &from_catalog, &()).unwrap();
            assert_eq!(outcome, Outcome::Complete);
            played.push(part);
        }
    }
    played
}

#[test]
fn the_page_has_every_set_and_a_table_for_every_plot() {
    let folder = TempDir::new().unwrap();
    let games = ["polar-dare", "piecepack-dare", "ice-breakers", "polar-roller"];
    let mut parts = play(folder.path(), &games, &[Part::Seats, Part::Variants, Part::Rulings]);
    parts.extend(play(folder.path(), &["polar-dare"], &[Part::Levels]));
    atlas::write(folder.path(), &parts).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let page = read(PAGE);
    if let Some(copy) = std::env::var_os("POLYNYA_PAGE") {
        fs::write(copy, &page).unwrap();
    }
    for id in games {
        assert!(page.contains(&format!("<section id=\"{id}\"")), "{id}");
    }
    assert!(!page.contains("http") && !page.contains("<script"), "the page needs nothing else");
    let count = |what: &str| page.matches(what).count();
    assert!(count("<svg") >= 15 && count("<svg") == count("</svg>"), "{} plots", count("<svg"));
    assert_eq!(count("<figure>"), count("<svg"), "a plot is in a figure");
    assert_eq!(count("<summary>As a table</summary>"), count("<svg"), "a plot has a table");
    assert_eq!(count(" role=\"img\" aria-label=\""), count("<svg"), "a plot has a name");
    assert!(!page.contains("NaN") && !page.contains("inf%"), "no number is none");
    assert!(page.contains("48 sets of variants differ; 16 more come to the same match"), "all 64 sets");
    let lines = read("cells.jsonl");
    for line in lines.lines() {
        let cell: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        assert!(cell["part"].is_string() && cell["matches"].as_u64() > Some(0), "{line}");
    }
    let csv = read("cells.csv");
    assert!(csv.lines().count() > 10 * lines.lines().count(), "every number has a line");
    assert!(csv.lines().filter(|line| !line.contains('"')).all(|line| line.split(',').count() == 14));
    assert_eq!(read("figures.jsonl").lines().count(), 3 + 3 + 3 + 11, "a figure for every number of seats");
}

#[test]
fn an_atlas_that_is_not_finished_has_no_page() {
    let folder = TempDir::new().unwrap();
    let error = atlas::write(folder.path(), &[Part::Seats]).unwrap_err().to_string();
    assert!(error.contains("no experiment is here"), "{error}");
}
