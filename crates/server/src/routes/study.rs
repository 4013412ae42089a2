//! The analysis board: a line of a match is sent, and what can follow is answered. Nothing is kept but what is shared.

use std::sync::Arc;
use std::time::SystemTime;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use polynya_catalog::{AnyGame, CatalogError, Games, Spoken, StepAnalysis};
use polynya_engine::{Record, RecordError, Seat, Seed, excerpt};

use super::tables::read;
use crate::codes;
use crate::gate::Address;
use crate::protocol::{Problem, ReferenceCard, SharedStudy, StudyDice, StudyLine, StudyMove, StudyOutcome, StudyState};
use crate::room;
use crate::server::{MAX_STEPS, Server, ServerError};
use crate::store::{KeptStudy, columns};
use crate::views::{Browser, Match};

/// The longest study that is kept, in bytes: the longest match of a long evening with a hundred lines.
const MAX_STUDY: usize = 128 * 1024;
/// The most lines that a study has.
const MAX_LINES: usize = 500;
/// Of more outcomes than this it is not told what each leads to.
const MAX_TOLD: usize = 256;

/// A line of a match on the analysis board: its positions, and what can follow.
#[utoipa::path(post, path = "/api/study", operation_id = "study_line", request_body = StudyLine,
    responses((status = 200, description = "The line", body = StudyState),
        (status = 409, description = "Such steps cannot be played", body = Problem)))]
pub async fn line(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    body: Bytes,
) -> Result<Json<StudyState>, ServerError> {
    let line: StudyLine = read(&body, "line of a study")?;
    let games = Arc::clone(&server.games);
    Ok(Json(server.job(address, move || played(&games, &line)).await??))
}

/// What the last step of a line was: luck, or a decision beside the best one.
#[utoipa::path(post, path = "/api/study/judged", operation_id = "study_judged", request_body = StudyMove,
    responses((status = 200, description = "What it was", body = StepAnalysis),
        (status = 409, description = "Such steps cannot be played", body = Problem)))]
pub async fn judged(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    body: Bytes,
) -> Result<Json<StepAnalysis>, ServerError> {
    let StudyMove { record } = read(&body, "line of a study")?;
    let games = Arc::clone(&server.games);
    let work = move || {
        let (game, record) = found(&games, record.get())?;
        game.appraise(&record)?
            .ok_or_else(|| CatalogError::Unknown("a line without steps has none to judge".to_owned()))
    };
    let judged = server.analyses.run(address, "", work).await.map_err(|undone| server.undone(address, undone))?;
    Ok(Json(judged?))
}

/// Keeps a study: a record with its variations. Whoever has its link can see it, and nobody can change it.
#[utoipa::path(post, path = "/api/studies", operation_id = "share_study",
    request_body(content = String, content_type = "application/json"),
    responses((status = 201, description = "It is kept", body = SharedStudy),
        (status = 409, description = "The record does not hold", body = Problem)))]
pub async fn share(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    body: String,
) -> Result<impl IntoResponse, ServerError> {
    server.may_share(address)?;
    let games = Arc::clone(&server.games);
    let record = server.job(address, move || judge(&games, &body)).await??;
    let id = codes::link();
    let kept = columns::seconds(SystemTime::now());
    server.store.papers().keep_study(KeptStudy { id: id.clone(), kept, record }).await?;
    Ok((StatusCode::CREATED, Json(SharedStudy { id })))
}

/// The record of a study with its variations.
#[utoipa::path(get, path = "/api/studies/{id}", operation_id = "study",
    params(("id" = String, Path, description = "the code in the study's link")),
    responses((status = 200, description = "The record", body = String, content_type = "application/json"),
        (status = 404, description = "No such study", body = Problem)))]
pub async fn study(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ServerError> {
    let found = if codes::is_link(&id) { server.store.papers().study(&id).await? } else { None };
    let record = found.ok_or_else(|| ServerError::NoStudy(excerpt(&id)))?;
    Ok(([(axum::http::header::CONTENT_TYPE, "application/json")], record))
}

/// Reads a record that is not longer than a match can be.
fn found(games: &Games<Browser>, json: &str) -> Result<(&'static dyn AnyGame<Browser>, Record), CatalogError> {
    let mut record = Record::read(json)?;
    let (lines, more) = record.size_of_variations();
    if record.steps.len() + more > MAX_STEPS || lines > MAX_LINES {
        let words = format!("a study has at most {MAX_STEPS} steps and {MAX_LINES} lines");
        return Err(CatalogError::Unknown(words));
    }
    record.players = None;
    Ok((games.get(&record.game)?, record))
}

/// Judges a study; returns it as it is kept.
fn judge(games: &Games<Browser>, json: &str) -> Result<String, CatalogError> {
    let (game, record) = found(games, json)?;
    game.judge(&record)?;
    let kept = record.write();
    if kept.len() > MAX_STUDY {
        let most = MAX_STUDY / 1024;
        let words = format!("a study of at most {most} kilobytes is kept; save it as a file, or delete some lines");
        return Err(CatalogError::Unknown(words));
    }
    Ok(kept)
}

fn played(games: &Games<Browser>, line: &StudyLine) -> Result<StudyState, CatalogError> {
    let (game, mut record) = found(games, line.record.get())?;
    let dice = record.proven_seed().ok();
    let mut table = game.view(&record, usize::MAX)?;
    // The first draws of some matches were made elsewhere.
    let same = dice.filter(|(_, from)| drawn(&*table) >= *from);
    if let Some(whose) = line.dice.filter(|_| !table.outcomes().is_empty()) {
        let seed = match whose {
            StudyDice::New => Seed::new(codes::random()),
            StudyDice::Same => same.map(|(seed, _)| seed).ok_or_else(|| {
                let words = "the dice of this match are not known here: it is not over, or has no seed";
                CatalogError::Record(RecordError::new(words))
            })?,
        };
        let before = table.len();
        (record.seed, record.luck, record.result) = (None, None, None);
        record.variations.clear();
        record.notes.clear();
        for step in game.resume(&record, seed)?.steps(before) {
            table.push(&step)?;
        }
    }
    let mut running = table.prefix(line.from as usize);
    let view = running.picture().view();
    let (mut log, mut changes) = (Vec::new(), Vec::new());
    for step in table.steps(running.len()) {
        log.push(running.push(&step)?);
        changes.push(running.change());
    }
    let names = Seat::all(table.seats()).map(|seat| table.name(seat)).collect();
    let first = line.from == 0;
    let reference = if first { game.reference(record.options_json())? } else { Vec::new() };
    Ok(StudyState {
        names,
        rules: game.version(),
        reference: reference.into_iter().map(ReferenceCard::from).collect(),
        view,
        log,
        changes,
        choices: room::choices(&*table, table.acting()),
        awaited: room::numbers(table.awaited()),
        outcomes: outcomes(&*table),
        same: same.is_some(),
        over: room::over(&*table),
    })
}

/// How often chance has decided.
fn drawn(table: &Match) -> u64 {
    table.steps(0).iter().filter(|step| step.seat.is_none()).count() as u64
}

fn outcomes(table: &Match) -> Vec<StudyOutcome> {
    let all = table.outcomes();
    let tells = all.len() <= MAX_TOLD;
    let told = |(words, weight): (String, u32)| {
        let pushed = tells.then(|| table.boxed_clone().push(&Spoken { seat: None, words: words.clone() }));
        StudyOutcome { words, weight, told: pushed.and_then(Result::ok).map_or_else(Vec::new, |entry| entry.told) }
    };
    all.into_iter().map(told).collect()
}
