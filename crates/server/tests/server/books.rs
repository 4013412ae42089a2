//! Every example of the rule books is shown, its refusals are answered by their clauses, and it can be played on.

use std::collections::BTreeSet;

use polynya_server::protocol::{
    ExampleLineKind, GameFigure, GameMoment, Phase, PlayedExample, RuleBook, RulePart, SourceLabel, SourcedValue,
};
use serde_json::json;

use crate::common::{House, hasty, merge};

const GAMES: [&str; 5] = ["polar-dare", "piecepack-dare", "rescue-polar-bears", "ice-breakers", "polar-roller"];

#[tokio::test(flavor = "multi_thread")]
async fn every_example_of_every_book_stands_on_the_board() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    for game in GAMES {
        let book: RuleBook =
            serde_json::from_slice(&guest.get(&format!("/api/games/{game}/rules")).await.body).unwrap();
        let moments: Vec<GameMoment> =
            serde_json::from_slice(&guest.get(&format!("/api/games/{game}/moments")).await.body).unwrap();
        let clause =
            |part: &RulePart| if let RulePart::Clause { number, .. } = part { Some(number.clone()) } else { None };
        let clauses: BTreeSet<String> = book.parts.iter().filter_map(clause).collect();
        let mut examples = 0;
        for part in book.parts {
            let RulePart::Example(listed) = part else { continue };
            examples += 1;
            let path = format!("/api/games/{game}/examples/{}", listed.number);
            let played: PlayedExample = serde_json::from_slice(&guest.get(&path).await.body).expect(&path);
            assert_eq!(played.example, listed, "{path}");
            let count = |kind| listed.lines.iter().filter(|line| line.kind == kind).count();
            let steps = count(ExampleLineKind::Step);
            match played.replay {
                Some(ref replay) => assert_eq!((replay.log.len(), replay.changes.len()), (steps, steps), "{path}"),
                None => assert_eq!(count(ExampleLineKind::NoStart), 1, "{path}"),
            }
            for entry in played.replay.iter().flat_map(|replay| &replay.log) {
                for event in serde_json::to_value(&entry.events).unwrap().as_array().unwrap() {
                    let event = event["event"].as_str().unwrap();
                    let clause = moments.iter().find(|moment| moment.event == event).map(|moment| &moment.clause);
                    assert!(clause.is_some_and(|clause| clauses.contains(clause)), "{game}: {event} by {clause:?}");
                }
            }
            let refused = count(ExampleLineKind::Refused) + count(ExampleLineKind::NoStart);
            assert_eq!(played.refusals.len(), refused, "{path}");
            for refusal in played.refusals {
                let line = &listed.lines[usize::from(refusal.line)];
                assert_eq!(line.clause.as_ref(), Some(&refusal.clause), "{path}: {}", line.text);
                assert!(refusal.text.len() > 10, "{path}: {} is refused by {refusal:?}", line.text);
            }
        }
        assert!(examples > 3, "{game} has {examples} examples");
        let none = guest.get(&format!("/api/games/{game}/examples/{}", examples + 1)).await.problem(404);
        assert!(none.contains(&format!("its examples are 1 to {examples}")), "{none}");
    }
    guest.get("/api/games/chess/examples/1").await.problem(404);
    house.check_well().await;
}

/// The four printed turns end with a bear on two penguins; whoever opens them there plays all three seats on.
#[tokio::test(flavor = "multi_thread")]
async fn an_example_is_played_on_at_one_screen() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    let book: RuleBook = serde_json::from_slice(&guest.get("/api/games/polar-dare/rules").await.body).unwrap();
    let four_turns = book.parts.iter().find_map(|part| match part {
        RulePart::Example(example) if example.lines.iter().any(|line| line.text == "2 bear c3") => Some(example),
        _ => None,
    });
    let number = four_turns.expect("the printed four turns are in the book").number;
    let path = format!("/api/games/polar-dare/examples/{number}");
    let played: PlayedExample = serde_json::from_slice(&guest.get(&path).await.body).unwrap();
    let replay = played.replay.unwrap();
    let mut view = replay.view;
    replay.changes.iter().for_each(|change| merge(&mut view, change));
    let opened = guest.post(&path, json!({ "step": replay.log.len(), "name": "Ann" }).to_string()).await;
    assert_eq!(opened.status, 201, "{}", opened.text());
    let mut ann = guest.join(opened.json()["code"].as_str().unwrap()).await;
    assert_eq!((ann.phase(), &ann.table.view), (Phase::Playing, &view));
    assert_eq!(ann.table.seats.seats.iter().filter(|seat| seat.player == "Ann").count(), 3);
    ann.act(3, "roll").await;
    assert!(ann.table.steps > replay.log.len() as u32);

    guest.post(&path, "{}").await.problem(400);
    guest.post("/api/games/polar-dare/examples/999", r#"{"step":1}"#).await.problem(404);
    // The first example of the book is of a match that cannot begin.
    guest.post("/api/games/polar-dare/examples/1", r#"{"step":0}"#).await.problem(409);
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_says_what_is_not_printed() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    for game in GAMES {
        let path = format!("/api/games/{game}/sources");
        let values: Vec<SourcedValue> = serde_json::from_slice(&guest.get(&path).await.body).expect(&path);
        assert!(values.iter().any(|value| value.label == SourceLabel::Proposed), "{game}");
    }
    guest.get("/api/games/chess/sources").await.problem(404);
}

/// The server tells of each game what the catalog knows of it in numbers, for every number of seats.
#[tokio::test]
async fn a_game_is_told_in_numbers() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    for game in GAMES {
        let path = format!("/api/games/{game}/figures");
        let told: Vec<GameFigure> = serde_json::from_slice(&guest.get(&path).await.body).expect(&path);
        let known = polynya_catalog::figures(game).map(|figure| GameFigure {
            seats: figure.seats,
            text: figure.sentence(),
            basis: figure.basis(),
        });
        assert!(!told.is_empty() && told == known.collect::<Vec<_>>(), "{game}");
    }
    guest.get("/api/games/chess/figures").await.problem(404);
}
