//! `polynya sim`: many matches between bots.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use polynya_catalog::{Keep, Played, game};
use polynya_engine::Seed;
use rayon::prelude::*;

use crate::failure::Failure;
use crate::output::{note, say};
use crate::statistics::{Mean, Rate, at};

/// Play many matches between bots and count who wins. The same seed gives the same bytes whatever the thread count.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  polynya sim polar-dare --games 1000\n  \
                        polynya sim polar-dare --bots greedy,random --seed 7 --records matches.jsonl\n  \
                        polynya sim ice-breakers --bots hard --games 20 --threads 1 --times\n  \
                        polynya sim piecepack-dare --seats 4 --options '{\"global_warming\":true}' --bots greedy")]
pub struct Args {
    /// The game.
    game: String,
    /// How many seats play; the game's usual number if not said.
    #[arg(long)]
    seats: Option<u8>,
    /// The bots, one a seat, or one name for all; `greedy` if not said.
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    /// How many matches.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The options as JSON.
    #[arg(long, default_value = "{}")]
    options: String,
    /// Any text; every match has a seed made from it and the match's number.
    #[arg(long, default_value = "0")]
    seed: String,
    /// How many threads; all cores if not said.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the records to this file, one a line; `-` is the standard output, and the table goes to standard error.
    #[arg(long, value_name = "FILE")]
    records: Option<String>,
    /// Say also how long the bots think about a move.
    #[arg(long)]
    times: bool,
    /// Leave a match after this many steps.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    most: usize,
    /// The result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// How many matches each thread plays before their records are written, in order.
const BATCH: u64 = 16;

/// Plays the matches and prints the table.
pub fn run(args: &Args) -> Result<(), Failure> {
    let entry = game(&args.game)?;
    let seats = args.seats.unwrap_or(entry.info().usual_seats);
    let mut bots: Vec<&str> = args.bots.iter().map(String::as_str).collect();
    if bots.is_empty() {
        bots.push(entry.quick_bot());
    }
    let series = entry.series(&args.options, seats, &bots, Seed::of(&args.seed))?;
    if bots.len() == 1 {
        bots = vec![bots[0]; usize::from(seats)];
    }
    let mut records = args.records.as_deref().map(Sink::open).transpose()?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build()
        .map_err(Failure::input)?;
    let bar = progress(args.games);
    let mut tally = Tally::new(&bots);
    let keep = Keep { record: args.records.is_some(), times: args.times };
    let batch = BATCH * pool.current_num_threads() as u64;
    for first in (0..args.games).step_by(batch as usize) {
        let numbers = first..args.games.min(first + batch);
        let played: Vec<Played> = pool.install(|| {
            let play = |number| {
                let played = series.play(number, args.most, keep);
                bar.inc(1);
                played
            };
            numbers.into_par_iter().map(play).collect()
        });
        for played in &played {
            tally.add(played);
            if let (Some(sink), Some(record)) = (&mut records, &played.record) {
                sink.write(record)?;
            }
        }
    }
    bar.finish_and_clear();
    if let Some(sink) = records {
        sink.close()?;
    }
    tally.times.iter_mut().for_each(|times| times.sort_unstable());
    let text = if args.json { tally.json(&args.game) } else { tally.table(&args.game) };
    if args.records.as_deref() == Some("-") {
        note(format_args!("{text}"));
        return Ok(());
    }
    say!("{text}")
}

/// How many matches are played.
pub fn progress(matches: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40.cyan/blue} {pos}/{len} matches, {per_sec}, {eta} left");
    ProgressBar::new(matches).with_style(style.expect("the template is well written"))
}

/// The milliseconds within which half, 95 of 100 and all of these sorted times lie.
fn shares(times: &[Duration]) -> [f64; 3] {
    [0.5, 0.95, 1.0].map(|share| at(times, share))
}

/// Where records go.
struct Sink {
    name: String,
    out: Box<dyn Write>,
}

impl Sink {
    fn open(name: &str) -> Result<Sink, Failure> {
        let out: Box<dyn Write> = match name {
            "-" => Box::new(std::io::stdout()),
            _ => Box::new(File::create(name).map_err(|error| Failure::in_file(name, error))?),
        };
        Ok(Sink { name: name.to_owned(), out: Box::new(BufWriter::new(out)) })
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.out, "{line}").map_err(|error| self.failure(error))
    }

    fn close(mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| self.failure(error))
    }

    fn failure(&self, error: std::io::Error) -> Failure {
        if self.name == "-" { error.into() } else { Failure::in_file(&self.name, error) }
    }
}

