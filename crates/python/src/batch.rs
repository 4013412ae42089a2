//! Thousands of matches that are stepped together. Typed: nothing is dispatched or allocated within a step.

use std::collections::TryReserveError;
use std::convert::Infallible;
use std::ops::RangeInclusive;

use polynya_catalog::{CatalogError, Kind, Listing};
use polynya_engine::{Complete, Layout, Observer, ParseError, PerSeat, Seat, Seed, Turn, check};
use rand_core::{Rng, TryRng};

use crate::memory::{copied, filled, try_out};
use crate::returns::returns;
use crate::shaping::Shaping;

/// SplitMix64: random numbers whose whole state is one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Dice(u64);

impl TryRng for Dice {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next_u64() >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(mixed ^ (mixed >> 31))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            let word = self.next_u64().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

/// The sizes of the rows of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    pub matches: usize,
    pub seats: usize,
    pub actions: usize,
    pub observation: usize,
    /// Bytes of a packed mask: a multiple of eight.
    pub mask: usize,
    /// Words of what an observation shows, packed.
    pub packed: usize,
    /// About how many bytes a match takes, with its rows.
    pub each: usize,
}

impl Sizes {
    /// Returns about how many bytes the batch takes.
    pub fn bytes(self) -> usize {
        self.matches.saturating_mul(self.each)
    }
}

/// Why a batch cannot be made.
pub enum Unmade {
    /// The game has no such table.
    Wrong(CatalogError),
    /// This computer has not so many bytes.
    TooLarge(usize),
}

impl From<CatalogError> for Unmade {
    fn from(error: CatalogError) -> Unmade {
        Unmade::Wrong(error)
    }
}

/// Where a batch writes what Python reads: a row for each match, in memory that is allocated once.
pub struct Rows<'a> {
    pub observations: &'a mut [f32],
    pub masks: &'a mut [u8],
    pub rewards: &'a mut [f32],
    pub ends: &'a mut [bool],
    pub cuts: &'a mut [bool],
    pub seats: &'a mut [i32],
    pub actions: &'a mut [i32],
}

impl<'a> Rows<'a> {
    /// Splits off the rows of the first `count` matches.
    fn split(self, count: usize, sizes: Sizes) -> (Rows<'a>, Rows<'a>) {
        let (observations, observations_left) = self.observations.split_at_mut(count * sizes.observation);
        let (masks, masks_left) = self.masks.split_at_mut(count * sizes.mask);
        let (rewards, rewards_left) = self.rewards.split_at_mut(count * sizes.seats);
        let (ends, ends_left) = self.ends.split_at_mut(count);
        let (cuts, cuts_left) = self.cuts.split_at_mut(count);
        let (seats, seats_left) = self.seats.split_at_mut(count);
        let (actions, actions_left) = self.actions.split_at_mut(count);
        (
            Rows { observations, masks, rewards, ends, cuts, seats, actions },
            Rows {
                observations: observations_left,
                masks: masks_left,
                rewards: rewards_left,
                ends: ends_left,
                cuts: cuts_left,
                seats: seats_left,
                actions: actions_left,
            },
        )
    }
}

/// What is played in a step.
#[derive(Clone, Copy)]
pub enum Choice<'a> {
    /// These actions by their numbers, one for each match.
    Given(&'a [u32]),
    /// A legal action each, all equally likely.
    Random,
}

/// What all matches of a batch share.
#[derive(Clone)]
pub struct Terms {
    pub kind: Kind,
    pub seats: u8,
    /// A match is cut after so many actions.
    pub most: Option<u32>,
    /// Does a match that is over begin anew at once?
    pub resets: bool,
    pub shaping: Shaping,
}

