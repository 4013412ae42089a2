//! The rules as the engine asks for them.

use std::ops::RangeInclusive;

use polynya_engine::{BitSet, Game, Gauge, Luck, Member, Outcome, PerSeat, Seat, SeatSet, Turn, Word, refuse_if};

use super::action::{Action, Chance};
use super::board::{self, Bear, Card, HOTTEST, HexSet, INNER, MELTING_COOLS, NUMBERS, Pips, Sex, Slot, Tile};
use super::clauses::Rule;
use super::event::{Ending, Event};
use super::kept::Kept;
use super::legal::kinds;
use super::options::{RescueOptions, Setup};
use super::state::Peril;
use super::{Awaiting, RescuePolarBears};

impl Game for RescuePolarBears {
    type Options = RescueOptions;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type Ending = Ending;
    type Rule = Rule;

    const ID: &'static str = "rescue-polar-bears";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 1..=4;

    fn start(options: &RescueOptions, seats: u8) -> Result<Self, Rule> {
        Ok(RescuePolarBears::with_kept(Setup::read(options, seats)?, &options.kept))
    }

    /// RESTARTING: what lies on the board stays, and what was removed is dealt onto the open water.
    fn again(&self, options: &RescueOptions, _: &[Chance]) -> Option<RescueOptions> {
        let tiles = INNER.iter().filter_map(|hex| Some((hex, self.tile(hex)?)));
        let kept = Kept::new(tiles.filter(|&(_, tile)| tile != Tile::Ocean)).ok()?;
        Some(RescueOptions { kept, ..options.clone() })
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.awaiting {
            Awaiting::Over => Turn::Over(self.outcome()),
            awaiting if awaiting.is_chance() => Turn::Chance,
            _ => Turn::Players(SeatSet::from(self.seat())),
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Rule> {
        refuse_if(seat != self.seat(), Rule::TakeTurns)?;
        match (self.awaiting, action) {
            (Awaiting::Act, Action::Sail(hex)) => self.judge_sail(hex),
            (Awaiting::Act, Action::Load(bear, hex)) => self.judge_load(bear, hex),
            (Awaiting::Act, Action::Data(hex)) => self.judge_data(hex),
            (Awaiting::Act, Action::Grab(hex)) => self.judge_grab(hex),
            (Awaiting::Act, Action::Unload) => self.judge_unload(),
            (Awaiting::Act, Action::Break(hex)) => self.judge_break(hex),
            (Awaiting::Act, Action::End) => Ok(()),
            (Awaiting::Collect, Action::Collect | Action::Leave) => Ok(()),
            (Awaiting::Upgrade, Action::Upgrade(ship, slot)) => self.judge_upgrade(ship, slot),
            (Awaiting::Card, Action::Use | Action::Decline) => Ok(()),
            (Awaiting::Remove, Action::Remove(hex)) => self.judge_ice(hex),
            (Awaiting::Lift, Action::Lift(bear, hex)) => self.judge_lift(bear, hex),
            (Awaiting::Lift, Action::Enough) => Ok(()),
            (Awaiting::Flee, Action::Flee(bear, hex)) => self.judge_flee(bear, hex),
            (Awaiting::Place, Action::Place(hex)) => self.judge_refuge(hex),
            (Awaiting::Board, Action::Board(bear)) => self.judge_board(bear),
            (Awaiting::Board, Action::Decline) => Ok(()),
            (Awaiting::Grow, Action::Grow(sex)) => self.judge_grow(sex.into()),
            (Awaiting::ChooseAlert, Action::Alert(number)) => self.judge_alert(number),
            (Awaiting::Act, _) => Err(Rule::NothingAsked),
            _ => Err(Rule::AnswerFirst),
        }
    }

    #[inline]
    fn each_legal(&self, seat: Seat, each: &mut impl FnMut(Action)) {
        if seat != self.seat() {
            return;
        }
        match self.awaiting {
            Awaiting::Act => self.each_of_ship(each),
            Awaiting::Upgrade => {
                for ship in self.fleet.ships() {
                    let free = Slot::ALL.into_iter().filter(|&slot| !ship.is_upgraded(slot));
                    free.for_each(|slot| each(Action::Upgrade(ship.name, slot)));
                }
            }
            Awaiting::Collect => [Action::Collect, Action::Leave].into_iter().for_each(each),
            Awaiting::Card => [Action::Use, Action::Decline].into_iter().for_each(each),
            Awaiting::Remove => self.sea.frozen().iter().map(Action::Remove).for_each(each),
            Awaiting::Lift => {
                for hex in self.pending.lifted.map_or(self.sea.crowded, HexSet::from) {
                    kinds(self.sea.bears_on(hex)).for_each(|bear| each(Action::Lift(bear, hex)));
                }
                each(Action::Enough);
            }
            Awaiting::Flee => {
                let refuges = self.refuges();
                for bear in kinds(self.in_peril()) {
                    refuges.iter().for_each(|hex| each(Action::Flee(bear, hex)));
                }
            }
            Awaiting::Place => self.refuges().iter().map(Action::Place).for_each(each),
            Awaiting::Board => {
                kinds(self.in_peril()).for_each(|bear| each(Action::Board(bear)));
                each(Action::Decline);
            }
            Awaiting::Grow => {
                for (sex, adult) in Sex::ALL.into_iter().zip(Bear::ADULTS) {
                    if self.supply.of(adult) > 0 && self.keeps_the_mix(adult) {
                        each(Action::Grow(sex));
                    }
                }
            }
            Awaiting::ChooseAlert => self.alerts.face_up.iter().map(Action::Alert).for_each(each),
            _ => {}
        }
    }

    #[inline]
    fn play(&mut self, _: Seat, action: Action, emit: &mut impl FnMut(Event)) {
        match action {
            Action::Sail(hex) => self.sail(hex, emit),
            Action::Load(bear, hex) => self.load(bear, hex, emit),
            Action::Data(hex) => {
                self.turn.spend();
                self.collect(hex, emit);
            }
            Action::Grab(hex) => {
                self.turn.close_windows();
                self.turn.grabbed = true;
                self.collect(hex, emit);
            }
            Action::Unload => self.unload(emit),
            Action::Break(hex) => {
                self.turn.spend();
                self.clear(hex, Peril::Broken, emit);
            }
            Action::End => self.end_actions(emit),
            Action::Upgrade(name, slot) => self.upgrade(name, slot, emit),
            Action::Use => self.use_card(emit),
            Action::Decline if self.awaiting == Awaiting::Card => self.decline_card(emit),
            Action::Decline => {
                self.scene.no_boarding = true;
                self.carry_on(emit);
            }
            Action::Remove(hex) => {
                self.pending.card = None;
                self.clear(hex, Peril::Blown, emit);
            }
            Action::Lift(bear, hex) => self.lift(bear, hex, emit),
            Action::Enough => self.end_lift(emit),
            Action::Flee(bear, hex) => self.flee(bear, hex, emit),
            Action::Place(hex) => self.place(hex, emit),
            Action::Board(bear) => self.board(bear, emit),
            Action::Grow(sex) => self.grow(sex, emit),
            Action::Alert(number) => {
                self.alerts.face_up.remove(number);
                self.set_alert(number, emit);
                self.carry_on(emit);
            }
            Action::Collect => self.collect(self.fleet.ship().hex, emit),
            Action::Leave => self.leave_data(emit),
        }
    }

    #[inline]
    fn odds(&self, each: &mut impl FnMut(Chance, u32)) {
        match self.awaiting {
            Awaiting::Tile => {
                let ice = NUMBERS.difference(self.sea.lying);
                ice.iter().for_each(|number| each(Chance::Tile(Tile::Ice(number)), 1));
                let kinds = [Tile::Support, Tile::Ocean, Tile::Float];
                for (tile, left) in kinds.into_iter().zip(self.sea.undealt(self.setup.floats())) {
                    if left > 0 {
                        each(Chance::Tile(tile), u32::from(left));
                    }
                }
            }
            Awaiting::Ship => self.fleet.undrawn().iter().for_each(|name| each(Chance::Ship(name), 1)),
            Awaiting::Position => self.decks.next_positions().iter().for_each(|hex| each(Chance::Position(hex), 1)),
            Awaiting::DrawAlert => self.alerts.face_down.iter().for_each(|number| each(Chance::Alert(number), 1)),
            Awaiting::Reveal => self.alerts.face_down.iter().for_each(|number| each(Chance::Reveal(number), 1)),
            Awaiting::Support => {
                self.decks.support.kinds().for_each(|(card, count)| each(Chance::Support(card), u32::from(count)));
            }
            Awaiting::D20 => NUMBERS.iter().for_each(|number| each(Chance::D20(number), 1)),
            Awaiting::D6 => Pips::all().for_each(|pips| each(Chance::D6(pips), 1)),
            _ => {}
        }
    }

    /// The odds are not listed.
    #[inline]
    fn draw(&self, luck: &mut impl Luck) -> Chance {
        match self.awaiting {
            Awaiting::Tile => Chance::Tile(self.drawn_tile(luck)),
            Awaiting::Ship => Chance::Ship(one_of(self.fleet.undrawn(), luck)),
            Awaiting::Position => Chance::Position(one_of(self.decks.next_positions(), luck)),
            Awaiting::DrawAlert => Chance::Alert(one_of(self.alerts.face_down, luck)),
            Awaiting::Reveal => Chance::Reveal(one_of(self.alerts.face_down, luck)),
            Awaiting::Support => Chance::Support(self.drawn_card(luck)),
            Awaiting::D20 => Chance::D20(any(luck)),
            _ => Chance::D6(any(luck)),
        }
    }

    #[inline]
    fn settle(&mut self, chance: Chance, emit: &mut impl FnMut(Event)) {
        match chance {
            Chance::Tile(tile) => self.deal(tile, emit),
            Chance::Ship(name) => self.muster(name, emit),
            Chance::Position(hex) => self.position_card(hex, emit),
            Chance::Alert(number) => self.draw_alert(number, emit),
            Chance::Reveal(number) => self.reveal(number, emit),
            Chance::Support(card) => self.support_card(card, emit),
            Chance::D20(number) => self.grow_or_breed(number, emit),
            Chance::D6(pips) => self.warm_up(pips, emit),
        }
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn gauges(&self, each: &mut impl FnMut(Gauge)) {
        let mut team = |name, value: u8, most: u8| {
            each(Gauge { name, seat: None, value: i32::from(value), most: Some(i32::from(most)) });
        };
        // What is warmer is lost even if ice melts.
        team("degrees", self.temperature, HOTTEST + MELTING_COOLS);
        team("helicopters", self.helicopters.ready, board::HELICOPTER_TOKENS);
        team("data", self.collected, self.target());
    }
}

impl RescuePolarBears {
    fn drawn_tile(&self, luck: &mut impl Luck) -> Tile {
        let ice = NUMBERS.difference(self.sea.lying);
        let [support, ocean, float] = self.sea.undealt(self.setup.floats()).map(u32::from);
        let count = ice.len() as u32;
        let point = luck.below(count + support + ocean + float);
        match point.checked_sub(count) {
            None => Tile::Ice(ice.nth(point).expect("the number is below the size of the set")),
            Some(rest) if rest < support => Tile::Support,
            Some(rest) if rest < support + ocean => Tile::Ocean,
            Some(_) => Tile::Float,
        }
    }

    fn drawn_card(&self, luck: &mut impl Luck) -> Card {
        let point = luck.below(self.decks.support.len() as u32) as u8;
        self.decks.support.nth(point).expect("the number is below the size of the deck")
    }

    fn outcome(&self) -> Outcome {
        let mut scores = PerSeat::default();
        Seat::all(self.setup.seats).for_each(|seat| scores[seat] = i16::from(self.collected));
        let won = self.ending == Some(Ending::Won);
        Outcome { winners: if won { SeatSet::all(self.setup.seats) } else { SeatSet::NONE }, scores }
    }
}

/// Any of a set, each equally likely.
#[inline]
fn one_of<T: Member>(set: BitSet<T>, luck: &mut impl Luck) -> T {
    set.nth(luck.below(set.len() as u32)).expect("the number is below the size of the set")
}

/// Any that there is, each equally likely.
#[inline]
fn any<T: Member>(luck: &mut impl Luck) -> T {
    T::from_bit(luck.below(T::COUNT as u32))
}
