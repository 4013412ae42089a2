//! Writing to the standard output without a panic when nobody reads it.

use std::fmt;
use std::io::Write;

use crate::failure::Failure;

/// Writes one line; colours are dropped where they cannot be seen.
pub fn line(text: fmt::Arguments<'_>) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(())
}

/// Writes one line to the standard error; where even that cannot be written, there is nobody to tell.
pub fn note(text: fmt::Arguments<'_>) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Prints a line like `println!`, but returns what went wrong instead of panicking.
macro_rules! say {
    ($($words:tt)*) => {
        $crate::output::line(format_args!($($words)*))
    };
}

pub(crate) use say;
