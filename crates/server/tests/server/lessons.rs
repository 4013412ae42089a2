//! Every lesson is played over HTTP to its end, by what the server says is wanted.

use polynya_server::protocol::{Lesson, LessonState, LessonVerdict, RuleBook, RulePart};
use serde_json::json;

use crate::common::{House, hasty};

const GAMES: [&str; 5] = ["polar-dare", "piecepack-dare", "rescue-polar-bears", "ice-breakers", "polar-roller"];

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_is_played_over_http() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    for game in GAMES {
        let lessons: Vec<Lesson> =
            serde_json::from_slice(&guest.get(&format!("/api/games/{game}/lessons")).await.body).unwrap();
        let book: RuleBook =
            serde_json::from_slice(&guest.get(&format!("/api/games/{game}/rules")).await.body).unwrap();
        let has = |wanted: &str| {
            book.parts.iter().any(|part| matches!(part, RulePart::Clause { number, .. } if number == wanted))
        };
        for lesson in lessons {
            for (index, step) in lesson.steps.iter().enumerate() {
                let path = format!("/api/games/{game}/lessons/{}/{}", lesson.id, index + 1);
                assert!(has(&step.clause), "{path}: {}", step.clause);
                let mut tried: Vec<String> = Vec::new();
                loop {
                    let answer = guest.post(&path, json!({ "tried": tried }).to_string()).await;
                    assert_eq!(answer.status, 200, "{path} {tried:?}: {}", answer.text());
                    let state: LessonState = serde_json::from_slice(&answer.body).unwrap();
                    assert_eq!(state.log.len(), state.changes.len(), "{path}");
                    let done = state.verdict == LessonVerdict::Right || !step.acts;
                    assert_eq!(state.wanted.is_none(), done, "{path} {tried:?}");
                    match state.wanted {
                        Some(words) => tried.push(words),
                        None => break,
                    }
                }
            }
        }
    }
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_try_that_is_not_wanted_is_answered_and_nothing_happens() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    let path = "/api/games/polar-dare/lessons/first/3";
    let asked = async |tried: serde_json::Value| {
        let answer = guest.post(path, json!({ "tried": tried }).to_string()).await;
        serde_json::from_slice::<LessonState>(&answer.body).unwrap_or_else(|_| panic!("{}", answer.text()))
    };
    let wrong = asked(json!(["hop start b1"])).await;
    assert_eq!((wrong.verdict, wrong.log.len()), (LessonVerdict::Wrong, 0), "{wrong:?}");
    assert!(wrong.text.contains("a1") && wrong.wanted.as_deref() == Some("hop start a1"), "{wrong:?}");
    let refused = asked(json!(["hop start a2"])).await;
    assert_eq!((refused.verdict, refused.clause.as_deref()), (LessonVerdict::Refused, Some("2.6")), "{refused:?}");
    let right = asked(json!(["hop start a1"])).await;
    assert_eq!((right.verdict, right.log.len()), (LessonVerdict::Right, 1), "{right:?}");

    // What comes after it is not looked at.
    let more = asked(json!(["hop start a1", "roll"])).await;
    assert_eq!((more.verdict, more.log.len()), (LessonVerdict::Right, 1), "{more:?}");
    guest.post(path, r#"{"tried":["dance"]}"#).await.problem(409);
    guest.post(path, json!({ "tried": vec!["roll"; 99] }).to_string()).await.problem(409);
    guest.post(path, "{}").await.problem(400);
    guest.post("/api/games/polar-dare/lessons/first/0", r#"{"tried":[]}"#).await.problem(404);
    let none = guest.post("/api/games/polar-dare/lessons/chess/1", r#"{"tried":[]}"#).await.problem(404);
    assert!(none.contains("its lessons are first"), "{none}");
    guest.post("/api/games/chess/lessons/first/1", r#"{"tried":[]}"#).await.problem(404);
    guest.get("/api/games/chess/lessons").await.problem(404);
    house.check_well().await;
}
