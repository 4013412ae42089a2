//! What a game is like in numbers: who wins, how long it takes, how much is luck. Measured in matches between bots by the
//! atlas of the laboratory, and kept beside the games in `figures.jsonl`, one object a line.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::games::headless;
use crate::info::Kind;

/// A number that was measured, with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// The number.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Measured {
    /// Returns half the width of the interval.
    fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// A game with a number of seats, as usual, in numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figure {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u16,
    /// How many seats play.
    pub seats: u8,
    /// The bot of every seat.
    pub bot: String,
    /// How many matches were played.
    pub matches: u64,
    /// In how many of them luck and skill were told apart.
    pub analysed: u64,
    /// How much whoever acts first wins; of those who play together, how much they win. Nothing where all act at once.
    pub wins: Option<Measured>,
    /// What a seat scores.
    pub score: Option<Measured>,
    /// Turns, or rounds.
    pub turns: Option<Measured>,
    /// Minutes at a table, as the laboratory reckons them.
    pub minutes: Option<Measured>,
    /// The share of luck in the result.
    pub luck: Option<Measured>,
    /// The share of matches that came to no end.
    pub unfinished: Option<Measured>,
}

const DATA: &str = include_str!("games/figures.jsonl");

static FIGURES: LazyLock<Vec<Figure>> =
    LazyLock::new(|| DATA.lines().map(|line| serde_json::from_str(line).expect("a test reads every figure")).collect());

/// Returns the figures of a game, for each number of seats that was measured.
pub fn figures(game: &str) -> impl Iterator<Item = &'static Figure> {
    FIGURES.iter().filter(move |figure| figure.game == game)
}

fn percent(share: &Measured) -> String {
    let margin = 100.0 * share.margin();
    format!("{:.1}% ± {margin:.1}", 100.0 * share.value)
}

/// Returns a number with as many digits as its interval bears out.
fn number(mean: &Measured) -> String {
    let digits = usize::from(mean.margin() < 0.5 && mean.value < 10.0);
    format!("{:.digits$}", mean.value)
}

impl Figure {
    /// Returns the figure in one sentence: `Polar Dare! with 2: the first player wins 53.1% ± 0.4, 24 turns, luck 61% ± 9.`
    pub fn sentence(&self) -> String {
        let game = headless().get(&self.game);
        let (title, kind, simultaneous) = match &game {
            Ok(game) => (game.info().title, game.info().kind, game.info().simultaneous),
            Err(_) => (self.game.as_str(), Kind::Race, false),
        };
        let mut parts = Vec::new();
        let together = kind == Kind::Together;
        match &self.wins {
            Some(wins) if together && self.seats == 1 => parts.push(format!("you win {}", percent(wins))),
            Some(wins) if together => parts.push(format!("the team wins {}", percent(wins))),
            Some(wins) => {
                let fair = 100.0 / f64::from(self.seats);
                let fair = if self.seats > 2 { format!(" (fair: {fair:.1}%)") } else { String::new() };
                parts.push(format!("the first player wins {}{fair}", percent(wins)));
            }
            None => {}
        }
        if let Some(score) = self.score.as_ref().filter(|_| simultaneous) {
            parts.push(format!("{:.1} ± {:.1} points a player", score.value, score.margin()));
        }
        if let Some(turns) = &self.turns {
            let turns = number(turns);
            let unit = if simultaneous { "round" } else { "turn" };
            parts.push(format!("{turns} {unit}{}", if turns == "1" { "" } else { "s" }));
        }
        if let Some(luck) = self.luck.as_ref().filter(|luck| luck.margin() < 0.15) {
            let [luck, margin] = [luck.value.clamp(0.0, 1.0), luck.margin()].map(|share| 100.0 * share);
            let margin = if margin < 2.0 { String::new() } else { format!(" ± {margin:.0}") };
            parts.push(format!("luck {luck:.0}%{margin}"));
        }
        if let Some(unfinished) = self.unfinished.as_ref().filter(|unfinished| unfinished.value >= 0.005) {
            parts.push(format!("{:.1}% without an end", 100.0 * unfinished.value));
        }
        let title = title.trim_end_matches('.');
        format!("{title} with {}: {}.", self.seats, parts.join(", "))
    }

    /// Returns what the figure rests on: `2000 matches between greedy bots, 100 of them analysed`.
    pub fn basis(&self) -> String {
        let matches = if self.matches == 1 { "1 match".to_owned() } else { format!("{} matches", self.matches) };
        let analysed = if self.analysed > 0 { format!(", {} of them analysed", self.analysed) } else { String::new() };
        let together = headless().get(&self.game).is_ok_and(|game| game.info().kind == Kind::Together);
        let (among, bots) = match self.seats {
            1 => ("of one", "bot"),
            _ if together => ("of", "bots"),
            _ => ("between", "bots"),
        };
        format!("{matches} {among} {} {bots}{analysed}", self.bot)
    }
}