/// What the matches came to.
struct Tally {
    bots: Vec<String>,
    matches: u64,
    unfinished: u64,
    without_winner: u64,
    wins: Vec<u64>,
    scores: Vec<Mean>,
    turns: Mean,
    steps: Mean,
    /// How long each choice of each seat took.
    times: Vec<Vec<Duration>>,
}

impl Tally {
    fn new(bots: &[&str]) -> Tally {
        Tally {
            bots: bots.iter().map(ToString::to_string).collect(),
            matches: 0,
            unfinished: 0,
            without_winner: 0,
            wins: vec![0; bots.len()],
            scores: vec![Mean::default(); bots.len()],
            turns: Mean::default(),
            steps: Mean::default(),
            times: vec![Vec::new(); bots.len()],
        }
    }

    fn add(&mut self, played: &Played) {
        self.matches += 1;
        self.turns.add(f64::from(played.turns));
        self.steps.add(played.steps as f64);
        for &(seat, time) in &played.times {
            self.times[seat.index()].push(time);
        }
        let Some(result) = &played.result else {
            self.unfinished += 1;
            return;
        };
        self.without_winner += u64::from(result.winners.is_empty());
        for &winner in &result.winners {
            self.wins[winner as usize - 1] += 1;
        }
        for (mean, &score) in self.scores.iter_mut().zip(&result.scores) {
            mean.add(score as f64);
        }
    }

    fn table(&self, game: &str) -> String {
        let mut lines = vec![format!("{} matches of {game}", self.matches), String::new()];
        lines.push(format!(
            "{:<5} {:<10} {:>8} {:>8}   {:<17} {:>10}",
            "seat", "bot", "wins", "rate", "95 % interval", "mean score"
        ));
        for (index, bot) in self.bots.iter().enumerate() {
            let rate = Rate { hits: self.wins[index], of: self.matches };
            let (low, high) = rate.interval();
            lines.push(format!(
                "{:<5} {bot:<10} {:>8} {:>6.1} %   {:>5.1} % to {:>5.1} % {:>10.2}",
                index + 1,
                rate.hits,
                100.0 * rate.value(),
                100.0 * low,
                100.0 * high,
                self.scores[index].value(),
            ));
        }
        lines.push(String::new());
        lines.push(format!("{:<8} {}", "turns", self.turns.in_words()));
        lines.push(format!("{:<8} {}", "steps", self.steps.in_words()));
        for (index, times) in self.times.iter().enumerate().filter(|(_, times)| !times.is_empty()) {
            let [half, most, longest] = shares(times);
            lines.push(format!(
                "seat {:<3} half of its {} moves within {half:.1} ms, 95 of 100 within {most:.1} ms, all within {longest:.1} ms",
                index + 1,
                times.len(),
            ));
        }
        if self.without_winner > 0 {
            lines.push(format!("{} matches ended without a winner", self.without_winner));
        }
        if self.unfinished > 0 {
            lines.push(format!("{} matches were left unfinished", self.unfinished));
        }
        lines.join("\n")
    }

    fn json(&self, game: &str) -> String {
        let seats: Vec<serde_json::Value> = (self.bots.iter().enumerate())
            .map(|(index, bot)| {
                let rate = Rate { hits: self.wins[index], of: self.matches };
                let (low, high) = rate.interval();
                let mut seat = serde_json::json!({"seat": index + 1, "bot": bot, "wins": rate.hits,
                                                  "rate": rate.value(), "low": low, "high": high,
                                                  "score": self.scores[index].value()});
                if !self.times[index].is_empty() {
                    let [p50, p95, max] = shares(&self.times[index]);
                    seat["ms"] = serde_json::json!({"p50": p50, "p95": p95, "max": max});
                }
                seat
            })
            .collect();
        serde_json::json!({"game": game, "matches": self.matches, "without_winner": self.without_winner,
                           "unfinished": self.unfinished, "seats": seats, "turns": self.turns.json(),
                           "steps": self.steps.json()})
        .to_string()
    }
}
