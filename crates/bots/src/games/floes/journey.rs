//! What the penguins of a seat still have before them.

use polynya_engine::{Bits, Seat};
use polynya_games::floes::{Edition, Floes, Layout, PENGUINS, START};

use super::bear::{BEAR_MOVES, BearReach};
use super::distances::{Cells, Distances, lanes_between};
use super::weights::Weights;

/// The most moves that company is believed to save one penguin; on long boards companions are lost on the way.
const MAX_SAVED: f32 = 6.0;
/// How many moves apart two penguins save each other nothing any more.
const APART: f32 = 8.0;

/// Where penguins stand.
pub(super) struct Crowd<W: Bits> {
    /// The floes with any.
    pub(super) any: Cells<W>,
    /// The floes with as many as they can carry.
    pub(super) full: Cells<W>,
}

impl<W: Bits> Crowd<W> {
    pub(super) fn of<E: Edition<Bits = W>>(position: &Floes<E>) -> Crowd<W> {
        let [mut one, mut two, mut three] = [Cells::NONE; 3];
        for (place, _) in Seat::all(position.seats()).flat_map(|seat| position.penguins(seat)) {
            if place.is_floe() {
                let cell = Cells::from(position.cell(place));
                three |= two & cell;
                two |= one & cell;
                one |= cell;
            }
        }
        Crowd { any: one, full: three }
    }
}

/// What a seat still has before it.
pub(super) struct Journey {
    pub(super) legs: [Leg; PENGUINS],
    count: usize,
}

/// What one penguin still has before it.
#[derive(Clone, Copy, Default)]
pub(super) struct Leg {
    pub(super) cell: u8,
    home: bool,
    pub(super) on_floe: bool,
    /// The rows that it must still go.
    rows: u8,
    /// Moves that it adds to those of its friends.
    pub(super) moves: f32,
    /// Moves that it would add if it were sent home.
    again: f32,
}

impl Leg {
    /// Returns the moves that this penguin saves because a friend is on its floe, or ahead and near enough to wait for it.
    fn saved<W: Bits>(&self, friend: &Leg, layout: &Layout<W>, distances: &Distances<W>, weights: &Weights) -> f32 {
        let together = friend.home == self.home && friend.cell == self.cell;
        if !together && (!friend.can_be_joined(self, layout.north) || distances.shut.contains(friend.cell)) {
            return 0.0;
        }
        let join =
            if together { 0 } else { (self.rows - friend.rows).max(1) + lanes_between(layout, self.cell, friend.cell) };
        let joined = f32::from(join) + distances.escorted(friend.cell, friend.home, weights);
        let apart = f32::from(join.saturating_sub(1)) / APART;
        (self.moves - joined).clamp(0.0, MAX_SAVED) * (1.0 - apart).max(0.0)
    }

    /// Is this penguin ahead on the same way? One that turned round waits for its friends only at the pole.
    fn can_be_joined(&self, by: &Leg, north: u8) -> bool {
        self.home == by.home || (self.home && self.cell == north)
    }
}

impl Journey {
    /// Returns the journey of a seat; `company` says how much friends are counted on, from 0 to 1. Without any, penguins
    /// part where only one of them gets on.
    pub(super) fn of<E: Edition>(
        position: &Floes<E>,
        seat: Seat,
        distances: &Distances<E::Bits>,
        weights: &Weights,
        company: f32,
    ) -> Journey {
        let mut journey = Journey { legs: [Leg::default(); PENGUINS], count: 0 };
        for (place, home) in position.penguins(seat) {
            let cell = position.cell(place);
            let [out, back] = distances.rows(cell, home);
            let leg = Leg { cell, home, on_floe: place.is_floe(), rows: out + back, ..Leg::default() };
            journey.legs[journey.count] = leg;
            journey.count += 1;
        }
        journey.legs[..journey.count].sort_unstable_by_key(|leg| leg.rows);
        journey.share(position.layout(), distances, weights, company);
        journey
    }

    /// Friends on one floe slide together: only the first pays for the slides.
    fn share<W: Bits>(&mut self, layout: &Layout<W>, distances: &Distances<W>, weights: &Weights, company: f32) {
        for index in 0..self.count {
            let mut leg = self.legs[index];
            leg.moves = distances.alone(leg.cell, leg.home, weights);
            leg.again = distances.alone(START, false, weights) + weights.shore;
            let saved = self.legs[..index].iter().map(|friend| leg.saved(friend, layout, distances, weights));
            let saved = company * saved.fold(0.0, f32::max);
            leg.moves -= saved;
            // Who is sent home together starts again together.
            leg.again -= saved;
            if leg.cell == START && !leg.home {
                leg.moves += weights.shore;
            }
            self.legs[index] = leg;
        }
    }

    /// Returns the moves that all penguins still need.
    pub(super) fn moves(&self) -> f32 {
        self.legs[..self.count].iter().map(|leg| leg.moves).sum()
    }

    /// Returns the moves that the bear is expected to cost.
    pub(super) fn loss(&self, bear: &BearReach, risk: &[f32; BEAR_MOVES + 1], dread: f32) -> f32 {
        let mut loss = 0.0;
        for leg in self.legs[..self.count].iter().filter(|leg| leg.on_floe) {
            let distance = usize::from(bear.moves[usize::from(leg.cell)]);
            if let Some(risk) = risk.get(distance) {
                loss += risk * (leg.again - leg.moves).clamp(0.0, dread);
            }
        }
        loss
    }
}
