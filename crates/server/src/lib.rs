//! Tables on the web.

pub mod protocol;
pub mod store;
pub mod views;
