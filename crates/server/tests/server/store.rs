//! The store keeps what it has answered.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use polynya_server::protocol::{Holder, Phase, Takebacks};
use polynya_server::store::{Listed, NewRow, SeatSummary, Sqlite, Store, StoreError, Summary, Wait};
use tempfile::TempDir;

const BOTH: [Wait; 2] = [Wait::Commit, Wait::Queue];

fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.db");
    (folder, file)
}

fn row(code: &str) -> NewRow {
    NewRow {
        code: code.to_owned(),
        game: "polar-dare".to_owned(),
        rules: 3,
        options: r#"{"bear":true}"#.to_owned(),
        seats: 2,
        secret: "0123456789abcdef".repeat(4),
        host: "ann".to_owned(),
        takebacks: Takebacks::Own,
        public: code.starts_with("open"),
        spoken: None,
        origin: 0,
    }
}

fn summary(phase: Phase, guests: &[&str]) -> Summary {
    let seat = |&guest: &&str| SeatSummary {
        said: None,
        set: None,
        name: "Red".to_owned(),
        holder: Holder::Person,
        player: guest.to_owned(),
        bot: None,
        cover: None,
        guests: vec![guest.to_owned()],
        adds: true,
    };
    Summary {
        n: 0,
        phase,
        seats: guests.iter().map(seat).collect(),
        awaited: vec![1],
        closed: false,
        host: "ann".to_owned(),
        removed: Vec::new(),
    }
}

fn codes(tables: Vec<Listed>) -> Vec<String> {
    tables.into_iter().map(|table| table.code).collect()
}

fn gathering() -> Summary {
    summary(Phase::Gathering, &["ann"])
}

fn is_taken<T>(done: Result<T, StoreError>) -> bool {
    matches!(done, Err(StoreError::Taken))
}

#[track_caller]
fn check_refused(file: &Path, words: &str) {
    let Err(StoreError::Broken(why)) = Sqlite::open(file, Wait::Commit) else { panic!("it was opened") };
    assert!(why.contains(words), "{why}");
}

#[tokio::test]
async fn what_is_kept_comes_back() {
    for wait in BOTH {
        let (_folder, file) = file();
        let store = Sqlite::open(&file, wait).unwrap();
        let id = store.create(row("fox"), vec!["a".to_owned(), "b".to_owned()], gathering()).await.unwrap();
        store.append(id, 3, "ç \"three\"".to_owned(), None).await.unwrap();
        let stored = store.open("fox").await.unwrap().unwrap();
        assert_eq!((stored.id, stored.row), (id, row("fox")));
        assert_eq!(stored.entries, ["a", "b", "ç \"three\""]);
        assert_eq!(store.open("owl").await.unwrap(), None);
        store.ping().await.unwrap();
    }
}

#[tokio::test]
async fn a_number_is_given_once_and_none_is_left_out() {
    for wait in BOTH {
        let (_folder, file) = file();
        let store = Sqlite::open(&file, wait).unwrap();
        let id = store.create(row("fox"), vec!["a".to_owned()], gathering()).await.unwrap();
        store.append(id, 2, "first".to_owned(), None).await.unwrap();
        assert!(is_taken(store.append(id, 2, "second".to_owned(), None).await));
        assert!(is_taken(store.append(id, 1, "first of all".to_owned(), None).await));
        let Err(StoreError::Broken(why)) = store.append(id, 4, "d".to_owned(), None).await else { panic!("a gap") };
        assert_eq!(why, format!("entry 4 of table {id} came after entry 2"));
        let Err(StoreError::Broken(why)) = store.append(77, 1, "a".to_owned(), None).await else { panic!("no table") };
        assert_eq!(why, "there is no table 77");
        assert_eq!(store.open("fox").await.unwrap().unwrap().entries, ["a", "first"]);
    }
}

