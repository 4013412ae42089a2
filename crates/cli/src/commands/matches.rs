//! What `sim` and `arena` share: which matches are played, and how.

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
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub most: usize,
    /// The result as one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Returns a count of matches as it is said.
pub fn matches(count: u64) -> String {
    if count == 1 { "1 match".to_owned() } else { format!("{count} matches") }
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
