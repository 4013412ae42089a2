//! The rule book of Polar Roller is true: its examples play as they say, and its clauses are those that refuse.

use polynya_engine::Game;
use polynya_engine::book::Book;
use polynya_games::polar_roller::{self, PolarRoller};

#[test]
fn the_book_of_polar_roller_is_true() {
    let book = Book::parse(polar_roller::RULES);
    for example in &book.examples {
        assert_eq!(example.game, PolarRoller::ID, "line {}", example.at);
        assert!(!example.lines.is_empty(), "line {}: an example without lines", example.at);
    }
    let refused = book.run::<PolarRoller>().unwrap_or_else(|what| panic!("{what}"));
    book.compare::<polar_roller::Rule>(&refused).unwrap_or_else(|what| panic!("{what}"));
}

/// Clauses are counted from 1 within their sections, and sections from 1.
#[test]
fn every_clause_is_in_its_section() {
    let book = Book::parse(polar_roller::RULES);
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
#[test]
fn every_reference_is_to_a_clause() {
    let book = Book::parse(polar_roller::RULES);
    for clause in &book.clauses {
        for word in clause.text.split(|c: char| !c.is_ascii_digit() && c != '.').map(|word| word.trim_matches('.')) {
            if word.contains('.') {
                assert!(book.clause(word).is_some(), "clause {} refers to {word}", clause.number);
            }
        }
    }
}
