//! What is told of a match before it begins, and what is remembered of it when it is far.

use crate::common::{Chance, House, hasty};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn every_game_tells_how_it_begins() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    for game in guest.get("/api/games").await.json().as_array().expect("a list of games") {
        let id = game["id"].as_str().expect("a game has an id");
        // As printed; Polar Dare! and its port print no age, and how long Polar Dare! takes is reported.
        let (minutes, ages) = match id {
            "polar-dare" => (30, None),
            "piecepack-dare" => (20, None),
            "rescue-polar-bears" => (45, Some(10)),
            "ice-breakers" => (60, Some(10)),
            _ => (30, Some(10)),
        };
        assert_eq!((game["minutes"].as_u64(), game["ages"].as_u64()), (Some(minutes), ages), "{id}");
        let set_up = guest.get(&format!("/api/games/{id}/set-up")).await.json();
        assert!(set_up["view"].is_object(), "{id}");
        let cards = set_up["reference"].as_array().expect("reference cards");
        let primer = set_up["primer"].as_array().expect("how it is won");
        assert!(primer.len() >= 3 && primer.iter().all(Value::is_string), "{id}");
        assert!(!cards.is_empty() && cards.iter().all(|card| card["lines"][0]["text"].is_string()), "{id}");
    }
    let labels = |set_up: &Value| {
        let cards = set_up["reference"].as_array().expect("reference cards").clone();
        let card = cards.into_iter().find(|card| card["id"] == "labels").expect("the labels of the die");
        card["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["sign"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let die = r#"{"die":["B3","B3","B3","P2","P2","P4"]}"#.replace('"', "%22");
    let set_up = guest.get(&format!("/api/games/polar-dare/set-up?options={die}")).await.json();
    assert_eq!(labels(&set_up), ["B3", "B3", "B3", "P2", "P2", "P4"]);
    let wrong = guest.get("/api/games/polar-dare/set-up?options=%7B%22no%22:1%7D").await.problem(409);
    assert!(wrong.contains("no"), "{wrong}");
    guest.get("/api/games/chess/set-up").await.problem(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn how_a_match_begins_is_worked_out_once() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    let asked = async |options: &str| {
        let answer = guest.get(&format!("/api/games/polar-dare/set-up?options={options}")).await;
        (answer.status, answer.header("etag").unwrap_or_default().to_owned())
    };
    let (usual, short) = ("%7B%7D", "%7B%22turn_limit%22:5%7D");
    let first = asked(short).await;
    assert_eq!(first.0, 200);
    assert_eq!(asked(short).await, first);
    assert_eq!(asked(usual).await.0, 200);
    assert_eq!(house.server.set_ups.count(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_polar_tracker_is_whole_after_a_restart_and_in_the_replay() {
    let house = House::open(hasty()).await;
    let host = house.guest().await;
    let code = host.open(json!({ "game": "polar-roller", "seats": ["me", "me", "me"] })).await;
    let mut visitor = host.join(&code).await;
    // Far beyond the steps of the log that a newcomer is shown.
    visitor.play_until(&mut Chance(7), |visitor| visitor.table.view["round"] == 11).await;
    let tracker = |view: &Value| view["sheets"]["1"]["tracker"].as_str().expect("a tracker").to_owned();
    let told = tracker(&visitor.table.view);
    assert!(told.split(' ').count() >= 10, "{told}");

    let house = house.reopen().await;
    let host = house.same(&host);
    let again = host.join(&code).await;
    assert!(again.table.log.first().is_some_and(|entry| entry.at > 0), "the log is whole, so this proves nothing");
    assert_eq!(tracker(&again.table.view), told);
    let replay = host.get(&format!("/api/tables/{code}/replay")).await.json();
    let mut view = replay["view"].clone();
    for change in replay["changes"].as_array().expect("changes") {
        crate::common::merge(&mut view, change);
    }
    assert_eq!(tracker(&view), told);
}
