//! The analysis of a match: what luck and what decisions did to everybody's chances.
//!
//! The value of a position in which seats act is what a [`Judge`] says; where chance decides it is the mean over all
//! outcomes, and where a seat has no choice it is that of the only way on. So what a step of chance changes is luck, which
//! nobody can expect, and what an action changes is skill. Nothing is left over: the value at the start, all luck and
//! all skill come to the result, for every seat.

use std::ops::ControlFlow;

use polynya_engine::{Game, PerSeat, Seat, Step, StepOf, Turn};

use crate::split_mix::SplitMix;
use crate::value::{Hindsight, Judge, won};

/// A match that was analysed.
pub struct Analysis<G: Game> {
    /// Everybody's chance at the start.
    pub start: PerSeat<f64>,
    /// Its steps, in their order.
    pub steps: Vec<AnalysedStep<G>>,
    /// How it ended, 1 for each winner; the chances where it stands if it is not over.
    pub result: PerSeat<f64>,
    /// The variance of all luck that comes from sampling what chance could have decided.
    pub variance: PerSeat<f64>,
    /// What each seat could have made of its dice, where it plays by itself and the match is over.
    pub hindsight: Vec<Hindsight<G>>,
}

/// What a step did.
pub struct AnalysedStep<G: Game> {
    /// Who acted; nobody where chance decided.
    pub seat: Option<Seat>,
    /// Everybody's chance after it.
    pub value: PerSeat<f64>,
    /// What it changed.
    pub change: PerSeat<f64>,
    /// What was decided, where there was a choice.
    pub decision: Option<Decision<G>>,
}

/// A decision between several actions.
pub struct Decision<G: Game> {
    /// How much of the seat's chance it cost beside the best plan; 0 for the best.
    pub cost: f64,
    /// The best plan, from here to the end of the turn or to the next draw.
    pub best: Vec<G::Action>,
}

/// What luck and skill did for a seat in the whole match.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Sums {
    /// What dice and decks did.
    pub luck: f64,
    /// What its own actions did.
    pub own: f64,
    /// What the actions of the others did.
    pub others: f64,
}

impl<G: Game> Analysis<G> {
    /// Returns what luck and skill did for a seat.
    pub fn sums(&self, seat: Seat) -> Sums {
        let mut sums = Sums::default();
        for step in &self.steps {
            match step.seat {
                None => sums.luck += step.change[seat],
                Some(actor) if actor == seat => sums.own += step.change[seat],
                Some(_) => sums.others += step.change[seat],
            }
        }
        sums
    }
}

/// A value and how sure it is.
#[derive(Clone, Copy)]
struct Estimate {
    value: PerSeat<f64>,
    /// The variance of the mean, where outcomes were sampled.
    variance: PerSeat<f64>,
    is_sampled: bool,
}

impl Estimate {
    fn exact(value: PerSeat<f64>) -> Estimate {
        Estimate { value, variance: PerSeat::default(), is_sampled: false }
    }
}

/// Analyses matches with one judge.
pub struct Analyst<G: Game> {
    judge: Box<dyn Judge<G>>,
    seats: u8,
}

/// No more steps without a choice are followed in a row.
const MAX_FORCED: u32 = 4;
/// How many times as many outcomes are sampled for the start, which everything is measured from.
const CAREFUL: usize = 8;

impl<G: Game> Analyst<G> {
    /// Creates an analyst of matches with so many seats.
    pub fn new(judge: Box<dyn Judge<G>>, seats: u8) -> Analyst<G> {
        Analyst { judge, seats }
    }

    /// Returns everybody's chance to win in any position.
    pub fn value(&mut self, position: &G) -> PerSeat<f64> {
        self.estimate(position, 1).value
    }

