//! An experiment as somebody asks for it, and the plan that comes of it, or everything that is wrong with it.

use std::fmt;
use std::path::PathBuf;

use serde_json::{Map, Value};

use super::cells::Cells;
use super::plan::{Amount, Plan};
use super::sweep::Sweep;

/// No experiment has more cells.
pub const MOST_CELLS: usize = 100_000;
/// No experiment has more matches.
pub const MOST_MATCHES: u64 = 1_000_000_000;
/// A match is left after this many steps if nobody says otherwise.
pub const USUAL_MOST: usize = 100_000;
/// How many matches a cell has if nobody says otherwise.
const USUAL_MATCHES: u64 = 100;
/// With a precision, no cell has more matches than this if nobody says otherwise.
const USUAL_MOST_MATCHES: u64 = 100_000;
/// The deals of a block where a precision is asked for.
const PRECISE_BLOCK: u64 = 50;
/// A cell with so many matches has as many blocks as there are here, if no block gets larger than the largest.
const BLOCKS: u64 = 100;
const LARGEST_BLOCK: u64 = 1_000;

/// Where something was asked for: a line of a file, or a flag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place(pub String);

/// Something that was asked for, and where.
#[derive(Clone, PartialEq, Debug)]
pub struct At<T> {
    /// Where.
    pub place: Place,
    /// What.
    pub value: T,
}

/// What is wrong with an experiment, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bad {
    /// Where.
    pub place: Place,
    /// What.
    pub what: String,
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place.0, self.what)
    }
}

impl std::error::Error for Bad {}

impl Place {
    /// Says that something is wrong here.
    pub fn bad(&self, what: impl fmt::Display) -> Bad {
        Bad { place: self.clone(), what: what.to_string() }
    }
}

impl<T> At<T> {
    /// Says that something is wrong here.
    pub fn bad(&self, what: impl fmt::Display) -> Bad {
        self.place.bad(what)
    }
}

/// Which seats are asked for.
#[derive(Clone, PartialEq, Debug)]
pub enum Seats {
    /// Every number that the game allows.
    All,
    /// These.
    List(Vec<At<u64>>),
}

/// One grid: every combination of what stands in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    /// Where it stands.
    pub place: Place,
    /// The games.
    pub games: Vec<At<String>>,
    /// How many seats; nothing for the usual number.
    pub seats: Option<Seats>,
    /// Sets of options; nothing for the usual ones.
    pub options: Vec<At<Map<String, Value>>>,
    /// Options that are tried out.
    pub sweep: Option<At<Sweep>>,
    /// Files about boxes; `none` is what is proposed.
    pub boxes: Vec<At<String>>,
    /// The bots: one for all seats, or one for each.
    pub bots: Vec<At<Vec<String>>>,
}

/// An experiment as somebody asks for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    /// Where it stands.
    pub place: Place,
    /// Its grids; cells that stand in several of them are played once.
    pub grids: Vec<Grid>,
    /// How many matches of each cell.
    pub matches: Option<At<u64>>,
    /// How narrow the intervals of win rates have to be.
    pub precision: Option<At<f64>>,
    /// How narrow the intervals of mean scores have to be.
    pub score_precision: Option<At<f64>>,
    /// With a precision: no more matches than this.
    pub most_matches: Option<At<u64>>,
    /// A match is left after this many steps.
    pub most: Option<At<u64>>,
    /// The text that all dice follow from.
    pub seed: Option<String>,
    /// How many matches of each cell are analysed.
    pub analyse: Option<At<u64>>,
    /// The deals of a block.
    pub block: Option<At<u64>>,
    /// Boxes are looked for here.
    pub folder: PathBuf,
}

impl Draft {
    /// An experiment that asks for nothing yet.
    pub fn empty(place: Place) -> Draft {
        Draft {
            place,
            grids: Vec::new(),
            matches: None,
            precision: None,
            score_precision: None,
            most_matches: None,
            most: None,
            seed: None,
            analyse: None,
            block: None,
            folder: PathBuf::new(),
        }
    }

