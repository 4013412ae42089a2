//! The server knows whether it can keep what is played, and says so: to health checks, to the log and to players.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::common::{Chance, House, PATIENCE, Visitor, hasty};
use crate::empty_table::{row, summary};
use crate::golden::{golden, tables};
use polynya_server::protocol::{Command, Message, Phase};
use polynya_server::store::{Damage, NewRow, Sqlite, Store, StoreError, Wait};
use serde_json::json;
use tokio::time::{sleep, timeout};

fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn refused(file: &Path) -> String {
    match Sqlite::open(file, Wait::Commit) {
        Err(StoreError::Broken(why)) => why,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("it was opened"),
    }
}

/// Why the server says that it is not well; for a moment it may still know that it was.
async fn ill(house: &House) -> String {
    let guest = house.guest().await;
    let told = async {
        loop {
            match guest.get("/healthz").await {
                well if well.status == 200 => sleep(Duration::from_millis(50)).await,
                ill => return ill.problem(503),
            }
        }
    };
    timeout(PATIENCE, told).await.expect("it is noticed")
}

/// A match that has begun, with one person at both seats.
async fn playing(house: &House) -> Visitor {
    let ann = house.guest().await;
    let code = ann.open_game("polar-dare", &["me", "me"]).await;
    let mut ann = ann.join(&code).await;
    ann.wait(|table| table.seats.phase == Phase::Playing).await;
    ann
}

#[tokio::test]
async fn a_health_check_writes() {
    let house = House::open(hasty()).await;
    let file = rusqlite::Connection::open(house.file()).unwrap();
    file.execute("UPDATE health SET written = 1", []).unwrap();
    house.check_well().await;
    let written: i64 = file.query_row("SELECT written FROM health", [], |row| row.get(0)).unwrap();
    assert!(written > 1);
}

/// Deleted, replaced, its log deleted: noticed, told, and over when the file is back.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_vanished_or_was_replaced_is_noticed_and_players_are_told() {
    let house = House::open(hasty()).await;
    let mut ann = playing(&house).await;
    ann.act(1, "roll").await;
    let (seat, action) = ann.legal().swap_remove(0);
    let submit = |id: u64, n: u32| json!({ "submit": { "id": id, "after": n, "seat": seat, "action": action } });
    let away = house.file().with_extension("away");
    for (suffix, replaced, why) in [
        ("", false, "tables.db is gone, so nothing can be saved"),
        ("", true, "tables.db was replaced by another file"),
        ("-wal", false, "tables.db-wal is gone"),
        ("-wal", true, "tables.db-wal was replaced"),
    ] {
        let name = beside(&house.file(), suffix);
        fs::rename(&name, &away).unwrap();
        if replaced {
            fs::copy(&away, &name).unwrap();
        }
        let told = ill(&house).await;
        assert!(told.contains(why) && !told.contains('/'), "{told}");
        let n = ann.table.n;
        let told = ann.refused(submit(crate::common::fresh_id(), n)).await;
        assert_eq!(told, "The server could not save this, so it did not happen. Try again.");
        let opened = house.guest().await.post("/api/tables", r#"{"game":"polar-dare","seats":["me","me"]}"#).await;
        assert!(opened.problem(500).contains("nothing can be saved"));
        fs::rename(&away, &name).unwrap();
        house.check_well().await;
    }
    ann.act(seat, &action).await;
    ann.check_fresh().await;
}

/// Found while nobody plays, and told by the next health check without any write of the table's.
#[tokio::test]
async fn another_program_that_holds_the_file_is_named_as_the_reason() {
    let house = House::open(hasty()).await;
    let thief = rusqlite::Connection::open(house.file()).unwrap();
    thief.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(ill(&house).await, "another program holds tables.db; close that program");
    thief.execute_batch("ROLLBACK").unwrap();
    house.check_well().await;
}

#[tokio::test]
async fn a_file_has_one_owner_under_all_its_names() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("tables.db"), folder.path().join("other.db"));
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    fs::hard_link(&file, &link).unwrap();
    let why = refused(&link);
    assert!(why.contains("is in use by another server, under another name of the same file"), "{why}");
    // Nor does it help to take the lock file away.
    fs::remove_file(beside(&file, "-lock")).unwrap();
    assert!(refused(&file).contains("is in use by another server"));
    store.ping().await.unwrap();
    drop(store);
    drop(Sqlite::open(&link, Wait::Commit).unwrap());
}

#[test]
fn only_the_owner_reads_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.db");
    let mode = |suffix| fs::metadata(beside(&file, suffix)).unwrap().mode() & 0o777;
    let suffixes = ["", "-wal", "-shm", "-lock"];
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    assert_eq!(suffixes.map(mode), [0o600; 4], "new files");
    drop(store);
    for suffix in ["", "-lock"] {
        fs::set_permissions(beside(&file, suffix), fs::Permissions::from_mode(0o644)).unwrap();
    }
    let _store = Sqlite::open(&file, Wait::Commit).unwrap();
    assert_eq!(suffixes.map(mode), [0o600; 4], "files of older programs");
}

