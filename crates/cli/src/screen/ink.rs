//! Styled text on a screen of cells: what terminals can show of it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;

use super::view::{CURSOR, LIT};

/// How many colours a terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// None: bold, dim and reversed text must do.
    None,
    /// The sixteen of old.
    Sixteen,
    /// A table of 256.
    Table,
    /// All of them.
    Full,
}

/// What a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Looks {
    /// Its colours.
    pub depth: Depth,
    /// Nothing but ASCII signs?
    pub ascii: bool,
}

impl Looks {
    /// Returns what the environment promises; `plain` says that no colour is wanted.
    pub fn of(plain: bool, ascii: bool, variable: impl Fn(&str) -> Option<String>) -> Looks {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        let depth = if plain || set("NO_COLOR").is_some() {
            Depth::None
        } else if set("COLORTERM").is_some_and(|kind| kind == "truecolor" || kind == "24bit") {
            Depth::Full
        } else if term.contains("256") || term.contains("direct") {
            Depth::Table
        } else {
            Depth::Sixteen
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| set(name)).unwrap_or_default();
        let narrow = term == "linux" && !locale.to_lowercase().contains("utf");
        Looks { depth, ascii: ascii || narrow }
    }

    /// Changes what was drawn into what the terminal can show.
    pub fn apply(self, buffer: &mut Buffer) {
        for cell in &mut buffer.content {
            if self.depth == Depth::None && [LIT.bg, CURSOR.bg].contains(&Some(cell.bg)) {
                cell.modifier.insert(Modifier::REVERSED);
            }
            if self.depth != Depth::Full {
                cell.fg = self.nearest(cell.fg);
                cell.bg = self.nearest(cell.bg);
            }
            if self.ascii && !cell.symbol().is_ascii() {
                let plain = ascii(cell.symbol());
                cell.set_symbol(plain);
            }
        }
    }

    fn nearest(self, colour: Color) -> Color {
        match (self.depth, colour) {
            (Depth::None, _) => Color::Reset,
            (Depth::Table, Color::Rgb(r, g, b)) => Color::Indexed(in_table([r, g, b])),
            (Depth::Sixteen, Color::Rgb(r, g, b)) => sixteenth([r, g, b]),
            (Depth::Sixteen, Color::Indexed(index)) => sixteenth(of_table(index)),
            _ => colour,
        }
    }
}

fn ascii(symbol: &str) -> &'static str {
    match symbol {
        "│" | "║" => "|",
        "─" | "═" => "-",
        "┌" | "┐" | "└" | "┘" | "├" | "┤" | "┬" | "┴" | "┼" => "+",
        "·" | "•" | "…" => ".",
        "▸" | "→" | "›" => ">",
        "←" => "<",
        "↑" => "^",
        "↓" => "v",
        "–" | "—" | "−" => "-",
        "’" | "‘" => "'",
        "“" | "”" => "\"",
        "×" => "x",
        "◆" => "*",
        "▁" | "▂" => "_",
        "▃" | "▄" => "-",
        "▅" | "▆" => "=",
        "▇" | "█" => "#",
        "\u{a0}" => " ",
        _ => "?",
    }
}

const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
/// The sixteen colours as most terminals show them.
const SIXTEEN: [([u8; 3], Color); 16] = [
    ([0, 0, 0], Color::Black),
    ([170, 0, 0], Color::Red),
    ([0, 170, 0], Color::Green),
    ([170, 85, 0], Color::Yellow),
    ([0, 0, 170], Color::Blue),
    ([170, 0, 170], Color::Magenta),
    ([0, 170, 170], Color::Cyan),
    ([170, 170, 170], Color::Gray),
    ([85, 85, 85], Color::DarkGray),
    ([255, 85, 85], Color::LightRed),
    ([85, 255, 85], Color::LightGreen),
    ([255, 255, 85], Color::LightYellow),
    ([85, 85, 255], Color::LightBlue),
    ([255, 85, 255], Color::LightMagenta),
    ([85, 255, 255], Color::LightCyan),
    ([255, 255, 255], Color::White),
];

/// Returns a colour in numbers; `None` for those that the terminal chooses.
#[cfg(test)]
pub fn numbers(colour: Color) -> Option<[u8; 3]> {
    match colour {
        Color::Rgb(r, g, b) => Some([r, g, b]),
        Color::Indexed(index) => Some(of_table(index)),
        _ => None,
    }
}

fn of_table(index: u8) -> [u8; 3] {
    match index {
        0..16 => SIXTEEN[usize::from(index)].0,
        16..232 => {
            let cube = usize::from(index - 16);
            [cube / 36, cube / 6 % 6, cube % 6].map(|level| LEVELS[level])
        }
        grey => [8 + 10 * (grey - 232); 3],
    }
}

fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    one.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

fn in_table(colour: [u8; 3]) -> u8 {
    (16..=255).min_by_key(|&index| distance(colour, of_table(index))).unwrap_or(16)
}

