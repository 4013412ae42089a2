//! `polynya puzzles`: positions with one good move, to be solved at the terminal; and the search for new ones.

use polynya_catalog::Games;
use polynya_engine::Seed;
use polynya_engine::lesson::Lesson;
use polynya_lab::puzzles::{self, Search};

use super::learn::{Next, play};
use super::learned::Learned;
use super::matches::{MatchArgs, progress};
use crate::Terminal;
use crate::failure::Failure;
use crate::output::say;
use crate::terminal::{self, Console, labelled, paint, quiet, strong, text_columns};

/// Solve puzzles: positions of real matches in which one move is the best.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  polynya puzzles                      the puzzles of all games
  polynya puzzles polar-dare           the first one that you have not solved
  polynya puzzles polar-dare guard-3   this one
  polynya puzzles find ice-breakers --matches 200"
)]
pub struct Args {
    #[command(subcommand)]
    find: Option<Command>,
    /// The game; without it all puzzles are listed
    game: Option<String>,
    /// The puzzle; without it the first one that you have not solved
    puzzle: Option<String>,
    /// No colour (also without a terminal, and with NO_COLOR set)
    #[arg(long, alias = "no-colour")]
    no_color: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    Find(FindArgs),
}

/// Look for puzzles in matches of bots, and print them as the game's `puzzles.md` keeps them. All plans of a turn are played
/// out, so a solution is the best for certain; every level of bots is asked, too.
#[derive(clap::Args)]
#[command(after_help = "Example:
  polynya puzzles find polar-dare --matches 300 --bot easy --seats 2 > puzzles.md")]
struct FindArgs {
    #[command(flatten)]
    matches: MatchArgs,
    /// How many matches are played
    #[arg(long = "matches", value_name = "N", default_value_t = 100)]
    count: u64,
    /// Who plays them, on all seats
    #[arg(long, value_name = "BOT", default_value = "easy")]
    bot: String,
    /// Leave out positions whose plans lead to more others than this
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    positions: usize,
    /// How many puzzles are kept of each kind: the ones that most levels of bots miss
    #[arg(long, value_name = "N", default_value_t = 12)]
    keep: usize,
    /// How often each level of bots is asked
    #[arg(long, value_name = "N", default_value_t = 6)]
    tries: u8,
}

/// Runs the command.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    if args.no_color {
        terminal::without_colour();
    }
    if let Some(Command::Find(args)) = &args.find {
        return find(args);
    }
    let mut console = Console::new();
    let mut learned = Learned::read();
    let Some(game) = &args.game else { return list(games, &learned, &mut console) };
    let game = games.get(&game.to_lowercase())?;
    let id = game.info().id;
    let all = game.puzzles();
    let mut at = match args.puzzle.as_deref() {
        Some(name) => all.iter().position(|puzzle| puzzle.id == name.to_lowercase()).ok_or_else(|| {
            let ids: Vec<&str> = all.iter().map(|puzzle| puzzle.id).collect();
            let ids = ids.join(", ");
            Failure::input(format!("there is no puzzle `{}` of {id}; its puzzles are {ids}", name.escape_debug()))
        })?,
        None => all.iter().position(|puzzle| !learned.of(id, puzzle).done).unwrap_or(0),
    };
    if all.is_empty() {
        return Err(Failure::input(format!("{id} has no puzzles; `polynya learn {id}` has its lessons")));
    }
    while let Some(puzzle) = all.get(at) {
        let number = format!("({} of {}, {})", at + 1, all.len(), difficulty(puzzle));
        console.say(&format!("{}  {}", paint(strong(), puzzle.title), paint(quiet(), &number)))?;
        match play(game, puzzle, 0, false, &mut console)? {
            (Next::Leave, solved) => {
                note(&mut learned, id, puzzle, solved);
                return Ok(console.say(&format!("To go on later: polynya puzzles {id}"))?);
            }
            (Next::Back, solved) => {
                note(&mut learned, id, puzzle, solved);
                at = at.saturating_sub(1);
            }
            (Next::Forward, solved) => {
                note(&mut learned, id, puzzle, solved);
                at += 1;
            }
        }
    }
    Ok(console.say("That was the last puzzle.")?)
}

fn note(learned: &mut Learned, game: &str, puzzle: &Lesson, solved: bool) {
    if solved {
        learned.reached(game, puzzle, puzzle.steps.len());
    }
}

fn difficulty(puzzle: &Lesson) -> &'static str {
    puzzle.puzzle.as_ref().map_or("", |puzzle| puzzle.difficulty().word())
}

/// Lists all puzzles.
fn list(games: &Games<Terminal>, learned: &Learned, console: &mut Console) -> Result<(), Failure> {
    for game in games.iter().filter(|game| !game.puzzles().is_empty()) {
        let (id, all) = (game.info().id, game.puzzles());
        let solved = all.iter().filter(|puzzle| learned.of(id, puzzle).done).count();
        let title = paint(strong(), game.info().title);
        console.say(&format!("{title}  polynya puzzles {id}   {solved} of {} solved", all.len()))?;
        for puzzle in all {
            let state = if learned.of(id, puzzle).done { ", solved" } else { "" };
            let state = paint(quiet(), &format!("({}{state})", difficulty(puzzle)));
            let text = format!("{}. {} {state}", puzzle.title, puzzle.about);
            console.say(&labelled(&format!("  {:12} ", puzzle.id), &text, text_columns()))?;
        }
        console.say("")?;
    }
    Ok(())
}

/// Looks for puzzles and prints them.
fn find(args: &FindArgs) -> Result<(), Failure> {
    let (info, seats) = args.matches.game()?;
    let (options, pool) = (args.matches.options()?, args.matches.pool()?);
    let seed = args.matches.seed();
    let search = Search {
        matches: args.count,
        seed: Seed::of(seed),
        bot: args.bot.clone(),
        seats,
        options,
        most: args.positions,
        wanted: args.keep,
        tries: args.tries,
    };
    let bar = progress(search.matches);
    let found = puzzles::find(info.id, &search, &pool, &|| bar.inc(1))?;
    bar.finish_and_clear();
    say!("{}", search.heading(info.id, seed))?;
    for one in found {
        say!("{}", one.text.trim_end())?;
        say!("")?;
    }
    Ok(())
}