#[tokio::test]
async fn broken_pages_are_found_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.db");
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    for table in 0..40 {
        let entries = (0..20).map(|n| format!("{table} {n} {}", "x".repeat(100))).collect();
        store.create(row(&format!("t{table}")), entries, summary()).await.unwrap();
    }
    store.close().await.unwrap();
    let whole = fs::read(&file).unwrap();
    assert!(whole.len() > 20 * 4096);
    let mut zeroed = whole.clone();
    zeroed[10 * 4096..12 * 4096].fill(0);
    fs::write(&file, zeroed).unwrap();
    let why = refused(&file);
    assert!(why.contains("tables.db is damaged (") && why.contains(".recover"), "{why}");
    fs::write(&file, &whole[..10 * 4096]).unwrap();
    let why = refused(&file);
    assert!(why.contains("is damaged ("), "{why}");
    fs::write(&file, &whole).unwrap();
    drop(Sqlite::open(&file, Wait::Commit).unwrap());
}

#[tokio::test]
async fn a_changed_entry_is_found_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.db");
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    for code in ["fox", "owl"] {
        let id = store.create(row(code), vec!["a".to_owned(), "b".to_owned()], summary()).await.unwrap();
        store.append(id, 3, "c".to_owned(), None).await.unwrap();
    }
    let thief = rusqlite::Connection::open(&file).unwrap();
    let find = "SELECT entries.id FROM entries JOIN tables ON tables.id = table_id WHERE code = 'fox' AND n = 2";
    for (change, back, damage) in [
        (format!("UPDATE entries SET entry = 'B' WHERE id = ({find})"), "entry = 'b'", Damage::Entry(2)),
        (
            format!("UPDATE entries SET entry = CAST(x'ff' AS TEXT) WHERE id = ({find})"),
            "entry = 'b'",
            Damage::Entry(2),
        ),
        (format!("UPDATE entries SET n = 5 WHERE id = ({find})"), "n = 2", Damage::Entry(2)),
        (format!("UPDATE entries SET table_id = 9 WHERE id = ({find})"), "table_id = 1", Damage::Entry(2)),
        (format!("UPDATE entries SET hash = NULL WHERE id = ({find})"), "", Damage::Entry(2)),
    ] {
        let id: i64 = thief.query_row(find, [], |row| row.get(0)).unwrap();
        thief.execute_batch(&change).unwrap();
        let found = store.open("fox").await.unwrap().unwrap();
        assert_eq!(found.damage, Some(damage), "{change}");
        assert_eq!(store.open("owl").await.unwrap().unwrap().damage, None);
        let checked = Sqlite::check(&file, |_| None).unwrap();
        assert_eq!(checked.faults, [format!("table fox: {damage}")], "{change}");
        if !back.is_empty() {
            thief.execute_batch(&format!("UPDATE entries SET {back} WHERE id = {id}")).unwrap();
        }
    }
    thief.execute_batch("UPDATE tables SET seats = 3 WHERE code = 'owl'").unwrap();
    assert_eq!(store.open("owl").await.unwrap().unwrap().damage, Some(Damage::Row));
}

