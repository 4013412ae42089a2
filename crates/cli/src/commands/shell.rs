//! What shells and manuals know about the program: completions and manual pages, made from its own arguments.

use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::failure::Failure;

/// Print what a shell needs to complete commands and flags.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  polynya completions bash > ~/.local/share/bash-completion/completions/polynya")]
pub struct CompletionArgs {
    /// The shell
    shell: Shell,
}

/// Write the manual pages into a folder.
#[derive(clap::Args)]
pub struct ManualArgs {
    /// The folder; it has to be there
    folder: PathBuf,
}

/// Prints the completions.
pub fn completions<C: CommandFactory>(args: &CompletionArgs) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut C::command(), "polynya", &mut text);
    Ok(std::io::Write::write_all(&mut std::io::stdout(), &text)?)
}

/// Writes the manual pages.
pub fn manual<C: CommandFactory>(args: &ManualArgs) -> Result<(), Failure> {
    let folder = args.folder.to_string_lossy();
    clap_mangen::generate_to(C::command().name("polynya"), &args.folder)
        .map_err(|error| Failure::in_file(&folder, error))
}
