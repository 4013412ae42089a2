//! A position with the steps that led to it.

use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value};

use crate::clause::Clause;
use crate::describe::Describe;
use crate::game::{Game, Turn};
use crate::luck::Seed;
use crate::notation::{Notation, ParseError};
use crate::record::Score;
use crate::refusal::{Refusal, TableRule};
use crate::seat::{Seat, SeatSet};
use crate::text::plural;

/// One step of a match: what a seat did or what chance decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<A, C> {
    /// A seat acted.
    Play(Seat, A),
    /// Dice or a deck decided.
    Chance(C),
}

impl<A, C> Step<A, C> {
    /// Returns the seat that acted; `None` if chance did.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Step::Play(seat, _) => Some(*seat),
            Step::Chance(_) => None,
        }
    }
}

impl<A: fmt::Display, C: fmt::Display> Step<A, C> {
    /// Returns the words of the step, without who did it.
    pub fn words(&self) -> String {
        match self {
            Step::Play(_, action) => action.to_string(),
            Step::Chance(chance) => chance.to_string(),
        }
    }
}

/// A step of this game.
pub type StepOf<G> = Step<<G as Game>::Action, <G as Game>::Chance>;

/// A step that was just added to a line, and what happened in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<G: Game> {
    /// How many steps stood before it.
    pub at: usize,
    /// How many turns or rounds were over before it.
    pub turn: u32,
    /// What was done.
    pub step: StepOf<G>,
    /// What happened.
    pub events: Vec<G::Event>,
    /// What happened, as sentences: one for each event.
    pub told: Vec<String>,
}

/// A table as a refusal names it: its seats, and those options that are not as usual.
fn table_in_words<G: Game>(options: &G::Options, seats: u8) -> String {
    let fields = |options: &G::Options| match serde_json::to_value(options) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let (mut given, usual) = (fields(options), fields(&G::Options::default()));
    given.retain(|name, value| usual.get(name) != Some(value));
    let seats = plural(seats, "seat");
    if given.is_empty() { seats } else { format!("{seats} with {}", Value::Object(given)) }
}

/// May this seat of a table with so many do this in this position?
#[inline]
pub fn check<G: Describe>(position: &G, seats: u8, seat: Seat, action: G::Action) -> Result<(), Refusal> {
    let refuse = |rule: TableRule| Err(Refusal::new(&rule, StepOf::<G>::Play(seat, action)));
    match position.turn() {
        _ if seat.index() >= usize::from(seats) => refuse(TableRule::NoSuchSeat),
        Turn::Over(_) => refuse(TableRule::MatchIsOver),
        Turn::Chance => refuse(TableRule::ChanceIsNext),
        Turn::Players(_) => position.check(seat, action).map_err(|rule| Refusal {
            clause: rule.number(),
            text: position.why(seat, action, &rule),
            tried: StepOf::<G>::Play(seat, action).to_string(),
        }),
    }
}

/// Can chance decide this in this position?
pub fn check_chance<G: Describe>(position: &G, chance: G::Chance) -> Result<(), Refusal> {
    let refuse = |rule| Err(Refusal::new(&rule, StepOf::<G>::Chance(chance)));
    match position.turn() {
        Turn::Over(_) => refuse(TableRule::MatchIsOver),
        Turn::Players(_) => refuse(TableRule::NotChance),
        Turn::Chance => {
            let mut possible = false;
            position.odds(&mut |each, _| possible |= each == chance);
            if possible { Ok(()) } else { refuse(TableRule::NotPossible) }
        }
    }
}

/// Returns everything that may follow in a position, as words: the legal actions of every seat that may act, or the
/// outcomes of chance. Ordered by character code.
pub fn legal_steps<G: Describe>(position: &G) -> Vec<String> {
    let mut words = Vec::new();
    match position.turn() {
        Turn::Players(seats) => {
            for seat in seats.iter() {
                position.each_legal(seat, &mut |action| words.push(StepOf::<G>::Play(seat, action).to_string()));
            }
        }
        Turn::Chance => position.odds(&mut |chance, _| words.push(StepOf::<G>::Chance(chance).to_string())),
        Turn::Over(_) => {}
    }
    words.sort_unstable();
    words
}

/// After so many steps the position is kept, so that going back does not begin at the first one.
const STRIDE: usize = 256;

/// The line that was played: where it began, its steps, and where it stands. Undone steps are not in it.
#[derive(Clone)]
pub struct Line<G: Game> {
    options: G::Options,
    seats: u8,
    steps: Vec<StepOf<G>>,
    draws: u64,
    position: G,
    /// Draws and position after each stride.
    kept: Vec<(u64, G)>,
}

impl<G: Describe> Line<G> {
    /// A line without steps.
    pub fn new(options: G::Options, seats: u8) -> Result<Line<G>, Refusal> {
        let position =
            G::start(&options, seats).map_err(|rule| Refusal::new(&rule, table_in_words::<G>(&options, seats)))?;
        Ok(Line { options, seats, steps: Vec::new(), draws: 0, position, kept: Vec::new() })
    }

    /// Returns the options of the match.
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// Returns how many seats the table has.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns the steps so far.
    pub fn steps(&self) -> &[StepOf<G>] {
        &self.steps
    }

