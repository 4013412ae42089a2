#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod floes;
pub mod ice_breakers;
pub mod polar_roller;
pub mod rescue_polar_bears;
