//! The rule books: all that stands in them, their examples on the board, and what in a game is not printed.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use polynya_catalog::{AnyGame, CatalogError, Figure, Games, Spoken};
use polynya_engine::book::{Book, Example, ExampleLine as Line, Part};
use polynya_engine::{Clause, Label, Record, Refusal, Seat, Seed, TableRule};
use serde_json::Value;

use super::games::no_game;
use super::tables::{opened, read};
use super::{Guest, problem};
use crate::gate::Address;
use crate::protocol::{
    ExampleLine, ExampleLineKind, ExampleRefusal, GameFigure, GameMoment, GuideTip, Opened, PlayOn, PlayedExample,
    Problem, ReferenceCard, RuleBook, RuleExample, RulePart, SourceLabel, SourcedValue,
};
use crate::room;
use crate::server::{Server, ServerError};
use crate::views::{Browser, Match};

/// A game's rule book.
#[utoipa::path(get, path = "/api/games/{game}/rules", params(("game" = String, Path, description = "the game's id")),
    responses((status = 200, description = "The book", body = RuleBook),
        (status = 404, description = "No such game", body = Problem)))]
pub async fn rules(State(server): State<Arc<Server>>, Path(id): Path<String>, asked: HeaderMap) -> Response {
    match server.games.get(&id) {
        Ok(game) => server.text_of("rules", game, book_of).answer(&asked, "max-age=300"),
        Err(error) => no_game(&error),
    }
}

fn book_of(game: &dyn AnyGame<Browser>) -> String {
    let book = game.book();
    let mut examples = 0;
    let mut part = |part: &Part| match part {
        Part::Heading(text) => RulePart::Heading { text: (*text).to_owned() },
        Part::Clause(clause) => RulePart::Clause { number: clause.number.to_owned(), text: clause.text.clone() },
        Part::Paragraph(text) => RulePart::Paragraph { text: text.clone() },
        Part::List(points) => RulePart::List { points: points.clone() },
        Part::Table(rows) => {
            RulePart::Table { rows: rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect() }
        }
        Part::Example(example) => {
            examples += 1;
            RulePart::Example(told(examples, example))
        }
    };
    let book = RuleBook { title: book.title.to_owned(), parts: book.parts.iter().map(&mut part).collect() };
    serde_json::to_string(&book).expect("a book is plain JSON")
}

/// An example as it travels.
fn told(number: u16, example: &Example) -> RuleExample {
    let mut step = 0;
    let mut line = |line: &Line| {
        let (kind, text, clause) = match *line {
            Line::NoStart(clause) => (ExampleLineKind::NoStart, "start", Some(clause)),
            Line::Step(text) => (ExampleLineKind::Step, text, None),
            Line::Refused { step, clause } => (ExampleLineKind::Refused, step, Some(clause)),
            Line::Says(text) => (ExampleLineKind::Says, text, None),
        };
        step += u16::from(kind == ExampleLineKind::Step);
        ExampleLine { kind, text: text.to_owned(), step, clause: clause.map(str::to_owned) }
    };
    RuleExample {
        number,
        clause: example.clause.to_owned(),
        game: example.game.to_owned(),
        seats: example.seats,
        options: serde_json::from_str(example.options).unwrap_or_default(),
        lines: example.lines.iter().map(&mut line).collect(),
    }
}

/// An example of a rule book on the board: its positions, and what the rules answer to what is tried in it.
#[utoipa::path(get, path = "/api/games/{game}/examples/{number}",
    params(("game" = String, Path, description = "the game's id"),
        ("number" = u16, Path, description = "the number of the example in the book, from 1")),
    responses((status = 200, description = "The example", body = PlayedExample),
        (status = 404, description = "No such game or example", body = Problem)))]
pub async fn example(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Path((id, number)): Path<(String, u16)>,
) -> Result<Response, ServerError> {
    let games = Arc::clone(&server.games);
    let found = server.job(address, move || Found::new(&games, &id, number).map(|found| found.played())).await?;
    Ok(match found {
        Ok(played) => Json(played?).into_response(),
        Err(words) => problem(StatusCode::NOT_FOUND, words),
    })
}

/// Opens a table for one screen that goes on from a position of an example.
#[utoipa::path(post, path = "/api/games/{game}/examples/{number}", request_body = PlayOn,
    params(("game" = String, Path, description = "the game's id"),
        ("number" = u16, Path, description = "the number of the example in the book, from 1")),
    responses((status = 201, description = "It is open", body = Opened),
        (status = 404, description = "No such game or example", body = Problem),
        (status = 409, description = "The match is over there, or cannot begin", body = Problem)))]
