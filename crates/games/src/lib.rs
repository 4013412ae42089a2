//! The rules of the games, one folder each.

pub mod floes;
pub mod polar_roller;
pub mod rescue_polar_bears;
