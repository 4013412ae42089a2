//! What was drawn goes to the terminal in few bytes: only what has changed, in few styles, and what only moved up or down
//! is moved there by the terminal itself. Over 9,600 baud every byte is a millisecond.

use std::io::{self, Write};

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier};
use ratatui::text::Span;

/// Signs that stay are sent again where that is shorter than to step over them.
const BRIDGE: u16 = 3;
/// From so many changed signs on it is tried whether lines have only moved.
const MANY: usize = 240;
/// The most lines that are moved at once.
const FAR: usize = 12;
/// Signs that moving has to save at least.
const WORTH: isize = 80;

/// A terminal that is painted on.
pub struct Painter<W: Write> {
    to: W,
    /// What the terminal shows.
    shown: Buffer,
    pen: Pen,
    /// Does the terminal show its cursor?
    has_cursor: bool,
}

/// The style and the place in which the terminal writes next.
struct Pen {
    fg: Color,
    bg: Color,
    modifier: Modifier,
    /// Not known at first, and behind the last sign of a line.
    at: Option<Position>,
}

impl<W: Write> Painter<W> {
    /// Returns a terminal of this size that shows nothing.
    pub fn new(to: W, area: Rect) -> Painter<W> {
        let pen = Pen { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty(), at: None };
        Painter { to, shown: Buffer::empty(area), pen, has_cursor: false }
    }

    /// Paints a screen with the cursor there, if it is to be seen.
    pub fn paint(&mut self, next: &Buffer, cursor: Option<Position>) -> io::Result<()> {
        let mut bytes = Vec::new();
        if self.shown.area != next.area {
            self.shown = Buffer::empty(next.area);
            self.pen.style(&mut bytes, &Cell::EMPTY);
            bytes.extend(b"\x1b[H\x1b[2J");
            self.pen.at = Some(Position::ORIGIN);
        }
        self.scroll(next, &mut bytes);
        for y in 0..next.area.height {
            self.line(next, y, &mut bytes);
        }
        self.point(cursor, &mut bytes);
        self.shown.content.clone_from(&next.content);
        self.to.write_all(&bytes)?;
        self.to.flush()
    }

    /// Shows the cursor where it belongs, or hides it.
    fn point(&mut self, cursor: Option<Position>, bytes: &mut Vec<u8>) {
        if let Some(at) = cursor {
            self.pen.go(bytes, at);
        }
        if cursor.is_some() != self.has_cursor {
            self.has_cursor = cursor.is_some();
            bytes.extend(if self.has_cursor { b"\x1b[?25h" } else { b"\x1b[?25l" });
        }
    }

    /// Paints what has changed in a line.
    fn line(&mut self, next: &Buffer, y: u16, bytes: &mut Vec<u8>) {
        let (was, is) = (row(&self.shown, y.into()), row(next, y.into()));
        let Some(first) = (0..is.len()).find(|&x| !same(&was[x], &is[x])) else { return };
        // A wide sign stands on two cells: such lines are painted as a whole.
        let wide = was.iter().chain(is).any(|cell| columns(cell) > 1);
        let end = is.iter().rposition(|cell| !same(cell, &Cell::EMPTY)).map_or(0, |last| last + 1);
        let clears = (end..is.len()).filter(|&x| !same(&was[x], &is[x])).count() > 3;
        let stop = if clears || wide { end } else { is.len() };
        let mut x = if wide { 0 } else { first };
        while x < stop {
            if !wide && same(&was[x], &is[x]) && !self.bridges(was, is, x, y) {
                x += 1;
                continue;
            }
            self.pen.go(bytes, Position::new(x as u16, y));
            self.pen.style(bytes, &is[x]);
            bytes.extend(is[x].symbol().as_bytes());
            x += columns(&is[x]);
            let at = Position::new(x as u16, y);
            // Behind the last column terminals differ.
            self.pen.at = Some(at).filter(|_| x < is.len());
        }
        if (clears || wide) && end < is.len() {
            self.pen.go(bytes, Position::new(end as u16, y));
            self.pen.style(bytes, &Cell::EMPTY);
            bytes.extend(b"\x1b[K");
        }
    }