/// A batch of any game. One dynamic call for all matches.
pub trait AnyBatch: Send + Sync {
    fn game(&self) -> &'static str;
    fn sizes(&self) -> Sizes;
    fn options(&self) -> String;
    fn terms(&self) -> &Terms;
    /// Plays one action in every match that is not over, or says which match refuses its own and plays nothing.
    fn step(&mut self, choice: Choice<'_>, rows: Rows<'_>, threads: usize) -> Result<(), (usize, CatalogError)>;
    /// Begins these matches anew, or all.
    fn reset(&mut self, which: Option<&[bool]>, rows: Rows<'_>);
    /// Gives every match dice that follow from this seed and its number, and begins all anew.
    fn reseed(&mut self, seed: Seed, rows: Rows<'_>);
    /// Writes all rows, for a copy.
    fn show(&mut self, rows: Rows<'_>);
    /// Puts a position in the place of a match.
    fn put(&mut self, index: usize, position: &[u8], rows: Rows<'_>) -> Result<(), ParseError>;
    fn describe(&self, index: usize) -> Option<String>;
    fn position(&self, index: usize) -> Option<Vec<u8>>;
    fn boxed(&self) -> Result<Box<dyn AnyBatch>, TryReserveError>;
    fn to_bytes(&self) -> Result<Vec<u8>, TryReserveError>;
    fn read(&mut self, bytes: &[u8]) -> Result<(), ParseError>;
}

/// One match of a batch.
#[derive(Clone)]
struct Lane<G> {
    position: G,
    dice: Dice,
    /// Actions since it began.
    steps: u32,
    /// What the gauges were worth before the next action.
    potential: PerSeat<f32>,
    /// The places of its observation that are not 0 in sparse fields.
    touched: Vec<u16>,
}

/// A batch with its types.
pub struct TypedBatch<G: Complete> {
    terms: Terms,
    options: G::Options,
    sizes: Sizes,
    start: G,
    lanes: Vec<Lane<G>>,
    /// What the observations show, packed: `sizes.packed` words for each match.
    packed: Vec<u64>,
}

impl<G: Complete> TypedBatch<G> {
    /// Returns a batch whose matches have not begun: [`reseed`](AnyBatch::reseed) begins them.
    pub fn new(
        listing: &Listing<G>,
        options: &str,
        matches: usize,
        terms: impl FnOnce(&G, Kind) -> Result<Terms, String>,
        seats: u8,
    ) -> Result<TypedBatch<G>, Unmade> {
        let line = listing.line(options, seats)?;
        let start = line.position().clone();
        let terms = terms(&start, listing.info.kind).map_err(CatalogError::Unknown)?;
        let sizes = Sizes {
            matches,
            seats: usize::from(terms.seats),
            actions: G::ACTIONS,
            observation: Layout::of::<G>().size,
            mask: G::ACTIONS.div_ceil(64) * 8,
            packed: 0,
            each: 0,
        };
        let sizes = Lane::measured(&start, sizes);
        let too_large = |_| Unmade::TooLarge(sizes.bytes());
        try_out(sizes.bytes()).map_err(too_large)?;
        let lane = Lane {
            position: start.clone(),
            dice: Dice(0),
            steps: 0,
            potential: PerSeat::default(),
            touched: Vec::new(),
        };
        let options = line.options().clone();
        let lanes = filled(lane, matches).map_err(too_large)?;
        let packed = filled(0, matches * sizes.packed).map_err(too_large)?;
        Ok(TypedBatch { terms, options, sizes, start, lanes, packed })
    }

    /// Runs something for every match, on some threads; returns the first match that it refuses.
    fn each<F>(&mut self, rows: Rows<'_>, threads: usize, work: F) -> Result<(), (usize, CatalogError)>
    where
        F: Fn(&Shared<'_, G>, usize, &mut Lane<G>, &mut Row<'_>, &mut Vec<G::Action>) -> Result<(), CatalogError>
            + Sync,
    {
        let sizes = self.sizes;
        let shared = Shared { terms: &self.terms, start: &self.start };
        let share = self.lanes.len().div_ceil(threads.clamp(1, self.lanes.len().max(1)));
        let part = |first: usize, lanes: &mut [Lane<G>], packed: &mut [u64], rows: Rows<'_>| {
            let mut scratch = Vec::new();
            for (at, lane) in lanes.iter_mut().enumerate() {
                let mut row = Row {
                    observation: &mut rows.observations[at * sizes.observation..][..sizes.observation],
                    mask: &mut rows.masks[at * sizes.mask..][..sizes.mask],
                    rewards: &mut rows.rewards[at * sizes.seats..][..sizes.seats],
                    end: &mut rows.ends[at],
                    cut: &mut rows.cuts[at],
                    seat: &mut rows.seats[at],
                    action: &mut rows.actions[at],
                    packed: &mut packed[at * sizes.packed..][..sizes.packed],
                };
                work(&shared, first + at, lane, &mut row, &mut scratch).map_err(|error| (first + at, error))?;
            }
            Ok(())
        };
        if share >= self.lanes.len() {
            return part(0, &mut self.lanes, &mut self.packed, rows);
        }
        // Threads of its own for every step: a pool would be gone in a forked process.
        std::thread::scope(|scope| {
            let (mut left, mut packed, mut first, mut parts) = (rows, &mut self.packed[..], 0, Vec::new());
            for lanes in self.lanes.chunks_mut(share) {
                let (rows, others) = left.split(lanes.len(), sizes);
                left = others;
                let (words, more) = packed.split_at_mut(lanes.len() * sizes.packed);
                packed = more;
                let (begin, part) = (first, &part);
                first += lanes.len();
                parts.push(scope.spawn(move || part(begin, lanes, words, rows)));
            }
            let results = parts.into_iter().map(|part| match part.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            // All are waited for, then the first match that was refused is told.
            results.collect::<Vec<_>>().into_iter().collect()
        })
    }
}

struct Shared<'a, G> {
    terms: &'a Terms,
    start: &'a G,
}

/// The rows of one match.
struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [u8],
    rewards: &'a mut [f32],
    end: &'a mut bool,
    cut: &'a mut bool,
    seat: &'a mut i32,
    action: &'a mut i32,
    /// What the observation shows, packed.
    packed: &'a mut [u64],
}

impl Row<'_> {
    /// Forgets what the observation shows.
    fn clear(&mut self, touched: &mut Vec<u16>) {
        self.observation.fill(0.0);
        self.packed.fill(0);
        touched.clear();
    }
}

fn asked<G: Complete>(position: &G) -> Option<Seat> {
    position.awaited().iter().next()
}

impl<G: Complete> Lane<G> {
    /// Returns the sizes with how many words what an observation shows takes, and about how many bytes a match with its rows
    /// in Python's arrays.
    fn measured(start: &G, sizes: Sizes) -> Sizes {
        let (mut counted, mut touched) = (Counted(0), Vec::new());
        start.observe(Seat::FIRST, &mut counted);
        let (mut row, mut packed) = (vec![0.0; sizes.observation], vec![0; counted.0]);
        start.observe(Seat::FIRST, &mut Writer::new(&mut row, &mut packed, &mut touched));
        let rows = 4 * (sizes.observation + sizes.seats + 2) + sizes.mask + 2;
        let lists = size_of_val(touched.as_slice()).next_power_of_two() + size_of_val(packed.as_slice());
        Sizes { packed: packed.len(), each: size_of::<Lane<G>>() + rows + lists, ..sizes }
    }

    /// Draws until a seat must act or the match is over.
    #[inline]
    fn settle(&mut self) {
        while self.position.turn() == Turn::Chance {
            let chance = self.position.draw(&mut self.dice);
            self.position.settle(chance, &mut |_| {});
        }
    }

    fn begin(&mut self, shared: &Shared<'_, G>) {
        self.position = shared.start.clone();
        self.steps = 0;
        self.settle();
        self.potential = shared.terms.shaping.potential(&self.position, shared.terms.seats);
    }

    /// Plays an action that is legal, and writes everything down.
    #[inline]
    fn advance(&mut self, shared: &Shared<'_, G>, seat: Seat, action: G::Action, row: &mut Row<'_>) {
        let terms = shared.terms;
        *row.action = G::index(action).map_or(-1, |number| number as i32);
        self.position.play(seat, action, &mut |_| {});
        self.settle();
        self.steps += 1;
        row.rewards.fill(0.0);
        if !terms.shaping.is_empty() {
            let now = terms.shaping.potential(&self.position, terms.seats);
            for (reward, seat) in row.rewards.iter_mut().zip(Seat::all(terms.seats)) {
                *reward = now[seat] - self.potential[seat];
            }
            self.potential = now;
        }
        *row.end = false;
        if let Turn::Over(outcome) = self.position.turn() {
            *row.end = true;
            let paid = returns(terms.kind, &outcome, terms.seats);
            row.rewards.iter_mut().zip(Seat::all(terms.seats)).for_each(|(reward, seat)| *reward += paid[seat] as f32);
        }
        *row.cut = !*row.end && terms.most.is_some_and(|most| self.steps >= most);
        if (*row.end || *row.cut) && terms.resets {
            self.begin(shared);
        }
        self.show(row);
    }

    /// Writes who is asked, what they may do, and what they see.
    #[inline]
    fn show(&mut self, row: &mut Row<'_>) {
        row.mask.fill(0);
        let seat = asked(&self.position);
        *row.seat = seat.map_or(-1, |seat| seat.number() as i32 - 1);
        if let Some(seat) = seat {
            self.position.each_legal(seat, &mut |action| {
                if let Some(number) = G::index(action) {
                    row.mask[number / 8] |= 1 << (number % 8);
                }
            });
        }
        let mut writer = Writer::new(row.observation, row.packed, &mut self.touched);
        self.position.observe(seat.unwrap_or(Seat::FIRST), &mut writer);
    }
}

/// Writes an observation over the one before it: only what has changed.
struct Writer<'a> {
    row: &'a mut [f32],
    at: usize,
    /// What the row shows, but for fractions: bits, eight counts, the place of a one, a number, or what a value follows from.
    packed: &'a mut [u64],
    /// How many of its words were compared.
    word: usize,
    touched: &'a mut Vec<u16>,
}

impl Writer<'_> {
    #[inline]
    fn new<'a>(row: &'a mut [f32], packed: &'a mut [u64], touched: &'a mut Vec<u16>) -> Writer<'a> {
        for place in touched.drain(..) {
            row[usize::from(place)] = 0.0;
        }
        Writer { row, at: 0, packed, word: 0, touched }
    }

    /// Puts a word in the place of the one that the row shows, and returns that: 0 at first, as the row itself.
    #[inline]
    fn replaced(&mut self, word: u64) -> u64 {
        let place = &mut self.packed[self.word];
        self.word += 1;
        let before = *place;
        if before != word {
            *place = word;
        }
        before
    }

    /// Replaces several; returns whether any of them has changed.
    #[inline]
    fn changed<const K: usize>(&mut self, words: [u64; K]) -> bool {
        let places = &mut self.packed[self.word..][..K];
        self.word += K;
        let changed = *places != words;
        if changed {
            places.copy_from_slice(&words);
        }
        changed
    }

    #[inline]
    fn count(&mut self, counts: &[u8]) {
        for (place, &count) in self.row[self.at..].iter_mut().zip(counts) {
            *place = f32::from(count);
        }
    }

    #[inline]
    fn number(&mut self, value: f32) {
        let word = value.to_bits().into();
        if self.replaced(word) != word {
            self.row[self.at] = value;
        }
        self.at += 1;
    }
}

