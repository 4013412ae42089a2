//! `polynya play`: a match at one terminal, between any mix of people and bots.

pub mod answers;
pub mod choices;
pub mod full_screen;
pub mod menu;
mod questions;
pub mod saving;
pub mod session;
mod setup;
pub mod tale;

use std::path::PathBuf;

use polynya_catalog::Games;

use crate::Terminal;
use crate::failure::Failure;
use crate::files::Which;
use crate::options::OptionArgs;
use crate::screen::{self, Looks};
use crate::terminal::{self, Console};
use saving::Saver;

/// Play a match at this terminal, against bots or other people.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  polynya play                                  choose everything by number
  polynya play polar-dare                       you against a bot of the level `normal`
  polynya play polar-dare --players you:Ann,you:Ben,random
  polynya play piecepack-dare --options '{\"homesick_penguins\":true}'
  polynya play polar-dare --save match.json     every step is kept in match.json
  polynya play --resume match.json              go on where match.json ends")]
pub struct Args {
    /// The game, such as polar-dare; without it you are asked
    game: Option<String>,
    /// Who plays, one entry a seat: `you`, `you:NAME`, or the name of a bot
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    players: Vec<String>,
    /// How many play; without --players you take seat 1 and bots the others
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    seats: Option<u8>,
    #[command(flatten)]
    options: OptionArgs,
    /// The seed of the dice: any text, or the 64 digits of an earlier match
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// Keep the match in this new file, after every step
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with a saved match
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "contents"])]
    resume: Option<String>,
    #[command(flatten)]
    which: Which,
    /// No colour (also without a terminal, and with NO_COLOR set)
    #[arg(long, alias = "no-colour")]
    no_color: bool,
    /// Line by line instead of on the whole screen (also where there is no terminal)
    #[arg(long)]
    plain: bool,
    /// Draw with ASCII signs only
    #[arg(long)]
    ascii: bool,
    /// How long each step of a bot is shown, in milliseconds [default: 250 at a terminal with colour, else 0]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=60_000))]
    delay: Option<u64>,
}

/// Runs the command.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    if args.no_color {
        terminal::without_colour();
    }
    let mut console = Console::new();
    let looks = || Looks::of(args.no_color, args.ascii, |name| std::env::var(name).ok());
    let full = !args.plain && screen::is_possible();
    let open = args.game.is_none() && args.resume.is_none() && args.players.is_empty();
    if full && open && args.seats.is_none() && !args.options.are_given() {
        setup::check_save(args)?;
        let (seed, delay) = (setup::seed(args.seed.as_deref())?, setup::delay(args, &console));
        return menu::run(games, seed, Saver::new(args.save.clone(), ""), delay, looks());
    }
    match setup::prepare(args, games, &mut console)? {
        Some(session) if full => full_screen::run(session, looks()),
        Some(session) => session.run(console),
        None => Ok(console.say("Nothing was chosen, so nothing was started.")?),
    }
}
