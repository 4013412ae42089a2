//! What options change: cells beside the one that has none of their options, deal by deal with the same dice.
//!
//! Match n has the same dice in every cell, so blocks of the same number are compared and not whole cells: the
//! difference of a measure is the mean of the differences of its blocks, with the interval of Student's t over
//! blocks. With many comparisons some look large by chance; `p_holm` is corrected for all comparisons of the same measure
//! with as many options in the same group of cells. A group has the same game, seats, box and bots.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::plan::{Plan, options_in_words};
use super::store::StoreError;
use super::tally::Tally;
use crate::intervals::{Interval, holm, rounded, t_tails};

/// What one or several options change in one measure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Effect {
    /// The options, as in names of cells.
    pub options: Vec<String>,
    /// The number of the cell without them, from 1.
    pub base: usize,
    /// What is measured: `wins` of whoever acts first, or of the team; `score` of a seat, `turns`, `minutes`,
    /// `unfinished`.
    pub measure: String,
    /// By how much the measure is higher than without the options; `n` is the number of blocks.
    pub difference: Interval,
    /// The chance to see at least this difference if there is none.
    pub p: Option<f64>,
    /// The same, corrected for many comparisons.
    pub p_holm: Option<f64>,
    /// For two options: by how much their effect differs from the sum of the effects of each alone, where both were
    /// played alone.
    pub interaction: Option<Interval>,
}

const MEASURES: [&str; 5] = ["wins", "score", "turns", "minutes", "unfinished"];

/// The measures of the blocks of a cell.
type Course = BTreeMap<u64, [Option<f64>; MEASURES.len()]>;

/// Reads the finished blocks of a cell.
pub(super) type Blocks<'a> = dyn Fn(usize) -> Result<Vec<(u64, Tally)>, StoreError> + 'a;

/// Returns the effects of every cell, in the order of the plan.
pub(super) fn find(plan: &Plan, blocks: &Blocks<'_>) -> Result<Vec<Vec<Effect>>, StoreError> {
    let mut found: Vec<Vec<Effect>> = vec![Vec::new(); plan.cells.len()];
    for group in groups(plan) {
        if let Some(base) = base_of(plan, &group) {
            let own = of_group(plan, &group, base, blocks)?;
            own.into_iter().for_each(|(cell, effects)| found[cell] = effects);
        }
    }
    Ok(found)
}

/// Returns the cells that differ in nothing but their options.
fn groups(plan: &Plan) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, cell) in plan.cells.iter().enumerate() {
        let contents = cell.contents.as_ref().map(Value::to_string).unwrap_or_default();
        let key = format!("{}/{}/{}/{contents}", cell.game, cell.seats, cell.bots.join(","));
        groups.entry(key).or_default().push(at);
    }
    groups.into_values().filter(|group| group.len() > 1).collect()
}

/// Returns the cell whose options all others have too.
fn base_of(plan: &Plan, group: &[usize]) -> Option<usize> {
    let options = |at: usize| &plan.cells[at].options;
    let base = group.iter().copied().min_by_key(|&at| (options(at).len(), at))?;
    let has_all = |&at: &usize| options(base).iter().all(|(name, value)| options(at).get(name) == Some(value));
    group.iter().all(has_all).then_some(base)
}

