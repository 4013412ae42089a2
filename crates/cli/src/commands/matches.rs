//! What `sim` and `arena` share: which matches are played and how, where their records go, and what made a result.

use std::fs::{self, File, OpenOptions};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use polynya_catalog::{Info, Networks, headless};
use polynya_engine::Seed;
use polynya_lab::parallel::{self, ThreadPool};
use polynya_lab::series::{Series, series_with};

use crate::failure::Failure;
use crate::options::OptionArgs;

/// The matches of a command.
#[derive(clap::Args)]
pub struct MatchArgs {
    /// The game.
    pub game: String,
    /// How many seats play; default: the game's usual number.
    #[arg(long)]
    seats: Option<u8>,
    #[command(flatten)]
    options: OptionArgs,
    /// Any text; the dice of every match follow from it and the match's number.
    #[arg(long, default_value = "0")]
    seed: String,
    /// How many threads; default: all cores.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Abandon a match after this many steps; nobody has won it.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = steps)]
    pub most: usize,
    /// The result as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// What becomes of records that are there already.
#[derive(clap::Args, Clone, Copy)]
pub struct KeepArgs {
    /// Write over records that are there already.
    #[arg(long, requires = "records", conflicts_with = "append")]
    force: bool,
    /// Add to records that are there already.
    #[arg(long, requires = "records")]
    append: bool,
}

impl KeepArgs {
    /// Is it allowed to write records here? Asked before anything is played.
    pub fn check(self, path: &Path) -> Result<(), Failure> {
        let holds = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0);
        if !holds || self.force || self.append {
            return Ok(());
        }
        let what = "holds something already; --append adds to it, --force writes over it";
        Err(Failure::in_file(&path.to_string_lossy(), what))
    }

    /// Opens a file for records.
    pub fn open(self, path: &Path) -> std::io::Result<File> {
        let (append, empty) = (self.append, !self.append);
        OpenOptions::new().create(true).write(true).append(append).truncate(empty).open(path)
    }
}

/// Reads how many matches are asked for.
pub fn count(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|&count| count > 0).ok_or_else(|| "a whole number from 1".to_owned())
}

fn steps(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&count| count > 0).ok_or_else(|| "a whole number from 1".to_owned())
}

/// Returns a count of matches as it is said.
pub fn matches(count: u64) -> String {
    if count == 1 { "1 match".to_owned() } else { format!("{count} matches") }
}

/// Says what became of matches that have no single winner or none at all; nothing where all have one.
pub fn others(without_winner: u64, shared: u64, unfinished: u64) -> Vec<String> {
    let mut lines = Vec::new();
    if without_winner > 0 {
        lines.push(format!("{} ended without a winner", matches(without_winner)));
    }
    if shared > 0 {
        lines.push(format!("{} won together; each of the winners has its part of the win", matches(shared)));
    }
    if unfinished > 0 {
        let (were, is) = if unfinished == 1 { ("was", "it is") } else { ("were", "they are") };
        lines.push(format!("{} {were} left unfinished; {is} in no rate and no mean", matches(unfinished)));
    }
    lines
}

impl MatchArgs {
    /// Returns what is known about the game, and how many seats play.
    pub fn game(&self) -> Result<(&'static Info, u8), Failure> {
        let info = headless().get(&self.game)?.info();
        Ok((info, self.seats.unwrap_or(info.usual_seats)))
    }

    /// Prepares the matches between these bots, one for all seats or one for each.
    pub fn series(&self, seats: u8, bots: &[&str]) -> Result<Box<dyn Series>, Failure> {
        self.series_with(seats, bots, &Networks::new())
    }

    /// Prepares matches between bots that may carry these networks.
    pub fn series_with(&self, seats: u8, bots: &[&str], networks: &Networks) -> Result<Box<dyn Series>, Failure> {
        let options = self.options.json(&self.game)?;
        Ok(series_with(&self.game, &options, seats, bots, Seed::of(&self.seed), networks)?)
    }

    /// Returns the options as JSON.
    pub fn options(&self) -> Result<String, Failure> {
        self.options.json(&self.game)
    }

    /// Returns the text that all dice follow from.
    pub fn seed(&self) -> &str {
        &self.seed
    }

    /// Returns what made a result, as JSON: with it and the bots the same command can be given again.
    pub fn made_by(&self, seats: u8) -> Result<serde_json::Value, Failure> {
        let game = headless().get(&self.game)?;
        let options: serde_json::Value =
            serde_json::from_str(&self.options()?).map_err(|error| Failure::input(format!("--options: {error}")))?;
        Ok(serde_json::json!({
            "game": self.game, "rules": game.version(), "seats": seats, "options": options, "seed": self.seed,
            "most": self.most, "program": env!("CARGO_PKG_VERSION"),
        }))
    }

    /// Starts the threads.
    pub fn pool(&self) -> Result<ThreadPool, Failure> {
        parallel::pool(self.threads.map_or(0, usize::from)).map_err(Failure::input)
    }
}

/// Shows how many matches are over.
pub fn progress(matches: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40.cyan/blue} {pos}/{len} matches, {per_sec}, {eta} left");
    ProgressBar::new(matches).with_style(style.expect("the template is well written"))
}
