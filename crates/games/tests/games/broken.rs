//! Positions with something broken in them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use polynya_engine::{Complete, Luck, ParseError, Seed, Turn, observation, wander};
use serde_json::Value;

/// How many broken positions were refused, and how many could be played.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Broken {
    pub refused: u64,
    pub played: u64,
}

/// Breaks positions of a random match `times` times each as JSON, as text and as bytes: what is read all the same can
/// be played to the end, or for `most` steps.
#[track_caller]
pub fn broken_positions_are_refused_or_played<G: Complete>(start: &G, seed: &str, times: usize, most: usize) -> Broken {
    let mut luck = Seed::of(seed).draw(0);
    let mut positions = Vec::new();
    wander(start, &mut luck, most, |position| positions.push(position.clone()));
    let mut broken = Broken::default();
    for _ in 0..times {
        let position = &positions[luck.below(positions.len() as u32) as usize];
        let text = position.to_text();
        let mut bytes = Vec::new();
        position.to_bytes(&mut bytes);
        let json = broken_json(&text, &mut luck);
        tried(&json, G::from_text(&json), most, &mut luck, &mut broken);
        let text = broken_text(&text, &mut luck);
        tried(&text, G::from_text(&text), most, &mut luck, &mut broken);
        let bytes = broken_bytes(&bytes, &mut luck);
        tried(&format!("{bytes:?}"), G::from_bytes(&bytes), most, &mut luck, &mut broken);
    }
    broken
}

/// Plays a position that was read; says which one it was if that panics.
fn tried<G: Complete>(
    written: &str,
    read: Result<G, ParseError>,
    most: usize,
    luck: &mut impl Luck,
    broken: &mut Broken,
) {
    let Ok(position) = read else {
        broken.refused += 1;
        return;
    };
    broken.played += 1;
    if catch_unwind(AssertUnwindSafe(|| played(&position, most, luck))).is_err() {
        panic!("this position was read but cannot be played: {written}");
    }
}

/// Plays to the end and asks everything that can be asked, of the first position and now and then on the way.
fn played<G: Complete>(position: &G, most: usize, luck: &mut impl Luck) {
    const EVERY: usize = 32;
    let (mut mask, mut numbers, mut count) = (vec![false; G::ACTIONS], Vec::new(), 0);
    wander(position, luck, most, |position| {
        count += 1;
        if count % EVERY != 1 {
            return;
        }
        position.audit().unwrap_or_else(|what| panic!("{what}"));
        position.describe();
        position.prompt(None);
        position.gauges(&mut |_| {});
        let Turn::Players(seats) = position.turn() else { return };
        for seat in seats {
            position.prompt(Some(seat));
            position.mask(seat, &mut mask);
            assert!(mask.contains(&true) || !position.awaited().contains(seat), "seat {seat} can do nothing");
            numbers.clear();
            observation(position, seat, &mut numbers);
        }
    });
}

/// Changes one value of a position's JSON, or several.
fn broken_json(text: &str, luck: &mut impl Luck) -> String {
    let (head, json) = text.split_once(' ').expect("a position follows its game");
    let mut value: Value = serde_json::from_str(json).expect("a position is JSON");
    let whole = value.clone();
    for _ in 0..=luck.below(3) {
        let leaf = anywhere(&whole, luck).clone();
        change(somewhere(&mut value, luck), leaf, luck);
    }
    format!("{head} {value}")
}

/// Any value inside a value.
fn anywhere<'a>(value: &'a Value, luck: &mut impl Luck) -> &'a Value {
    let inside: Vec<&Value> = match value {
        Value::Array(list) => list.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        _ => Vec::new(),
    };
    match inside.len() {
        0 => value,
        _ if luck.below(8) == 0 => value,
        many => anywhere(inside[luck.below(many as u32) as usize], luck),
    }
}

fn somewhere<'a>(value: &'a mut Value, luck: &mut impl Luck) -> &'a mut Value {
    let many = match value {
        Value::Array(list) => list.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    };
    if many == 0 || luck.below(8) == 0 {
        return value;
    }
    let which = luck.below(many as u32) as usize;
    let inside = match value {
        Value::Array(list) => &mut list[which],
        Value::Object(fields) => fields.values_mut().nth(which).expect("it is below their number"),
        _ => unreachable!("it has something inside"),
    };
    somewhere(inside, luck)
}

/// Makes another value of one, most often one of its kind.
fn change(value: &mut Value, other: Value, luck: &mut impl Luck) {
    match value {
        _ if luck.below(3) == 0 => *value = other,
        Value::Bool(holds) => *holds = !*holds,
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            let near = [number + 1, number - 1, 0, 1, 2, 255, 1 << 40];
            *value = near[luck.below(near.len() as u32) as usize].into();
        }
        Value::Array(list) if !list.is_empty() => {
            let (one, two) = (luck.below(list.len() as u32) as usize, luck.below(list.len() as u32) as usize);
            match luck.below(4) {
                0 => drop(list.remove(one)),
                1 => list.insert(one, list[two].clone()),
                2 => list.push(other),
                _ => list.swap(one, two),
            }
        }
        _ => *value = if luck.below(2) == 0 { Value::Null } else { other },
    }
}

/// Changes one character of a text, or drops or doubles it.
fn broken_text(text: &str, luck: &mut impl Luck) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let (at, other) = (luck.below(letters.len() as u32) as usize, luck.below(letters.len() as u32) as usize);
    match luck.below(3) {
        0 => letters[at] = letters[other],
        1 => drop(letters.remove(at)),
        _ => letters.insert(at, letters[other]),
    }
    letters.into_iter().collect()
}

/// Changes one byte, or drops or doubles it, or cuts the rest off.
fn broken_bytes(bytes: &[u8], luck: &mut impl Luck) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    // The first four say which game it is.
    let at = 4 + luck.below(bytes.len() as u32 - 4) as usize;
    match luck.below(6) {
        0 => bytes.truncate(at),
        1 => drop(bytes.remove(at)),
        2 => bytes.insert(at, luck.below(256) as u8),
        3 => bytes[at] = luck.below(256) as u8,
        4 => bytes[at] = bytes[at].wrapping_add(1),
        _ => bytes[at] ^= 1 << luck.below(8),
    }
    bytes
}