    /// Is it shorter to paint the sign here once more than to go from the pen to the next change?
    fn bridges(&self, was: &[Cell], is: &[Cell], x: usize, y: u16) -> bool {
        let Some(at) = self.pen.at.filter(|at| at.y == y && usize::from(at.x) == x) else { return false };
        let from = usize::from(at.x);
        let gap = (from..is.len()).take_while(|&x| same(&was[x], &is[x])).count();
        gap <= BRIDGE.into() && from + gap < is.len() && is[from..from + gap].iter().all(|cell| self.pen.fits(cell))
    }

    /// Lets the terminal move lines that have only gone up or down.
    fn scroll(&mut self, next: &Buffer, bytes: &mut Vec<u8>) {
        let lines = usize::from(next.area.height);
        let differing = |one: &[Cell], other: &[Cell]| one.iter().zip(other).filter(|(a, b)| !same(a, b)).count();
        let stays: Vec<usize> = (0..lines).map(|y| differing(row(&self.shown, y), row(next, y))).collect();
        if stays.iter().sum::<usize>() < MANY {
            return;
        }
        let mut best: Option<(isize, usize, usize, isize)> = None;
        for by in (1..=FAR.min(lines.saturating_sub(1)) as isize).flat_map(|by| [by, -by]) {
            let from = |y: usize| y.checked_add_signed(by).filter(|&from| from < lines);
            let gain = |y: usize| match from(y) {
                Some(from) => stays[y] as isize - differing(row(&self.shown, from), row(next, y)) as isize,
                None => isize::MIN / 2,
            };
            // The run of lines that gains most.
            let (mut begin, mut sum) = (0, 0_isize);
            for y in 0..lines {
                let here = gain(y);
                if sum <= 0 {
                    (begin, sum) = (y, 0);
                }
                sum = sum.saturating_add(here);
                if best.is_none_or(|(most, ..)| sum > most) {
                    best = Some((sum, begin, y, by));
                }
            }
        }
        let Some((saved, begin, last, by)) = best else { return };
        // What comes into sight is blank first, and has to be painted.
        let (top, bottom) = if by > 0 { (begin, last + by as usize) } else { (begin.saturating_add_signed(by), last) };
        let count = by.unsigned_abs();
        let blank = if by > 0 { bottom + 1 - count..bottom + 1 } else { top..top + count };
        let empty = vec![Cell::EMPTY; usize::from(next.area.width)];
        let lost: isize = blank.clone().map(|y| differing(&empty, row(next, y)) as isize - stays[y] as isize).sum();
        if saved - lost < WORTH {
            return;
        }
        self.pen.style(bytes, &Cell::EMPTY);
        let verb = if by > 0 { 'M' } else { 'L' };
        // Deleting and inserting lines is what every terminal can.
        let _ = write!(bytes, "\x1b[{};{}r\x1b[{}H\x1b[{count}{verb}\x1b[r", top + 1, bottom + 1, top + 1);
        self.pen.at = None;
        let wide = usize::from(next.area.width);
        let lines = &mut self.shown.content[top * wide..(bottom + 1) * wide];
        if by > 0 {
            lines.rotate_left(count * wide);
        } else {
            lines.rotate_right(count * wide);
        }
        for y in blank {
            self.shown.content[y * wide..(y + 1) * wide].fill(Cell::EMPTY);
        }
    }
}

impl Pen {
    /// Goes to a place, the shortest way.
    fn go(&mut self, bytes: &mut Vec<u8>, to: Position) {
        let absolute =
            if to.x == 0 { format!("\x1b[{}H", to.y + 1) } else { format!("\x1b[{};{}H", to.y + 1, to.x + 1) };
        let way = match self.at {
            Some(at) if at == to => return,
            Some(at) if at.y == to.y && at.x < to.x => Some(right(to.x - at.x)),
            Some(at) if at.y == to.y => Some("\r".to_owned() + &right(to.x)),
            Some(at) if at.y + 1 == to.y => Some("\r\n".to_owned() + &right(to.x)),
            _ => None,
        };
        let way = way.filter(|way| way.len() < absolute.len()).unwrap_or(absolute);
        bytes.extend(way.as_bytes());
        self.at = Some(to);
    }

    /// Would this cell look the same in the style of the pen?
    fn fits(&self, cell: &Cell) -> bool {
        if is_blank(cell) {
            return cell.bg == self.bg && !self.modifier.intersects(SEEN_ON_BLANKS);
        }
        (cell.fg, cell.bg, cell.modifier) == (self.fg, self.bg, self.modifier)
    }

