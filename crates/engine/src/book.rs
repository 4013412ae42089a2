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

/// A rule book, parsed. Nothing that is written in it is left out.
#[derive(Clone, Debug)]
pub struct Book {
    /// The title of the book.
    pub title: &'static str,
    /// What stands in it, in its order.
    pub parts: Vec<Part>,
}

/// A part of a book.
#[derive(Clone, Debug)]
pub enum Part {
    /// The heading of a section.
    Heading(&'static str),
    /// A numbered clause.
    Clause(BookClause),
    /// Text without a number, on one line.
    Paragraph(String),
    /// A list, each of its points on one line.
    List(Vec<String>),
    /// A table: its rows, the heads of its columns first.
    Table(Vec<Vec<&'static str>>),
    /// An example.
    Example(Example),
}

impl Part {
    /// Returns what a search looks at.
    fn text(&self) -> String {
        match self {
            Part::Heading(_) | Part::Example(_) => String::new(),
            Part::Clause(clause) => format!("{} {} {}", clause.number, clause.section, clause.text),
            Part::Paragraph(text) => text.clone(),
            Part::List(points) => points.join(" "),
            Part::Table(rows) => rows.concat().join(" "),
        }
    }
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
    pub lines: Vec<ExampleLine>,
}

/// One line of an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExampleLine {
    /// Such a match is refused before it begins, by this clause.
    NoStart(&'static str),
    /// A step that is taken.
    Step(&'static str),
    /// A step that is refused.
    Refused {
        /// The step.
        step: &'static str,
        /// The clause that refuses it.
        clause: &'static str,
    },
    /// A line of the described position holds these words.
    Says(&'static str),
}

impl ExampleLine {
    fn read(line: &'static str) -> ExampleLine {
        match (line.strip_prefix("= "), line.split_once(" ! ")) {
            (Some(words), _) => ExampleLine::Says(words),
            (None, Some(("start", clause))) => ExampleLine::NoStart(clause),
            (None, Some((step, clause))) => ExampleLine::Refused { step, clause },
            (None, None) => ExampleLine::Step(line),
        }
    }
}

/// Reads a book line by line.
struct Reader {
    book: Book,
    section: &'static str,
    /// The number of the last clause.
    clause: &'static str,
    /// Does the last part go on, until an empty line?
    open: bool,
    /// The example that is being read.
    example: Option<Example>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &'static str) {
        if let Some(example) = &mut self.example {
            match line {
                "```" => self.book.parts.extend(self.example.take().map(Part::Example)),
                line => example.lines.push(ExampleLine::read(line)),
            }
        } else if let Some(heading) = line.strip_prefix("```example ") {
            self.example = Some(Example::heading(number, self.clause, heading));
            self.open = false;
        } else if let Some(title) = line.strip_prefix("# ") {
            self.book.title = title;
        } else if let Some(title) = line.strip_prefix("## ") {
            self.section = title;
            self.begin(Part::Heading(title));
            self.open = false;
        } else if line.trim().is_empty() {
            self.open = false;
        } else if line.starts_with('|') {
            self.row(line);
        } else if let Some(point) = line.strip_prefix("- ") {
            match self.book.parts.last_mut() {
                Some(Part::List(points)) if self.open => points.push(point.to_owned()),
                _ => self.begin(Part::List(vec![point.to_owned()])),
            }
        } else if let Some((number, text)) = clause(line) {
            self.clause = number;
            self.begin(Part::Clause(BookClause { number, section: self.section, text: text.to_owned() }));
        } else {
            self.text(line.trim());
        }
    }

    fn begin(&mut self, part: Part) {
        self.book.parts.push(part);
        self.open = true;
    }

    fn row(&mut self, line: &'static str) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if cells.iter().all(|cell| cell.starts_with("--")) {
            return;
        }
        match self.book.parts.last_mut() {
            Some(Part::Table(rows)) if self.open => rows.push(cells),
            _ => self.begin(Part::Table(vec![cells])),
        }
    }

    fn text(&mut self, line: &str) {
        let text = match self.book.parts.last_mut().filter(|_| self.open) {
            Some(Part::Clause(clause)) => &mut clause.text,
            Some(Part::Paragraph(text)) => text,
            Some(Part::List(points)) => points.last_mut().expect("a list has a point"),
            _ => return self.begin(Part::Paragraph(line.to_owned())),
        };
        text.push(' ');
        text.push_str(line);
    }
}

/// The number and the text of a clause that begins on this line.
fn clause(line: &'static str) -> Option<(&'static str, &'static str)> {
    let (number, text) = line.strip_prefix("**")?.split_once("** ")?;
    number.starts_with(|first: char| first.is_ascii_digit()).then_some((number, text))
}

impl Book {
    /// Reads a book.
    ///
    /// # Panics
    /// If an example's heading is malformed: the book is part of the program.
    pub fn parse(markdown: &'static str) -> Book {
        let book = Book { title: "", parts: Vec::new() };
        let mut reader = Reader { book, section: "", clause: "", open: false, example: None };
        for (index, line) in markdown.lines().enumerate() {
            reader.line(index + 1, line);
        }
        reader.book
    }

    /// Returns the clauses in the order of the book.
    pub fn clauses(&self) -> impl Iterator<Item = &BookClause> {
        self.parts.iter().filter_map(|part| if let Part::Clause(clause) = part { Some(clause) } else { None })
    }

    /// Returns the examples in the order of the book.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.parts.iter().filter_map(|part| if let Part::Example(example) = part { Some(example) } else { None })
    }

    /// Returns the headings of its sections.
    pub fn headings(&self) -> impl Iterator<Item = &'static str> {
        self.parts.iter().filter_map(|part| if let Part::Heading(heading) = part { Some(*heading) } else { None })
    }

