//! `polynya bench`: how fast the rules play.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use polynya_catalog::{Entry, GAMES, Playouts, game};
use polynya_engine::Seed;

use crate::failure::Failure;
use crate::output::say;

/// Play random matches on one thread and say how fast it goes.
#[derive(clap::Args)]
#[command(after_help = "Runs SECS seconds a row (from the environment; 1 if not set).\n\n\
                        Examples:\n  polynya bench\n  SECS=10 polynya bench polar-dare --seats 2 --json")]
pub struct Args {
    /// Only this game.
    game: Option<String>,
    /// Only with this many seats.
    #[arg(long)]
    seats: Option<u8>,
    /// One JSON object a row.
    #[arg(long)]
    json: bool,
    /// Play exactly this many matches a row, whatever time it takes.
    #[arg(long, value_name = "N")]
    games: Option<u64>,
}

/// What one row of the benchmark came to.
struct Row {
    done: Playouts,
    wall: f64,
    cpu: f64,
}

/// Prints a row for each game and number of seats.
pub fn run(args: &Args) -> Result<(), Failure> {
    let seconds = seconds()?;
    let chosen = args.game.as_deref().map(game).transpose()?;
    if !args.json {
        say!("{:<20} {:>5} {:>10} {:>12} {:>9} {:>10}", "game", "seats", "matches", "moves", "million/s", "ns a move")?;
    }
    for entry in GAMES.iter().filter(|entry| chosen.is_none_or(|chosen| chosen.info().id == entry.info().id)) {
        let seats = args.seats.map_or(entry.info().seats.clone(), |seats| seats..=seats);
        for seats in seats {
            let row = measure(*entry, seats, seconds, args.games)?;
            if args.json { print_json(*entry, seats, &row)? } else { print_row(*entry, seats, &row)? }
        }
        if !args.json {
            print_position(*entry)?;
        }
    }
    search(args, chosen, seconds)
}

/// The game and the seats with which searches are compared.
const SEARCHED: (&str, u8) = ("polar-dare", 2);

/// A tree search from the start position, on one thread, with random playouts to the end of the match.
fn search(args: &Args, chosen: Option<&dyn Entry>, seconds: Duration) -> Result<(), Failure> {
    let (id, players) = SEARCHED;
    if chosen.is_some_and(|chosen| chosen.info().id != id) || args.seats.is_some_and(|seats| seats != players) {
        return Ok(());
    }
    let (start, cpu) = (Instant::now(), ProcessTime::now());
    let sims = game(id)?.walks("{}", players, Seed::of("bench"), &mut |walks| match args.games {
        Some(games) => u64::from(walks) >= games,
        None => start.elapsed() >= seconds,
    })?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    if args.json {
        let row = SearchRow { peer: "ours-mcts-full", players, sims, wall, cpu };
        return say!("{}", serde_json::to_string(&row).expect("a row is plain JSON"));
    }
    let speed = f64::from(sims) / wall;
    say!("{id:<20} {players:>5} a tree search plays {speed:.0} random matches a second")
}

/// What a search came to, for programs that compare engines; the keys are theirs.
#[derive(serde::Serialize)]
struct SearchRow {
    peer: &'static str,
    players: u8,
    sims: u32,
    wall: f64,
    cpu: f64,
}

fn seconds() -> Result<Duration, Failure> {
    let Some(text) = std::env::var_os("SECS") else { return Ok(Duration::from_secs(1)) };
    let text = text.to_string_lossy();
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| Failure::input(format!("SECS is `{}`; it takes a number of seconds", text.escape_debug())))
}

fn measure(entry: &dyn Entry, seats: u8, seconds: Duration, games: Option<u64>) -> Result<Row, Failure> {
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let done = entry.playouts("{}", seats, Seed::of("bench"), &mut |done| match games {
        Some(games) => done.games >= games,
        None => wall.elapsed() >= seconds,
    })?;
    Ok(Row { done, wall: wall.elapsed().as_secs_f64(), cpu: cpu.elapsed().as_secs_f64() })
}

/// One row for programs that compare engines; the keys are theirs.
#[derive(serde::Serialize)]
struct JsonRow {
    peer: &'static str,
    game: &'static str,
    players: u8,
    moves: u64,
    games: u64,
    wall: f64,
    cpu: f64,
}

fn print_json(entry: &dyn Entry, players: u8, row: &Row) -> Result<(), Failure> {
    let &Row { done, wall, cpu } = row;
    let (moves, games) = ((entry.info().moves)(&done), done.games);
    let row = JsonRow { peer: "ours-engine", game: entry.info().id, players, moves, games, wall, cpu };
    say!("{}", serde_json::to_string(&row).expect("a row is plain JSON"))
}

fn print_row(entry: &dyn Entry, seats: u8, row: &Row) -> Result<(), Failure> {
    let (moves, games) = ((entry.info().moves)(&row.done), row.done.games);
    let (speed, each) = (moves as f64 / row.wall / 1e6, row.wall * 1e9 / moves as f64);
    say!("{:<20} {seats:>5} {games:>10} {moves:>12} {speed:>9.2} {each:>10.1}", entry.info().id)
}

fn print_position(entry: &dyn Entry) -> Result<(), Failure> {
    const TIMES: u32 = 10_000_000;
    let started = Instant::now();
    entry.copies(TIMES)?;
    let each = started.elapsed().as_secs_f64() * 1e9 / f64::from(TIMES);
    say!("{:<20} a position takes {} bytes, a copy {each:.1} ns", "", entry.position_size())
}
