//! Drawings of positions for the terminal, one file a game.

mod floes;
mod ice_breakers;
mod polar_roller;
mod rescue_polar_bears;

use std::any::Any;

use polynya_catalog::AnyLine;
use polynya_games::floes::{PiecepackGame, PolarDareGame};
use polynya_games::ice_breakers::IceBreakers;
use polynya_games::polar_roller::PolarRoller;
use polynya_games::rescue_polar_bears::RescuePolarBears;

/// How a game shows itself in the terminal.
pub trait Drawing {
    /// The position as a drawing that also says who plays each seat.
    fn draw(&self, line: &dyn AnyLine, players: &[String]) -> String;

    /// How this match is won and what can be done in it, in a few lines.
    fn primer(&self) -> Vec<String> {
        Vec::new()
    }

    /// What a legal action leads to, if a player should know before doing it.
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

type Finder = fn(&dyn Any) -> Option<&dyn Drawing>;

/// Every game that has a drawing.
const DRAWINGS: &[Finder] =
    &[find::<PolarDareGame>, find::<PiecepackGame>, find::<RescuePolarBears>, find::<IceBreakers>, find::<PolarRoller>];

fn find<G: Drawing + 'static>(position: &dyn Any) -> Option<&dyn Drawing> {
    position.downcast_ref::<G>().map(|drawing| drawing as &dyn Drawing)
}

fn drawing(line: &dyn AnyLine) -> Option<&dyn Drawing> {
    DRAWINGS.iter().find_map(|find| find(line.position()))
}

/// The position as a drawing; in words where a game has no drawing.
pub fn draw(line: &dyn AnyLine) -> String {
    draw_with(line, &[])
}

/// The position as a drawing that also says who plays each seat.
pub fn draw_with(line: &dyn AnyLine, players: &[String]) -> String {
    drawing(line).map_or_else(|| line.describe(), |drawing| drawing.draw(line, players))
}

/// How this match is won and what can be done in it; empty where nobody has written it.
pub fn primer(line: &dyn AnyLine) -> Vec<String> {
    drawing(line).map_or_else(Vec::new, Drawing::primer)
}

/// What a legal action leads to, if a player should know before doing it.
pub fn warning(line: &dyn AnyLine, words: &str) -> Option<Warning> {
    drawing(line)?.warning(words)
}
