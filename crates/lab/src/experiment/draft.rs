//! An experiment as somebody asks for it, and the plan that comes of it, or everything that is wrong with it.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;

use polynya_catalog::{AnyGame, CatalogError, Listing, Visitor, game_of_box, headless, ids, visit};
use polynya_engine::{Complete, Encode};
use serde_json::{Map, Value};

use super::plan::{Amount, Cell, Plan};
use super::sweep::{Sweep, sets};

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
        let mut cells = Cells { draft: self, order: Vec::new(), known: HashMap::new() };
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

/// The cells of an experiment, as they come.
struct Cells<'a> {
    draft: &'a Draft,
    order: Vec<(Key, Cell)>,
    /// Which cell plays the same match.
    known: HashMap<Vec<u8>, usize>,
}

/// By what cells are ordered: the game in the list of games, seats, number of options, and their texts.
type Key = (usize, u8, usize, String);

impl Cells<'_> {
    fn add_grid(&mut self, grid: &Grid) -> Result<(), Bad> {
        if grid.games.is_empty() {
            return Err(grid.place.bad("the grid is empty: name at least one game in `games`"));
        }
        let boxes = self.boxes(grid)?;
        for name in &grid.games {
            let game = headless().get(&name.value).map_err(|error| name.bad(error))?;
            let own: Vec<Option<Value>> = match boxes.iter().filter(|(of, _)| of == &name.value).count() {
                0 => vec![None],
                _ => boxes.iter().filter(|(of, _)| of == &name.value).map(|(_, value)| value.clone()).collect(),
            };
            let sets = sets(game.info(), grid)?;
            let seats = seats_of(game, grid, name)?;
            let count = seats.len() * sets.len() * own.len() * grid.bots.len().max(1);
            if self.order.len().saturating_add(count) > MOST_CELLS {
                return Err(name.bad(format!("the grid has more than {MOST_CELLS} cells; leave something out")));
            }
            for seats in &seats {
                for set in &sets {
                    for contents in &own {
                        self.add_bots(grid, name, seats, set, contents.as_ref())?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds a cell for every choice of bots.
    fn add_bots(
        &mut self,
        grid: &Grid,
        game: &At<String>,
        seats: &At<u8>,
        set: &At<Map<String, Value>>,
        contents: Option<&Value>,
    ) -> Result<(), Bad> {
        let usual = [At { place: game.place.clone(), value: vec![polynya_catalog::QUICK_BOT.to_owned()] }];
        for bots in if grid.bots.is_empty() { &usual[..] } else { &grid.bots[..] } {
            let seated = match &bots.value[..] {
                [one] => vec![one.clone(); usize::from(seats.value)],
                many => many.to_vec(),
            };
            let mut cell = Cell {
                game: game.value.clone(),
                rules: 0,
                seats: seats.value,
                options: set.value.clone(),
                contents: contents.cloned(),
                bots: seated,
                also: Vec::new(),
            };
            let same = self.judge(&mut cell, seats, set, bots)?;
            self.add(cell, same);
        }
        Ok(())
    }

    fn add(&mut self, mut cell: Cell, same: Vec<u8>) {
        match self.known.get(&same) {
            Some(&at) => {
                let known = &mut self.order[at].1;
                if known.options == cell.options {
                    return;
                }
                // The set with the fewest options gives its name.
                let place = |options: &Map<String, Value>| (options.len(), super::plan::options_in_words(options));
                if place(&cell.options) < place(&known.options) {
                    std::mem::swap(&mut known.options, &mut cell.options);
                }
                if !known.also.contains(&cell.options) {
                    known.also.push(cell.options);
                    known.also.sort_by_key(place);
                }
            }
            None => {
                self.known.insert(same, self.order.len());
                self.order.push(((0, 0, 0, String::new()), cell));
            }
        }
    }

    fn in_order(mut self) -> Vec<Cell> {
        let place = |cell: &Cell| ids().iter().position(|id| *id == cell.game).unwrap_or(usize::MAX);
        for (key, cell) in &mut self.order {
            *key = (place(cell), cell.seats, cell.options.len(), cell.id());
        }
        self.order.sort_by(|one, other| one.0.cmp(&other.0));
        self.order.into_iter().map(|(_, cell)| cell).collect()
    }

    /// Judges a cell, leaves out what is as usual, and returns bytes that it shares with cells that play the same match.
    fn judge(
        &self,
        cell: &mut Cell,
        seats: &At<u8>,
        set: &At<Map<String, Value>>,
        bots: &At<Vec<String>>,
    ) -> Result<Vec<u8>, Bad> {
        if let Some(timed) = cell.bots.iter().find(|bot| bot.contains('@')) {
            let what = "plays by the clock, so that no two machines would find the same; name it without a budget";
            return Err(bots.bad(format!("`{timed}` {what}")));
        }
        let found = visit(&cell.game, Judge { cell }).map_err(|error| set.bad(error))?;
        match found {
            Ok(judged) => {
                (cell.options, cell.rules) = (judged.options, judged.rules);
                let contents = cell.contents.as_ref().map(Value::to_string).unwrap_or_default();
                let table = format!("{}/{}/{}/{contents}/", cell.game, cell.seats, cell.bots.join(","));
                let mut same = table.into_bytes();
                same.extend(judged.position);
                Ok(same)
            }
            Err(Wrong::Options(error)) => Err(set.bad(error)),
            Err(Wrong::Seats(error)) => Err(seats.bad(error)),
            Err(Wrong::Bots(error)) => Err(bots.bad(error)),
        }
    }

    /// Reads the boxes of a grid: for which game each is, and its contents; nothing where those that are proposed are
    /// asked for.
    fn boxes(&self, grid: &Grid) -> Result<Vec<(String, Option<Value>)>, Bad> {
        let mut boxes = Vec::new();
        for file in &grid.boxes {
            if file.value == "none" {
                boxes.extend(grid.games.iter().map(|game| (game.value.clone(), None)));
                continue;
            }
            let path = self.draft.folder.join(&file.value);
            let text = std::fs::read_to_string(&path).map_err(|error| file.bad(format!("{}: {error}", file.value)))?;
            let wrong = |line: usize, what: &str| file.bad(format!("{}:{line}: {what}", file.value));
            let of = game_of_box(&text).map_err(|mistake| wrong(mistake.line, &mistake.what))?;
            let of = of.ok_or_else(|| wrong(1, "the file does not say for which game it is"))?;
            if !grid.games.iter().any(|game| game.value == of) {
                return Err(file.bad(format!("{} is a box of {of}, which is not among the games", file.value)));
            }
            let game = headless().get(&of).map_err(|error| file.bad(error))?;
            let kind = game.contents().ok_or_else(|| file.bad(format!("the box of {of} cannot be entered")))?;
            let json = kind.read(&of, &text).map_err(|mistakes| {
                let first = &mistakes[0];
                wrong(first.line, &first.what)
            })?;
            boxes.push((of, Some(serde_json::from_str(&json).expect("a box is plain JSON"))));
        }
        Ok(boxes)
    }
}

/// Returns the numbers of seats that a grid asks for.
fn seats_of(game: &dyn AnyGame, grid: &Grid, name: &At<String>) -> Result<Vec<At<u8>>, Bad> {
    let info = game.info();
    let at = |place: &Place, value| At { place: place.clone(), value };
    let list = match &grid.seats {
        None => return Ok(vec![at(&name.place, info.usual_seats)]),
        Some(Seats::All) => return Ok(info.seats.clone().map(|seats| at(&name.place, seats)).collect()),
        Some(Seats::List(list)) => list,
    };
    let number = |seats: &At<u64>| match u8::try_from(seats.value).ok().filter(|number| info.seats.contains(number)) {
        Some(number) => Ok(at(&seats.place, number)),
        None => {
            let (least, most) = (info.seats.start(), info.seats.end());
            Err(seats.bad(format!("{} has {least} to {most} seats, not {}", info.id, seats.value)))
        }
    };
    list.iter().map(number).collect()
}

/// Looks at a cell with the types of its game.
struct Judge<'a> {
    cell: &'a Cell,
}

struct Judged {
    options: Map<String, Value>,
    rules: u16,
    position: Vec<u8>,
}

enum Wrong {
    Options(CatalogError),
    Seats(CatalogError),
    Bots(CatalogError),
}

impl Visitor for Judge<'_> {
    type Out = Result<Judged, Wrong>;

    fn visit<G: Complete>(self, listing: &'static Listing<G>) -> Result<Judged, Wrong> {
        let json = self.cell.options_json();
        let options = polynya_engine::read_options::<G>(&json).map_err(|error| Wrong::Options(error.into()))?;
        let fields = |options: &G::Options| match serde_json::to_value(options) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        let (mut given, usual) = (fields(&options), fields(&G::Options::default()));
        given.retain(|name, value| name != "box" && usual.get(name) != Some(value));
        let line = listing.line(&json, self.cell.seats).map_err(|error| match listing.line("{}", self.cell.seats) {
            Ok(_) => Wrong::Options(error),
            Err(error) => Wrong::Seats(error),
        })?;
        let bots: Vec<&str> = self.cell.bots.iter().map(String::as_str).collect();
        listing.team(&bots, self.cell.seats).map_err(Wrong::Bots)?;
        let mut position = Vec::new();
        Encode::to_bytes(line.position(), &mut position);
        Ok(Judged { options: given, rules: G::VERSION, position })
    }
}