fn of_group(
    plan: &Plan,
    group: &[usize],
    base: usize,
    blocks: &Blocks<'_>,
) -> Result<Vec<(usize, Vec<Effect>)>, StoreError> {
    let team = plan.cells[base].is_team();
    let course = |at: usize| -> Result<Course, StoreError> {
        Ok(blocks(at)?.into_iter().map(|(number, tally)| (number, measures(&tally, team))).collect())
    };
    let mut courses = BTreeMap::new();
    for &at in group {
        courses.insert(at, course(at)?);
    }
    let changes = |at: usize| changes(&plan.cells[base].options, &plan.cells[at].options);
    let single: BTreeMap<String, usize> =
        group.iter().filter_map(|&at| <[String; 1]>::try_from(changes(at)).ok().map(|[one]| (one, at))).collect();
    let mut found = Vec::new();
    for &at in group.iter().filter(|&&at| at != base) {
        let options = changes(at);
        let alone: Vec<&Course> =
            options.iter().filter_map(|one| single.get(one)).filter_map(|at| courses.get(at)).collect();
        let effect = |measure: usize| {
            let difference = difference(&courses[&at], &courses[&base], measure)?;
            Some(Effect {
                options: options.clone(),
                base: base + 1,
                measure: MEASURES[measure].to_owned(),
                p: p_value(&difference),
                p_holm: None,
                interaction: match alone[..] {
                    [one, other] if options.len() == 2 => {
                        interaction(&courses[&at], one, other, &courses[&base], measure)
                    }
                    _ => None,
                },
                difference,
            })
        };
        found.push((at, (0..MEASURES.len()).filter_map(effect).collect()));
    }
    correct(&mut found);
    Ok(found)
}

/// Returns in which options one set differs from another one, each as in names of cells.
fn changes(base: &Map<String, Value>, options: &Map<String, Value>) -> Vec<String> {
    let own = options.iter().filter(|&(name, value)| base.get(name) != Some(value));
    own.map(|(name, value)| options_in_words(&Map::from_iter([(name.clone(), value.clone())]))).collect()
}

fn measures(tally: &Tally, team: bool) -> [Option<f64>; MEASURES.len()] {
    let first = if team { tally.wins.first() } else { tally.order.first().or(tally.wins.first()) };
    let scores: f64 = tally.scores.iter().filter_map(|score| score.value()).sum();
    [
        first.and_then(|wins| wins.value()),
        (tally.finished > 0).then(|| scores / tally.scores.len().max(1) as f64),
        tally.turns.value(),
        tally.minutes.value(),
        (tally.matches > 0).then(|| (tally.matches - tally.finished) as f64 / tally.matches as f64),
    ]
}

fn difference(one: &Course, other: &Course, measure: usize) -> Option<Interval> {
    let pairs = one.iter().filter_map(|(block, own)| Some(own[measure]? - other.get(block)?[measure]?));
    Interval::mean_of(&pairs.collect::<Vec<f64>>())
}

fn interaction(both: &Course, one: &Course, other: &Course, base: &Course, measure: usize) -> Option<Interval> {
    let of = |course: &Course, block: &u64| course.get(block)?[measure];
    let over = |block: &u64| Some(of(both, block)? - of(one, block)? - of(other, block)? + of(base, block)?);
    Interval::mean_of(&both.keys().filter_map(over).collect::<Vec<f64>>())
}

/// Returns the chance to see at least this mean if the true one is 0.
fn p_value(difference: &Interval) -> Option<f64> {
    if difference.n < 2 {
        return None;
    }
    let margin = difference.margin();
    if margin == 0.0 {
        return Some(if difference.value == 0.0 { 1.0 } else { 0.0 });
    }
    let freedom = (difference.n - 1) as f64;
    Some(rounded(t_tails(difference.value / (margin / crate::intervals::t_quantile(freedom)), freedom)))
}

/// Corrects the p-values of each family: one measure, and as many options.
fn correct(found: &mut [(usize, Vec<Effect>)]) {
    let mut families: BTreeMap<(String, usize), Vec<&mut Effect>> = BTreeMap::new();
    for effect in found.iter_mut().flat_map(|(_, effects)| effects).filter(|effect| effect.p.is_some()) {
        families.entry((effect.measure.clone(), effect.options.len())).or_default().push(effect);
    }
    for family in families.into_values() {
        let p: Vec<f64> = family.iter().filter_map(|effect| effect.p).collect();
        family.into_iter().zip(holm(&p)).for_each(|(effect, p)| effect.p_holm = Some(rounded(p)));
    }
}
