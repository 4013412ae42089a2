//! The example of `docs/how-to-add-a-game.md`: a whole small game, which is not in the list for players.
//!
//! `polynya-example` is the program `polynya` with this one game more.

mod drawing;
mod listing;
pub mod thin_ice;
mod view;

pub use listing::THIN_ICE;
