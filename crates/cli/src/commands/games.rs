//! `polynya games`: what there is to play.

use anstyle::Style;
use polynya_catalog::{Entry, GAMES, Kind, game};

use crate::failure::Failure;
use crate::output::say;

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
        Some(id) => tell(game(id)?),
        None => GAMES.iter().try_for_each(|entry| list(*entry)),
    }
}

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

fn list(entry: &dyn Entry) -> Result<(), Failure> {
    let info = entry.info();
    say!("{BOLD}{}{BOLD:#}  {} {DIM}({}){DIM:#}", info.id, info.title, facts(entry))?;
    say!("    {}", info.summary)
}

fn tell(entry: &dyn Entry) -> Result<(), Failure> {
    list(entry)?;
    let info = entry.info();
    if !info.options.is_empty() {
        say!("\n{BOLD}Options{BOLD:#}, as one JSON object, what is left out having its default")?;
    }
    for option in info.options {
        say!("  {:<18} {}\n{:21}{DIM}{}{DIM:#}", option.name, option.about, "", option.values)?;
    }
    say!("\n{BOLD}Bots{BOLD:#}, weakest first")?;
    for bot in entry.bots() {
        say!("  {:<18} {}", bot.name, bot.about)?;
    }
    say!("\n{BOLD}About{BOLD:#}\n  {}", info.about)?;
    say!("\nPlay it with `polynya play {0}`; its rules are in `polynya rules {0}`.", info.id)
}

fn facts(entry: &dyn Entry) -> String {
    let info = entry.info();
    let kind = match info.kind {
        Kind::Race => "a race",
        Kind::Together => "all together",
    };
    format!("{}-{} seats, about {} minutes, {kind}", info.seats.start(), info.seats.end(), info.minutes)
}
