//! Drawings of positions for the terminal, one file a game.

mod ice_breakers;

use polynya_catalog::AnyLine;
use polynya_games::ice_breakers::IceBreakers;

/// The position as a drawing; in words where a game has no drawing.
pub fn draw(line: &dyn AnyLine) -> String {
    if let Some(position) = line.position().downcast_ref::<IceBreakers>() {
        ice_breakers::draw(position)
    } else {
        line.describe()
    }
}
