//! A line whose dice come from a seed: people and bots submit, chance follows by itself.

use crate::describe::Describe;
use crate::game::{Game, Turn};
use crate::line::{Line, Played, Step, StepOf};
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

impl<G: Describe> Table<G> {
    /// Starts a match; whatever chance decides before the first action is decided.
    pub fn new(options: G::Options, seats: u8, seed: Seed) -> Result<Table<G>, Refusal> {
        Ok(Table::resume(Line::new(options, seats)?, seed))
    }

    /// Returns a match that goes on from the end of this line.
    pub fn resume(line: Line<G>, seed: Seed) -> Table<G> {
        let own_dice = line.first_foreign_draw(seed, 0).is_none();
        let mut table = Table { line, seed, own_dice };
        table.settle();
        table
    }

    /// Returns a match that rests at the end of this line: nothing is drawn.
    pub fn paused(line: Line<G>, seed: Seed) -> Table<G> {
        Table { line, seed, own_dice: false }
    }

    /// Draws the dice that are still to fall from another seed.
    pub fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
        self.own_dice = self.line.draws() == 0;
    }

    /// Returns the same match as it stood after its first `steps` steps; nothing is drawn.
    #[must_use]
    pub fn prefix(&self, steps: usize) -> Table<G> {
        Table { line: self.line.prefix(steps), ..*self }
    }

    /// Returns what was played so far.
    pub fn line(&self) -> &Line<G> {
        &self.line
    }

    /// Returns where the match stands.
    pub fn position(&self) -> &G {
        self.line.position()
    }

    /// Returns the secret behind the dice.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Returns the record of the match. The seed is written down only where every die of the match is its own.
    pub fn record(&self) -> Record {
        Record::of(&self.line, self.proof())
    }

    /// Returns the seed, where every die of the match is its own.
    pub fn proof(&self) -> Option<Seed> {
        self.own_dice.then_some(self.seed)
    }

    /// Does what a seat wants, if the rules allow it, and then what chance decides, until somebody must act. Returns
    /// what happened, step by step.
    pub fn submit(&mut self, seat: Seat, action: G::Action) -> Result<Vec<Played<G>>, Refusal> {
        let mut played = vec![self.line.push(Step::Play(seat, action))?];
        while let Some(chance) = self.next_draw() {
            played.push(self.line.push(Step::Chance(chance)).expect("draw gives what odds allow"));
        }
        Ok(played)
    }

    /// The same as [`submit`](Table::submit), for those who do not care what happened.
    pub fn advance(&mut self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        self.line.advance(Step::Play(seat, action))?;
        self.settle();
        Ok(())
    }

    /// Adds a step that was written down before; nothing is drawn.
    pub fn push(&mut self, step: StepOf<G>) -> Result<Played<G>, Refusal> {
        self.line.push(step)
    }

    fn settle(&mut self) {
        while let Some(chance) = self.next_draw() {
            self.line.advance(Step::Chance(chance)).expect("draw gives what odds allow");
        }
    }

    /// What the seed gives, where chance is next.
    fn next_draw(&self) -> Option<G::Chance> {
        let position = self.position();
        (position.turn() == Turn::Chance).then(|| position.draw(&mut self.seed.draw(self.line.draws())))
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
    pub fn rewind(&mut self, steps: usize, then: &[StepOf<G>]) -> Result<(), Refusal> {
        let mut line = self.line.prefix(steps);
        for &step in then {
            line.advance(step)?;
        }
        self.line = line;
        Ok(())
    }

    /// Returns a second match that shares the first `steps` steps with this one and then goes its own way with its own
    /// seed.
    #[must_use]
    pub fn fork(&self, steps: usize, seed: Seed) -> Table<G> {
        Table::resume(self.line.prefix(steps), seed)
    }
}
