//! Plots of the atlas: SVG as wide as there is room, whose letters keep their size, with the same numbers as a table.
//!
//! Places along a line are percentages of the width, so a narrow screen has the same plot and not a smaller one. Colours
//! are those of the page, which knows the theme.

use std::fmt::Write;

use crate::intervals::Interval;

/// What a number counts, and so how it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A share, written in percent.
    Share,
    /// A difference of shares, written in points of percent.
    Points,
    /// A number.
    Number,
    /// A difference of numbers.
    Difference,
}

impl Unit {
    /// Writes a number.
    pub fn text(self, value: f64) -> String {
        if !value.is_finite() {
            return "–".to_owned();
        }
        let digits = |value: f64| usize::from(value.abs() < 99.95);
        match self {
            Unit::Share => format!("{:.1}%", 100.0 * value),
            Unit::Points => format!("{:+.1}", 100.0 * value),
            Unit::Number => format!("{value:.*}", digits(value)),
            Unit::Difference => format!("{value:+.*}", digits(value)),
        }
    }

    /// Writes a number with the ends of its interval.
    pub fn interval(self, interval: &Interval) -> String {
        format!("{} ({} to {})", self.text(interval.value), self.text(interval.low), self.text(interval.high))
    }

    /// Writes a tick of an axis.
    fn tick(self, value: f64) -> String {
        match self {
            Unit::Share => format!("{:.0}%", 100.0 * value),
            Unit::Points => format!("{:+.0}", 100.0 * value),
            Unit::Number | Unit::Difference if value.abs() >= 10.0 || value.fract() == 0.0 => format!("{value:.0}"),
            Unit::Number | Unit::Difference => format!("{value:.1}"),
        }
    }
}

/// One line of a plot of intervals.
pub struct Row {
    /// What it is.
    pub label: String,
    /// Its number.
    pub value: Interval,
    /// What it is to be compared with.
    pub beside: Option<f64>,
    /// Does it stand out?
    pub strong: bool,
}

impl Row {
    /// A line that is compared with nothing.
    pub fn new(label: impl Into<String>, value: Interval) -> Row {
        Row { label: label.into(), value, beside: None, strong: false }
    }
}

/// A figure: what it shows, its plot, and the same numbers as a table.
pub fn figure(caption: &str, plot: &str, head: &[&str], rows: &[Vec<String>]) -> String {
    format!(
        "<figure>\n<figcaption>{caption}</figcaption>\n{plot}<details><summary>As a table</summary>\n{}</details>\n\
         </figure>\n",
        table(caption, head, rows)
    )
}

