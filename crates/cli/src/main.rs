//! The program `polynya`.

use std::process::ExitCode;

use polynya::Library;

/// A table's moves are many small texts that end in another thread than they began in.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    polynya::run(Library::default())
}
