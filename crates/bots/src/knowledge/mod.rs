//! Bots that know one game each.

pub mod rescue_polar_bears;
