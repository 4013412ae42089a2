//! The heuristic of search and network: everybody's chance to win, from how many moves they need.

use std::sync::Arc;

use polynya_engine::{Game, PerSeat, Seat, Turn};
use polynya_games::floes::{Action, Chance, Edition, Floes};

use super::deadline::seat_in_time;
use super::heuristic::{DECIDED, RaceHeuristic, SeatFeatures};
use super::network::{self, FloesNetwork, MirroredInput};
use super::weights::TUNED;
use crate::greedy::{Greedy, Heuristic};
use crate::network::sigmoid;

/// A logistic model of the chance to win: how it follows from moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinModel {
    /// How much of a loss to the bear counts.
    pub danger: f32,
    /// What a chance to win with the next roll counts, in moves.
    pub finish: f32,
    /// The moves that a whole round is worth to whoever acts earlier.
    pub tempo: f32,
    /// How many moves ahead make the odds about 3 to 1 at the end of a match.
    pub scale: f32,
    /// How much more they must be for each root of a move that the leader still needs.
    pub growth: f32,
    /// How much a plan's own moves count beside its odds. Without it two bots only push each other back.
    pub race: f32,
}

/// The model of the bots.
pub const FITTED: WinModel = WinModel { danger: 0.13, finish: 3.0, tempo: 4.25, scale: 1.5, growth: 0.93, race: 0.0 };

/// The moves that a race is measured in.
const RACE: f32 = 4.0;
/// How many moves less bring a seat that has lost its patience about three times as much.
const HASTE: f32 = 24.0;

/// The log-odds that a seat wins against the one other seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds {
    /// By the model alone.
    pub baseline: f32,
    /// Corrected by the network, where there is one.
    pub corrected: f32,
}

/// Evaluates positions by everybody's chance to win.
#[derive(Clone)]
pub struct WinHeuristic<E: Edition> {
    race: RaceHeuristic<E>,
    model: WinModel,
    beam_width: usize,
    /// What corrects the odds in matches that it was trained for.
    network: Option<Arc<FloesNetwork>>,
    /// Is this such a match?
    uses_network: bool,
    input: MirroredInput,
}

impl<E: Edition> WinHeuristic<E> {
    /// Creates a heuristic for a beam of this width.
    pub fn new(model: WinModel, beam_width: usize) -> WinHeuristic<E> {
        let (race, input) = (RaceHeuristic::new(TUNED), MirroredInput::default());
        WinHeuristic { race, model, beam_width, network: None, uses_network: false, input }
    }

    /// Sets the beam width.
    pub fn set_beam_width(&mut self, width: usize) {
        self.beam_width = width;
    }

    /// Returns the same heuristic with a network that corrects the odds.
    #[must_use]
    pub fn with_network(mut self, network: &Arc<FloesNetwork>) -> WinHeuristic<E> {
        self.network = Some(Arc::clone(network));
        self
    }

    /// Returns the log-odds that the seat that ended its turn wins against the one other seat.
    pub fn odds(&mut self, position: &Floes<E>, seat: Seat) -> Odds {
        let features = self.features(position);
        let rival = seat.next(2);
        let (needs, scale) = self.needs(2, rival, &features);
        let baseline = ((needs[rival.index()] - needs[seat.index()]) / scale).clamp(-12.0, 12.0);
        let Some(network) = &self.network else { return Odds { baseline, corrected: baseline } };
        self.input.encode(position, [seat, rival].map(|seat| (seat, &features[seat.index()])), baseline);
        let [shared, image, mirrored] = self.input.parts();
        Odds { baseline, corrected: baseline + network.forward_mirrored(shared, [image, mirrored]) }
    }

    /// Returns the input that the network had last.
    pub fn input(&self) -> &MirroredInput {
        &self.input
    }

    /// Returns the features of every seat.
    pub fn features(&mut self, position: &Floes<E>) -> [SeatFeatures; 4] {
        let mut features = [SeatFeatures::default(); 4];
        self.race.features(position, &mut |_, seat, of_seat| features[seat.index()] = of_seat);
        features
    }

    /// Returns the moves that each seat needs if `next` rolls next, and how many moves ahead matter.
    fn needs(&self, seats: u8, next: Seat, features: &[SeatFeatures; 4]) -> ([f32; 4], f32) {
        let WinModel { danger, finish, tempo, scale, growth, .. } = self.model;
        let mut needs = [f32::INFINITY; 4];
        let mut seat = next;
        for wait in 0..seats {
            let of_seat = features[seat.index()];
            let wait = tempo * f32::from(wait) / f32::from(seats);
            needs[seat.index()] = of_seat.moves + danger * of_seat.loss - finish * of_seat.finish + wait;
            seat = seat.next(seats);
        }
        let least = needs.iter().copied().fold(f32::INFINITY, f32::min);
        (needs, scale + growth * least.max(0.0).sqrt())
    }

