//! The program `polynya` with one game more.

use std::process::ExitCode;

use polynya::Library;
use polynya_example::THIN_ICE;

fn main() -> ExitCode {
    let Library { terminal, browser } = Library::default();
    polynya::run(Library { terminal: terminal.with(&THIN_ICE), browser: browser.with(&THIN_ICE) })
}
