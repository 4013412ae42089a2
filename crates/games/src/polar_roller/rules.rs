//! The rules as the engine asks for them.

use std::ops::RangeInclusive;

use polynya_engine::{Game, Gauge, Luck, MAX_SEATS, Member, Seat, SeatSet, Turn, Word, refuse_if};

use super::action::{Action, Chance, Face, Loan, Number};
use super::clauses::Rule;
use super::event::{Ending, Event};
use super::map::Map;
use super::{Options, Phase, PolarRoller, Sheet};

impl Game for PolarRoller {
    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type Ending = Ending;
    type Rule = Rule;

    const ID: &'static str = "polar-roller";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=12;

    fn start(options: &Options, seats: u8) -> Result<Self, Rule> {
        refuse_if(!Self::SEATS.contains(&seats), Rule::SeatsTwoToTwelve)?;
        let map = Map::of(options.contents);
        Ok(PolarRoller {
            contents: options.contents,
            sheets: [Sheet::new(map); MAX_SEATS],
            seats,
            rounds: 0,
            phase: Phase::GlacierDie,
            face: None,
            waiting: SeatSet::NONE,
        })
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Melt | Phase::Draw => Turn::Players(self.waiting),
            Phase::GlacierDie | Phase::PolarDice(_) => Turn::Chance,
            Phase::Over => Turn::Over(self.outcome()),
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Rule> {
        refuse_if(!self.waiting.contains(seat), Rule::DoneIsDone)?;
        let sheet = self.sheet(seat);
        match (self.phase, action) {
            (_, Action::Done) if sheet.has_more_to_do(self.phase) => Err(Rule::DoneWhenNothingIsLeft),
            (_, Action::Done) => Ok(()),
            (Phase::Melt, Action::Melt(glacier)) => sheet.judge_melt(glacier),
            (Phase::Melt, _) => Err(Rule::MeltFirst),
            (_, Action::Melt(_)) => Err(Rule::MeltingIsOver),
            (_, Action::Take { side, .. }) => self.judge_take(sheet, side),
            (_, _) => sheet.judge_drawing(action),
        }
    }

    #[inline]
    fn each_legal(&self, seat: Seat, each: &mut impl FnMut(Action)) {
        if !self.waiting.contains(seat) {
            return;
        }
        let sheet = self.sheet(seat);
        if !sheet.has_more_to_do(self.phase) {
            each(Action::Done);
        } else if self.phase == Phase::Melt {
            sheet.melts().iter().for_each(|glacier| each(Action::Melt(glacier)));
        } else if sheet.taken.is_none() {
            self.loans().iter().for_each(|loan| each(loan.action()));
        } else {
            sheet.each_drawing(each);
        }
    }

    #[inline]
    fn pick(&self, seat: Seat, luck: &mut impl Luck, _: &mut Vec<Action>) -> Option<Action> {
        if !self.waiting.contains(seat) {
            return None;
        }
        let sheet = self.sheet(seat);
        if !sheet.has_more_to_do(self.phase) {
            Some(Action::Done)
        } else if self.phase == Phase::Melt {
            let melts = sheet.melts();
            melts.nth(luck.below(melts.len() as u32)).map(Action::Melt)
        } else if sheet.taken.is_none() {
            let loans = self.loans();
            Some(loans[luck.below(loans.len() as u32) as usize].action())
        } else {
            sheet.any_drawing(luck)
        }
    }

    #[inline]
    fn play(&mut self, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
        match action {
            Action::Melt(glacier) => self.melt(seat, glacier, emit),
            Action::Take { side, die } => self.take(seat, Loan { side, die }, emit),
            Action::Penguin(cliff) => self.penguin(seat, cliff, emit),
            Action::Orca(pool) => self.orca(seat, pool, emit),
            Action::Bear(glacier) => self.bear(seat, glacier, emit),
            Action::Eat(from, to) => self.eat(seat, from, to, emit),
            Action::Cross(number) => self.cross(seat, number, emit),
            Action::Done => self.done(seat, emit),
        }
    }

    #[inline]
    fn odds(&self, each: &mut impl FnMut(Chance, u32)) {
        match self.phase {
            Phase::GlacierDie => Face::all().for_each(|face| each(Chance::Glacier(face), 1)),
            Phase::PolarDice(seat) => {
                for one in Number::all() {
                    Number::all().for_each(|two| each(Chance::Polar(seat, one, two), 1));
                }
            }
            Phase::Melt | Phase::Draw | Phase::Over => {}
        }
    }

    #[inline]
    fn draw(&self, luck: &mut impl Luck) -> Chance {
        match self.phase {
            Phase::PolarDice(seat) => {
                let both = luck.below(36);
                Chance::Polar(seat, Number::from_bit(both / 6), Number::from_bit(both % 6))
            }
            _ => Chance::Glacier(Face::from_bit(luck.below(Face::COUNT as u32))),
        }
    }

    #[inline]
    fn settle(&mut self, chance: Chance, emit: &mut impl FnMut(Event)) {
        match chance {
            Chance::Glacier(face) => self.roll_glacier_die(face, emit),
            Chance::Polar(seat, one, two) => self.roll_polar_dice(seat, [one, two], emit),
        }
    }

    fn turns(&self) -> u32 {
        u32::from(self.rounds)
    }

    fn ending(&self) -> Option<Ending> {
        (self.phase == Phase::Over).then_some(Ending::Rounds)
    }

    fn gauges(&self, each: &mut impl FnMut(Gauge)) {
        for seat in Seat::all(self.seats) {
            let value = i32::from(self.score(seat).total());
            each(Gauge { name: "points", seat: Some(seat), value, most: None });
        }
    }
}
