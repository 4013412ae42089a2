//! What the bots know about each game beside its rules.

pub mod floes;
pub mod ice_breakers;
pub mod polar_roller;
pub mod rescue_polar_bears;
