//! Reading records from files: one JSON object, or one a line.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;

use polynya_engine::Record;

use crate::failure::Failure;
use crate::output::note;

/// The longest record that is read, in bytes: a match of a million steps is a tenth of it.
const MAX_RECORD: u64 = 256 << 20;

/// Returns the folder in which the program keeps what is this person's; none where the system names no home.
pub fn state_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = folder("XDG_STATE_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/state")));
    state.map(|state| state.join("polynya"))
}

/// Calls `each` with every record of a file (`-` is the standard input), with where it stands, or with what is wrong,
/// until it breaks off.
pub fn each_record(
    file: &str,
    mut each: impl FnMut(String, Result<Record, String>) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    each_line(file, |place, line| each(place, parse(line)))
}

/// Calls `each` with the text of every record of a file, with where it stands, until it breaks off.
fn each_line(
    file: &str,
    mut each: impl FnMut(String, &[u8]) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    let mut reader = open(file)?;
    let (mut number, mut first) = (0, true);
    let mut line = Vec::new();
    loop {
        line.clear();
        number += 1;
        read_line(file, &mut reader, &mut line)?;
        if line.is_empty() {
            return Ok(());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        // One object may stand on several lines, but only alone in its file.
        if std::mem::take(&mut first) && is_begun(&line) {
            let mut rest = Vec::new();
            limited(&mut reader).read_to_end(&mut rest).map_err(|error| Failure::in_file(file, error))?;
            check_length(file, rest.len())?;
            let whole = [line.as_slice(), &rest].concat();
            if is_value(&whole) || !rest.split(|&byte| byte == b'\n').any(is_object) {
                return each(file.to_owned(), &whole).map(|_| ());
            }
            reader = Box::new(std::io::Cursor::new(rest));
        }
        if each(format!("{file}:{number}"), &line)?.is_break() {
            return Ok(());
        }
    }
}

/// Which record of a file is wanted.
#[derive(clap::Args)]
pub struct Which {
    /// Which match of a file with many, from 1 [default: the first, and it is said how many there are]
    #[arg(id = "match", long = "match", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
}

impl Which {
    /// Was a record named?
    pub fn is_given(&self) -> bool {
        self.number.is_some()
    }

    /// Returns this record of a file, and how many others there are. Where nobody said which, and there are several, it
    /// is said which one it is.
    pub fn record(&self, file: &str) -> Result<(Record, u64), Failure> {
        let wanted = self.number.unwrap_or(1);
        let (mut count, mut found) = (0, None);
        each_line(file, |place, line| {
            count += 1;
            if count == wanted {
                found = Some(parse(line).map_err(|what| Failure::in_file(&place, what)));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let Some(found) = found else {
            let what = match count {
                0 => "the file holds no record".to_owned(),
                1 => format!("there is no match {wanted}; the file holds one"),
                count => format!("there is no match {wanted}; the file holds {count}"),
            };
            return Err(Failure::in_file(file, what));
        };
        if self.number.is_none() && count > 1 {
            note(format_args!("{file}: this is match 1 of {count}; choose another one with --match N"));
        }
        Ok((found?, count - 1))
    }
}

fn open(file: &str) -> Result<Box<dyn BufRead>, Failure> {
    if file == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let opened = File::open(file).map_err(|error| Failure::in_file(file, error))?;
    Ok(Box::new(BufReader::new(opened)))
}

fn read_line(file: &str, reader: &mut dyn BufRead, line: &mut Vec<u8>) -> Result<(), Failure> {
    limited(reader).read_until(b'\n', line).map_err(|error| Failure::in_file(file, error))?;
    check_length(file, line.len())
}

fn check_length(file: &str, length: usize) -> Result<(), Failure> {
    if length as u64 > MAX_RECORD {
        return Err(Failure::in_file(file, format!("a record is longer than {} MB", MAX_RECORD >> 20)));
    }
    Ok(())
}

fn limited(reader: &mut dyn BufRead) -> std::io::Take<&mut dyn BufRead> {
    reader.take(MAX_RECORD + 1)
}

fn parse(line: &[u8]) -> Result<Record, String> {
    let text = str::from_utf8(line).map_err(|error| format!("not UTF-8 text: {error}"))?;
    Record::read(text).map_err(|error| error.to_string())
}

/// Is this a whole JSON value?
fn is_value(text: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok()
}

/// Is this line a whole JSON object by itself?
fn is_object(line: &[u8]) -> bool {
    line.starts_with(b"{") && is_value(line)
}

/// Does this line begin a JSON value that ends on a later one?
fn is_begun(line: &[u8]) -> bool {
    matches!(serde_json::from_slice::<serde::de::IgnoredAny>(line), Err(error) if error.is_eof())
}
