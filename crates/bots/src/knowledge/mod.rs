//! What search alone does not see, one file a game.

pub mod polar_roller;
