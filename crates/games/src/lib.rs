//! The rules of the games, one folder each.

pub mod floes;
pub mod ice_breakers;
pub mod polar_roller;
pub mod rescue_polar_bears;
