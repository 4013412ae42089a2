//! The cells of a draft: what each grid asks for, judged by the game, equal ones once.

use std::collections::HashMap;

use polynya_catalog::{AnyGame, CatalogError, Listing, QUICK_BOT, Visitor, game_of_box, headless, ids, visit};
use polynya_engine::{Complete, Encode, read_options};
use serde_json::{Map, Value};

use super::draft::{At, Bad, Draft, Grid, MOST_CELLS, Place, Seats};
use super::plan::{Cell, options_in_words};
use super::sweep::sets;

/// The cells of an experiment, as they come.
pub(super) struct Cells<'a> {
    draft: &'a Draft,
    order: Vec<(Key, Cell)>,
    /// Which cell plays the same match.
    known: HashMap<Vec<u8>, usize>,
}

/// By what cells are ordered: the game in the list of games, seats, number of options, and their texts.
type Key = (usize, u8, usize, String);

impl<'a> Cells<'a> {
    pub(super) fn new(draft: &'a Draft) -> Cells<'a> {
        Cells { draft, order: Vec::new(), known: HashMap::new() }
    }

    pub(super) fn add_grid(&mut self, grid: &Grid) -> Result<(), Bad> {
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
        let usual = [At { place: game.place.clone(), value: vec![QUICK_BOT.to_owned()] }];
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
                let place = |options: &Map<String, Value>| (options.len(), options_in_words(options));
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

    /// Returns the cells in canonical order.
    pub(super) fn in_order(mut self) -> Vec<Cell> {
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
        let options = read_options::<G>(&json).map_err(|error| Wrong::Options(error.into()))?;
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
