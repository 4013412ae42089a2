//! The terminal: what is said, what is asked, and the colours of both.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, Color, RgbColor, Style};
use polynya_engine::excerpt;

/// How many columns everything is written for.
pub const COLUMNS: usize = 80;
/// What is typed beyond this many bytes of a line is thrown away.
const LONGEST: u64 = 1 << 16;

/// Switches colour off for the whole program. Without it, `NO_COLOR` and the kind of output decide.
pub fn without_colour() {
    ColorChoice::Never.write_global();
}

/// A person at a terminal, or a pipe that acts like one.
pub struct Console {
    output: AutoStream<io::Stdout>,
    person: bool,
    clears: bool,
}

impl Console {
    /// The standard input and output.
    pub fn new() -> Console {
        let choice = AutoStream::choice(&io::stdout());
        let person = io::stdin().is_terminal() && io::stdout().is_terminal();
        Console { output: anstream::stdout(), person, clears: person && choice != ColorChoice::Never }
    }

    /// Do both ends lead to a terminal?
    pub fn is_person(&self) -> bool {
        self.person
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
        writeln!(self.output, "{text}")
    }

    /// Shows what has been written so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Asks for one line; `None` when the input has ended.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.output, "{}", paint(accent(), prompt))?;
        self.output.flush()?;
        let line = read_line()?;
        match &line {
            None => writeln!(self.output)?,
            // A transcript shows what was typed; at a terminal it stands there already.
            Some(line) if !io::stdin().is_terminal() => writeln!(self.output, "{}", excerpt(line))?,
            Some(_) => {}
        }
        Ok(line)
    }

    /// The lines and columns of the terminal, if there is one that tells.
    pub fn size(&self) -> Option<(usize, usize)> {
        if !self.person {
            return None;
        }
        let told = Command::new("stty").arg("size").stdin(Stdio::inherit()).stderr(Stdio::null()).output().ok()?;
        let told = String::from_utf8(told.stdout).ok()?;
        let (lines, columns) = told.trim().split_once(' ')?;
        let size = (lines.parse().ok()?, columns.parse().ok()?);
        (size.0 > 0 && size.1 > 0).then_some(size)
    }
}

fn read_line() -> io::Result<Option<String>> {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    if (&mut input).take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// The text in this style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// A colour in full, or its nearest neighbour among the 256 where a terminal does not promise more.
pub fn colour(full: (u8, u8, u8), near: u8) -> Color {
    static FULL: OnceLock<bool> = OnceLock::new();
    let promises = || std::env::var("COLORTERM").is_ok_and(|kind| kind == "truecolor" || kind == "24bit");
    if *FULL.get_or_init(promises) {
        Color::Rgb(RgbColor(full.0, full.1, full.2))
    } else {
        Color::Ansi256(Ansi256Color(near))
    }
}

/// Where a person can act.
pub fn accent() -> Style {
    Style::new().fg_color(Some(colour((0xee, 0x8a, 0x33), 208))).bold()
}

/// What should not catch the eye.
pub fn quiet() -> Style {
    Style::new().dimmed()
}

/// What should.
pub fn strong() -> Style {
    Style::new().bold()
}

/// The columns that a text takes once its styles are gone.
pub fn width(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}

/// The text with blanks behind it up to this width.
pub fn pad(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// The text in lines of at most `columns`, all but the first indented.
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

/// The items in as many columns as fit, read downwards, each line behind the heading or as much blank.
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
    fn columns_read_downwards() {
        let items: Vec<String> = (1..=5).map(|number| format!("{number} {}", "x".repeat(28))).collect();
        let x = "x".repeat(28);
        assert_eq!(columns("Hops", &items), format!("Hops    1 {x}  4 {x}\n        2 {x}  5 {x}\n        3 {x}"));
    }
}
