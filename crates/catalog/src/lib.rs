//! The one list of games and bots.
//!
//! Inside, everything is typed; at this crate's edge, everything is text and JSON. A new game joins [`GAMES`] with
//! one line and is then playable everywhere.

mod entry;
mod hint;
mod listing;
mod player;
mod series;
mod table;
mod trouble;

pub use entry::{BotInfo, Enough, Entry, Info, Kind, OptionInfo, Playouts, Values};
pub use hint::{Alternative, Hint};
pub use player::AnyPlayer;
pub use polynya_bots::Worth;
pub use series::{Keep, Played, Series};
pub use table::{AnyLine, AnyTable, Logged, Told};
pub use trouble::Trouble;

use polynya_engine::excerpt;

use listing::{ICE_BREAKERS, PIECEPACK_DARE, POLAR_DARE, POLAR_ROLLER, RESCUE_POLAR_BEARS};

/// Every game there is.
pub static GAMES: &[&dyn Entry] = &[&POLAR_DARE, &PIECEPACK_DARE, &RESCUE_POLAR_BEARS, &ICE_BREAKERS, &POLAR_ROLLER];

/// The game with this id.
pub fn game(id: &str) -> Result<&'static dyn Entry, Trouble> {
    GAMES.iter().copied().find(|entry| entry.info().id == id).ok_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|entry| entry.info().id).collect();
        Trouble::Unknown(format!("there is no game `{}`; the games are {}", excerpt(id), ids.join(", ")))
    })
}
