//! The page of the atlas: for every game what it is like, what its options change, and what levels are worth.

use std::collections::BTreeSet;
use std::fmt::Write;

use polynya_catalog::{Info, Kind, headless, ids};

use super::export::{figure as in_numbers, wins};
use super::plot::{Row, Unit, bars, dots, escape, figure, parts, table};
use super::{Part, Played};
use crate::experiment::{Amount, Effect, Summary};
use crate::intervals::Interval;

const STYLE: &str = include_str!("page.css");

/// Returns the page.
pub fn page(played: &[Played]) -> String {
    let games: Vec<&Info> = ids()
        .iter()
        .filter(|id| played.iter().any(|part| part.cells.iter().any(|cell| cell.game == **id)))
        .filter_map(|id| Some(headless().get(id).ok()?.info()))
        .collect();
    let links: String =
        games.iter().map(|info| format!("<li><a href=\"#{}\">{}</a></li>", info.id, escape(info.title))).collect();
    let sections: String = games.iter().map(|info| game(info, played)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>The atlas of Polynya</title>\n\
         <style>{STYLE}</style></head>\n<body>\n<header><h1>The atlas of Polynya</h1>\n{}\
         <nav aria-label=\"Games\"><ul>{links}<li><a href=\"#made\">How it was made</a></li></ul></nav></header>\n\
         <main>\n{sections}{}</main>\n</body></html>\n",
        introduction(played),
        made(played)
    )
}

fn introduction(played: &[Played]) -> String {
    let matches: u64 = played.iter().flat_map(|part| &part.cells).map(|cell| cell.matches).sum();
    format!(
        "<p>What {} matches between bots say about five polar board games: is it fair for every seat, how long does it \
         take, how much is luck, what does an option change. A dot is what was measured, the line through it the interval \
         that holds the truth 95 times in 100. People play otherwise than bots: differences carry over better than \
         numbers.</p>\n",
        thousands(matches)
    )
}

/// Writes a count with a thin space between thousands.
fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

fn of<'a>(played: &'a [Played], part: Part, game: &str) -> Vec<&'a Summary> {
    let own = played.iter().filter(move |played| played.part == part);
    own.flat_map(|played| &played.cells).filter(|cell| cell.game == game).collect()
}

