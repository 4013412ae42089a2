//! A position as a picture: a card with the moment, the gauges as bars, and the board in words.

use std::fmt::Write;

use polynya_engine::{Gauge, Seat, Turn};

use crate::held::AnyHeld;

const WIDTH: usize = 760;
const MARGIN: usize = 20;
const LINE: usize = 18;
const BAR: usize = 22;
/// As many characters as fit into a line of the card.
const COLUMNS: usize = 92;
const COLOURS: [&str; 6] = ["#c8443a", "#2f6fb3", "#3f8f5a", "#d0932b", "#7a5aa6", "#4d8c95"];

/// Returns the picture of where a match stands.
pub fn draw(held: &dyn AnyHeld) -> String {
    let text: Vec<String> = held.describe().lines().flat_map(folded).collect();
    let gauges = held.gauges();
    let top = MARGIN + 54;
    let bars = top + gauges.len() * BAR;
    let height = bars + 14 + text.len() * LINE + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         role=\"img\" aria-label=\"{}\">",
        escaped(held.game())
    );
    let _ = write!(
        svg,
        "<rect width=\"{WIDTH}\" height=\"{height}\" rx=\"10\" fill=\"#f3f8fb\" stroke=\"#b9cfdb\"/>\
         <g font-family=\"system-ui,sans-serif\" fill=\"#16323f\">\
         <text x=\"{MARGIN}\" y=\"38\" font-size=\"19\" font-weight=\"600\">{}</text>\
         <text x=\"{MARGIN}\" y=\"60\" font-size=\"14\">{}</text></g>",
        escaped(&heading(held)),
        escaped(&held.prompt(None).text)
    );
    for (row, gauge) in gauges.iter().enumerate() {
        bar(&mut svg, held, gauge, top + row * BAR);
    }
    let _ = write!(svg, "<g font-family=\"ui-monospace,monospace\" font-size=\"13\" fill=\"#16323f\">");
    for (row, line) in text.iter().enumerate() {
        let y = bars + 14 + (row + 1) * LINE - 4;
        let _ = write!(svg, "<text x=\"{MARGIN}\" y=\"{y}\" xml:space=\"preserve\">{}</text>", escaped(line));
    }
    svg.push_str("</g></svg>");
    svg
}

fn heading(held: &dyn AnyHeld) -> String {
    let seats = held.seats();
    match held.turn() {
        Turn::Over(_) => format!("{}, {seats} seats: over after {} turns", held.game(), held.turns()),
        _ => format!("{}, {seats} seats, turn {}", held.game(), held.turns() + 1),
    }
}

fn bar(svg: &mut String, held: &dyn AnyHeld, gauge: &Gauge, y: usize) {
    let Gauge { name, seat, value, most } = *gauge;
    let whose = seat.map_or_else(|| "Team".to_owned(), |seat: Seat| held.name(seat));
    let colour = seat.map_or("#3b7f95", |seat| COLOURS[(seat.number() - 1) % COLOURS.len()]);
    let (left, whole) = (330, WIDTH - 330 - 90);
    let share = most.filter(|most| *most > 0).map(|most| f64::from(value.clamp(0, most)) / f64::from(most));
    let told = most.map_or_else(|| value.to_string(), |most| format!("{value} of {most}"));
    let text = y + 15;
    let _ = write!(
        svg,
        "<g font-family=\"system-ui,sans-serif\" font-size=\"13\" fill=\"#16323f\">\
         <text x=\"{MARGIN}\" y=\"{text}\">{}: {}</text><text x=\"{}\" y=\"{text}\">{told}</text></g>",
        escaped(&whose),
        escaped(name),
        left + whole + 10
    );
    if let Some(share) = share {
        let (bar, filled) = (y + 5, share * whole as f64);
        let _ = write!(
            svg,
            "<rect x=\"{left}\" y=\"{bar}\" width=\"{whole}\" height=\"12\" rx=\"6\" fill=\"#dbe7ee\"/>\
             <rect x=\"{left}\" y=\"{bar}\" width=\"{filled:.1}\" height=\"12\" rx=\"6\" fill=\"{colour}\"/>"
        );
    }
}

/// Breaks a line that is too long for the card at its spaces.
fn folded(line: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let last = lines.last().map_or(0, |last| last.chars().count());
        if last > 0 && last + 1 + word.chars().count() > COLUMNS {
            lines.push("    ".to_owned());
        }
        if let Some(last) = lines.last_mut() {
            if !last.is_empty() && !last.ends_with("    ") {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
