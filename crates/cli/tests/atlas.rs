//! `polynya atlas` as people run it, so small that it takes seconds: the page, its files, and parts of several machines.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Runs the command; returns whether it went well, and what it said.
fn atlas(folder: &Path, line: &str) -> (bool, String) {
    let ran = Command::new(env!("CARGO_BIN_EXE_polynya"))
        .arg("atlas")
        .args(line.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("the program starts");
    let said = [ran.stdout, ran.stderr].concat();
    (ran.status.success(), String::from_utf8(said).expect("the output is text"))
}

#[track_caller]
fn done(folder: &Path, line: &str) -> String {
    let (well, said) = atlas(folder, line);
    assert!(well, "{line}: {said}");
    said
}

const SMALL: &str = "--matches 2 --analyse 1";

#[test]
fn a_small_atlas_has_every_game_every_set_and_tables_for_all_plots() {
    let folder = TempDir::new().unwrap();
    let said = done(folder.path(), &format!("{SMALL} --out all"));
    assert!(said.contains("all/index.html"), "{said}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join("all").join(name)).unwrap();
    let page = read("index.html");
    for id in ["polar-dare", "piecepack-dare", "rescue-polar-bears", "ice-breakers", "polar-roller"] {
        assert!(page.contains(&format!("<section id=\"{id}\"")), "{id}");
    }
    assert!(!page.contains("http") && !page.contains("<script"), "the page needs nothing else");
    let count = |what: &str| page.matches(what).count();
    assert!(count("<svg") > 30 && count("<svg") == count("</svg>"), "{} plots", count("<svg"));
    assert_eq!(count("<figure>"), count("<svg"), "a plot is in a figure");
    assert_eq!(count("<summary>As a table</summary>"), count("<svg"), "a plot has a table");
    assert_eq!(count("<svg"), count("role=\"img\" aria-label=\""), "a plot has a name");
    assert!(!page.contains("NaN") && !page.contains("inf%"), "no number is none");
    assert!(page.contains("48 sets of variants differ; 16 more come to the same match"), "all 64 sets");
    let lines = read("cells.jsonl");
    let csv = read("cells.csv");
    for line in lines.lines() {
        let cell: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        assert!(cell["part"].is_string() && cell["turns"]["n"].as_u64() <= cell["matches"].as_u64(), "{line}");
    }
    let columns = |line: &str| line.split(',').count();
    assert!(csv.lines().count() > 10 * lines.lines().count(), "every number has a line");
    assert!(csv.lines().filter(|line| !line.contains('"')).all(|line| columns(line) == 14));
    assert_eq!(read("figures.jsonl").lines().count(), 3 + 3 + 4 + 3 + 11);
    // Nothing is played again, and the page is the same.
    done(folder.path(), &format!("{SMALL} --out all"));
    assert_eq!(read("index.html"), page);
}

#[test]
fn the_parts_of_several_machines_make_the_same_atlas() {
    let folder = TempDir::new().unwrap();
    let one = "polar-dare --matches 3 --analyse 1";
    done(folder.path(), &format!("{one} --threads 1 --out whole"));
    for part in [2, 1] {
        let said = done(folder.path(), &format!("{one} --shard {part}/2 --out part{part}"));
        assert!(said.contains("`polynya atlas --merge DIR --merge DIR` puts all parts together"), "{said}");
    }
    let (well, said) = atlas(folder.path(), "--merge part2 --out half");
    assert!(!well && said.contains("missing"), "{said}");
    done(folder.path(), "--merge part2 --merge part1 --out merged");
    for name in ["index.html", "cells.csv", "cells.jsonl", "figures.jsonl"] {
        let read = |out: &str| std::fs::read(folder.path().join(out).join(name)).unwrap();
        assert!(read("whole") == read("merged"), "{name}");
    }
    let (well, said) = atlas(folder.path(), "chess --quick");
    assert!(!well && said.contains("there is no game `chess`"), "{said}");
    let (well, said) = atlas(folder.path(), "--merge nothing --out none");
    assert!(!well && said.contains("none of these folders holds a part of an atlas"), "{said}");
}
