//! `polynya replay`: a recorded match, turn by turn.

pub mod full_screen;

use polynya_catalog::{AnyMatch, Games};

use super::play::tale;
use crate::Terminal;
use crate::dress::Dress;
use crate::failure::Failure;
use crate::files::Which;
use crate::screen::history::{turn_begin, turn_end};
use crate::screen::{self, Looks};
use crate::terminal::{self, Console, paint, quiet, strong};

/// Show a recorded match turn by turn.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  polynya replay match.json             step through it: arrows, Enter, a number; a analyses it
  polynya replay match.json --all       every turn in words, and the final board
  polynya replay match.json --step 40   the board after 40 steps
  polynya replay matches.jsonl --match 7  the seventh of many")]
pub struct Args {
    /// A file with a record, or with many; - for the standard input
    file: String,
    #[command(flatten)]
    which: Which,
    /// Print the whole match at once (the default without a terminal)
    #[arg(long, conflicts_with = "step")]
    all: bool,
    /// Show only the board after this many steps
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// Line by line instead of on the whole screen (also where there is no terminal)
    #[arg(long)]
    plain: bool,
    /// Draw with ASCII signs only
    #[arg(long)]
    ascii: bool,
    /// No colour (also without a terminal, and with NO_COLOR set)
    #[arg(long, alias = "no-colour")]
    no_color: bool,
}

/// Runs the command.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    if args.no_color {
        terminal::without_colour();
    }
    let in_file = |what: &dyn std::fmt::Display| Failure::in_file(&args.file, what);
    let (record, _) = args.which.record(&args.file)?;
    let game = games.get(&record.game).map_err(|error| in_file(&error))?;
    game.judge(&record).map_err(|error| in_file(&error))?;
    let table = game.view(&record, record.steps.len()).map_err(|error| in_file(&error))?;
    let dress = Dress::new(game, table.seats(), record.sets.as_deref()).map_err(|what| in_file(&what))?;
    let mut console = Console::new();
    console.dress(dress.clone());
    match args.step {
        Some(step) if step > table.len() => {
            Err(in_file(&format!("the match has {} steps, so there is no step {step}", table.len())))
        }
        Some(step) => show(&*table.prefix(step), table.len(), &dress, &mut console),
        None if args.all || !console.is_person() => tell(&*table, game.info().title, &dress, &mut console),
        None if !args.plain && screen::is_possible() => {
            let looks = Looks::of(args.no_color, args.ascii, |name| std::env::var(name).ok());
            full_screen::run(game, table, record, dress, looks)
        }
        None => walk(&*table, &dress, &mut console),
    }
}

/// Tells the whole match in words, and shows the board at its end.
fn tell(table: &dyn AnyMatch<Terminal>, title: &str, dress: &Dress, console: &mut Console) -> Result<(), Failure> {
    console.say(&paint(strong(), title))?;
    let turns = tale::turns(&table.log(0), &tale::names(table));
    for (index, turn) in turns.iter().enumerate() {
        console.say(&tale::lines(&[format!("{}. {turn}", index + 1)]))?;
    }
    show(table, table.len(), dress, console)
}

/// Shows a board with what it stands for.
fn show(table: &dyn AnyMatch<Terminal>, of: usize, dress: &Dress, console: &mut Console) -> Result<(), Failure> {
    let (tale::Board::Drawn(board) | tale::Board::Described(board)) = tale::board(table, &[], dress);
    console.say(&board)?;
    let status = tale::status(table);
    Ok(console.say(&format!("{}  {status}", paint(strong(), &format!("Step {} of {of}.", table.len()))))?)
}

/// Goes forward and back by turns, until the reader has seen enough.
fn walk(table: &dyn AnyMatch<Terminal>, dress: &Dress, console: &mut Console) -> Result<(), Failure> {
    let (mut before, mut step) = (0, 0);
    loop {
        console.clear()?;
        let now = table.prefix(step);
        if before < step {
            console.say(&tale::lines(&tale::turns(&now.log(before), &tale::names(table))))?;
        }
        show(&*now, table.len(), dress, console)?;
        loop {
            let keys = if step < table.len() { "Enter next turn" } else { "This is the end. Enter or q quits" };
            console.say(&paint(quiet(), &format!("{keys}, b back, a number goes to that step, q quits")))?;
            let Some(typed) = console.ask("> ")? else { return Ok(()) };
            let go = match typed.to_lowercase().as_str() {
                "" | "n" if step == table.len() => return Ok(()),
                "q" | "quit" | "exit" => return Ok(()),
                "" | "n" => Ok(turn_end(table, step)),
                "b" | "back" => Ok(turn_begin(table, step)),
                number => number.parse::<usize>(),
            };
            match go {
                Ok(to) if to <= table.len() => {
                    before = turn_begin(table, to);
                    step = to;
                    break;
                }
                Ok(_) => console.say(&format!("The match has {} steps.", table.len()))?,
                Err(_) => console.say("Press Enter, or type b, q or the number of a step.")?,
            }
        }
    }
}
