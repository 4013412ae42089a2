//! Tables that an older program wrote, kept for ever: they open, say what they said, and go on.
//!
//! `version-1.sql` is the dump of a file that was written by real people's clients at a server of version 1 of all rules
//! (version 2 of the file, before entries had hashes); `version-1.json` is what that server told of each table. New files
//! may be added, these are never changed.

use std::fs;
use std::path::Path;

use crate::common::{Chance, Guest, House, Visitor, hasty};
use polynya_server::protocol::{Phase, SeatNumber};
use polynya_server::store::{Sqlite, Store, Wait};
use serde::Deserialize;
use serde_json::Value;

/// Makes the file anew as the older program left it.
pub fn golden(file: &Path) {
    let _ = fs::remove_file(file);
    let file = rusqlite::Connection::open(file).unwrap();
    file.execute_batch(include_str!("../golden/version-1.sql")).unwrap();
}

/// A table of the file.
#[derive(Deserialize)]
pub struct Golden {
    pub code: String,
    pub game: String,
    r#as: String,
    steps: Option<Vec<String>>,
    result: Value,
}

/// Returns what the older program told of its tables.
pub fn tables() -> Vec<Golden> {
    serde_json::from_str(include_str!("../golden/version-1.json")).unwrap()
}

/// A server on the golden file, after this was done to it.
async fn house(change: impl FnOnce(&rusqlite::Connection)) -> House {
    let house = House::open(hasty()).await;
    house
        .reopen_damaged(|file| {
            golden(file);
            change(&rusqlite::Connection::open(file).unwrap());
        })
        .await
}

/// The people who played there: their browsers have kept their cookies.
async fn ann_and_bob(house: &House) -> [Guest; 2] {
    let guest = house.guest().await;
    ["a", "b"].map(|letter| guest.with_cookie(format!("polynya={}", letter.repeat(32))))
}

async fn steps(guest: &Guest, code: &str) -> Vec<String> {
    let record = guest.get(&format!("/api/tables/{code}/record")).await.json();
    serde_json::from_value(record["steps"].clone()).unwrap()
}