fn game(info: &Info, played: &[Played]) -> String {
    let seats = of(played, Part::Seats, info.id);
    let mut text = format!("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">", info.id);
    let _ = write!(text, "{}</h2>\n<p class=\"soft\">{}</p>\n", escape(info.title), escape(info.summary));
    if let Some(part) = played.iter().find(|played| played.part == Part::Seats) {
        let sentence = |cell: &&Summary| format!("<li>{}</li>", escape(&in_numbers(&part.plan, cell).sentence()));
        let _ = writeln!(text, "<ul class=\"sentences\">{}</ul>", seats.iter().map(sentence).collect::<String>());
    }
    text.push_str("<h3>By the number of seats</h3>\n");
    text.push_str(&who_wins(info, &seats));
    text.push_str(&luck(&seats));
    text.push_str(&lengths(info, &seats));
    text.push_str(&endings(&seats));
    text.push_str(&overview(&seats));
    text.push_str(&uses(info, &seats));
    text.push_str(&variants(info, &of(played, Part::Variants, info.id)));
    text.push_str(&rulings(&of(played, Part::Rulings, info.id)));
    text.push_str(&levels(info, &of(played, Part::Levels, info.id)));
    text.push_str(&stand_out(&seats));
    text.push_str("</section>\n");
    text
}

fn counted(seats: u8) -> String {
    if seats == 1 { "1 seat".to_owned() } else { format!("{seats} seats") }
}

/// The rows of a table with these intervals.
fn cells(unit: Unit, rows: &[Row]) -> Vec<Vec<String>> {
    let row = |row: &Row| {
        let (value, low, high) = (unit.text(row.value.value), unit.text(row.value.low), unit.text(row.value.high));
        vec![escape(&row.label), value, format!("{low} to {high}"), thousands(row.value.n)]
    };
    rows.iter().map(row).collect()
}

const HEAD: [&str; 4] = ["", "Measured", "95% interval", "Observations"];

/// A plot of intervals with its table.
fn intervals(caption: &str, unit: Unit, rows: &[Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    figure(caption, &dots(caption, unit, rows), &HEAD, &cells(unit, rows))
}

fn who_wins(info: &Info, seats: &[&Summary]) -> String {
    if info.kind == Kind::Together {
        let rows: Vec<Row> = seats.iter().filter_map(|cell| Some(Row::new(counted(cell.seats), wins(cell)?))).collect();
        return intervals("How often the team wins", Unit::Share, &rows);
    }
    if info.simultaneous {
        let row = |cell: &&Summary| Some(Row::new(counted(cell.seats), (*cell.score.first()?)?));
        let rows: Vec<Row> = seats.iter().filter_map(row).collect();
        return intervals("What a player scores", Unit::Number, &rows);
    }
    const PLACES: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    let mut rows = Vec::new();
    for cell in seats {
        for (at, wins) in cell.order.iter().enumerate() {
            let Some(value) = *wins else { continue };
            let fair = 1.0 / f64::from(cell.seats);
            let label = format!("{}: who acts {}", counted(cell.seats), PLACES.get(at).unwrap_or(&"later"));
            rows.push(Row { label, value, beside: Some(fair), strong: !value.contains(fair) });
        }
    }
    intervals(
        "Who wins, by the order in which they act; the upright line is a fair share, and what misses it is bold",
        Unit::Share,
        &rows,
    )
}

fn luck(seats: &[&Summary]) -> String {
    let bounded = |luck: &Interval| luck.low.is_finite() && luck.margin() < 1.0;
    let row = |cell: &&Summary| Some(Row::new(counted(cell.seats), cell.luck.filter(bounded)?.within(0.0, 1.0)));
    let rows: Vec<Row> = seats.iter().filter_map(row).collect();
    intervals("How much of the result is luck: the part that dice and decks explain", Unit::Share, &rows)
}

fn lengths(info: &Info, seats: &[&Summary]) -> String {
    let unit = if info.simultaneous { "rounds" } else { "turns" };
    let row = |cell: &&Summary| Some(Row::new(counted(cell.seats), cell.turns?));
    let rows: Vec<Row> = seats.iter().filter_map(row).collect();
    let differ = rows.iter().any(|row| (row.value.value - rows[0].value.value).abs() > 1e-6);
    let mut text =
        if differ { intervals(&format!("How long it takes, in {unit}"), Unit::Number, &rows) } else { String::new() };
    let usual = seats.iter().find(|cell| cell.seats == info.usual_seats).or(seats.first());
    if let Some(cell) = usual.filter(|cell| cell.lengths.len() > 2) {
        let spread = spread(cell);
        let caption = format!("How long it takes with {}, in {unit}", counted(cell.seats));
        let rows: Vec<Vec<String>> = spread
            .iter()
            .map(|&(from, to, share)| {
                let range = if to - from > 1.0 { format!("{from} to {}", to - 1.0) } else { format!("{from}") };
                vec![range, Unit::Share.text(share)]
            })
            .collect();
        text.push_str(&figure(&caption, &bars(&caption, &spread), &[unit, "Matches"], &rows));
    }
    text
}

/// Returns how often matches have about a length: from where to where, and the share.
fn spread(cell: &Summary) -> Vec<(f64, f64, f64)> {
    let all: u64 = cell.lengths.values().sum();
    // The longest few would make all others narrow.
    let mut left = all;
    let mut spread = Vec::new();
    for (&length, &count) in &cell.lengths {
        let width = if length < 32 { 1 } else { 1_u64 << (length.ilog2() - 3) };
        spread.push((length as f64, (length + width) as f64, count as f64 / all as f64));
        left -= count;
        if (left as f64) < 0.005 * all as f64 {
            break;
        }
    }
    spread
}

fn endings(seats: &[&Summary]) -> String {
    let causes: BTreeSet<&String> = seats.iter().flat_map(|cell| cell.endings.keys()).collect();
    if causes.len() < 2 {
        return String::new();
    }
    let share = |cell: &Summary, cause: &String| cell.endings.get(cause).map_or(0.0, |share| share.value);
    let rows: Vec<(String, Vec<f64>)> = seats
        .iter()
        .map(|cell| (counted(cell.seats), causes.iter().map(|cause| share(cell, cause)).collect()))
        .collect();
    let names: Vec<String> = causes.iter().map(|cause| spoken(cause)).collect();
    let caption = "Why matches end";
    let head: Vec<&str> = std::iter::once("").chain(names.iter().map(String::as_str)).collect();
    let table: Vec<Vec<String>> = rows
        .iter()
        .map(|(label, shares)| {
            std::iter::once(label.clone()).chain(shares.iter().map(|&share| Unit::Share.text(share))).collect()
        })
        .collect();
    figure(caption, &parts(caption, &names, &rows), &head, &table)
}

/// Returns a code as words.
fn spoken(code: &str) -> String {
    if code.is_empty() { "the end".to_owned() } else { code.replace(['_', '-'], " ") }
}

fn overview(seats: &[&Summary]) -> String {
    let number = |unit: Unit, number: Option<Interval>| {
        number.map_or("–".to_owned(), |number| match number.margin() {
            margin if margin.is_finite() => {
                let digits = usize::from(unit == Unit::Share || margin < 9.95);
                let scale = if unit == Unit::Share { 100.0 } else { 1.0 };
                format!("{} <small>± {:.digits$}</small>", unit.text(number.value), scale * margin)
            }
            _ => unit.text(number.value),
        })
    };
    type Measure = (&'static str, Unit, fn(&Summary) -> Option<Interval>);
    const MEASURES: [Measure; 12] = [
        ("Left unfinished", Unit::Share, |cell| cell.unfinished),
        ("Without a winner", Unit::Share, |cell| cell.without_winner),
        ("Shared wins", Unit::Share, |cell| cell.shared),
        ("Turns or rounds", Unit::Number, |cell| cell.turns),
        ("Decisions", Unit::Number, |cell| cell.decisions),
        ("Minutes", Unit::Number, |cell| cell.minutes),
        ("Choices a decision", Unit::Number, |cell| cell.branching),
        ("Forced decisions", Unit::Share, |cell| cell.forced),
        ("Changes of the lead", Unit::Number, |cell| cell.lead_changes),
        ("Decided for", Unit::Share, |cell| cell.decided),
        ("Drama", Unit::Share, |cell| cell.drama),
        ("Luck", Unit::Share, |cell| cell.luck),
    ];
    let shown = MEASURES.iter().filter(|(_, _, get)| seats.iter().any(|cell| get(cell).is_some()));
    let rows: Vec<Vec<String>> = shown
        .map(|(name, unit, get)| {
            std::iter::once((*name).to_owned()).chain(seats.iter().map(|cell| number(*unit, get(cell)))).collect()
        })
        .collect();
    let matches = std::iter::once("Matches".to_owned()).chain(seats.iter().map(|cell| thousands(cell.matches)));
    let rows: Vec<Vec<String>> = std::iter::once(matches.collect()).chain(rows).collect();
    let names: Vec<String> =
        std::iter::once(String::new()).chain(seats.iter().map(|cell| counted(cell.seats))).collect();
    let head: Vec<&str> = names.iter().map(String::as_str).collect();
    format!("<h3>Every measure</h3>\n{}", table("Every measure by the number of seats", &head, &rows))
}

/// How many things a plot of uses has.
const USES: usize = 30;

fn uses(info: &Info, seats: &[&Summary]) -> String {
    let usual = seats.iter().find(|cell| cell.seats == info.usual_seats).or(seats.first());
    let Some(cell) = usual else { return String::new() };
    let row = |(what, used): (&String, &crate::experiment::UseSummary)| {
        let (with, without) = (used.with?, used.without?);
        let apart = with.low > without.high || with.high < without.low;
        let label = format!("{}, {:.2} a match", spoken(what), used.times);
        Some(Row { label, value: with, beside: Some(without.value), strong: apart })
    };
    let mut rows: Vec<Row> = cell.used.iter().filter_map(row).collect();
    rows.sort_by(|one, other| other.value.value.total_cmp(&one.value.value));
    rows.truncate(USES);
    if rows.is_empty() {
        return String::new();
    }
    let who = if info.kind == Kind::Together { "the team" } else { "those" };
    let caption = format!(
        "How often {who} won that used a thing, with {}; the upright line is how often without it. An association: long \
         matches use more, and whoever is behind uses other things than whoever is ahead",
        counted(cell.seats)
    );
    format!("<h3>What is used</h3>\n{}", intervals(&caption, Unit::Share, &rows))
}

/// Returns the options of a cell in words.
fn in_words(cell: &Summary) -> String {
    let json = serde_json::to_string(&cell.options).expect("options are plain JSON");
    let words = headless().get(&cell.game).and_then(|game| game.highlights(&json)).unwrap_or_default();
    match words[..] {
        [] if cell.options.is_empty() => "as usual".to_owned(),
        [] => crate::experiment::options_in_words(&cell.options),
        _ => words.join(", "),
    }
}

/// What is compared between sets of options: how often whoever acts first wins, or the team.
fn compared(info: &Info) -> &'static str {
    if info.kind == Kind::Together { "How often the team wins" } else { "How often whoever acts first wins" }
}

fn variants(info: &Info, all: &[&Summary]) -> String {
    let seats: BTreeSet<u8> = all.iter().map(|cell| cell.seats).collect();
    let Some(&shown) = seats.get(&info.usual_seats).or(seats.first()) else { return String::new() };
    let own: Vec<&Summary> = all.iter().copied().filter(|cell| cell.seats == shown).collect();
    let usual = own.iter().find(|cell| cell.options.is_empty()).copied();
    let more: usize = own.iter().map(|cell| cell.also.len()).sum();
    let mut text = format!("<h3>Variants, with {}</h3>\n", counted(shown));
    if more > 0 {
        let _ = writeln!(
            text,
            "<p>{} sets of variants differ; {more} more come to the same match as one of them.</p>",
            own.len()
        );
    }
    let sorted = |number: fn(&Summary) -> Option<Interval>| {
        let row = |cell: &&Summary| {
            let beside = usual.and_then(number).map(|usual| usual.value);
            Some(Row { label: in_words(cell), value: number(cell)?, beside, strong: cell.options.is_empty() })
        };
        let mut rows: Vec<Row> = own.iter().filter_map(row).collect();
        rows.sort_by(|one, other| other.value.value.total_cmp(&one.value.value));
        rows
    };
    text.push_str(&intervals(
        &format!("{}, set by set; the upright line is the usual match, in bold", compared(info)),
        Unit::Share,
        &sorted(wins),
    ));
    text.push_str(&intervals("How many turns it takes, set by set", Unit::Number, &sorted(|cell| cell.turns)));
    let left = |cell: &Summary| cell.unfinished.filter(|share| share.value > 0.0);
    text.push_str(&intervals("Matches that came to no end, where there were any", Unit::Share, &sorted(left)));
    text.push_str(&effects("What single variants change", &own));
    let head = ["", "Seats", "Matches", compared(info), "Turns", "Minutes", "Left unfinished"];
    let row = |cell: &&Summary| {
        let text =
            |unit: Unit, number: Option<Interval>| number.map_or("–".to_owned(), |number| unit.interval(&number));
        vec![
            escape(&in_words(cell)),
            cell.seats.to_string(),
            thousands(cell.matches),
            text(Unit::Share, wins(cell)),
            text(Unit::Number, cell.turns),
            text(Unit::Number, cell.minutes),
            text(Unit::Share, cell.unfinished),
        ]
    };
    let rows: Vec<Vec<String>> = all.iter().map(row).collect();
    let _ = writeln!(
        text,
        "<details><summary>All sets with every number of seats</summary>\n{}</details>",
        table("All sets of variants with every number of seats", &head, &rows)
    );
    text
}

/// Plots what single options change in who wins and in length, corrected for many comparisons.
fn effects(heading: &str, own: &[&Summary]) -> String {
    let mut text = String::new();
    for (measure, unit, what) in [
        ("wins", Unit::Points, "how often whoever acts first, or the team, wins, in points of percent"),
        ("turns", Unit::Difference, "turns"),
        ("score", Unit::Difference, "points that are scored"),
        ("unfinished", Unit::Points, "matches without an end, in points of percent"),
    ] {
        let single = |effect: &&Effect| effect.measure == measure && effect.options.len() == 1;
        let row = |cell: &&Summary| {
            let effect = cell.effects.iter().find(single)?;
            let sure = effect.p_holm.is_some_and(|p| p < 0.05);
            Some(Row { label: in_words(cell), value: effect.difference, beside: Some(0.0), strong: sure })
        };
        let rows: Vec<Row> = own.iter().filter_map(row).collect();
        let differs = rows.iter().any(|row| row.value.value != 0.0 || row.value.margin() > 0.0);
        if differs {
            let caption = format!(
                "{heading}: {what}. The same dice with and without; bold is what is no chance, with correction for many \
                 comparisons"
            );
            text.push_str(&intervals(&caption, unit, &rows));
        }
    }
    text
}

fn rulings(own: &[&Summary]) -> String {
    if own.is_empty() {
        return String::new();
    }
    format!("<h3>Other readings of the rules</h3>\n{}", effects("What the other reading changes", own))
}

fn levels(info: &Info, own: &[&Summary]) -> String {
    if own.is_empty() {
        return String::new();
    }
    let mut text = String::from("<h3>What a level of bot is worth</h3>\n");
    if info.kind == Kind::Together {
        let row = |cell: &&Summary| Some(Row::new(cell.bots[0].clone(), wins(cell)?));
        let rows: Vec<Row> = own.iter().filter_map(row).collect();
        text.push_str(&intervals(
            &format!("How often a team of them wins, with {}", counted(own[0].seats)),
            Unit::Share,
            &rows,
        ));
        return text;
    }
    let row = |cell: &&Summary| {
        let stronger = cell.levels.iter().max_by(|one, other| one.wins.value.total_cmp(&other.wins.value))?;
        let other = cell.levels.iter().find(|level| level.bot != stronger.bot)?;
        let label = format!("{} beside {}", stronger.bot, other.bot);
        Some(Row { beside: Some(0.5), strong: stronger.wins.low > 0.5, ..Row::new(label, stronger.wins) })
    };
    let rows: Vec<Row> = own.iter().filter_map(row).collect();
    let caption =
        format!("How much the stronger of two wins, with {}; the same dice in every seat order", counted(own[0].seats));
    let elo = |cell: &&Summary| {
        let stronger = cell.levels.iter().max_by(|one, other| one.wins.value.total_cmp(&other.wins.value))?;
        let other = cell.levels.iter().find(|level| level.bot != stronger.bot)?;
        let elo = stronger.elo?;
        let end = |end: f64, open: &str| if end.is_finite() { format!("{end:+.0}") } else { open.to_owned() };
        Some(vec![
            format!("{} beside {}", stronger.bot, other.bot),
            Unit::Share.interval(&stronger.wins),
            end(elo.value, "beyond measure"),
            format!("{} to {}", end(elo.low, "no bound"), end(elo.high, "no bound")),
            thousands(stronger.wins.n),
        ])
    };
    let table: Vec<Vec<String>> = own.iter().filter_map(elo).collect();
    text.push_str(&figure(
        &caption,
        &dots(&caption, Unit::Share, &rows),
        &["", "Wins", "Elo", "95% interval", "Matches"],
        &table,
    ));
    text
}

fn stand_out(seats: &[&Summary]) -> String {
    let mut rows = Vec::new();
    for cell in seats {
        for (which, extreme) in &cell.extremes {
            let command = format!("polynya lab match seats {} {which} | polynya replay -", cell.cell);
            rows.push(vec![
                format!("{}, {}", counted(cell.seats), spoken(which)),
                extreme.number.to_string(),
                format!("<code>{command}</code>"),
            ]);
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "<details><summary>Matches that stand out</summary>\n<p>In the folder of the atlas:</p>\n{}</details>\n",
        table("Matches that stand out", &["", "Match", "To see it"], &rows)
    )
}

fn made(played: &[Played]) -> String {
    let mut text = String::from("<section id=\"made\" aria-labelledby=\"made-title\">\n<h2 id=\"made-title\">");
    text.push_str("How it was made</h2>\n");
    let row = |part: &Played| {
        let plan = &part.plan;
        let matches: u64 = part.cells.iter().map(|cell| cell.matches).sum();
        let each = match plan.amount {
            Amount::Matches(matches) => thousands(matches),
            Amount::Precision { .. } => "until narrow".to_owned(),
        };
        vec![
            part.part.folder().to_owned(),
            plan.cells.len().to_string(),
            each,
            thousands(matches),
            plan.most.to_string(),
            escape(&plan.seed),
            plan.program.clone(),
            format!("<code>{}</code>", &plan.hash()[..12]),
        ]
    };
    let rows: Vec<Vec<String>> = played.iter().map(row).collect();
    let head = ["Part", "Cells", "Matches a cell", "Matches", "Left after steps", "Seed", "Program", "Plan"];
    text.push_str(&table("The parts of the atlas", &head, &rows));
    text.push_str(
        "<p>Match n has the same dice in every cell of a part. <code>polynya atlas</code> makes all of this again, to the \
         byte; <code>polynya lab show seats --cell 1</code> has everything about a cell. What every number means stands in \
         <code>docs/measures.md</code>. Beside this page lie <code>cells.csv</code> and <code>cells.jsonl</code> with all \
         numbers.</p>\n</section>\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([7, 1234, 1_234_567].map(thousands), ["7", "1\u{202f}234", "1\u{202f}234\u{202f}567"]);
    }
}
