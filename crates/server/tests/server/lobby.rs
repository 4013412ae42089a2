//! The lobby shows tables and leaves them asleep.

use std::path::Path;
use std::time::Duration;

use crate::common::{Guest, House, PATIENCE, hasty};
use polynya_server::Config;
use polynya_server::protocol::{Holder, Lobby, Phase, TableInfo};
use serde_json::json;
use tokio::time::{Instant, sleep};

/// How long tables of a test stay in memory.
const IDLE: Duration = Duration::from_secs(2);

async fn lobby(guest: &Guest) -> Lobby {
    serde_json::from_slice(&guest.get("/api/lobby").await.body).unwrap()
}

fn of<'a>(tables: &'a [TableInfo], code: &str) -> &'a TableInfo {
    tables.iter().find(|table| table.code == code).unwrap_or_else(|| panic!("{code} in {tables:?}"))
}

/// Eight public tables, all asleep: some gather, some are played.
async fn eight_tables(house: &House, guest: &Guest) -> Vec<String> {
    let mut codes = Vec::new();
    for index in 0..8 {
        let other = if index % 2 == 0 { "open" } else { "random" };
        let table = json!({ "game": "polar-dare", "seats": ["me", other], "name": "Ann", "public": true });
        codes.push(guest.open(table).await);
    }
    for code in codes.iter().skip(1).step_by(2) {
        // Whoever comes adds to the luck, and the match begins.
        let mut visitor = guest.join(code).await;
        visitor.wait(|table| table.awaited == [1]).await;
    }
    let began = Instant::now();
    while house.count("polynya_tables").await > 0 {
        sleep(Duration::from_millis(50)).await;
        assert!(began.elapsed() < PATIENCE, "the tables never sleep");
    }
    codes
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_at_the_lobby_wakes_no_table() {
    let house = House::open(Config { idle: IDLE, ..hasty() }).await;
    let (ann, eve) = (house.guest().await, house.guest().await);
    let codes = eight_tables(&house, &ann).await;
    for _ in 0..20 {
        let (mine, others) = (lobby(&ann).await, lobby(&eve).await);
        assert_eq!((mine.yours.len(), mine.public.len()), (8, 0));
        assert_eq!((others.yours.len(), others.public.len()), (0, 8));
        assert_eq!(ann.get(&format!("/api/tables/{}", codes[0])).await.status, 200);
    }
    assert_eq!(house.count("polynya_tables").await, 0, "all of them sleep");

    let mine = lobby(&ann).await;
    let (gathering, playing) = (of(&mine.yours, &codes[0]), of(&mine.yours, &codes[1]));
    assert_eq!((gathering.phase, gathering.your_turn), (Phase::Gathering, false));
    assert_eq!((playing.phase, playing.your_turn), (Phase::Playing, true));
    let [me, open] = &gathering.seats[..] else { panic!("two seats") };
    assert_eq!((me.name.as_str(), me.player.as_str(), me.holder, me.yours), ("Red", "Ann", Holder::Person, true));
    assert_eq!((open.player.as_str(), open.holder, open.present), ("", Holder::Open, false));
    assert!(!me.present && playing.seats[1].present, "bots are always there, people only at the table");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_at_a_living_table_is_asked_and_does_not_keep_it_alive() {
    let house = House::open(Config { idle: IDLE, ..hasty() }).await;
    let (ann, eve) = (house.guest().await, house.guest().await);
    let codes = eight_tables(&house, &ann).await;
    let mut visitor = ann.join(&codes[1]).await;
    let seen = lobby(&eve).await;
    assert!(of(&seen.public, &codes[1]).seats[0].present);
    assert!(!of(&seen.public, &codes[0]).seats[0].present);
    assert_eq!(house.count("polynya_tables").await, 1);
    // What happens at the table is known when it has gone to sleep, whoever looks at the lobby meanwhile.
    let n = visitor.table.n;
    while visitor.table.n < n + 5 || visitor.table.awaited != [1] {
        match visitor.legal().pop() {
            Some((seat, action)) => visitor.act(seat, &action).await,
            None => drop(visitor.next().await),
        }
    }
    drop(visitor);
    let began = Instant::now();
    while house.count("polynya_tables").await > 0 {
        lobby(&eve).await;
        sleep(Duration::from_millis(50)).await;
        assert!(began.elapsed() < PATIENCE, "the table never sleeps");
    }
    assert!(began.elapsed() >= IDLE);
    let seen = lobby(&ann).await;
    let table = of(&seen.yours, &codes[1]);
    assert!(table.your_turn && !table.seats[0].present && table.idle >= 1, "{table:?}");
    assert_eq!(house.count("polynya_tables").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_an_older_version_are_listed_and_summarised_once() {
    let house = House::open(Config { idle: IDLE, ..hasty() }).await;
    let ann = house.guest().await;
    let codes = eight_tables(&house, &ann).await;
    let before = lobby(&ann).await;
    // As a file of the first version has them: no summaries.
    let old = "DROP INDEX tables_spoken; ALTER TABLE tables DROP COLUMN spoken; ALTER TABLE tables DROP COLUMN origin;
        ALTER TABLE tables DROP COLUMN summary; ALTER TABLE tables DROP COLUMN touched; PRAGMA user_version = 1";
    let grow_old = |file: &Path| rusqlite::Connection::open(file).unwrap().execute_batch(old).unwrap();
    let house = house.reopen_changed(grow_old).await;
    let ann = Guest { address: house.address, ..ann };
    for _ in 0..2 {
        let after = lobby(&ann).await;
        assert_eq!(after.yours.len(), 8);
        for (one, other) in before.yours.iter().zip(&after.yours) {
            assert_eq!((&one.code, &one.seats, one.your_turn), (&other.code, &other.seats, other.your_turn));
        }
    }
    assert_eq!(house.count("polynya_tables").await, 0);
    // And they go on.
    let mut visitor = ann.join(&codes[1]).await;
    let (seat, action) = visitor.legal().swap_remove(0);
    visitor.act(seat, &action).await;
}