#[tokio::test]
async fn a_code_is_given_once() {
    let (_folder, file) = file();
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    store.create(row("fox"), vec!["a".to_owned()], gathering()).await.unwrap();
    assert!(is_taken(store.create(row("fox"), vec!["b".to_owned()], gathering()).await));
    assert_eq!(store.open("fox").await.unwrap().unwrap().entries, ["a"]);
    store.ping().await.unwrap();
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

#[tokio::test]
async fn a_conflict_fails_alone_in_its_commit() {
    let (_folder, file) = file();
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    let fox = store.create(row("fox"), vec!["a".to_owned()], gathering()).await.unwrap();
    let owl = store.create(row("owl"), vec!["a".to_owned()], gathering()).await.unwrap();
    // All of them are sent before the first is waited for.
    let before = store.append(owl, 2, "b".to_owned(), None);
    let conflict = store.append(fox, 1, "b".to_owned(), None);
    let twice = store.create(row("fox"), Vec::new(), gathering());
    let after = store.append(fox, 2, "b".to_owned(), None);
    let second = store.append(fox, 2, "c".to_owned(), None);
    assert!(before.await.is_ok() && after.await.is_ok());
    assert!(is_taken(conflict.await) && is_taken(second.await));
    assert!(is_taken(twice.await));
    assert_eq!(store.open("fox").await.unwrap().unwrap().entries, ["a", "b"]);
    assert_eq!(store.open("owl").await.unwrap().unwrap().entries, ["a", "b"]);
}

#[tokio::test]
async fn all_is_there_when_the_file_is_opened_again() {
    for wait in BOTH {
        let (_folder, file) = file();
        let store = Sqlite::open(&file, wait).unwrap();
        let id = store.create(row("fox"), vec!["1".to_owned()], gathering()).await.unwrap();
        for n in 2..=600 {
            store.append(id, n, n.to_string(), None).await.unwrap();
        }
        drop(store);
        let store = Sqlite::open(&file, wait).unwrap();
        let entries = store.open("fox").await.unwrap().unwrap().entries;
        assert!(entries.iter().zip(1..).all(|(entry, n)| *entry == n.to_string()));
        assert_eq!(entries.len(), 600);
        assert!(is_taken(store.append(id, 600, "again".to_owned(), None).await));
        store.append(id, 601, "next".to_owned(), None).await.unwrap();
    }
}

#[tokio::test]
async fn closing_commits_what_waits() {
    for wait in BOTH {
        let (_folder, file) = file();
        let store = Sqlite::open(&file, wait).unwrap();
        let id = store.create(row("fox"), Vec::new(), gathering()).await.unwrap();
        store.append(id, 1, "1".to_owned(), None).await.unwrap();
        let mut waiting = Vec::new();
        for n in 2..=100 {
            let answer = store.append(id, n, n.to_string(), None);
            match wait {
                Wait::Commit => waiting.push(answer),
                Wait::Queue => answer.await.unwrap(),
            }
        }
        store.close().await.unwrap();
        for answer in waiting {
            answer.await.unwrap();
        }
        assert_eq!(store.append(id, 101, "late".to_owned(), None).await, Err(StoreError::Closed));
        assert!(store.open("fox").await.is_err() && store.ping().await.is_err() && store.close().await.is_err());
        // The file is free although the closed store still stands.
        let again = Sqlite::open(&file, wait).unwrap();
        assert_eq!(again.open("fox").await.unwrap().unwrap().entries.len(), 100);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_appends_at_once_are_all_there() {
    for wait in BOTH {
        let (_folder, file) = file();
        let store = Arc::new(Sqlite::open(&file, wait).unwrap());
        let players = (0..50).map(|table| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let code = format!("t{table}");
                let id = store.create(row(&code), Vec::new(), gathering()).await.unwrap();
                // Two writers want each number; exactly one has it.
                for n in 1..=20 {
                    let (one, two) = tokio::join!(
                        store.append(id, n, format!("{code} {n}"), None),
                        store.append(id, n, format!("{code} {n}"), None)
                    );
                    assert!(one.is_ok() != two.is_ok() && (is_taken(one) || is_taken(two)));
                }
            })
        });
        for player in players.collect::<Vec<_>>() {
            player.await.unwrap();
        }
        for table in 0..50 {
            let entries = store.open(&format!("t{table}")).await.unwrap().unwrap().entries;
            assert!(entries.iter().zip(1..).all(|(entry, n)| *entry == format!("t{table} {n}")));
            assert_eq!(entries.len(), 20);
        }
    }
}

#[tokio::test]
async fn the_lobby_finds_tables_that_are_not_over() {
    let (_folder, file) = file();
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    let mut ids = Vec::new();
    for code in ["open-1", "fox", "open-2", "open-3"] {
        ids.push(store.create(row(code), Vec::new(), gathering()).await.unwrap());
    }
    assert_eq!(codes(store.public(10).await.unwrap()), ["open-3", "open-2", "open-1"]);
    assert_eq!(codes(store.public(1).await.unwrap()), ["open-3"]);
    assert_eq!(codes(store.of_guest("ann", 2).await.unwrap()), ["open-3", "open-2"]);
    store.append(ids[3], 1, "over".to_owned(), Some(summary(Phase::Over, &["ann"]))).await.unwrap();
    store.append(ids[2], 1, "bob".to_owned(), Some(summary(Phase::Playing, &["bob", "bob"]))).await.unwrap();
    assert_eq!(codes(store.public(10).await.unwrap()), ["open-2", "open-1"]);
    assert_eq!(codes(store.of_guest("ann", 10).await.unwrap()), ["fox", "open-1"]);
    assert_eq!(codes(store.of_guest("bob", 10).await.unwrap()), ["open-2"]);
    assert_eq!(codes(store.of_guest("eve", 10).await.unwrap()), [""; 0]);
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
    check_refused(&file, "is of version 99, and this program knows versions up to 4; use a newer Polynya");
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
