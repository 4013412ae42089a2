//! Ice Breakers to the Rescue: the map with its ice, then what everybody holds, what freezes and the cheapest ways.

use anstyle::Style;
use polynya_catalog::Shows;
use polynya_engine::{Describe, Foreseen, Line, Seat, Word};
use polynya_games::ice_breakers::forecast::{self, Freeze};
use polynya_games::ice_breakers::{IceBreakers, PLACES, Place, Ship};

use super::{Drawing, Picture, Sitting, Spot, Terminal};
use crate::terminal::{colour, paint, quiet, wrap};

/// The most columns of a line.
const WIDTH: usize = 100;
/// Rows of the map: a row is about twice as high as a column is wide.
const HEIGHT: usize = 28;
/// The north and the south edge of what is drawn, in units of the map.
const EDGES: (f32, f32) = (4.0, 57.0);

impl Shows<Terminal> for IceBreakers {
    fn picture(line: &Line<Self>) -> &(dyn Drawing + 'static) {
        line.position()
    }

    fn change(_: &Line<Self>, _: &Self, (): &()) -> ((), ()) {
        ((), ())
    }
}

impl Drawing for IceBreakers {
    /// Draws the map once everything lies on it.
    fn draw(&self, _: &Sitting<'_>) -> Option<Picture> {
        (!self.is_setting_up()).then(|| draw(self))
    }
}

/// Returns a position after the set-up as a drawing.
fn draw(position: &IceBreakers) -> Picture {
    let freeze = forecast::freeze(position);
    let board = Canvas::of(position, freeze.as_ref()).lines();
    let mut lines = vec![paint(
        quiet(),
        "3 ice   ~3 water   ~3! will freeze   j1:4 junction   <4> ship   (h5) harbour   [h2] pays three cards",
    )];
    let mut say = |line: &str| lines.push(wrap(line, WIDTH, 2));
    say(&position.reports_in_words());
    position.stack_in_words().iter().for_each(|line| say(line));
    for Foreseen { text, danger: is_danger } in position.foresee() {
        say(&if is_danger { paint(danger(), &text) } else { text });
    }
    say("");
    Seat::all(position.seats()).for_each(|seat| say(&position.hand_in_words(seat)));
    let rewards = position.rewards_in_words();
    if !rewards.is_empty() {
        say(&rewards.join(" "));
    }
    position.row_in_words().iter().for_each(|line| say(line));
    say(&position.pile_in_words());
    say("");
    say(&position.ships_home_in_words());
    lines.extend(Ship::all().filter_map(|ship| way(position, ship)));
    Picture { board, beside: Vec::new(), below: lines, spots: spots(position) }
}

/// Returns where the places of the map are; their names are too long to stand there.
fn spots(position: &IceBreakers) -> Vec<Spot> {
    let chart = position.map().chart();
    let spot = |place: Place| {
        let (column, line) = Canvas::cell(chart.point(place));
        Spot { name: place.to_string(), line, column: column.saturating_sub(1), width: 3, height: 1 }
    };
    chart.places().iter().map(spot).collect()
}

/// Returns a line about a ship: where it is, the price of its cheapest way, and the ice on it.
fn way(position: &IceBreakers, ship: Ship) -> Option<String> {
    let [at, cost] = position.way_in_words(ship)?;
    Some(shorten(&format!("{:>4}  {at:<21} {cost}", format!("<{ship}>"))))
}

fn shorten(line: &str) -> String {
    if line.chars().count() <= WIDTH {
        return line.to_owned();
    }
    let kept: String = line.chars().take(WIDTH - 2).collect();
    let whole = kept.rfind(' ').unwrap_or(kept.len());
    format!("{} …", &kept[..whole])
}

fn danger() -> Style {
    Style::new().fg_color(Some(colour((0xc0, 0x4f, 0xb0), 133))).bold()
}

/// A grid of signs, each with its style.
struct Canvas {
    cells: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    fn of(position: &IceBreakers, freeze: Option<&Freeze>) -> Canvas {
        let mut canvas = Canvas { cells: vec![vec![(' ', Style::new()); WIDTH]; HEIGHT] };
        let chart = position.chart();
        let mut points = [(0.0, 0.0); PLACES];
        for place in chart.places().iter() {
            points[place.index()] = chart.point(place);
        }
        for (from, to, spaces) in chart.channels() {
            let chain: Vec<Place> = [from].into_iter().chain(spaces.iter()).chain([to]).collect();
            for pair in chain.windows(2) {
                canvas.dots(points[pair[0].index()], points[pair[1].index()]);
            }
        }
        for place in chart.places().iter() {
            let freezes = freeze.is_some_and(|freeze| freeze.spaces.contains(place));
            canvas.place(position, place, Canvas::cell(points[place.index()]), freezes);
        }
        canvas
    }

    fn cell((x, y): (f32, f32)) -> (usize, usize) {
        let column = (x / 100.0 * (WIDTH - 1) as f32).round() as usize;
        let row = ((y - EDGES.0) / (EDGES.1 - EDGES.0) * (HEIGHT - 1) as f32).round() as usize;
        (column.min(WIDTH - 1), row.min(HEIGHT - 1))
    }

