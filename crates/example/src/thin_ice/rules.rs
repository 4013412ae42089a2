//! The rules.

use std::ops::RangeInclusive;

use polynya_engine::{Game, Gauge, Outcome, Seat, SeatSet, Turn, Word};
use serde::Serialize;

use super::action::{Action, Count, Roll};
use super::clauses::Rule;
use super::{MOST_FISH, Options, ThinIce};

/// What the table sees happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The die shows something.
    Rolled {
        /// Whose turn it is.
        seat: Seat,
        /// How many fish it allows.
        fish: u8,
    },
    /// A seal ate.
    Ate {
        /// Who.
        seat: Seat,
        /// How many fish.
        fish: u8,
        /// How many are left.
        left: u8,
    },
}

/// Why a match ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The last fish is eaten.
    LastFish,
}

impl Game for ThinIce {
    type Options = Options;
    type Action = Action;
    type Chance = Roll;
    type Event = Event;
    type Ending = Ending;
    type Rule = Rule;

    const ID: &'static str = "thin-ice";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=4;

    fn start(options: &Options, seats: u8) -> Result<ThinIce, Rule> {
        if !Self::SEATS.contains(&seats) {
            return Err(Rule::TwoToFour);
        }
        if !(1..=MOST_FISH).contains(&options.fish) {
            return Err(Rule::SomeFish);
        }
        Ok(ThinIce { fish: options.fish, seats, seat: Seat::default(), die: None, turns: 0 })
    }

    fn turn(&self) -> Turn {
        match (self.fish, self.die) {
            (0, _) => {
                let mut outcome = Outcome { winners: SeatSet::from(self.seat), ..Outcome::default() };
                outcome.scores[self.seat] = 1;
                Turn::Over(outcome)
            }
            (_, None) => Turn::Chance,
            (_, Some(_)) => Turn::Players(SeatSet::from(self.seat)),
        }
    }

    fn check(&self, seat: Seat, Action::Eat(count): Action) -> Result<(), Rule> {
        if seat != self.seat {
            return Err(Rule::TakeTurns);
        }
        if count.get() > self.die.map_or(0, Roll::get) {
            return Err(Rule::UpToTheDie);
        }
        if count.get() > self.fish {
            return Err(Rule::OnlyWhatIsThere);
        }
        Ok(())
    }

    fn each_legal(&self, seat: Seat, each: &mut impl FnMut(Action)) {
        let most = self.die.map_or(0, Roll::get).min(self.fish);
        if seat == self.seat {
            Count::ALL.into_iter().filter(|count| count.get() <= most).map(Action::Eat).for_each(each);
        }
    }

    fn play(&mut self, seat: Seat, Action::Eat(count): Action, emit: &mut impl FnMut(Event)) {
        self.fish -= count.get();
        self.die = None;
        self.turns += 1;
        emit(Event::Ate { seat, fish: count.get(), left: self.fish });
        if self.fish > 0 {
            self.seat = seat.next(self.seats);
        }
    }

    fn odds(&self, each: &mut impl FnMut(Roll, u32)) {
        Roll::all().for_each(|roll| each(roll, 1));
    }

    fn settle(&mut self, roll: Roll, emit: &mut impl FnMut(Event)) {
        self.die = Some(roll);
        emit(Event::Rolled { seat: self.seat, fish: roll.get() });
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn ending(&self) -> Option<Ending> {
        (self.fish == 0).then_some(Ending::LastFish)
    }

    fn gauges(&self, each: &mut impl FnMut(Gauge)) {
        each(Gauge { name: "fish left", seat: None, value: self.fish.into(), most: Some(MOST_FISH.into()) });
    }
}
