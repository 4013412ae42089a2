//! Which sets of options an experiment tries out.

use polynya_catalog::{Group, Info, OptionInfo, Values};
use serde_json::{Map, Value};

use super::draft::{At, Bad, Grid, MOST_CELLS};

/// How options are tried out. Only variants are, whose values can be listed; rulings and what is kept from the match
/// before are not.
#[derive(Clone, PartialEq, Debug)]
pub enum Sweep {
    /// Every set of the game's variants.
    All,
    /// As usual, and each variant alone.
    Alone,
    /// As usual, each variant alone, and every two of them.
    Pairs,
    /// Every set of these options; with these values, or with all that there are.
    These(Vec<At<Wanted>>),
}

/// An option that is tried out, and its values where not all of them are.
pub type Wanted = (String, Option<Vec<Value>>);

type Options = Map<String, Value>;

/// One option and what it takes, the usual value first.
struct Choice {
    name: String,
    values: Vec<Value>,
}

/// Returns the sets of options that are asked for: each of those given, with every set of the sweep.
///
/// # Errors
///
/// Says which option the game does not have, or what cannot be tried out.
pub(super) fn sets(info: &Info, grid: &Grid) -> Result<Vec<At<Options>>, Bad> {
    let given = &grid.options;
    for options in given {
        for name in options.value.keys() {
            known(info, name).map_err(|what| options.bad(what))?;
        }
    }
    let Some(sweep) = &grid.sweep else {
        let usual = || vec![At { place: grid.place.clone(), value: Options::new() }];
        return Ok(if given.is_empty() { usual() } else { given.clone() });
    };
    let swept = match &sweep.value {
        Sweep::All => every(&variants(info), sweep)?,
        Sweep::Alone => few(&variants(info), 1),
        Sweep::Pairs => few(&variants(info), 2),
        Sweep::These(these) => every(&chosen(info, these)?, sweep)?,
    };
    let none = [At { place: sweep.place.clone(), value: Options::new() }];
    let bases = if given.is_empty() { &none[..] } else { given };
    let with = |base: &At<Options>, set: &Options| {
        let mut value = base.value.clone();
        value.extend(set.iter().map(|(name, chosen)| (name.clone(), chosen.clone())));
        At { place: sweep.place.clone(), value }
    };
    Ok(bases.iter().flat_map(|base| swept.iter().map(|set| with(base, set))).collect())
}

fn known<'a>(info: &'a Info, name: &str) -> Result<&'a OptionInfo, String> {
    info.options.iter().find(|option| option.name == name).ok_or_else(|| {
        let names: Vec<&str> = info.options.iter().map(|option| option.name).collect();
        match (name, names.is_empty()) {
            ("box", _) => "a box is named in `boxes`, as a file".to_owned(),
            (_, true) => format!("{} has no options, so none is called `{name}`", info.id),
            (_, false) => format!("{} has no option `{name}`; its options are {}", info.id, names.join(", ")),
        }
    })
}

/// Returns the values of an option that can be listed, the usual one first.
fn values(option: &OptionInfo) -> Option<Vec<Value>> {
    match option.values {
        Values::Switch(usual) => Some(vec![Value::Bool(usual), Value::Bool(!usual)]),
        Values::OneOf(values) => {
            Some(values.iter().map(|value| serde_json::from_str(value).expect("values are JSON")).collect())
        }
        Values::Such(_) => None,
    }
}

fn variants(info: &Info) -> Vec<Choice> {
    let variants = info.options.iter().filter(|option| option.group == Group::Variant);
    variants.filter_map(|option| Some(Choice { name: option.name.to_owned(), values: values(option)? })).collect()
}

fn chosen(info: &Info, these: &[At<Wanted>]) -> Result<Vec<Choice>, Bad> {
    let choice = |wanted: &At<Wanted>| {
        let (name, given) = &wanted.value;
        let option = known(info, name).map_err(|what| wanted.bad(what))?;
        let values = match given {
            Some(values) if values.is_empty() => return Err(wanted.bad(format!("`{name}` is given no value"))),
            Some(values) => values.clone(),
            None => values(option).ok_or_else(|| {
                wanted.bad(format!("the values of `{name}` cannot be listed ({}); name some", option.values))
            })?,
        };
        Ok(Choice { name: name.clone(), values })
    };
    these.iter().map(choice).collect()
}

/// Returns every set of choices.
fn every(choices: &[Choice], sweep: &At<Sweep>) -> Result<Vec<Options>, Bad> {
    let count = choices.iter().try_fold(1_usize, |count, choice| count.checked_mul(choice.values.len()));
    if count.is_none_or(|count| count > MOST_CELLS) {
        return Err(sweep.bad(format!("the sweep has more than {MOST_CELLS} sets of options; name fewer of them")));
    }
    let mut sets = vec![Options::new()];
    for choice in choices {
        let with = |set: &Options, value: &Value| {
            let mut set = set.clone();
            set.insert(choice.name.clone(), value.clone());
            set
        };
        sets = sets.iter().flat_map(|set| choice.values.iter().map(move |value| with(set, value))).collect();
    }
    Ok(sets)
}

/// Returns every set that differs from the usual one in at most so many choices, of which there may be two.
fn few(choices: &[Choice], most: usize) -> Vec<Options> {
    let mut sets = vec![Options::new()];
    let changes = |choice: &Choice| choice.values[1..].to_vec();
    for (at, one) in choices.iter().enumerate() {
        for value in changes(one) {
            let alone = Options::from_iter([(one.name.clone(), value)]);
            sets.push(alone.clone());
            for other in choices[at + 1..].iter().filter(|_| most > 1) {
                for second in changes(other) {
                    let mut pair = alone.clone();
                    pair.insert(other.name.clone(), second);
                    sets.push(pair);
                }
            }
        }
    }
    sets
}
