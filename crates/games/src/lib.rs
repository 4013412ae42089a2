//! The rules of the games, one folder each.

pub mod floes;
pub mod ice_breakers;