pub async fn play_on(
    State(server): State<Arc<Server>>,
    ConnectInfo(Address(address)): ConnectInfo<Address>,
    Extension(Guest(guest)): Extension<Guest>,
    Path((id, number)): Path<(String, u16)>,
    body: Bytes,
) -> Result<Response, ServerError> {
    let PlayOn { step, name } = read(&body, "position of an example")?;
    let games = Arc::clone(&server.games);
    let found = server.job(address, move || Found::new(&games, &id, number).map(|found| found.table(step.into())));
    let table = match found.await? {
        Ok(table) => table?,
        Err(words) => return Ok(problem(StatusCode::NOT_FOUND, words)),
    };
    if table.result.is_some() {
        return Err(ServerError::Invalid("The match is over at this step; go on from an earlier one.".to_owned()));
    }
    Ok(server.go_on(address, &guest, table.write(), &name).await.map(opened)?.into_response())
}

/// An example that was found, with its game.
struct Found<'a> {
    game: &'static dyn AnyGame<Browser>,
    number: u16,
    example: &'a Example,
    introduction: Option<&'a str>,
}

impl<'a> Found<'a> {
    fn new(games: &'a Games<Browser>, id: &str, number: u16) -> Result<Found<'a>, String> {
        let book = games.get(id).map_err(|error| error.to_string())?.book();
        let Some((introduction, example)) = nth(book, number) else {
            let count = book.examples().count();
            return Err(format!("The rule book of {id} has no example {number}; its examples are 1 to {count}."));
        };
        let game = games.get(example.game).map_err(|error| error.to_string())?;
        Ok(Found { game, number, example, introduction })
    }

    /// The match after so many steps of the example.
    fn at(&self, steps: usize) -> Result<Box<Match>, CatalogError> {
        let steps = self.example.steps().take(steps).map(str::to_owned).collect::<Vec<_>>();
        let count = steps.len();
        let Example { game, seats, options, .. } = *self.example;
        let record = Record::begun(game, self.game.version(), options, seats, steps)?;
        self.game.view(&record, count)
    }

    fn table(&self, steps: usize) -> Result<Record, CatalogError> {
        Ok(self.at(steps)?.record(None))
    }

    fn played(&self) -> Result<PlayedExample, CatalogError> {
        let example = told(self.number, self.example);
        let introduction = self.introduction.map(str::to_owned);
        if let [Line::NoStart(_)] = self.example.lines.as_slice() {
            let refused = self.game.open(self.example.options, self.example.seats, Seed::new([0; 32])).err();
            let refusals = refused.map(|error| refusal(0, &example.lines[0], error)).into_iter().collect();
            return Ok(PlayedExample { example, introduction, replay: None, refusals });
        }
        let all = self.at(usize::MAX)?;
        let options = self.game.options(self.example.options)?;
        let names = Seat::all(all.seats()).map(|seat| all.name(seat)).collect();
        let reference = self.game.reference(&options)?.into_iter().map(ReferenceCard::from).collect();
        let options: Value = serde_json::from_str(&options).unwrap_or_default();
        let replay = room::replay(&*all, self.example.game.to_owned(), options, names, reference);
        let mut refusals = Vec::new();
        for (index, line) in (0..).zip(&example.lines) {
            if line.kind == ExampleLineKind::Refused {
                let Spoken { seat, words } = line.text.parse()?;
                let checked = seat.map(|seat| all.prefix(line.step.into()).check(seat, &words));
                let error = match checked {
                    Some(Err(error)) => error,
                    // Chance is refused by the rules of every table.
                    _ => CatalogError::Unknown(String::new()),
                };
                refusals.push(refusal(index, line, error));
            }
        }
        Ok(PlayedExample { example, introduction, replay: Some(replay), refusals })
    }
}

/// The example with this number, and the sentence before it.
fn nth(book: &Book, number: u16) -> Option<(Option<&str>, &Example)> {
    let mut before: Option<&str> = None;
    let mut count = 0;
    for part in &book.parts {
        match part {
            Part::Example(example) => {
                count += 1;
                if count == number {
                    return Some((before, example));
                }
                before = None;
            }
            Part::Paragraph(text) => before = Some(text),
            _ => before = None,
        }
    }
    None
}

/// What the rules answer to a line.
fn refusal(line: u16, tried: &ExampleLine, error: CatalogError) -> ExampleRefusal {
    if let CatalogError::Refused(Refusal { clause, text, .. }) = error {
        return ExampleRefusal { line, clause: clause.to_owned(), text };
    }
    let clause = tried.clause.clone().unwrap_or_default();
    let rule = TableRule::all().iter().find(|rule| rule.number() == clause);
    ExampleRefusal { line, text: rule.map_or_else(|| error.to_string(), |rule| rule.text().to_owned()), clause }
}

/// The clauses that govern what happens in a game, by the words of its events.
#[utoipa::path(get, path = "/api/games/{game}/moments", params(("game" = String, Path, description = "the game's id")),
    responses((status = 200, description = "Each event with its clause", body = Vec<GameMoment>),
        (status = 404, description = "No such game", body = Problem)))]
