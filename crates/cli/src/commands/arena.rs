//! `polynya arena`: every bot against every other, with the same dice for all.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use polynya_catalog::{Kind, Networks};
use polynya_lab::arena::{self, Match, Order};
use polynya_lab::elo::{Estimate, Ratings};
use polynya_lab::experiment::Sum;
use polynya_lab::series::Keep;

use super::matches::{KeepArgs, MatchArgs, count, matches, others, progress};
use crate::failure::Failure;
use crate::output::say;

/// Let every bot play every other and say how strong they are.
///
/// All pairings meet the same dice, and every deal is played in every seat order. Where all play together against the
/// game, each bot takes all seats of the same matches.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  polynya arena polar-dare --bots easy,normal,hard --games 200\n  \
                        polynya arena polar-dare --bots normal,hard --seats 4 --records arena\n  \
                        polynya arena rescue-polar-bears --bots greedy,hard --games 100 --json\n  \
                        polynya arena rescue-polar-bears --network mine=network.txt --bots greedy,greedy+mine")]
pub struct Args {
    #[command(flatten)]
    matches: MatchArgs,
    /// The bots; `greedy+NAME` is `greedy` with a network of your own.
    #[arg(long, value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// A network that you have trained, under a name for `--bots`; may be given several times.
    #[arg(long = "network", value_name = "NAME=FILE")]
    networks: Vec<String>,
    /// How many matches a pairing, or a bot where all play together; rounded up to whole deals.
    #[arg(long, default_value_t = 100, value_parser = count, allow_negative_numbers = true)]
    games: u64,
    /// Write the records into this folder, one file for each seat order.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    #[command(flatten)]
    keep: KeepArgs,
}

/// Plays the matches and prints the table.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (info, seats) = args.matches.game()?;
    let mut names: Vec<&str> = Vec::new();
    for bot in &args.bots {
        if names.contains(&bot.as_str()) {
            return Err(Failure::input(format!("`{bot}` is named twice")));
        }
        names.push(bot);
    }
    // Whoever plays alone plays against the game.
    let kind = if seats == 1 { Kind::Together } else { info.kind };
    let (orders, groups) = match kind {
        Kind::Race if names.len() < 2 => return Err(Failure::input("an arena needs at least two bots")),
        Kind::Race => (arena::pairings(names.len(), usize::from(seats)), names.len() * (names.len() - 1) / 2),
        Kind::Together => ((0..names.len()).map(|bot| vec![bot; usize::from(seats)]).collect(), names.len()),
    };
    let deals = args.games.div_ceil((orders.len() / groups) as u64);
    if let Some(folder) = &args.records {
        orders.iter().try_for_each(|order| args.keep.check(&file_of(folder, order, &names)))?;
    }
    let matches = play(args, &names, seats, orders, deals, &read_networks(&args.networks)?)?;
    if let Some(folder) = &args.records {
        write_records(folder, args.keep, &names, &matches)
            .map_err(|error| Failure::in_file(&folder.to_string_lossy(), error))?;
    }
    let ratings = (kind == Kind::Race).then(|| arena::ratings(names.len(), &matches));
    let report = Report { game: &args.matches.game, names: &names, matches: &matches, ratings };
    say!("{}", if args.matches.json { report.json(args.matches.made_by(seats)?) } else { report.table() })
}

fn read_networks(given: &[String]) -> Result<Networks, Failure> {
    let mut networks = Networks::new();
    for one in given {
        let Some((name, file)) = one.split_once('=').filter(|(name, file)| !name.is_empty() && !file.is_empty()) else {
            return Err(Failure::input(format!("`{one}` is no network; write `--network NAME=FILE`")));
        };
        let text = fs::read_to_string(file).map_err(|error| Failure::in_file(file, error))?;
        if networks.insert(name.to_owned(), text.into()).is_some() {
            return Err(Failure::input(format!("two networks are called `{name}`")));
        }
    }
    Ok(networks)
}

fn play(
    args: &Args,
    names: &[&str],
    seats: u8,
    orders: Vec<Vec<usize>>,
    deals: u64,
    networks: &Networks,
) -> Result<Vec<Match>, Failure> {
    let mut series: Vec<Order> = Vec::new();
    for bots in orders {
        let seated: Vec<&str> = bots.iter().map(|&bot| names[bot]).collect();
        series.push(Order { series: args.matches.series_with(seats, &seated, networks)?, bots });
    }
    let keep = Keep { record: args.records.is_some(), ..Keep::default() };
    let pool = args.matches.pool()?;
    let bar = progress(deals * series.len() as u64);
    let matches = arena::play(&series, deals, args.matches.most, keep, &pool, &|| bar.inc(1));
    bar.finish_and_clear();
    Ok(matches)
}

/// Returns the file with the records of a seat order.
fn file_of(folder: &Path, order: &[usize], names: &[&str]) -> PathBuf {
    let names: Vec<&str> = order.iter().map(|&bot| names[bot]).collect();
    folder.join(format!("{}.jsonl", names.join("-")))
}

