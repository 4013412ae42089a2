//! What concerns the one file of a store.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use polynya_server::store::{Sqlite, Store, StoreError, Wait};
use tempfile::TempDir;

use crate::store::{gathering, row};

fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.db");
    (folder, file)
}

#[track_caller]
fn check_refused(file: &Path, words: &str) {
    let Err(StoreError::Broken(why)) = Sqlite::open(file, Wait::Commit) else { panic!("it was opened") };
    assert!(why.contains(words), "{why}");
}

#[tokio::test]
async fn when_nobody_plays_the_one_file_holds_everything() {
    let (folder, file) = file();
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    let id = store.create(row("fox"), Vec::new(), gathering()).await.unwrap();
    store.append(id, 1, "a".to_owned(), None).await.unwrap();
    let log = file.with_extension("db-wal");
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        if fs::metadata(&log).unwrap().len() == 0 {
            break;
        }
    }
    let copy = folder.path().join("copy.db");
    fs::copy(&file, &copy).unwrap();
    let copy = Sqlite::open(&copy, Wait::Commit).unwrap();
    assert_eq!(copy.open("fox").await.unwrap().unwrap().entries, ["a"]);
    // And it goes on.
    store.append(id, 2, "b".to_owned(), None).await.unwrap();
    assert_eq!(store.open("fox").await.unwrap().unwrap().entries, ["a", "b"]);
}

#[test]
fn a_file_has_one_owner() {
    let (_folder, file) = file();
    let _store = Sqlite::open(&file, Wait::Commit).unwrap();
    check_refused(&file, &format!("is in use by process {}; one server at a time", std::process::id()));
}

#[test]
fn a_file_of_a_newer_version_is_refused() {
    let (_folder, file) = file();
    drop(Sqlite::open(&file, Wait::Commit).unwrap());
    let database = rusqlite::Connection::open(&file).unwrap();
    database.pragma_update(None, "user_version", 99).unwrap();
    drop(database);
    check_refused(&file, "is of version 99, and this program knows versions up to 6; use a newer Polynya");
}

#[test]
fn a_file_that_is_something_else_is_refused_and_stays_as_it_was() {
    let (folder, file) = file();
    let text = "Dear diary, this is no database at all. ".repeat(100);
    fs::write(&file, &text).unwrap();
    check_refused(&file, "is not a database of Polynya");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);

    let other = folder.path().join("other.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE tables (x)").unwrap();
    let bytes = fs::read(&other).unwrap();
    check_refused(&other, "is not a database of Polynya");
    assert_eq!(fs::read(&other).unwrap(), bytes);

    check_refused(folder.path(), "");
    check_refused(&folder.path().join("none/tables.db"), "No such file");
}

#[tokio::test]
async fn a_database_that_breaks_is_an_error_and_no_panic() {
    let (_folder, file) = file();
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    let id = store.create(row("fox"), Vec::new(), gathering()).await.unwrap();
    let thief = rusqlite::Connection::open(&file).unwrap();
    thief.execute_batch("ALTER TABLE entries RENAME TO elsewhere").unwrap();
    let Err(StoreError::Broken(why)) = store.append(id, 1, "a".to_owned(), None).await else { panic!("it is gone") };
    assert!(why.contains("no such table"), "{why}");
    assert!(matches!(store.open("fox").await, Err(StoreError::Broken(_))));
    assert!(matches!(store.ping().await, Err(StoreError::Broken(_))), "nothing can be written, and it says so");
    thief.execute_batch("ALTER TABLE elsewhere RENAME TO entries").unwrap();
    store.append(id, 1, "a".to_owned(), None).await.unwrap();
    assert_eq!(store.open("fox").await.unwrap().unwrap().entries, ["a"]);
}
