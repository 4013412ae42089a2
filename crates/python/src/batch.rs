//! Thousands of matches that are stepped together. Typed: nothing is dispatched or allocated within a step.

use std::collections::TryReserveError;
use std::convert::Infallible;

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
            each: 0,
        };
        let sizes = Sizes { each: Lane::bytes(&start, sizes), ..sizes };
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
        Ok(TypedBatch { terms, options, sizes, start, lanes: filled(lane, matches).map_err(too_large)? })
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
        let part = |first: usize, lanes: &mut [Lane<G>], rows: Rows<'_>| {
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
                };
                work(&shared, first + at, lane, &mut row, &mut scratch).map_err(|error| (first + at, error))?;
            }
            Ok(())
        };
        if share >= self.lanes.len() {
            return part(0, &mut self.lanes, rows);
        }
        // Threads of its own for every step: a pool would be gone in a forked process.
        std::thread::scope(|scope| {
            let (mut left, mut first, mut parts) = (rows, 0, Vec::new());
            for lanes in self.lanes.chunks_mut(share) {
                let (rows, others) = left.split(lanes.len(), sizes);
                left = others;
                let (begin, part) = (first, &part);
                first += lanes.len();
                parts.push(scope.spawn(move || part(begin, lanes, rows)));
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
}

fn asked<G: Complete>(position: &G) -> Option<Seat> {
    position.awaited().iter().next()
}

impl<G: Complete> Lane<G> {
    /// Returns about how many bytes a match takes, with its rows in Python's arrays.
    fn bytes(start: &G, sizes: Sizes) -> usize {
        let mut touched = Vec::new();
        let mut row = vec![0.0; sizes.observation];
        start.observe(Seat::FIRST, &mut Writer { row: &mut row, at: 0, touched: &mut touched });
        let rows = 4 * (sizes.observation + sizes.seats + 2) + sizes.mask + 2;
        size_of::<Lane<G>>() + rows + size_of_val(touched.as_slice()).next_power_of_two()
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
        for place in self.touched.drain(..) {
            row.observation[usize::from(place)] = 0.0;
        }
        let mut writer = Writer { row: row.observation, at: 0, touched: &mut self.touched };
        self.position.observe(seat.unwrap_or(Seat::FIRST), &mut writer);
    }
}

/// Writes an observation over the one before it.
struct Writer<'a> {
    row: &'a mut [f32],
    at: usize,
    touched: &'a mut Vec<u16>,
}

impl Observer for Writer<'_> {
    #[inline]
    fn field(
        &mut self,
        _: &'static str,
        _: &'static str,
        _: std::ops::RangeInclusive<f32>,
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
        _: std::ops::RangeInclusive<f32>,
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
