//! `polynya legal`: what may follow a record's steps, and how likely it is.

use std::ops::ControlFlow;

use polynya_catalog::{AnyMatch, CatalogError, Games};
use polynya_engine::Record;
use serde_json::json;

use crate::Terminal;
use crate::failure::Failure;
use crate::files::{Which, each_record};
use crate::output::say;

/// Print what may follow the steps of a record: the legal actions of every seat that may act, or the outcomes of chance.
#[derive(clap::Args)]
#[command(after_help = "One per line, in byte order; nothing if the match is over.\n\n\
                        Examples:\n  polynya legal match.json\n  \
                        polynya legal match.json --odds               how likely each outcome of chance is\n  \
                        polynya legal matches.jsonl --match 3 --json\n  \
                        polynya legal matches.jsonl --every")]
pub struct Args {
    /// The file; `-` is the standard input.
    file: String,
    #[command(flatten)]
    which: Which,
    /// Behind each outcome of chance its weight and the sum of all weights: `* P3 2/6`.
    #[arg(long)]
    odds: bool,
    /// One JSON object: the steps, and of outcomes of chance the weights and their sum.
    #[arg(long, conflicts_with = "odds")]
    json: bool,
    /// For all records of the file: what could follow before each step and after the last, a JSON list a line.
    #[arg(long, conflicts_with_all = ["odds", "json"])]
    every: bool,
}

/// Prints the list.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    if args.every {
        return each_record(&args.file, |place, record| {
            let record = record.map_err(|what| Failure::in_file(&place, what))?;
            for steps in 0..=record.steps.len() {
                let list = legal(games, &record, steps).map_err(|error| Failure::in_file(&place, error))?;
                say!("{}", json!(list))?;
            }
            Ok(ControlFlow::Continue(()))
        });
    }
    let (record, _) = args.which.record(&args.file)?;
    let table = games
        .get(&record.game)
        .and_then(|game| game.view(&record, usize::MAX))
        .map_err(|error| Failure::in_file(&args.file, error))?;
    if args.json {
        return say!("{}", as_json(&*table));
    }
    if args.odds && !table.outcomes().is_empty() {
        let odds = table.outcomes();
        let all: u64 = odds.iter().map(|&(_, weight)| u64::from(weight)).sum();
        return odds.iter().try_for_each(|(step, weight)| say!("* {step} {weight}/{all}"));
    }
    table.legal_steps().iter().try_for_each(|step| say!("{step}"))
}

fn as_json(table: &dyn AnyMatch<Terminal>) -> serde_json::Value {
    let odds = table.outcomes();
    if odds.is_empty() {
        return json!({"turn": if table.acting().is_empty() { "over" } else { "seats" }, "steps": table.legal_steps()});
    }
    let all: u64 = odds.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let steps: Vec<serde_json::Value> =
        odds.iter().map(|(step, weight)| json!({"step": format!("* {step}"), "weight": weight})).collect();
    json!({"turn": "chance", "of": all, "steps": steps})
}

/// Returns what may follow the first steps of a record.
fn legal(games: &Games<Terminal>, record: &Record, steps: usize) -> Result<Vec<String>, CatalogError> {
    Ok(games.get(&record.game)?.view(record, steps)?.legal_steps())
}
