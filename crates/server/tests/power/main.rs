//! What was acknowledged survives the loss of power: whatever part of the unsynced writes the disk has kept, in whatever
//! order, torn or whole, and also when syncs fail and their writes are lost.
//!
//! `POLYNYA_CUTS` says how often the power is cut in each test; the nightly run asks for more.

#![allow(unsafe_code, reason = "the layer under SQLite is written against its C interface")]

#[path = "../server/empty_table.rs"]
mod empty_table;
mod vfs;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use empty_table::{row, summary};
use polynya_server::store::{Sqlite, Store, StoreError, Wait};
use tempfile::TempDir;
use vfs::{Chance, Images, Power, lay_out};

const TABLES: usize = 6;

fn cuts() -> usize {
    std::env::var("POLYNYA_CUTS").map_or(20, |text| text.parse().expect("a number"))
}

fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.db");
    (folder, file)
}

/// What the people of a table know.
#[derive(Clone, Default)]
struct Ledger {
    /// Was the table opened?
    opened: bool,
    /// What was acknowledged, in order.
    done: Vec<String>,
    /// What was sent and not answered, or answered with a doubt.
    open: Option<String>,
    /// What was said not to have happened, and when.
    refused: Vec<(u64, String)>,
}

/// All tables, and a clock that goes on with every answer.
#[derive(Clone, Default)]
struct Ledgers {
    tables: Arc<Mutex<HashMap<String, Ledger>>>,
    clock: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl Ledgers {
    fn note(&self, code: &str, note: impl FnOnce(&mut Ledger, u64)) {
        let now = self.clock.fetch_add(1, Ordering::SeqCst);
        note(self.tables.lock().unwrap().get_mut(code).unwrap(), now);
    }

    fn look(&self) -> HashMap<String, Ledger> {
        self.tables.lock().unwrap().clone()
    }

    fn acknowledged(&self) -> usize {
        self.tables.lock().unwrap().values().map(|ledger| ledger.done.len()).sum()
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Opens a table and plays there until all stop; then the next one.
    async fn play(self, store: Arc<Sqlite>, number: usize) {
        let mut luck = Chance(number as u64);
        for table in 0.. {
            let code = format!("t{number}-{table}");
            self.tables.lock().unwrap().insert(code.clone(), Ledger::default());
            let id = loop {
                if self.stopped() {
                    return;
                }
                match store.create(row(&code), vec![first(&code)], summary()).await {
                    Ok(id) => break id,
                    // It was a doubt that was unfounded: nobody else uses this code.
                    Err(StoreError::Taken) => return,
                    Err(_) => {}
                }
            };
            self.note(&code, |ledger, _| (ledger.opened, ledger.done) = (true, vec![first(&code)]));
            for n in 2..2 + luck.below(60) as u32 {
                if !self.append(&store, &code, id, n, &mut luck).await {
                    return;
                }
            }
        }
    }

    /// Sends one entry until it is acknowledged; `false` if all stop before.
    async fn append(&self, store: &Sqlite, code: &str, id: i64, n: u32, luck: &mut Chance) -> bool {
        let text = |luck: &mut Chance| format!("{code} {n} {:x} {}", luck.bits(), "x".repeat(luck.below(300)));
        let mut entry = text(luck);
        while !self.stopped() {
            self.note(code, |ledger, _| ledger.open = Some(entry.clone()));
            match store.append(id, n, entry.clone(), None).await {
                Ok(()) => {
                    self.note(code, |ledger, _| ledger.done.extend(ledger.open.take()));
                    return true;
                }
                Err(StoreError::Broken(_)) => {
                    self.note(code, |ledger, now| {
                        ledger.refused.extend(ledger.open.take().map(|entry| (now, entry)));
                    });
                    entry = text(luck);
                }
                // Nobody knows; the same is sent again.
                Err(StoreError::Unsure(_)) => {}
                Err(other) => panic!("{code} {n}: {other:?}"),
            }
        }
        false
    }
}

fn first(code: &str) -> String {
    format!("{code} 1")
}

/// Opens what a cut has left with the real store, and compares it with what people know.
async fn check(
    images: &Images,
    before: &HashMap<String, Ledger>,
    since: u64,
    after: &HashMap<String, Ledger>,
) -> usize {
    let (folder, file) = file();
    lay_out(images, folder.path());
    let _power = Power::over(folder.path(), 1);
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    let mut entries = 0;
    for (code, after) in after {
        let stored = store.open(code).await.unwrap();
        let known = before.get(code);
        let Some(stored) = stored else {
            assert!(!known.is_some_and(|known| known.opened), "{code} is lost");
            continue;
        };
        assert_eq!(stored.damage, None, "{code}");
        let done = known.map_or(&[][..], |known| &known.done);
        assert!(stored.entries.starts_with(done), "an acknowledged entry of {code} is lost: {:?}", stored.entries);
        let may: Vec<&String> = after.refused.iter().filter(|(when, _)| *when >= since).map(|(_, text)| text).collect();
        for (at, entry) in stored.entries.iter().enumerate() {
            let known = after.done.get(at) == Some(entry) || after.open.as_ref() == Some(entry) || at == 0;
            // What was refused only after the cut may have been on its way.
            let last = at + 1 == stored.entries.len();
            assert!(known || (last && may.contains(&entry)), "entry {} of {code} never happened: {entry}", at + 1);
        }
        assert!(stored.entries.len() <= after.done.len() + 1, "an entry of {code} is there twice");
        entries += stored.entries.len();
    }
    // And it goes on.
    store.ping().await.unwrap();
    drop(store);
    let checked = Sqlite::check(&file, |_| None).unwrap();
    assert_eq!(checked.faults, [""; 0]);
    entries
}

/// Cuts in one file; then the next one is begun.
const CUTS: usize = 25;

/// Plays under disks of which so many of a thousand syncs fail, and cuts their power again and again.
async fn cut_while_playing(failing: usize, seed: u64) {
    let mut sum = [0; 4];
    for round in 0..cuts().div_ceil(CUTS) {
        let part = CUTS.min(cuts() - round * CUTS);
        let found = cut_one_file(part, failing, seed + 100 * round as u64).await;
        sum = std::array::from_fn(|at| sum[at] + found[at]);
    }
    let [acknowledged, failed, refused, entries] = sum;
    println!(
        "{} cuts, {acknowledged} acknowledged, {failed} failed syncs, {refused} refused: none lost, doubled, reordered or \
         undone; {entries} entries in the last files",
        cuts()
    );
    assert!(failing == 0 || failed > 0);
}

/// Does so with one file; returns how much was acknowledged, failed, was refused, and stood in the end.
async fn cut_one_file(cuts: usize, failing: usize, seed: u64) -> [usize; 4] {
    let (folder, file) = file();
    let power = Power::over(folder.path(), seed);
    let store = Arc::new(Sqlite::open(&file, Wait::Commit).unwrap());
    power.fail(failing);
    let ledgers = Ledgers::default();
    let players: Vec<_> =
        (0..TABLES).map(|number| tokio::spawn(ledgers.clone().play(Arc::clone(&store), number))).collect();
    let mut luck = Chance(seed);
    let mut entries = 0;
    for _ in 0..cuts {
        let (now, more) = (ledgers.acknowledged(), luck.below(30));
        while ledgers.acknowledged() < now + more {
            tokio::time::sleep(Duration::from_micros(200)).await;
        }
        tokio::time::sleep(Duration::from_micros(luck.below(4000) as u64)).await;
        let (since, before) = (ledgers.clock.load(Ordering::SeqCst), ledgers.look());
        let images = power.cut();
        let after = ledgers.look();
        entries = check(&images, &before, since, &after).await;
    }
    ledgers.stop.store(true, Ordering::Relaxed);
    for player in players {
        player.await.unwrap();
    }
    let refused: usize = ledgers.look().values().map(|ledger| ledger.refused.len()).sum();
    [ledgers.acknowledged(), power.failed(), refused, entries]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_loses_nothing_that_was_acknowledged() {
    cut_while_playing(0, 11).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_do_syncs_that_fail() {
    cut_while_playing(50, 12).await;
}

/// The test itself is tested: it finds that something is lost where the disk lies.
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_lies_about_syncs_is_found_out() {
    let (folder, file) = file();
    let power = Power::over(folder.path(), 13);
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    power.lie();
    let id = store.create(row("fox"), vec![first("fox")], summary()).await.unwrap();
    let mut known = Ledger { opened: true, done: vec![first("fox")], ..Ledger::default() };
    for n in 2..30 {
        store.append(id, n, n.to_string(), None).await.unwrap();
        known.done.push(n.to_string());
    }
    let known = HashMap::from([("fox".to_owned(), known)]);
    let mut found = 0;
    for _ in 0..10 {
        let (images, known) = (power.cut(), known.clone());
        found += usize::from(tokio::spawn(async move { check(&images, &known, 0, &known).await }).await.is_err());
    }
    assert!(found >= 5, "{found} of 10 cuts were found to have lost something");
}

/// A cut while the file of an older program is brought up to date leaves the old file or the new one.
#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_during_a_migration_leaves_a_whole_file() {
    let golden = |file: &Path| {
        let file = rusqlite::Connection::open(file).unwrap();
        file.execute_batch(include_str!("../golden/version-1.sql")).unwrap();
    };
    let contents = |file: &Path| -> Vec<(i64, String)> {
        let file = rusqlite::Connection::open(file).unwrap();
        let mut statement = file.prepare("SELECT id, entry FROM entries ORDER BY id").unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    let (folder, file) = file();
    golden(&file);
    let (before, old) = (contents(&file), fs::read(&file).unwrap());
    let power = Power::over(folder.path(), 3);
    drop(Sqlite::open(&file, Wait::Commit).unwrap());
    let changes = power.done();
    drop(power);
    fs::write(&file, old).unwrap();
    let power = Power::over(folder.path(), 4);
    let mut luck = Chance(5);
    power.cut_at((0..cuts()).map(|_| 1 + luck.below(changes)).collect());
    drop(Sqlite::open(&file, Wait::Commit).unwrap());
    let images = power.images();
    assert!(images.len() > cuts() * 9 / 10, "the second migration is as long as the first");
    let mut versions = [0; 7];
    for images in &images {
        let (folder, file) = self::file();
        lay_out(images, folder.path());
        let version = rusqlite::Connection::open(&file)
            .unwrap()
            .pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0))
            .unwrap();
        versions[version as usize] += 1;
        drop(Sqlite::open(&file, Wait::Commit).unwrap());
        assert_eq!(contents(&file), before);
        assert_eq!(Sqlite::check(&file, |_| None).unwrap().faults, [""; 0]);
    }
    println!("{} cuts during a migration of {changes} changes: {versions:?} by version, all whole", images.len());
    assert_eq!(versions[2..].iter().sum::<usize>(), images.len());
}

#[tokio::test]
async fn a_full_disk_is_told_in_one_sentence_and_is_over_when_there_is_room() {
    let (folder, file) = file();
    let power = Power::over(folder.path(), 6);
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    let id = store.create(row("fox"), vec!["a".to_owned()], summary()).await.unwrap();
    power.fill(true);
    let full = "the disk is full, so tables.db cannot grow; make room there";
    assert_eq!(store.ping().await, Err(StoreError::Broken(full.to_owned())));
    assert_eq!(store.append(id, 2, "b".to_owned(), None).await, Err(StoreError::Broken(full.to_owned())));
    power.fill(false);
    store.ping().await.unwrap();
    store.append(id, 2, "c".to_owned(), None).await.unwrap();
    drop(store);
    // And when it is full at the start.
    power.fill(true);
    let Err(StoreError::Broken(why)) = Sqlite::open(&file, Wait::Commit) else { panic!("it starts") };
    assert!(why.starts_with("the disk is full, so "), "{why}");
    power.fill(false);
    let store = Sqlite::open(&file, Wait::Commit).unwrap();
    assert_eq!(store.open("fox").await.unwrap().unwrap().entries, ["a", "c"]);
}
