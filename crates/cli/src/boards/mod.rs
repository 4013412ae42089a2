//! Drawings of positions for the terminal, one file a game.

mod floes;

use polynya_catalog::AnyLine;
use polynya_games::floes::{PiecepackGame, PolarDareGame};

/// The position as a drawing; in words where a game has no drawing.
pub fn draw(line: &dyn AnyLine) -> String {
    draw_with(line, &[])
}

/// The position as a drawing that also says who plays each seat.
pub fn draw_with(line: &dyn AnyLine, players: &[String]) -> String {
    if let Some(position) = line.position().downcast_ref::<PolarDareGame>() {
        floes::draw(position, line, players)
    } else if let Some(position) = line.position().downcast_ref::<PiecepackGame>() {
        floes::draw(position, line, players)
    } else {
        line.describe()
    }
}

/// How this match is won and what can be done in it, in a few lines; empty where nobody has written them.
pub fn primer(line: &dyn AnyLine) -> Vec<String> {
    if let Some(position) = line.position().downcast_ref::<PolarDareGame>() {
        floes::primer(position)
    } else if let Some(position) = line.position().downcast_ref::<PiecepackGame>() {
        floes::primer(position)
    } else {
        Vec::new()
    }
}

/// What a player should know before doing something.
pub struct Warning {
    /// What it leads to.
    pub text: String,
    /// Does it hurt nobody but the player, so that it may be a slip?
    pub is_slip: bool,
}

/// What a legal action leads to, if a player should know before doing it.
pub fn warning(line: &dyn AnyLine, words: &str) -> Option<Warning> {
    if let Some(position) = line.position().downcast_ref::<PolarDareGame>() {
        floes::warning(position, words)
    } else if let Some(position) = line.position().downcast_ref::<PiecepackGame>() {
        floes::warning(position, words)
    } else {
        None
    }
}
