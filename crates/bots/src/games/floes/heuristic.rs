//! The heuristic of the greedy bot: everything is counted in moves.
//!
//! A seat is as far from winning as the moves that its penguins still need, and a penguin in the bear's reach is further
//! by what a bear roll would cost, times the probability of that roll. A position is worth how much further away the
//! rivals are.

use polynya_engine::{Game, Seat, Turn};
use polynya_games::floes::{Edition, Floes, PENGUINS, START, Variant};

use super::bear::{BEAR_MOVES, BearReach, bears};
use super::dice::{DieOdds, MAX_MOVES};
use super::distances::{Distances, MAX_DETOURS, NEVER};
use super::journey::{Crowd, Journey};
use super::weights::{TUNED, Weights};
use super::win_bound::WinBound;
use crate::greedy::{Greedy, Heuristic};

/// The beam width on boards with one die, and in Mega Ice Age, where a turn has twice the moves on twice the floes.
const BEAM_WIDTHS: [usize; 2] = [32, 6];

/// The greedy bot of both games.
pub type GreedyFloes<E> = Greedy<Floes<E>, RaceHeuristic<E>>;

/// Won, or lost, whatever else stands on the board.
pub(super) const DECIDED: f32 = 1e6;

/// Counts how many moves each seat is from winning. Caches what it measured of the match and of the last board.
#[derive(Clone)]
pub struct RaceHeuristic<E: Edition> {
    pub(super) weights: Weights,
    beam_width: usize,
    /// How likely the bear is to come this many moves far in one turn of a rival. Not of all rivals together: at full
    /// tables that made the bot too timid, because a rival's bear hunts the others too.
    risk: [f32; BEAR_MOVES + 1],
    /// The probability that one turn's roll gives at least this many penguin moves.
    roll: [f32; MAX_MOVES + 1],
    /// The distances of the last position, for the next one with the same ice.
    distances: Distances<E::Bits>,
    /// See [`Weights::impatience`].
    pub(super) impatience: f32,
    /// The longest way round that is believed.
    max_detour: u8,
    win_bound: WinBound,
}

impl<E: Edition> RaceHeuristic<E> {
    /// Creates a heuristic with these weights.
    pub fn new(weights: Weights) -> RaceHeuristic<E> {
        RaceHeuristic {
            weights,
            beam_width: BEAM_WIDTHS[0],
            risk: [0.0; BEAR_MOVES + 1],
            roll: [0.0; MAX_MOVES + 1],
            distances: Distances::UNKNOWN,
            impatience: 0.0,
            max_detour: MAX_DETOURS[0],
            win_bound: WinBound::default(),
        }
    }

    /// Sets the beam width for the match that it was prepared for.
    pub fn set_beam_width(&mut self, width: usize) {
        self.beam_width = width;
    }
}

impl<E: Edition> Default for RaceHeuristic<E> {
    fn default() -> Self {
        RaceHeuristic::new(TUNED)
    }
}

impl<E: Edition> Heuristic<Floes<E>> for RaceHeuristic<E> {
    fn prepare(&mut self, position: &Floes<E>) {
        let mega = position.played_variants().contains(Variant::MegaIceAge);
        self.beam_width = BEAM_WIDTHS[usize::from(mega)];
        let dice = if mega { 2 } else { 1 };
        let odds = DieOdds::of(position);
        self.roll = odds.penguin_moves(dice);
        for (moves, risk) in self.risk.iter_mut().enumerate() {
            *risk = 1.0 - (1.0 - odds.bear_moves(moves)).powi(dice);
        }
        self.soften_risk();
        self.distances = Distances::UNKNOWN;
        self.impatience = self.weights.impatience(position);
        self.max_detour = MAX_DETOURS[usize::from(self.impatience > 0.0)];
        self.win_bound = WinBound::of(position.layout());
    }

    fn beam_width(&self) -> usize {
        self.beam_width
    }

