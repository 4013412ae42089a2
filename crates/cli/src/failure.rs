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
        Failure::Input(plain(&what.to_string()))
    }

    /// Returns the failure of bad input from this file.
    pub fn in_file(file: &str, what: impl fmt::Display) -> Failure {
        Failure::Input(plain(&format!("{file}: {what}")))
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

/// Leaves out the number by which the system knows an error: it says nothing that the words before it do not.
fn plain(text: &str) -> String {
    match text.rfind(" (os error ") {
        Some(at) => match text[at..].find(')') {
            Some(end) => format!("{}{}", &text[..at], &text[at + end + 1..]),
            None => text.to_owned(),
        },
        None => text.to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_have_no_numbers() {
        let error = io::Error::from_raw_os_error(2);
        assert_eq!(Failure::in_file("x.json", &error).to_string(), "x.json: No such file or directory");
        assert_eq!(Failure::input(format!("a: {error}; try b")).to_string(), "a: No such file or directory; try b");
    }
}
