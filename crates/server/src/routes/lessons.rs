//! Lessons: the list of each game, and their steps on the board.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use polynya_catalog::{AnyGame, Attempt, CatalogError, LEARNER, Verdict, attempt};
use polynya_engine::lesson::Lesson as Written;
use polynya_engine::{Seat, SeatSet, Seed, excerpt};

use super::games::no_game;
use super::problem;
use super::tables::read;
use crate::gate::Address;
use crate::protocol::{Lesson, LessonState, LessonStep, LessonTry, LessonVerdict, Problem, PuzzleFacts};
use crate::room;
use crate::server::{Server, ServerError};
use crate::views::Browser;

/// No step of a lesson takes more tries than this.
const MAX_TRIES: usize = 32;

/// The lessons of a game, the first one first.
#[utoipa::path(get, path = "/api/games/{game}/lessons", operation_id = "lessons", params(("game" = String, Path, description = "the game's id")),
    responses((status = 200, description = "The lessons", body = Vec<Lesson>),
        (status = 404, description = "No such game", body = Problem)))]
pub async fn list(State(server): State<Arc<Server>>, Path(id): Path<String>, asked: HeaderMap) -> Response {
    match server.games.get(&id) {
        Ok(game) => server.text_of("lessons", game, lessons_of).answer(&asked, "max-age=300"),
        Err(error) => no_game(&error),
    }
}

/// The puzzles of a game: lessons of one step, whose steps are played like those of lessons.
#[utoipa::path(get, path = "/api/games/{game}/puzzles", operation_id = "puzzles", params(("game" = String, Path, description = "the game's id")),
    responses((status = 200, description = "The puzzles", body = Vec<Lesson>),
        (status = 404, description = "No such game", body = Problem)))]
pub async fn puzzles(State(server): State<Arc<Server>>, Path(id): Path<String>, asked: HeaderMap) -> Response {
    match server.games.get(&id) {
        Ok(game) => server.text_of("puzzles", game, puzzles_of).answer(&asked, "max-age=300"),
        Err(error) => no_game(&error),
    }
}

fn puzzles_of(game: &dyn AnyGame<Browser>) -> String {
    let all: Vec<Lesson> = game.puzzles().iter().map(|puzzle| told(game, puzzle)).collect();
    serde_json::to_string(&all).expect("puzzles are plain JSON")
}

fn lessons_of(game: &dyn AnyGame<Browser>) -> String {
    let all: Vec<Lesson> = game.lessons().iter().map(|lesson| told(game, lesson)).collect();
    serde_json::to_string(&all).expect("lessons are plain JSON")
}

fn told(game: &dyn AnyGame<Browser>, lesson: &Written) -> Lesson {
    let position = lesson.steps.first().and_then(|step| step.position.as_ref());
    let (options, seats) = position.map_or(("{}", 2), |position| (position.options, position.seats));
    let names = game.open(options, seats, Seed::new([0; 32])).map(|table| {
        let name = |seat| table.name(seat);
        Seat::all(seats).map(name).collect()
    });
    let step = |step: &polynya_engine::lesson::LessonStep| LessonStep {
        text: step.text.to_owned(),
        clause: step.clause.to_owned(),
        acts: step.acts(),
    };
    Lesson {
        id: lesson.id.to_owned(),
        title: lesson.title.to_owned(),
        about: lesson.about.clone(),
        seconds: lesson.seconds() as u16,
        options: serde_json::from_str(options).unwrap_or_default(),
        names: names.unwrap_or_default(),
        steps: lesson.steps.iter().map(step).collect(),
        puzzle: lesson.puzzle.as_ref().map(|puzzle| PuzzleFacts {
            difficulty: puzzle.difficulty().word().to_owned(),
            missed_by: puzzle.missed_by().map(str::to_owned).collect(),
        }),
    }
}

/// A step of a lesson on the board, after what was tried in it.
#[utoipa::path(post, path = "/api/games/{game}/lessons/{lesson}/{step}", operation_id = "lesson_step",
    request_body = LessonTry,
    params(("game" = String, Path, description = "the game's id"),
        ("lesson" = String, Path, description = "the word of the lesson"),
        ("step" = u16, Path, description = "the number of the step, from 1")),
    responses((status = 200, description = "The step", body = LessonState),
        (status = 404, description = "No such game, lesson or step", body = Problem),
        (status = 409, description = "Such tries cannot be played", body = Problem)))]
pub async fn step(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Path((id, lesson, number)): Path<(String, String, u16)>,
    body: Bytes,
) -> Result<Response, ServerError> {
    let LessonTry { tried } = read(&body, "step of a lesson")?;
    if tried.len() > MAX_TRIES {
        return Err(ServerError::Invalid(format!("A step of a lesson takes at most {MAX_TRIES} tries.")));
    }
    let games = Arc::clone(&server.games);
    let played = server.job(address, move || {
        let game = games.get(&id).map_err(|error| error.to_string())?;
        let (lesson, index) = found(game, &id, &lesson, number)?;
        Ok::<_, String>(played(game, lesson, index, &tried))
    });
    Ok(match played.await? {
        Ok(state) => Json(state?).into_response(),
        Err(words) => problem(StatusCode::NOT_FOUND, words),
    })
}

fn found<'a>(
    game: &'a dyn AnyGame<Browser>,
    id: &str,
    lesson: &str,
    number: u16,
) -> Result<(&'a Written, usize), String> {
    let lesson = game.lessons().iter().chain(game.puzzles()).find(|one| one.id == lesson).ok_or_else(|| {
        let ids: Vec<&str> = game.lessons().iter().map(|lesson| lesson.id).collect();
        format!("There is no lesson `{}` of {id}; its lessons are {}.", excerpt(lesson), ids.join(", "))
    })?;
    let steps = lesson.steps.len();
    let index = usize::from(number).checked_sub(1).filter(|&index| index < steps);
    let missing = || format!("The lesson `{}` has no step {number}; its steps are 1 to {steps}.", lesson.id);
    Ok((lesson, index.ok_or_else(missing)?))
}

fn played(
    game: &dyn AnyGame<Browser>,
    lesson: &Written,
    index: usize,
    tried: &[String],
) -> Result<LessonState, CatalogError> {
    let Attempt { table, from, before, verdict, wanted } = attempt(game, lesson, index, tried)?;
    let mut running = table.prefix(from);
    let view = running.picture().view();
    let (mut log, mut changes) = (Vec::new(), Vec::new());
    for step in table.steps(from) {
        log.push(running.push(&step)?);
        changes.push(running.change());
    }
    let (verdict, text, clause) = match verdict {
        Verdict::Open => (LessonVerdict::Open, String::new(), None),
        Verdict::Right => {
            let right = lesson.steps[index].right.unwrap_or_default().to_owned();
            (LessonVerdict::Right, right, None)
        }
        Verdict::Wrong(text) => (LessonVerdict::Wrong, text, None),
        Verdict::Missed(text) => (LessonVerdict::Missed, text, None),
        Verdict::Refused(refusal) => (LessonVerdict::Refused, refusal.text, Some(refusal.clause.to_owned())),
    };
    let choices = room::choices(&*table, SeatSet::from(LEARNER));
    let before = before.saturating_sub(from) as u16;
    Ok(LessonState { view, log, changes, before, choices, wanted, verdict, text, clause })
}