    fn key(&self, position: &Floes<E>) -> u64 {
        // The names of floes are left out: a drifting floe is as good as any other in its place.
        let mut key = Key(0);
        let mut ice = position.ice();
        while let Some(cell) = ice.pop_first() {
            key.add(u64::from(cell));
        }
        for seat in Seat::all(position.seats()) {
            for (place, home) in position.penguins(seat) {
                key.add(u64::from(position.cell(place)) << 1 | u64::from(home));
            }
            key.add(255);
        }
        for place in position.bears() {
            key.add(u64::from(position.cell(place)));
        }
        let (label, left) = position.rolled().map_or((0, 0), |(label, left)| (1 + label as u64, u64::from(left)));
        let waiting = position.waiting_die().map_or(0, |label| 1 + label as u64);
        key.add(label << 16 | left << 8 | waiting);
        key.0
    }

    fn evaluate(&mut self, position: &Floes<E>, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = position.turn()
            && !outcome.winners.is_empty()
        {
            return if outcome.winners.contains(seat) { DECIDED } else { -DECIDED };
        }
        let mut own = 0.0;
        let mut rivals = 0.0;
        let weights = self.features(position, &mut |weights, other, SeatFeatures { moves, loss, finish, .. }| {
            let alarm = weights.alarm * finish;
            if other == seat {
                own = moves + weights.danger * loss - alarm;
            } else {
                rivals += (-(moves + weights.threat * loss - alarm) / weights.leader).exp();
            }
        });
        let leader = -weights.leader * rivals.ln();
        weights.hinder * leader - own
    }

    fn actions_to_win(&self, position: &Floes<E>, seat: Seat) -> Option<u32> {
        self.win_bound.actions(position, seat)
    }
}

/// The features of one seat: how far it is from winning.
#[derive(Clone, Copy, Default, Debug)]
pub struct SeatFeatures {
    /// The moves that its penguins still need.
    pub moves: f32,
    /// The moves that the bear is expected to cost it.
    pub loss: f32,
    /// The probability that its next roll is enough.
    pub finish: f32,
    /// The moves that each penguin needs that is not at its goal, the foremost first.
    pub legs: [f32; PENGUINS],
    /// The moves that the bear needs to reach each of them.
    pub bear: [u8; PENGUINS],
}

impl<E: Edition> RaceHeuristic<E> {
    /// Calls `each` with the features of every seat, and returns the weights that hold in this position.
    #[inline]
    pub(super) fn features(
        &mut self,
        position: &Floes<E>,
        each: &mut impl FnMut(&Weights, Seat, SeatFeatures),
    ) -> Weights {
        let crowd = Crowd::of(position);
        self.measure(position, &crowd);
        let distances = &self.distances;
        let bear = BearReach::of(position, &crowd);
        let weights = self.weights.after(position, distances.moves(START, false));
        let company = 1.0 / (1.0 + self.impatience);
        for seat in Seat::all(position.seats()) {
            let journey = Journey::of(position, seat, distances, &weights, company);
            let (moves, loss) = (journey.moves(), journey.loss(&bear, &self.risk, weights.dread));
            let finish = self.roll.get(moves.ceil() as usize).copied().unwrap_or(0.0);
            let legs = journey.legs.map(|leg| leg.moves);
            let bear = journey.legs.map(|leg| if leg.on_floe { bear.moves[usize::from(leg.cell)] } else { NEVER });
            each(&weights, seat, SeatFeatures { moves, loss, finish, legs, bear });
        }
        weights
    }

    /// A bear out of reach comes into reach some day, and among those in reach the nearest is the worst.
    fn soften_risk(&mut self) {
        for moves in 1..=BEAR_MOVES {
            self.risk[moves] = self.risk[moves].max(self.risk[moves - 1] * self.weights.far);
        }
        for (moves, risk) in self.risk.iter_mut().enumerate() {
            *risk *= 1.0 + self.weights.near * (BEAR_MOVES - moves) as f32;
        }
    }

    /// Measures the distances again if the floes or what shuts them have changed.
    fn measure(&mut self, position: &Floes<E>, crowd: &Crowd<E::Bits>) {
        let ice = position.ice();
        let shut = (bears(position) & ice) | crowd.full;
        if !self.distances.are_of(ice, shut) {
            self.distances = Distances::new(position.layout(), ice, shut, position.played_variants(), self.max_detour);
        }
    }
}

/// A hash of many small numbers.
struct Key(u64);

impl Key {
    #[inline]
    fn add(&mut self, part: u64) {
        self.0 = (self.0 ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    }
}
