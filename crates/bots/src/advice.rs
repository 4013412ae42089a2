//! Advice: what a seat should do, what that is worth, and why.

use std::time::Duration;

use polynya_engine::{Aspect, Game, Reason, Seat};
use rand_core::Rng;

pub use polynya_engine::Worth;

/// What a seat should do with the rest of its turn.
pub struct Advice<G: Game> {
    /// What to do, in this order, as far as no die falls.
    pub plan: Vec<G::Action>,
    /// What that is worth, if it was searched.
    pub worth: Option<Worth>,
    /// The other plan that was thought about most, and its worth.
    pub alternative: Option<(Vec<G::Action>, Worth)>,
    /// Why.
    pub reason: Reason,
}

/// A feature of one position for one seat. Advice compares the features to which two plans lead.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Feature {
    /// Its value.
    pub value: f32,
    /// How good one more of it is; below 0 it is bad.
    pub weight: f32,
    /// How its game speaks of it.
    pub aspect: Aspect,
}

/// What somebody wants of a seat in its turn.
pub enum Wanted<'a, A> {
    /// These actions, one after the other.
    Plan(&'a [A]),
    /// Something in which one of these actions is.
    Any(&'a dyn Fn(A) -> bool),
}

/// How a seat takes what is wanted of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stance {
    /// It would have done so anyway.
    Agrees,
    /// It is nearly as good as what it would have done, so it does it.
    Adopts,
    /// It does something better.
    Declines,
    /// It cannot be done in this turn.
    Unable,
}

/// What a seat makes of what is wanted of it.
pub struct Opinion<G: Game> {
    /// How it takes it.
    pub stance: Stance,
    /// What it does now; nothing where it is unable.
    pub plan: Vec<G::Action>,
    /// Why it declines.
    pub reason: Option<Reason>,
}

/// Somebody who gives advice.
pub trait Adviser<G: Game>: Send {
    /// Returns advice for a seat that can act, after thinking for this time, but no less than the level that gives it:
    /// exactly as much if no time is given. From 1 to 99 milliseconds the answer is a quick one.
    fn advise(&mut self, position: &G, seat: Seat, time: Duration, luck: &mut dyn Rng) -> Advice<G>;

    /// Returns what a seat whose turn it is should make of what somebody wants of it. A win that the turn allows is
    /// never given up for it, and the same question and luck always give the same answer.
    fn judge(&mut self, position: &G, seat: Seat, wanted: &Wanted<'_, G::Action>, luck: &mut dyn Rng) -> Opinion<G>;
}