    /// Takes the style of a cell; as much of it as is seen.
    fn style(&mut self, bytes: &mut Vec<u8>, cell: &Cell) {
        if self.fits(cell) {
            return;
        }
        let (fg, modifier) = match is_blank(cell) {
            true => (self.fg, self.modifier - SEEN_ON_BLANKS),
            false => (cell.fg, cell.modifier),
        };
        let bg = cell.bg;
        let changed = self.changed(fg, bg, modifier);
        // Where the sign does not show them, colours and weight may go as well.
        let (plain_fg, plain) = if is_blank(cell) { (Color::Reset, Modifier::empty()) } else { (fg, modifier) };
        let mut anew = Vec::new();
        push_on(&mut anew, plain);
        push_colours(
            &mut anew,
            Some(plain_fg).filter(|&fg| fg != Color::Reset),
            Some(bg).filter(|&bg| bg != Color::Reset),
        );
        let anew = if anew.is_empty() { String::new() } else { format!("0;{}", anew.join(";")) };
        if anew.len() < changed.len() {
            (self.fg, self.bg, self.modifier) = (plain_fg, bg, plain);
            let _ = write!(bytes, "\x1b[{anew}m");
        } else {
            (self.fg, self.bg, self.modifier) = (fg, bg, modifier);
            let _ = write!(bytes, "\x1b[{changed}m");
        }
    }

    /// Returns the codes of what changes to this style.
    fn changed(&self, fg: Color, bg: Color, modifier: Modifier) -> String {
        let mut codes = Vec::new();
        let (mut gone, mut new) = (self.modifier - modifier, modifier - self.modifier);
        let weight = Modifier::BOLD | Modifier::DIM;
        if gone.intersects(weight) {
            // Both end with the same code.
            codes.push("22".to_owned());
            new |= modifier & weight;
            gone -= weight;
        }
        for (each, code) in OFF {
            if gone.contains(each) {
                codes.push(code.to_owned());
            }
        }
        push_on(&mut codes, new);
        push_colours(&mut codes, Some(fg).filter(|&fg| fg != self.fg), Some(bg).filter(|&bg| bg != self.bg));
        codes.join(";")
    }
}

/// What is seen where no sign stands.
const SEEN_ON_BLANKS: Modifier = Modifier::REVERSED.union(Modifier::UNDERLINED).union(Modifier::CROSSED_OUT);
const ON: [(Modifier, &str); 5] = [
    (Modifier::BOLD, "1"),
    (Modifier::DIM, "2"),
    (Modifier::ITALIC, "3"),
    (Modifier::UNDERLINED, "4"),
    (Modifier::REVERSED, "7"),
];
const OFF: [(Modifier, &str); 3] = [(Modifier::ITALIC, "23"), (Modifier::UNDERLINED, "24"), (Modifier::REVERSED, "27")];

fn push_on(codes: &mut Vec<String>, modifier: Modifier) {
    codes.extend(ON.iter().filter(|(each, _)| modifier.contains(*each)).map(|(_, code)| (*code).to_owned()));
}

fn push_colours(codes: &mut Vec<String>, fg: Option<Color>, bg: Option<Color>) {
    codes.extend(fg.map(|colour| code(colour, 30)).into_iter().chain(bg.map(|colour| code(colour, 40))));
}

/// Returns the code of a colour; `base` is 30 for signs and 40 for what is behind them.
fn code(colour: Color, base: u8) -> String {
    let small = |index: u8| (base + index).to_string();
    let light = |index: u8| (base + 60 + index).to_string();
    match colour {
        Color::Reset => small(9),
        Color::Black => small(0),
        Color::Red => small(1),
        Color::Green => small(2),
        Color::Yellow => small(3),
        Color::Blue => small(4),
        Color::Magenta => small(5),
        Color::Cyan => small(6),
        Color::Gray => small(7),
        Color::DarkGray => light(0),
        Color::LightRed => light(1),
        Color::LightGreen => light(2),
        Color::LightYellow => light(3),
        Color::LightBlue => light(4),
        Color::LightMagenta => light(5),
        Color::LightCyan => light(6),
        Color::White => light(7),
        Color::Indexed(index) => format!("{};5;{index}", base + 8),
        Color::Rgb(r, g, b) => format!("{};2;{r};{g};{b}", base + 8),
    }
}

