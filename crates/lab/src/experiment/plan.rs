//! What an experiment plays: cells in a fixed order, and how much of each.

use std::fmt::Write;

use polynya_catalog::{Kind, headless};
use polynya_engine::Seed;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// An experiment, with everything that its result depends on. Two experiments with the same hash have the same result to
/// the byte.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The version of this program.
    pub program: String,
    /// The text that all dice follow from.
    pub seed: String,
    /// How much is played of every cell.
    pub amount: Amount,
    /// How many deals a block has.
    pub block: u64,
    /// A match is left after this many steps.
    pub most: usize,
    /// How many matches of each cell are analysed for luck and skill, spread evenly.
    pub analyse: u64,
    /// What is compared, in canonical order.
    pub cells: Vec<Cell>,
}

/// How much is played of every cell.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Amount {
    /// This many matches, rounded up to whole deals.
    Matches(u64),
    /// Until the intervals are narrow enough. That is asked after 1, 2, 4, 8… blocks and at the end.
    Precision {
        /// Half the width of the widest 95 % interval of win rates.
        wins: Option<f64>,
        /// Half the width of the widest 95 % interval of mean scores.
        score: Option<f64>,
        /// No more matches than this, rounded up to whole deals.
        most_matches: u64,
    },
}

impl Amount {
    /// Returns the most matches that a cell plays.
    pub fn most(&self) -> u64 {
        match *self {
            Amount::Matches(matches) => matches,
            Amount::Precision { most_matches, .. } => most_matches,
        }
    }
}

/// One cell of the grid: one kind of match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u16,
    /// How many seats play.
    pub seats: u8,
    /// The options that are not as usual, without the box.
    pub options: Map<String, Value>,
    /// What is printed in the box, where its owner has entered it.
    #[serde(rename = "box", default, skip_serializing_if = "Option::is_none")]
    pub contents: Option<Value>,
    /// The bot of each seat; matches take turns with the other seat orders.
    pub bots: Vec<String>,
    /// Other options that come to the very same match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Map<String, Value>>,
}

impl Cell {
    /// Returns its name: game, seats, options, bots, as in `polar-dare/2/usual/normal`.
    pub fn id(&self) -> String {
        let options = match &self.contents {
            Some(contents) => format!("{}+box:{}", options_in_words(&self.options), &hash(&contents.to_string())[..8]),
            None => options_in_words(&self.options),
        };
        let bots =
            if self.bots.iter().all(|bot| *bot == self.bots[0]) { self.bots[0].clone() } else { self.bots.join(",") };
        format!("{}/{}/{options}/{bots}", self.game, self.seats)
    }

    /// Returns its options as JSON, with what is in the box.
    pub fn options_json(&self) -> String {
        let mut options = self.options.clone();
        if let Some(contents) = &self.contents {
            options.insert("box".to_owned(), contents.clone());
        }
        Value::Object(options).to_string()
    }

    /// Returns the seat orders of a deal: the bots as they were named, and moved round the table by one seat, and by two,
    /// as long as that changes who sits where.
    pub fn orders(&self) -> Vec<Vec<String>> {
        let mut orders: Vec<Vec<String>> = Vec::new();
        for shift in 0..self.bots.len() {
            let mut order = self.bots.clone();
            order.rotate_right(shift);
            if !orders.contains(&order) {
                orders.push(order);
            }
        }
        orders
    }

    /// Do all play together against the game?
    pub fn is_team(&self) -> bool {
        self.seats == 1 || headless().get(&self.game).is_ok_and(|game| game.info().kind == Kind::Together)
    }
}

/// Returns options in words: `usual`, `deep_freeze+pack_ice`, `start_temperature=4`.
pub fn options_in_words(options: &Map<String, Value>) -> String {
    if options.is_empty() {
        return "usual".to_owned();
    }
    let word = |(name, value): (&String, &Value)| match value {
        Value::Bool(true) => name.clone(),
        Value::String(text) => format!("{name}={text}"),
        value => format!("{name}={value}"),
    };
    options.iter().map(word).collect::<Vec<_>>().join("+")
}

impl Plan {
    /// Returns the text that names the plan, and no other.
    pub fn hash(&self) -> String {
        hash(&serde_json::to_string(self).expect("a plan is plain JSON"))
    }

    /// Returns the seed of all dice.
    pub fn dice(&self) -> Seed {
        Seed::of(&self.seed)
    }

    /// Returns how many blocks a cell has at most.
    pub fn blocks(&self, cell: &Cell) -> u64 {
        self.deals(cell).div_ceil(self.block)
    }

    /// Returns how many deals a cell has at most. Each is played in every seat order.
    pub fn deals(&self, cell: &Cell) -> u64 {
        self.amount.most().div_ceil(cell.orders().len() as u64)
    }

    /// Returns the numbers of the matches of a block.
    pub fn matches_of(&self, cell: &Cell, block: u64) -> std::ops::Range<u64> {
        let orders = cell.orders().len() as u64;
        let end = ((block + 1) * self.block).min(self.deals(cell));
        block * self.block * orders..end * orders
    }

    /// Is the match with this number one of those that are analysed?
    pub fn analyses(&self, number: u64) -> bool {
        match self.amount {
            // Spread evenly, so that every block has as much to do.
            Amount::Matches(matches) => {
                let (all, number) = (u128::from(matches), u128::from(number));
                let analyse = u128::from(self.analyse.min(matches));
                number < all && (number + 1) * analyse / all > number * analyse / all
            }
            Amount::Precision { .. } => number < self.analyse,
        }
    }
}

/// Returns the SHA-256 of a text, in hexadecimal.
fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut all, byte| {
        let _ = write!(all, "{byte:02x}");
        all
    })
}
