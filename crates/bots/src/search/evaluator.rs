//! What guides a search: priors, playouts and values.

use std::time::Duration;

use polynya_engine::{Game, Luck, MAX_SEATS, PerSeat, Seat, Turn};

use super::plans::Plans;
use super::sequential_halving::mean_payoffs;
use crate::Mate;
use crate::advice::{Feature, Worth};

/// What guides a search in a game: the priors of plans, the playout policy, the values of positions and the constants
/// of the search. The defaults know nothing but the rules.
pub trait Evaluator<G: Game>: Send {
    /// Prepares for a search that begins in this position.
    fn prepare(&mut self, position: &G, seat: Seat) {
        let _ = (position, seat);
    }

    /// Is told before a search how long it may last, where that is by the clock.
    fn allow(&mut self, time: Duration) {
        let _ = time;
    }

    /// Adds the plans worth trying, each with a prior weight above 0; at least one.
    ///
    /// A plan is one action, or several (a macro action) that this seat does in a row with nothing drawn in between.
    fn prior(&mut self, position: &G, seat: Seat, into: &mut Plans<G::Action>) {
        into.add_legal(position, seat);
    }

    /// Adds plans with a wanted action in them, the most promising first, as far as there are some.
    fn wanted(&mut self, position: &G, seat: Seat, is_wanted: &dyn Fn(G::Action) -> bool, into: &mut Plans<G::Action>) {
        let mut all = Plans::new();
        self.prior(position, seat, &mut all);
        all.add_legal(position, seat);
        all.iter()
            .filter(|(plan, _)| plan.iter().any(|&action| is_wanted(action)))
            .for_each(|(plan, weight)| into.add(plan, weight));
    }

    /// Returns a win that the rest of the turn allows, whatever is drawn later, if one is known.
    fn win(&mut self, position: &G, seat: Seat) -> Option<Vec<G::Action>> {
        let _ = (position, seat);
        None
    }

    /// Returns the pay-offs of a seat at the ends of some plans that begin in this position: means of playouts with the same
    /// dice for all of them.
    fn compare(&mut self, position: &G, ends: &[G], seat: Seat, seed: u64) -> Vec<f32>
    where
        Self: Sized,
    {
        let _ = position;
        mean_payoffs(self, ends, seat, seed)
    }

    /// Is this position quiet, so that it can be evaluated or a playout begin in it? Where it is not, the tree grows on
    /// at once (quiescence).
    fn is_quiet(&self, position: &G) -> bool {
        let _ = position;
        true
    }

    /// Are the plans of the root compared by sequential halving, with playouts that share their dice? If not, a tree
    /// grows below them.
    fn sequential_halving(&self) -> bool {
        false
    }

    /// Are the plans of the root compared by expectimax, turn by turn, with the best [`replies`](Self::replies)?
    fn expectimax(&self) -> bool {
        false
    }

    /// Adds the positions to which the next turn leads from a position that is quiet: the best reply to every outcome of
    /// chance, with its probability. Only for expectimax.
    fn replies(&mut self, position: &G, into: &mut Vec<(f32, G)>) {
        let _ = (position, into);
    }

    /// Are the prior weights of plans the pay-offs of the seat, and better than playouts could find them?
    fn is_exact(&self) -> bool {
        false
    }

    /// Begins a playout with random numbers of its own: what was planned in another one must be forgotten.
    fn begin_playout(&mut self, luck: &mut impl Luck) {
        let _ = luck;
    }

    /// Returns the next action of a playout: the default policy. `scratch` is a buffer without meaning.
    fn playout_action(
        &mut self,
        position: &G,
        seat: Seat,
        luck: &mut impl Luck,
        scratch: &mut Vec<G::Action>,
    ) -> G::Action {
        position.pick(seat, luck, scratch).expect("a seat that is awaited can act")
    }

    /// Returns what a seat does although the table waits for another one, if it wants to.
    fn interjection(&mut self, position: &G, seat: Seat, mate: Mate) -> Option<G::Action> {
        let _ = (position, seat, mate);
        None
    }

    /// Returns how many turns ([`Game::turns`]) a playout lasts before it is evaluated; `None`: to the end of the match.
    fn horizon(&self) -> Option<u32> {
        None
    }

    /// Returns the pay-off of every seat, from 0 to 1, in the position where a playout stopped, which may be the end.
    fn evaluate(&mut self, position: &G) -> PerSeat<f32> {
        payoffs(position)
    }

    /// Returns the exploration constant of PUCT: the weight of the priors against the pay-offs seen.
    fn exploration(&self) -> f32 {
        1.4
    }

    /// Returns the first-play urgency reduction: how much less than its parent a plan that was never tried is believed
    /// to pay.
    fn fpu_reduction(&self) -> f32 {
        0.0
    }

    /// Returns what a mean pay-off stands for, as people are told.
    fn worth(&self, payoff: f32) -> Worth {
        Worth::Chance(payoff)
    }

    /// Returns the features of a position that matter for a seat, always the same ones in the same order: for the
    /// reasons of advice.
    fn features(&mut self, position: &G, seat: Seat) -> Vec<Feature> {
        let _ = (position, seat);
        Vec::new()
    }
}

/// Returns 1 for each winner of a match that is over and 0 for the others; a half for all while it goes on.
pub fn payoffs<G: Game>(position: &G) -> PerSeat<f32> {
    let mut payoffs = PerSeat::default();
    let outcome = match position.turn() {
        Turn::Over(outcome) => Some(outcome),
        Turn::Players(_) | Turn::Chance => None,
    };
    for seat in Seat::all(MAX_SEATS as u8) {
        payoffs[seat] = outcome.map_or(0.5, |outcome| f32::from(u8::from(outcome.winners.contains(seat))));
    }
    payoffs
}

/// Knows nothing but the rules: uniform priors, random playouts to the end of the match.
#[derive(Clone, Copy, Default, Debug)]
pub struct Plain;

impl<G: Game> Evaluator<G> for Plain {}