    /// Analyses the steps that follow a position. `progress` is told how many are done, and may stop it.
    pub fn analyse(
        &mut self,
        start: &G,
        steps: &[StepOf<G>],
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Option<Analysis<G>> {
        let first = self.estimate(start, CAREFUL);
        let mut variance = first.variance;
        // A deal that is too large to be counted is one event: its last step.
        let deal = if first.is_sampled { steps.iter().take_while(|step| step.seat().is_none()).count() } else { 0 };
        let mut before = (start.clone(), first);
        let mut analysed = Vec::with_capacity(steps.len());
        for (at, &step) in steps.iter().enumerate() {
            if progress(at).is_break() {
                return None;
            }
            let mut position = before.0.clone();
            match step {
                Step::Play(seat, action) => position.play(seat, action, &mut |_| {}),
                Step::Chance(chance) => position.settle(chance, &mut |_| {}),
            }
            let decision = match step {
                Step::Play(seat, action) => self.decision(&before.0, seat, action, &position),
                Step::Chance(_) => None,
            };
            let estimate = if at + 1 < deal { before.1 } else { self.estimate(&position, 1) };
            let mut change = PerSeat::default();
            for seat in Seat::all(self.seats) {
                change[seat] = estimate.value[seat] - before.1.value[seat];
                if at + 1 >= deal {
                    variance[seat] += estimate.variance[seat];
                }
            }
            analysed.push(AnalysedStep { seat: step.seat(), value: estimate.value, change, decision });
            before = (position, estimate);
        }
        let is_over = matches!(before.0.turn(), Turn::Over(_));
        let hindsight = if is_over { self.judge.hindsight(start, steps) } else { Vec::new() };
        Some(Analysis { start: first.value, steps: analysed, result: before.1.value, variance, hindsight })
    }

    /// Returns what a decision cost; nothing where there was no choice, or where nobody waited for it.
    fn decision(&mut self, before: &G, seat: Seat, action: G::Action, after: &G) -> Option<Decision<G>> {
        if !before.awaited().contains(seat) || only_action(before, seat).is_some() {
            return None;
        }
        let best = self.judge.best(before, seat);
        let cost = if best.actions.first() == Some(&action) {
            0.0
        } else {
            let played = match won(after) {
                Some(won) => won[seat],
                None => self.judge.after(before, after, seat),
            };
            (best.value - played).max(0.0)
        };
        Some(Decision { cost, best: best.actions })
    }

    fn estimate(&mut self, position: &G, care: usize) -> Estimate {
        let mut position = position.clone();
        for _ in 0..MAX_FORCED {
            match position.turn() {
                Turn::Over(_) => return Estimate::exact(won(&position).expect("it is over")),
                Turn::Chance => return self.mean(&position, care),
                Turn::Players(seats) => {
                    let alone = seats.first().filter(|_| seats.len() == 1);
                    let Some((seat, action)) = alone.and_then(|seat| Some((seat, only_action(&position, seat)?)))
                    else {
                        break;
                    };
                    position.play(seat, action, &mut |_| {});
                }
            }
        }
        match position.turn() {
            Turn::Over(_) | Turn::Chance => self.estimate(&position, care),
            Turn::Players(_) => Estimate::exact(self.judge.value(&position)),
        }
    }

    /// Returns the mean over what chance can decide.
    fn mean(&mut self, position: &G, care: usize) -> Estimate {
        let effort = self.judge.effort();
        let mut outcomes = Vec::new();
        if add_outcomes(position, 1.0, effort.outcomes, &mut outcomes) {
            let mut mean = PerSeat::default();
            let mut variance = PerSeat::default();
            for (chance, outcome) in &outcomes {
                let estimate = self.estimate(outcome, 1);
                for seat in Seat::all(self.seats) {
                    mean[seat] += chance * estimate.value[seat];
                    variance[seat] += chance * chance * estimate.variance[seat];
                }
            }
            return Estimate { value: mean, variance, is_sampled: false };
        }
        let samples = effort.samples * care;
        let [mut sums, mut squares] = [PerSeat::<f64>::default(); 2];
        for number in 0..samples {
            let mut luck = SplitMix::new(number as u64);
            let mut end = position.clone();
            while end.turn() == Turn::Chance {
                let chance = end.draw(&mut luck);
                end.settle(chance, &mut |_| {});
            }
            let value = self.estimate(&end, 1).value;
            for seat in Seat::all(self.seats) {
                sums[seat] += value[seat];
                squares[seat] += value[seat] * value[seat];
            }
        }
        let count = samples as f64;
        let [mut mean, mut variance] = [PerSeat::default(); 2];
        for seat in Seat::all(self.seats) {
            mean[seat] = sums[seat] / count;
            variance[seat] = (squares[seat] / count - mean[seat] * mean[seat]).max(0.0) / count;
        }
        Estimate { value: mean, variance, is_sampled: true }
    }
}

/// Returns the only action of a seat, if it has exactly one.
fn only_action<G: Game>(position: &G, seat: Seat) -> Option<G::Action> {
    let mut count = 0;
    let mut only = None;
    position.each_legal(seat, &mut |action| {
        count += 1;
        only = Some(action);
    });
    only.filter(|_| count == 1)
}

/// Adds all positions to which dice that fall in a row can lead, with their probabilities. `false` if they are more than
/// `most`.
fn add_outcomes<G: Game>(position: &G, chance: f64, most: usize, into: &mut Vec<(f64, G)>) -> bool {
    if position.turn() != Turn::Chance {
        into.push((chance, position.clone()));
        return into.len() <= most;
    }
    let mut odds = Vec::new();
    position.odds(&mut |outcome, weight| odds.push((outcome, f64::from(weight))));
    let total: f64 = odds.iter().map(|(_, weight)| weight).sum();
    odds.into_iter().all(|(outcome, weight)| {
        let mut after = position.clone();
        after.settle(outcome, &mut |_| {});
        add_outcomes(&after, chance * weight / total, most, into)
    })
}
