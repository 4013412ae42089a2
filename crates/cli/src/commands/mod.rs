//! The commands, one file each.

pub mod arena;
pub mod bench;
pub mod check;
pub mod games;
pub mod legal;
pub mod load;
pub mod perft;
pub mod play;
pub mod replay;
pub mod rules;
pub mod serve;
pub mod sim;
pub mod verify;
