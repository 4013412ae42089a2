//! An experiment in a TOML file.
//!
//! ```toml
//! games = ["piecepack-dare"]      # one name or several
//! seats = [2, 3, 4]               # or "all"; without it the usual number
//! sweep = "alone"                 # or "all", "pairs", names, or { deep_freeze = [false, true] }
//! bots = ["easy", ["easy", "hard"]]   # one for all seats, or one for each
//! matches = 1000                  # or precision = 0.02
//! ```
//!
//! `options = [{}, { pack_ice = true }]` names sets of options, `boxes = ["my-box.toml"]` files about boxes. Several
//! grids stand in `[[grid]]` tables, each with `games`, `seats`, `options`, `sweep`, `boxes` and `bots`.

use std::path::Path;

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::draft::{At, Bad, Draft, Grid, Place, Seats};
use super::sweep::Sweep;

/// What a grid may say.
const OF_GRID: [&str; 6] = ["games", "seats", "options", "sweep", "boxes", "bots"];
/// What stands beside the grids.
const OF_ALL: [&str; 8] =
    ["matches", "precision", "score_precision", "most_matches", "most", "seed", "analyse", "block"];
/// A file longer than this is not read.
const MOST_BYTES: usize = 1 << 20;

/// Reads an experiment from the text of a file with this name. Boxes are looked for beside it.
///
/// # Errors
///
/// Says what is wrong, and on which line.
pub fn read(name: &str, text: &str) -> Result<Draft, Bad> {
    let file = File { name, text };
    if text.len() > MOST_BYTES {
        return Err(file
            .at(0)
            .bad(format!("the file has {} bytes; an experiment has at most {MOST_BYTES}", text.len())));
    }
    let parsed = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        file.at(at).bad(error.message())
    })?;
    let table = parsed.get_ref();
    let mut draft = Draft::empty(file.at(0));
    draft.folder = Path::new(name).parent().map(Path::to_path_buf).unwrap_or_default();
    file.keys(table, &[&OF_GRID[..], &OF_ALL[..], &["grid"]].concat())?;
    if table.keys().any(|key| OF_GRID.contains(&key.get_ref().as_ref())) {
        draft.grids.push(file.grid(file.at(0), table)?);
    }
    if let Some(grids) = table.get("grid") {
        for grid in file.list(grids, "grid", "tables: write [[grid]]")? {
            let DeValue::Table(own) = grid.get_ref() else {
                return Err(file.place(grid).bad("`grid` is a list of tables: write [[grid]]"));
            };
            file.keys(own, &OF_GRID)?;
            draft.grids.push(file.grid(file.place(grid), own)?);
        }
    }
    file.amounts(table, &mut draft)?;
    Ok(draft)
}

struct File<'a> {
    name: &'a str,
    text: &'a str,
}

type Node<'a> = Spanned<DeValue<'a>>;

