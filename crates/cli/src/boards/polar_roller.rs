//! Polar Roller: the sheet of the seat that acts first in full, the others in a line or two each.
//!
//! Every triangle of the map is told by the name of its glacier, so the drawing needs no colour: `bd` is frozen, `BD` has
//! a bear, `~~` has melted. Cliffs are numbers, pools letters, and paths are dotted until penguins have walked them.

use anstyle::{Color, Style};
use polynya_catalog::Shows;
use polynya_engine::{Describe, Line, Seat};
use polynya_games::polar_roller::{Cliff, Colony, Glacier, PolarRoller, Pool, Shape, Sheet};

use super::{Drawing, Picture, Sitting, Spot, Terminal};
use crate::terminal::{accent, colour, paint, quiet, strong, wrap};

/// The most columns of the drawing.
const COLUMNS: usize = 100;
/// Columns between two points of a row; two rows are half of that apart from each other.
const STEP: i32 = 10;
/// Where the westernmost point of the map lies.
const MARGIN: i32 = 9;
/// Rows of points above the middle one, and below.
const SIDE: i32 = 4;

impl Shows<Terminal> for PolarRoller {
    fn picture(line: &Line<Self>) -> &(dyn Drawing + 'static) {
        line.position()
    }

    fn change(_: &Line<Self>, _: &Self, (): &()) -> ((), ()) {
        ((), ())
    }
}

impl Drawing for PolarRoller {
    fn draw(&self, sitting: &Sitting<'_>) -> Option<Picture> {
        Some(draw(self, sitting.seat))
    }

    /// Marks what a drawing or a melt changes in the score now.
    fn mark(&self, seat: Seat, words: &str) -> Option<String> {
        let action = words.parse().ok()?;
        let prospect = self.prospects(seat).into_iter().find(|prospect| prospect.action == action)?;
        (prospect.gain != 0).then(|| format!("{:+}", prospect.gain))
    }
}

/// Draws the sheet of a seat, or of the one that acts first, then the other seats.
fn draw(position: &PolarRoller, seat: Option<Seat>) -> Picture {
    let seat = seat.or_else(|| position.waiting().first()).unwrap_or_default();
    let board = map(position.sheet(seat)).collect();
    let mut lines = vec![legend()];
    lines.extend(full(position, seat));
    let others = Seat::all(position.seats()).filter(|&other| other != seat);
    lines.extend(others.flat_map(|other| summary(position, other)));
    Picture { board, beside: Vec::new(), below: lines, spots: spots(position.sheet(seat)) }
}

/// Characters with their styles, written to wherever they belong.
struct Canvas {
    rows: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    fn new() -> Canvas {
        // A row of points, a row of ice, and so on; one row each for what stands outside.
        let height = 2 * (2 * SIDE as usize) + 3;
        Canvas { rows: vec![vec![(' ', Style::new()); COLUMNS]; height] }
    }

    fn write(&mut self, row: i32, column: i32, text: &str, style: Style) {
        for (index, letter) in text.chars().enumerate() {
            self.rows[row as usize][column as usize + index] = (letter, style);
        }
    }

    fn lines(self) -> impl Iterator<Item = String> {
        self.rows.into_iter().map(|row| {
            let end = row.iter().rposition(|(letter, _)| *letter != ' ').map_or(0, |last| last + 1);
            let runs = row[..end].chunk_by(|one, two| one.1 == two.1);
            runs.map(|run| paint(run[0].1, &run.iter().map(|(letter, _)| letter).collect::<String>())).collect()
        })
    }
}

/// Returns the row and column of a point of the lattice.
fn place((q, r): (i8, i8)) -> (i32, i32) {
    let (q, r) = (i32::from(q), i32::from(r));
    (2 * (r + SIDE) + 1, MARGIN + STEP * (q + SIDE) + STEP / 2 * r)
}

