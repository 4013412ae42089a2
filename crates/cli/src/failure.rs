//! How a command fails: in words, and with the exit code 2.

use std::fmt;
use std::io;
use std::process::ExitCode;

use polynya_catalog::CatalogError;
use polynya_engine::ParseError;

use crate::output::note;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// What came from outside is wrong; the words say what and where.
    Input(String),
    /// Everything was said already, line by line.
    Said,
    /// Whoever read our output has gone away, which is no error.
    NobodyListens,
}

impl Failure {
    /// Returns the failure of bad input, in words.
    pub fn input(what: impl fmt::Display) -> Failure {
        Failure::Input(what.to_string())
    }

    /// Returns the failure of bad input from this file.
    pub fn in_file(file: &str, what: impl fmt::Display) -> Failure {
        Failure::Input(format!("{file}: {what}"))
    }

    /// Says what failed and returns the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Input(what) => {
                note(format_args!("polynya: {what}"));
                ExitCode::from(2)
            }
            Failure::Said => ExitCode::from(2),
            Failure::NobodyListens => ExitCode::SUCCESS,
        }
    }
}

impl From<CatalogError> for Failure {
    fn from(error: CatalogError) -> Failure {
        Failure::input(error)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        Failure::input(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(what) => f.write_str(what),
            Failure::Said | Failure::NobodyListens => Ok(()),
        }
    }
}

/// Errors of writing to our own output; files name themselves with [`Failure::in_file`].
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyListens,
            _ => Failure::input(error),
        }
    }
}