pub async fn moments(State(server): State<Arc<Server>>, Path(id): Path<String>, asked: HeaderMap) -> Response {
    match server.games.get(&id) {
        Ok(game) => server.text_of("moments", game, moments_of).answer(&asked, "max-age=300"),
        Err(error) => no_game(&error),
    }
}

fn moments_of(game: &dyn AnyGame<Browser>) -> String {
    let moment = |event: &str, clause: &str, with: Option<(&str, bool)>| GameMoment {
        event: event.to_owned(),
        clause: clause.to_owned(),
        option: with.map(|(option, _)| option.to_owned()),
        value: with.map(|(_, value)| value),
    };
    let always = game.info().moments.iter().map(|&(event, clause)| moment(event, clause, None));
    let with = game.info().moments_with.iter();
    let all: Vec<GameMoment> = always
        .chain(with.map(|&(event, clause, option, value)| moment(event, clause, Some((option, value)))))
        .collect();
    serde_json::to_string(&all).expect("moments are plain JSON")
}

/// What a guide says in a game when something happens, or is asked, for the first time.
#[utoipa::path(get, path = "/api/games/{game}/guide", params(("game" = String, Path, description = "the game's id")),
    responses((status = 200, description = "Each situation with what is said of it", body = Vec<GuideTip>),
        (status = 404, description = "No such game", body = Problem)))]
pub async fn guide(State(server): State<Arc<Server>>, Path(id): Path<String>, asked: HeaderMap) -> Response {
    match server.games.get(&id) {
        Ok(game) => server.text_of("guide", game, guide_of).answer(&asked, "max-age=300"),
        Err(error) => no_game(&error),
    }
}

fn guide_of(game: &dyn AnyGame<Browser>) -> String {
    let clause_of = |situation: &str| {
        let event = game.info().moments.iter().find(|(event, _)| *event == situation);
        event.map_or(situation, |(_, clause)| clause).to_owned()
    };
    let tip = |&(situation, text): &(&str, &str)| GuideTip {
        situation: situation.to_owned(),
        clause: clause_of(situation),
        text: text.to_owned(),
    };
    let all: Vec<GuideTip> = game.info().guide.iter().map(tip).collect();
    serde_json::to_string(&all).expect("tips are plain JSON")
}

/// What a game is like in numbers, for each number of seats: who wins, how long it takes, how much is luck.
#[utoipa::path(get, path = "/api/games/{game}/figures", params(("game" = String, Path, description = "the game's id")),
    responses((status = 200, description = "A sentence for each number of seats", body = Vec<GameFigure>),
        (status = 404, description = "No such game", body = Problem)))]
pub async fn figures(State(server): State<Arc<Server>>, Path(id): Path<String>, asked: HeaderMap) -> Response {
    match server.games.get(&id) {
        Ok(game) => server.text_of("figures", game, figures_of).answer(&asked, "max-age=300"),
        Err(error) => no_game(&error),
    }
}

fn figures_of(game: &dyn AnyGame<Browser>) -> String {
    let figure = |figure: &Figure| GameFigure { seats: figure.seats, text: figure.sentence(), basis: figure.basis() };
    let all: Vec<GameFigure> = polynya_catalog::figures(game.info().id).map(figure).collect();
    serde_json::to_string(&all).expect("figures are plain JSON")
}

/// What is not printed in a game: every value with its source.
#[utoipa::path(get, path = "/api/games/{game}/sources", params(("game" = String, Path, description = "the game's id")),
    responses((status = 200, description = "The values", body = Vec<SourcedValue>),
        (status = 404, description = "No such game", body = Problem)))]
pub async fn sources(State(server): State<Arc<Server>>, Path(id): Path<String>, asked: HeaderMap) -> Response {
    match server.games.get(&id) {
        Ok(game) => server.text_of("sources", game, sources_of).answer(&asked, "max-age=300"),
        Err(error) => no_game(&error),
    }
}

fn sources_of(game: &dyn AnyGame<Browser>) -> String {
    let value = |value: &polynya_engine::Sourced| SourcedValue {
        name: value.name.to_owned(),
        value: value.value.to_owned(),
        label: match value.label {
            Label::Printed => SourceLabel::Printed,
            Label::Reported => SourceLabel::Reported,
            Label::Derived => SourceLabel::Derived,
            Label::Proposed => SourceLabel::Proposed,
        },
        clause: value.clause.to_owned(),
        file: value.file.to_owned(),
    };
    let all: Vec<SourcedValue> = game.info().sources.iter().map(value).collect();
    serde_json::to_string(&all).expect("values are plain JSON")
}
