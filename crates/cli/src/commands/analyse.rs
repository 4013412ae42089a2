//! `polynya analyse`: what was luck and what was skill in recorded matches.

use std::fs;
use std::ops::ControlFlow;

use indicatif::{ProgressBar, ProgressStyle};
use polynya_catalog::{AnyGame, Games, Mark, MatchAnalysis, SheetAnalysis, StepAnalysis};
use polynya_engine::{Record, Seat};
use serde_json::{Value, json};

use super::report;
use crate::Terminal;
use crate::failure::Failure;
use crate::files::each_record;
use crate::output::say;

/// Say what was luck and what was skill in recorded matches: how much each roll and each decision changed everybody's
/// chance to win, and what was better.
#[derive(clap::Args)]
#[command(after_help = "A file holds one record, or one per line; `-` is the standard input.\n\
                        The chances are those of normal bots. For every seat, start + luck + skill = result; a turn's chances count on \
                        its best plan, so own decisions rarely come to more than 0: compare them between seats.\n\n\
                        Examples:\n  polynya analyse match.json\n  \
                        polynya analyse matches.jsonl --json > analyses.jsonl\n  \
                        polynya analyse match.json --html match.html")]
pub struct Args {
    /// The files.
    #[arg(required = true)]
    files: Vec<String>,
    /// One JSON object a match and line.
    #[arg(long)]
    json: bool,
    /// Also write a page with graphs to this file; it needs nothing else.
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
}

/// A match with its analysis and how people name what is in it.
pub(super) struct Analysed {
    /// Where its record stands.
    pub(super) place: String,
    /// The name of its game.
    pub(super) title: &'static str,
    /// The names of the seats.
    pub(super) names: Vec<String>,
    /// The analysis.
    pub(super) analysis: MatchAnalysis,
}

/// Analyses every match of every file.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    let mut pages = Vec::new();
    for file in &args.files {
        each_record(file, |place, record| {
            let record = record.map_err(|what| Failure::in_file(&place, what))?;
            let game = games.get(&record.game)?;
            let analysed = analyse(game, &record, place)?;
            if args.json {
                say!("{}", line(&record, &analysed))?;
            } else {
                say!("{}", table(&analysed))?;
            }
            if args.html.is_some() {
                pages.push(analysed);
            }
            Ok(ControlFlow::Continue(()))
        })?;
    }
    if let Some(file) = &args.html {
        fs::write(file, report::page(&pages)).map_err(|error| Failure::in_file(file, error))?;
    }
    Ok(())
}

fn analyse(game: &dyn AnyGame<Terminal>, record: &Record, place: String) -> Result<Analysed, Failure> {
    let style = ProgressStyle::with_template("{bar:40.cyan/blue} {pos}/{len} steps, {eta} left");
    let bar = ProgressBar::new(record.steps.len() as u64).with_style(style.expect("the template is well written"));
    let analysis = game.analyse(record, &mut |done| {
        bar.set_position(done as u64);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let analysis = analysis.map_err(|error| Failure::in_file(&place, error))?;
    let view = game.view(record, usize::MAX)?;
    Ok(Analysed {
        place,
        title: game.info().title,
        names: Seat::all(record.seats).map(|seat| view.name(seat)).collect(),
        analysis: analysis.expect("nobody stopped it"),
    })
}

/// Returns the line of JSON of a match.
fn line(record: &Record, analysed: &Analysed) -> String {
    let mut line =
        json!({"match": analysed.place, "game": record.game, "seats": record.seats, "names": analysed.names});
    let analysis = serde_json::to_value(&analysed.analysis).expect("an analysis is plain JSON");
    if let (Value::Object(line), Value::Object(analysis)) = (&mut line, analysis) {
        line.extend(analysis);
    }
    line.to_string()
}

/// Returns points of a hundred with their sign.
pub(super) fn points(change: f64) -> String {
    let points = 100.0 * change;
    if points.abs() < 0.05 { "0.0".to_owned() } else { format!("{points:+.1}") }
}

/// Returns what a mark is called.
pub(super) fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::Lucky => "lucky",
        Mark::Unlucky => "unlucky",
        Mark::Best => "best",
        Mark::Fine => "fine",
        Mark::Slip => "slip",
        Mark::Blunder => "blunder",
    }
}

