//! `polynya rules`: the rule book, one clause, or a search in it.

use anstyle::Style;
use polynya_catalog::game;
use polynya_engine::book::{Book, BookClause};
use polynya_engine::{Clause, TableRule};

use crate::failure::Failure;
use crate::output::say;

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
pub fn run(args: &Args) -> Result<(), Failure> {
    let book = game(&args.game)?.book();
    match args.words.as_slice() {
        [] => print_all(book, args.examples),
        [number] => match (book.clause(number), table_rule(number)) {
            (Some(clause), _) => print(book, clause, true),
            (None, Some(rule)) => {
                say!("{BOLD}{}{BOLD:#} {} {DIM}(at every table){DIM:#}", rule.number(), rule.text())
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
    say!("{BOLD}{}{BOLD:#}\n\n{}", book.title, book.preface)?;
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

fn print_found(book: &Book, words: &[String], examples: bool) -> Result<(), Failure> {
    let in_section = |clause: &&BookClause| {
        words.len() == 1 && clause.number.split('.').next() == Some(&words[0]) && words[0].parse::<u8>().is_ok()
    };
    let mut found: Vec<&BookClause> = book.clauses.iter().filter(in_section).collect();
    if found.is_empty() {
        found = book.search(words);
    }
    if found.is_empty() {
        let words = words.join(" ");
        return Err(Failure::input(format!("no clause has `{words}`; without words, the whole book is shown")));
    }
    found.iter().try_for_each(|clause| print(book, clause, examples))
}

fn print(book: &Book, clause: &BookClause, examples: bool) -> Result<(), Failure> {
    say!("{BOLD}{}{BOLD:#} {}", clause.number, clause.text)?;
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
