//! `polynya replay`: a recorded match, turn by turn.

use polynya_catalog::{AnyLine, game};

use super::play::tale;
use crate::boards;
use crate::failure::Failure;
use crate::files;
use crate::terminal::{self, Console, paint, quiet, strong};

/// Show a recorded match turn by turn.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  polynya replay match.json             step through it: Enter, b, a number, q
  polynya replay match.json --all       every turn in words, and the final board
  polynya replay match.json --step 40   the board after 40 steps")]
pub struct Args {
    /// A file with a record (its first one, if it holds many); - for the standard input
    file: String,
    /// Tell the whole match at once, as it is done without a terminal
    #[arg(long, conflicts_with = "step")]
    all: bool,
    /// Show only the board after this many steps
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// No colour (also without a terminal, and with NO_COLOR set)
    #[arg(long, alias = "no-colour")]
    no_color: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.no_color {
        terminal::without_colour();
    }
    let in_file = |what: &dyn std::fmt::Display| Failure::in_file(&args.file, what);
    let record = files::first_record(&args.file)?;
    let entry = game(&record.game).map_err(|trouble| in_file(&trouble))?;
    entry.judge(&record).map_err(|trouble| in_file(&trouble))?;
    let line = entry.view(&record, record.steps.len()).map_err(|trouble| in_file(&trouble))?;
    let mut console = Console::new();
    match args.step {
        Some(step) if step > line.len() => {
            Err(in_file(&format!("the match has {} steps, so there is no step {step}", line.len())))
        }
        Some(step) => show(&*line.prefix(step), line.len(), &mut console),
        None if args.all || !console.is_person() => tell(&*line, entry.info().title, &mut console),
        None => walk(&*line, &mut console),
    }
}

/// The whole match in words, and the board at its end.
fn tell(line: &dyn AnyLine, title: &str, console: &mut Console) -> Result<(), Failure> {
    console.say(&paint(strong(), title))?;
    let turns = tale::turns(&line.told(0), &tale::names(line));
    for (index, turn) in turns.iter().enumerate() {
        console.say(&tale::lines(&[format!("{}. {turn}", index + 1)]))?;
    }
    show(line, line.len(), console)
}

/// A board with what it stands for.
fn show(line: &dyn AnyLine, of: usize, console: &mut Console) -> Result<(), Failure> {
    console.say(&boards::draw(line))?;
    let status = line.describe();
    let status = status.lines().next().unwrap_or("");
    Ok(console.say(&format!("{}  {status}", paint(strong(), &format!("Step {} of {of}.", line.len()))))?)
}

/// Forward and back by turns, until the reader has seen enough.
fn walk(line: &dyn AnyLine, console: &mut Console) -> Result<(), Failure> {
    let (mut before, mut step) = (0, 0);
    loop {
        console.clear()?;
        let now = line.prefix(step);
        if before < step {
            console.say(&tale::lines(&tale::turns(&now.told(before), &tale::names(line))))?;
        }
        show(&*now, line.len(), console)?;
        loop {
            let keys = if step < line.len() { "Enter next turn" } else { "This is the end. Enter or q quits" };
            console.say(&paint(quiet(), &format!("{keys}, b back, a number goes to that step, q quits")))?;
            let Some(typed) = console.ask("> ")? else { return Ok(()) };
            let go = match typed.to_lowercase().as_str() {
                "" | "n" if step == line.len() => return Ok(()),
                "q" | "quit" | "exit" => return Ok(()),
                "" | "n" => Ok(turn_end(line, step)),
                "b" | "back" => Ok(turn_begin(line, step)),
                number => number.parse::<usize>(),
            };
            match go {
                Ok(to) if to <= line.len() => {
                    before = turn_begin(line, to);
                    step = to;
                    break;
                }
                Ok(_) => console.say(&format!("The match has {} steps.", line.len()))?,
                Err(_) => console.say("Press Enter, or type b, q or the number of a step.")?,
            }
        }
    }
}

/// The first step behind this one after which another turn is over, or the end.
fn turn_end(line: &dyn AnyLine, step: usize) -> usize {
    let turns = line.prefix(step).turns();
    first_with(line, turns + 1).max(step + 1).min(line.len())
}

/// Where the turn began that was played up to this step.
fn turn_begin(line: &dyn AnyLine, step: usize) -> usize {
    match step.checked_sub(1) {
        Some(last) => first_with(line, line.prefix(last).turns()),
        None => 0,
    }
}

/// After how many steps this many turns are over; one more than there are if that never happens.
fn first_with(line: &dyn AnyLine, turns: u32) -> usize {
    let (mut least, mut most) = (0, line.len() + 1);
    while least < most {
        let middle = usize::midpoint(least, most);
        if line.prefix(middle).turns() < turns {
            least = middle + 1;
        } else {
            most = middle;
        }
    }
    least
}
