//! The rule book runs, and every ruling is a fact.

use polynya_engine::book::Book;

use super::*;

#[test]
fn the_rule_book_runs_and_says_what_the_code_says() {
    let book = Book::parse(RULES);
    let refused = book.run::<RescuePolarBears>().unwrap_or_else(|what| panic!("{what}"));
    book.compare::<Rule>(&refused).unwrap_or_else(|what| panic!("{what}"));
}
