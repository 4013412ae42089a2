//! What search alone does not see, game by game.

pub mod floes;
pub mod ice_breakers;
pub mod polar_roller;
