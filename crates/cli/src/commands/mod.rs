//! The commands, one file each.

pub mod admin;
pub mod analyse;
pub mod archive;
pub mod arena;
pub mod atlas;
pub mod backup;
pub mod bench;
pub mod boxes;
pub mod calibrate;
pub mod check;
pub mod games;
pub mod lab;
pub mod learn;
pub mod learned;
pub mod legal;
pub mod load;
mod matches;
pub mod online;
pub mod perft;
pub mod play;
pub mod puzzles;
pub mod replay;
mod report;
pub mod rules;
pub mod serve;
pub mod shell;
pub mod sim;
pub mod tune;
pub mod verify;

use std::time::Duration;

use crate::failure::Failure;

/// Returns how long to measure: what the environment says, but at least this long, or the usual time.
fn seconds(usual: Duration, least: Duration) -> Result<Duration, Failure> {
    let Some(text) = std::env::var_os("SECS") else { return Ok(usual) };
    let text = text.to_string_lossy();
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|&time| time >= least)
        .ok_or_else(|| Failure::input(format!("SECS is `{}`; it takes a number of seconds", text.escape_debug())))
}
