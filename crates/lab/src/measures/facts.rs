//! What can be counted in one match.

use polynya_engine::{Game, Seat, Step, StepOf};
use serde::Serialize;
use serde_json::Value;

use super::leads::{Course, Leads};
use super::uses::{Seen, Used};

/// What can be counted in one match, finished or not.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Facts {
    /// Who acted first; nobody where nobody acted, or where all seats act at the same time.
    pub first: Option<Seat>,
    /// Why it ended, as the game's code: `home`, `sunk`. Nothing while it is not over.
    pub ending: Option<String>,
    /// What seats did: one for each action, forced or not.
    pub decisions: u64,
    /// Those of them in which the seat had exactly one legal action.
    pub forced: u64,
    /// How many legal actions the seat had, over all decisions. Divided by `decisions` this is the branching.
    pub choices: u64,
    /// How long people would play, by [`minutes`].
    pub minutes: f64,
    /// Who was ahead when.
    pub leads: Leads,
    /// Cards, ships and animals that were used.
    pub used: Vec<Used>,
}

/// How long people think about a choice between several actions, in seconds.
pub const THINKING: f64 = 8.0;
/// How long it takes to do what is forced, to roll or to draw, in seconds.
pub const HANDLING: f64 = 3.0;

/// Returns how many minutes a match takes at a table, roughly: [`THINKING`] for each choice between several actions, and
/// [`HANDLING`] for each forced action and each step of chance. Where all seats act at the same time only the seat
/// that needs longest counts.
pub fn minutes(choices: u64, handled: u64) -> f64 {
    (choices as f64 * THINKING + handled as f64 * HANDLING) / 60.0
}

/// How a match is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// How many seats the table has.
    pub seats: u8,
    /// Do all seats act at the same time?
    pub simultaneous: bool,
}

/// Walks through the steps that follow a position and returns what can be counted in them. Nothing is checked: the
/// steps were played before.
pub fn facts<G: Game>(start: &G, steps: &[StepOf<G>], look: Look) -> Facts {
    let mut position = start.clone();
    let mut facts = Facts::default();
    let mut seen = Seen::new(G::ID);
    let mut course = Course::new(look.seats);
    let mut busy = Busy::new(look);
    let mut turns = position.turns();
    let mut noted = false;
    for &step in steps {
        match step {
            Step::Play(seat, action) => {
                facts.decide(seat, legal(&position, seat), look, &mut busy);
                position.play(seat, action, &mut |event| seen.event(&event));
            }
            Step::Chance(chance) => {
                busy.chance += 1;
                position.settle(chance, &mut |event| seen.event(&event));
            }
        }
        noted = position.turns() != turns;
        if noted {
            turns = position.turns();
            course.note(&position);
        }
    }
    if !noted {
        course.note(&position);
    }
    facts.ending = position.ending().map(|ending| code(&ending));
    facts.minutes = busy.minutes();
    facts.leads = course.leads(&position);
    facts.used = seen.used();
    facts
}

impl Facts {
    fn decide(&mut self, seat: Seat, choices: u64, look: Look, busy: &mut Busy) {
        if !look.simultaneous {
            self.first.get_or_insert(seat);
        }
        self.decisions += 1;
        self.choices += choices;
        self.forced += u64::from(choices == 1);
        busy.seats[if look.simultaneous { seat.index() } else { 0 }][usize::from(choices == 1)] += 1;
    }
}

/// What keeps people busy: choices and forced actions, for each seat where all act at the same time.
struct Busy {
    seats: Vec<[u64; 2]>,
    chance: u64,
}

impl Busy {
    fn new(look: Look) -> Busy {
        Busy { seats: vec![[0; 2]; if look.simultaneous { usize::from(look.seats) } else { 1 }], chance: 0 }
    }

    fn minutes(&self) -> f64 {
        let longest = self.seats.iter().map(|&[choices, forced]| minutes(choices, forced)).fold(0.0, f64::max);
        longest + minutes(0, self.chance)
    }
}

fn legal<G: Game>(position: &G, seat: Seat) -> u64 {
    let mut count = 0;
    position.each_legal(seat, &mut |_| count += 1);
    count
}

/// Returns the code of an ending as JSON writes it.
fn code(ending: &impl Serialize) -> String {
    match serde_json::to_value(ending) {
        Ok(Value::String(code)) => code,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}
