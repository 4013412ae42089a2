//! Numbered clauses of a rule book.

use std::fmt::Debug;

/// A numbered clause of a game's rule book.
pub trait Clause: Copy + Eq + Debug + Send + Sync + 'static {
    /// All clauses that can refuse something.
    fn all() -> &'static [Self];
    /// Its number in the book, such as `4.2`.
    fn number(&self) -> &'static str;
    /// Its first sentence in the book.
    fn text(&self) -> &'static str;
}

/// Refuses by this clause, if something is so.
#[inline]
pub fn refuse_if<R: Clause>(so: bool, rule: R) -> Result<(), R> {
    if so { Err(rule) } else { Ok(()) }
}

/// Declares the clauses of a game: an enum with a number and a sentence each.
#[macro_export]
macro_rules! clauses {
    ($(#[$meta:meta])* $vis:vis enum $Rule:ident { $($Name:ident = $number:literal $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $Rule { $(#[doc = $text] $Name,)+ }

        impl $crate::Clause for $Rule {
            fn all() -> &'static [Self] {
                &[$($Rule::$Name,)+]
            }
            fn number(&self) -> &'static str {
                match self { $($Rule::$Name => $number,)+ }
            }
            fn text(&self) -> &'static str {
                match self { $($Rule::$Name => $text,)+ }
            }
        }
    };
}
