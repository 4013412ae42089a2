//! Positions as numbers, for one seat: what networks, Python and analysis read.

use std::collections::HashMap;
use std::iter::repeat;
use std::ops::RangeInclusive;

use serde::Serialize;

use crate::game::Game;
use crate::seat::Seat;

/// Games whose positions can be seen as numbers.
///
/// A game names its fields one after the other, and the layout follows from that: it is written once. Every field has
/// the same size in every position, whatever the options and the number of seats; what does not exist is zero. Seats
/// are counted from the one that looks: it comes first, then the next one in turn order.
pub trait Observe: Game {
    /// Raised when the layout changes.
    const OBSERVATION: u16;

    /// Shows the position to an observer, as this seat sees it.
    fn observe(&self, seat: Seat, to: &mut impl Observer);
}

/// Who is shown the fields of a position.
pub trait Observer {
    /// Is shown one field: its name, what its numbers mean, what they can be, and its numbers here.
    fn field(
        &mut self,
        name: &'static str,
        meaning: &'static str,
        range: RangeInclusive<f32>,
        values: impl IntoIterator<Item = f32>,
    );

    /// Is shown a field of `size` numbers of which few are not 0: those, by their places. What falls on the same place is
    /// added.
    fn sparse(
        &mut self,
        name: &'static str,
        meaning: &'static str,
        range: RangeInclusive<f32>,
        size: usize,
        values: impl IntoIterator<Item = (usize, f32)>,
    ) {
        let mut all = vec![0.0; size];
        values.into_iter().for_each(|(place, value)| all[place] += value);
        self.field(name, meaning, range, all);
    }

    /// Is shown a field of `size` numbers that are 1 at these places, each of them once, and 0 elsewhere.
    fn ones(
        &mut self,
        name: &'static str,
        meaning: &'static str,
        size: usize,
        places: impl IntoIterator<Item = usize>,
    ) {
        self.sparse(name, meaning, 0.0..=1.0, size, places.into_iter().map(|place| (place, 1.0)));
    }

    /// Is shown a field of `size` numbers that are 1 or 0, in groups of `width`, at most 64: the bits of a word for each
    /// group, the lowest first. Groups after the last word are 0; there are as many words in all positions of a match.
    fn bits(
        &mut self,
        name: &'static str,
        meaning: &'static str,
        size: usize,
        width: usize,
        words: impl IntoIterator<Item = u64>,
    ) {
        let set = |(group, word): (usize, u64)| {
            (0..width).filter(move |bit| word >> bit & 1 == 1).map(move |bit| group * width + bit)
        };
        self.ones(name, meaning, size, words.into_iter().enumerate().flat_map(set));
    }

    /// Is shown a field of `size` whole numbers. Those after the last of these are 0; there are as many in all positions of a
    /// match.
    fn some_counts(
        &mut self,
        name: &'static str,
        meaning: &'static str,
        range: RangeInclusive<f32>,
        size: usize,
        counts: &[u8],
    ) {
        self.field(name, meaning, range, counts.iter().copied().chain(repeat(0)).take(size).map(f32::from));
    }

    /// Is shown a field of whole numbers, as many in every position.
    fn counts(&mut self, name: &'static str, meaning: &'static str, range: RangeInclusive<f32>, counts: &[u8]) {
        self.some_counts(name, meaning, range, counts.len(), counts);
    }

    /// Is shown a field of `N` whole numbers that follow from a key alone. A key of zeros belongs to zeros.
    fn counts_of<const K: usize, const N: usize>(
        &mut self,
        name: &'static str,
        meaning: &'static str,
        range: RangeInclusive<f32>,
        _key: [u64; K],
        counts: impl FnOnce() -> [u8; N],
    ) {
        self.counts(name, meaning, range, &counts());
    }

    /// Returns a value that follows from a key alone: an observer may remember it.
    fn remembered<const K: usize>(&mut self, _key: [u64; K], value: impl FnOnce() -> u8) -> u8 {
        value()
    }

    /// Is shown a field of groups of `count` numbers of which one is 1, or none: as many groups in every position.
    fn one_hots<I: IntoIterator<Item = Option<usize>, IntoIter: ExactSizeIterator>>(
        &mut self,
        name: &'static str,
        meaning: &'static str,
        count: usize,
        each: I,
    ) {
        let each = each.into_iter();
        let size = count * each.len();
        let set = |(group, one): (usize, Option<usize>)| one.map(|one| group * count + one);
        self.ones(name, meaning, size, each.enumerate().filter_map(set));
    }

