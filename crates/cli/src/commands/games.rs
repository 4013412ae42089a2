//! `polynya games`: what there is to play.

use anstyle::Style;
use polynya_catalog::{AnyGame, Games, Group, Kind, figures};
use polynya_engine::{Label, Sourced};

use crate::Terminal;
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
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    match &args.game {
        Some(id) => tell(games.get(&id.to_lowercase())?),
        None => games.iter().try_for_each(list),
    }
}

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
/// The groups of options in the order in which they are told, and what stands above each.
const GROUPS: [(Group, Option<&str>); 3] = [
    (Group::Variant, None),
    (Group::Ruling, Some("Rulings, where the printed text can be read in two ways:")),
    (Group::Again, Some("Kept from the match before; a rematch sets them:")),
];

fn list(game: &dyn AnyGame<Terminal>) -> Result<(), Failure> {
    let info = game.info();
    let columns = text_columns();
    let heading = format!("{BOLD}{}{BOLD:#}: {} {DIM}({}){DIM:#}", info.id, info.title, facts(game));
    say!("{}", wrap(&heading, columns, 4))?;
    say!("{}", labelled("    ", info.summary, columns))
}

fn tell(game: &dyn AnyGame<Terminal>) -> Result<(), Failure> {
    list(game)?;
    let (info, columns) = (game.info(), text_columns());
    if !info.first_game.is_empty() {
        say!("{}", labelled("    ", info.first_game, columns))?;
    }
    if !info.options.is_empty() {
        say!("\n{BOLD}Options{BOLD:#}, as one JSON object, what is left out having its default")?;
    }
    for (group, heading) in GROUPS {
        let mut options = info.options.iter().filter(|option| option.group == group).peekable();
        if let (Some(_), Some(heading)) = (options.peek(), heading) {
            say!("{}", labelled("  ", heading, columns))?;
        }
        for option in options {
            say!("{}", labelled(&format!("  {:<18} ", option.name), option.about, columns))?;
            let values = format!("{DIM}{}{DIM:#}", option.values);
            say!("{}", labelled(&" ".repeat(21), &values, columns))?;
        }
    }
    say!("\n{BOLD}Bots{BOLD:#}, weakest first")?;
    for bot in game.bots() {
        say!("{}", labelled(&format!("  {:<18} ", bot.name), bot.about, columns))?;
    }
    let mut numbers = figures(info.id).peekable();
    if let Some(first) = numbers.peek() {
        say!("\n{BOLD}In numbers{BOLD:#}")?;
        say!("{}", labelled("  ", &format!("From {}; more with `polynya atlas`.", first.basis()), columns))?;
    }
    for figure in numbers {
        say!("{}", labelled("  - ", &figure.sentence(), columns))?;
    }
    say!("\n{BOLD}About{BOLD:#}\n{}", labelled("  ", info.about, columns))?;
    if !info.sources.is_empty() {
        say!("\n{BOLD}What is printed, and what is made up{BOLD:#}")?;
    }
    for label in Label::ALL {
        let values: Vec<_> = info.sources.iter().filter(|value| value.label == label).collect();
        if !values.is_empty() {
            let heading = format!("{BOLD}{label}{BOLD:#}: {}", label.meaning());
            say!("{}", labelled("  ", &heading, columns))?;
        }
        for Sourced { name, value, clause, file, .. } in values {
            let text = format!("{name}: {value} {DIM}(clause {clause}, {file}){DIM:#}");
            say!("{}", labelled("    - ", &text, columns))?;
        }
    }
    let end = format!("Play it with `polynya play {0}`; its rules are in `polynya rules {0}`.", info.id);
    say!("\n{}", wrap(&end, columns, 0))
}

fn facts(game: &dyn AnyGame<Terminal>) -> String {
    let info = game.info();
    let kind = match info.kind {
        Kind::Race => "a race",
        Kind::Together => "co-operative",
    };
    let ages = info.ages.map_or_else(String::new, |age| format!(", age {age} and up"));
    format!("{}-{} seats, about {} minutes{ages}, {kind}", info.seats.start(), info.seats.end(), info.minutes)
}