fn right(by: u16) -> String {
    match by {
        0 => String::new(),
        1 => "\x1b[C".to_owned(),
        by => format!("\x1b[{by}C"),
    }
}

fn row(buffer: &Buffer, y: usize) -> &[Cell] {
    let wide = usize::from(buffer.area.width);
    &buffer.content[y * wide..(y + 1) * wide]
}

fn is_blank(cell: &Cell) -> bool {
    cell.symbol() == " " && !cell.modifier.intersects(SEEN_ON_BLANKS)
}

/// Do two cells look the same?
fn same(one: &Cell, other: &Cell) -> bool {
    one.bg == other.bg
        && (is_blank(one) && is_blank(other)
            || one.symbol() == other.symbol() && one.fg == other.fg && one.modifier == other.modifier)
}

fn columns(cell: &Cell) -> usize {
    if cell.symbol().is_ascii() { 1 } else { Span::raw(cell.symbol()).width().max(1) }
}

#[cfg(test)]
mod tests {
    use polynya_engine::{Luck, Seed};
    use ratatui::style::Style;

    use super::*;

    /// A terminal as the standard (ECMA-48) describes it, as far as it is used here.
    struct Screen {
        cells: Buffer,
        at: (usize, usize),
        style: Style,
        region: (usize, usize),
    }

    impl Screen {
        fn new(area: Rect) -> Screen {
            let region = (0, usize::from(area.height) - 1);
            Screen { cells: Buffer::empty(area), at: (0, 0), style: Style::reset(), region }
        }

        fn take(&mut self, bytes: &[u8]) {
            let text = std::str::from_utf8(bytes).expect("text");
            let mut signs = text.chars();
            while let Some(sign) = signs.next() {
                match sign {
                    '\x1b' => {
                        assert_eq!(signs.next(), Some('['));
                        let numbers: String =
                            signs.as_str().chars().take_while(|sign| !sign.is_ascii_alphabetic()).collect();
                        let verb = signs.nth(numbers.len()).expect("a verb");
                        self.obey(verb, &numbers);
                    }
                    '\r' => self.at.0 = 0,
                    '\n' => self.at.1 += 1,
                    sign => {
                        let (x, y) = (self.at.0 as u16, self.at.1 as u16);
                        let cell = &mut self.cells[(x, y)];
                        cell.reset();
                        cell.set_char(sign).set_style(self.style);
                        let wide = columns(&self.cells[(x, y)]);
                        for beside in 1..wide {
                            self.cells[(x + beside as u16, y)].reset();
                        }
                        self.at.0 += wide;
                    }
                }
            }
        }

        fn obey(&mut self, verb: char, text: &str) {
            let numbers: Vec<usize> = text.split(';').map(|number| number.parse().unwrap_or(0)).collect();
            let wide = usize::from(self.cells.area.width);
            let [first, second] = [0, 1].map(|at| numbers.get(at).copied().unwrap_or(0).max(1));
            match verb {
                'H' => self.at = (second - 1, first - 1),
                'C' => self.at.0 += first,
                'J' => self.cells.reset(),
                'K' => {
                    let begin = self.at.1 * wide;
                    self.cells.content[begin + self.at.0..begin + wide].fill(Cell::EMPTY);
                }
                'r' if text.is_empty() => self.region = (0, usize::from(self.cells.area.height) - 1),
                'r' => self.region = (first - 1, second - 1),
                'M' | 'L' => {
                    let lines = &mut self.cells.content[self.at.1 * wide..(self.region.1 + 1) * wide];
                    let (count, all) = (first * wide, lines.len());
                    if verb == 'M' {
                        lines.rotate_left(count);
                        lines[all - count..].fill(Cell::EMPTY);
                    } else {
                        lines.rotate_right(count);
                        lines[..count].fill(Cell::EMPTY);
                    }
                }
                'm' => self.style = Self::styled(self.style, &numbers),
                'h' | 'l' => {}
                other => panic!("{other}"),
            }
        }

