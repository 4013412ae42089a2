//! What was luck and what was skill, asked over HTTP.

use polynya_server::protocol::MatchAnalysis;
use serde_json::Value;

use crate::common::{House, hasty};

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
