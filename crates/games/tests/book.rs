//! The rule books are true: their examples play as they say, and their clauses are those that refuse.

use polynya_engine::Game;
use polynya_engine::book::Book;
use polynya_games::floes::{self, PiecepackGame, PolarDareGame};

#[test]
fn the_book_of_the_floes_is_true() {
    let book = Book::parse(floes::RULES);
    every_example_is_of(&book, &[PolarDareGame::ID, PiecepackGame::ID]);
    let of_one = book.run::<PolarDareGame>().unwrap_or_else(|what| panic!("{what}"));
    let of_other = book.run::<PiecepackGame>().unwrap_or_else(|what| panic!("{what}"));
    let refused = of_one.union(&of_other).copied().collect();
    book.compare::<floes::Rule>(&refused).unwrap_or_else(|what| panic!("{what}"));
    every_clause_is_in_its_section(&book);
    every_reference_is_to_a_clause(&book);
}

/// An example of a game that does not exist would never be run.
fn every_example_is_of(book: &Book, games: &[&str]) {
    for example in &book.examples {
        assert!(games.contains(&example.game), "line {}: `{}` is not in this book", example.at, example.game);
        assert!(!example.lines.is_empty(), "line {}: an example without lines", example.at);
    }
}

/// Clauses are counted from 1 within their sections, and sections from 1.
fn every_clause_is_in_its_section(book: &Book) {
    let (mut section, mut clause) = (0, 0);
    for each in &book.clauses {
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
    for clause in &book.clauses {
        for word in clause.text.split(|c: char| !c.is_ascii_digit() && c != '.').map(|word| word.trim_matches('.')) {
            if word.contains('.') && !clause.text.contains("License") {
                assert!(book.clause(word).is_some(), "clause {} refers to {word}", clause.number);
            }
        }
    }
}
