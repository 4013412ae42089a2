//! `polynya calibrate`: makes the chances of analyses true, and says how true they are.

use std::fs;

use polynya_engine::Seed;
use polynya_lab::calibrate::{Report, Settings, calibrate, plot};

use super::matches::MatchArgs;
use crate::failure::Failure;
use crate::output::say;

/// Play matches between normal bots, fit how the judge of a game tells its chances, and prove it in other matches. Prints
/// the line for `crates/bots/src/calibration.txt` and the reliability of the chances.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  polynya calibrate polar-dare --games 400\n  \
                        polynya calibrate ice-breakers --options '{\"map\":\"hard\"}' --games 200 --svg hard.svg\n  \
                        polynya calibrate rescue-polar-bears --seats 3 --shipped")]
pub struct Args {
    #[command(flatten)]
    matches: MatchArgs,
    /// How many matches fit the calibration, and how many others prove it.
    #[arg(long, default_value_t = 200, value_parser = super::matches::count, allow_negative_numbers = true)]
    games: u64,
    /// Prove the calibration that the program has, and fit none.
    #[arg(long)]
    shipped: bool,
    /// Write the reliability as a plot to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
}

/// Calibrates a game and prints how true it is.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (info, seats) = args.matches.game()?;
    let (options, pool) = (args.matches.options()?, args.matches.pool()?);
    let seed = Seed::of(args.matches.seed());
    let (game, matches, shipped) = (info.id, args.games, args.shipped);
    let settings = Settings { game, options: &options, seats, matches, fresh: matches, seed, shipped };
    let report = calibrate(&settings, &pool)?;
    if args.matches.json {
        say!("{}", json(&report))?;
    } else {
        say!("{}", table(info.id, &report))?;
    }
    if let Some(file) = &args.svg {
        let name = format!("{seats} seats, {}", report.kind);
        let svg = plot(info.title, &[(name, report)]);
        fs::write(file, svg).map_err(|error| Failure::in_file(file, error))?;
    }
    Ok(())
}

fn table(game: &str, report: &Report) -> String {
    let Report { kind, seats, calibration, fitted, positions, brier, .. } = report;
    let mut text = format!(
        "{game} {seats} {kind} {:.4} {:.4}\n\n# fitted to {fitted} positions, proved by {positions} of other matches\n\
         # Brier score {:.4} without it, {:.4} with it\n# positions   told   came\n",
        calibration.intercept, calibration.slope, brier[0], brier[1]
    );
    for tenth in report.tenths.iter().filter(|tenth| tenth.count > 0.0) {
        let (told, came) = (100.0 * tenth.told(), 100.0 * tenth.came());
        text.push_str(&format!("# {:>9} {told:>5.1}% {came:>5.1}%\n", tenth.count));
    }
    text.push_str(&format!("# largest error of a tenth: {:.1} points", 100.0 * report.largest_error(100.0)));
    text
}

fn json(report: &Report) -> serde_json::Value {
    let tenths = report.tenths.iter().filter(|tenth| tenth.count > 0.0);
    let tenths =
        tenths.map(|tenth| serde_json::json!({"count": tenth.count, "told": tenth.told(), "came": tenth.came()}));
    serde_json::json!({
        "kind": report.kind, "seats": report.seats, "fitted": report.fitted, "positions": report.positions,
        "intercept": report.calibration.intercept, "slope": report.calibration.slope, "brier": report.brier,
        "tenths": tenths.collect::<Vec<_>>(),
    })
}
