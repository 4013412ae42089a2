//! A game's rule book: Markdown with numbered clauses, and examples that are run as tests.
//!
//! A clause is a paragraph that begins with its number in bold, `**4.2**`. An example is a fenced block:
//!
//! ````text
//! ```example polar-dare 2 {"turn_limit":3}
//! 1 roll
//! * P3
//! 1 hop start a2 ! 5.4      refused by this clause
//! = Red has 0 home          a line of the described position holds these words
//! ```
//! ````
//!
//! `start ! 1.2` as the only line says that such a match is refused before it begins.

use std::collections::BTreeSet;

use crate::clause::Clause;
use crate::describe::Describe;
use crate::line::{Line, StepOf};
use crate::record::read_options;

/// A rule book, parsed.
#[derive(Clone, Debug)]
pub struct Book {
    /// The title of the book.
    pub title: &'static str,
    /// What stands before the first section.
    pub preface: String,
    /// The clauses in the order of the book.
    pub clauses: Vec<BookClause>,
    /// The examples in the order of the book.
    pub examples: Vec<Example>,
}

/// One clause as the book prints it.
#[derive(Clone, Debug)]
pub struct BookClause {
    /// Its number, such as `4.2`.
    pub number: &'static str,
    /// The heading of its section.
    pub section: &'static str,
    /// Its text, without the number, on one line.
    pub text: String,
}

/// One example of the book.
#[derive(Clone, Debug)]
pub struct Example {
    /// The line of the book on which it begins, counted from 1.
    pub at: usize,
    /// The number of the clause that it follows.
    pub clause: &'static str,
    /// The game's id.
    pub game: &'static str,
    /// How many seats play.
    pub seats: u8,
    /// The options as JSON.
    pub options: &'static str,
    /// The lines of the example.
    pub lines: Vec<&'static str>,
}

impl Book {
    /// Reads a book.
    ///
    /// # Panics
    /// If an example's heading is malformed: the book is part of the program.
    pub fn parse(markdown: &'static str) -> Book {
        let mut book = Book { title: "", preface: String::new(), clauses: Vec::new(), examples: Vec::new() };
        let mut section = "";
        let mut example: Option<Example> = None;
        let mut open = false;
        for (index, line) in markdown.lines().enumerate() {
            let clause = book.clauses.last().map_or("", |clause: &BookClause| clause.number);
            if let Some(running) = &mut example {
                if line == "```" {
                    book.examples.extend(example.take());
                } else {
                    running.lines.push(line);
                }
            } else if let Some(heading) = line.strip_prefix("```example ") {
                open = false;
                example = Some(Example::heading(index + 1, clause, heading));
            } else if let Some(title) = line.strip_prefix("# ") {
                book.title = title;
            } else if let Some(title) = line.strip_prefix("## ") {
                section = title;
                open = false;
            } else if let Some((number, text)) = line.strip_prefix("**").and_then(|rest| rest.split_once("** ")) {
                book.clauses.push(BookClause { number, section, text: text.to_owned() });
                open = true;
            } else if line.trim().is_empty() {
                open = false;
                if section.is_empty() && !book.preface.is_empty() {
                    book.preface.push('\n');
                }
            } else if section.is_empty() {
                book.preface.push_str(line);
                book.preface.push('\n');
            } else if open && let Some(clause) = book.clauses.last_mut() {
                clause.text.push(' ');
                clause.text.push_str(line.trim());
            }
        }
        book.preface.truncate(book.preface.trim_end().len());
        book
    }

    /// Returns the clause with this number.
    pub fn clause(&self, number: &str) -> Option<&BookClause> {
        self.clauses.iter().find(|clause| clause.number == number)
    }

    /// Returns the clauses in whose text, heading or number all these words occur.
    pub fn search<'a>(&'a self, words: &[String]) -> Vec<&'a BookClause> {
        let words: Vec<String> =
            words.iter().flat_map(|words| words.split_whitespace()).map(str::to_lowercase).collect();
        self.clauses
            .iter()
            .filter(|clause| {
                let text = format!("{} {} {}", clause.number, clause.section, clause.text).to_lowercase();
                words.iter().all(|word| text.contains(word.as_str()))
            })
            .collect()
    }

    /// Runs the examples of one game and returns the clauses that refused something in them.
    pub fn run<G: Describe>(&self) -> Result<BTreeSet<&'static str>, String> {
        let mut refused = BTreeSet::new();
        for example in self.examples.iter().filter(|example| example.game == G::ID) {
            example.run::<G>(&mut refused).map_err(|what| format!("example at line {}: {what}", example.at))?;
        }
        Ok(refused)
    }

    /// Compares the clauses of the book with those of the code: same numbers, same first sentence, and every clause
    /// that can refuse is among those that did in an example.
    pub fn compare<R: Clause>(&self, refused: &BTreeSet<&str>) -> Result<(), String> {
        let mut numbers = BTreeSet::new();
        for clause in &self.clauses {
            if !numbers.insert(clause.number) {
                return Err(format!("the book has two clauses {}", clause.number));
            }
        }
        for rule in R::all() {
            let (number, text) = (rule.number(), rule.text());
            let clause = self.clause(number).ok_or_else(|| format!("{rule:?}: the book has no clause {number}"))?;
            if !clause.text.starts_with(text) {
                return Err(format!("clause {number} begins otherwise in the book than in the code: {text}"));
            }
            if !refused.contains(number) {
                return Err(format!("no example shows how clause {number} refuses ({rule:?})"));
            }
        }
        Ok(())
    }
}

impl Example {
    fn heading(at: usize, clause: &'static str, heading: &'static str) -> Example {
        let mut words = heading.splitn(3, ' ');
        let game = words.next().expect("an example names its game");
        let seats = words.next().and_then(|seats| seats.parse().ok()).expect("an example says how many seats play");
        Example { at, clause, game, seats, options: words.next().unwrap_or("{}"), lines: Vec::new() }
    }

    fn run<G: Describe>(&self, refused: &mut BTreeSet<&'static str>) -> Result<(), String> {
        let options = read_options::<G>(self.options).map_err(|fault| fault.to_string())?;
        let mut line = match (Line::<G>::new(options, self.seats), self.lines.as_slice()) {
            (Ok(line), _) => line,
            (Err(refusal), [only]) if only.strip_prefix("start ! ") == Some(refusal.clause) => {
                refused.insert(refusal.clause);
                return Ok(());
            }
            (Err(refusal), _) => return Err(refusal.to_string()),
        };
        for &text in &self.lines {
            if let Some(words) = text.strip_prefix("= ") {
                let said = line.position().describe();
                if !said.lines().any(|said| said.contains(words)) {
                    return Err(format!("expected a line with `{words}` in:\n{said}"));
                }
                continue;
            }
            let (words, clause) = match text.split_once(" ! ") {
                Some((words, clause)) => (words, Some(clause)),
                None => (text, None),
            };
            let step: StepOf<G> = words.parse().map_err(|bad| format!("`{words}`: {bad}"))?;
            match (line.advance(step), clause) {
                (Ok(()), None) => {}
                (Ok(()), Some(clause)) => return Err(format!("`{words}` should be refused by {clause}")),
                (Err(refusal), Some(clause)) if refusal.clause == clause => {
                    refused.insert(refusal.clause);
                }
                (Err(refusal), _) => return Err(refusal.to_string()),
            }
        }
        Ok(())
    }
}
