//! `polynya atlas`: everything that the laboratory knows of every game, in one page.

use std::path::{Path, PathBuf};

use polynya_lab::atlas::{self, AtlasError, Part, Size};
use polynya_lab::experiment::{self, Merged, Outcome, Plan, RunError, Shard, merge};
use polynya_lab::parallel;

use super::lab::{Bar, failed, missing_in_words, shard};
use super::matches::count;
use crate::failure::Failure;
use crate::output::{note, say};

/// Study all games, with every number of seats, all variants and rulings, and write a page about them.
///
/// The folder gets `index.html`, which needs nothing else, all numbers as `cells.csv` and `cells.jsonl`, and the
/// experiments, each in a folder of its own. Whatever interrupts it, the same command goes on.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  polynya atlas                                    hours: win rates within 2 %, the main ones within 1 %\n  \
                        polynya atlas --quick --out quick                within 5 %\n  \
                        polynya atlas polar-dare --matches 100 --out small\n  \
                        polynya atlas --shard 2/4 --out part2            on one of four machines\n  \
                        polynya atlas --merge part1 --merge part2 --merge part3 --merge part4"
)]
pub struct Args {
    /// Only these games, with commas.
    #[arg(value_name = "GAME,…", value_delimiter = ',')]
    games: Vec<String>,
    /// The folder of the atlas.
    #[arg(long, value_name = "DIR", default_value = "atlas")]
    out: PathBuf,
    /// Win rates within 5 %, and variants with the usual number of seats.
    #[arg(long)]
    quick: bool,
    /// This many matches of every cell, whatever precision they have, and variants with the usual number of seats.
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "quick")]
    matches: Option<u64>,
    /// How many matches of each game and number of seats are analysed for luck and skill, which takes much longer.
    #[arg(long, value_name = "N")]
    analyse: Option<u64>,
    /// Play only part K of N, on one of several machines; --merge puts the parts together.
    #[arg(long, value_name = "K/N", value_parser = shard, conflicts_with = "merge")]
    shard: Option<Shard>,
    /// Add what was played in the folder of another part; may be given several times.
    #[arg(long, value_name = "DIR")]
    merge: Vec<PathBuf>,
    /// How many threads; default: all cores. They change nothing in the result.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Plays what is missing and writes the page.
pub fn run(args: &Args) -> Result<(), Failure> {
    let parts = if args.merge.is_empty() { play(args)? } else { put_together(args)? };
    let Some(parts) = parts else { return Ok(()) };
    atlas::write(&args.out, &parts).map_err(|error| match error {
        AtlasError::Store(error) => failed(error),
        error => Failure::input(error),
    })?;
    say!("{}", args.out.join(atlas::PAGE).display())
}

impl Args {
    fn size(&self) -> Size {
        let size = match self.matches {
            Some(matches) => {
                Size { main: matches, analyse: 20.min(matches), cell: matches, level: matches, every_seat: false }
            }
            None if self.quick => Size::QUICK,
            None => Size::FULL,
        };
        Size { analyse: self.analyse.unwrap_or(size.analyse), ..size }
    }

    /// Returns the parts that have something to play.
    fn plans(&self) -> Result<Vec<(Part, Plan)>, Failure> {
        let mut plans = Vec::new();
        for part in Part::ALL {
            if let Some(plan) = part.plan(&self.games, self.size()).map_err(Failure::input)? {
                plans.push((part, plan));
            }
        }
        Ok(plans)
    }
}

/// Plays what is missing. Returns the parts that are complete, or nothing if only a shard was played.
fn play(args: &Args) -> Result<Option<Vec<Part>>, Failure> {
    let plans = args.plans()?;
    let pool = parallel::pool(args.threads.map_or(0, usize::from)).map_err(Failure::input)?;
    let cells: usize = plans.iter().map(|(_, plan)| plan.cells.len()).sum();
    let most = |plan: &Plan| plan.cells.iter().map(|cell| plan.deals(cell) * cell.orders().len() as u64).sum::<u64>();
    let all: u64 = plans.iter().map(|(_, plan)| most(plan)).sum();
    note(format_args!("{cells} cells with {all} matches, in {}", args.out.display()));
    let bar = Bar::new();
    bar.expect(all / args.shard.map_or(1, |shard| shard.of));
    let mut complete = Vec::new();
    let parts = plans.len();
    for (number, (part, plan)) in (1..).zip(&plans) {
        bar.begin(
            &format!("{}, part {number} of {parts}", part.folder()),
            most(plan) / args.shard.map_or(1, |shard| shard.of),
        );
        let folder = args.out.join(part.folder());
        let outcome = experiment::run(plan, &folder, args.shard, &pool, &experiment::from_catalog, &bar);
        let outcome = outcome.map_err(|error| match error {
            RunError::Store(error) => failed(error),
            RunError::Catalog(error) => error.into(),
        });
        match outcome? {
            Outcome::Complete => complete.push(*part),
            Outcome::Shard => {}
            Outcome::Stopped => {
                bar.end();
                return Err(Failure::input("stopped; the same command goes on from there"));
            }
        }
    }
    bar.end();
    if complete.len() == parts {
        return Ok(Some(complete));
    }
    note(format_args!("this part is played; `polynya atlas --merge DIR --merge DIR` puts all parts together"));
    Ok(None)
}

/// Puts the parts of several machines together.
fn put_together(args: &Args) -> Result<Option<Vec<Part>>, Failure> {
    let mut parts = Vec::new();
    for part in Part::ALL {
        let own: Vec<PathBuf> = args.merge.iter().map(|folder| folder.join(part.folder())).collect();
        if own.iter().all(|folder| !folder.exists()) {
            continue;
        }
        let into = args.out.join(part.folder());
        match merge(&own, &into).map_err(failed)? {
            Merged::Complete => parts.push(part),
            Merged::Missing(missing) => return Err(Failure::Input(missing_in_words(Path::new(&into), &missing))),
        }
    }
    if parts.is_empty() {
        return Err(Failure::input("--merge: none of these folders holds a part of an atlas"));
    }
    Ok(Some(parts))
}
