//! ARCHITECTURE.md is true: it names every folder, and no folder that does not exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folders that the first column of the map names.
fn named() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the map can be read");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    rows.map(|(folder, _)| folder.to_owned()).collect()
}

/// The folders that there are; what every crate has, and what is built or hidden, does not count.
fn found(folder: &Path, into: &mut BTreeSet<String>) {
    for entry in fs::read_dir(root().join(folder)).expect("a folder can be read") {
        let entry = entry.expect("an entry can be read");
        let name = entry.file_name().to_string_lossy().into_owned();
        let built = ["target", "node_modules", "dist", "__pycache__"].contains(&name.as_str());
        if !entry.file_type().expect("it has a type").is_dir() || name.starts_with('.') || built {
            continue;
        }
        let path = folder.join(&name);
        if !["crates", "src", "tests"].contains(&name.as_str()) {
            into.insert(path.to_string_lossy().replace('\\', "/"));
        }
        found(&path, into);
    }
}

#[test]
fn the_map_names_every_folder() {
    let mut there = BTreeSet::new();
    found(Path::new(""), &mut there);
    let named = named();
    let missing: Vec<&String> = there.difference(&named).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md does not name {missing:?}");
}

#[test]
fn the_map_names_no_folder_that_is_not_there() {
    let gone: Vec<String> = named().into_iter().filter(|folder| !root().join(folder).is_dir()).collect();
    assert!(gone.is_empty(), "ARCHITECTURE.md names {gone:?}");
    assert!(named().contains("crates/engine"), "the map was not read");
}
