//! `polynya bench`: how fast the rules play, and how fast the screen of a terminal answers.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use polynya_bots::{Budget, Plain, Search};
use polynya_catalog::{Listing, Visitor, games, ids, visit};
use polynya_engine::{Complete, Game, Seed, Step, playout};
use polynya_games::floes::{PiecepackGame, PolarDareGame};
use rand_xoshiro::Xoshiro128PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::seconds;
use crate::Terminal;
use crate::failure::Failure;
use crate::output::say;
use crate::screen::Depth;
use crate::screen::figures::{Figures, measure as measure_screen, start_to_board};

/// Play random matches on one thread and say how fast it goes, and how fast a terminal shows them.
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

/// The game and the seats with which searches are compared.
const SEARCHED: (&str, u8) = (PolarDareGame::ID, 2);

/// Prints a row for each game and number of seats.
pub fn run(args: &Args) -> Result<(), Failure> {
    let seconds = seconds(Duration::from_secs(1), Duration::ZERO)?;
    let one = args.game.as_deref();
    let games = one.as_ref().map_or(ids(), std::slice::from_ref);
    for (index, id) in games.iter().enumerate() {
        visit(id, Rows { args, seconds, heading: index == 0 })??;
    }
    let (id, seats) = SEARCHED;
    if one.is_some_and(|one| one != id) || args.seats.is_some_and(|wanted| wanted != seats) {
        return Ok(());
    }
    visit(id, SearchSpeed { args, seats, seconds })??;
    if one.is_none() && !args.json { screens() } else { Ok(()) }
}

/// The sizes of terminals that are measured.
const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];
/// The moves that are played on each of them.
const MOVES: usize = 300;
/// How often the program is started.
const STARTS: usize = 9;

/// Prints how the screen of a terminal with 256 colours does in each game, with as many seats as it has.
fn screens() -> Result<(), Failure> {
    let columns = ("on the screen", "seats", "size", "ms a key", "most", "ms a move", "most", "bytes", "most");
    let (game, seats, size, key, most_key, each, most, bytes, most_bytes) = columns;
    say!("{game:<20} {seats:>5} {size:>7} {key:>9} {most_key:>6} {each:>9} {most:>6} {bytes:>6} {most_bytes:>6}")?;
    for id in ids() {
        let game = games::<Terminal>().get(id)?;
        let seats = *game.info().seats.end();
        for (width, height) in SIZES {
            let Figures { keys, moves, bytes } =
                measure_screen(game, "{}", seats, (width, height), Depth::Table, MOVES)?;
            let [(key, most_key), (each, most)] = [keys, moves].map(|times| {
                let (median, most) = median_and_most(times);
                (1e3 * median.as_secs_f64(), 1e3 * most.as_secs_f64())
            });
            let ((bytes, most_bytes), size) = (median_and_most(bytes), format!("{width}x{height}"));
            say!(
                "{id:<20} {seats:>5} {size:>7} {key:>9.2} {most_key:>6.2} {each:>9.2} {most:>6.2} {bytes:>6} {most_bytes:>6}"
            )?;
        }
    }
    let program = std::env::current_exe()?;
    let starts: Option<Vec<Duration>> = (0..STARTS).map(|_| start_to_board(&program)).collect();
    match starts.map(median_and_most) {
        Some((median, most)) => {
            let [median, most] = [median, most].map(|time| 1e3 * time.as_secs_f64());
            say!("{:<20} from the start to the first board {median:.0} ms, at most {most:.0} ms", "")
        }
        None => say!("{:<20} from the start to the first board: unknown, for lack of `script` (util-linux)", ""),
    }
}

fn median_and_most<T: Ord + Copy + Default>(mut list: Vec<T>) -> (T, T) {
    list.sort_unstable();
    (list.get(list.len() / 2).copied().unwrap_or_default(), list.last().copied().unwrap_or_default())
}

/// Prints the rows of one game.
struct Rows<'a> {
    args: &'a Args,
    seconds: Duration,
    /// Is this the first game?
    heading: bool,
}

impl Visitor for Rows<'_> {
    type Out = Result<(), Failure>;

    fn visit<G: Complete>(self, listing: &'static Listing<G>) -> Result<(), Failure> {
        let Rows { args, seconds, heading } = self;
        if let Some(seats) = args.seats {
            listing.line("{}", seats)?;
        }
        if heading && !args.json {
            let columns = ("game", "seats", "matches", "moves", "million/s", "ns a move");
            let (game, seats, matches, moves, speed, each) = columns;
            say!("{game:<20} {seats:>5} {matches:>10} {moves:>12} {speed:>9} {each:>10}")?;
        }
        for seats in args.seats.map_or(listing.info.seats.clone(), |seats| seats..=seats) {
            let row = measure(listing, seats, seconds, args.games)?;
            if args.json { print_json(&row)? } else { print_row(&row)? }
        }
        if args.json { Ok(()) } else { print_position(listing) }
    }
}

/// One row for programs that compare engines; the keys are theirs.
#[derive(serde::Serialize)]
struct Row {
    peer: &'static str,
    game: &'static str,
    players: u8,
    moves: u64,
    games: u64,
    wall: f64,
    cpu: f64,
}

