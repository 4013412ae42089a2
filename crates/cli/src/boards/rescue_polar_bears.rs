//! Rescue Polar Bears: the hex map, the ships, the temperature, and what the dice of this turn can do.
//!
//! Each hex takes two lines: its name with what it is, and what stands on it. `17` is Ice Tile 17, `!` marks the one
//! that melts next, `~` is water, `+` a Support Tile, `=` an ice float, `#` a base, `>` the Location Flag.

use anstyle::Style;
use polynya_catalog::Shows;
use polynya_engine::{Describe, Foreseen, Line, Word};
use polynya_games::rescue_polar_bears::{FLAG, Hex, RescuePolarBears, Tile};

use super::{Drawing, Picture, Sitting, Spot, Terminal};
use crate::terminal::{COLUMNS, colour, paint, strong, wrap};

/// Columns of the terminal that a hex takes.
const WIDE: usize = 9;
/// Columns of hexes.
const LANES: usize = 9;

impl Shows<Terminal> for RescuePolarBears {
    fn picture(line: &Line<Self>) -> &(dyn Drawing + 'static) {
        line.position()
    }

    fn change(_: &Line<Self>, _: &Self, (): &()) -> ((), ()) {
        ((), ())
    }
}

impl Drawing for RescuePolarBears {
    fn draw(&self, _: &Sitting<'_>) -> Option<Picture> {
        let mut below = vec![
            "17 ice  17! melts next  ~ water  + support  = float  # base  > flag".to_owned(),
            "1m 2f 3c bears  * data  B W P A I ships by their first letter".to_owned(),
        ];
        below.extend(self.beside_the_map().iter().map(|line| wrap(line, COLUMNS, 2)));
        for Foreseen { text, .. } in self.foresee() {
            below.push(paint(strong(), &wrap(&text, COLUMNS, 2)));
        }
        Some(Picture { board: map(self), beside: Vec::new(), below, spots: Hex::all().map(spot).collect() })
    }
}

fn spot(hex: Hex) -> Spot {
    let column = usize::from(hex.column_and_row().0) * WIDE;
    Spot { name: hex.to_string(), line: line_of(hex), column, width: WIDE - 1, height: 2 }
}

fn map(position: &RescuePolarBears) -> Vec<String> {
    let rows = Hex::all().map(|hex| line_of(hex) + 2).max().unwrap_or(0);
    let mut cells: Vec<Vec<Option<String>>> = vec![vec![None; LANES]; rows];
    for hex in Hex::all() {
        let (column, _) = hex.column_and_row();
        let [name, things] = cell(position, hex);
        cells[line_of(hex)][usize::from(column)] = Some(name);
        cells[line_of(hex) + 1][usize::from(column)] = Some(things);
    }
    let blank = " ".repeat(WIDE);
    let drawn = |row: &Vec<Option<String>>| {
        let row: String = row.iter().map(|cell| cell.as_deref().unwrap_or(&blank)).collect();
        row.trim_end().to_owned()
    };
    cells.iter().map(drawn).collect()
}

/// Returns the first line that a hex takes: neighbouring columns are half a hex apart.
fn line_of(hex: Hex) -> usize {
    let (column, row) = hex.column_and_row();
    2 * usize::from(row) + usize::from(column.abs_diff(4))
}

fn cell(position: &RescuePolarBears, hex: Hex) -> [String; 2] {
    let melts = position.alert().is_some_and(|(_, alert)| alert == hex);
    let (sign, style) = match position.tile(hex) {
        Some(Tile::Ocean) => ("~".to_owned(), back((0x1f, 0x6a, 0x96), 24, (0xff, 0xff, 0xff), 15)),
        Some(Tile::Support) => ("+".to_owned(), back((0x2a, 0x7f, 0xae), 31, (0xff, 0xff, 0xff), 15)),
        Some(Tile::Ice(number)) if melts => (format!("{number}!"), back((0xd9, 0xa5, 0xc7), 175, (0, 0, 0), 16)),
        Some(Tile::Ice(number)) => (number.to_string(), back((0xdf, 0xee, 0xf6), 255, (0, 0, 0), 16)),
        Some(Tile::Float) => ("=".to_owned(), back((0xb5, 0xd8, 0xec), 152, (0, 0, 0), 16)),
        None => ("#".to_owned(), back((0x55, 0x55, 0x55), 240, (0xff, 0xff, 0xff), 15)),
    };
    let mut things = String::new();
    for ship in position.ships().iter().filter(|ship| ship.hex() == hex) {
        things.push(ship.name().to_string().chars().next().unwrap_or('?').to_ascii_uppercase());
    }
    if position.data().contains(hex) {
        things.push('*');
    }
    let bears = position.bears_on(hex);
    for (count, kind) in [(bears.males, 'm'), (bears.females, 'f'), (bears.cubs, 'c')] {
        if count > 0 {
            things += &format!("{count}{kind}");
        }
    }
    let flag = if hex == FLAG { " >" } else { "" };
    [format!("{hex} {sign}{flag}"), things]
        .map(|text| paint(style, &format!(" {text:<width$}", width = WIDE - 2)) + " ")
}

fn back(full: (u8, u8, u8), near: u8, ink: (u8, u8, u8), ink_near: u8) -> Style {
    Style::new().bg_color(Some(colour(full, near))).fg_color(Some(colour(ink, ink_near)))
}
