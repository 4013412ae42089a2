//! What search alone does not see, one file a game.

pub mod ice_breakers;