    fn dots(&mut self, from: (f32, f32), to: (f32, f32)) {
        const STEPS: usize = 12;
        for step in 0..=STEPS {
            let part = step as f32 / STEPS as f32;
            let (column, row) = Canvas::cell((from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1)));
            self.cells[row][column] = ('·', quiet());
        }
    }

    fn place(&mut self, position: &IceBreakers, place: Place, (column, row): (usize, usize), freezes: bool) {
        let here: Vec<String> = Ship::all()
            .filter(|&ship| position.place_of(ship) == Some(place) && !position.is_home(ship))
            .map(|ship| ship.to_string())
            .collect();
        let ships = format!("<{}>", here.join(","));
        let ship_style = Style::new().fg_color(Some(colour((0xb0, 0x78, 0x00), 136))).bold();
        let Some(number) = position.number(place) else {
            let label = if position.is_large(place) { format!("[{place}]") } else { format!("({place})") };
            self.write(column, row, &label, Style::new().fg_color(Some(colour((0x2e, 0x8b, 0x57), 29))).bold());
            if !here.is_empty() {
                self.write(column, row + 1, &ships, ship_style);
            }
            return;
        };
        let ice = position.is_ice(place);
        let style = match (ice, freezes) {
            (true, _) => Style::new().bold(),
            (false, true) => danger(),
            (false, false) => Style::new().fg_color(Some(colour((0x00, 0x87, 0x9f), 31))),
        };
        let sign = if ice { "" } else { "~" };
        let warning = if freezes { "!" } else { "" };
        let label = match (here.is_empty(), place.is_junction()) {
            (false, _) if ice => format!("{}{number}", ships.replace('>', ":")) + ">",
            (false, _) => format!("{}~{number}{warning}>", ships.trim_end_matches('>')),
            (true, true) => format!("{place}{}{number}{warning}", if ice { ":" } else { "~" }),
            (true, false) => format!("{sign}{number}{warning}"),
        };
        self.write(column, row, &label, if here.is_empty() { style } else { ship_style });
    }

    /// Writes a text with its middle here; it stays inside the map.
    fn write(&mut self, column: usize, row: usize, text: &str, style: Style) {
        let length = text.chars().count();
        let first = column.saturating_sub((length - 1) / 2).min(WIDTH - length);
        for (index, sign) in text.chars().enumerate() {
            self.cells[row.min(HEIGHT - 1)][first + index] = (sign, style);
        }
    }

    fn lines(&self) -> Vec<String> {
        self.cells
            .iter()
            .map(|row| {
                let length = row.iter().rposition(|&(sign, _)| sign != ' ').map_or(0, |last| last + 1);
                let runs = row[..length].chunk_by(|one, other| one.1 == other.1);
                runs.map(|run| paint(run[0].1, &run.iter().map(|&(sign, _)| sign).collect::<String>())).collect()
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polynya_engine::{Game, Seed};
    use polynya_games::ice_breakers::IceBreakersOptions;

    /// The most steps of a match that are looked at.
    const MAX_STEPS: usize = 1500;
    /// The steps from one position that is looked at to the next.
    const STRIDE: usize = 60;

    /// Shows positions of random matches with all options, from the set-up to the end.
    fn wander(mut each: impl FnMut(&IceBreakers)) {
        let mut luck = Seed::of("drawing").draw(0);
        for options in IceBreakersOptions::all() {
            let start = IceBreakers::start(&options, 4).expect("it starts");
            let mut steps = 0;
            let last = polynya_engine::wander(&start, &mut luck, MAX_STEPS, |position| {
                steps += 1;
                if steps % STRIDE == 0 {
                    each(position);
                }
            });
            each(&last);
        }
    }

    fn plain(drawing: &str) -> String {
        anstream::adapter::strip_str(drawing).to_string()
    }

    #[test]
    fn a_drawing_fits_into_a_hundred_columns() {
        wander(|position| {
            if position.is_setting_up() {
                return;
            }
            let drawing = plain(&draw(position).text());
            for line in drawing.lines() {
                assert!(line.chars().count() <= WIDTH, "{line}");
            }
        });
    }

    #[test]
    fn a_drawing_shows_every_harbour_junction_and_ship() {
        wander(|position| {
            if position.is_setting_up() {
                return;
            }
            let drawing = plain(&draw(position).text());
            let map: String = drawing.lines().take(HEIGHT).collect::<Vec<_>>().join("\n");
            for harbour in 1..=12 {
                assert!(map.contains(&format!("h{harbour}")), "h{harbour} in\n{drawing}");
            }
            for ship in Ship::all().filter(|&ship| !position.is_home(ship)) {
                assert!(drawing.contains(&format!("<{ship}>  at ")), "ship {ship} in\n{drawing}");
                let marks = ["<", ","].map(|before| [">", ",", ":", "~"].map(|after| format!("{before}{ship}{after}")));
                assert!(marks.iter().flatten().any(|mark| map.contains(mark)), "ship {ship} in\n{drawing}");
            }
        });
    }
}
