//! A store that fails at the worst moments: whoever is told that something did not happen is told the truth.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::time::{Instant, SystemTime};

use crate::common::{House, fresh_id, hasty};
use polynya_server::protocol::{Message, Phase};
use polynya_server::store::{
    Answer, Keeping, Listed, NewRow, Papers, Sqlite, Store, StoreError, Stored, Summary, TableId,
};
use serde_json::json;

/// What becomes of the next append.
const WORKS: u8 = 0;
const BROKEN: u8 = 1;
const UNSURE: u8 = 2;
/// It is written, and the one who wrote it is told that somebody else was first.
const TAKEN: u8 = 3;

struct Failing {
    store: Sqlite,
    next: Arc<AtomicU8>,
    pings: Arc<AtomicUsize>,
}

impl Store for Failing {
    fn append(&self, table: TableId, n: u32, entry: String, summary: Option<Summary>) -> Answer<'_, ()> {
        let why = "the disk is on fire".to_owned();
        match self.next.swap(WORKS, Ordering::SeqCst) {
            BROKEN => Box::pin(async move { Err(StoreError::Broken(why)) }),
            UNSURE => Box::pin(async move { Err(StoreError::Unsure(why)) }),
            TAKEN => Box::pin(async move {
                self.store.append(table, n, entry, summary).await?;
                Err(StoreError::Taken)
            }),
            _ => self.store.append(table, n, entry, summary),
        }
    }

    fn create(&self, table: NewRow, entries: Vec<String>, summary: Summary) -> Answer<'_, TableId> {
        self.store.create(table, entries, summary)
    }

    fn open<'a>(&'a self, code: &'a str) -> Answer<'a, Option<Stored>> {
        self.store.open(code)
    }

    fn summarize(&self, table: TableId, summary: Summary, touched: SystemTime) -> Answer<'_, ()> {
        self.store.summarize(table, summary, touched)
    }

    fn of_guest<'a>(&'a self, guest: &'a str, most: u32) -> Answer<'a, Vec<Listed>> {
        self.store.of_guest(guest, most)
    }

    fn public(&self, most: u32) -> Answer<'_, Vec<Listed>> {
        self.store.public(most)
    }

    fn listed<'a>(&'a self, code: &'a str) -> Answer<'a, Option<Listed>> {
        self.store.listed(code)
    }

    fn spoken<'a>(&'a self, words: &'a str) -> Answer<'a, Option<Listed>> {
        self.store.spoken(words)
    }

    fn ping(&self) -> Answer<'_, ()> {
        self.pings.fetch_add(1, Ordering::SeqCst);
        self.store.ping()
    }

    fn close(&self) -> Answer<'_, ()> {
        self.store.close()
    }

    fn keeping(&self) -> &dyn Keeping {
        self.store.keeping()
    }

    fn papers(&self) -> &dyn Papers {
        self.store.papers()
    }
}

/// The answer comes before any welcome: a client sends what is unanswered again at every welcome, and would have done
/// what it was told did not happen.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_not_to_have_happened_has_not() {
    let next = Arc::new(AtomicU8::new(WORKS));
    let shared = Arc::clone(&next);
    let house =
        House::with_store(hasty(), |store| Box::new(Failing { store, next: shared, pings: Arc::default() })).await;
    let ann = house.guest().await;
    let code = ann.open_game("polar-dare", &["me", "me"]).await;
    let mut ann = ann.join(&code).await;
    ann.wait(|table| table.seats.phase == Phase::Playing).await;
    for fault in [BROKEN, UNSURE, TAKEN] {
        let (seat, action) = ann.legal().swap_remove(0);
        let (id, n, steps) = (fresh_id(), ann.table.n, ann.table.steps);
        let submit = json!({ "submit": { "id": id, "after": n, "seat": seat, "action": action } }).to_string();
        next.store(fault, Ordering::SeqCst);
        ann.send_text(&submit).await;
        let told = ann.until(|message| match message {
            Message::Invalid { id, text } => Some((id.map(u64::from), text.clone())),
            Message::Welcome(_) => panic!("a welcome comes before the answer"),
            Message::Step { .. } => panic!("it was done"),
            _ => None,
        });
        let (answered, text) = told.await;
        match fault {
            BROKEN => {
                assert_eq!((answered, ann.table.n), (Some(id), n));
                assert_eq!(text, "The server could not save this, so it did not happen. Try again.");
            }
            // It is no answer: the client keeps the submission and sends it again.
            UNSURE => assert_eq!((answered, text.contains("sent again by itself")), (None, true)),
            _ => {
                assert_eq!((answered, text.as_str()), (Some(id), "The table has moved on since; look again."));
                ann.wait(|table| table.n == n + 1).await;
            }
        }
        // Sent again, it is done once.
        ann.send_text(&submit).await;
        ann.until(|message| match message {
            Message::Step { update, .. } => (update.id.map(u64::from) == Some(id)).then_some(()),
            Message::Duplicate { id: known } => (fault == TAKEN && known.get() == id).then_some(()),
            _ => None,
        })
        .await;
        assert!(ann.table.n == n + 1 && ann.table.steps > steps);
        ann.check_fresh().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn however_often_its_health_is_asked_the_store_writes_once_a_second() {
    let pings = Arc::new(AtomicUsize::new(0));
    let (next, shared) = (Arc::default(), Arc::clone(&pings));
    let house = House::with_store(hasty(), |store| Box::new(Failing { store, next, pings: shared })).await;
    let guest = house.guest().await;
    let began = Instant::now();
    for _ in 0..60 {
        let asked = tokio::join!(guest.get("/healthz"), guest.get("/healthz"), guest.get("/healthz"));
        assert_eq!([asked.0, asked.1, asked.2].map(|answer| answer.status), [200; 3]);
    }
    let most = began.elapsed().as_secs() as usize + 1;
    assert!((1..=most).contains(&pings.load(Ordering::SeqCst)), "{pings:?} times, at most {most}");
}
