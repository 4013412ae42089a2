//! `polynya games`: what there is to play.

use anstyle::Style;
use polynya_catalog::{Entry, GAMES, Kind, game};

use crate::failure::Failure;
use crate::output::say;
use crate::terminal::{labelled, text_columns, wrap};

/// List the games, or tell about one: its options, its bots, what is reconstructed.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  polynya games\n  polynya games piecepack-dare")]
pub struct Args {
    /// The game to tell about.
    game: Option<String>,
}

/// Lists the games, or tells about one.
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.game {
        Some(id) => tell(game(&id.to_lowercase())?),
        None => GAMES.iter().try_for_each(|entry| list(*entry)),
    }
}

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

fn list(entry: &dyn Entry) -> Result<(), Failure> {
    let info = entry.info();
    let columns = text_columns();
    let heading = format!("{BOLD}{}{BOLD:#}: {} {DIM}({}){DIM:#}", info.id, info.title, facts(entry));
    say!("{}", wrap(&heading, columns, 4))?;
    say!("{}", labelled("    ", info.summary, columns))
}

fn tell(entry: &dyn Entry) -> Result<(), Failure> {
    list(entry)?;
    let (info, columns) = (entry.info(), text_columns());
    if !info.options.is_empty() {
        say!("\n{BOLD}Options{BOLD:#}, as one JSON object, what is left out having its default")?;
    }
    for option in info.options {
        say!("{}", labelled(&format!("  {:<18} ", option.name), option.about, columns))?;
        let values = format!("{DIM}{}{DIM:#}", option.values);
        say!("{}", labelled(&" ".repeat(21), &values, columns))?;
    }
    say!("\n{BOLD}Bots{BOLD:#}, weakest first")?;
    for bot in entry.bots() {
        say!("{}", labelled(&format!("  {:<18} ", bot.name), bot.about, columns))?;
    }
    say!("\n{BOLD}About{BOLD:#}\n{}", labelled("  ", info.about, columns))?;
    let end = format!("Play it with `polynya play {0}`; its rules are in `polynya rules {0}`.", info.id);
    say!("\n{}", wrap(&end, columns, 0))
}

fn facts(entry: &dyn Entry) -> String {
    let info = entry.info();
    let kind = match info.kind {
        Kind::Race => "a race",
        Kind::Together => "all together",
    };
    format!("{}-{} seats, about {} minutes, {kind}", info.seats.start(), info.seats.end(), info.minutes)
}
