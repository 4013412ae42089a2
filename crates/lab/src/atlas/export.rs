//! The atlas as files: a table, one object a cell, and what the catalog tells of each game.

use std::fmt::Write;

use polynya_catalog::{AnyGame, Figure, Kind, Measured, headless};

use super::{Part, Played};
use crate::experiment::{Plan, Summary, options_in_words};
use crate::intervals::Interval;

/// Returns the cells of all parts, one object a line, each with its part in front.
pub fn json_lines(played: &[Played]) -> String {
    let mut text = String::new();
    for Played { part, cells, .. } in played {
        for cell in cells {
            let line = serde_json::to_string(cell).expect("a summary is plain JSON");
            let _ = writeln!(text, "{{\"part\":\"{}\",{}", part.folder(), &line[1..]);
        }
    }
    text
}

/// Returns every number of every cell on a line of its own.
pub fn csv(played: &[Played]) -> String {
    let mut text = "part,cell,game,rules,seats,options,bots,matches,measure,of,value,low,high,n\n".to_owned();
    for Played { part, cells, .. } in played {
        for cell in cells {
            let options = options_in_words(&cell.options);
            let start = [
                part.folder().to_owned(),
                cell.cell.to_string(),
                cell.game.clone(),
                cell.rules.to_string(),
                cell.seats.to_string(),
                options,
                cell.bots.join(":"),
                cell.matches.to_string(),
            ];
            let start: Vec<String> = start.iter().map(|field| quoted(field)).collect();
            for (measure, of, number) in numbers(cell) {
                let end = |end: f64| if end.is_finite() { end.to_string() } else { String::new() };
                let [value, low, high] = [number.value, number.low, number.high].map(end);
                let of = quoted(&of);
                let _ = writeln!(text, "{},{measure},{of},{value},{low},{high},{}", start.join(","), number.n);
            }
        }
    }
    text
}

/// Returns every number of a cell: the measure, of whom or what, and the number.
fn numbers(cell: &Summary) -> Vec<(&'static str, String, Interval)> {
    let mut all = Vec::new();
    for (measure, list) in [("wins", &cell.wins), ("order", &cell.order), ("score", &cell.score)] {
        let number = |(at, number): (usize, &Option<Interval>)| Some((measure, (at + 1).to_string(), (*number)?));
        all.extend(list.iter().enumerate().filter_map(number));
    }
    for (measure, number) in [
        ("unfinished", cell.unfinished),
        ("without_winner", cell.without_winner),
        ("shared", cell.shared),
        ("turns", cell.turns),
        ("decisions", cell.decisions),
        ("minutes", cell.minutes),
        ("branching", cell.branching),
        ("forced", cell.forced),
        ("lead_changes", cell.lead_changes),
        ("decided", cell.decided),
        ("drama", cell.drama),
        ("luck", cell.luck),
        ("skill", cell.skill),
    ] {
        all.extend(number.map(|number| (measure, String::new(), number)));
    }
    all.extend(cell.endings.iter().map(|(cause, share)| ("endings", cause.clone(), *share)));
    for level in &cell.levels {
        all.push(("levels", level.bot.clone(), level.wins));
        all.extend(level.elo.map(|elo| ("elo", level.bot.clone(), elo)));
    }
    for (what, used) in &cell.used {
        all.extend(used.with.map(|with| ("used_with", what.clone(), with)));
        all.extend(used.without.map(|without| ("used_without", what.clone(), without)));
    }
    for effect in &cell.effects {
        all.push(("effects", format!("{} {}", effect.options.join("+"), effect.measure), effect.difference));
    }
    all
}

/// Writes a field so that commas and quotation marks in it do no harm.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.to_owned() }
}

/// Returns what the catalog tells of each game: the first part in few numbers, one object a line.
pub fn figures(played: &[Played]) -> String {
    let own = played.iter().filter(|played| played.part == Part::Seats);
    let line = |played: &Played, cell: &Summary| {
        let figure = figure(&played.plan, cell);
        serde_json::to_string(&figure).expect("a figure is plain JSON") + "\n"
    };
    own.flat_map(|played| played.cells.iter().map(move |cell| line(played, cell))).collect()
}

/// Returns a cell in few numbers.
pub fn figure(plan: &Plan, cell: &Summary) -> Figure {
    let measured = |number: Option<Interval>| {
        let round = |value: f64| (value * 1e4).round() / 1e4;
        let bounded = |number: &Interval| number.low.is_finite() && number.high.is_finite();
        number.filter(bounded).map(|Interval { value, low, high, .. }| Measured {
            value: round(value),
            low: round(low),
            high: round(high),
        })
    };
    let info = headless().get(&cell.game).map(AnyGame::info).ok();
    let alone = cell.seats == 1 && info.is_some_and(|info| info.kind == Kind::Race);
    Figure {
        game: cell.game.clone(),
        rules: cell.rules,
        seats: cell.seats,
        bot: cell.bots.first().cloned().unwrap_or_default(),
        matches: cell.matches,
        analysed: cell.luck.map_or(0, |luck| luck.n.min(plan.analyse)),
        wins: measured(wins(cell)).filter(|_| !alone),
        score: measured(cell.score.first().copied().flatten()),
        turns: measured(cell.turns),
        minutes: measured(cell.minutes),
        luck: measured(cell.luck),
        unfinished: measured(cell.unfinished),
    }
}

/// Returns how much whoever acts first wins, or the team; nothing where all act at once.
pub fn wins(cell: &Summary) -> Option<Interval> {
    if let Some(first) = cell.order.first() {
        return *first;
    }
    let team = headless().get(&cell.game).is_ok_and(|game| game.info().kind == Kind::Together);
    cell.wins.first().copied().flatten().filter(|_| team)
}