    /// Returns where the line stands.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Returns how often chance has decided so far: the number of the next draw.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// Is the match over?
    pub fn is_over(&self) -> bool {
        self.result().is_some()
    }

    /// Returns how it ended, once it has.
    pub fn result(&self) -> Option<Score> {
        match self.position.turn() {
            Turn::Over(outcome) => Some(Score::new(&outcome, self.seats)),
            Turn::Players(_) | Turn::Chance => None,
        }
    }

    /// Adds a step, if the rules allow it, and returns what happened.
    pub fn push(&mut self, step: StepOf<G>) -> Result<Played<G>, Refusal> {
        let (at, turn, mut events) = (self.steps.len(), self.position.turns(), Vec::new());
        self.add(step, &mut |event| events.push(event))?;
        let told = events.iter().map(|event| self.position.tell(event)).collect();
        Ok(Played { at, turn, step, events, told })
    }

    /// Adds a step, if the rules allow it, for those who do not care what happened.
    pub fn advance(&mut self, step: StepOf<G>) -> Result<(), Refusal> {
        self.add(step, &mut |_| {})
    }

    fn add(&mut self, step: StepOf<G>, emit: &mut impl FnMut(G::Event)) -> Result<(), Refusal> {
        match step {
            Step::Play(seat, action) => {
                self.check(seat, action)?;
                self.position.play(seat, action, emit);
            }
            Step::Chance(chance) => {
                self.check_chance(chance)?;
                self.position.settle(chance, emit);
                self.draws += 1;
            }
        }
        self.steps.push(step);
        if self.steps.len().is_multiple_of(STRIDE) {
            self.kept.push((self.draws, self.position.clone()));
        }
        Ok(())
    }

    /// Returns what happened from this step on, step by step.
    pub fn log(&self, from: usize) -> Vec<Played<G>> {
        let mut line = self.prefix(from);
        let rest = self.steps.iter().skip(from);
        rest.map(|&step| line.push(step).expect("this step was played before")).collect()
    }

    /// May this seat do this now?
    pub fn check(&self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        check(&self.position, self.seats, seat, action)
    }

    fn check_chance(&self, chance: G::Chance) -> Result<(), Refusal> {
        check_chance(&self.position, chance)
    }

    /// Everything that may follow, as words: the legal actions of every seat that may act, or the outcomes of chance.
    /// Ordered by character code.
    pub fn legal(&self) -> Vec<String> {
        legal_steps(&self.position)
    }

    /// Returns the legal actions of one seat, ordered by the character codes of their words.
    pub fn legal_of(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.position.legal(seat, &mut actions);
        actions.sort_by_cached_key(ToString::to_string);
        actions
    }

    /// Returns the seats that may act now.
    pub fn acting(&self) -> SeatSet {
        match self.position.turn() {
            Turn::Players(seats) => seats,
            Turn::Chance | Turn::Over(_) => SeatSet::NONE,
        }
    }

    /// Returns the first step of chance, from draw `from` on, that this seed does not give, and what it gives instead.
    pub fn first_foreign_draw(&self, seed: Seed, from: u64) -> Option<(usize, G::Chance)> {
        let mut line = self.prefix(0);
        for (at, &step) in self.steps.iter().enumerate() {
            if let Step::Chance(chance) = step
                && line.draws >= from
            {
                let drawn = line.position.draw(&mut seed.draw(line.draws));
                if drawn != chance {
                    return Some((at, drawn));
                }
            }
            line.advance(step).expect("this step was played before");
        }
        None
    }

    /// Returns the same match after its first `steps` steps, by replay from the last position that was kept before.
    pub fn prefix(&self, steps: usize) -> Line<G> {
        let steps = steps.min(self.steps.len());
        let mut line = self.at_stride(steps / STRIDE);
        for &step in &self.steps[line.steps.len()..steps] {
            line.advance(step).expect("this step was played before");
        }
        line
    }

    /// The same match after so many strides.
    fn at_stride(&self, strides: usize) -> Line<G> {
        match self.kept[..strides].last() {
            None => Line::new(self.options.clone(), self.seats).expect("this match has started before"),
            Some((draws, position)) => Line {
                options: self.options.clone(),
                seats: self.seats,
                steps: self.steps[..strides * STRIDE].to_vec(),
                draws: *draws,
                position: position.clone(),
                kept: self.kept[..strides].to_vec(),
            },
        }
    }
}

impl<A: fmt::Display, C: fmt::Display> fmt::Display for Step<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Play(seat, action) => write!(f, "{seat} {action}"),
            Step::Chance(chance) => write!(f, "* {chance}"),
        }
    }
}

impl<A: Notation, C: Notation> FromStr for Step<A, C> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (who, words) = text.split_once(' ').ok_or_else(|| {
            ParseError("a step is `WHO WORDS`: a seat number or `*`, one space, and the words".to_owned())
        })?;
        if who == "*" {
            return Ok(Step::Chance(words.parse()?));
        }
        let seat = who.parse().map_err(|_| ParseError::unknown("player", who, "a seat number or `*`"))?;
        Ok(Step::Play(seat, words.parse()?))
    }
}
