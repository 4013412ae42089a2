//! The rule book of Ice Breakers is true: its examples play as they say, and its clauses are those that refuse.

use polynya_engine::Game;
use polynya_engine::book::Book;
use polynya_games::ice_breakers::{self, IceBreakers, IceBreakersOptions, Map, TABLE};

#[test]
fn the_book_of_the_ice_breakers_is_true() {
    let book = Book::parse(ice_breakers::RULES);
    for example in &book.examples {
        assert_eq!(example.game, IceBreakers::ID, "line {}", example.at);
        assert!(!example.lines.is_empty(), "line {}: an example without lines", example.at);
    }
    let refused = book.run::<IceBreakers>().unwrap_or_else(|what| panic!("{what}"));
    book.compare::<ice_breakers::Rule>(&refused).unwrap_or_else(|what| panic!("{what}"));
}

#[test]
fn clauses_are_counted_from_1_within_their_sections() {
    let book = Book::parse(ice_breakers::RULES);
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

#[test]
fn references_are_to_clauses_that_exist() {
    let book = Book::parse(ice_breakers::RULES);
    for clause in &book.clauses {
        for word in clause.text.split(['(', ')']).flat_map(|part| part.split(", ")) {
            let number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            if number && word.contains('.') {
                assert!(book.clause(word).is_some(), "clause {} refers to {word}", clause.number);
            }
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
