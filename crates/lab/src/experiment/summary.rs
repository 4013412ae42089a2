//! The result of a cell: what stands on its line of `cells.jsonl`. Every number has its 95 % interval.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::effects::Effect;
use super::plan::{Cell, Plan};
use super::run::seating;
use super::tally::{EXTREMES, LuckTally, Seating, Sum, Tally, UseTally};
use crate::intervals::{Interval, rounded};

/// The result of a cell. Measures are of finished matches alone; what has no value is `null`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// Its number, from 1.
    pub cell: usize,
    /// Its name.
    pub id: String,
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules: u16,
    /// How many seats play.
    pub seats: u8,
    /// The options that are not as usual.
    pub options: Map<String, Value>,
    /// What is printed in the box, where its owner has entered it.
    #[serde(rename = "box")]
    pub contents: Option<Value>,
    /// Other options that come to the very same match.
    pub also: Vec<Map<String, Value>>,
    /// The bot of each seat, in the first seat order.
    pub bots: Vec<String>,
    /// All matches that were played.
    pub matches: u64,
    /// The share of matches that were left before their end. They are in no other number.
    pub unfinished: Option<Interval>,
    /// The share of matches that ended without a winner.
    pub without_winner: Option<Interval>,
    /// The share of matches that several seats of a race won together.
    pub shared: Option<Interval>,
    /// How much each seat wins: a win that is shared by two counts a half for each. A team wins or loses as one: it
    /// has one number.
    pub wins: Vec<Option<Interval>>,
    /// The same by order of play: whoever acted first, second, and so on. Empty where all play together or at once.
    pub order: Vec<Option<Interval>>,
    /// What each seat scores; a team has one number.
    pub score: Vec<Option<Interval>>,
    /// Turns, or rounds.
    pub turns: Option<Interval>,
    /// Actions of seats.
    pub decisions: Option<Interval>,
    /// Minutes at a table, by the formula of [`minutes`](crate::measures::facts::minutes).
    pub minutes: Option<Interval>,
    /// Legal actions for each decision.
    pub branching: Option<Interval>,
    /// The share of decisions in which one action alone was legal.
    pub forced: Option<Interval>,
    /// How often the lead changes.
    pub lead_changes: Option<Interval>,
    /// The share of the match, in turns, after which the winner is ahead until the end.
    pub decided: Option<Interval>,
    /// By how much the winner is behind on average, as a share of its final standing.
    pub drama: Option<Interval>,
    /// The share of luck in the result, Cov(luck, result) / Var(result), where matches were analysed.
    pub luck: Option<Interval>,
    /// The share of skill: the rest.
    pub skill: Option<Interval>,
    /// Why matches end: the share of each cause.
    pub endings: BTreeMap<String, Interval>,
    /// How much each bot wins against the others, where several play. Together they win all matches that somebody wins.
    pub levels: Vec<Level>,
    /// What was used, and how much those win that use it. An association: not what the thing is worth.
    pub used: BTreeMap<String, UseSummary>,
    /// How many matches have about so many turns: the least of the range, and the count.
    pub lengths: BTreeMap<u64, u64>,
    /// What the options change, beside the cell that has none of them.
    pub effects: Vec<Effect>,
    /// The matches that stand out, by their numbers.
    pub extremes: BTreeMap<String, Extreme>,
}

/// How strong a bot is among the others of its cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Level {
    /// The bot.
    pub bot: String,
    /// How many of the matches that somebody wins it wins.
    pub wins: Interval,
    /// By how much it is stronger than the other one, in Elo, where two have equally many seats. An end without bounds,
    /// where one of both wins everything, is `null`.
    pub elo: Option<Interval>,
}

/// How often a thing was used, and how much those win that use it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct UseSummary {
    /// Whose use is counted: `seat` or `match`.
    pub of: String,
    /// How often, in each match.
    pub times: f64,
    /// How often those that used it win.
    pub with: Option<Interval>,
    /// How often those that did not use it win.
    pub without: Option<Interval>,
}

/// A match that stands out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Extreme {
    /// Its number: `polynya lab match` plays it again.
    #[serde(rename = "match")]
    pub number: u64,
    /// The value that makes it stand out.
    pub value: f64,
}

