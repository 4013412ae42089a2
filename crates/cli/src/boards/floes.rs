//! Polar Dare! and its piecepack port: the water from north to south, the players beside it.

mod panel;
mod trail;

use anstyle::Style;
use polynya_catalog::Shows;
use polynya_engine::{Describe, Line, Seat};
use polynya_games::floes::{Edition, Floes, LANES, Place, Variant};

use super::{Drawing, Dress, Picture, Sitting, Spot, Terminal};
use crate::terminal::{colour, paint, quiet, width};
use trail::Trail;

/// A floe with its brackets: `[a1 R^R^B#]`.
const CELL: usize = 11;
const INSIDE: usize = CELL - 2;
/// The columns in which the heights of the rows stand.
const MARGIN: usize = 3;
const BOARD: usize = MARGIN + CELL * LANES as usize;

impl<E: Edition> Shows<Terminal> for Floes<E> {
    fn picture(line: &Line<Self>) -> &(dyn Drawing + 'static) {
        line.position()
    }

    fn change(_: &Line<Self>, _: &Self, (): &()) -> ((), ()) {
        ((), ())
    }
}

impl<E: Edition> Drawing for Floes<E> {
    /// Draws the board with the players beside it and, where something needs it, a line that explains the signs.
    fn draw(&self, sitting: &Sitting<'_>) -> Option<Picture> {
        let trail = Trail::of(self, sitting.table);
        let board = Board { position: self, trail: &trail, dress: sitting.dress };
        let mut rows = vec![board.lanes(), board.north()];
        rows.extend((1..=self.height()).rev().map(|height| board.water(height)));
        rows.push(board.start());
        let beside = panel::lines(self, sitting.players, sitting.dress);
        let spots = board.spots();
        Some(Picture { board: rows, beside, below: board.legend().into_iter().collect(), spots })
    }
}

struct Board<'a, E: Edition> {
    position: &'a Floes<E>,
    trail: &'a Trail,
    dress: &'a Dress,
}

