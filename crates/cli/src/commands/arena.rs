//! `polynya arena`: every bot against every other, with the same dice for all.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use polynya_catalog::{Entry, Keep, Kind, Played, Series, game};
use polynya_engine::Seed;
use rayon::prelude::*;

use crate::commands::sim::progress;
use crate::elo::{Deal, Estimate, Ratings};
use crate::failure::Failure;
use crate::output::say;
use crate::statistics::{Mean, Rate};

/// Let every bot play every other and say how strong they are.
///
/// All pairings meet the same dice, and every deal is played in every seat order. Where all play together against the
/// game, each bot takes all seats of the same matches.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  polynya arena polar-dare --bots easy,normal,hard --games 200\n  \
                        polynya arena polar-dare --bots normal,hard --seats 4 --records arena\n  \
                        polynya arena rescue-polar-bears --bots greedy,hard --games 100 --json")]
pub struct Args {
    /// The game.
    game: String,
    /// The bots.
    #[arg(long, value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// How many matches a pairing, or a bot where all play together; rounded up to whole deals.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// How many seats play; the game's usual number if not said.
    #[arg(long)]
    seats: Option<u8>,
    /// The options as JSON.
    #[arg(long, default_value = "{}")]
    options: String,
    /// Any text; the dice of every deal follow from it and the deal's number.
    #[arg(long, default_value = "0")]
    seed: String,
    /// How many threads; all cores if not said.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the records into this folder, one file for each seat order.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Leave a match after this many steps; nobody has won it.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    most: usize,
    /// The result as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Plays the matches and prints the table.
pub fn run(args: &Args) -> Result<(), Failure> {
    let entry = game(&args.game)?;
    let seats = args.seats.unwrap_or(entry.info().usual_seats);
    let mut names: Vec<&str> = Vec::new();
    for bot in &args.bots {
        if names.contains(&bot.as_str()) {
            return Err(Failure::input(format!("`{bot}` is named twice")));
        }
        names.push(bot);
    }
    // Whoever plays alone plays against the game.
    let kind = if seats == 1 { Kind::Together } else { entry.info().kind };
    let (orders, groups) = match kind {
        Kind::Race if names.len() < 2 => return Err(Failure::input("an arena needs at least two bots")),
        Kind::Race => (pairings(names.len(), usize::from(seats)), names.len() * (names.len() - 1) / 2),
        Kind::Together => ((0..names.len()).map(|bot| vec![bot; usize::from(seats)]).collect(), names.len()),
    };
    let deals = args.games.div_ceil((orders.len() / groups) as u64);
    let matches = play(entry, args, &names, seats, &orders, deals)?;
    if let Some(folder) = &args.records {
        write_records(folder, &names, &matches).map_err(|error| Failure::in_file(&folder.to_string_lossy(), error))?;
    }
    let report = Report::new(&args.game, &names, &matches, kind);
    say!("{}", if args.json { report.json() } else { report.table() })
}

/// At larger tables only two seat orders of a pairing are played: taking turns, from either end.
const ALL_ORDERS: usize = 4;

/// The seat orders of every pairing: every way to give each of two bots half of the seats, or as near to that as can
/// be, with as many orders for the one as for the other.
fn pairings(bots: usize, seats: usize) -> Vec<Vec<usize>> {
    let half = |taken: u32| [seats / 2, seats.div_ceil(2)].contains(&(taken.count_ones() as usize));
    let taken: Vec<u32> = if seats > ALL_ORDERS {
        vec![0x5555_5555, 0xaaaa_aaaa]
    } else {
        (0..1 << seats).filter(|&taken| half(taken)).collect()
    };
    let mut orders = Vec::new();
    for one in 0..bots {
        for other in one + 1..bots {
            let order = |taken: u32| (0..seats).map(|seat| if taken >> seat & 1 == 1 { one } else { other }).collect();
            orders.extend(taken.iter().map(|&taken| order(taken)));
        }
    }
    orders
}

/// One match of the arena.
struct Match {
    deal: u64,
    /// Who sat where.
    order: Vec<usize>,
    played: Played,
}

impl Match {
    /// The two bots of a pairing, the one that was named first first.
    fn pair(&self) -> [usize; 2] {
        let least = self.order.iter().copied().min().unwrap_or(0);
        let most = self.order.iter().copied().max().unwrap_or(0);
        [least, most]
    }