        fn styled(mut style: Style, numbers: &[usize]) -> Style {
            let mut numbers = numbers.iter().copied();
            while let Some(number) = numbers.next() {
                let table = |numbers: &mut dyn Iterator<Item = usize>| {
                    assert_eq!(numbers.next(), Some(5));
                    Color::Indexed(numbers.next().expect("a colour") as u8)
                };
                style = match number {
                    0 => Style::reset(),
                    1 => style.add_modifier(Modifier::BOLD),
                    2 => style.add_modifier(Modifier::DIM),
                    4 => style.add_modifier(Modifier::UNDERLINED),
                    7 => style.add_modifier(Modifier::REVERSED),
                    22 => style.remove_modifier(Modifier::BOLD | Modifier::DIM),
                    24 => style.remove_modifier(Modifier::UNDERLINED),
                    27 => style.remove_modifier(Modifier::REVERSED),
                    38 => style.fg(table(&mut numbers)),
                    48 => style.bg(table(&mut numbers)),
                    39 => style.fg(Color::Reset),
                    49 => style.bg(Color::Reset),
                    31 => style.fg(Color::Red),
                    42 => style.bg(Color::Green),
                    other => panic!("{other}"),
                };
            }
            style
        }
    }

    fn any_row(luck: &mut impl Luck, wide: u16) -> Vec<Cell> {
        let mut cells = vec![Cell::EMPTY; wide.into()];
        let mut x = 0;
        while x < usize::from(wide) {
            let style = [
                Style::new(),
                Style::new().add_modifier(Modifier::BOLD),
                Style::new().add_modifier(Modifier::DIM | Modifier::REVERSED),
                Style::new().fg(Color::Indexed(17)).bg(Color::Indexed(231)),
                Style::new().fg(Color::Red).add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
                Style::new().bg(Color::Green),
            ][luck.below(6) as usize];
            for _ in 0..=luck.below(9) {
                if x < usize::from(wide) {
                    cells[x].set_symbol(["a", " ", " ", "~", "█"][luck.below(5) as usize]).set_style(style);
                    x += 1;
                }
            }
        }
        // Here and there a line with a wide sign.
        if luck.below(8) == 0 && wide > 6 {
            cells[3].set_symbol("雪");
            cells[4].reset();
        }
        cells
    }

    /// Whatever is painted on whatever was there, the terminal shows it.
    #[test]
    fn terminals_show_what_was_painted() {
        let mut luck = Seed::of("painter").draw(0);
        let cases = std::env::var("POLYNYA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400);
        for _ in 0..cases / 20 {
            let area = Rect::new(0, 0, 20 + luck.below(60) as u16, 4 + luck.below(20) as u16);
            let (mut painter, mut screen) = (Painter::new(Vec::new(), area), Screen::new(area));
            let mut next = Buffer::empty(area);
            for _ in 0..20 {
                let (wide, lines) = (usize::from(area.width), usize::from(area.height));
                match luck.below(3) {
                    0 => {
                        let (top, by) = (luck.below(2) as usize * wide, luck.below(lines as u32) as usize * wide);
                        next.content[top..].rotate_left(by.min(lines * wide - top));
                    }
                    1 => {
                        for _ in 0..6 {
                            let at = luck.below(lines as u32) as usize * wide;
                            next.content[at..at + wide].clone_from_slice(&any_row(&mut luck, area.width));
                        }
                    }
                    _ => {
                        let at = luck.below((lines * wide) as u32) as usize;
                        if columns(&next.content[at]) == 1 && (at == 0 || columns(&next.content[at - 1]) == 1) {
                            next.content[at].set_symbol("x").set_style(Style::new().add_modifier(Modifier::BOLD));
                        }
                    }
                }
                painter.paint(&next, None).expect("it is written");
                screen.take(&std::mem::take(&mut painter.to));
                let differs = screen.cells.content.iter().zip(&next.content).position(|(a, b)| !same(a, b));
                assert_eq!(differs, None, "{:?}\nis not\n{next:?}", screen.cells);
            }
        }
    }

    #[test]
    fn lines_that_only_move_are_not_sent_again() {
        let area = Rect::new(0, 0, 80, 20);
        let mut painter = Painter::new(Vec::new(), area);
        let mut luck = Seed::of("moves").draw(0);
        let lines: Vec<Vec<Cell>> = (0..30).map(|_| any_row(&mut luck, 80)).collect();
        let from = |first: usize| {
            let mut buffer = Buffer::empty(area);
            buffer.content = lines[first..first + 20].concat();
            buffer
        };
        painter.paint(&from(0), None).expect("it is written");
        let all = std::mem::take(&mut painter.to).len();
        painter.paint(&from(3), None).expect("it is written");
        let moved = std::mem::take(&mut painter.to).len();
        assert!(moved * 4 < all, "{moved} of {all}");
    }
}