/// A table that can be moved sideways where it is too wide.
pub fn table(caption: &str, head: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table><thead><tr>",
        plain(caption)
    );
    for name in head {
        let _ = write!(text, "<th scope=\"col\">{name}</th>");
    }
    text.push_str("</tr></thead><tbody>\n");
    for row in rows {
        text.push_str("<tr>");
        for (at, cell) in row.iter().enumerate() {
            let (tag, scope) = if at == 0 { ("th", " scope=\"row\"") } else { ("td", "") };
            let _ = write!(text, "<{tag}{scope}>{cell}</{tag}>");
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table></div>\n");
    text
}

/// The height of a line of a plot of intervals, of a further line of its label, and of an axis; and how many letters a
/// line of a label has.
const LINE: usize = 38;
const WORDS: usize = 16;
const LETTERS: usize = 38;
const AXIS: usize = 24;

/// Numbers with their intervals, a line each, over one axis.
pub fn dots(name: &str, unit: Unit, rows: &[Row]) -> String {
    let ends = rows.iter().flat_map(|row| {
        let bounded = |end: f64| if end.is_finite() { end } else { row.value.value };
        [row.value.value, bounded(row.value.low), bounded(row.value.high), row.beside.unwrap_or(row.value.value)]
    });
    let zero = (unit == Unit::Points || unit == Unit::Difference).then_some(0.0);
    let axis = Axis::over(ends.chain(zero));
    let labels: Vec<Vec<String>> = rows.iter().map(|row| wrapped(&row.label)).collect();
    let height: usize = labels.iter().map(|lines| LINE + WORDS * (lines.len() - 1)).sum();
    let mut svg = open(name, height + AXIS);
    axis.draw(&mut svg, unit, height);
    let mut top = 0;
    for (row, lines) in rows.iter().zip(&labels) {
        let line = top + LINE - 11 + WORDS * (lines.len() - 1);
        let strong = if row.strong { " class=\"strong\"" } else { "" };
        for (number, words) in lines.iter().enumerate() {
            let y = top + 15 + WORDS * number;
            let _ = writeln!(svg, "<text x=\"0\" y=\"{y}\"{strong}>{}</text>", escape(words));
        }
        let (said, y) = (unit.text(row.value.value), top + 15);
        let _ = writeln!(svg, "<text x=\"100%\" y=\"{y}\" text-anchor=\"end\"{strong}>{said}</text>");
        if row.value.low.is_finite() && row.value.high.is_finite() {
            let [low, high] = [row.value.low, row.value.high].map(|end| axis.at(end));
            let _ =
                writeln!(svg, "<line class=\"range\" x1=\"{low:.2}%\" x2=\"{high:.2}%\" y1=\"{line}\" y2=\"{line}\"/>");
        }
        if let Some(beside) = row.beside {
            let (x, top, bottom) = (axis.at(beside), line - 7, line + 7);
            let _ =
                writeln!(svg, "<line class=\"beside\" x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=\"{top}\" y2=\"{bottom}\"/>");
        }
        let (x, dot) = (axis.at(row.value.value), if row.strong { "dot strong" } else { "dot" });
        let _ = writeln!(svg, "<circle class=\"{dot}\" cx=\"{x:.2}%\" cy=\"{line}\" r=\"5\"/>");
        top = line + 11;
    }
    svg.push_str("</svg>\n");
    svg
}

/// Breaks a label into lines that a narrow screen has room for beside a number.
fn wrapped(label: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in label.split(' ') {
        let last = lines.last_mut().expect("there is one");
        if !last.is_empty() && last.chars().count() + word.chars().count() >= LETTERS {
            lines.push(word.to_owned());
        } else {
            *last = format!("{last} {word}").trim_start().to_owned();
        }
    }
    lines
}

/// How often something has about a length: from where to where, and the share.
pub fn bars(name: &str, bars: &[(f64, f64, f64)]) -> String {
    const HEIGHT: f64 = 110.0;
    let (Some(first), Some(last)) = (bars.first(), bars.last()) else { return String::new() };
    let axis = Axis::over([first.0, last.1]);
    let thick = |&(from, to, share): &(f64, f64, f64)| share / (to - from);
    let most = bars.iter().map(thick).fold(0.0, f64::max);
    let mut svg = open(name, HEIGHT as usize + AXIS);
    axis.draw(&mut svg, Unit::Number, HEIGHT as usize);
    for bar in bars.iter().filter(|bar| bar.2 > 0.0) {
        let (x, width) = (axis.at(bar.0), axis.at(bar.1) - axis.at(bar.0));
        let height = (HEIGHT - 6.0) * thick(bar) / most;
        let y = HEIGHT - height;
        let _ = writeln!(
            svg,
            "<rect class=\"bar\" x=\"{x:.3}%\" y=\"{y:.1}\" width=\"{width:.3}%\" height=\"{height:.1}\"/>"
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Parts of a whole, a line each; the parts are in the same order in every line.
pub fn parts(name: &str, kinds: &[String], rows: &[(String, Vec<f64>)]) -> String {
    let mut svg = open(name, LINE * rows.len() + 4);
    for (number, (label, shares)) in rows.iter().enumerate() {
        let (words, top) = (LINE * number + 13, LINE * number + 18);
        let _ = writeln!(svg, "<text x=\"0\" y=\"{words}\">{}</text>", escape(label));
        let mut x = 0.0;
        for (kind, share) in shares.iter().enumerate() {
            let width = 100.0 * share;
            let _ = writeln!(
                svg,
                "<rect class=\"kind k{}\" x=\"{x:.3}%\" y=\"{top}\" width=\"{width:.3}%\" height=\"16\"/>",
                kind % KINDS
            );
            x += width;
        }
    }
    svg.push_str("</svg>\n");
    let key = |(kind, name): (usize, &String)| {
        format!("<li><span class=\"key k{}\" aria-hidden=\"true\"></span>{}</li>", kind % KINDS, escape(name))
    };
    svg + &format!("<ul class=\"keys\">{}</ul>\n", kinds.iter().enumerate().map(key).collect::<String>())
}

/// How many kinds of parts look different.
pub const KINDS: usize = 6;

/// Escapes what means something in HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Makes an attribute of HTML: leaves out its tags.
fn plain(caption: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for sign in caption.chars() {
        match sign {
            '<' => inside = true,
            '>' => inside = false,
            sign if !inside => text.push(sign),
            _ => {}
        }
    }
    text.replace('"', "&quot;")
}

fn open(name: &str, height: usize) -> String {
    format!("<svg width=\"100%\" height=\"{height}\" role=\"img\" aria-label=\"{}\">\n", plain(name))
}

/// From where to where numbers lie, in round steps.
struct Axis {
    from: f64,
    to: f64,
    step: f64,
}

impl Axis {
    fn over(values: impl IntoIterator<Item = f64>) -> Axis {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            (least, most) = (least.min(value), most.max(value));
        }
        if least > most {
            (least, most) = (0.0, 1.0);
        }
        if most - least < 1e-9 {
            (least, most) = (least - 0.5 * least.abs().max(0.1), most + 0.5 * most.abs().max(0.1));
        }
        let rough = (most - least) / 4.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= rough).unwrap_or(10.0) * power;
        Axis { from: (least / step).floor() * step, to: (most / step).ceil() * step, step }
    }

    /// Returns the place of a number, in percent of the width; a little room is left at both ends.
    fn at(&self, value: f64) -> f64 {
        let share = if value.is_nan() { 0.5 } else { ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0) };
        2.0 + 96.0 * share
    }

    fn draw(&self, svg: &mut String, unit: Unit, height: usize) {
        let count = ((self.to - self.from) / self.step).round() as usize;
        for number in 0..=count {
            let value = self.from + self.step * number as f64;
            let value = if value.abs() < self.step / 1e3 { 0.0 } else { value };
            let anchor = if number == 0 {
                "start"
            } else if number == count {
                "end"
            } else {
                "middle"
            };
            let (x, label) = (self.at(value), unit.tick(value));
            let end = match number {
                0 => 0.0,
                number if number == count => 100.0,
                _ => x,
            };
            let _ = writeln!(svg, "<line class=\"grid\" x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=\"0\" y2=\"{height}\"/>");
            let y = height + 16;
            let _ =
                writeln!(svg, "<text class=\"tick\" x=\"{end:.2}%\" y=\"{y}\" text-anchor=\"{anchor}\">{label}</text>");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_round_steps_and_holds_everything() {
        let axis = Axis::over([0.473, 0.561]);
        assert!((axis.from - 0.45).abs() < 1e-9 && (axis.to - 0.6).abs() < 1e-9, "{} {}", axis.from, axis.to);
        assert!((axis.step - 0.05).abs() < 1e-9, "{}", axis.step);
        for values in [vec![], vec![3.0], vec![0.0, 0.0], vec![f64::INFINITY, 2.0], vec![-4.0, 7.0]] {
            let axis = Axis::over(values.clone());
            assert!(axis.from < axis.to && axis.step > 0.0, "{values:?}");
            for value in values {
                assert!((2.0..=98.0).contains(&axis.at(value)));
            }
        }
    }

    #[test]
    fn labels_are_broken_where_they_are_long_and_unknown_ends_are_not_drawn() {
        assert_eq!(wrapped("as usual"), ["as usual"]);
        let long = wrapped("Polar Bear Alert, Global Warming, Deep Freeze, Mega Ice Age");
        assert_eq!(long, ["Polar Bear Alert, Global Warming, Deep", "Freeze, Mega Ice Age"]);
        assert!(long.iter().all(|line| line.chars().count() <= LETTERS));
        let one = [Row::new("one", Interval::new(3.0, f64::NAN, f64::NAN, 1))];
        let plot = dots("a plot", Unit::Number, &one);
        assert!(plot.contains("<circle") && !plot.contains("class=\"range\"") && !plot.contains("NaN"), "{plot}");
    }

    #[test]
    fn numbers_are_written_with_their_unit() {
        assert_eq!(Unit::Share.text(0.5314), "53.1%");
        assert_eq!(Unit::Points.text(-0.02), "-2.0");
        assert_eq!((Unit::Number.text(24.04), Unit::Number.text(102.4)), ("24.0".to_owned(), "102".to_owned()));
        assert_eq!(Unit::Number.text(f64::NAN), "–");
        let interval = Interval::new(0.5, 0.4, f64::INFINITY, 9);
        assert_eq!(Unit::Share.interval(&interval), "50.0% (40.0% to –)");
    }
}