    /// Does a seat of this bot win?
    fn is_won_by(&self, bot: usize) -> bool {
        let winners = self.played.result.iter().flat_map(|result| &result.winners);
        winners.into_iter().any(|&seat| self.order[seat as usize - 1] == bot)
    }

    /// The scores of this bot's seats.
    fn scores(&self, bot: usize) -> impl Iterator<Item = f64> {
        let scores = self.played.result.iter().flat_map(|result| &result.scores);
        scores.zip(&self.order).filter(move |&(_, &who)| who == bot).map(|(&score, _)| score as f64)
    }
}

fn play(
    entry: &dyn Entry,
    args: &Args,
    names: &[&str],
    seats: u8,
    orders: &[Vec<usize>],
    deals: u64,
) -> Result<Vec<Match>, Failure> {
    let mut series: Vec<(&Vec<usize>, Box<dyn Series>)> = Vec::new();
    for order in orders {
        let bots: Vec<&str> = order.iter().map(|&bot| names[bot]).collect();
        series.push((order, entry.series(&args.options, seats, &bots, Seed::of(&args.seed))?));
    }
    let keep = Keep { record: args.records.is_some(), times: false };
    let jobs: Vec<(u64, usize)> = (0..deals).flat_map(|deal| (0..series.len()).map(move |at| (deal, at))).collect();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build()
        .map_err(Failure::input)?;
    let bar: ProgressBar = progress(jobs.len() as u64);
    let matches = pool.install(|| {
        let play = |&(deal, at): &(u64, usize)| {
            let (order, series) = &series[at];
            let played = series.play(deal, args.most, keep);
            bar.inc(1);
            Match { deal, order: (*order).clone(), played }
        };
        jobs.par_iter().map(play).collect()
    });
    bar.finish_and_clear();
    Ok(matches)
}

fn write_records(folder: &Path, names: &[&str], matches: &[Match]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut files = BTreeMap::new();
    for one in matches {
        let name = one.order.iter().map(|&bot| names[bot]).collect::<Vec<_>>().join("-");
        let file = match files.entry(name) {
            std::collections::btree_map::Entry::Occupied(file) => file.into_mut(),
            std::collections::btree_map::Entry::Vacant(place) => {
                let path = folder.join(format!("{}.jsonl", place.key()));
                place.insert(BufWriter::new(File::create(path)?))
            }
        };
        writeln!(file, "{}", one.played.record.as_deref().unwrap_or_default())?;
    }
    files.into_values().try_for_each(|mut file| file.flush())
}

/// What the matches came to.
struct Report<'a> {
    game: &'a str,
    names: &'a [&'a str],
    matches: &'a [Match],
    /// Where bots play against each other.
    ratings: Option<Ratings>,
}

impl<'a> Report<'a> {
    fn new(game: &'a str, names: &'a [&'a str], matches: &'a [Match], kind: Kind) -> Report<'a> {
        let ratings = (kind == Kind::Race).then(|| Ratings::of(names.len(), &deals(matches)));
        Report { game, names, matches, ratings }
    }

    fn wins(&self, bot: usize) -> Rate {
        let own = self.matches.iter().filter(|one| one.order.contains(&bot));
        Rate { hits: own.clone().filter(|one| one.is_won_by(bot)).count() as u64, of: own.count() as u64 }
    }

    fn score(&self, bot: usize) -> Mean {
        let mut mean = Mean::default();
        self.matches.iter().flat_map(|one| one.scores(bot)).for_each(|score| mean.add(score));
        mean
    }

    /// Each pairing with the rate at which the first of both wins.
    fn pairs(&self) -> Vec<([usize; 2], Rate)> {
        let mut pairs: Vec<([usize; 2], Rate)> = Vec::new();
        for one in self.matches {
            let pair = one.pair();
            let at = pairs.iter().position(|known| known.0 == pair).unwrap_or_else(|| {
                pairs.push((pair, Rate { hits: 0, of: 0 }));
                pairs.len() - 1
            });
            pairs[at].1.of += 1;
            pairs[at].1.hits += u64::from(one.is_won_by(pair[0]));
        }
        pairs
    }

    fn unfinished(&self) -> usize {
        self.matches.iter().filter(|one| one.played.result.is_none()).count()
    }

