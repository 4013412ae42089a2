//! The store keeps what it has answered: one suite for every kind of store.

use std::sync::Arc;

use polynya_server::protocol::{Holder, Phase, Takebacks};
use polynya_server::store::{Listed, NewRow, Postgres, SeatSummary, Sqlite, Store, StoreError, Summary, Wait};
use tempfile::TempDir;

use crate::common::postgres;

/// A kind of store.
#[derive(Clone, Copy)]
enum Kind {
    File(Wait),
    Database,
}

const KINDS: [Kind; 3] = [Kind::File(Wait::Commit), Kind::File(Wait::Queue), Kind::Database];

/// Where a store keeps its tables, empty at first.
enum Place {
    File(TempDir, Wait),
    Database(String),
}

impl Place {
    async fn new(kind: Kind) -> Place {
        match kind {
            Kind::File(wait) => Place::File(tempfile::tempdir().unwrap(), wait),
            Kind::Database => Place::Database(postgres::database().await),
        }
    }

    async fn open(&self) -> Box<dyn Store> {
        match self {
            Place::File(folder, wait) => Box::new(Sqlite::open(&folder.path().join("tables.db"), *wait).unwrap()),
            Place::Database(address) => Box::new(Postgres::open(address).await.unwrap()),
        }
    }
}

pub fn row(code: &str) -> NewRow {
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

pub fn gathering() -> Summary {
    summary(Phase::Gathering, &["ann"])
}

fn is_taken<T>(done: Result<T, StoreError>) -> bool {
    matches!(done, Err(StoreError::Taken))
}

#[tokio::test]
async fn what_is_kept_comes_back() {
    for kind in KINDS {
        let place = Place::new(kind).await;
        let store = place.open().await;
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
    for kind in KINDS {
        let place = Place::new(kind).await;
        let store = place.open().await;
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
    for kind in KINDS {
        let place = Place::new(kind).await;
        let store = place.open().await;
        store.create(row("fox"), vec!["a".to_owned()], gathering()).await.unwrap();
        assert!(is_taken(store.create(row("fox"), vec!["b".to_owned()], gathering()).await));
        assert_eq!(store.open("fox").await.unwrap().unwrap().entries, ["a"]);
        store.ping().await.unwrap();
    }
}

#[tokio::test]
async fn a_conflict_fails_alone_in_its_commit() {
    for kind in KINDS {
        let place = Place::new(kind).await;
        let store = place.open().await;
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
}

#[tokio::test]
async fn all_is_there_when_it_is_opened_again() {
    for kind in KINDS {
        let place = Place::new(kind).await;
        let store = place.open().await;
        let id = store.create(row("fox"), vec!["1".to_owned()], gathering()).await.unwrap();
        for n in 2..=600 {
            store.append(id, n, n.to_string(), None).await.unwrap();
        }
        store.close().await.unwrap();
        let store = place.open().await;
        let entries = store.open("fox").await.unwrap().unwrap().entries;
        assert!(entries.iter().zip(1..).all(|(entry, n)| *entry == n.to_string()));
        assert_eq!(entries.len(), 600);
        assert!(is_taken(store.append(id, 600, "again".to_owned(), None).await));
        store.append(id, 601, "next".to_owned(), None).await.unwrap();
    }
}

#[tokio::test]
async fn closing_commits_what_waits() {
    for kind in KINDS {
        let place = Place::new(kind).await;
        let store = place.open().await;
        let id = store.create(row("fox"), Vec::new(), gathering()).await.unwrap();
        store.append(id, 1, "1".to_owned(), None).await.unwrap();
        let mut waiting = Vec::new();
        for n in 2..=100 {
            let answer = store.append(id, n, n.to_string(), None);
            match kind {
                Kind::File(Wait::Queue) => answer.await.unwrap(),
                _ => waiting.push(answer),
            }
        }
        store.close().await.unwrap();
        for answer in waiting {
            answer.await.unwrap();
        }
        assert_eq!(store.append(id, 101, "late".to_owned(), None).await, Err(StoreError::Closed));
        assert!(store.open("fox").await.is_err() && store.ping().await.is_err() && store.close().await.is_err());
        // The file is free although the closed store still stands.
        let again = place.open().await;
        assert_eq!(again.open("fox").await.unwrap().unwrap().entries.len(), 100);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_appends_at_once_are_all_there() {
    for kind in KINDS {
        let place = Place::new(kind).await;
        let store: Arc<dyn Store> = place.open().await.into();
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
    for kind in KINDS {
        let place = Place::new(kind).await;
        let store = place.open().await;
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
}