/// Returns how a match went, in a table.
fn table(analysed: &Analysed) -> String {
    let Analysed { place, title, names, analysis } = analysed;
    let MatchAnalysis { start, luck, own, others, result, adjusted, accuracy, together, .. } = analysis;
    let mut text = format!("{place}: {title}, {}\n", if analysis.finished { "finished" } else { "not over yet" });
    text.push_str("seat  name           start    luck     own  others  result  fair dice  accuracy\n");
    for (seat, name) in names.iter().enumerate() {
        let of_seat = accuracy[seat].map_or("-".to_owned(), |accuracy| format!("{accuracy:.1}%"));
        text.push_str(&format!(
            "{:<4}  {name:<12}  {:>5.1}%  {:>6}  {:>6}  {:>6}  {:>5.1}%  {:>8.1}%  {of_seat:>8}\n",
            seat + 1,
            100.0 * start[seat],
            points(luck[seat]),
            points(own[seat]),
            points(others[seat]),
            100.0 * result[seat],
            100.0 * adjusted[seat],
        ));
    }
    for SheetAnalysis { seat, played, found, bound, .. } in &analysis.sheets {
        let name = &names[seat.index()];
        text.push_str(&format!(
            "{name}: {played} points; with these dice {found} were found, and no sheet has more than {bound}\n"
        ));
    }
    if *together {
        let helped = analysis.steps.iter().filter(|step| step.seat.is_none());
        let (good, bad) = helped.fold((0.0, 0.0), |(good, bad): (f64, f64), step| {
            (good + step.change[0].max(0.0), bad + step.change[0].min(0.0))
        });
        text.push_str(&format!("the team could not help {} of bad luck and {} of good\n", points(bad), points(good)));
    }
    let turning = turning_points(analysis);
    if !turning.is_empty() {
        text.push_str("where it turned:\n");
    }
    for at in turning {
        text.push_str(&format!("  {}\n", told(analysed, at)));
    }
    text.push_str(&format!("{}\n", counts(analysed)));
    text
}

/// How many turning points are told.
const TURNING: usize = 8;

/// Returns the steps that changed most or cost most, in their order.
pub(super) fn turning_points(analysis: &MatchAnalysis) -> Vec<usize> {
    let weight = |step: &StepAnalysis| match step.cost {
        Some(cost) => cost,
        None if step.mark.is_some() => step.change.iter().fold(0.0, |most: f64, change| most.max(change.abs())),
        None => 0.0,
    };
    let mut steps: Vec<usize> = (0..analysis.steps.len()).filter(|&at| weight(&analysis.steps[at]) >= 0.05).collect();
    steps.sort_by(|&one, &other| weight(&analysis.steps[other]).total_cmp(&weight(&analysis.steps[one])));
    steps.truncate(TURNING);
    steps.sort_unstable();
    steps
}

/// Returns what happened in a step, in one sentence.
pub(super) fn told(analysed: &Analysed, at: usize) -> String {
    let Analysed { names, analysis, .. } = analysed;
    let step = &analysis.steps[at];
    let number = at + 1;
    let word = step.mark.map_or("", mark);
    match (step.seat, step.cost) {
        (Some(seat), Some(cost)) => {
            let name = &names[seat.index()];
            let better =
                if step.labels.is_empty() { String::new() } else { format!(": better {}", step.better.join(", ")) };
            format!("step {number}: {name} {}, {word}, cost {}{better}", step.words, points(-cost))
        }
        (Some(seat), None) => format!("step {number}: {} {}", names[seat.index()], step.words),
        (None, _) => {
            let (whom, change) = match step.whom {
                Some(seat) => (names[seat.index()].as_str(), step.change[seat.index()]),
                None => ("the team", step.change[0]),
            };
            format!("step {number}: {}, {word} for {whom}, {}", step.words, points(change))
        }
    }
}

/// Returns how many decisions of each kind every seat made.
fn counts(analysed: &Analysed) -> String {
    let of_seat = |(seat, name): (usize, &String)| {
        let count = |wanted: Mark| {
            let own = analysed.analysis.steps.iter().filter(|step| step.seat.is_some_and(|own| own.index() == seat));
            own.filter(|step| step.mark == Some(wanted)).count()
        };
        let [best, fine, slips, blunders] = [Mark::Best, Mark::Fine, Mark::Slip, Mark::Blunder].map(count);
        format!("{name}: {best} best, {fine} fine, {slips} slips, {blunders} blunders")
    };
    analysed.names.iter().enumerate().map(of_seat).collect::<Vec<_>>().join("\n")
}
