//! A line whose dice come from a seed: people and bots submit, chance follows by itself.

use crate::game::{Game, Turn};
use crate::line::{Line, Step};
use crate::luck::Seed;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::seat::Seat;

/// A match in play.
#[derive(Clone)]
pub struct Table<G: Game> {
    line: Line<G>,
    seed: Seed,
    /// Do all dice of the line come from the seed?
    own_dice: bool,
}

impl<G: Game> Table<G> {
    /// A new match; whatever chance decides before the first action is decided.
    pub fn new(options: G::Options, seats: u8, seed: Seed) -> Result<Table<G>, Refusal> {
        Ok(Table::resume(Line::new(options, seats)?, seed))
    }

    /// A match that goes on from the end of this line.
    pub fn resume(line: Line<G>, seed: Seed) -> Table<G> {
        let own_dice = line.draws() == 0 || Record::of(&line, Some(seed)).verify::<G>().is_ok();
        let mut table = Table { line, seed, own_dice };
        table.settle(&mut |_| {});
        table
    }

    /// What was played so far.
    pub fn line(&self) -> &Line<G> {
        &self.line
    }

    /// Where the match stands.
    pub fn position(&self) -> &G {
        self.line.position()
    }

    /// The secret behind the dice.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The record of the match. The seed is written down only where every die of the match is its own.
    pub fn record(&self) -> Record {
        Record::of(&self.line, self.proof())
    }

    /// The seed, where every die of the match is its own.
    pub fn proof(&self) -> Option<Seed> {
        self.own_dice.then_some(self.seed)
    }

    /// Does what a seat wants, if the rules allow it, and then what chance decides, until somebody must act.
    pub fn submit(&mut self, seat: Seat, action: G::Action, emit: &mut impl FnMut(G::Event)) -> Result<(), Refusal> {
        self.line.push(Step::Play(seat, action), emit)?;
        self.settle(emit);
        Ok(())
    }

    /// Adds a step that was written down before; nothing is drawn.
    pub fn push(&mut self, step: Step<G>, emit: &mut impl FnMut(G::Event)) -> Result<(), Refusal> {
        self.line.push(step, emit)
    }

    fn settle(&mut self, emit: &mut impl FnMut(G::Event)) {
        while self.position().turn() == Turn::Chance {
            let chance = self.position().draw(&mut self.seed.draw(self.line.draws()));
            self.line.push(Step::Chance(chance), emit).expect("draw gives what odds allow");
        }
    }

    /// Takes back the last action of a seat, with what chance decided after it. `false` if there is none.
    ///
    /// The same action meets the same dice again, because a draw depends on nothing but the seed and its number.
    pub fn undo(&mut self) -> bool {
        let last = self.line.steps().iter().rposition(|step| matches!(step, Step::Play(..)));
        if let Some(last) = last {
            self.line = self.line.prefix(last);
        }
        last.is_some()
    }

    /// Goes back to the first `steps` steps and then plays these, with what chance decided in them. If one of them is
    /// refused, nothing has happened.
    pub fn rewind(&mut self, steps: usize, then: &[Step<G>]) -> Result<(), Refusal> {
        let mut line = self.line.prefix(steps);
        for &step in then {
            line.push(step, &mut |_| {})?;
        }
        self.line = line;
        Ok(())
    }

    /// A second match that shares the first `steps` steps with this one and then goes its own way with its own seed.
    #[must_use]
    pub fn fork(&self, steps: usize, seed: Seed) -> Table<G> {
        Table::resume(self.line.prefix(steps), seed)
    }
}
