//! `polynya lab`: experiments, on one core or on many machines.

mod flags;
mod show;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use polynya_engine::{Record, plural};
use polynya_lab::experiment::{self, EXTREMES, Merged, Observer, Outcome, Plan, RunError, Shard, Store, StoreError};
use polynya_lab::parallel;

use self::flags::GridArgs;
use crate::failure::Failure;
use crate::output::{note, say};

/// Answer questions about games with experiments: who wins, how long it takes, how much is luck, what options change.
///
/// An experiment is a grid over games, seats, options, boxes and bots. All its cells meet the same dice. Its folder keeps
/// every block of matches that is finished: whatever interrupts it, the same command goes on.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
                        polynya lab run polar-dare --seats 2,3,4 --bots easy --matches 1000 --out seats\n  \
                        polynya lab run piecepack-dare --sweep all --bots greedy --matches 400 --out sets\n  \
                        polynya lab run questions.toml --out answers --shard 3/16\n  \
                        polynya lab merge answers-* --out answers\n  \
                        polynya lab show answers --cell 2\n  \
                        polynya lab match answers 2 longest | polynya replay -")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Run(Box<RunArgs>),
    Merge(MergeArgs),
    Show(ShowArgs),
    Match(MatchArgs),
}

/// Run an experiment, or go on with it.
///
/// The file is TOML: games, seats (a list or "all"), options (a list of tables), sweep ("all": every set of the
/// variants; "alone"; "pairs"; names; or a table of names and values), boxes (files), bots (an entry is a name or a
/// list with one a seat), matches or precision, most_matches, most, seed, analyse. Several grids stand in [[grid]].
#[derive(clap::Args)]
struct RunArgs {
    /// A file that ends in `.toml`, or the games by their names.
    #[arg(value_name = "EXPERIMENT.toml|GAME,…")]
    what: String,
    #[command(flatten)]
    grid: GridArgs,
    /// The folder of the experiment.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Play only part K of N, on one of several machines; `polynya lab merge` puts the parts together.
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<Shard>,
    /// How many threads; default: all cores. They change nothing in the result.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Put the parts of an experiment together.
#[derive(clap::Args)]
struct MergeArgs {
    /// The folders of the parts.
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,
    /// The folder of the whole.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Show what came of an experiment.
#[derive(clap::Args)]
struct ShowArgs {
    /// The folder of the experiment.
    folder: PathBuf,
    /// Everything about one cell.
    #[arg(long, value_name = "NUMBER")]
    cell: Option<usize>,
}

/// Print the record of a match of an experiment, for `polynya replay -` and `polynya analyse -`.
#[derive(clap::Args)]
struct MatchArgs {
    /// The folder of the experiment.
    folder: PathBuf,
    /// The number of the cell.
    cell: usize,
    /// shortest, longest, closest, comeback, surprising, unfinished, or the number of the match.
    which: String,
}

/// Does what is asked for.
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Run(args) => run_experiment(args),
        Command::Merge(args) => merge(args),
        Command::Show(args) => show(args),
        Command::Match(args) => print_match(args),
    }
}

pub(super) fn shard(text: &str) -> Result<Shard, String> {
    let read = || {
        let (number, of) = text.split_once('/')?;
        let shard = Shard { number: number.parse().ok()?, of: of.parse().ok()? };
        ((1..=10_000).contains(&shard.of) && (1..=shard.of).contains(&shard.number)).then_some(shard)
    };
    read().ok_or_else(|| "a part is K/N, such as 3/16: K from 1 to N, N at most 10000".to_owned())
}

pub(super) fn failed(error: StoreError) -> Failure {
    Failure::input(error)
}

fn run_experiment(args: &RunArgs) -> Result<(), Failure> {
    let plan = flags::draft(&args.what, &args.grid)?.plan().map_err(Failure::input)?;
    if args.shard.is_some() && !matches!(plan.amount, experiment::Amount::Matches(_)) {
        let what = "--shard needs a number of matches: with a precision nobody knows beforehand how many there are";
        return Err(Failure::input(what));
    }
    note(format_args!("{}", announcement(&plan)));
    let pool = parallel::pool(args.threads.map_or(0, usize::from)).map_err(Failure::input)?;
    let bar = Bar::new();
    let outcome = experiment::run(&plan, &args.out, args.shard, &pool, &experiment::from_catalog, &bar);
    bar.end();
    let outcome = outcome.map_err(|error| match error {
        RunError::Store(error) => failed(error),
        RunError::Catalog(error) => error.into(),
    })?;
    match outcome {
        Outcome::Complete => {
            say!("{}", show::table(&show::summaries(&args.out)?))?;
            note(format_args!("{} has all of it", args.out.join(experiment::CELLS).display()));
            Ok(())
        }
        Outcome::Shard => {
            note(format_args!("this part is played; `polynya lab merge` puts all parts together"));
            Ok(())
        }
        Outcome::Stopped => {
            let done = Store::look(&args.out).map_err(failed)?.finished();
            Err(Failure::input(format!("stopped after {}; the same command goes on from there", plural(done, "block"))))
        }
    }
}

