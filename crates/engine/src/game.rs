//! What a game is: its rules. Its other parts are traits of their own.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::clause::Clause;
use crate::luck::Luck;
use crate::notation::Notation;
use crate::seat::{PerSeat, Seat, SeatSet};

/// The rules of one game, held as a position: a small flat value without history, clock or random source.
///
/// `check` is the rule text as code and the judge. `legal` is its fast twin; conformance compares the two.
/// `play` and `settle` cannot fail: they are given only what `check` and `odds` allow.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The variants of the game, as typed fields; unknown ones are refused.
    type Options: Default + Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat submits: a few bytes.
    type Action: Notation + Copy;
    /// What dice and decks decide.
    type Chance: Notation + Copy;
    /// What the table sees happen: for the log and for animation.
    type Event: Clone + PartialEq + Debug + Serialize + Send + Sync;
    /// Why a match ends: `all ships are home`, `it is too warm`.
    type Ending: Copy + Eq + Debug + Serialize + Send + Sync;
    /// The numbered clauses that refusals cite.
    type Rule: Clause;

    /// The game's id in records and on the command line.
    const ID: &'static str;
    /// Raised when an old record would replay differently.
    const VERSION: u16;
    /// How many may play.
    const SEATS: RangeInclusive<u8>;

    /// The position in which a match begins.
    fn start(options: &Self::Options, seats: u8) -> Result<Self, Self::Rule>;

    /// Who acts now.
    fn turn(&self) -> Turn;

    /// Returns those of the acting seats that the table waits for; the others may interject.
    fn awaited(&self) -> SeatSet {
        match self.turn() {
            Turn::Players(seats) => seats,
            Turn::Chance | Turn::Over(_) => SeatSet::NONE,
        }
    }

    /// May this seat do this now, and if not, by which clause? Asked only while seats act.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Self::Rule>;

    /// Shows everything that `check` allows this seat, each once, in no particular order.
    fn each_legal(&self, seat: Seat, each: &mut impl FnMut(Self::Action));

    /// Appends everything that `check` allows this seat.
    #[inline]
    fn legal(&self, seat: Seat, into: &mut Vec<Self::Action>) {
        self.each_legal(seat, &mut |action| into.push(action));
    }

    /// Does what `check` allowed.
    fn play(&mut self, seat: Seat, action: Self::Action, emit: &mut impl FnMut(Self::Event));

    /// Shows what chance can decide now, each once, with its positive weight.
    fn odds(&self, each: &mut impl FnMut(Self::Chance, u32));

    /// Returns a random legal action of this seat, each equally likely; `None` if it has none. `buffer` is scratch space.
    ///
    /// A game may override this with something faster than listing them all.
    fn pick(&self, seat: Seat, luck: &mut impl Luck, buffer: &mut Vec<Self::Action>) -> Option<Self::Action> {
        buffer.clear();
        self.legal(seat, buffer);
        match buffer.len() {
            0 => None,
            1 => Some(buffer[0]),
            many => Some(buffer[luck.below(many as u32) as usize]),
        }
    }

    /// Returns one outcome, drawn by `odds`. A game may override this with something faster that gives the same
    /// outcomes from the same luck.
    fn draw(&self, luck: &mut impl Luck) -> Self::Chance {
        draw_by_odds(self, luck)
    }

    /// Does what chance decided.
    fn settle(&mut self, chance: Self::Chance, emit: &mut impl FnMut(Self::Event));

    /// Returns how many turns (or rounds, where all seats act together) are over: the length of a match as players
    /// count it.
    fn turns(&self) -> u32;

    /// Returns why the match ended, once it has.
    fn ending(&self) -> Option<Self::Ending>;

    /// Returns the options of a match that follows this one at once and keeps what the book lets lie, if it says so. Asked
    /// only after the end, with all that chance has decided in it.
    fn again(&self, options: &Self::Options, drawn: &[Self::Chance]) -> Option<Self::Options> {
        let _ = (options, drawn);
        None
    }

    /// Shows how far everybody has come: the values whose course tells a match, the same ones in every position.
    fn gauges(&self, each: &mut impl FnMut(Gauge));
}

/// Draws one outcome of chance: a number below the total weight falls into the first outcome, in the order of `odds`,
/// whose weight it does not pass.
pub(crate) fn draw_by_odds<G: Game>(position: &G, luck: &mut impl Luck) -> G::Chance {
    let mut total = 0;
    position.odds(&mut |_, weight| total += weight);
    let mut point = luck.below(total);
    let mut drawn = None;
    position.odds(&mut |chance, weight| {
        if drawn.is_none() {
            match point.checked_sub(weight) {
                Some(rest) => point = rest,
                None => drawn = Some(chance),
            }
        }
    });
    drawn.expect("a draw below the total weight falls on an outcome")
}

/// One value that tells how far a seat or the team has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Gauge {
    /// What is counted: `penguins home`.
    pub name: &'static str,
    /// Whose it is; nobody's where the team or the board is measured.
    pub seat: Option<Seat>,
    /// How much it is.
    pub value: i32,
    /// The most that it can be, where there is such a limit.
    pub most: Option<i32>,
}

/// What must be true of every position that play can reach.
pub trait Audit: Game {
    /// Says what is not true of this position, if anything is.
    fn audit(&self) -> Result<(), String>;
}

/// Says what is wrong, unless this holds.
pub fn must(holds: bool, otherwise: &str) -> Result<(), String> {
    must_with(holds, || otherwise.to_owned())
}

/// Says what is wrong in words that are made only then, unless this holds.
pub fn must_with(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

/// Who acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Any of these seats; what seats do together commutes.
    Players(SeatSet),
    /// Dice or a deck.
    Chance,
    /// Nobody any more.
    Over(Outcome),
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The seats that won; in a co-operative game all or none.
    pub winners: SeatSet,
    /// What each seat scored.
    pub scores: PerSeat<i16>,
}