    fn table(&self) -> String {
        let mut lines = vec![format!("{} matches of {}", self.matches.len(), self.game), String::new()];
        let elo =
            if self.ratings.is_some() { format!("{:>6}   {:<15} ", "Elo", "95 % interval") } else { String::new() };
        lines.push(format!("{:<10} {elo}{:>6}   {:<17} {:>10}", "bot", "wins", "95 % interval", "mean score"));
        for (bot, name) in self.names.iter().enumerate() {
            let elo = self.ratings.as_ref().map_or(String::new(), |ratings| points(ratings.elo[bot]));
            let (wins, score) = (self.wins(bot), self.score(bot));
            lines.push(format!("{name:<10} {elo}{} {:>7.2} ± {:.2}", percent(&wins), score.value(), score.margin()));
        }
        if let Some(ratings) = &self.ratings {
            lines.push(String::new());
            lines.push(format!(
                "{:<21} {:>6}   {:<17} {:>6}   95 % interval",
                "pairing", "wins", "95 % interval", "Elo"
            ));
            for ([one, other], rate) in self.pairs() {
                let pair = format!("{} - {}", self.names[one], self.names[other]);
                let difference = points(ratings.difference(one, other));
                lines.push(format!("{pair:<21} {} {}", percent(&rate), difference.trim_end()));
            }
        }
        if self.unfinished() > 0 {
            lines.push(format!("{} matches were left unfinished", self.unfinished()));
        }
        lines.join("\n")
    }

    fn json(&self) -> String {
        let rate = |rate: &Rate| {
            let (low, high) = rate.interval();
            serde_json::json!({"wins": rate.hits, "matches": rate.of, "rate": rate.value(), "low": low, "high": high})
        };
        let elo = |estimate: Estimate| {
            let [low, high] = estimate.interval;
            serde_json::json!({"value": estimate.value, "low": low, "high": high})
        };
        let bots = self.names.iter().enumerate().map(|(bot, name)| {
            let strength = self.ratings.as_ref().map(|ratings| elo(ratings.elo[bot]));
            serde_json::json!({"bot": name, "elo": strength, "wins": rate(&self.wins(bot)),
                               "score": self.score(bot).json()})
        });
        let pairs = self.ratings.iter().flat_map(|ratings| {
            self.pairs().into_iter().map(|([one, other], wins)| {
                serde_json::json!({"bots": [self.names[one], self.names[other]], "wins": rate(&wins),
                                   "elo": elo(ratings.difference(one, other))})
            })
        });
        serde_json::json!({"game": self.game, "matches": self.matches.len(), "unfinished": self.unfinished(),
                           "bots": bots.collect::<Vec<_>>(), "pairs": pairs.collect::<Vec<_>>()})
        .to_string()
    }
}

fn percent(rate: &Rate) -> String {
    let (low, high) = rate.interval();
    format!("{:>5.1} %   {:>5.1} to {:>5.1} % ", 100.0 * rate.value(), 100.0 * low, 100.0 * high)
}

fn points(estimate: Estimate) -> String {
    let [low, high] = estimate.interval;
    format!("{:>+6.0}   {:<15} ", estimate.value, format!("{low:+.0} to {high:+.0}"))
}

/// What the deals of every pairing came to.
fn deals(matches: &[Match]) -> Vec<Deal> {
    let mut deals: BTreeMap<([usize; 2], u64), [f64; 2]> = BTreeMap::new();
    for one in matches {
        let bots = one.pair();
        let wins = deals.entry((bots, one.deal)).or_default();
        let won = bots.map(|bot| one.is_won_by(bot));
        match won {
            [true, false] => wins[0] += 1.0,
            [false, true] => wins[1] += 1.0,
            _ => wins.iter_mut().for_each(|wins| *wins += 0.5),
        }
    }
    deals.into_iter().map(|((bots, _), wins)| Deal { bots, wins }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_of_a_pairing_sits_everywhere_equally_often() {
        for seats in 2..=6 {
            let orders = pairings(3, seats);
            for bot in 0..3 {
                let sits: Vec<usize> =
                    (0..seats).map(|seat| orders.iter().filter(|order| order[seat] == bot).count()).collect();
                assert!(sits[0] > 0 && sits.iter().all(|&count| count == sits[0]), "{seats} seats: {sits:?}");
            }
        }
        assert_eq!(pairings(2, 2), [[0, 1], [1, 0]]);
        assert_eq!(pairings(2, 4).len(), 6);
    }
}
