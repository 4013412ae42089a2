//! The rule books are true: their examples play as they say, and their clauses are those that refuse.

use std::collections::BTreeSet;
use std::path::Path;

use polynya_engine::book::{Book, ExampleLine};
use polynya_engine::lesson;
use polynya_engine::{Clause, Describe, Game, Label};
use polynya_games::floes::{self, PiecepackGame, PolarDareGame};
use polynya_games::ice_breakers::{self, IceBreakers, IceBreakersOptions, Map, TABLE};
use polynya_games::polar_roller::{self, PolarRoller};
use polynya_games::rescue_polar_bears::{self, RescuePolarBears};

#[test]
fn the_book_of_the_floes_is_true() {
    let book = Book::parse(floes::RULES);
    let refused = played::<PolarDareGame>(&book).union(&played::<PiecepackGame>(&book)).copied().collect();
    is_true::<floes::Rule>(&book, &refused, &[PolarDareGame::ID, PiecepackGame::ID]);
    things_are_in::<PolarDareGame>(&book);
}

#[test]
fn the_book_of_rescue_polar_bears_is_true() {
    is_true_of_one::<RescuePolarBears>(rescue_polar_bears::RULES);
}

#[test]
fn the_book_of_ice_breakers_is_true() {
    is_true_of_one::<IceBreakers>(ice_breakers::RULES);
}

#[test]
fn the_book_of_polar_roller_is_true() {
    is_true_of_one::<PolarRoller>(polar_roller::RULES);
}

/// Whoever is refused can see why on a board: a lesson meets the clause, or an example that opens there. Clauses that
/// refuse a match before it begins have no board; their examples show the options.
#[test]
fn every_clause_that_refuses_is_met_on_a_board() {
    met::<floes::Rule>("floes", floes::RULES, floes::LESSONS);
    met::<rescue_polar_bears::Rule>(RescuePolarBears::ID, rescue_polar_bears::RULES, rescue_polar_bears::LESSONS);
    met::<ice_breakers::Rule>(IceBreakers::ID, ice_breakers::RULES, ice_breakers::LESSONS);
    met::<polar_roller::Rule>(PolarRoller::ID, polar_roller::RULES, polar_roller::LESSONS);
}

fn met<R: Clause>(name: &str, rules: &'static str, lessons: &'static str) {
    let book = Book::parse(rules);
    let lines: Vec<ExampleLine> = book.examples().flat_map(|example| example.lines.iter().copied()).collect();
    let taught: BTreeSet<&str> =
        lesson::parse(lessons).iter().flat_map(|lesson| &lesson.steps).map(|step| step.clause).collect();
    let (mut in_lessons, mut on_a_board, mut before, mut never) = (0, 0, 0, Vec::new());
    for number in R::all().iter().map(Clause::number) {
        let refused = |line: &ExampleLine| matches!(line, ExampleLine::Refused { clause, .. } if *clause == number);
        if taught.contains(number) {
            in_lessons += 1;
        } else if lines.iter().any(refused) {
            on_a_board += 1;
        } else if lines.iter().any(|line| matches!(line, ExampleLine::NoStart(clause) if *clause == number)) {
            before += 1;
        } else {
            never.push(number);
        }
    }
    println!(
        "{name}: of {} clauses that refuse {in_lessons} are met in a lesson, {on_a_board} more in an example on the board, \
         {before} before a match begins, {} nowhere",
        R::all().len(),
        never.len()
    );
    assert!(never.is_empty(), "{name}: nobody meets {}", never.join(", "));
}

/// What is told of a thing is a short sentence, and the clause that it names is in the book.
fn things_are_in<G: Describe>(book: &Book) {
    let things = G::things();
    assert!(things.len() >= 8, "{} tells of its things", G::ID);
    for (index, thing) in things.iter().enumerate() {
        assert!(book.clauses().any(|clause| clause.number == thing.clause), "{}: {thing:?}", G::ID);
        assert!(thing.text.ends_with('.') && thing.text.len() <= 120, "{}: {thing:?}", G::ID);
        assert!(things[..index].iter().all(|other| other.id != thing.id), "{}: {thing:?} comes twice", G::ID);
    }
}

fn is_true_of_one<G: Describe>(rules: &'static str) {
    let book = Book::parse(rules);
    things_are_in::<G>(&book);
    is_true::<G::Rule>(&book, &played::<G>(&book), &[G::ID]);
}

/// The clauses that refused something in the examples of a game.
fn played<G: Describe>(book: &Book) -> BTreeSet<&'static str> {
    book.run::<G>().unwrap_or_else(|what| panic!("{what}"))
}

fn is_true<R: Clause>(book: &Book, refused: &BTreeSet<&str>, games: &[&str]) {
    every_example_is_of(book, games);
    book.compare::<R>(refused).unwrap_or_else(|what| panic!("{what}"));
    every_clause_is_in_its_section(book);
    every_reference_is_to_a_clause(book);
}

