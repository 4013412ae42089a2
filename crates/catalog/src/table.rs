//! Lines and tables without their types: words go in, words come out.

use std::any::Any;

use polynya_engine::{Game, Line, Record, Score, Seat, SeatSet, Seed, Table, Turn};

use crate::trouble::Trouble;

/// A line of any game.
pub trait AnyLine: Send {
    /// How many seats the table has.
    fn seats(&self) -> u8;
    /// How many steps were played.
    fn len(&self) -> usize;
    /// The steps from this one on, in words.
    fn steps(&self, from: usize) -> Vec<String>;
    /// The seats that may act now.
    fn acting(&self) -> SeatSet;
    /// Of these, the ones that the table waits for.
    fn awaited(&self) -> SeatSet;
    /// The legal actions of a seat in words, ordered by character code.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// Everything that may follow, with who does it: `1 hop start a1`, or `* P3` where chance is next.
    fn legal_steps(&self) -> Vec<String>;
    /// The numbers of a seat's legal actions in the fixed numbering, rising, and of those among them that roll or reveal something.
    fn choices(&self, seat: Seat) -> (Vec<u32>, Vec<u32>);
    /// May this seat do this now?
    fn check(&self, seat: Seat, words: &str) -> Result<(), Trouble>;
    /// How it ended, once it has.
    fn result(&self) -> Option<Score>;
    /// How many turns or rounds are over.
    fn turns(&self) -> u32;
    /// The name by which sentences call a seat.
    fn name(&self, seat: Seat) -> String;
    /// The position in words.
    fn describe(&self) -> String;
    /// The position itself, for drawings that know the game.
    fn position(&self) -> &dyn Any;
    /// The record of the line.
    fn record(&self, seed: Option<Seed>) -> Record;
    /// The steps from this one on, with what happened in each.
    fn logged(&self, from: usize) -> Vec<Logged>;
    /// Adds a step (`WHO WORDS`), if the rules allow it; answers what happened.
    fn push(&mut self, step: &str) -> Result<Vec<Told>, Trouble>;
    /// What happened from this step on, sentence by sentence.
    fn told(&self, from: usize) -> Vec<Told>;
    /// The same match after its first `steps` steps.
    fn prefix(&self, steps: usize) -> Box<dyn AnyLine>;

    /// The line itself once more.
    fn copy(&self) -> Box<dyn AnyLine>;

    /// Has nothing been played yet?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A sentence of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// How many turns or rounds were over when it happened.
    pub turn: u32,
    /// What happened.
    pub text: String,
}

/// A step of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    /// How many steps stood before it.
    pub at: usize,
    /// How many turns or rounds were over.
    pub turn: u32,
    /// `WHO WORDS`.
    pub step: String,
    /// What happened, sentence by sentence.
    pub told: Vec<String>,
}

/// A table of any game.
pub trait AnyTable: Send {
    /// What was played so far.
    fn line(&self) -> &dyn AnyLine;
    /// Does what a seat wants, if the rules allow it; answers what happened, as sentences.
    fn submit(&mut self, seat: Seat, words: &str) -> Result<Vec<Told>, Trouble>;
    /// Adds a step (`WHO WORDS`) that was written down before; nothing is drawn. Answers what happened.
    fn push(&mut self, step: &str) -> Result<Vec<Told>, Trouble>;
    /// Takes back the last action, with what chance decided after it. `false` if there is none.
    fn undo(&mut self) -> bool;
    /// Goes back to the first `steps` steps and then plays these (`WHO WORDS`), or says why not and stays.
    fn rewind(&mut self, steps: usize, then: &[String]) -> Result<(), Trouble>;
    /// A second match that shares the first `steps` steps.
    fn fork(&self, steps: usize, seed: Seed) -> Box<dyn AnyTable>;
    /// The secret behind the dice.
    fn seed(&self) -> Seed;
    /// The same, if all dice of the match come from it.
    fn proof(&self) -> Option<Seed>;
    /// The record of the match, with the seed if all its dice come from it.
    fn record(&self) -> Record;
}

impl<G: Game> AnyLine for Line<G> {
    fn seats(&self) -> u8 {
        Line::seats(self)
    }

    fn len(&self) -> usize {
        Line::steps(self).len()
    }

    fn steps(&self, from: usize) -> Vec<String> {
        Line::steps(self).iter().skip(from).map(ToString::to_string).collect()
    }

    fn acting(&self) -> SeatSet {
        Line::acting(self)
    }

