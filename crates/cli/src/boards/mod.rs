//! Drawings of positions for the terminal, one file a game.

mod floes;
mod ice_breakers;
mod polar_roller;
mod rescue_polar_bears;

use polynya_catalog::{AnyMatch, Screen};

/// The terminal, as a screen that shows matches.
pub struct Terminal;

impl Screen for Terminal {
    type Picture = dyn Drawing;
    type Change = ();
    type Memory = ();
}

/// How a position shows itself in the terminal.
pub trait Drawing {
    /// Returns the position of this match as a drawing that also says who plays each seat; `None` where words show it
    /// better.
    fn draw(&self, table: &dyn AnyMatch<Terminal>, players: &[String]) -> Option<String>;

    /// Returns how this match is won and what can be done in it, in a few lines.
    fn primer(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns what a legal action leads to, if a player should know before doing it.
    fn warning(&self, words: &str) -> Option<Warning> {
        let _ = words;
        None
    }
}

/// What a player should know before doing something.
pub struct Warning {
    /// What it leads to.
    pub text: String,
    /// Does it hurt nobody but the player, so that it may be a slip?
    pub is_slip: bool,
}
