//! Advice: what a seat should do, what that is worth, and why.

use std::fmt;
use std::time::Duration;

use polynya_engine::{Game, Seat};
use rand_core::Rng;

/// What a seat should do with the rest of its turn.
pub struct Advice<G: Game> {
    /// What to do, in this order, as far as no die falls.
    pub plan: Vec<G::Action>,
    /// What that is worth, if it was searched.
    pub worth: Option<Worth>,
    /// The other plan that was thought about most, and its worth.
    pub alternative: Option<(Vec<G::Action>, Worth)>,
    /// Why, in one sentence.
    pub reason: String,
}

/// What a plan is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Worth {
    /// A chance to win, from 0 to 1.
    Chance(f32),
    /// A score that is to be expected.
    Score(f32),
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Chance(chance) => write!(f, "{:.0} % to win", 100.0 * chance),
            Worth::Score(score) => write!(f, "about {score:.0} points"),
        }
    }
}

/// A feature of one position for one seat, in words. Advice compares the features to which two plans lead.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Feature {
    /// Its value.
    pub value: f32,
    /// How good one more of it is; below 0 it is bad.
    pub weight: f32,
    /// What is said where a plan leads to more of it: `{}` stands for how much more.
    pub more: &'static str,
    /// What is said where a plan leads to less.
    pub less: &'static str,
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
    /// Why it declines, as a part of a sentence.
    pub reason: Option<String>,
}

/// Somebody who gives advice.
pub trait Adviser<G: Game>: Send {
    /// Returns advice for a seat that can act, after thinking for this time.
    fn advise(&mut self, position: &G, seat: Seat, time: Duration, luck: &mut dyn Rng) -> Advice<G>;

    /// Returns what a seat whose turn it is should make of what somebody wants of it. A win that the turn allows is
    /// never given up for it, and the same question and luck always give the same answer.
    fn judge(&mut self, position: &G, seat: Seat, wanted: &Wanted<'_, G::Action>, luck: &mut dyn Rng) -> Opinion<G>;
}
