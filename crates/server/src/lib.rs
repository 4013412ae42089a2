//! Tables on the web.

pub mod protocol;
pub mod views;