    /// Returns the clause with this number.
    pub fn clause(&self, number: &str) -> Option<&BookClause> {
        self.clauses().find(|clause| clause.number == number)
    }

    /// Returns a clause and what stands below it, up to the next clause or heading; or the whole of a section that is
    /// named by its number. Empty if there is none.
    pub fn passage(&self, number: &str) -> &[Part] {
        let begins = |part: &Part| match part {
            Part::Heading(heading) => heading.split(' ').next() == Some(number),
            Part::Clause(clause) => clause.number == number,
            _ => false,
        };
        let Some(first) = self.parts.iter().position(begins) else { return &[] };
        let section = matches!(self.parts[first], Part::Heading(_));
        let ends = |part: &Part| matches!(part, Part::Heading(_)) || (!section && matches!(part, Part::Clause(_)));
        let length = self.parts[first + 1..].iter().position(ends);
        length.map_or(&self.parts[first..], |length| &self.parts[first..=first + length])
    }

    /// Returns the parts in whose text all these words occur; for clauses also in heading or number.
    pub fn search<'a>(&'a self, words: &[String]) -> Vec<&'a Part> {
        let words: Vec<String> =
            words.iter().flat_map(|words| words.split_whitespace()).map(str::to_lowercase).collect();
        let holds = |part: &&Part| {
            let text = part.text().to_lowercase();
            !text.is_empty() && words.iter().all(|word| text.contains(word.as_str()))
        };
        self.parts.iter().filter(holds).collect()
    }

    /// Runs the examples of one game and returns the clauses that refused something in them.
    pub fn run<G: Describe>(&self) -> Result<BTreeSet<&'static str>, String> {
        let mut refused = BTreeSet::new();
        for example in self.examples().filter(|example| example.game == G::ID) {
            example.run::<G>(&mut refused).map_err(|what| format!("example at line {}: {what}", example.at))?;
        }
        Ok(refused)
    }

    /// Compares the clauses of the book with those of the code: same numbers, same first sentence, and every clause
    /// that can refuse is among those that did in an example.
    pub fn compare<R: Clause>(&self, refused: &BTreeSet<&str>) -> Result<(), String> {
        let mut numbers = BTreeSet::new();
        for clause in self.clauses() {
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
            (Err(refusal), [ExampleLine::NoStart(clause)]) if *clause == refusal.clause => {
                refused.insert(refusal.clause);
                return Ok(());
            }
            (Err(refusal), _) => return Err(refusal.to_string()),
        };
        for &each in &self.lines {
            let (words, clause) = match each {
                ExampleLine::NoStart(clause) => return Err(format!("the start should be refused by {clause}")),
                ExampleLine::Says(words) => {
                    let said = line.position().describe();
                    if !said.lines().any(|said| said.contains(words)) {
                        return Err(format!("expected a line with `{words}` in:\n{said}"));
                    }
                    continue;
                }
                ExampleLine::Step(step) => (step, None),
                ExampleLine::Refused { step, clause } => (step, Some(clause)),
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

    /// Returns the steps that are taken in it.
    pub fn steps(&self) -> impl Iterator<Item = &'static str> {
        self.lines.iter().filter_map(|line| if let ExampleLine::Step(step) = line { Some(*step) } else { None })
    }
}
