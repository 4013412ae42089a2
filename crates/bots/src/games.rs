//! How each game is evaluated and planned, beyond its rules.

pub mod floes;
pub mod ice_breakers;
pub mod polar_roller;
pub mod rescue_polar_bears;
