#![doc = include_str!("../README.md")]

pub mod floes;
pub mod ice_breakers;
pub mod polar_roller;
pub mod rescue_polar_bears;