    fn awaited(&self) -> SeatSet {
        Line::position(self).awaited()
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        self.legal_of(seat).iter().map(ToString::to_string).collect()
    }

    fn legal_steps(&self) -> Vec<String> {
        Line::legal(self)
    }

    fn choices(&self, seat: Seat) -> (Vec<u32>, Vec<u32>) {
        let position = Line::position(self);
        let mut actions = Vec::with_capacity(32);
        position.legal(seat, &mut actions);
        let (mut legal, mut draws) = (Vec::with_capacity(actions.len()), Vec::new());
        for action in actions {
            let Some(number) = G::index(action) else { continue };
            legal.push(number as u32);
            let mut after = position.clone();
            after.play(seat, action, &mut |_| {});
            if after.turn() == Turn::Chance {
                draws.push(number as u32);
            }
        }
        legal.sort_unstable();
        draws.sort_unstable();
        (legal, draws)
    }

    fn check(&self, seat: Seat, words: &str) -> Result<(), Trouble> {
        Ok(Line::check(self, seat, words.parse()?)?)
    }

    fn result(&self) -> Option<Score> {
        Line::result(self)
    }

    fn turns(&self) -> u32 {
        Line::position(self).turns()
    }

    fn name(&self, seat: Seat) -> String {
        Line::position(self).name(seat)
    }

    fn describe(&self) -> String {
        Line::position(self).describe()
    }

    fn position(&self) -> &dyn Any {
        Line::<G>::position(self)
    }

    fn record(&self, seed: Option<Seed>) -> Record {
        Record::of(self, seed)
    }

    fn logged(&self, from: usize) -> Vec<Logged> {
        let mut line = Line::prefix(self, from);
        let mut log = Vec::new();
        for (at, &step) in Line::steps(self).iter().enumerate().skip(from) {
            let (turn, mut events) = (line.position().turns(), Vec::new());
            line.push(step, &mut |event| events.push(event)).expect("this step was played before");
            let told = events.iter().map(|event| line.position().tell(event)).collect();
            log.push(Logged { at, turn, step: step.to_string(), told });
        }
        log
    }

    fn push(&mut self, step: &str) -> Result<Vec<Told>, Trouble> {
        let (turn, mut events) = (Line::position(self).turns(), Vec::new());
        Line::push(self, step.parse()?, &mut |event| events.push(event))?;
        Ok(tell(Line::position(self), turn, &events))
    }

    fn told(&self, from: usize) -> Vec<Told> {
        let logged = AnyLine::logged(self, from).into_iter();
        logged.flat_map(|Logged { turn, told, .. }| told.into_iter().map(move |text| Told { turn, text })).collect()
    }

    fn prefix(&self, steps: usize) -> Box<dyn AnyLine> {
        Box::new(Line::prefix(self, steps))
    }

    fn copy(&self) -> Box<dyn AnyLine> {
        Box::new(self.clone())
    }
}

/// What happened in a turn, as sentences.
fn tell<G: Game>(position: &G, turn: u32, events: &[G::Event]) -> Vec<Told> {
    events.iter().map(|event| Told { turn, text: position.tell(event) }).collect()
}

impl<G: Game> AnyTable for Table<G> {
    fn line(&self) -> &dyn AnyLine {
        Table::line(self)
    }

    fn submit(&mut self, seat: Seat, words: &str) -> Result<Vec<Told>, Trouble> {
        let (turn, mut events) = (self.position().turns(), Vec::new());
        Table::submit(self, seat, words.parse()?, &mut |event| events.push(event))?;
        Ok(tell(self.position(), turn, &events))
    }

    fn push(&mut self, step: &str) -> Result<Vec<Told>, Trouble> {
        let (turn, mut events) = (self.position().turns(), Vec::new());
        Table::push(self, step.parse()?, &mut |event| events.push(event))?;
        Ok(tell(self.position(), turn, &events))
    }

    fn undo(&mut self) -> bool {
        Table::undo(self)
    }

    fn rewind(&mut self, steps: usize, then: &[String]) -> Result<(), Trouble> {
        let then = then.iter().map(|words| words.parse()).collect::<Result<Vec<_>, _>>()?;
        Ok(Table::rewind(self, steps, &then)?)
    }

    fn fork(&self, steps: usize, seed: Seed) -> Box<dyn AnyTable> {
        Box::new(Table::fork(self, steps, seed))
    }

    fn seed(&self) -> Seed {
        Table::seed(self)
    }

    fn proof(&self) -> Option<Seed> {
        Table::proof(self)
    }

    fn record(&self) -> Record {
        Table::record(self)
    }
}
