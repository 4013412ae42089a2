//! What came of an experiment, in tables.

use std::path::Path;

use polynya_lab::experiment::{Effect, Store, Summary};
use polynya_lab::intervals::Interval;

use super::failed;
use crate::failure::Failure;

/// Reads the results of all cells.
pub fn summaries(folder: &Path) -> Result<Vec<Summary>, Failure> {
    let text = Store::look(folder).map_err(failed)?.cells().map_err(failed)?;
    let read = |(number, line): (usize, &str)| {
        let place = format!("{}:{}", folder.join("cells.jsonl").display(), number + 1);
        serde_json::from_str(line).map_err(|error| Failure::in_file(&place, error))
    };
    text.lines().enumerate().map(read).collect()
}

/// Returns a share in percent with half the width of its interval.
fn percent(share: Option<&Interval>) -> String {
    share.map_or("-".to_owned(), |share| {
        let margin = 100.0 * share.margin();
        if margin.is_finite() {
            format!("{:.1}% ±{margin:.1}", 100.0 * share.value)
        } else {
            format!("{:.1}%", 100.0 * share.value)
        }
    })
}

/// Returns a number with half the width of its interval.
fn number(mean: Option<&Interval>) -> String {
    mean.map_or("-".to_owned(), |mean| {
        if mean.margin().is_finite() {
            format!("{:.1} ±{:.1}", mean.value, mean.margin())
        } else {
            format!("{:.1}", mean.value)
        }
    })
}

/// Returns by how much a bot is stronger than the other one.
fn elo(elo: &Interval) -> String {
    let end = |end: f64, without: &str| if end.is_finite() { format!("{end:+.0}") } else { without.to_owned() };
    match elo.value.is_finite() {
        true => format!(", Elo {:+.0} ({} to {})", elo.value, end(elo.low, "below"), end(elo.high, "above")),
        false if elo.low.is_finite() => format!(", Elo at least {:+.0}", elo.low),
        false => format!(", Elo at most {}", end(elo.high, "anything")),
    }
}

/// Returns how often whoever acts first, or the team, wins.
fn first(summary: &Summary) -> Option<&Interval> {
    summary.order.first().or(summary.wins.first())?.as_ref()
}

/// Returns a table of all cells.
pub fn table(summaries: &[Summary]) -> String {
    let width = summaries.iter().map(|summary| summary.id.chars().count()).max().unwrap_or(0).max(4);
    let mut lines = vec![format!(
        "{:>4}  {:<width$}  {:>8}  {:>14}  {:>14}  {:>8}  {:>14}  {:>10}",
        "", "cell", "matches", "first wins", "turns", "minutes", "luck", "unfinished"
    )];
    for summary in summaries {
        lines.push(format!(
            "{:>4}  {:<width$}  {:>8}  {:>14}  {:>14}  {:>8}  {:>14}  {:>10}",
            summary.cell,
            summary.id,
            summary.matches,
            percent(first(summary)),
            number(summary.turns.as_ref()),
            summary.minutes.map_or("-".to_owned(), |minutes| format!("{:.0}", minutes.value)),
            percent(summary.luck.as_ref()),
            summary.unfinished.map_or("-".to_owned(), |share| format!("{:.1}%", 100.0 * share.value)),
        ));
    }
    lines.push(String::new());
    lines.push("first wins: of whoever acts first, or of seat 1 where all act at once, or of the team".to_owned());
    lines.extend(effects(summaries));
    lines.join("\n")
}

/// How many effects of options the table names.
const EFFECTS: usize = 20;

/// Returns the effects of single options that are no chance.
fn effects(summaries: &[Summary]) -> Vec<String> {
    let all = summaries.iter().flat_map(|summary| summary.effects.iter().map(move |effect| (summary, effect)));
    let sure = |effect: &Effect| effect.options.len() == 1 && effect.p_holm.is_some_and(|p| p < 0.05);
    let mut lines: Vec<String> = all
        .filter(|(_, effect)| sure(effect) && effect.measure != "minutes")
        .map(|(summary, effect)| {
            let change = match effect.measure.as_str() {
                "wins" | "unfinished" => percent(Some(&effect.difference)),
                _ => number(Some(&effect.difference)),
            };
            let what = effect.options.join("+");
            format!("  {what} beside cell {}: {} {change} (cell {})", effect.base, effect.measure, summary.cell)
        })
        .collect();
    let left = lines.len().saturating_sub(EFFECTS);
    lines.truncate(EFFECTS);
    if left > 0 {
        lines.push(format!("  and {left} more in cells.jsonl"));
    }
    if !lines.is_empty() {
        lines.insert(
            0,
            "options that change something, beside the cell without them (95% sure of all together):".into(),
        );
    }
    lines
}

/// Returns everything about one cell.
pub fn cell(summary: &Summary) -> String {
    let mut lines = vec![format!("cell {}: {}, {} matches", summary.cell, summary.id, summary.matches)];
    let mut row = |name: &str, text: String| {
        if text != "-" {
            lines.push(format!("  {name:<28} {text}"));
        }
    };
    let own = |at: usize| if summary.wins.len() == 1 { "the team".to_owned() } else { format!("seat {}", at + 1) };
    for (at, wins) in summary.wins.iter().enumerate() {
        row(&format!("{} wins", own(at)), percent(wins.as_ref()));
    }
    for (at, wins) in summary.order.iter().enumerate() {
        row(&format!("number {} in play wins", at + 1), percent(wins.as_ref()));
    }
    for (at, score) in summary.score.iter().enumerate() {
        row(&format!("{} scores", own(at)), number(score.as_ref()));
    }
    for level in &summary.levels {
        let elo = level.elo.as_ref().map(elo).unwrap_or_default();
        row(&format!("{} wins", level.bot), format!("{}{elo}", percent(Some(&level.wins))));
    }
    row("unfinished", percent(summary.unfinished.as_ref()));
    row("without a winner", percent(summary.without_winner.as_ref()));
    row("shared wins", percent(summary.shared.as_ref()));
    row("turns", number(summary.turns.as_ref()));
    row("decisions", number(summary.decisions.as_ref()));
    row("minutes", number(summary.minutes.as_ref()));
    row("legal actions a decision", number(summary.branching.as_ref()));
    row("forced decisions", percent(summary.forced.as_ref()));
    row("changes of the lead", number(summary.lead_changes.as_ref()));
    row("decided for this share", percent(summary.decided.as_ref()));
    row("drama", percent(summary.drama.as_ref()));
    row("luck", percent(summary.luck.as_ref()));
    row("skill", percent(summary.skill.as_ref()));
    for (cause, share) in &summary.endings {
        row(&format!("ends by {cause}"), percent(Some(share)));
    }
    for (what, used) in &summary.used {
        let rates = format!("wins {} with, {} without", percent(used.with.as_ref()), percent(used.without.as_ref()));
        row(what, format!("{:.2} a match; a {} {rates}", used.times, used.of));
    }
    for (which, extreme) in &summary.extremes {
        row(which, format!("match {} ({})", extreme.number, extreme.value));
    }
    lines.join("\n")
}