fn map(sheet: &Sheet) -> impl Iterator<Item = String> + use<> {
    let mut canvas = Canvas::new();
    for cliff in Cliff::ALL.iter() {
        for other in cliff.paths().iter().filter(|other| *other > cliff) {
            path(&mut canvas, sheet, cliff, other);
        }
    }
    sheet.map().glaciers().iter().for_each(|glacier| ice(&mut canvas, sheet, glacier));
    Pool::ALL.iter().for_each(|each| pool(&mut canvas, sheet, each));
    Cliff::ALL.iter().for_each(|each| cliff(&mut canvas, sheet, each));
    colonies(&mut canvas, sheet);
    canvas.lines()
}

/// Draws a path from a cliff to one that lies east of it or south of it.
fn path(canvas: &mut Canvas, sheet: &Sheet, from: Cliff, to: Cliff) {
    let walked = sheet.penguins().contains(from) && sheet.penguins().contains(to);
    let style = if walked { penguin_style() } else { quiet() };
    let ((row, column), (below, beside)) = (place(from.at()), place(to.at()));
    if row == below {
        canvas.write(row, column + 3, if walked { "====" } else { ". . " }, style);
    } else {
        let sign = if beside > column { "\\" } else { "/" };
        let middle = column.min(beside) + 2;
        canvas.write(row + 1, middle, if walked { sign } else { "." }, style);
    }
}

/// Draws the triangles of a glacier, each with its name.
fn ice(canvas: &mut Canvas, sheet: &Sheet, glacier: Glacier) {
    let name = glacier.to_string();
    let (text, style) = if sheet.melted().contains(glacier) {
        ("~~".to_owned(), water_style())
    } else if sheet.bears().contains(glacier) {
        (name.to_uppercase(), bear_style())
    } else {
        (name, ice_style(glacier.shape()))
    };
    let pool = glacier.pool().at();
    for wedge in sheet.map().wedges(glacier) {
        let (row, middle) = middle(pool, wedge.steps());
        canvas.write(row, middle - 1, &text, style);
    }
}

/// Returns the row and column of the middle of a triangle: one corner is a pool, from which steps lead to the others.
fn middle(pool: (i8, i8), steps: [(i8, i8); 2]) -> (i32, i32) {
    let [one, two] = steps.map(|(q, r)| place((pool.0 + q, pool.1 + r)));
    let corner = place(pool);
    // Two corners lie in one row; the third is in the middle between them, in the next.
    let row = corner.0.min(one.0).min(two.0) + 1;
    let columns = [corner.1, one.1, two.1];
    (row, (columns.iter().min().unwrap_or(&0) + columns.iter().max().unwrap_or(&0)) / 2)
}

fn pool(canvas: &mut Canvas, sheet: &Sheet, pool: Pool) {
    let (row, column) = place(pool.at());
    let letter = pool.letter();
    let (text, style) = if sheet.orcas().contains(pool) {
        (format!("<{}>", letter.to_uppercase()), orca_style())
    } else if (sheet.melted() & pool.glaciers()).is_empty() {
        (format!(" {letter} "), quiet())
    } else {
        (format!("({letter})"), water_style())
    };
    canvas.write(row, column - 1, &text, style);
}

fn cliff(canvas: &mut Canvas, sheet: &Sheet, cliff: Cliff) {
    let (row, column) = place(cliff.at());
    let (number, penguin) = (cliff.to_string(), sheet.penguins().contains(cliff));
    let start = column - number.len() as i32 / 2;
    canvas.write(row, start, &number, if penguin { penguin_style() } else { Style::new() });
    if penguin {
        canvas.write(row, start - 1, "[", penguin_style());
        canvas.write(row, start + number.len() as i32, "]", penguin_style());
    }
    if sheet.map().fishing().contains(cliff) {
        let after = start + number.len() as i32 + i32::from(penguin);
        canvas.write(row, after, if penguin { "*" } else { "f" }, fish_style());
    }
}

