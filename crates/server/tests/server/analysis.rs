//! What was luck and what was skill, asked over HTTP.

use polynya_engine::Seed;
use polynya_server::protocol::MatchAnalysis;
use polynya_server::store::KeptAnalysis;
use serde_json::{Value, json};

use crate::common::{House, games, hasty};

/// A match of Polar Dare! that is over.
const RECORD: &str = include_str!("../../../catalog/tests/records/all-seeded.jsonl");

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_is_over_is_analysed_and_one_that_goes_on_is_not() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    let line = RECORD.lines().next().expect("the file holds a record");
    let import = async |record: &str| {
        let opened = guest.post("/api/records", record).await;
        assert_eq!(opened.status, 201, "{}", opened.text());
        opened.json()["code"].as_str().expect("a table has a code").to_owned()
    };
    let code = import(line).await;
    let told = guest.get(&format!("/api/tables/{code}/analysis")).await;
    assert_eq!(told.status, 200, "{}", told.text());
    let analysis: MatchAnalysis = serde_json::from_slice(&told.body).expect("it is an analysis");
    for seat in 0..analysis.start.len() {
        let sum = analysis.start[seat] + analysis.luck[seat] + analysis.skill[seat];
        assert!((sum - analysis.result[seat]).abs() < 1e-9, "seat {seat}");
    }
    let again = guest.get(&format!("/api/tables/{code}/analysis")).await;
    assert_eq!(again.body, told.body);
    let progress = async |code: &str| guest.get(&format!("/api/tables/{code}/analysis/progress")).await.json();
    assert_eq!(progress(&code).await["state"], "kept");
    let kept = house.server.store.papers().analysis(&code).await.unwrap().expect("it was kept");
    assert_eq!(kept.told.as_bytes(), told.body);
    // It is made once: what is kept is what is told, and judges of another version make it anew.
    let other = KeptAnalysis { told: "{\"kept\":true}".to_owned(), ..kept.clone() };
    house.server.store.papers().keep_analysis(code.clone(), other).await.unwrap();
    let (house, guest) = {
        let house = house.reopen().await;
        let guest = house.same(&guest);
        (house, guest)
    };
    assert_eq!(guest.get(&format!("/api/tables/{code}/analysis")).await.text(), "{\"kept\":true}");
    let older = KeptAnalysis { version: kept.version + 1, told: "{}".to_owned() };
    house.server.store.papers().keep_analysis(code.clone(), older).await.unwrap();
    let (house, guest) = {
        let house = house.reopen().await;
        let guest = house.same(&guest);
        (house, guest)
    };
    let progress = async |code: &str| guest.get(&format!("/api/tables/{code}/analysis/progress")).await.json();
    assert_eq!(progress(&code).await["state"], "none");
    assert_eq!(guest.get(&format!("/api/tables/{code}/analysis")).await.body, told.body);
    let import = async |record: &str| {
        let opened = guest.post("/api/records", record).await;
        assert_eq!(opened.status, 201, "{}", opened.text());
        opened.json()["code"].as_str().expect("a table has a code").to_owned()
    };

    let mut begun: Value = serde_json::from_str(line).expect("a record is JSON");
    let steps = begun["steps"].as_array_mut().expect("a record has steps");
    steps.truncate(2);
    begun["result"] = Value::Null;
    if let Some(record) = begun.as_object_mut() {
        record.remove("seed");
        record.remove("luck");
    }
    let code = import(&begun.to_string()).await;
    let refused = guest.get(&format!("/api/tables/{code}/analysis")).await;
    assert!(refused.problem(409).contains("when it is over"));
    assert!(guest.get("/api/tables/nowhere/analysis").await.problem(404).contains("nowhere"));
    house.check_well().await;
}

/// A match of Polar Dare! in which nobody ever gets anywhere, until its turns are over.
fn endless(turns: u32) -> String {
    let options = json!({ "turn_limit": turns }).to_string();
    let mut table = games().get("polar-dare").unwrap().open(&options, 2, Seed::of("endless")).unwrap().prefix(0);
    let turn = ["1 roll", "* P2", "1 slide a1 n", "1 slide a1 s", "2 roll", "* P2", "2 slide a1 n", "2 slide a1 s"];
    for words in turn.iter().cycle() {
        if table.result().is_some() {
            break;
        }
        table.push(&words.parse().unwrap()).unwrap();
    }
    table.record(None).write()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_thousands_of_turns_is_not_analysed_and_somebody_is_told_what_to_do() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    let opened = guest.post("/api/records", endless(1600)).await;
    assert_eq!(opened.status, 201, "{}", opened.text());
    let code = opened.json()["code"].as_str().unwrap().to_owned();
    let told = guest.get(&format!("/api/tables/{code}/analysis")).await.problem(409);
    assert!(told.contains("steps, and one of at most 6000 is analysed here"), "{told}");
    assert!(told.contains("polynya analyse match.json"), "{told}");
    // Its replay and its record are told as ever.
    assert_eq!(guest.get(&format!("/api/tables/{code}/replay")).await.status, 200);
    house.check_well().await;
}