impl Observer for Writer<'_> {
    #[inline]
    fn field(
        &mut self,
        _: &'static str,
        _: &'static str,
        _: RangeInclusive<f32>,
        values: impl IntoIterator<Item = f32>,
    ) {
        let mut count = 0;
        for (place, value) in self.row[self.at..].iter_mut().zip(values) {
            *place = value;
            count += 1;
        }
        self.at += count;
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
        for (place, value) in values {
            let place = self.at + place;
            self.row[place] += value;
            self.touched.push(place as u16);
        }
        self.at += size;
    }

    #[inline]
    fn bits(
        &mut self,
        _: &'static str,
        _: &'static str,
        size: usize,
        width: usize,
        words: impl IntoIterator<Item = u64>,
    ) {
        // Groups after the last word stay 0: in a batch the last word is always the same.
        let first = self.word;
        for (group, word) in words.into_iter().enumerate() {
            let mut changed = self.replaced(word) ^ word;
            while changed != 0 {
                let bit = changed.trailing_zeros() as usize;
                self.row[self.at + group * width + bit] = f32::from(u8::from(word >> bit & 1 == 1));
                changed &= changed - 1;
            }
        }
        self.word = first + size.div_ceil(width);
        self.at += size;
    }

    #[inline]
    fn some_counts(&mut self, _: &'static str, _: &'static str, _: RangeInclusive<f32>, size: usize, counts: &[u8]) {
        let first = (self.word, self.at);
        for chunk in counts.chunks(8) {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            if self.changed([u64::from_le_bytes(bytes)]) {
                self.count(chunk);
            }
            self.at += chunk.len();
        }
        (self.word, self.at) = (first.0 + size.div_ceil(8), first.1 + size);
    }

    #[inline]
    fn counts_of<const K: usize, const N: usize>(
        &mut self,
        _: &'static str,
        _: &'static str,
        _: RangeInclusive<f32>,
        key: [u64; K],
        counts: impl FnOnce() -> [u8; N],
    ) {
        if self.changed(key) {
            self.count(&counts());
        }
        self.at += N;
    }

    #[inline]
    fn remembered<const K: usize>(&mut self, key: [u64; K], value: impl FnOnce() -> u8) -> u8 {
        // One more than the value, so that a 0 says that none is remembered.
        let place = self.word + K;
        if self.changed(key) || self.packed[place] == 0 {
            self.packed[place] = u64::from(value()) + 1;
        }
        self.word = place + 1;
        (self.packed[place] - 1) as u8
    }

    #[inline]
    fn one_hots<I: IntoIterator<Item = Option<usize>, IntoIter: ExactSizeIterator>>(
        &mut self,
        _: &'static str,
        _: &'static str,
        count: usize,
        each: I,
    ) {
        for one in each {
            let word = one.map_or(0, |one| one as u64 + 1);
            let before = self.replaced(word);
            if before != word {
                if before != 0 {
                    self.row[self.at + before as usize - 1] = 0.0;
                }
                if let Some(one) = one {
                    self.row[self.at + one] = 1.0;
                }
            }
            self.at += count;
        }
    }

    #[inline]
    fn value(&mut self, _: &'static str, _: &'static str, _: RangeInclusive<f32>, value: impl Into<f32>) {
        self.number(value.into());
    }

    #[inline]
    fn flag(&mut self, _: &'static str, _: &'static str, value: bool) {
        self.number(f32::from(u8::from(value)));
    }
}

