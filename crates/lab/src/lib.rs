//! The laboratory: how the numbers of the bots are found, and how strong the bots are.
//!
//! - Learning: [`adam`] trains networks, [`logistic`] fits linear models, [`sep_cma_es`] optimises what only whole matches
//!   can judge; [`tune`] applies them to the games.
//! - Truth: [`calibrate`] makes the chances that people are told those of matches.
//! - Experiments: [`experiment`] plays a grid of games, seats, options and bots, on one core or on many machines;
//!   [`measures`] says what is measured in a match, [`intervals`] how sure it is, [`atlas`] shows what is known of all
//!   games.
//! - Puzzles: [`puzzles`] finds them in bots' matches, and says who misses them.
//! - Measuring: [`sim`] plays series of matches, [`arena`] tournaments; [`elo`] and [`statistics`] say what their results
//!   mean.
//!
//! The program `polynya` uses this crate; the server does not.

#![forbid(unsafe_code)]

pub mod adam;
pub mod arena;
pub mod atlas;
pub mod calibrate;
pub mod elo;
pub mod experiment;
pub mod intervals;
pub mod logistic;
pub mod measures;
pub mod network;
pub mod parallel;
pub mod puzzles;
pub mod sep_cma_es;
pub mod series;
pub mod sim;
pub mod statistics;
pub mod tune;
