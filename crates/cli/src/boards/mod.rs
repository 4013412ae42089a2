//! Drawings of positions for the terminal, one file a game.

use polynya_catalog::AnyLine;

/// The position as a drawing; in words where a game has no drawing.
pub fn draw(line: &dyn AnyLine) -> String {
    line.describe()
}
