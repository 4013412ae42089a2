//! Small matches whose numbers are known: a race of two on ten spaces, by dice alone or without any, and coins.

#![allow(dead_code, reason = "each test uses its part")]

use std::ops::RangeInclusive;

use polynya_bots::{BestPlan, Calibration, Judge};
use polynya_engine::{Game, Gauge, Luck, Outcome, PerSeat, Score, Seat, SeatSet, Seed, StepOf, Turn, actions, playout};
use polynya_lab::experiment::{Amount, Cell, Plan};
use polynya_lab::measures::Facts;
use polynya_lab::series::{Keep, Played, Series};
use serde::{Deserialize, Serialize};

polynya_engine::words! {
    /// How many spaces.
    pub enum Stride: "a stride" {
        /// One.
        One = "1",
        /// Two.
        Two = "2",
    }
}

actions! {
    /// What a seat does. Where dice decide, both are the same.
    pub enum Action {
        /// Walks.
        Walk(stride: Stride) = "walk",
    }
}

actions! {
    /// What the die says.
    pub enum Die {
        /// So many spaces.
        Roll(stride: Stride) = "roll",
    }
}

polynya_engine::clauses! {
    /// Why something is not allowed.
    pub enum Rule {
        Turns = "1" "Seats take turns.",
    }
}

/// With dice or without.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Do dice alone decide?
    pub dice: bool,
}

/// The race: two seats, ten spaces, one or two at a time.
#[derive(Clone, PartialEq, Debug)]
pub struct Race {
    dice: bool,
    rolled: bool,
    places: [u8; 2],
    seat: Seat,
    turns: u32,
}

const GOAL: u8 = 10;

impl Race {
    fn advance(&mut self, stride: Stride) {
        self.places[self.seat.index()] += 1 + stride as u8;
    }

    fn winner(&self) -> Option<usize> {
        self.places.iter().position(|&place| place >= GOAL)
    }
}

impl Game for Race {
    type Options = Options;
    type Action = Action;
    type Chance = Die;
    type Event = ();
    type Ending = ();
    type Rule = Rule;

    const ID: &'static str = "toy-race";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;

    fn start(options: &Options, _: u8) -> Result<Race, Rule> {
        Ok(Race { dice: options.dice, rolled: false, places: [0; 2], seat: Seat::FIRST, turns: 0 })
    }

    fn turn(&self) -> Turn {
        match self.winner() {
            // Whoever arrived has not acted after the roll yet.
            Some(winner) if !self.rolled => {
                let winner = Seat::new(winner).expect("there are two");
                Turn::Over(Outcome { winners: SeatSet::from(winner), scores: PerSeat::default() })
            }
            _ if self.dice && !self.rolled => Turn::Chance,
            _ => Turn::Players(SeatSet::from(self.seat)),
        }
    }

    fn check(&self, seat: Seat, _: Action) -> Result<(), Rule> {
        if seat == self.seat { Ok(()) } else { Err(Rule::Turns) }
    }

    fn each_legal(&self, seat: Seat, each: &mut impl FnMut(Action)) {
        if seat == self.seat {
            [Stride::One, Stride::Two].map(Action::Walk).into_iter().for_each(each);
        }
    }

    fn play(&mut self, _: Seat, Action::Walk(stride): Action, _: &mut impl FnMut(())) {
        if !self.dice {
            self.advance(stride);
        }
        self.rolled = false;
        self.turns += 1;
        self.seat = self.seat.next(2);
    }

    fn odds(&self, each: &mut impl FnMut(Die, u32)) {
        [Stride::One, Stride::Two].map(Die::Roll).into_iter().for_each(|die| each(die, 1));
    }