/// The totals of random playouts.
#[derive(Default)]
struct Playouts {
    /// Matches.
    games: u64,
    /// What the seats did in them.
    actions: u64,
    /// What chance decided in them.
    draws: u64,
    /// Their turns or rounds.
    turns: u64,
}

impl Playouts {
    /// Returns how many of the steps of a game count as moves. On floes every turn begins with a roll, which is none.
    fn moves(&self, game: &str) -> u64 {
        match game {
            PolarDareGame::ID | PiecepackGame::ID => self.actions - self.turns,
            _ => self.actions + self.draws,
        }
    }
}

fn measure<G: Complete>(
    listing: &Listing<G>,
    players: u8,
    seconds: Duration,
    games: Option<u64>,
) -> Result<Row, Failure> {
    let start = listing.line("{}", players)?;
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let done = playouts(start.position(), &mut |done| match games {
        Some(games) => done.games >= games,
        None => wall.elapsed() >= seconds,
    });
    let (wall, cpu) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    Ok(Row { peer: "ours-engine", game: G::ID, players, moves: done.moves(G::ID), games: done.games, wall, cpu })
}

/// Plays random matches from this position, one after the other, until `enough` says so after one of them.
fn playouts<G: Game>(start: &G, enough: &mut dyn FnMut(&Playouts) -> bool) -> Playouts {
    let mut luck = luck();
    let mut buffer = Vec::with_capacity(256);
    let mut done = Playouts::default();
    loop {
        let mut position = start.clone();
        playout(&mut position, &mut luck, &mut buffer, usize::MAX, &mut |step| match step {
            Step::Play(..) => done.actions += 1,
            Step::Chance(_) => done.draws += 1,
        });
        done.games += 1;
        done.turns += u64::from(position.turns());
        if enough(&done) {
            return done;
        }
    }
}

fn luck() -> Xoshiro128PlusPlus {
    Xoshiro128PlusPlus::from_rng(&mut Seed::of("bench").draw(0))
}

fn print_json(row: &impl serde::Serialize) -> Result<(), Failure> {
    say!("{}", serde_json::to_string(row).expect("a row is plain JSON"))
}

fn print_row(row: &Row) -> Result<(), Failure> {
    let &Row { game, players, moves, games, wall, .. } = row;
    let (speed, each) = (moves as f64 / wall / 1e6, wall * 1e9 / moves as f64);
    say!("{game:<20} {players:>5} {games:>10} {moves:>12} {speed:>9.2} {each:>10.1}")
}

/// Prints how large a position is, and how long copying one takes.
fn print_position<G: Complete>(listing: &Listing<G>) -> Result<(), Failure> {
    const COPIES: u32 = 10_000_000;
    let line = listing.line("{}", listing.info.usual_seats)?;
    let mut position = line.position().clone();
    let started = Instant::now();
    for _ in 0..COPIES {
        position = black_box(&position).clone();
    }
    black_box(&position);
    let each = started.elapsed().as_secs_f64() * 1e9 / f64::from(COPIES);
    say!("{:<20} a position takes {} bytes, a copy {each:.1} ns", "", size_of::<G>())
}

/// Prints the speed of a tree search from the start, on one thread, with random playouts to the end of the match.
struct SearchSpeed<'a> {
    args: &'a Args,
    seats: u8,
    seconds: Duration,
}

/// The speed of a search, for programs that compare engines; the keys are theirs.
#[derive(serde::Serialize)]
struct SearchRow {
    peer: &'static str,
    game: &'static str,
    players: u8,
    sims: u32,
    wall: f64,
    cpu: f64,
}

impl Visitor for SearchSpeed<'_> {
    type Out = Result<(), Failure>;

    fn visit<G: Complete>(self, listing: &'static Listing<G>) -> Result<(), Failure> {
        let SearchSpeed { args, seats: players, seconds } = self;
        let line = listing.line("{}", players)?;
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let sims = iterations(line.position(), &mut |iterations| match args.games {
            Some(games) => u64::from(iterations) >= games,
            None => wall.elapsed() >= seconds,
        })?;
        let (wall, cpu) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
        if args.json {
            return print_json(&SearchRow { peer: "ours-mcts-full", game: G::ID, players, sims, wall, cpu });
        }
        let speed = f64::from(sims) / wall;
        say!("{:<20} {players:>5} a tree search plays {speed:.0} random matches a second", G::ID)
    }
}

/// Searches a position until `enough` says so after a number of iterations, and returns how many there were.
fn iterations<G: Game>(position: &G, enough: &mut dyn FnMut(u32) -> bool) -> Result<u32, Failure> {
    /// Iterations before `enough` is asked again.
    const BATCH: u32 = 100;
    let seat = position.awaited().first().ok_or_else(|| Failure::input("nobody begins this match"))?;
    let mut luck = luck();
    let mut search = Search::new(Plain, Budget::Iterations(0));
    loop {
        let budget = Budget::Iterations(search.visits() + BATCH);
        search = search.with_budget(budget);
        search.think(position, seat, &mut luck);
        if enough(search.visits()) {
            return Ok(search.visits());
        }
    }
}