/// Returns the nearest of the sixteen; what is coloured does not become grey.
fn sixteenth(colour: [u8; 3]) -> Color {
    let tinted = |[r, g, b]: [u8; 3]| r.max(g).max(b) - r.min(g).min(b) > 60;
    let alike = |(shown, _): &&([u8; 3], Color)| !tinted(colour) || tinted(*shown);
    SIXTEEN
        .iter()
        .filter(alike)
        .min_by_key(|(shown, _)| distance(colour, *shown))
        .map_or(Color::Reset, |&(_, colour)| colour)
}

/// Signs with their styles.
pub type Row = Vec<(char, Style)>;

/// Reads a line that is styled as for a plain terminal. Everything that is neither a sign nor a style is left out.
pub fn row(text: &str) -> Row {
    let mut row = Row::with_capacity(text.len());
    let mut style = Style::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        if sign == '\x1b' {
            if signs.as_str().starts_with('[') {
                let codes: String = signs.by_ref().skip(1).take_while(|sign| !sign.is_ascii_alphabetic()).collect();
                style = styled(style, &codes);
            }
        } else if !sign.is_control() {
            row.push((sign, style));
        }
    }
    row
}

/// Returns the style after these codes of `\x1b[…m`.
fn styled(mut style: Style, codes: &str) -> Style {
    let mut codes = codes.split(';').map(|code| code.parse::<u8>().unwrap_or(0));
    while let Some(code) = codes.next() {
        style = match code {
            1 => style.add_modifier(Modifier::BOLD),
            2 => style.add_modifier(Modifier::DIM),
            3 => style.add_modifier(Modifier::ITALIC),
            4 => style.add_modifier(Modifier::UNDERLINED),
            7 => style.add_modifier(Modifier::REVERSED),
            30..=37 => style.fg(SIXTEEN[usize::from(code - 30)].1),
            90..=97 => style.fg(SIXTEEN[usize::from(code - 82)].1),
            40..=47 => style.bg(SIXTEEN[usize::from(code - 40)].1),
            38 | 48 => {
                let mut next = || codes.next().unwrap_or(0);
                let colour = if next() == 5 { Color::Indexed(next()) } else { Color::Rgb(next(), next(), next()) };
                if code == 38 { style.fg(colour) } else { style.bg(colour) }
            }
            _ => Style::new(),
        };
    }
    style
}

/// Writes a row into a line of an area from this column of the row on; what does not fit is cut off.
pub fn put(buffer: &mut Buffer, area: Rect, line: u16, row: &[(char, Style)], from: usize) {
    if line >= area.height {
        return;
    }
    let (y, mut x) = (area.y + line, area.x);
    for &(sign, style) in row.iter().skip(from) {
        let mut letter = [0; 4];
        let text: &str = sign.encode_utf8(&mut letter);
        let wide = if sign.is_ascii() { 1 } else { Span::raw(text).width() as u16 };
        if x + wide > area.right() {
            return;
        }
        if wide > 0 {
            buffer[(x, y)].set_symbol(text).set_style(style);
            x += wide;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_read_and_everything_else_is_left_out() {
        let row = row("\x1b[1m\x1b[38;5;208mA\x1b[0mb\x1b[48;2;1;2;3mc\u{7}\x1b]0;title");
        let text: String = row.iter().map(|(sign, _)| sign).collect();
        assert_eq!(text, "Abc]0;title");
        assert_eq!(row[0].1, Style::new().fg(Color::Indexed(208)).add_modifier(Modifier::BOLD));
        assert_eq!(row[1].1, Style::new());
        assert_eq!(row[2].1, Style::new().bg(Color::Rgb(1, 2, 3)));
    }

    #[test]
    fn the_environment_says_what_a_terminal_shows() {
        let looks = |pairs: &[(&str, &str)]| {
            let pairs: Vec<(String, String)> = pairs.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
            Looks::of(false, false, |name| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()))
        };
        assert_eq!(looks(&[("TERM", "xterm")]).depth, Depth::Sixteen);
        assert_eq!(looks(&[("TERM", "xterm-256color")]).depth, Depth::Table);
        assert_eq!(looks(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]).depth, Depth::Full);
        assert_eq!(looks(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]).depth, Depth::None);
        assert!(looks(&[("TERM", "linux"), ("LANG", "C")]).ascii && !looks(&[("TERM", "xterm")]).ascii);
    }

    #[test]
    fn colours_become_those_that_the_terminal_has() {
        let shown = |depth, colour| Looks { depth, ascii: false }.nearest(colour);
        assert_eq!(shown(Depth::None, Color::Indexed(208)), Color::Reset);
        assert_eq!(shown(Depth::Sixteen, Color::Rgb(255, 255, 255)), Color::White);
        assert_eq!(shown(Depth::Sixteen, Color::Indexed(24)), Color::Cyan);
        assert_eq!(shown(Depth::Table, Color::Rgb(255, 135, 0)), Color::Indexed(208));
        assert_eq!(shown(Depth::Full, Color::Rgb(1, 2, 3)), Color::Rgb(1, 2, 3));
    }
}