/// Bits change anywhere in a file: whatever is then told of a table is as it was written, or the damage is found.
#[tokio::test]
async fn no_bit_changes_unnoticed() {
    let flips = std::env::var("POLYNYA_FLIPS").map_or(150, |text| text.parse().expect("a number"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.db");
    golden(&file);
    drop(Sqlite::open(&file, Wait::Commit).unwrap());
    let whole = fs::read(&file).unwrap();
    let codes: Vec<String> = tables().into_iter().map(|table| table.code).collect();
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    let mut before = Vec::new();
    for code in &codes {
        before.push(store.open(code).await.unwrap().unwrap());
    }
    drop(store);
    let (mut luck, mut found, mut refusals) = (Chance(17), 0, 0);
    let flipped = folder.path().join("flipped.db");
    for _ in 0..flips {
        let (byte, bit) = (luck.below(whole.len()), luck.below(8));
        let mut bytes = whole.clone();
        bytes[byte] ^= 1 << bit;
        fs::write(&flipped, bytes).unwrap();
        let Ok(store) = Sqlite::open(&flipped, Wait::Commit) else {
            refusals += 1;
            continue;
        };
        for (code, before) in codes.iter().zip(&before) {
            match store.open(code).await {
                Ok(Some(stored)) if stored.damage.is_none() => {
                    let (told, written) = (&stored, before);
                    assert_eq!(told.entries, written.entries, "bit {bit} of byte {byte} in {code}");
                    let public = written.row.public;
                    assert_eq!(NewRow { public, ..told.row.clone() }, written.row, "bit {bit} of byte {byte}");
                }
                // Found when it is read, and by the check of the whole file.
                _ => {
                    let checked = Sqlite::check(&flipped, |_| None);
                    assert!(
                        checked.is_err() || !checked.unwrap().faults.is_empty(),
                        "bit {bit} of byte {byte} in {code}"
                    );
                    found += 1;
                }
            }
        }
    }
    println!("{flips} bits changed: {found} tables found damaged, {refusals} files refused, none told wrongly");
    assert!(found > 0);
}

/// The table with the changed entry is shown as it was before it; the others go on.
#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_table_is_shown_and_cannot_be_played_on() {
    let house = House::open(hasty()).await;
    let (mut ann, mut other) = (playing(&house).await, playing(&house).await);
    ann.act(1, "roll").await;
    let changed = ann.table.n + 1;
    let (seat, action) = ann.legal().swap_remove(0);
    ann.act(seat, &action).await;
    ann.send_text(r#"{"say":{"text":"after it"}}"#).await;
    ann.wait(|table| !table.chat.is_empty()).await;
    let (code, guest) = (ann.table.code.clone(), ann.guest.clone());
    drop(ann);
    let house = house
        .reopen_damaged(|file| {
            let change = "UPDATE entries SET entry = replace(entry, 'e', 'E') WHERE n = ?1
                AND table_id = (SELECT id FROM tables WHERE code = ?2)";
            let file = rusqlite::Connection::open(file).unwrap();
            assert_eq!(file.execute(change, rusqlite::params![changed, code]).unwrap(), 1);
        })
        .await;
    let guest = house.same(&guest);
    let mut ann = guest.join(&code).await;
    let why = format!(
        "Entry {changed} was changed on the disk. The table is shown as it stood before, and cannot be played on."
    );
    assert_eq!(ann.table.closed.as_deref(), Some(why.as_str()));
    assert_eq!((ann.table.steps, ann.table.chat.len(), ann.table.n), (2, 1, changed + 1));
    assert!(ann.table.choices.is_empty() && ann.table.undo.is_empty() && ann.table.awaited.is_empty());
    let n = ann.table.n;
    let submit = json!({ "submit": { "id": 77, "after": n, "seat": seat, "action": action } });
    assert_eq!(ann.refused(submit).await, why);
    assert_eq!(ann.refused(json!({ "say": { "text": "hello" } })).await, why);
    for what in ["", "/record", "/replay", "/draws"] {
        let answer = guest.get(&format!("/api/tables/{code}{what}")).await;
        assert_eq!(answer.status, 200, "{what}: {}", answer.text());
    }
    let mut other = house.same(&other.guest).join(&std::mem::take(&mut other.table.code)).await;
    other.act(1, "roll").await;
    house.check_well().await;
}

/// Nobody sees an error of the server where a table cannot be shown at all.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_own_row_was_changed_says_so() {
    let house = House::open(hasty()).await;
    let ann = playing(&house).await;
    let code = ann.table.code.clone();
    drop(ann);
    let house = house
        .reopen_damaged(|file| {
            let file = rusqlite::Connection::open(file).unwrap();
            file.execute("UPDATE tables SET secret = 'no hexadecimal digits'", []).unwrap();
        })
        .await;
    let told = house.guest().await.get(&format!("/api/tables/{code}/record")).await.problem(410);
    assert!(told.contains("the table itself was changed on the disk"), "{told}");
}

/// A planned stop is no accident: nothing is written that could fail, whoever plays and comes back meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_opens_a_table_while_the_server_stops() {
    let house = House::open(hasty()).await;
    let mut ann = playing(&house).await;
    let (server, code) = (std::sync::Arc::clone(&house.server), ann.table.code.clone());
    let stopping = tokio::spawn(house.reopen());
    ann.until(|message| matches!(message, Message::Closing).then_some(())).await;
    let told = server.table(std::net::Ipv4Addr::LOCALHOST.into(), &code).await.err().map(|error| error.to_string());
    assert_eq!(told.as_deref(), Some("The server is stopping; come back in a moment."));
    drop(server);
    stopping.await.unwrap().check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_counts_tell_how_long_commits_take_and_what_waits() {
    let house = House::open(hasty()).await;
    let ann = house.guest().await;
    let code = ann.open_game("polar-dare", &["me", "open"]).await;
    let mut ann = ann.join(&code).await;
    ann.send(&Command::Say { text: "Hello".to_owned() }).await;
    ann.wait(|table| table.chat.len() == 1).await;
    // What was added to the luck, and what was said.
    assert_eq!(house.count("polynya_commit_seconds_count").await, 2);
    assert_eq!(house.count(r#"polynya_commit_seconds_bucket{le="+Inf"}"#).await, 2);
    for queue in ["commits", "bots", "hints", "jobs", "analyses", "tables"] {
        assert_eq!(house.count(&format!("polynya_waiting{{queue=\"{queue}\"}}")).await, 0);
    }
    assert!(house.count("polynya_backlog_bytes").await >= 0);
}
