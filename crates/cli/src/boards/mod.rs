//! Drawings of positions for the terminal, one file a game.

mod floes;
mod ice_breakers;
mod polar_roller;
mod rescue_polar_bears;

use polynya_catalog::{AnyMatch, Screen};
use polynya_engine::Seat;

use crate::dress::Dress;
use crate::terminal::{pad, width};

/// The terminal, as a screen that shows matches.
pub struct Terminal;

impl Screen for Terminal {
    type Picture = dyn Drawing;
    type Change = ();
    type Memory = ();
}

/// How a position shows itself in the terminal.
pub trait Drawing {
    /// Returns the position as a picture; `None` where words show it better.
    fn draw(&self, sitting: &Sitting<'_>) -> Option<Picture>;

    /// Returns what stands beside a legal action in the list of moves, if anything does: `+3`.
    fn mark(&self, seat: Seat, words: &str) -> Option<String> {
        let _ = (seat, words);
        None
    }
}

/// A match and those who sit around it.
pub struct Sitting<'a> {
    /// The match.
    pub table: &'a dyn AnyMatch<Terminal>,
    /// Who plays each seat; nobody where that is not known.
    pub players: &'a [String],
    /// The pieces that were chosen.
    pub dress: &'a Dress,
    /// The seat whose own things are shown, where every seat has some; without one, those of the seat that acts first.
    pub seat: Option<Seat>,
}

/// A position as lines of styled text.
#[derive(Clone, Default, Debug)]
pub struct Picture {
    /// The board.
    pub board: Vec<String>,
    /// What stands to the right of the board: players and dice.
    pub beside: Vec<String>,
    /// What stands below it: what the signs mean, and what is not on the board.
    pub below: Vec<String>,
    /// Where the places of the board are, if their names do not stand there by themselves.
    pub spots: Vec<Spot>,
}

/// Where a place is on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Its name, as in the words of moves.
    pub name: String,
    /// Its first line.
    pub line: usize,
    /// Its first column.
    pub column: usize,
    /// How many columns it takes.
    pub width: usize,
    /// How many lines it takes.
    pub height: usize,
}

impl Picture {
    /// Returns everything as one text.
    pub fn text(&self) -> String {
        let wide = self.width();
        let rows = (0..self.board.len().max(self.beside.len())).map(|index| {
            let row = self.board.get(index).map_or("", String::as_str);
            match self.beside.get(index) {
                Some(beside) => format!("{}  {beside}", pad(row, wide)).trim_end().to_owned(),
                None => row.trim_end().to_owned(),
            }
        });
        rows.chain(self.below.iter().cloned()).collect::<Vec<_>>().join("\n")
    }

    /// Returns the columns that the board takes.
    pub fn width(&self) -> usize {
        self.board.iter().map(|line| width(line)).max().unwrap_or(0)
    }

    /// Returns where places are: as the game says, or wherever a word stands on the board.
    pub fn spots(&self) -> Vec<Spot> {
        if self.spots.is_empty() { words_on(&self.board) } else { self.spots.clone() }
    }
}

fn words_on(board: &[String]) -> Vec<Spot> {
    let mut spots = Vec::new();
    for (line, text) in board.iter().enumerate() {
        let signs: Vec<char> = anstream::adapter::strip_str(text).to_string().chars().collect();
        let mut column = 0;
        for word in signs.chunk_by(|one, next| one.is_alphanumeric() == next.is_alphanumeric()) {
            if word[0].is_alphanumeric() {
                let name = word.iter().collect::<String>().to_lowercase();
                spots.push(Spot { name, line, column, width: word.len(), height: 1 });
            }
            column += word.len();
        }
    }
    spots
}