impl Summary {
    /// Makes the result of a cell from its blocks, in their order.
    pub fn of(plan: &Plan, at: usize, blocks: &[Tally], effects: Vec<Effect>) -> Summary {
        let cell = &plan.cells[at];
        let seating = seating(cell);
        let mut all = Tally::default();
        blocks.iter().for_each(|block| all.merge(block));
        let finished = all.finished;
        let own = if seating.team { 1 } else { usize::from(cell.seats) };
        let luck = luck_share(blocks, 0);
        Summary {
            cell: at + 1,
            id: cell.id(),
            game: cell.game.clone(),
            rules: cell.rules,
            seats: cell.seats,
            options: cell.options.clone(),
            contents: cell.contents.clone(),
            also: cell.also.clone(),
            bots: cell.bots.clone(),
            matches: all.matches,
            unfinished: Interval::rate(all.matches - finished, all.matches),
            without_winner: Interval::rate(all.without_winner, finished),
            shared: Interval::rate(all.shared, finished),
            wins: all.wins.iter().take(own).map(|wins| wins.rate()).collect(),
            order: all.order.iter().map(|wins| wins.rate()).collect(),
            score: all.scores.iter().take(own).map(|score| score.mean()).collect(),
            turns: all.turns.mean(),
            decisions: all.decisions.mean(),
            minutes: all.minutes.mean(),
            branching: ratio(blocks, finished, |block| (block.choices as f64, block.decisions.total())),
            forced: ratio(blocks, finished, |block| (block.forced as f64, block.decisions.total()))
                .map(|share| share.within(0.0, 1.0)),
            lead_changes: all.lead_changes.mean(),
            decided: all.decided.mean().map(|share| share.within(0.0, 1.0)),
            drama: all.drama.mean(),
            luck,
            skill: luck.map(|luck| Interval::new(1.0 - luck.value, 1.0 - luck.high, 1.0 - luck.low, luck.n)),
            endings: endings(&all),
            levels: levels(&seating, &all),
            used: all.used.iter().map(|(what, used)| (what.clone(), use_of(used, &all, cell, &seating))).collect(),
            lengths: all.lengths.clone(),
            effects,
            extremes: extremes(&all),
        }
    }
}

/// Returns a ratio of sums with the interval of the jackknife over blocks.
fn ratio(blocks: &[Tally], n: u64, parts: impl Fn(&Tally) -> (f64, f64)) -> Option<Interval> {
    let blocks: Vec<[f64; 2]> = blocks.iter().map(|block| parts(block).into()).collect();
    Interval::jackknife(&blocks, n, |[part, whole]| (*whole > 0.0).then(|| part / whole))
}

/// Where the sums of [`LuckTally::sums`] stand: matches, and for seat s six from `1 + 6 * s` on.
const SUMS: usize = 1 + 6 * polynya_engine::MAX_SEATS;

/// Returns the share of luck (`which` 0) or of skill (1) in the result, of all seats together.
pub(super) fn luck_share(blocks: &[Tally], which: usize) -> Option<Interval> {
    let sums = |luck: &LuckTally| {
        let mut sums = [0.0; SUMS];
        sums.iter_mut().zip(luck.sums()).for_each(|(place, sum)| *place = sum);
        sums
    };
    let analysed: Vec<[f64; SUMS]> =
        blocks.iter().filter(|block| block.luck.matches > 0).map(|block| sums(&block.luck)).collect();
    let n = blocks.iter().map(|block| block.luck.matches).sum();
    Interval::jackknife(&analysed, n, |sums| share_of(sums, which))
}

/// Cov(luck, result) / Var(result), summed over the seats.
fn share_of(sums: &[f64; SUMS], which: usize) -> Option<f64> {
    let matches = sums[0];
    let (mut covariance, mut variance) = (0.0, 0.0);
    for seat in sums[1..].chunks_exact(6) {
        covariance += seat[3 + which] - seat[which] * seat[2] / matches;
        variance += seat[5] - seat[2] * seat[2] / matches;
    }
    // Where all results are alike nothing is explained.
    (matches > 0.0 && variance > 1e-6).then(|| covariance / variance)
}

fn endings(all: &Tally) -> BTreeMap<String, Interval> {
    let share = |(cause, &count): (&String, &u64)| Some((cause.clone(), Interval::rate(count, all.finished)?));
    all.endings.iter().filter_map(share).collect()
}

fn levels(seating: &Seating, all: &Tally) -> Vec<Level> {
    let seats_of = |bot: usize| seating.orders[0].iter().filter(|&&who| who == bot).count();
    let alike = all.bots.len() == 2 && seats_of(0) == seats_of(1);
    let level = |(bot, wins): (usize, &Sum)| {
        let wins = wins.rate()?;
        Some(Level { bot: seating.bots[bot].clone(), wins, elo: alike.then(|| wins.map(elo)) })
    };
    all.bots.iter().enumerate().filter_map(level).collect()
}

/// Returns by how many points of Elo somebody is stronger who wins this share.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

fn use_of(used: &UseTally, all: &Tally, cell: &Cell, seating: &Seating) -> UseSummary {
    let seats = if seating.team && !used.by_seat { 1 } else { usize::from(cell.seats) };
    let mut everybody = Sum::default();
    let counted = if used.by_seat { seats } else { 1 };
    all.wins.iter().take(counted).for_each(|&wins| everybody.merge(wins));
    UseSummary {
        of: if used.by_seat { "seat" } else { "match" }.to_owned(),
        times: rounded(used.times as f64 / all.finished.max(1) as f64),
        with: used.with.rate(),
        without: everybody.without(used.with).rate(),
    }
}

fn extremes(all: &Tally) -> BTreeMap<String, Extreme> {
    let most = |which: &str| EXTREMES.iter().any(|&(name, most)| name == which && most);
    let extreme = |(which, &(value, number)): (&String, &(i128, u64))| {
        let value = if most(which) { -value } else { value };
        (which.clone(), Extreme { number, value: rounded(value as f64 / 1e9) })
    };
    all.extremes.iter().map(extreme).collect()
}