impl<E: Edition> Board<'_, E> {
    fn has(&self, variant: Variant) -> bool {
        self.position.played_variants().contains(variant)
    }

    /// Returns where the floes and the shores are.
    fn spots(&self) -> Vec<Spot> {
        let high = self.position.height();
        let shore = |place: Place, line: usize| Spot {
            name: place.to_string().to_lowercase(),
            line,
            column: MARGIN,
            width: CELL,
            height: 1,
        };
        let floe = |height: u8, lane: u8| {
            let name = self.position.floe_at(lane, height)?.to_string().to_lowercase();
            let column = MARGIN + CELL * usize::from(lane);
            Some(Spot { name, line: 2 + usize::from(high - height), column, width: CELL, height: 1 })
        };
        let floes = (1..=high).rev().flat_map(|height| (0..LANES).filter_map(move |lane| floe(height, lane)));
        let mut spots = vec![shore(Place::NORTH, 1)];
        spots.extend(floes);
        spots.push(shore(Place::START, 2 + usize::from(high)));
        spots
    }

    fn lanes(&self) -> String {
        let lanes: String = (0..LANES).map(|lane| format!("{:^CELL$}", char::from(b'a' + lane))).collect();
        paint(quiet(), format!("{:MARGIN$}{lanes}", "").trim_end())
    }

    fn water(&self, height: u8) -> String {
        let cells: String = (0..LANES)
            .map(|lane| match self.position.floe_at(lane, height) {
                Some(floe) => self.floe(floe, (lane + height).is_multiple_of(2)),
                None => self.open(lane, height),
            })
            .collect();
        format!("{} {cells}", paint(quiet(), &format!("{height:>2}")))
    }

    fn open(&self, lane: u8, height: u8) -> String {
        let deep = height.abs_diff(self.position.height() / 2);
        let sea = match deep {
            0..=1 => colour((0x0f, 0x3d, 0x5f), 24),
            2..=3 => colour((0x13, 0x47, 0x6c), 24),
            _ => colour((0x17, 0x52, 0x7a), 24),
        };
        let sea = Style::new().bg_color(Some(sea));
        let foam = sea.fg_color(Some(colour((0x4f, 0x9d, 0xc8), 74)));
        let wake = sea.fg_color(Some(colour((0xff, 0xff, 0xff), 231))).bold();
        // Open water is calm: one wave a cell, a little to the left in every second row.
        let (style, sign, at) = match self.trail.wake(lane, height) {
            Some(sign) => (wake, sign, CELL / 2),
            None if height.is_multiple_of(2) => (foam, '~', CELL / 2 - 1),
            None => (foam, '~', CELL / 2 + 1),
        };
        let sign = paint(style, &sign.to_string());
        format!("{}{sign}{}", paint(sea, &" ".repeat(at)), paint(sea, &" ".repeat(CELL - at - 1)))
    }

    fn floe(&self, floe: Place, pale: bool) -> String {
        let fixed = self.position.is_fixed(floe);
        let ice = match (fixed, pale) {
            (true, true) => colour((0xd3, 0xc9, 0xf0), 183),
            (true, false) => colour((0xc3, 0xb7, 0xe8), 147),
            (false, true) => colour((0xf2, 0xfa, 0xfd), 231),
            (false, false) => colour((0xcf, 0xe7, 0xf3), 195),
        };
        let ice = Style::new().bg_color(Some(ice)).fg_color(Some(colour((0x0b, 0x25, 0x45), 17)));
        let edge = ice.fg_color(Some(colour((0x8f, 0xb3, 0xc9), 110)));
        let moved = self.trail.touched(floe);
        let (style, [left, right]) = match (moved, fixed) {
            (true, _) => (ice.bold(), [">", "<"]),
            (false, true) => (edge, ["=", "="]),
            (false, false) => (edge, ["[", "]"]),
        };
        let mut inside = paint(ice.bold(), &floe.to_string());
        let pieces = self.pieces_on(floe);
        let loose = width(&inside) + pieces.iter().map(|piece| 1 + width(piece)).sum::<usize>() <= INSIDE;
        for (index, piece) in pieces.iter().enumerate() {
            if loose || (index == 0 && width(&inside) < 3) {
                inside.push_str(&paint(ice, " "));
            }
            inside.push_str(piece);
        }
        let rest = INSIDE.saturating_sub(width(&inside));
        let rest = if fixed { format!(" {}", "=".repeat(rest.saturating_sub(1))) } else { " ".repeat(rest) };
        let rest = if width(&inside) < INSIDE { paint(edge, &rest) } else { String::new() };
        format!("{}{inside}{rest}{}", paint(style, left), paint(style, right))
    }

    fn pieces_on(&self, place: Place) -> Vec<String> {
        let mut pieces = self.bears_on(place);
        pieces.extend(self.penguins_on(place));
        pieces
    }

    fn bears_on(&self, place: Place) -> Vec<String> {
        let here: Vec<usize> =
            self.position.bears().enumerate().filter(|&(_, at)| at == place).map(|(index, _)| index + 1).collect();
        let danger = Style::new()
            .bg_color(Some(colour((0x8e, 0x2a, 0x6b), 89)))
            .fg_color(Some(colour((0xff, 0xff, 0xff), 231)))
            .bold();
        match here.as_slice() {
            [] => Vec::new(),
            [number] if self.has(Variant::MegaIceAge) => vec![paint(danger, &format!("BEAR{number}"))],
            [_] => vec![paint(danger, "BEAR")],
            _ => vec![paint(danger, "BEAR12")],
        }
    }

    fn penguins_on(&self, place: Place) -> Vec<String> {
        let mut here = Vec::new();
        for seat in Seat::all(self.position.seats()) {
            let penguins = self.position.penguins(seat).filter(|&(at, _)| at == place);
            here.extend(penguins.map(|(_, home)| self.penguin(seat, home)));
        }
        here
    }

    fn style(&self, seat: Seat) -> Style {
        set_style(self.dress.set(seat))
    }

    fn letter(&self, seat: Seat) -> char {
        letter(self.position, seat, self.dress)
    }

    fn penguin(&self, seat: Seat, homebound: bool) -> String {
        let way = if homebound { 'v' } else { '^' };
        let sign = if self.has(Variant::HomesickPenguins) { way } else { shape(self.dress.set(seat)) };
        paint(self.style(seat), &format!("{}{sign}", self.letter(seat)))
    }

    fn north(&self) -> String {
        let mut pieces = self.bears_on(Place::NORTH);
        pieces.extend(self.by_seat(Place::NORTH));
        self.shore("NORTH", &pieces)
    }

    fn start(&self) -> String {
        let mut pieces = self.by_seat(Place::START);
        if self.has(Variant::HomesickPenguins) {
            let home: String = Seat::all(self.position.seats())
                .filter(|&seat| self.position.home_count(seat) > 0)
                .map(|seat| {
                    let sign = format!("{}!", self.letter(seat));
                    paint(self.style(seat), &sign).repeat(self.position.home_count(seat))
                })
                .collect();
            if !home.is_empty() {
                pieces.push(format!("{}{home}", paint(shelf(), "home:")));
            }
        }
        self.shore("START", &pieces)
    }

    /// Returns the penguins on a shore, those of one seat side by side.
    fn by_seat(&self, place: Place) -> Vec<String> {
        Seat::all(self.position.seats())
            .map(|seat| {
                let penguins = self.position.penguins(seat).filter(|&(at, _)| at == place);
                penguins.map(|(_, home)| self.penguin(seat, home)).collect::<String>()
            })
            .filter(|penguins| !penguins.is_empty())
            .collect()
    }

    fn shore(&self, name: &str, pieces: &[String]) -> String {
        let snow = shelf();
        let rim = snow.fg_color(Some(colour((0xd5, 0xdf, 0xe6), 253)));
        let mut row = format!("{}{}", paint(rim, "##"), paint(snow.bold(), &format!(" {name} ")));
        for piece in pieces {
            row.push_str(&format!("{}{piece}", paint(snow, " ")));
        }
        row.push_str(&paint(snow, if pieces.is_empty() { "" } else { "  " }));
        let rest = (BOARD - MARGIN).saturating_sub(width(&row));
        format!("{:MARGIN$}{row}{}", "", paint(rim, &"#".repeat(rest)))
    }

    fn legend(&self) -> Option<String> {
        let mut signs = Vec::new();
        if !self.trail.is_empty() {
            signs.push("> < moved last");
        }
        if self.has(Variant::HomesickPenguins) {
            signs.push("^ bound north  v bound home");
        }
        if self.has(Variant::MegaIceAge) {
            signs.push("= Equator");
        }
        (!signs.is_empty()).then(|| paint(quiet(), &format!("   {}", signs.join("   "))))
    }
}