/// Counts the words that a [`Writer`] needs.
struct Counted(usize);

impl Observer for Counted {
    fn field(&mut self, _: &'static str, _: &'static str, _: RangeInclusive<f32>, _: impl IntoIterator<Item = f32>) {}

    fn sparse(
        &mut self,
        _: &'static str,
        _: &'static str,
        _: RangeInclusive<f32>,
        _: usize,
        _: impl IntoIterator<Item = (usize, f32)>,
    ) {
    }

    fn bits(&mut self, _: &'static str, _: &'static str, size: usize, width: usize, _: impl IntoIterator<Item = u64>) {
        self.0 += size.div_ceil(width);
    }

    fn some_counts(&mut self, _: &'static str, _: &'static str, _: RangeInclusive<f32>, size: usize, _: &[u8]) {
        self.0 += size.div_ceil(8);
    }

    fn counts_of<const K: usize, const N: usize>(
        &mut self,
        _: &'static str,
        _: &'static str,
        _: RangeInclusive<f32>,
        _: [u64; K],
        _: impl FnOnce() -> [u8; N],
    ) {
        self.0 += K;
    }

    fn remembered<const K: usize>(&mut self, _: [u64; K], _: impl FnOnce() -> u8) -> u8 {
        self.0 += K + 1;
        0
    }

