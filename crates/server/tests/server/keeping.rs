//! Tables are looked after while the server runs: closed, deleted, forgotten; on every kind of store.

use std::time::{Duration, SystemTime};

use polynya_server::Config;
use polynya_server::protocol::{Command, Message, Phase};
use polynya_server::store::{Archived, Keeping, Postgres, Sqlite};
use serde_json::json;

use crate::common::postgres::{connect, database};
use crate::common::{Chance, House, Visitor, hasty};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A server on one of the stores, and whoever looks after that from outside.
struct Looked {
    house: House,
    keeper: Box<dyn Keeping>,
    database: Option<String>,
}

impl Looked {
    async fn at_all(config: Config) -> [Looked; 2] {
        let house = House::open(config.clone()).await;
        let keeper = Box::new(Sqlite::outside(&house.file()).unwrap());
        let address = database().await;
        let node = House::on_database(config, &address).await;
        let other = Box::new(Postgres::open(&address).await.unwrap());
        [Looked { house, keeper, database: None }, Looked { house: node, keeper: other, database: Some(address) }]
    }

    /// Does something to the rows themselves, as no command can.
    async fn sql(&self, statement: &str) {
        match &self.database {
            Some(address) => {
                connect(address).await.batch_execute(&statement.replace("FROM_", "polynya.")).await.unwrap();
            }
            None => {
                let file = rusqlite::Connection::open(self.house.file()).unwrap();
                file.busy_timeout(Duration::from_secs(5)).unwrap();
                file.execute_batch(&statement.replace("FROM_", "")).unwrap();
            }
        }
    }

    /// Everything that is kept, as text.
    async fn everything(&self) -> String {
        let mut all = String::new();
        let each = |table: Result<Archived, _>| all += &table.unwrap().write();
        match &self.database {
            Some(address) => Postgres::open(address).await.unwrap().export(each).await.unwrap(),
            None => Sqlite::export(&self.house.file(), each).unwrap(),
        }
        all
    }
}

