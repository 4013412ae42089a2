//! The terminal: what is said, what is asked, and the colours of both.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::OnceLock;

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, Color, RgbColor, Style};
use polynya_engine::excerpt;
use terminal_size::{Height, Width, terminal_size};

use crate::dress::Dress;

/// The columns that everything is written for.
pub const COLUMNS: usize = 80;
/// The most columns of prose: longer lines are hard to read.
const MAX_TEXT_COLUMNS: usize = 100;
/// The most bytes that are read of a line; the rest is thrown away.
const MAX_LINE: u64 = 1 << 16;

/// Switches colour off for the whole program. Without it, `NO_COLOR` and the kind of output decide.
pub fn without_colour() {
    ColorChoice::Never.write_global();
}

/// A person at a terminal, or a pipe that acts like one.
pub struct Console {
    output: AutoStream<io::Stdout>,
    person: bool,
    clears: bool,
    dress: Dress,
}

impl Console {
    /// Returns the console of the standard input and output.
    pub fn new() -> Console {
        let choice = AutoStream::choice(&io::stdout());
        let person = io::stdin().is_terminal() && io::stdout().is_terminal();
        Console {
            output: anstream::stdout(),
            person,
            clears: person && choice != ColorChoice::Never,
            dress: Dress::default(),
        }
    }

    /// Calls the seats of a match by these sets from now on.
    pub fn dress(&mut self, dress: Dress) {
        self.dress = dress;
    }

    /// Do both ends lead to a terminal?
    pub fn is_person(&self) -> bool {
        self.person
    }

    /// Does somebody type, whatever becomes of the output?
    pub fn is_typed(&self) -> bool {
        io::stdin().is_terminal()
    }

    /// Can a new picture take the place of the old one?
    pub fn clears(&self) -> bool {
        self.clears
    }

    /// Empties the screen, where that can be done.
    pub fn clear(&mut self) -> io::Result<()> {
        if self.clears { write!(self.output, "\x1b[H\x1b[2J") } else { Ok(()) }
    }

    /// Writes a text and ends the line.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{}", self.dress.write(text))
    }

    /// Shows what has been written so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Asks for one line and returns it; `None` when the input has ended.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{}", paint(accent(), &self.dress.write(prompt)))?;
        self.output.flush()?;
        let line = read_line()?;
        match &line {
            None => writeln!(self.output)?,
            // A transcript shows what was typed; at a terminal it stands there already.
            Some(line) if !self.is_typed() => writeln!(self.output, "{}", excerpt(line))?,
            Some(_) => {}
        }
        Ok(line)
    }

    /// Asks a question and returns whether the answer is a clear yes.
    pub fn agrees(&mut self, question: &str) -> io::Result<bool> {
        let answer = self.ask(question)?.unwrap_or_default().to_lowercase();
        Ok(answer == "y" || answer == "yes")
    }

    /// Returns the lines and columns of the terminal, if there is one that tells.
    pub fn size(&self) -> Option<(usize, usize)> {
        size().filter(|_| self.person)
    }
}

fn size() -> Option<(usize, usize)> {
    let (Width(columns), Height(lines)) = terminal_size()?;
    (lines > 0 && columns > 0).then_some((lines.into(), columns.into()))
}

/// Returns the columns that prose is written for: as many as the terminal has, if it tells.
pub fn text_columns() -> usize {
    let known = size().filter(|_| io::stdout().is_terminal());
    known.map_or(COLUMNS, |(_, columns)| columns.clamp(20, MAX_TEXT_COLUMNS))
}

fn read_line() -> io::Result<Option<String>> {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    if (&mut input).take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == MAX_LINE {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// Returns the text in this style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Returns a colour in full, or its nearest neighbour among the 256 where a terminal does not promise more.
pub fn colour(full: (u8, u8, u8), near: u8) -> Color {
    static FULL: OnceLock<bool> = OnceLock::new();
    let promises = || std::env::var("COLORTERM").is_ok_and(|kind| kind == "truecolor" || kind == "24bit");
    if *FULL.get_or_init(promises) {
        Color::Rgb(RgbColor(full.0, full.1, full.2))
    } else {
        Color::Ansi256(Ansi256Color(near))
    }
}

/// Returns the style of what a person can do.
pub fn accent() -> Style {
    Style::new().fg_color(Some(colour((0xd7, 0x6a, 0x14), 166))).bold()
}

/// Returns the style of what should not catch the eye.
pub fn quiet() -> Style {
    Style::new().dimmed()
}

/// Returns the style of what should catch the eye.
pub fn strong() -> Style {
    Style::new().bold()
}

/// Returns the columns that a text takes without its styles.
pub fn width(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}

/// Returns the text with blanks after it up to this width.
pub fn pad(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// Returns the text in lines of at most `columns`, all but the first indented.
pub fn wrap(text: &str, columns: usize, indent: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let taken = width(&line);
        if taken > indent && taken + 1 + width(word) > columns {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
        } else if !line.trim().is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.join("\n")
}

/// Returns the text after its label, all lines but the first indented as far.
pub fn labelled(label: &str, text: &str, columns: usize) -> String {
    let indent = width(label);
    let text = wrap(text, columns.saturating_sub(indent), 0);
    format!("{label}{}", text.replace('\n', &format!("\n{}", " ".repeat(indent))))
}

/// Returns the items in as many columns as fit, read downwards, each line after the heading or as much blank.
pub fn columns(heading: &str, items: &[String]) -> String {
    let indent = 8.max(width(heading) + 1);
    let widest = items.iter().map(|item| width(item)).max().unwrap_or(0) + 2;
    let across = ((COLUMNS - indent + 2) / widest).max(1);
    let down = items.len().div_ceil(across).max(1);
    let line = |row: usize| {
        let cells: Vec<String> = items.iter().skip(row).step_by(down).map(|item| pad(item, widest)).collect();
        let heading = if row == 0 { heading } else { "" };
        format!("{}{}", pad(heading, indent), cells.concat()).trim_end().to_owned()
    };
    (0..down).map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("one two three", 8, 2), "one two\n  three");
        assert_eq!(wrap("enormously long", 4, 2), "enormously\n  long");
        assert_eq!(wrap("", 4, 2), "");
    }

    #[test]
    fn a_text_stands_after_its_label() {
        assert_eq!(labelled("  1  ", "one two three", 13), "  1  one two\n     three");
    }

    #[test]
    fn columns_read_downwards() {
        let items: Vec<String> = (1..=5).map(|number| format!("{number} {}", "x".repeat(28))).collect();
        let x = "x".repeat(28);
        assert_eq!(columns("Hops", &items), format!("Hops    1 {x}  4 {x}\n        2 {x}  5 {x}\n        3 {x}"));
    }
}
