//! What is true of every game, and of some: rule books, conformance, encoding, counts of lines.

mod again;
mod book;
mod broken;
mod common;
mod conformance;
mod encoding;
mod fidelity;
mod perft;
mod polar_roller;
mod rescue_polar_bears;