/// Ann and Bob in the middle of a match.
async fn two_players(house: &House) -> (Visitor, Visitor) {
    let mut ann = house.guest().await;
    ann.name = "Annabel".to_owned();
    let code = ann.open_game("polar-dare", &["me", "open"]).await;
    let (mut ann, mut bob) = (ann.join(&code).await, house.guest().await.join(&code).await);
    bob.sit(2).await;
    for visitor in [&mut ann, &mut bob] {
        visitor.wait(|table| table.seats.phase == Phase::Playing && !table.awaited.is_empty()).await;
    }
    (ann, bob)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_closed_from_outside_is_shown_and_not_played_on() {
    for looked in Looked::at_all(hasty()).await {
        let (mut ann, bob) = two_players(&looked.house).await;
        let code = ann.table.code.clone();
        assert!(!looked.keeper.close_table("nothing".to_owned(), String::new()).await.unwrap());
        assert!(looked.keeper.close_table(code.clone(), "spam".to_owned()).await.unwrap());
        looked.house.server.notice().await;
        ann.wait(|table| table.closed.is_some()).await;
        let why = ann.table.closed.clone().unwrap();
        assert!(why.starts_with("Whoever runs this server has closed this table (spam)."), "{why}");
        let again = looked.house.same(&looked.house.guest().await).join(&code).await;
        assert_eq!(again.table.closed, Some(why));
        let [listed] = &looked.keeper.latest(9).await.unwrap()[..] else { panic!("one table") };
        assert_eq!((&listed.code, listed.closed.as_deref(), listed.guests), (&code, Some("spam"), 2));
        drop(bob);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_deleted_from_outside_is_gone_at_once() {
    for looked in Looked::at_all(hasty()).await {
        let (mut ann, mut other) = (two_players(&looked.house).await.0, two_players(&looked.house).await.0);
        let (code, guest) = (ann.table.code.clone(), looked.house.guest().await);
        assert!(looked.keeper.delete(code.clone()).await.unwrap());
        assert!(!looked.keeper.delete(code.clone()).await.unwrap());
        // A move before anybody has noticed is refused, and those at other tables are not.
        if let Some((seat, action)) = ann.legal().first().cloned() {
            ann.submit(7, ann.table.n, seat, &action).await;
            let refused = |message: &Message| match message {
                Message::Invalid { text, .. } => Some(text.clone()),
                _ => None,
            };
            assert!(ann.until(refused).await.starts_with("The server could not save this"));
        }
        if let Some((seat, action)) = other.legal().first().cloned() {
            other.act(seat, &action).await;
        }
        looked.house.server.notice().await;
        ann.closed().await;
        assert_eq!(guest.get(&format!("/api/tables/{code}")).await.status, 404);
        // Its number is given to no other table.
        let last = other.table.code.clone();
        assert!(looked.keeper.delete(last).await.unwrap());
        let (again, _) = two_players(&looked.house).await;
        looked.house.server.notice().await;
        let statistics = looked.keeper.statistics().await.unwrap();
        assert_eq!(statistics.tables, [("polar-dare".to_owned(), Phase::Playing, 1)]);
        assert_eq!((statistics.guests, statistics.entries), (2, u64::from(again.table.n)));
        looked.house.check_well().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_old_is_deleted_and_nothing_else() {
    let config = Config { keep: Some(90 * DAY), keep_abandoned: Some(300 * DAY), ..hasty() };
    for looked in Looked::at_all(config).await {
        let guest = looked.house.guest().await;
        let mut codes = Vec::new();
        let tables = [
            ("over", 91, true),
            ("over", 89, false),
            ("playing", 91, false),
            ("playing", 301, true),
            ("over", 0, false),
        ];
        for (phase, days, _) in tables {
            let code = guest.open_game("polar-dare", &["open", "open"]).await;
            let touched = SystemTime::now() - days * DAY;
            let touched = touched.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
            let change = format!("UPDATE FROM_tables SET phase = '{phase}', touched = {touched} WHERE code = '{code}'");
            looked.sql(&change).await;
            codes.push(code);
        }
        looked.house.server.expire().await;
        for (code, (phase, days, gone)) in codes.iter().zip(tables) {
            let found = looked.house.server.store.open(code).await.unwrap();
            assert_eq!(found.is_none(), gone, "{phase} for {days} days");
        }
        looked.house.server.expire().await;
        assert_eq!(looked.keeper.latest(9).await.unwrap().len(), 3);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_deleted_if_nobody_says_so() {
    for looked in Looked::at_all(hasty()).await {
        looked.house.guest().await.open_game("polar-dare", &["open", "open"]).await;
        looked.sql("UPDATE FROM_tables SET phase = 'over', touched = 0").await;
        looked.house.server.expire().await;
        assert_eq!(looked.keeper.latest(9).await.unwrap().len(), 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_told_everything_and_forgotten_and_the_moves_stay() {
    for looked in Looked::at_all(hasty()).await {
        let (mut ann, mut bob) = two_players(&looked.house).await;
        let (code, guest) = (ann.table.code.clone(), ann.guest.clone());
        ann.send(&Command::Say { text: "I live in Oslo".to_owned() }).await;
        bob.until(|message| matches!(message, Message::Said(_)).then_some(())).await;
        let mut luck = Chance(3);
        for _ in 0..6 {
            let (mover, other) = if ann.legal().is_empty() { (&mut bob, &mut ann) } else { (&mut ann, &mut bob) };
            let legal = mover.legal();
            let (seat, action) = legal[luck.below(legal.len())].clone();
            mover.act(seat, &action).await;
            let n = mover.table.n;
            other.wait(|table| table.n >= n).await;
        }
        let record = format!("/api/tables/{code}/record");
        let steps = bob.guest.get(&record).await.json()["steps"].clone();

        let kept = guest.get("/api/guest").await;
        assert!(kept.header("content-disposition").unwrap().contains("polynya-guest.json"));
        let kept = kept.json();
        let hash = kept["guest"].as_str().unwrap().to_owned();
        let table = json!({ "code": code, "game": "polar-dare", "opened": true, "names": ["Annabel"],
            "said": ["I live in Oslo"] });
        assert_eq!(kept["tables"], json!([table]));
        assert_eq!(looked.keeper.naming(hash.clone()).await.unwrap(), [code.as_str()]);
        let everything = looked.everything().await;
        assert!(everything.contains(&hash) && everything.contains("Annabel") && everything.contains("Oslo"));

        let forgotten = guest.ask("DELETE", "/api/guest", "", b"").await;
        assert_eq!((forgotten.status, &forgotten.json()), (200, &kept));
        assert!(forgotten.header("set-cookie").unwrap().starts_with("polynya=; Path=/; Max-Age=0"));
        bob.wait(|table| table.seats.seats[0].player == "Guest").await;
        assert_eq!(bob.guest.get(&record).await.json()["steps"], steps, "the moves stay");
        assert!(looked.keeper.naming(hash.clone()).await.unwrap().is_empty());
        drop((ann, bob));
        let everything = looked.everything().await;
        assert!(!everything.contains(&hash) && !everything.contains("Annabel") && !everything.contains("Oslo"));
        assert_eq!(guest.get("/api/guest").await.json()["tables"], json!([]));
        looked.house.check_well().await;
    }
}