/// Draws the colonies beside the cliffs that lead into them, in capitals once they are connected with another.
fn colonies(canvas: &mut Canvas, sheet: &Sheet) {
    for colony in Colony::ALL {
        let connected = sheet.connections().any(|network| network.colonies().any(|each| each == colony));
        let name = if connected { colony.word().to_uppercase() } else { colony.word().to_owned() };
        let style = if connected { penguin_style() } else { quiet() };
        let cliffs: Vec<(i32, i32)> = sheet.map().access_to(colony).iter().map(|cliff| place(cliff.at())).collect();
        let [(row, column), (last_row, last)] = [cliffs[0], cliffs[1]];
        let middle = (column + last) / 2;
        let (top, bottom) = (place((0, -4)).0, place((0, 4)).0);
        let (row, column) = if row == top && last_row == top {
            (row - 1, middle - name.len() as i32 / 2)
        } else if row == bottom && last_row == bottom {
            (row + 1, middle - name.len() as i32 / 2)
        } else if middle > place((0, 0)).1 {
            (row, column + 4)
        } else {
            (last_row, last - 4 - name.len() as i32)
        };
        // Beside the widest rows there is room for the initials only.
        let fits = column >= 0 && column as usize + name.len() <= COLUMNS;
        let initials: String = name.split('-').filter_map(|word| word.chars().next()).collect();
        let (column, name) = match column {
            _ if fits => (column, name),
            ..0 => (column + name.len() as i32 - initials.len() as i32, initials),
            _ => (column, initials),
        };
        canvas.write(row, column, &name, style);
    }
}

/// Returns where cliffs, pools and every triangle of a glacier are.
fn spots(sheet: &Sheet) -> Vec<Spot> {
    let spot = |name: String, (row, column): (i32, i32), before: i32, width: usize| Spot {
        name,
        line: row as usize,
        column: (column - before) as usize,
        width,
        height: 1,
    };
    let cliffs = Cliff::ALL.iter().map(|cliff| spot(cliff.to_string(), place(cliff.at()), 1, 3));
    let pools = Pool::ALL.iter().map(|pool| spot(pool.to_string(), place(pool.at()), 1, 3));
    let wedge = |glacier: Glacier, steps| {
        let at = middle(glacier.pool().at(), steps);
        spot(glacier.to_string(), at, 1, 2)
    };
    let wedges = sheet.map().glaciers().iter().flat_map(|glacier| {
        let map = sheet.map();
        map.wedges(glacier).map(|each| wedge(glacier, each.steps())).collect::<Vec<_>>()
    });
    let mut spots: Vec<Spot> = cliffs.chain(pools).chain(wedges).collect();
    spots.sort_by_key(|spot| (spot.line, spot.column));
    spots
}

fn legend() -> String {
    let signs = [
        ("bd", ice_style(Shape::Diamond), "frozen"),
        ("BD", bear_style(), "bear"),
        ("~~", water_style(), "melted"),
        ("(b)", water_style(), "open pool"),
        ("<B>", orca_style(), "orca"),
        ("[6]", penguin_style(), "penguin"),
        ("7f", fish_style(), "fish"),
        ("[7]*", fish_style(), "caught"),
    ];
    signs.map(|(sign, style, meaning)| format!("{} {}", paint(style, sign), paint(quiet(), meaning))).join("  ")
}

/// Returns everything about a seat that does not stand on its map.
fn full(position: &PolarRoller, seat: Seat) -> Vec<String> {
    let sheet = position.sheet(seat);
    let mut lines = vec![paint(accent(), &format!("{} {}", position.name(seat), position.doing_in_words(seat)))];
    lines.extend(position.dice_in_words(seat).map(|dice| format!("  {dice}")));
    lines.push(format!("  {}", sheet.fish_in_words()));
    lines.extend(sheet.breakdown().iter().map(|line| format!("  {}", wrap(line, COLUMNS - 2, 4))));
    lines
}

