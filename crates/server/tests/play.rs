//! People, watchers and bots play whole matches over real sockets, and everybody sees the same.

mod common;

use common::{Chance, House, Visitor, fresh_id, hasty};
use polynya_server::protocol::{Command, Message, Phase, Replay, Verdict};
use serde_json::{Value, json};

/// Two guests, a bot and a watcher play a match to its end.
async fn whole_match(game: &str, options: Value, seats: usize) {
    let house = House::open(hasty()).await;
    let (ann, bob, eve) = (house.guest().await, house.guest().await, house.guest().await);
    let mut wanted = vec!["me", "open", "random", "random"];
    wanted.truncate(seats);
    let code = ann.open(json!({ "game": game, "options": options, "seats": wanted, "nonce": "ann" })).await;
    let (mut one, mut two, mut watcher) = (ann.join(&code).await, bob.join(&code).await, eve.join(&code).await);
    assert_eq!(one.phase(), Phase::Gathering);
    two.sit(2).await;
    let (mut first, mut second) = (Chance(1), Chance(2));
    let play = async |visitor: &mut Visitor, luck: &mut Chance| {
        let mut looks = 0;
        while visitor.table.over.is_none() {
            let steps = visitor.table.steps + 40;
            visitor.play_until(luck, |visitor| visitor.table.over.is_some() || visitor.table.steps > steps).await;
            if looks < 3 {
                looks += 1;
                visitor.check_fresh().await;
            }
        }
        visitor.check_fresh().await;
    };
    let watch = async {
        watcher.wait(|table| table.steps > 20 || table.over.is_some()).await;
        watcher.check_fresh().await;
        watcher.wait(|table| table.over.is_some()).await;
        watcher.check_fresh().await;
    };
    tokio::join!(play(&mut one, &mut first), play(&mut two, &mut second), watch);
    assert_eq!(one.line, two.line);
    assert_eq!(one.line, watcher.line);
    assert!(watcher.table.choices.is_empty());
    one.wait(|table| table.seats.phase == Phase::Over).await;

    let record = eve.get(&format!("/api/tables/{code}/record")).await;
    assert_eq!(record.json()["steps"], json!(one.line));
    let verdict = eve.post("/api/verify", &record.body).await;
    let verdict: Verdict = serde_json::from_slice(&verdict.body).unwrap();
    assert!(verdict.holds && verdict.honest == Some(true) && verdict.draws > Some(0), "{verdict:?}");
    let replay: Replay = serde_json::from_slice(&eve.get(&format!("/api/tables/{code}/replay")).await.body).unwrap();
    let mut view = replay.view.clone();
    replay.frames.iter().for_each(|frame| common::merge(&mut view, &frame.view));
    assert_eq!(view, one.table.view);

    let imported = eve.post("/api/records", &record.body).await;
    assert_eq!(imported.status, 201, "{}", imported.text());
    let imported = imported.json()["code"].as_str().unwrap().to_owned();
    let again: Replay =
        serde_json::from_slice(&bob.get(&format!("/api/tables/{imported}/replay")).await.body).unwrap();
    assert_eq!(replay, again);
    let shown = bob.join(&imported).await.table;
    assert_eq!((shown.seats.phase, shown.view), (Phase::Over, view));
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_polar_dare_is_seen_alike_by_all() {
    whole_match("polar-dare", json!({}), 3).await;
}