    fn settle(&mut self, Die::Roll(stride): Die, _: &mut impl FnMut(())) {
        self.advance(stride);
        self.rolled = true;
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn ending(&self) -> Option<()> {
        self.winner().map(|_| ())
    }

    fn gauges(&self, each: &mut impl FnMut(Gauge)) {
        for seat in Seat::all(2) {
            let value = self.places[seat.index()].into();
            each(Gauge { name: "spaces", seat: Some(seat), value, most: Some(GOAL.into()) });
        }
    }
}

/// Plays a race at random, and returns where it began and its steps.
pub fn race(dice: bool, number: u64) -> (Race, Vec<StepOf<Race>>) {
    let start = Race::start(&Options { dice }, 2).expect("two can play");
    let mut position = start.clone();
    let mut steps = Vec::new();
    let mut luck = Seed::of("race").nth(number).draw(0);
    playout(&mut position, &mut luck, &mut Vec::new(), 1_000, &mut |step| steps.push(step));
    (start, steps)
}

/// Knows the chances of the race exactly.
pub struct Exact;

/// The chance that seat 1 wins where the places are these, and this seat moves one or two, each equally likely.
fn chance(places: [u8; 2], seat: usize) -> f64 {
    if let Some(winner) = places.iter().position(|&place| place >= GOAL) {
        return if winner == 0 { 1.0 } else { 0.0 };
    }
    let after = |stride: u8| {
        let mut places = places;
        places[seat] += stride;
        chance(places, 1 - seat)
    };
    (after(1) + after(2)) / 2.0
}

impl Judge<Race> for Exact {
    fn value(&mut self, position: &Race) -> PerSeat<f64> {
        let seat = position.seat.index();
        let first = chance(position.places, if position.rolled { 1 - seat } else { seat });
        let mut values = PerSeat::default();
        (values[Seat::FIRST], values[Seat::FIRST.next(2)]) = (first, 1.0 - first);
        values
    }

    fn best(&mut self, position: &Race, seat: Seat) -> BestPlan<Race> {
        BestPlan { actions: vec![Action::Walk(Stride::Two)], value: self.value(position)[seat] }
    }

    fn after(&mut self, _: &Race, after: &Race, seat: Seat) -> f64 {
        self.value(after)[seat]
    }

    fn calibrate(&mut self, _: Calibration) {}
}

/// Matches without a game: the numbers of each follow from its number as a test says.
pub struct Coins<F>(pub F);

impl<F: Fn(u64) -> Played + Sync + Send> Series for Coins<F> {
    fn play(&self, number: u64, _: usize, _: Keep) -> Played {
        (self.0)(number)
    }
}

/// Returns a match with these winners after so many turns.
pub fn played(winners: &[u64], turns: u32, facts: Facts) -> Played {
    Played {
        result: Some(Score { winners: winners.to_vec(), scores: vec![i64::from(turns), -i64::from(turns)] }),
        turns,
        steps: turns as usize,
        record: None,
        times: Vec::new(),
        facts: Some(facts),
        split: None,
    }
}

/// Returns a match whose winner, length and choices are thrown: seat 1 wins three of ten, and one of ten is shared.
pub fn thrown(seed: Seed, number: u64) -> Played {
    let mut luck = seed.nth(number).draw(0);
    let winners: &[u64] = match luck.below(10) {
        0..3 => &[1],
        3 => &[1, 2],
        _ => &[2],
    };
    let decisions = 1 + u64::from(luck.below(9));
    let choices = (0..decisions).map(|_| 1 + u64::from(luck.below(4))).sum();
    let facts = Facts { first: Some(Seat::FIRST), decisions, choices, forced: decisions / 3, ..Facts::default() };
    played(winners, 1 + luck.below(20), facts)
}

/// Returns an experiment with cells of two seats that only a test can play.
pub fn plan(cells: usize, matches: u64, block: u64) -> Plan {
    let cell = |number: usize| Cell {
        game: "toy".to_owned(),
        rules: 1,
        seats: 2,
        options: (0..number).map(|option| (format!("option{option}"), true.into())).collect(),
        contents: None,
        bots: vec!["coin".to_owned(); 2],
        also: Vec::new(),
    };
    Plan {
        program: "test".to_owned(),
        seed: "toy".to_owned(),
        amount: Amount::Matches(matches),
        block,
        most: 1_000,
        analyse: 0,
        cells: (0..cells).map(cell).collect(),
    }
}
