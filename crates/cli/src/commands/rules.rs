//! `polynya rules`: the rule book, one clause, or a search in it.

use anstyle::Style;
use polynya_catalog::Games;
use polynya_engine::book::{Book, Example, ExampleLine, Part};
use polynya_engine::{Clause, TableRule, excerpt, plural};

use crate::Terminal;
use crate::failure::Failure;
use crate::output::say;
use crate::terminal::{labelled, pad, text_columns, width, wrap};

/// Read the rules of a game: all of them, one clause or section, or the clauses with some words.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  polynya rules polar-dare\n  polynya rules polar-dare 4.2\n  \
                        polynya rules piecepack-dare equator bear")]
pub struct Args {
    /// The game.
    game: String,
    /// The number of a clause (4.2) or section (4), or words to look for.
    words: Vec<String>,
    /// Show what belongs to the clauses with these words too, such as examples.
    #[arg(long)]
    examples: bool,
}

/// Prints what was asked for.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    let book = games.get(&args.game.to_lowercase())?.book();
    let words = args.words.as_slice();
    if words.is_empty() {
        say!("{BOLD}{}{BOLD:#}", book.title)?;
        return book.parts.iter().try_for_each(print);
    }
    if let [number] = words
        && let Some(rule) = TableRule::all().iter().find(|rule| rule.number() == number)
    {
        let text = format!("{BOLD}{}{BOLD:#} {} {DIM}(at every table){DIM:#}", rule.number(), rule.text());
        return say!("{}", wrap(&text, text_columns(), 4));
    }
    let found = find(book, words)
        .map_err(|nothing| Failure::input(format!("{nothing}; without words, the whole book is shown")))?;
    found.into_iter().try_for_each(|part| match part {
        Part::Clause(clause) if args.examples => book.passage(clause.number).iter().try_for_each(print),
        part => print(part),
    })
}

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
/// How far tables, lists and examples are set in.
const INDENT: &str = "    ";

/// Returns the clause or section with this number and all that belongs to it, or the parts with these words; never empty.
pub fn find<'a>(book: &'a Book, words: &[String]) -> Result<Vec<&'a Part>, String> {
    let about = excerpt(&words.join(" "));
    if let [number] = words
        && number.starts_with(|first: char| first.is_ascii_digit())
        && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        let found: Vec<&Part> = book.passage(number).iter().collect();
        return if found.is_empty() { Err(format!("there is no section or clause {about}")) } else { Ok(found) };
    }
    let found = book.search(words);
    if found.is_empty() { Err(format!("no clause has `{about}`")) } else { Ok(found) }
}

fn print(part: &Part) -> Result<(), Failure> {
    match part {
        Part::Heading(heading) => say!("\n{BOLD}{heading}{BOLD:#}"),
        Part::Clause(clause) => {
            say!("\n{}", wrap(&format!("{BOLD}{}{BOLD:#} {}", clause.number, clause.text), text_columns(), 4))
        }
        Part::Example(example) => print_example(example),
        part => say!("\n{}", plain(part, text_columns())),
    }
}

/// Returns a part as plain text in lines of at most so many columns; nothing for an example.
pub fn plain(part: &Part, columns: usize) -> String {
    match part {
        Part::Heading(heading) => (*heading).to_owned(),
        Part::Clause(clause) => wrap(&format!("{} {}", clause.number, clause.text), columns, 4),
        Part::Paragraph(text) => wrap(text, columns, 0),
        Part::List(points) => {
            points.iter().map(|point| labelled("  - ", point, columns)).collect::<Vec<_>>().join("\n")
        }
        Part::Table(rows) => table(rows),
        Part::Example(_) => String::new(),
    }
}

/// Returns the rows with their cells below each other.
fn table(rows: &[Vec<&str>]) -> String {
    let across = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max();
    let widths: Vec<usize> = (0..across).map(|column| widest(column).unwrap_or(0) + 2).collect();
    let line = |row: &Vec<&str>| {
        let cells: String = row.iter().zip(&widths).map(|(cell, &wide)| pad(cell, wide)).collect();
        format!("{INDENT}{}", cells.trim_end())
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn print_example(example: &Example) -> Result<(), Failure> {
    let (game, seats, options) = (example.game, plural(example.seats, "seat"), example.options);
    let options = if options == "{}" { String::new() } else { format!(", {options}") };
    let heading = format!("{DIM}Example: {game}, {seats}{options}{DIM:#}");
    say!("\n{}", labelled(INDENT, &heading, text_columns()))?;
    // Steps stand side by side: some examples have more than a hundred.
    let mut line = String::new();
    for &each in &example.lines {
        let own = match each {
            ExampleLine::Step(step) if !line.is_empty() && width(&line) + 3 + width(step) + 4 <= text_columns() => {
                line = format!("{line}   {step}");
                continue;
            }
            ExampleLine::Step(step) => {
                flush(&mut line)?;
                step.clone_into(&mut line);
                continue;
            }
            ExampleLine::NoStart(clause) => format!("start   {DIM}is refused by {clause}{DIM:#}"),
            ExampleLine::Refused { step, clause } => format!("{step}   {DIM}is refused by {clause}{DIM:#}"),
            ExampleLine::Says(words) => format!("= {words}"),
        };
        flush(&mut line)?;
        say!("{}", labelled(INDENT, &own, text_columns()))?;
    }
    flush(&mut line)
}

/// Prints the steps that are waiting, if there are any.
fn flush(line: &mut String) -> Result<(), Failure> {
    match std::mem::take(line) {
        steps if steps.is_empty() => Ok(()),
        steps => say!("{INDENT}{steps}"),
    }
}