impl File<'_> {
    fn at(&self, byte: usize) -> Place {
        let line = 1 + self.text.as_bytes().iter().take(byte).filter(|&&byte| byte == b'\n').count();
        Place(format!("{}:{line}", self.name))
    }

    fn place<T>(&self, node: &Spanned<T>) -> Place {
        self.at(node.span().start)
    }

    fn keys(&self, table: &DeTable<'_>, known: &[&str]) -> Result<(), Bad> {
        match table.keys().find(|key| !known.contains(&key.get_ref().as_ref())) {
            Some(key) => {
                let what = format!("unknown key `{}`; here stand {}", key.get_ref(), known.join(", "));
                Err(self.place(key).bad(what))
            }
            None => Ok(()),
        }
    }

    fn amounts(&self, table: &DeTable<'_>, draft: &mut Draft) -> Result<(), Bad> {
        let number = |key: &str| table.get(key).map(|node| self.number(node, key)).transpose();
        let share = |key: &str| table.get(key).map(|node| self.decimal(node, key)).transpose();
        draft.matches = number("matches")?;
        draft.most_matches = number("most_matches")?;
        draft.most = number("most")?;
        draft.analyse = number("analyse")?;
        draft.block = number("block")?;
        draft.precision = share("precision")?;
        draft.score_precision = share("score_precision")?;
        draft.seed = match table.get("seed") {
            None => None,
            Some(node) => match node.get_ref() {
                DeValue::String(text) => Some(text.to_string()),
                DeValue::Integer(_) => Some(self.number(node, "seed")?.value.to_string()),
                _ => return Err(self.place(node).bad("`seed` is a text, such as seed = \"first\"")),
            },
        };
        Ok(())
    }

    fn grid(&self, place: Place, table: &DeTable<'_>) -> Result<Grid, Bad> {
        let names = |key: &str| match table.get(key) {
            Some(node) => self.names(node, key),
            None => Ok(Vec::new()),
        };
        Ok(Grid {
            place,
            games: names("games")?,
            seats: table.get("seats").map(|node| self.seats(node)).transpose()?,
            options: table.get("options").map(|node| self.options(node)).transpose()?.unwrap_or_default(),
            sweep: table.get("sweep").map(|node| self.sweep(node)).transpose()?,
            boxes: names("boxes")?,
            bots: table.get("bots").map(|node| self.bots(node)).transpose()?.unwrap_or_default(),
        })
    }

    /// Reads one name or a list of names, which is not empty.
    fn names(&self, node: &Node<'_>, key: &str) -> Result<Vec<At<String>>, Bad> {
        let name = |node: &Node<'_>| match node.get_ref() {
            DeValue::String(text) => Ok(At { place: self.place(node), value: text.to_string() }),
            _ => Err(self.place(node).bad(format!("`{key}` takes names in quotation marks"))),
        };
        match node.get_ref() {
            DeValue::Array(list) if list.is_empty() => {
                Err(self.place(node).bad(format!("the grid is empty: `{key}` is an empty list")))
            }
            DeValue::Array(list) => list.iter().map(name).collect(),
            _ => Ok(vec![name(node)?]),
        }
    }

    fn list<'a, 'b>(&self, node: &'a Node<'b>, key: &str, of: &str) -> Result<&'a [Node<'b>], Bad> {
        match node.get_ref() {
            DeValue::Array(list) if list.is_empty() => {
                Err(self.place(node).bad(format!("the grid is empty: `{key}` is an empty list")))
            }
            DeValue::Array(list) => Ok(list),
            _ => Err(self.place(node).bad(format!("`{key}` is a list of {of}"))),
        }
    }

    fn seats(&self, node: &Node<'_>) -> Result<Seats, Bad> {
        match node.get_ref() {
            DeValue::String(text) if text == "all" => Ok(Seats::All),
            DeValue::Integer(_) => Ok(Seats::List(vec![self.number(node, "seats")?])),
            DeValue::Array(_) => {
                let list = self.list(node, "seats", "numbers")?;
                Ok(Seats::List(list.iter().map(|node| self.number(node, "seats")).collect::<Result<_, _>>()?))
            }
            _ => Err(self.place(node).bad("`seats` takes numbers, such as [2, 3], or \"all\"")),
        }
    }

    fn options(&self, node: &Node<'_>) -> Result<Vec<At<Map<String, Value>>>, Bad> {
        let set = |node: &Node<'_>| match node.get_ref() {
            DeValue::Table(table) => Ok(At { place: self.place(node), value: self.object(table)? }),
            _ => Err(self.place(node).bad("a set of options is a table, such as { pack_ice = true }")),
        };
        match node.get_ref() {
            DeValue::Table(_) => Ok(vec![set(node)?]),
            _ => self.list(node, "options", "tables, such as [{}, { pack_ice = true }]")?.iter().map(set).collect(),
        }
    }

    fn sweep(&self, node: &Node<'_>) -> Result<At<Sweep>, Bad> {
        let place = self.place(node);
        let value = match node.get_ref() {
            DeValue::String(text) => match text.as_ref() {
                "all" => Sweep::All,
                "alone" => Sweep::Alone,
                "pairs" => Sweep::Pairs,
                _ => return Err(place.bad("`sweep` is \"all\", \"alone\", \"pairs\", or options by their names")),
            },
            DeValue::Array(_) => {
                let names = self.names(node, "sweep")?.into_iter();
                Sweep::These(names.map(|name| At { place: name.place, value: (name.value, None) }).collect())
            }
            DeValue::Table(table) if table.is_empty() => {
                return Err(place.bad("the grid is empty: `sweep` names nothing"));
            }
            DeValue::Table(table) => {
                let mut these = Vec::new();
                for (key, node) in table {
                    let name = key.get_ref().to_string();
                    let values = self.list(node, &name, "values")?;
                    let values = values.iter().map(|node| self.json(node)).collect::<Result<Vec<Value>, Bad>>()?;
                    these.push(At { place: self.place(key), value: (name, Some(values)) });
                }
                Sweep::These(these)
            }
            _ => return Err(place.bad("`sweep` is \"all\", \"alone\", \"pairs\", or options by their names")),
        };
        Ok(At { place, value })
    }

    fn bots(&self, node: &Node<'_>) -> Result<Vec<At<Vec<String>>>, Bad> {
        let entry = |node: &Node<'_>| {
            let names = self.names(node, "bots")?;
            Ok(At { place: self.place(node), value: names.into_iter().map(|name| name.value).collect() })
        };
        match node.get_ref() {
            DeValue::String(_) => Ok(vec![entry(node)?]),
            _ => self
                .list(node, "bots", "names; an entry may be a list with one name a seat")?
                .iter()
                .map(entry)
                .collect(),
        }
    }

    fn number(&self, node: &Node<'_>, key: &str) -> Result<At<u64>, Bad> {
        let place = self.place(node);
        let DeValue::Integer(number) = node.get_ref() else {
            return Err(place.bad(format!("`{key}` takes a whole number")));
        };
        match u64::from_str_radix(number.as_str(), number.radix()) {
            Ok(value) => Ok(At { place, value }),
            Err(_) => Err(place.bad(format!("`{key}` takes a whole number from 0, not {number}"))),
        }
    }

    fn decimal(&self, node: &Node<'_>, key: &str) -> Result<At<f64>, Bad> {
        let place = self.place(node);
        let text = match node.get_ref() {
            DeValue::Float(number) => number.as_str(),
            DeValue::Integer(number) => number.as_str(),
            _ => return Err(place.bad(format!("`{key}` takes a number"))),
        };
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(At { place, value }),
            _ => Err(place.bad(format!("`{key}` takes a number, not {text}"))),
        }
    }

    fn object(&self, table: &DeTable<'_>) -> Result<Map<String, Value>, Bad> {
        table.iter().map(|(key, node)| Ok((key.get_ref().to_string(), self.json(node)?))).collect()
    }

    fn json(&self, node: &Node<'_>) -> Result<Value, Bad> {
        Ok(match node.get_ref() {
            DeValue::String(text) => Value::String(text.to_string()),
            DeValue::Boolean(value) => Value::Bool(*value),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => number.into(),
                Err(_) => return Err(self.place(node).bad(format!("{number} is no number that an option takes"))),
            },
            DeValue::Float(_) => self.decimal(node, "an option")?.value.into(),
            DeValue::Array(list) => Value::Array(list.iter().map(|node| self.json(node)).collect::<Result<_, _>>()?),
            DeValue::Table(table) => Value::Object(self.object(table)?),
            DeValue::Datetime(_) => return Err(self.place(node).bad("no option takes a date")),
        })
    }
}
