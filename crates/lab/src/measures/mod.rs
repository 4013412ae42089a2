//! What is measured in a match, each with its definition.
//!
//! [`facts`] walks through a match once and notes what can be counted; [`leads`] says who was ahead when; [`uses`] which
//! cards, ships and animals were used; [`luck`] how much of the result came from chance. Measures of many matches are
//! made of these by [`experiment`](crate::experiment).

pub mod facts;
pub mod leads;
pub mod luck;
pub mod uses;

pub use facts::Facts;
pub use leads::Leads;
pub use luck::Split;
pub use uses::Used;