fn summary(position: &PolarRoller, seat: Seat) -> Vec<String> {
    let sheet = position.sheet(seat);
    let dice = sheet.dice().map_or(String::new(), |[one, two]| format!("; dice {one} {two}"));
    let head = format!("{} {}{dice}; {}", position.name(seat), position.doing_in_words(seat), sheet.fish_in_words());
    let points = format!("  {}", wrap(&sheet.points_in_words(), COLUMNS - 2, 4));
    vec![paint(strong(), &wrap(&head, COLUMNS, 2)), points]
}

// Light colours are grounds with dark signs on them; what is written in a colour reads on dark and on light terminals.

fn ice_style(shape: Shape) -> Style {
    on_ground(match shape {
        Shape::Triangle => colour((0xf4, 0xfa, 0xff), 231),
        Shape::Diamond => colour((0x9f, 0xd0, 0xea), 117),
        Shape::Trapezoid => colour((0xc3, 0xc0, 0xe6), 146),
    })
}

fn water_style() -> Style {
    Style::new().fg_color(Some(colour((0x3a, 0x8f, 0xd7), 32)))
}

fn bear_style() -> Style {
    on_ground(colour((0xe6, 0x9f, 0x00), 214)).bold()
}

fn orca_style() -> Style {
    on_ground(colour((0xcc, 0x79, 0xa7), 175)).bold()
}

fn penguin_style() -> Style {
    on_ground(colour((0xf0, 0xe4, 0x42), 227)).bold()
}

fn fish_style() -> Style {
    Style::new().fg_color(Some(colour((0x00, 0x8a, 0x64), 29))).bold()
}

fn on_ground(ground: Color) -> Style {
    Style::new().bg_color(Some(ground)).fg_color(Some(colour((0, 0, 0), 16)))
}

#[cfg(test)]
mod tests {
    use polynya_engine::{Game, Seed, playout};
    use polynya_games::polar_roller::{Map, Options};

    use super::*;
    use crate::terminal::width;

    fn after(actions: usize, seats: u8) -> PolarRoller {
        let mut position = PolarRoller::start(&Options::default(), seats).expect("so many can play");
        playout(&mut position, &mut Seed::of("drawing").draw(0), &mut Vec::new(), actions, &mut |_| {});
        position
    }

    fn plain(position: &PolarRoller) -> String {
        anstream::adapter::strip_str(&draw(position, None).text()).to_string()
    }

    #[test]
    fn it_stays_within_a_hundred_columns() {
        for actions in 0..200 {
            for line in draw(&after(6 * actions, 12), None).text().lines() {
                assert!(width(line) <= COLUMNS, "{line}");
            }
        }
    }

    #[test]
    fn every_place_is_on_the_empty_map() {
        let drawn = plain(&after(0, 2));
        for glacier in Map::PROPOSED.glaciers().difference(Map::PROPOSED.central()).iter() {
            let times = drawn.lines().take(19).map(|line| line.matches(&glacier.to_string()).count());
            assert!(times.sum::<usize>() > glacier.shape() as usize, "{glacier} in:\n{drawn}");
        }
        for cliff in Cliff::ALL.iter() {
            assert!(drawn.split(|c: char| !c.is_ascii_digit()).any(|word| word == cliff.to_string()), "{cliff}");
        }
        for colony in Colony::ALL {
            assert!(drawn.contains(colony.word()));
        }
    }

    #[test]
    fn what_was_drawn_is_seen_without_colour() {
        for actions in [40, 90, 150] {
            let position = after(actions, 2);
            let (drawn, sheet) = (plain(&position), position.sheet(position.waiting().first().unwrap_or_default()));
            for cliff in sheet.penguins().iter() {
                assert!(drawn.contains(&format!("[{cliff}]")), "penguin on {cliff} in:\n{drawn}");
            }
            for pool in sheet.orcas().iter() {
                assert!(drawn.contains(&format!("<{}>", pool.to_string().to_uppercase())), "orca in {pool}:\n{drawn}");
            }
            for glacier in sheet.bears().iter() {
                assert!(drawn.contains(&glacier.to_string().to_uppercase()), "bear on {glacier}:\n{drawn}");
            }
        }
    }
}
