//! The page of `polynya analyse --html`: graphs and lists, in one file that needs nothing else.

use super::analyse::{Analysed, mark, points, told, turning_points};

/// The width and the height of a graph.
const SIZE: (f64, f64) = (900.0, 260.0);
/// The colours of the seats.
const COLOURS: [&str; 12] = [
    "#1b6ca8", "#c4473a", "#3a8f4d", "#8a5aa8", "#c98a1b", "#227a7a", "#6b6b6b", "#a83a77", "#4f6d2f", "#7a4a22",
    "#3355bb", "#994400",
];

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
color:#16242e;background:#fff}table{border-collapse:collapse}td,th{padding:.25rem .75rem;text-align:right;\
border-bottom:1px solid #ccd6dc}td:first-child,th:first-child{text-align:left}svg{width:100%;height:auto}\
.slip,.unlucky{color:#9a5b00}.blunder{color:#a3231b}.lucky,.best{color:#1d6b34}";

/// Returns the page of some matches.
pub(super) fn page(matches: &[Analysed]) -> String {
    let parts: String = matches.iter().map(section).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>Luck and skill</title><style>{STYLE}</style></head><body>\n\
         <h1>Luck and skill</h1>\n<p>Chances are those between normal bots. Start, luck and decisions come to the result. \
         “Fair dice” is the result without the luck.</p>\n{parts}</body></html>\n"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn section(analysed: &Analysed) -> String {
    let analysis = &analysed.analysis;
    let mut text = format!("<h2>{}: {}</h2>\n{}", escape(analysed.title), escape(&analysed.place), graph(analysed));
    text.push_str("<table><tr><th>Seat</th><th>Start</th><th>Luck</th><th>Own decisions</th>");
    text.push_str("<th>Others’ decisions</th><th>Result</th><th>Fair dice</th><th>Accuracy</th></tr>\n");
    for (seat, name) in analysed.names.iter().enumerate() {
        let accuracy = analysis.accuracy[seat].map_or("–".to_owned(), |accuracy| format!("{accuracy:.0} %"));
        text.push_str(&format!(
            "<tr><td><span style=\"color:{}\">●</span> {}</td><td>{:.1} %</td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{:.1} %</td><td>{:.1} %</td><td>{accuracy}</td></tr>\n",
            COLOURS[seat % COLOURS.len()],
            escape(name),
            100.0 * analysis.start[seat],
            points(analysis.luck[seat]),
            points(analysis.own[seat]),
            points(analysis.others[seat]),
            100.0 * analysis.result[seat],
            100.0 * analysis.adjusted[seat],
        ));
    }
    text.push_str("</table>\n<h3>Where it turned</h3>\n<ul>\n");
    for at in turning_points(analysis) {
        let class = analysis.steps[at].mark.map_or("", mark);
        text.push_str(&format!("<li class=\"{class}\">{}</li>\n", escape(&told(analysed, at))));
    }
    text.push_str("</ul>\n");
    text
}

/// Returns the chances of all seats over the steps of the match.
fn graph(analysed: &Analysed) -> String {
    let analysis = &analysed.analysis;
    let (width, height) = SIZE;
    let last = analysis.steps.len().max(1) as f64;
    let x = |step: usize| 40.0 + (width - 50.0) * step as f64 / last;
    let y = |chance: f64| 10.0 + (height - 30.0) * (1.0 - chance);
    let mut svg = format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"The chances to win\">\n");
    for tenth in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let at = y(tenth);
        svg.push_str(&format!("<path d=\"M40 {at:.1}H{width}\" stroke=\"#dde5ea\"/>"));
        svg.push_str(&format!("<text x=\"4\" y=\"{:.1}\" font-size=\"12\">{:.0}</text>\n", at + 4.0, 100.0 * tenth));
    }
    let seats = if analysis.together { 1 } else { analysed.names.len() };
    for seat in 0..seats {
        let values = std::iter::once(analysis.start[seat]).chain(analysis.steps.iter().map(|step| step.value[seat]));
        let line: Vec<String> =
            values.enumerate().map(|(step, value)| format!("{:.1},{:.1}", x(step), y(value))).collect();
        let colour = COLOURS[seat % COLOURS.len()];
        svg.push_str(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n",
            line.join(" ")
        ));
    }
    for at in turning_points(analysis) {
        let step = &analysis.steps[at];
        let seat = step.seat.or(step.whom).map_or(0, polynya_engine::Seat::index).min(seats - 1);
        let (x, y, colour) = (x(at + 1), y(step.value[seat]), COLOURS[seat % COLOURS.len()]);
        let what = escape(&told(analysed, at));
        svg.push_str(&format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\"><title>{what}</title></circle>\n"
        ));
    }
    svg.push_str("</svg>\n");
    svg
}
