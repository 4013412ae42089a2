//! The rules of the games, one folder each.

pub mod floes;
pub mod rescue_polar_bears;
