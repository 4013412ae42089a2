//! An experiment on a command line: the same fields as in a file.

use std::fmt::Display;

use polynya_lab::experiment::{At, Bad, Draft, Grid, Place, Seats, Sweep, file};
use serde_json::Value;

use crate::failure::Failure;
use crate::options::read_file;

/// The grid, and how much is played of it.
#[derive(clap::Args)]
pub struct GridArgs {
    /// How many seats play: numbers, or `all`; default: the game's usual number.
    #[arg(long)]
    seats: Option<String>,
    /// A set of options as a JSON object; may be given several times.
    #[arg(long, value_name = "JSON")]
    options: Vec<String>,
    /// Options that are tried out: `all` (every set of the variants), `alone`, `pairs`, names with commas, or one name
    /// with values, such as `start_temperature=4,8,12`; may be given several times.
    #[arg(long)]
    sweep: Vec<String>,
    /// A file about a box; `none` is what is proposed. May be given several times.
    #[arg(long = "box", value_name = "FILE")]
    boxes: Vec<String>,
    /// The bots, each on all seats; `easy:hard` has one a seat. Default: `greedy`.
    #[arg(long, value_delimiter = ',')]
    bots: Vec<String>,
    /// How many matches of each cell; default: 100.
    #[arg(long, value_name = "N")]
    matches: Option<u64>,
    /// Play until every 95% interval of a win rate is this narrow on either side, such as 0.02.
    #[arg(long, value_name = "SHARE")]
    precision: Option<f64>,
    /// Play until every 95% interval of a mean score is this narrow on either side.
    #[arg(long, value_name = "POINTS")]
    score_precision: Option<f64>,
    /// With a precision: no more matches of a cell than this; default: 100000.
    #[arg(long, value_name = "N")]
    most_matches: Option<u64>,
    /// Leave a match after this many steps; it is counted as unfinished. Default: 100000.
    #[arg(long, value_name = "N")]
    most: Option<u64>,
    /// Any text; the dice of every match follow from it and the match's number. Default: `0`.
    #[arg(long)]
    seed: Option<String>,
    /// How many matches of each cell are analysed for luck and skill, which takes much longer; default: 0.
    #[arg(long, value_name = "N")]
    analyse: Option<u64>,
    /// How many deals a block has; what is finished is kept block by block.
    #[arg(long, value_name = "N")]
    block: Option<u64>,
}

impl GridArgs {
    fn is_empty(&self) -> bool {
        self.seats.is_none()
            && self.options.is_empty()
            && self.sweep.is_empty()
            && self.boxes.is_empty()
            && self.bots.is_empty()
            && self.seed.is_none()
            && self.precision.or(self.score_precision).is_none()
            && [self.matches, self.most_matches, self.most, self.analyse, self.block].iter().all(Option::is_none)
    }
}

/// Returns the experiment that is asked for.
pub fn draft(what: &str, args: &GridArgs) -> Result<Draft, Failure> {
    if what.ends_with(".toml") {
        if !args.is_empty() {
            return Err(Failure::input(format!("{what} says what is played; write it there and not in flags")));
        }
        return file::read(what, &read_file(what)?).map_err(Failure::input);
    }
    from_flags(what, args).map_err(Failure::input)
}

fn place(flag: &str) -> Place {
    Place(flag.to_owned())
}

fn at<T>(flag: &str, value: T) -> At<T> {
    At { place: place(flag), value }
}

fn from_flags(games: &str, args: &GridArgs) -> Result<Draft, Bad> {
    let mut draft = Draft::empty(place("lab run"));
    let number = |flag: &str, number: Option<u64>| number.map(|number| at(flag, number));
    draft.matches = number("--matches", args.matches);
    draft.most_matches = number("--most-matches", args.most_matches);
    draft.most = number("--most", args.most);
    draft.analyse = number("--analyse", args.analyse);
    draft.block = number("--block", args.block);
    draft.precision = args.precision.map(|width| at("--precision", width));
    draft.score_precision = args.score_precision.map(|width| at("--score-precision", width));
    draft.seed.clone_from(&args.seed);
    draft.grids.push(Grid {
        place: place("lab run"),
        games: games.split(',').map(|game| at("lab run", game.to_owned())).collect(),
        seats: args.seats.as_deref().map(seats).transpose()?,
        options: args.options.iter().map(|json| options(json)).collect::<Result<_, Bad>>()?,
        sweep: if args.sweep.is_empty() { None } else { Some(at("--sweep", sweep(&args.sweep)?)) },
        boxes: args.boxes.iter().map(|file| at("--box", file.clone())).collect(),
        bots: args.bots.iter().map(|bots| at("--bots", bots.split(':').map(str::to_owned).collect())).collect(),
    });
    Ok(draft)
}

fn seats(text: &str) -> Result<Seats, Bad> {
    if text == "all" {
        return Ok(Seats::All);
    }
    let number = |text: &str| match text.trim().parse() {
        Ok(number) => Ok(at("--seats", number)),
        Err(_) => Err(place("--seats").bad("numbers with commas, such as 2,3, or all")),
    };
    Ok(Seats::List(text.split(',').map(number).collect::<Result<_, Bad>>()?))
}

fn options(json: &str) -> Result<At<serde_json::Map<String, Value>>, Bad> {
    let wrong = |what: &dyn Display| place("--options").bad(what);
    match serde_json::from_str(json) {
        Ok(Value::Object(options)) => Ok(at("--options", options)),
        Ok(_) => Err(wrong(&"a set of options is a JSON object, such as {\"pack_ice\":true}")),
        Err(error) => Err(wrong(&format!("not JSON: {error}"))),
    }
}

fn sweep(given: &[String]) -> Result<Sweep, Bad> {
    if let [one] = given {
        match one.as_str() {
            "all" => return Ok(Sweep::All),
            "alone" => return Ok(Sweep::Alone),
            "pairs" => return Ok(Sweep::Pairs),
            _ => {}
        }
    }
    let mut these = Vec::new();
    for text in given {
        match text.split_once('=') {
            Some((name, values)) => {
                let values = values.split(',').map(value).collect();
                these.push(at("--sweep", (name.to_owned(), Some(values))));
            }
            None => these.extend(text.split(',').map(|name| at("--sweep", (name.to_owned(), None)))),
        }
    }
    Ok(Sweep::These(these))
}

/// Reads a value as JSON, or as a text without quotation marks.
fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}