    /// Is shown a field with one number.
    fn value(&mut self, name: &'static str, meaning: &'static str, range: RangeInclusive<f32>, value: impl Into<f32>) {
        self.field(name, meaning, range, [value.into()]);
    }

    /// Is shown a field that is 1 or 0.
    fn flag(&mut self, name: &'static str, meaning: &'static str, value: bool) {
        self.field(name, meaning, 0.0..=1.0, [f32::from(u8::from(value))]);
    }

    /// Is shown a field of `count` numbers of which one is 1, or none.
    fn one_hot(&mut self, name: &'static str, meaning: &'static str, count: usize, one: Option<usize>) {
        self.one_hots(name, meaning, count, [one]);
    }
}

/// Where a field stands among the numbers of an observation, and what it means.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// The place of its first number.
    pub at: usize,
    /// How many numbers it has.
    pub size: usize,
    /// The least that they can be.
    pub min: f32,
    /// The most that they can be.
    pub max: f32,
    /// What they mean, and in which order they stand.
    pub meaning: &'static str,
}

/// The fields of a game's observations.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Layout {
    /// The game's id.
    pub game: &'static str,
    /// The version of the layout.
    pub version: u16,
    /// How many numbers an observation has.
    pub size: usize,
    /// The fields in their order.
    pub fields: Vec<Field>,
}

impl Layout {
    /// Returns the layout of a game's observations.
    pub fn of<G: Observe>() -> Layout {
        let position = G::start(&G::Options::default(), *G::SEATS.start()).ok();
        let mut fields = Fields(Vec::new());
        if let Some(position) = position {
            position.observe(Seat::default(), &mut fields);
        }
        let size = fields.0.last().map_or(0, |field| field.at + field.size);
        Layout { game: G::ID, version: G::OBSERVATION, size, fields: fields.0 }
    }

    /// Says what is wrong with an observation, or with the layout itself, if anything is.
    pub fn check<G: Observe>(&self, position: &G, seat: Seat) -> Result<(), String> {
        let mut checker = Checker { layout: self, next: 0, wrong: None, names: HashMap::new() };
        position.observe(seat, &mut checker);
        match checker.wrong {
            Some(wrong) => Err(wrong),
            None if checker.next != self.fields.len() => Err("an observation lacks fields".to_owned()),
            None => Ok(()),
        }
    }
}

/// Appends a position as numbers, as this seat sees it.
pub fn observation<G: Observe>(position: &G, seat: Seat, into: &mut Vec<f32>) {
    position.observe(seat, &mut Numbers(into));
}

struct Numbers<'a>(&'a mut Vec<f32>);

impl Observer for Numbers<'_> {
    #[inline]
    fn field(
        &mut self,
        _: &'static str,
        _: &'static str,
        _: RangeInclusive<f32>,
        values: impl IntoIterator<Item = f32>,
    ) {
        self.0.extend(values);
    }

    #[inline]
    fn sparse(
        &mut self,
        _: &'static str,
        _: &'static str,
        _: RangeInclusive<f32>,
        size: usize,
        values: impl IntoIterator<Item = (usize, f32)>,
    ) {
        let at = self.0.len();
        self.0.resize(at + size, 0.0);
        values.into_iter().for_each(|(place, value)| self.0[at + place] += value);
    }
}

struct Fields(Vec<Field>);

impl Observer for Fields {
    fn field(
        &mut self,
        name: &'static str,
        meaning: &'static str,
        range: RangeInclusive<f32>,
        values: impl IntoIterator<Item = f32>,
    ) {
        let at = self.0.last().map_or(0, |field| field.at + field.size);
        let size = values.into_iter().count();
        self.0.push(Field { name, at, size, min: *range.start(), max: *range.end(), meaning });
    }
}

struct Checker<'a> {
    layout: &'a Layout,
    next: usize,
    wrong: Option<String>,
    names: HashMap<&'static str, ()>,
}

impl Observer for Checker<'_> {
    fn field(
        &mut self,
        name: &'static str,
        _: &'static str,
        range: RangeInclusive<f32>,
        values: impl IntoIterator<Item = f32>,
    ) {
        let values: Vec<f32> = values.into_iter().collect();
        let expected = self.layout.fields.get(self.next);
        self.next += 1;
        let wrong = match expected {
            _ if self.names.insert(name, ()).is_some() => format!("two fields are called `{name}`"),
            Some(field) if field.name == name && field.size == values.len() => {
                match values.iter().find(|value| !range.contains(value)) {
                    Some(value) => format!("`{name}` is {value}, which is not in {range:?}"),
                    None => return,
                }
            }
            _ => format!("`{name}` has {} numbers, which is not in the layout", values.len()),
        };
        self.wrong.get_or_insert(wrong);
    }
}