fn announcement(plan: &Plan) -> String {
    let also: usize = plan.cells.iter().map(|cell| cell.also.len()).sum();
    let also = if also == 0 { String::new() } else { format!(" ({also} more sets of options play the same matches)") };
    format!("{}{also}, up to {} matches each", plural(plan.cells.len(), "cell"), plan.amount.most())
}

/// How far it is, and whether somebody wants to stop it.
pub(super) struct Bar {
    bar: ProgressBar,
    /// How many matches the experiment that is played now was expected to have.
    expected: AtomicU64,
    stop: &'static AtomicBool,
}

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

impl Bar {
    pub(super) fn new() -> Bar {
        // Where nobody can be told about Ctrl-C, it ends the program; what is finished is kept all the same.
        let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
        let style = ProgressStyle::with_template("{bar:40.cyan/blue} {pos}/{len} matches, {per_sec}, {eta} left {msg}");
        let bar = ProgressBar::new(0).with_style(style.expect("the template is well written"));
        if !std::io::stderr().is_terminal() {
            bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        }
        Bar { bar, expected: AtomicU64::new(0), stop: &STOP }
    }

    /// So many matches are to be played in all experiments together.
    pub(super) fn expect(&self, matches: u64) {
        self.bar.inc_length(matches);
    }

    /// An experiment begins that was expected to have so many of them.
    pub(super) fn begin(&self, name: &str, matches: u64) {
        self.bar.set_message(name.to_owned());
        self.expected.store(matches, Ordering::Relaxed);
    }

    /// All is over.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Bar {
    fn planned(&self, matches: u64) {
        let length = self.bar.length().unwrap_or(0) + matches;
        self.bar.set_length(length.saturating_sub(self.expected.swap(0, Ordering::Relaxed)));
    }

    fn played(&self) {
        self.bar.inc(1);
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

fn merge(args: &MergeArgs) -> Result<(), Failure> {
    match experiment::merge(&args.parts, &args.out).map_err(failed)? {
        Merged::Complete => {
            note(format_args!("{} is complete", args.out.join(experiment::CELLS).display()));
            Ok(())
        }
        Merged::Missing(missing) => Err(Failure::Input(missing_in_words(&args.out, &missing))),
    }
}

/// How many cells that lack blocks are named.
const NAMED: usize = 10;

pub(super) fn missing_in_words(out: &Path, missing: &[(usize, u64, u64)]) -> String {
    let blocks: u64 = missing.iter().map(|(_, _, count)| count).sum();
    let mut lines = vec![format!("{}: {} missing", out.display(), plural(blocks as usize, "block"))];
    for (cell, first, count) in missing.iter().take(NAMED) {
        lines.push(format!("  cell {}: {}, the first is number {first}", cell + 1, plural(*count as usize, "block")));
    }
    if missing.len() > NAMED {
        lines.push(format!("  and {} more cells", missing.len() - NAMED));
    }
    lines.push("merge the other parts too, or let `polynya lab run` with this folder play what is missing".to_owned());
    lines.join("\n")
}

fn show(args: &ShowArgs) -> Result<(), Failure> {
    let summaries = show::summaries(&args.folder)?;
    match args.cell {
        None => say!("{}", show::table(&summaries)),
        Some(number) => say!("{}", show::cell(one_of(&summaries, number)?)),
    }
}

fn one_of<T>(cells: &[T], number: usize) -> Result<&T, Failure> {
    let found = number.checked_sub(1).and_then(|at| cells.get(at));
    found.ok_or_else(|| Failure::input(format!("there is no cell {number}; there are {}", cells.len())))
}

fn print_match(args: &MatchArgs) -> Result<(), Failure> {
    let store = Store::look(&args.folder).map_err(failed)?;
    let plan = store.plan();
    let cell = one_of(&plan.cells, args.cell)?;
    let number = match args.which.parse::<u64>() {
        Ok(number) => number,
        Err(_) => extreme(args)?,
    };
    let all = plan.deals(cell) * cell.orders().len() as u64;
    if number >= all {
        return Err(Failure::input(format!("there is no match {number}; those of this cell are 0 to {}", all - 1)));
    }
    let (bots, record) = experiment::replay(plan, cell, number)?;
    let mut record = Record::read(&record).map_err(Failure::input)?;
    record.players = Some(bots);
    say!("{}", record.write())
}

/// Returns the number of a match that stands out.
fn extreme(args: &MatchArgs) -> Result<u64, Failure> {
    let names: Vec<&str> = EXTREMES.iter().map(|&(name, _)| name).collect();
    if !names.contains(&args.which.as_str()) {
        return Err(Failure::input(format!(
            "`{}` is no match; name one of {}, or a number",
            args.which,
            names.join(", ")
        )));
    }
    let summaries = show::summaries(&args.folder)?;
    let summary = one_of(&summaries, args.cell)?;
    let found = summary.extremes.get(&args.which);
    found.map(|extreme| extreme.number).ok_or_else(|| {
        let there: Vec<&str> = summary.extremes.keys().map(String::as_str).collect();
        Failure::input(format!("no match of this cell is known as {}; there are {}", args.which, there.join(", ")))
    })
}
