//! The server over real sockets and with a real store, and what is generated from it.

mod bad_input;
mod books;
mod common;
mod drafts;
mod empty_table;
mod english;
mod exactly_once;
mod failing_store;
mod golden;
mod health;
mod host;
mod limits;
mod lobby;
mod openapi;
mod play;
mod private;
mod protocol;
mod same_log;
mod seating;
mod secret;
mod set_up;
mod simultaneous;
mod store;
mod storm;
mod teammates;
mod undo;
