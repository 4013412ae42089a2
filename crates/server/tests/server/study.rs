//! The analysis board over HTTP: lines that are moved on freely, their dice, what is shared, and its bounds.

use polynya_engine::Seed;
use polynya_server::protocol::{SharedStudy, StepAnalysis, StudyState};
use polynya_server::store::{KeptStudy, MAX_STUDIES};
use serde_json::{Value, json};

use crate::common::postgres::database;
use crate::common::{Guest, House, games, hasty};

const VARIED: &str = include_str!("../../../catalog/tests/records/all-varied.jsonl");
const SEEDED: &str = include_str!("../../../catalog/tests/records/all-seeded.jsonl");

/// A match of Polar Dare! that has gone so far.
fn record(steps: &[&str]) -> Value {
    json!({"polynya": 1, "game": "polar-dare", "rules": 1, "seats": 2, "steps": steps, "result": null})
}

async fn told(guest: &Guest, line: Value) -> StudyState {
    let answer = guest.post("/api/study", line.to_string()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    serde_json::from_slice(&answer.body).expect("it is a line")
}

#[tokio::test(flavor = "multi_thread")]
async fn both_sides_and_the_dice_are_moved_freely() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    let begin = told(&guest, json!({"record": record(&[])})).await;
    assert_eq!((begin.choices.len(), begin.awaited.as_slice(), begin.outcomes.len()), (1, &[1][..], 0));
    let rolls = told(&guest, json!({"record": record(&["1 roll"]), "from": 1})).await;
    assert!(rolls.log.is_empty() && rolls.choices.is_empty() && !rolls.same);
    let words: Vec<&str> = rolls.outcomes.iter().map(|outcome| outcome.words.as_str()).collect();
    assert_eq!(words, ["B3", "P2", "P3", "P4"]);
    assert!(
        rolls.outcomes.iter().all(|outcome| outcome.weight > 0 && !outcome.told.is_empty()),
        "{:?}",
        rolls.outcomes
    );
    let chosen = told(&guest, json!({"record": record(&["1 roll", "* P2"]), "from": 1})).await;
    assert_eq!((chosen.log.len(), chosen.changes.len()), (1, 1));
    assert!(!chosen.choices[0].legal.is_empty());
    let fell = told(&guest, json!({"record": record(&["1 roll"]), "from": 1, "dice": "new"})).await;
    assert!(!fell.log.is_empty() && fell.outcomes.is_empty() && !fell.choices.is_empty());

    for (line, words) in [
        (json!({"record": record(&["1 roll", "* P9"])}), "steps[1]: "),
        (json!({"record": record(&["2 roll"])}), "steps[0]: "),
        (json!({"record": record(&["1 roll"]), "dice": "same"}), "are not known here"),
        (
            json!({"record": {"polynya": 1, "game": "chess", "rules": 1, "seats": 2, "steps": [], "result": null}}),
            "chess",
        ),
    ] {
        let refused = guest.post("/api/study", line.to_string()).await.problem(409);
        assert!(refused.contains(words), "{refused}");
    }
    assert!(guest.post("/api/study", r#"{"record":{},"move":1}"#).await.problem(400).contains("no line of a study"));
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dice_of_a_match_go_on_by_their_numbers_on_the_board_and_at_a_table() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    let whole: Value = SEEDED
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .find(|record| record["game"] == "polar-dare")
        .expect("there is one");
    let steps: Vec<String> = serde_json::from_value(whole["steps"].clone()).unwrap();
    let draw = steps.iter().rposition(|step| step.starts_with("* ")).expect("something was rolled");
    let first = steps[..draw].iter().rposition(|step| !step.starts_with('*')).map_or(0, |at| at + 1);
    let mut cut = whole.clone();
    (cut["steps"], cut["result"]) = (json!(steps[..first]), Value::Null);
    let fell = told(&guest, json!({"record": cut, "from": first, "dice": "same"})).await;
    assert!(fell.same || fell.outcomes.is_empty());
    let said: Vec<String> = fell.log.iter().map(|entry| format!("* {}", entry.words)).collect();
    assert_eq!(said, steps[first..first + said.len()]);

    let opened = guest.post("/api/records?dice=same", cut.to_string()).await;
    assert_eq!(opened.status, 201, "{}", opened.text());
    let code = opened.json()["code"].as_str().unwrap().to_owned();
    let played = guest.get(&format!("/api/tables/{code}/record")).await.json();
    assert_eq!(played["steps"].as_array().unwrap()[first..], steps[first..first + said.len()]);
    assert!(played["seed"].is_null(), "the dice to come are told to nobody: {played}");
    let visitor = guest.join(&code).await;
    assert!(visitor.table.highlights.iter().any(|words| words.contains("dice of a match that was played before")));

    let unknown = guest.post("/api/records?dice=same", record(&["1 roll"]).to_string()).await.problem(409);
    assert!(unknown.contains("no seed"), "{unknown}");
    assert_eq!(guest.post("/api/records?dice=loaded", cut.to_string()).await.status, 400);
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_is_judged_beside_the_best() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    let judged = async |steps: &[&str]| {
        let answer = guest.post("/api/study/judged", json!({"record": record(steps)}).to_string()).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        serde_json::from_slice::<StepAnalysis>(&answer.body).expect("it is a step")
    };
    let good = judged(&["1 roll", "* P3", "1 hop start a1"]).await;
    let best = good.cost == Some(0.0);
    // Whoever slides a floe away before the first penguin has landed is not better off.
    let other = judged(&["1 roll", "* P3", "1 slide d1 n"]).await;
    assert!(best || !good.better.is_empty());
    assert!(other.cost.unwrap() >= good.cost.unwrap(), "{other:?}");
    assert_eq!(judged(&["1 roll", "* P3"]).await.seat, None);
    let nothing = guest.post("/api/study/judged", json!({"record": record(&[])}).to_string()).await.problem(409);
    assert!(nothing.contains("without steps"), "{nothing}");
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_is_kept_behind_its_link_on_every_store() {
    for house in [House::open(hasty()).await, House::on_database(hasty(), &database().await).await] {
        let guest = house.guest().await;
        let line = VARIED.lines().next().unwrap();
        let shared = guest.post("/api/studies", line).await;
        assert_eq!(shared.status, 201, "{}", shared.text());
        let SharedStudy { id } = serde_json::from_slice(&shared.body).unwrap();
        let kept = guest.get(&format!("/api/studies/{id}")).await;
        assert_eq!((kept.status, kept.text().as_str()), (200, line));
        assert!(guest.get("/api/studies/0000000000000000").await.problem(404).contains("no study"));
        assert!(guest.get("/api/studies/../../x").await.status >= 400);

        let mut astray: Value = serde_json::from_str(line).unwrap();
        astray["variations"][0]["steps"][1] = json!("1 hop start d4");
        let refused = guest.post("/api/studies", astray.to_string()).await.problem(409);
        assert!(refused.contains("variations[0].steps[1]: "), "{refused}");
        let mut long: Value = serde_json::from_str(line).unwrap();
        long["notes"] = json!({"0": "ice ".repeat(40_000)});
        assert!(guest.post("/api/studies", long.to_string()).await.problem(409).contains("128 kilobytes"));
        let many = json!({"at": 5, "steps": ["2 roll"]});
        long["variations"] = json!(vec![many; 501]);
        assert!(guest.post("/api/studies", long.to_string()).await.problem(409).contains("500 lines"));

        // The oldest make room, and what is older than it shall be kept goes.
        let papers = house.server.store.papers();
        let study = |number: u32| KeptStudy { id: format!("x{number}"), kept: 7, record: "{}".to_owned() };
        if std::env::var_os("POLYNYA_STUDIES").is_some() {
            for number in 0..MAX_STUDIES {
                papers.keep_study(study(number)).await.unwrap();
            }
            assert_eq!(papers.study(&id).await.unwrap(), None);
        } else {
            papers.keep_study(study(1)).await.unwrap();
        }
        assert_eq!(papers.study("x1").await.unwrap().as_deref(), Some("{}"));
        let day = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(8);
        assert!(papers.expire_studies(day).await.unwrap() >= 1);
        assert_eq!(papers.study("x1").await.unwrap(), None);
        house.check_well().await;
    }
}

/// Every game can be moved on: at each step of a random match the board offers what the match offers.
#[tokio::test(flavor = "multi_thread")]
async fn matches_of_every_game_are_told_on_the_board() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    for game in games().iter() {
        let seats = *game.info().seats.start().max(&2);
        let table = game.open("{}", seats, Seed::of("study")).unwrap();
        let record: Value = serde_json::from_str(&table.record(None).write()).unwrap();
        let state = told(&guest, json!({"record": record})).await;
        assert_eq!((state.log.len(), state.changes.len()), (table.len(), table.len()), "{}", game.info().id);
        assert!(state.outcomes.is_empty() && !state.choices.is_empty(), "{}", game.info().id);
        assert_eq!(state.names.len(), usize::from(seats));
    }
    house.check_well().await;
}
