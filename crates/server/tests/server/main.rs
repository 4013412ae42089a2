//! The server over real sockets and with a real store, and what is generated from it.

mod bad_input;
mod common;
mod limits;
mod lobby;
mod openapi;
mod play;
mod protocol;
mod same_log;
mod secret;
mod simultaneous;
mod store;
mod undo;
