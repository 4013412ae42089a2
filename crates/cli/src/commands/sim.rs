//! `polynya sim`: many matches between bots.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use polynya_catalog::{Kind, QUICK_BOT};
use polynya_engine::plural;
use polynya_lab::intervals::Interval;
use polynya_lab::series::Keep;
use polynya_lab::sim::{Run, SeatTally, Tally, play};
use polynya_lab::statistics::quantile;

use super::matches::{KeepArgs, MatchArgs, count, matches, others, progress};
use crate::failure::Failure;
use crate::output::{note, say};

/// Play many matches between bots and count who wins. The same seed gives the same bytes whatever the thread count.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  polynya sim polar-dare --games 1000\n  \
                        polynya sim polar-dare --bots greedy,random --seed 7 --records matches.jsonl\n  \
                        polynya sim polar-dare --bots hard --seed 8 --records matches.jsonl --append\n  \
                        polynya sim ice-breakers --bots hard --games 20 --threads 1 --times\n  \
                        polynya sim piecepack-dare --seats 4 --options '{\"global_warming\":true}' --bots greedy")]
pub struct Args {
    #[command(flatten)]
    matches: MatchArgs,
    /// The bots, one a seat, or one name for all; default: `greedy`.
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    /// How many matches.
    #[arg(long, default_value_t = 100, value_parser = count, allow_negative_numbers = true)]
    games: u64,
    /// Write the records to this file, one a line; `-` is the standard output, and the table goes to standard error.
    #[arg(long, value_name = "FILE")]
    records: Option<String>,
    #[command(flatten)]
    keep: KeepArgs,
    /// Also report thinking time per move.
    #[arg(long)]
    times: bool,
}

/// Plays the matches and prints the table.
pub fn run(args: &Args) -> Result<(), Failure> {
    let Args { matches, games, .. } = args;
    let (info, seats) = matches.game()?;
    let mut bots: Vec<&str> = args.bots.iter().map(String::as_str).collect();
    if bots.is_empty() {
        bots.push(QUICK_BOT);
    }
    let series = matches.series(seats, &bots)?;
    if bots.len() == 1 {
        bots = vec![bots[0]; usize::from(seats)];
    }
    let mut records = args.records.as_deref().map(|name| Sink::open(name, args.keep)).transpose()?;
    let pool = matches.pool()?;
    let bar = progress(*games);
    let mut tally = Tally::new(bots.len(), seats == 1 || info.kind == Kind::Together);
    let keep = Keep { record: args.records.is_some(), times: args.times, ..Keep::default() };
    let run = Run { matches: *games, most: matches.most, keep };
    play(&*series, run, &pool, &|| bar.inc(1), |played| {
        tally.add(played);
        match (&mut records, &played.record) {
            (Some(sink), Some(record)) => sink.write(record),
            _ => Ok(()),
        }
    })?;
    bar.finish_and_clear();
    if let Some(sink) = records {
        sink.close()?;
    }
    tally.seats.iter_mut().for_each(|seat| seat.times.sort_unstable());
    let text =
        if matches.json { json(&tally, matches.made_by(seats)?, &bots) } else { table(&tally, &matches.game, &bots) };
    if args.records.as_deref() == Some("-") {
        note(format_args!("{text}"));
        return Ok(());
    }
    say!("{text}")
}

/// Returns the milliseconds within which half, 95 of 100 and all of these sorted times lie.
fn quantiles(times: &[Duration]) -> [f64; 3] {
    [0.5, 0.95, 1.0].map(|share| quantile(times, share))
}

/// Where records go.
struct Sink {
    name: String,
    out: Box<dyn Write>,
}

impl Sink {
    fn open(name: &str, keep: KeepArgs) -> Result<Sink, Failure> {
        let out: Box<dyn Write> = if name == "-" {
            Box::new(std::io::stdout())
        } else {
            keep.check(Path::new(name))?;
            Box::new(keep.open(Path::new(name)).map_err(|error| Failure::in_file(name, error))?)
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

fn table(tally: &Tally, game: &str, bots: &[&str]) -> String {
    let mut lines = vec![format!("{} of {game}", matches(tally.matches)), String::new()];
    lines.push(format!(
        "{:<5} {:<10} {:>8} {:>8}   {:<17} {:>10}",
        "seat", "bot", "wins", "rate", "95% interval", "mean score"
    ));
    for (number, (seat, bot)) in (1..).zip(tally.seats.iter().zip(bots)) {
        let (wins, score) = (seat.wins.total(), seat.score.value());
        let rate = seat.wins.rate().map_or_else(|| format!("{:>8}   {:<17}", "-", "-"), |rate| in_percent(&rate));
        let wins = if wins.fract() == 0.0 { format!("{wins}") } else { format!("{wins:.2}") };
        lines.push(format!("{number:<5} {bot:<10} {wins:>8} {rate} {score:>10.2}"));
    }
    lines.push(String::new());
    lines.push(format!("{:<8} {}", "turns", tally.turns.in_words()));
    lines.push(format!("{:<8} {}", "steps", tally.steps.in_words()));
    for (number, SeatTally { times, .. }) in (1..).zip(&tally.seats).filter(|(_, seat)| !seat.times.is_empty()) {
        let [half, most, longest] = quantiles(times);
        lines.push(format!(
            "seat {number:<3} {}: median {half:.1} ms, p95 {most:.1} ms, max {longest:.1} ms",
            plural(times.len(), "move"),
        ));
    }
    lines.extend(others(tally.without_winner, tally.shared, tally.unfinished));
    lines.join("\n")
}

fn in_percent(rate: &Interval) -> String {
    let [value, low, high] = [rate.value, rate.low, rate.high].map(|share| 100.0 * share);
    format!("{value:>7.1}%   {low:>5.1}% to {high:>5.1}%")
}

fn json(tally: &Tally, mut result: serde_json::Value, bots: &[&str]) -> String {
    let seats = (1..).zip(tally.seats.iter().zip(bots)).map(|(number, (seat, bot))| {
        let rate = seat.wins.rate();
        let mut json = serde_json::json!({
            "seat": number, "bot": bot, "wins": seat.wins.total(), "rate": rate.map(|rate| rate.value),
            "low": rate.map(|rate| rate.low), "high": rate.map(|rate| rate.high), "score": seat.score.value(),
        });
        if !seat.times.is_empty() {
            let [p50, p95, max] = quantiles(&seat.times);
            json["ms"] = serde_json::json!({"p50": p50, "p95": p95, "max": max});
        }
        json
    });
    // How many there are is seen by their list.
    let seats: Vec<serde_json::Value> = seats.collect();
    for (name, value) in [
        ("matches", tally.matches.into()),
        ("finished", tally.finished().into()),
        ("without_winner", tally.without_winner.into()),
        ("shared", tally.shared.into()),
        ("unfinished", tally.unfinished.into()),
        ("seats", seats.into()),
        ("turns", tally.turns.json()),
        ("steps", tally.steps.json()),
    ] {
        result[name] = value;
    }
    result.to_string()
}
