//! Drawings of positions for the terminal, one file a game.

mod floes;
mod ice_breakers;
mod polar_roller;
mod rescue_polar_bears;

use polynya_catalog::{AnyMatch, Screen};
use polynya_engine::Seat;

use crate::dress::Dress;

/// The terminal, as a screen that shows matches.
pub struct Terminal;

impl Screen for Terminal {
    type Picture = dyn Drawing;
    type Change = ();
    type Memory = ();
}

/// How a position shows itself in the terminal.
pub trait Drawing {
    /// Returns the position of this match as a drawing that also says who plays each seat, with the pieces that were chosen;
    /// `None` where words show it better.
    fn draw(&self, table: &dyn AnyMatch<Terminal>, players: &[String], dress: &Dress) -> Option<String>;

    /// Returns what stands beside a legal action in the list of moves, if anything does: `+3`.
    fn mark(&self, seat: Seat, words: &str) -> Option<String> {
        let _ = (seat, words);
        None
    }
}