    /// Returns everybody's chance to win if `next` rolls next.
    pub fn chances(&mut self, position: &Floes<E>, next: Seat) -> PerSeat<f32> {
        if self.uses_network {
            let odds = self.odds(position, next.next(2)).corrected;
            return of_two(next, sigmoid(-odds));
        }
        let features = self.features(position);
        self.softmax(position, next, &features)
    }

    /// Returns what the position is worth to everybody if `next` rolls next: the chance to win before the turn limit, and
    /// more and more the own way alone in a match that lasts too long.
    pub fn payoffs(&mut self, position: &Floes<E>, next: Seat) -> PerSeat<f32> {
        let mut payoffs = self.chances(position, next);
        if position.turns_left().is_some() {
            let features = self.features(position);
            for seat in Seat::all(position.seats()) {
                payoffs[seat] *= seat_in_time(position, next, seat, &features[seat.index()]);
            }
        }
        let impatience = self.race.weights.impatience(position);
        if impatience > 0.0 {
            let features = self.features(position);
            let share = impatience / (1.0 + impatience);
            for seat in Seat::all(position.seats()) {
                let way = (-self.own_need(&features[seat.index()]) / HASTE).exp();
                payoffs[seat] += share * (way - payoffs[seat]);
            }
        }
        payoffs
    }

    /// Returns the moves that a seat needs by itself.
    fn own_need(&self, features: &SeatFeatures) -> f32 {
        features.moves + self.model.danger * features.loss
    }

    /// Returns everybody's chance to win by a softmax over the moves that they need.
    fn softmax(&self, position: &Floes<E>, next: Seat, features: &[SeatFeatures; 4]) -> PerSeat<f32> {
        let seats = position.seats();
        let mut chances = PerSeat::default();
        let (needs, scale) = self.needs(seats, next, features);
        let least = needs.iter().copied().fold(f32::INFINITY, f32::min);
        let shares = needs.map(|need| ((least - need) / scale).exp());
        let sum: f32 = shares.iter().sum();
        for seat in Seat::all(seats) {
            chances[seat] = shares[seat.index()] / sum;
        }
        chances
    }
}

/// Returns the log-odds of a chance; none is certain.
fn log_odds(chance: f32) -> f32 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    (chance / (1.0 - chance)).ln()
}

/// Returns the chances of two seats, one of which has this chance.
fn of_two(seat: Seat, chance: f32) -> PerSeat<f32> {
    let mut chances = PerSeat::default();
    chances[seat] = chance;
    chances[seat.next(2)] = 1.0 - chance;
    chances
}

impl<E: Edition> Heuristic<Floes<E>> for WinHeuristic<E> {
    fn prepare(&mut self, position: &Floes<E>) {
        self.uses_network = self.network.is_some() && network::covers(position);
        let (patience, hurry) = if self.uses_network { (f32::INFINITY, 0.0) } else { (TUNED.patience, TUNED.hurry) };
        (self.race.weights.patience, self.race.weights.hurry) = (patience, hurry);
        self.race.prepare(position);
    }

    fn beam_width(&self) -> usize {
        self.beam_width
    }

    fn key(&self, position: &Floes<E>) -> u64 {
        self.race.key(position)
    }

    /// Returns the log-odds that this seat wins if its turn ended here.
    fn evaluate(&mut self, position: &Floes<E>, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = position.turn() {
            return if outcome.winners.contains(seat) { DECIDED } else { -DECIDED };
        }
        let next = seat.next(position.seats());
        let is_limited = position.turns_left().is_some();
        if self.uses_network {
            let odds = self.odds(position, seat).corrected;
            if !is_limited {
                return odds;
            }
            let features = self.features(position);
            return log_odds(sigmoid(odds) * seat_in_time(position, next, seat, &features[seat.index()]));
        }
        let features = self.features(position);
        let own = &features[seat.index()];
        let race = (self.model.race + self.race.impatience) * self.own_need(own) / RACE;
        let mut chance = self.softmax(position, next, &features)[seat];
        if is_limited {
            chance *= seat_in_time(position, next, seat, own);
        }
        log_odds(chance) - race
    }

    fn actions_to_win(&self, position: &Floes<E>, seat: Seat) -> Option<u32> {
        self.race.actions_to_win(position, seat)
    }
}

impl<E: Edition> Greedy<Floes<E>, WinHeuristic<E>> {
    /// Returns the chance of the seat that is about to roll, if it does with every roll what the network evaluates best:
    /// an expectimax over one turn.
    pub fn best_reply(&mut self, position: &Floes<E>) -> f32 {
        let seat = position.seat();
        let mut rolls = position.clone();
        rolls.play(seat, Action::Roll, &mut |_| {});
        let mut mean = 0.0;
        // Whoever plans four moves has seen where two and three lead.
        for (label, shares) in network::ROLLS {
            let mut rolled = rolls.clone();
            rolled.settle(Chance::Label(label), &mut |_| {});
            let best: Vec<f32> = self.best_by_length(&rolled, seat).collect();
            for &(moves, share) in shares {
                // A win comes before the last move.
                mean += share * sigmoid(best[moves.min(best.len()) - 1]);
            }
        }
        mean
    }
}