#[tokio::test]
async fn the_file_is_brought_up_to_date_and_holds() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.db");
    golden(&file);
    let checked = Sqlite::check(&file, |_| None).unwrap();
    assert!(checked.unhashed && checked.faults.is_empty());
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    for table in tables() {
        assert_eq!(store.open(&table.code).await.unwrap().unwrap().damage, None, "{}", table.code);
    }
    let checked = Sqlite::check(&file, |_| None).unwrap();
    assert_eq!((checked.tables, checked.faults.len(), checked.unhashed), (tables().len(), 0, false));
    assert!(checked.entries > 600, "{checked:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_says_what_it_said() {
    let house = house(|_| {}).await;
    let [ann, _] = ann_and_bob(&house).await;
    let mut finished = 0;
    for table in tables() {
        let code = &table.code;
        let visitor = ann.join(code).await;
        assert_eq!((&visitor.table.game, &visitor.table.closed), (&table.game, &None), "{code}");
        let Some(written) = table.steps else {
            assert_eq!(visitor.phase(), Phase::Gathering, "{code}");
            continue;
        };
        let record = ann.get(&format!("/api/tables/{code}/record")).await;
        assert_eq!(record.json()["result"], table.result, "{code}");
        let told = steps(&ann, code).await;
        // Bots may have gone on.
        assert!(told.starts_with(&written), "{code}");
        let replay = ann.get(&format!("/api/tables/{code}/replay")).await.json();
        assert!(replay["log"].as_array().unwrap().len() >= written.len(), "{code}");
        let verdict = ann.post("/api/verify", &record.body).await.json();
        assert_eq!(verdict["holds"], true, "{code}: {verdict}");
        if table.r#as == "over" {
            assert_eq!((visitor.phase(), &verdict["fixed"]), (Phase::Over, &Value::Bool(true)), "{code}");
            finished += 1;
        }
    }
    assert_eq!(finished, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_match_goes_on() {
    let mut house = house(|_| {}).await;
    let mut luck = Chance(1);
    let running = || tables().into_iter().filter(|table| table.r#as == "running" || table.r#as == "public");
    let mut told = Vec::new();
    for table in running() {
        let [ann, bob] = ann_and_bob(&house).await;
        let mut players = [ann.join(&table.code).await, bob.join(&table.code).await];
        for _ in 0..8 {
            act(&mut players, &mut luck).await;
        }
        told.push(steps(&ann, &table.code).await);
        // Where all act at the same time, what others have not finished is not told.
        let grown = told.last().unwrap().len() >= table.steps.unwrap().len() + 8;
        assert!(grown || table.game == "polar-roller", "{}", table.code);
    }
    assert_eq!(told.len(), 6);
    house = house.reopen().await;
    let [ann, _] = ann_and_bob(&house).await;
    for (table, told) in running().zip(told) {
        assert!(steps(&ann, &table.code).await.starts_with(&told), "{}", table.code);
    }
}

/// Somebody who can does something.
async fn act(players: &mut [Visitor; 2], luck: &mut Chance) {
    loop {
        let n = players[0].table.n.max(players[1].table.n);
        for player in players.iter_mut() {
            player.wait(|table| table.n >= n).await;
        }
        let can: Vec<(usize, SeatNumber, String)> = (0..2)
            .flat_map(|at| players[at].legal().into_iter().map(move |(seat, action)| (at, seat, action)))
            .collect();
        if can.is_empty() {
            // A bot acts.
            players[0].next().await;
            continue;
        }
        let (at, seat, action) = &can[luck.below(can.len())];
        return players[*at].act(*seat, action).await;
    }
}

/// A newer program may know rules by which an old match does not hold. It is shown, with a sentence; never an error.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_by_older_rules_that_does_not_hold_is_shown() {
    let mut begun: Vec<Golden> = tables().into_iter().filter(|table| table.steps.is_some()).collect();
    begun.retain(|table| table.r#as != "imported");
    let house = house(|file| {
        // As if the last step of every match were no longer a step of its game, and something was said after it.
        file.execute("UPDATE tables SET rules = 0", []).unwrap();
        for table in &begun {
            let last = "SELECT entries.id FROM entries JOIN tables ON tables.id = table_id WHERE code = ?1
                AND entry LIKE '{\"step\":%' ORDER BY n DESC LIMIT 1";
            let id: i64 = file.query_row(last, [&table.code], |row| row.get(0)).unwrap();
            let entry = r#"{"step":{"id":5,"steps":["1 dance"]}}"#;
            file.execute("UPDATE entries SET entry = ?2 WHERE id = ?1", rusqlite::params![id, entry]).unwrap();
        }
    })
    .await;
    let [ann, _] = ann_and_bob(&house).await;
    for table in &begun {
        let code = &table.code;
        let mut visitor = ann.join(code).await;
        let why = visitor.table.closed.clone().unwrap_or_else(|| panic!("{code} can be played"));
        let title = &house.server.games.get(&table.game).unwrap().info().title;
        assert!(
            why.starts_with(&format!("This match was begun by version 0 of the rules of {title}, and entry")),
            "{why}"
        );
        assert!(why.contains("does not hold by version 1") && why.contains("cannot be played on"), "{why}");
        assert!(visitor.table.steps > 0 && !visitor.table.log.is_empty() && !visitor.table.chat.is_empty(), "{code}");
        assert_eq!(visitor.refused(serde_json::json!({ "say": { "text": "hello" } })).await, why);
        for what in ["", "/record", "/replay", "/draws"] {
            let answer = ann.get(&format!("/api/tables/{code}{what}")).await;
            assert_eq!(answer.status, 200, "{code}{what}: {}", answer.text());
        }
        // What still holds is a record of its own.
        let told = steps(&ann, code).await;
        assert!(table.steps.as_ref().unwrap().starts_with(&told) || table.r#as == "public", "{code}");
    }
    house.check_well().await;
}

/// A table of older rules that still holds is played on as if nothing had happened.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_by_older_rules_that_holds_goes_on() {
    let house =
        house(|file| assert!(file.execute("UPDATE tables SET rules = 0 WHERE game <> 'x'", []).unwrap() > 0)).await;
    let [ann, bob] = ann_and_bob(&house).await;
    let table = tables().into_iter().find(|table| table.r#as == "running").unwrap();
    let mut players = [ann.join(&table.code).await, bob.join(&table.code).await];
    act(&mut players, &mut Chance(2)).await;
}

/// A game that this program does not have.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_an_unknown_game_says_so() {
    let house =
        house(|file| assert!(file.execute("UPDATE tables SET game = 'snow-golf' WHERE id = 1", []).unwrap() > 0)).await;
    let [ann, _] = ann_and_bob(&house).await;
    for what in ["", "/record", "/replay"] {
        let told = ann.get(&format!("/api/tables/{}{what}", tables()[0].code)).await.problem(410);
        assert!(told.contains("cannot be shown any more") && told.contains("snow-golf"), "{told}");
    }
    assert_eq!(ann.get("/api/lobby").await.status, 200);
}
