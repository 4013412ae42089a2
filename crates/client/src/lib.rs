//! A client of tables on the web, for terminals, load generators and agents.
//!
//! [`Address`] says where a server or a table is, [`Guest`] is who asks, [`Connection`] speaks with a table and comes back
//! when it was cut off, [`Mirror`] is the match as it is told, [`Pinned`] is what is remembered of
//! its dice, and [`prove`] checks them. What is said is `polynya_server::protocol`.

mod address;
mod connection;
mod guest;
pub mod http;
mod mirror;
mod pin;
mod proof;
mod tls;

pub use address::{Address, TableAddress};
pub use connection::{Connection, Heard};
pub use guest::Guest;
pub use mirror::{Change, Mirror};
pub use pin::{Pin, Pinned, Standing};
pub use proof::{Link, command, prove};