    fn one_hots<I: IntoIterator<Item = Option<usize>, IntoIter: ExactSizeIterator>>(
        &mut self,
        _: &'static str,
        _: &'static str,
        _: usize,
        each: I,
    ) {
        self.0 += each.into_iter().len();
    }

    fn value(&mut self, _: &'static str, _: &'static str, _: RangeInclusive<f32>, _: impl Into<f32>) {
        self.0 += 1;
    }

    fn flag(&mut self, _: &'static str, _: &'static str, _: bool) {
        self.0 += 1;
    }
}

impl<G: Complete> AnyBatch for TypedBatch<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn sizes(&self) -> Sizes {
        self.sizes
    }

    fn options(&self) -> String {
        serde_json::to_string(&self.options).expect("options are plain JSON")
    }

    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn step(&mut self, choice: Choice<'_>, mut rows: Rows<'_>, threads: usize) -> Result<(), (usize, CatalogError)> {
        let over = || CatalogError::Unknown("the match is over: reset it before the next step".to_owned());
        match choice {
            Choice::Random => self.each(rows, threads, |shared, _, lane, row, scratch| {
                let seat = asked(&lane.position).ok_or_else(over)?;
                if let Some(action) = lane.position.pick(seat, &mut lane.dice, scratch) {
                    lane.advance(shared, seat, action, row);
                }
                Ok(())
            }),
            Choice::Given(numbers) => {
                let act = |index: usize, lane: &Lane<G>| {
                    let number = numbers[index] as usize;
                    let action = G::from_index(number).ok_or_else(|| {
                        let last = G::ACTIONS - 1;
                        CatalogError::Unknown(format!(
                            "there is no action {number}: those of {} are 0 to {last}",
                            G::ID
                        ))
                    })?;
                    Ok::<_, CatalogError>((asked(&lane.position).ok_or_else(over)?, action))
                };
                self.each(rows.reborrow(), threads, |shared, index, lane, _, _| {
                    let (seat, action) = act(index, lane)?;
                    Ok(check(&lane.position, shared.terms.seats, seat, action)?)
                })?;
                self.each(rows, threads, |shared, index, lane, row, _| {
                    let (seat, action) = act(index, lane)?;
                    lane.advance(shared, seat, action, row);
                    Ok(())
                })
            }
        }
    }

    fn reset(&mut self, which: Option<&[bool]>, rows: Rows<'_>) {
        let done = self.each(rows, 1, |shared, index, lane, row, _| {
            if which.is_none_or(|which| which[index]) {
                lane.begin(shared);
                row.rewards.fill(0.0);
                (*row.end, *row.cut, *row.action) = (false, false, -1);
                lane.show(row);
            }
            Ok(())
        });
        debug_assert!(done.is_ok(), "nothing is refused");
    }

    fn reseed(&mut self, seed: Seed, rows: Rows<'_>) {
        for (lane, number) in self.lanes.iter_mut().zip(0..) {
            lane.dice = Dice(seed.draw(number).next_u64());
        }
        self.reset(None, rows);
    }

    fn show(&mut self, rows: Rows<'_>) {
        let done = self.each(rows, 1, |_, _, lane, row, _| {
            row.clear(&mut lane.touched);
            lane.show(row);
            Ok(())
        });
        debug_assert!(done.is_ok(), "nothing is refused");
    }

    fn put(&mut self, index: usize, position: &[u8], rows: Rows<'_>) -> Result<(), ParseError> {
        let position = G::from_bytes(position)?;
        let done = self.each(rows, 1, |shared, at, lane, row, _| {
            if at == index {
                lane.position = position.clone();
                lane.steps = 0;
                lane.potential = shared.terms.shaping.potential(&lane.position, shared.terms.seats);
                row.rewards.fill(0.0);
                (*row.end, *row.cut, *row.action) = (matches!(lane.position.turn(), Turn::Over(_)), false, -1);
                lane.show(row);
            }
            Ok(())
        });
        debug_assert!(done.is_ok(), "nothing is refused");
        Ok(())
    }

    fn describe(&self, index: usize) -> Option<String> {
        Some(self.lanes.get(index)?.position.describe())
    }

    fn position(&self, index: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        self.lanes.get(index)?.position.to_bytes(&mut bytes);
        Some(bytes)
    }

    fn boxed(&self) -> Result<Box<dyn AnyBatch>, TryReserveError> {
        try_out(self.sizes.bytes())?;
        Ok(Box::new(TypedBatch {
            terms: self.terms.clone(),
            options: self.options.clone(),
            sizes: self.sizes,
            start: self.start.clone(),
            lanes: copied(&self.lanes)?,
            packed: copied(&self.packed)?,
        }))
    }

    /// Each match as its dice, its actions so far, and its position after the length of that.
    fn to_bytes(&self) -> Result<Vec<u8>, TryReserveError> {
        let (mut bytes, mut position) = (Vec::new(), Vec::new());
        for lane in &self.lanes {
            position.clear();
            lane.position.to_bytes(&mut position);
            bytes.try_reserve(16 + position.len())?;
            bytes.extend(lane.dice.0.to_le_bytes());
            bytes.extend(lane.steps.to_le_bytes());
            bytes.extend((position.len() as u32).to_le_bytes());
            bytes.extend(&position);
        }
        Ok(bytes)
    }

    fn read(&mut self, mut bytes: &[u8]) -> Result<(), ParseError> {
        let broken = || ParseError("the bytes of a batch break off".to_owned());
        for lane in &mut self.lanes {
            let (dice, rest) = bytes.split_first_chunk::<8>().ok_or_else(broken)?;
            let (steps, rest) = rest.split_first_chunk::<4>().ok_or_else(broken)?;
            let (len, rest) = rest.split_first_chunk::<4>().ok_or_else(broken)?;
            let (position, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize).ok_or_else(broken)?;
            lane.position = G::from_bytes(position)?;
            lane.dice = Dice(u64::from_le_bytes(*dice));
            lane.steps = u32::from_le_bytes(*steps);
            lane.potential = self.terms.shaping.potential(&lane.position, self.terms.seats);
            bytes = rest;
        }
        if bytes.is_empty() { Ok(()) } else { Err(ParseError("there are more bytes than the batch has".to_owned())) }
    }
}

impl Rows<'_> {
    fn reborrow(&mut self) -> Rows<'_> {
        Rows {
            observations: self.observations,
            masks: self.masks,
            rewards: self.rewards,
            ends: self.ends,
            cuts: self.cuts,
            seats: self.seats,
            actions: self.actions,
        }
    }
}