    /// Returns the plan. Nothing runs before all of it was looked at.
    ///
    /// # Errors
    ///
    /// Says what is wrong and where: unknown names, what no game allows, a grid that is empty or too large.
    pub fn plan(&self) -> Result<Plan, Bad> {
        let amount = self.amount()?;
        let mut cells = Cells::new(self);
        for grid in &self.grids {
            cells.add_grid(grid)?;
        }
        let cells = cells.in_order();
        let Some(first) = self.grids.first().filter(|_| !cells.is_empty()) else {
            return Err(self.place.bad("the grid is empty: name at least one game in `games`"));
        };
        let matches = amount.most().saturating_mul(cells.len() as u64);
        if matches > MOST_MATCHES {
            let what = format!(
                "{} cells of up to {} matches are {matches} matches; an experiment has at most {MOST_MATCHES}",
                cells.len(),
                amount.most()
            );
            return Err(first.place.bad(what));
        }
        Ok(Plan {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed.clone().unwrap_or_else(|| "0".to_owned()),
            block: self.block(&amount)?,
            most: self.steps()?,
            analyse: self.analyse.as_ref().map_or(0, |analyse| analyse.value),
            amount,
            cells,
        })
    }

    fn amount(&self) -> Result<Amount, Bad> {
        let precise = self.precision.as_ref().or(self.score_precision.as_ref());
        if let (Some(most), None) = (&self.most_matches, precise) {
            return Err(most.bad("`most_matches` goes with a precision; `matches` says how many there are"));
        }
        match (&self.matches, precise) {
            (Some(matches), None) => Ok(Amount::Matches(positive(matches, "matches")?)),
            (None, Some(_)) => self.precise(),
            (Some(_), Some(precise)) => {
                Err(precise.bad("either `matches` or a precision decides how much is played, not both"))
            }
            (None, None) => Ok(Amount::Matches(USUAL_MATCHES)),
        }
    }

    fn precise(&self) -> Result<Amount, Bad> {
        let width = |given: &Option<At<f64>>, most: f64, what: &str| match given {
            Some(width) if !(width.value > 0.0 && width.value < most) => {
                Err(width.bad(format!("it is half the width of an interval: {what}")))
            }
            width => Ok(width.as_ref().map(|width| width.value)),
        };
        Ok(Amount::Precision {
            wins: width(&self.precision, 0.5, "a share such as 0.02, above 0 and below 0.5")?,
            score: width(&self.score_precision, 1e6, "points, above 0")?,
            most_matches: match &self.most_matches {
                Some(most) => positive(most, "most_matches")?,
                None => USUAL_MOST_MATCHES,
            },
        })
    }

    fn block(&self, amount: &Amount) -> Result<u64, Bad> {
        match (&self.block, amount) {
            (Some(block), _) => positive(block, "block"),
            (None, Amount::Matches(matches)) => Ok(matches.div_ceil(BLOCKS).clamp(1, LARGEST_BLOCK)),
            (None, Amount::Precision { .. }) => Ok(PRECISE_BLOCK),
        }
    }

    fn steps(&self) -> Result<usize, Bad> {
        let Some(most) = &self.most else { return Ok(USUAL_MOST) };
        let steps = usize::try_from(positive(most, "most")?).ok().filter(|&steps| steps <= 1_000_000);
        steps.ok_or_else(|| most.bad("a match has at most 1000000 steps"))
    }
}

fn positive(given: &At<u64>, name: &str) -> Result<u64, Bad> {
    match given.value {
        0 => Err(given.bad(format!("`{name}` has to be at least 1"))),
        number if number > MOST_MATCHES => Err(given.bad(format!("`{name}` is {number}; at most {MOST_MATCHES}"))),
        number => Ok(number),
    }
}
