//! What concerns a database that several nodes share.

use std::sync::Arc;

use polynya_server::store::{Damage, Postgres, Store, StoreError};
use tokio::sync::mpsc;
use tokio_postgres::Client;

use crate::common::postgres::{as_user, connect, database};
use crate::store::{gathering, row};

async fn check_refused(address: &str, words: &str) {
    let Err(StoreError::Broken(why)) = Postgres::open(address).await else { panic!("{address} was opened") };
    assert!(why.contains(words), "{why}");
}

/// Makes somebody who may log in.
async fn make_user(client: &Client, user: &str, rights: &str) {
    let made = format!(
        "DO $$ BEGIN CREATE ROLE {user} LOGIN PASSWORD 'right'; EXCEPTION WHEN duplicate_object THEN NULL; END $$; {rights}"
    );
    client.batch_execute(&made).await.unwrap();
}

#[tokio::test]
async fn of_two_nodes_one_has_the_number() {
    let address = database().await;
    // They may also begin at the same time.
    let (one, two) = tokio::join!(Postgres::open(&address), Postgres::open(&address));
    let (one, two) = (one.unwrap(), two.unwrap());
    let tables: Vec<i64> = {
        let mut tables = Vec::new();
        for code in ["fox", "owl", "elk", "hare"] {
            tables.push(one.create(row(code), Vec::new(), gathering()).await.unwrap());
        }
        tables
    };
    for n in 1..=50 {
        // In different orders, all sent before the first is waited for.
        let texts = ["one", "two"].map(|node| format!("{node} {n}"));
        let ones: Vec<_> = tables.iter().map(|&id| one.append(id, n, texts[0].clone(), None)).collect();
        let twos: Vec<_> = tables.iter().rev().map(|&id| two.append(id, n, texts[1].clone(), None)).collect();
        let (mut from_one, mut from_two) = (Vec::new(), Vec::new());
        for answer in ones {
            from_one.push(answer.await);
        }
        for answer in twos {
            from_two.push(answer.await);
        }
        from_two.reverse();
        for (one, two) in from_one.iter().zip(&from_two) {
            let taken = Err(StoreError::Taken);
            assert!((one.is_ok() && *two == taken) || (two.is_ok() && *one == taken), "{one:?}, {two:?}");
        }
    }
    for code in ["fox", "owl", "elk", "hare"] {
        let stored = two.open(code).await.unwrap().unwrap();
        assert_eq!((stored.entries.len(), stored.damage), (50, None));
    }
}

#[tokio::test]
async fn what_was_changed_in_the_database_is_named() {
    let address = database().await;
    let store = Postgres::open(&address).await.unwrap();
    let id = store.create(row("fox"), vec!["a".to_owned()], gathering()).await.unwrap();
    for (n, entry) in (2..).zip(["b", "ç", "d"]) {
        store.append(id, n, entry.to_owned(), None).await.unwrap();
    }
    assert_eq!(store.open("fox").await.unwrap().unwrap().damage, None);
    let client = connect(&address).await;
    client.batch_execute("UPDATE polynya.entries SET entry = 'x' WHERE n = 3").await.unwrap();
    assert_eq!(store.open("fox").await.unwrap().unwrap().damage, Some(Damage::Entry(3)));
    client.batch_execute("UPDATE polynya.tables SET secret = 'known'").await.unwrap();
    assert_eq!(store.open("fox").await.unwrap().unwrap().damage, Some(Damage::Row));
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_are_cut_lose_and_double_nothing() {
    const CUT: &str = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let address = database().await;
    let store = Arc::new(Postgres::open(&address).await.unwrap());
    let client = connect(&address).await;
    let (written, mut count) = mpsc::unbounded_channel();
    for table in 0..10 {
        let (store, written) = (Arc::clone(&store), written.clone());
        tokio::spawn(async move {
            let code = format!("t{table}");
            let id = store.create(row(&code), Vec::new(), gathering()).await.unwrap();
            for n in 1..=60 {
                store.append(id, n, format!("{code} {n}"), None).await.unwrap();
                written.send(()).unwrap();
            }
        });
    }
    drop(written);
    let (mut entries, mut cuts) = (0, 0);
    while count.recv().await.is_some() {
        entries += 1;
        if entries % 15 == 0 {
            cuts += client.query_one(CUT, &[]).await.unwrap().get::<_, i64>(0);
        }
    }
    assert!(entries == 600 && cuts > 0, "{entries} entries, {cuts} cuts");
    for table in 0..10 {
        let stored = store.open(&format!("t{table}")).await.unwrap().unwrap();
        assert!(stored.entries.iter().zip(1..).all(|(entry, n)| *entry == format!("t{table} {n}")));
        assert_eq!((stored.entries.len(), stored.damage), (60, None));
    }
}

#[tokio::test]
async fn a_database_that_cannot_be_used_is_refused_with_the_reason() {
    let address = database().await;
    let client = connect(&address).await;
    check_refused(&as_user(&address, "nobody"), "does not exist").await;
    make_user(&client, "guarded", "").await;
    check_refused(&as_user(&address, "guarded:wrong"), "look at user and password in the address").await;
    check_refused(&as_user(&address, "guarded:right"), "may not change it").await;
    check_refused(&format!("{address}_none"), "make it with `createdb`").await;
    check_refused(&format!("{address}?sslmode=require"), "does not encrypt").await;
    check_refused("postgres://127.0.0.1:1/none?connect_timeout=2", "cannot be reached").await;
    check_refused("postgres://127.0.0.1:http/none", "the address of the database is wrong").await;
    // Nothing of ours was left behind.
    let found: bool = client.query_one("SELECT to_regnamespace('polynya') IS NULL", &[]).await.unwrap().get(0);
    assert!(found);
}

#[tokio::test]
async fn a_database_of_another_version_is_refused() {
    let address = database().await;
    Postgres::open(&address).await.unwrap().close().await.unwrap();
    let client = connect(&address).await;
    client.batch_execute("UPDATE polynya.version SET version = 99").await.unwrap();
    check_refused(&address, "is of version 99, and this program knows versions up to 3; use a newer Polynya").await;
    client
        .batch_execute("DROP SCHEMA polynya CASCADE; CREATE SCHEMA polynya; CREATE TABLE polynya.tables (x integer)")
        .await
        .unwrap();
    check_refused(&address, "the schema `polynya` of this database is not one of Polynya").await;
}

#[tokio::test]
async fn a_database_that_breaks_is_an_error_and_no_panic() {
    let address = database().await;
    let store = Postgres::open(&address).await.unwrap();
    let id = store.create(row("fox"), Vec::new(), gathering()).await.unwrap();
    let thief = connect(&address).await;
    thief.batch_execute("ALTER TABLE polynya.entries RENAME TO elsewhere").await.unwrap();
    let Err(StoreError::Broken(why)) = store.append(id, 1, "a".to_owned(), None).await else { panic!("it is gone") };
    assert!(why.contains("does not exist"), "{why}");
    assert!(matches!(store.open("fox").await, Err(StoreError::Broken(_))));
    thief.batch_execute("ALTER TABLE polynya.elsewhere RENAME TO entries").await.unwrap();
    store.append(id, 1, "a".to_owned(), None).await.unwrap();
    assert_eq!(store.open("fox").await.unwrap().unwrap().entries, ["a"]);
    // No name holds a zero byte, and asking for one is no error.
    assert_eq!(store.open("f\0x").await.unwrap(), None);
}