/// An example of a game that does not exist would never be run.
fn every_example_is_of(book: &Book, games: &[&str]) {
    for example in book.examples() {
        assert!(games.contains(&example.game), "line {}: `{}` is not in this book", example.at, example.game);
        assert!(!example.lines.is_empty(), "line {}: an example without lines", example.at);
    }
}

/// Clauses are counted from 1 within their sections, and sections from 1.
fn every_clause_is_in_its_section(book: &Book) {
    let (mut section, mut clause) = (0, 0);
    for each in book.clauses() {
        let heading = each.section.split(' ').next().expect("a heading begins with its number");
        if heading != section.to_string() {
            (section, clause) = (section + 1, 0);
        }
        clause += 1;
        assert_eq!(each.number, format!("{section}.{clause}"), "in section {}", each.section);
    }
}

/// The numbers in running text, such as `(4.5)`, are of clauses that exist.
fn every_reference_is_to_a_clause(book: &Book) {
    for clause in book.clauses() {
        for word in clause.text.split(|c: char| !c.is_ascii_digit() && c != '.').map(|word| word.trim_matches('.')) {
            if word.contains('.') && !clause.text.contains("License") {
                assert!(book.clause(word).is_some(), "clause {} refers to {word}", clause.number);
            }
        }
    }
}

/// Everything that can happen has a clause of the book.
#[test]
fn every_event_has_its_clause() {
    for (folder, rules, moments) in [
        ("floes", floes::RULES, floes::MOMENTS),
        ("rescue_polar_bears", rescue_polar_bears::RULES, rescue_polar_bears::MOMENTS),
        ("ice_breakers", ice_breakers::RULES, ice_breakers::MOMENTS),
        ("polar_roller", polar_roller::RULES, polar_roller::MOMENTS),
    ] {
        let book = Book::parse(rules);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder).join("event.rs");
        let text = std::fs::read_to_string(path).expect("the events are there");
        let declared = text.split("events! {").nth(1).and_then(|rest| rest.split("} where {").next()).expect("events");
        // Eight blanks deep stand the names of the events.
        let names = declared
            .lines()
            .filter_map(|line| line.strip_prefix("        "))
            .filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()));
        let names: BTreeSet<String> = names.map(|line| snake(line.split([' ', ',']).next().unwrap_or(""))).collect();
        let listed: BTreeSet<String> = moments.iter().map(|(event, _)| (*event).to_owned()).collect();
        assert_eq!(names, listed, "{folder}");
        for (event, clause) in moments {
            assert!(book.clause(clause).is_some(), "{folder}: {event} by {clause}");
        }
    }
}

fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

/// What is told of where values come from is told of clauses and files that exist, and every value is marked there.
#[test]
fn every_value_that_is_not_printed_is_listed_with_its_source() {
    for (folder, rules, sources) in [
        ("floes", floes::RULES, floes::POLAR_DARE_SOURCES),
        ("floes", floes::RULES, floes::PIECEPACK_SOURCES),
        ("rescue_polar_bears", rescue_polar_bears::RULES, rescue_polar_bears::SOURCES),
        ("ice_breakers", ice_breakers::RULES, ice_breakers::SOURCES),
        ("polar_roller", polar_roller::RULES, polar_roller::SOURCES),
    ] {
        let book = Book::parse(rules);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
        for value in sources {
            assert!(book.clause(value.clause).is_some(), "{value:?}");
            let text = std::fs::read_to_string(folder.join(value.file));
            let text = text.unwrap_or_else(|error| panic!("{value:?}: {error}"));
            // Data is marked where it stands; a way to play is told by the book alone.
            let marked = !value.file.starts_with("board") && value.file != "map.rs";
            assert!(marked || text.contains(&value.label.to_string()), "{value:?} is not marked there");
        }
        for label in Label::ALL {
            let names: Vec<&str> =
                sources.iter().filter(|value| value.label == label).map(|value| value.name).collect();
            assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len(), "{names:?}");
        }
    }
}

/// The book prints the channels as the maps have them.
#[test]
fn the_printed_table_is_the_map() {
    let rows = ice_breakers::RULES.lines().filter(|line| line.starts_with("| h") || line.starts_with("| j"));
    let lengths = |map: Map| {
        let mut channels: Vec<(String, usize)> =
            map.chart().channels().map(|(from, to, spaces)| (format!("{from}-{to}"), spaces.len())).collect();
        channels.reverse();
        channels
    };
    let mut maps = Map::ALL.map(lengths);
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        for (map, cell) in maps.iter_mut().zip(&cells[1..]) {
            let here = map.pop_if(|(name, _)| name == cells[0]).map(|(_, length)| length.to_string());
            assert_eq!(here.as_deref().unwrap_or("-"), *cell, "{row}");
        }
        count += 1;
    }
    assert_eq!(count, TABLE.len());
    assert!(maps.iter().all(Vec::is_empty));
    assert_eq!(IceBreakersOptions::all().count(), 12);
}