fn shelf() -> Style {
    Style::new().bg_color(Some(colour((0xff, 0xff, 0xff), 255))).fg_color(Some(colour((0x0b, 0x25, 0x45), 17)))
}

/// Returns the colours of a set of pieces, by Okabe and Ito: colour-blind people tell them apart.
fn set_style(set: usize) -> Style {
    let (black, white) = (colour((0, 0, 0), 16), colour((0xff, 0xff, 0xff), 231));
    let (ground, ink) = match set {
        0 => (colour((0xd5, 0x5e, 0x00), 166), black),
        1 => (colour((0x00, 0x72, 0xb2), 25), white),
        2 => (colour((0x00, 0x9e, 0x73), 36), black),
        _ => (colour((0xf0, 0xe4, 0x42), 227), black),
    };
    Style::new().bg_color(Some(ground)).fg_color(Some(ink)).bold()
}

/// Returns the sign of a set of pieces, for those who see no colours.
fn shape(set: usize) -> char {
    ['^', '#', 'o', '*'].get(set).copied().unwrap_or('?')
}

/// Returns a seat's letter, for those who see no colours.
fn letter<E: Edition>(position: &Floes<E>, seat: Seat, dress: &Dress) -> char {
    dress.name(&position.name(seat)).chars().next().unwrap_or('?')
}
