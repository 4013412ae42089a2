//! `polynya rules`: the rule book, one clause, or a search in it.

use anstyle::Style;
use polynya_catalog::Games;
use polynya_engine::book::{Book, BookClause};
use polynya_engine::{Clause, TableRule, excerpt};

use crate::Terminal;
use crate::failure::Failure;
use crate::output::say;
use crate::terminal::{text_columns, wrap};

/// Read the rules of a game: all of them, one clause or section, or the clauses with some words.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  polynya rules polar-dare\n  polynya rules polar-dare 4.2\n  \
                        polynya rules piecepack-dare equator bear")]
pub struct Args {
    /// The game.
    game: String,
    /// The number of a clause (4.2) or section (4), or words to look for.
    words: Vec<String>,
    /// Show the examples too.
    #[arg(long)]
    examples: bool,
}

/// Prints what was asked for.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    let book = games.get(&args.game.to_lowercase())?.book();
    match args.words.as_slice() {
        [] => print_all(book, args.examples),
        [number] => match (book.clause(number), table_rule(number)) {
            (Some(clause), _) => print(book, clause, true),
            (None, Some(rule)) => {
                let text = format!("{BOLD}{}{BOLD:#} {} {DIM}(at every table){DIM:#}", rule.number(), rule.text());
                say!("{}", wrap(&text, text_columns(), 4))
            }
            (None, None) => print_found(book, &args.words, args.examples),
        },
        words => print_found(book, words, args.examples),
    }
}

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

fn table_rule(number: &str) -> Option<&'static TableRule> {
    TableRule::all().iter().find(|rule| rule.number() == number)
}

fn print_all(book: &Book, examples: bool) -> Result<(), Failure> {
    say!("{BOLD}{}{BOLD:#}\n", book.title)?;
    for paragraph in paragraphs(&book.preface) {
        say!("{}", wrap(&paragraph, text_columns(), 0))?;
    }
    let mut section = "";
    for clause in &book.clauses {
        if clause.section != section {
            section = clause.section;
            say!("\n{BOLD}{section}{BOLD:#}\n")?;
        }
        print(book, clause, examples)?;
    }
    Ok(())
}

/// Returns the lines of a text, those that belong together joined; lists and tables stay as they are.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    for line in text.lines() {
        match paragraphs.last_mut() {
            Some(last) if !last.is_empty() && line.starts_with(char::is_alphanumeric) => {
                last.push(' ');
                last.push_str(line);
            }
            _ => paragraphs.push(line.to_owned()),
        }
    }
    paragraphs
}

fn print_found(book: &Book, words: &[String], examples: bool) -> Result<(), Failure> {
    let found = find(book, words)
        .map_err(|nothing| Failure::input(format!("{nothing}; without words, the whole book is shown")))?;
    found.iter().try_for_each(|clause| print(book, clause, examples))
}

/// Returns the clauses with this number, of this section or with these words; never empty.
pub fn find<'a>(book: &'a Book, words: &[String]) -> Result<Vec<&'a BookClause>, String> {
    let about = excerpt(&words.join(" "));
    if let [number] = words
        && number.starts_with(|first: char| first.is_ascii_digit())
        && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        let is_it = |clause: &&BookClause| clause.number == number || clause.number.split('.').next() == Some(number);
        let found: Vec<&BookClause> = book.clauses.iter().filter(is_it).collect();
        return if found.is_empty() { Err(format!("there is no section or clause {about}")) } else { Ok(found) };
    }
    let found = book.search(words);
    if found.is_empty() { Err(format!("no clause has `{about}`")) } else { Ok(found) }
}

fn print(book: &Book, clause: &BookClause, examples: bool) -> Result<(), Failure> {
    say!("{}", wrap(&format!("{BOLD}{}{BOLD:#} {}", clause.number, clause.text), text_columns(), 4))?;
    for example in book.examples.iter().filter(|example| examples && example.clause == clause.number) {
        say!("{DIM}    {} with {} seats {}{DIM:#}", example.game, example.seats, example.options)?;
        for line in &example.lines {
            match line.split_once(" ! ") {
                Some((step, clause)) => say!("    {step}   {DIM}is refused by {clause}{DIM:#}")?,
                None => say!("    {line}")?,
            }
        }
    }
    Ok(())
}
