//! The rules as the engine asks for them.

use std::ops::RangeInclusive;

use polynya_engine::{Game, Gauge, Luck, Seat, SeatSet, Turn, refuse_if};

use super::action::{Action, Chance};
use super::board::{self, CellSet, Edition, Names, Variant};
use super::clauses::Rule;
use super::event::{Ending, Event};
use super::{Floes, PENGUINS, Penguin, Phase};

impl<E: Edition> Game for Floes<E> {
    type Options = E::Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type Ending = Ending;
    type Rule = Rule;

    const ID: &'static str = E::ID;
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=4;

    fn start(options: &E::Options, seats: u8) -> Result<Self, Rule> {
        refuse_if(!Self::SEATS.contains(&seats), Rule::SeatsTwoToFour)?;
        let setup = E::setup(options)?;
        let layout = E::layout(setup.variants, setup.contents);
        Ok(Floes {
            ice: layout.ice,
            crowd: [CellSet::<E>::NONE; 2],
            names: E::Names::new(layout),
            penguins: [[Penguin::WAITING; PENGUINS]; 4],
            bears: layout.bears,
            setup,
            seats,
            seat: Seat::default(),
            phase: Phase::Roll,
            die: None,
            left: 0,
            spare: None,
            turns: 0,
        })
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Roll | Phase::Order | Phase::Move => Turn::Players(SeatSet::from(self.seat)),
            Phase::Throw | Phase::Again => Turn::Chance,
            Phase::Over => Turn::Over(self.outcome()),
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Rule> {
        refuse_if(seat != self.seat, Rule::TakeTurns)?;
        match (self.phase, action) {
            (Phase::Roll, Action::Roll) => Ok(()),
            (Phase::Roll, _) => Err(Rule::RollFirst),
            (_, Action::Roll) => Err(Rule::OneRoll),
            (Phase::Order, Action::Die(label)) if self.die == Some(label) || self.spare == Some(label) => Ok(()),
            (Phase::Order, _) => Err(Rule::ChooseADie),
            (_, Action::Die(_)) => Err(Rule::NoDieToChoose),
            (_, Action::Hop { from, to, home }) => self.judge_hop(from, to, home),
            (_, Action::Slide { floe, to }) => self.judge_slide(floe, to),
            (_, Action::Bear { bear, to }) => self.judge_bear(bear, to),
        }
    }

    #[inline]
    fn each_legal(&self, seat: Seat, each: &mut impl FnMut(Action)) {
        match self.phase {
            _ if seat != self.seat => {}
            Phase::Roll => each(Action::Roll),
            Phase::Order => self.die.into_iter().chain(self.spare).map(Action::Die).for_each(each),
            Phase::Move => self.moves().each(|kind, cell| each(self.action(kind, cell))),
            Phase::Throw | Phase::Again | Phase::Over => {}
        }
    }

    #[inline]
    fn pick(&self, seat: Seat, luck: &mut impl Luck, _: &mut Vec<Action>) -> Option<Action> {
        match self.phase {
            _ if seat != self.seat => None,
            Phase::Roll => Some(Action::Roll),
            Phase::Order => [self.die, self.spare][luck.below(2) as usize].map(Action::Die),
            Phase::Move => {
                let moves = self.moves();
                let (kind, cell) = moves.nth(luck.below(moves.count()));
                Some(self.action(kind, cell))
            }
            Phase::Throw | Phase::Again | Phase::Over => None,
        }
    }

    #[inline]
    fn play(&mut self, _: Seat, action: Action, emit: &mut impl FnMut(Event)) {
        match action {
            Action::Roll => self.phase = Phase::Throw,
            Action::Die(label) => self.choose(label, emit),
            Action::Hop { from, to, home } => self.hop(from, to, home.0, emit),
            Action::Slide { floe, to } => self.slide(floe, to, emit),
            Action::Bear { bear, to } => self.bear(bear, to, emit),
        }
    }

    #[inline]
    fn odds(&self, each: &mut impl FnMut(Chance, u32)) {
        if self.phase == Phase::Again {
            board::ALERT_AGAIN.iter().for_each(|&label| each(Chance::Label(label), 1));
            return;
        }
        for faces in self.setup.die.chunk_by(PartialEq::eq) {
            each(faces[0], faces.len() as u32);
        }
    }

    #[inline]
    fn draw(&self, luck: &mut impl Luck) -> Chance {
        if self.phase == Phase::Again {
            Chance::Label(board::ALERT_AGAIN[luck.below(2) as usize])
        } else {
            self.setup.die[luck.below(6) as usize]
        }
    }

    #[inline]
    fn settle(&mut self, chance: Chance, emit: &mut impl FnMut(Event)) {
        let seat = self.seat;
        let Chance::Label(label) = chance else {
            emit(Event::Again { seat });
            self.phase = Phase::Again;
            return;
        };
        emit(Event::Rolled { seat, label });
        if !self.variants().contains(Variant::MegaIceAge) {
            self.begin(label, emit);
        } else if let Some(first) = self.die {
            self.spare = Some(label);
            if first == label {
                self.begin(first, emit);
            } else {
                self.phase = Phase::Order;
            }
        } else {
            self.die = Some(label);
            self.phase = Phase::Throw;
        }
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn ending(&self) -> Option<Ending> {
        let won = || Seat::all(self.seats).any(|seat| self.home_count(seat) == PENGUINS);
        (self.phase == Phase::Over).then(|| if won() { Ending::Home } else { Ending::Limit })
    }

    fn gauges(&self, each: &mut impl FnMut(Gauge)) {
        for seat in Seat::all(self.seats) {
            let value = self.progress(seat).into_iter().map(i32::from).sum();
            let most = PENGUINS as i32 * i32::from(self.journey());
            each(Gauge { name: "rows of the way home", seat: Some(seat), value, most: Some(most) });
        }
    }
}