fn write_records(folder: &Path, keep: KeepArgs, names: &[&str], matches: &[Match]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut files = BTreeMap::new();
    for one in matches {
        let file = match files.entry(file_of(folder, &one.order, names)) {
            Entry::Occupied(file) => file.into_mut(),
            Entry::Vacant(place) => {
                let file = keep.open(place.key())?;
                place.insert(BufWriter::new(file))
            }
        };
        writeln!(file, "{}", one.played.record.as_deref().unwrap_or_default())?;
    }
    files.into_values().try_for_each(|mut file| file.flush())
}

/// The results of the matches.
struct Report<'a> {
    game: &'a str,
    names: &'a [&'a str],
    matches: &'a [Match],
    /// Where bots play against each other.
    ratings: Option<Ratings>,
}

impl Report<'_> {
    fn table(&self) -> String {
        let mut lines = vec![format!("{} of {}", matches(self.matches.len() as u64), self.game), String::new()];
        let elo =
            if self.ratings.is_some() { format!("{:>6}   {:<15} ", "Elo", "95% interval") } else { String::new() };
        let width = self.names.iter().map(|name| name.len()).fold(10, usize::max);
        lines.push(format!("{:<width$} {elo}{:>6}   {:<17} {:>10}", "bot", "wins", "95% interval", "mean score"));
        for (bot, name) in self.names.iter().enumerate() {
            let elo = self.ratings.as_ref().map_or(String::new(), |ratings| points(ratings.elo[bot]));
            let (wins, score) = (arena::win_rate(self.matches, bot), arena::mean_score(self.matches, bot));
            let margin = score.margin();
            let margin = if margin.is_finite() { format!(" ± {margin:.2}") } else { String::new() };
            lines.push(format!("{name:<width$} {elo}{} {:>7.2}{margin}", percent(wins), score.value()));
        }
        if let Some(ratings) = &self.ratings {
            lines.push(String::new());
            lines.push(format!("{:<21} {:>6}   {:<17} {:>6}   95% interval", "pairing", "wins", "95% interval", "Elo"));
            for ([one, other], rate) in arena::pair_rates(self.matches) {
                let pair = format!("{} - {}", self.names[one], self.names[other]);
                let difference = points(ratings.difference(one, other));
                lines.push(format!("{pair:<21} {} {}", percent(rate), difference.trim_end()));
            }
        }
        let [without, shared, unfinished] = self.others();
        lines.extend(others(without, shared, unfinished));
        lines.join("\n")
    }

    /// Returns how many matches ended without a winner, were won by both bots, and were left.
    fn others(&self) -> [u64; 3] {
        let counts = [arena::without_winner, arena::shared, arena::unfinished];
        counts.map(|count| count(self.matches) as u64)
    }

    fn json(&self, mut result: serde_json::Value) -> String {
        let rate = |wins: Sum| {
            let rate = wins.rate();
            serde_json::json!({"wins": wins.total(), "matches": wins.0, "rate": rate.map(|rate| rate.value),
                               "low": rate.map(|rate| rate.low), "high": rate.map(|rate| rate.high)})
        };
        let elo = |estimate: Estimate| {
            let [low, high] = estimate.interval;
            serde_json::json!({"value": estimate.value, "low": low, "high": high})
        };
        let bots = self.names.iter().enumerate().map(|(bot, name)| {
            let strength = self.ratings.as_ref().map(|ratings| elo(ratings.elo[bot]));
            serde_json::json!({"bot": name, "elo": strength, "wins": rate(arena::win_rate(self.matches, bot)),
                               "score": arena::mean_score(self.matches, bot).json()})
        });
        let pairs = self.ratings.iter().flat_map(|ratings| {
            arena::pair_rates(self.matches).into_iter().map(|([one, other], wins)| {
                serde_json::json!({"bots": [self.names[one], self.names[other]], "wins": rate(wins),
                                   "elo": elo(ratings.difference(one, other))})
            })
        });
        let [without, shared, unfinished] = self.others();
        for (name, value) in [
            ("matches", self.matches.len().into()),
            ("without_winner", without.into()),
            ("shared", shared.into()),
            ("unfinished", unfinished.into()),
            ("bots", bots.collect::<Vec<_>>().into()),
            ("pairs", pairs.collect::<Vec<_>>().into()),
        ] {
            result[name] = value;
        }
        result.to_string()
    }
}

fn percent(wins: Sum) -> String {
    let Some(rate) = wins.rate() else { return format!("{:>6}   {:<16}   ", "-", "-") };
    let [value, low, high] = [rate.value, rate.low, rate.high].map(|share| 100.0 * share);
    format!("{value:>5.1}%   {low:>5.1} to {high:>5.1}%   ")
}

fn points(estimate: Estimate) -> String {
    let [low, high] = estimate.interval;
    let interval = match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{low:+.0} to {high:+.0}"),
        (true, false) => format!("above {low:+.0}"),
        (false, true) => format!("below {high:+.0}"),
        (false, false) => "unknown".to_owned(),
    };
    format!("{:>+6.0}   {interval:<15} ", estimate.value)
}
