//! Polar Roller: every seat thaws glaciers and draws animals on a sheet of its own, all at the same time.

mod board;
mod clauses;
mod legal;
mod play;
mod prospects;
mod score;
mod words;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use polynya_engine::{Game, Luck, MAX_SEATS, Seat, SeatSet, Turn};
use serde::{Deserialize, Serialize};

pub use board::{
    ANIMALS, Animal, BEAR_POINTS, CLIFFS, COLONY_POINTS, Cliff, Cliffs, Colony, Extent, FIELDS, FISH, FISH_POINTS,
    Face, GLACIERS, Glacier, Glaciers, Number, POD_POINTS, Pool, Pools, ROUNDS, Shape, Wedge,
};
pub use clauses::Rule;
pub use prospects::{Outlook, Prospect, fewest_penguins};
pub use score::{Ground, Network, Pod, Score};
pub use words::{Action, Chance, Event, Loan, Side};

/// The rule book.
pub const RULES: &str = include_str!("rules.md");

/// There are no options yet.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {}

/// A position: the sheets of all seats, and where the round stands.
#[derive(Clone, PartialEq, Debug)]
pub struct PolarRoller {
    sheets: [Sheet; MAX_SEATS],
    seats: u8,
    /// Rounds that are over.
    rounds: u8,
    phase: Phase,
    /// What the glacier die shows, until the round is over.
    face: Option<Face>,
    /// The seats that are not done with this phase.
    waiting: SeatSet,
}

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The glacier die.
    GlacierDie,
    /// The seats that have not melted their glaciers.
    Melt,
    /// The polar dice of this seat.
    PolarDice(Seat),
    /// The seats that have not drawn their animals.
    Draw,
    /// Nothing.
    Over,
}

/// What one seat has on paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sheet {
    melted: Glaciers,
    bears: Glaciers,
    penguins: Cliffs,
    /// The cliffs of colonies and those one path away from a penguin.
    reached: Cliffs,
    orcas: Pools,
    /// The pools that touch a melted glacier.
    open: Pools,
    fish_eaten: u8,
    /// Numbers that were crossed out because their animals had no place.
    lost: u8,
    /// The polar dice as rolled; neighbours take from these.
    dice: Option<[Number; 2]>,
    /// The own numbers that are not used yet, in rising order with the used ones before them.
    own: [Option<Number>; 2],
    /// Which die was taken in this round.
    taken: Option<Loan>,
    /// Its number, until it is used.
    borrowed: Option<Number>,
    melting: Melting,
}

/// What a sheet has to melt in this round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Melting {
    /// How many of each shape are left to melt.
    left: [u8; 3],
    /// Are these two different shapes that share a side?
    pair: bool,
    /// The first of such a pair, while the second is missing.
    first: Option<Glacier>,
}

impl Sheet {
    fn new() -> Sheet {
        Sheet {
            melted: Glaciers::CENTRAL,
            bears: Glaciers::NONE,
            penguins: Cliffs::NONE,
            reached: Cliffs::ACCESS,
            orcas: Pools::NONE,
            open: Glaciers::CENTRAL.pools(),
            fish_eaten: 0,
            lost: 0,
            dice: None,
            own: [None; 2],
            taken: None,
            borrowed: None,
            melting: Melting::default(),
        }
    }

    /// The glaciers that are shaded.
    pub fn melted(&self) -> Glaciers {
        self.melted
    }

    /// The glaciers that are not.
    #[inline]
    pub fn frozen(&self) -> Glaciers {
        Glaciers::ALL.without(self.melted)
    }

    /// The glaciers with a bear.
    pub fn bears(&self) -> Glaciers {
        self.bears
    }

    /// The cliffs with a penguin.
    pub fn penguins(&self) -> Cliffs {
        self.penguins
    }

    /// The pools with an orca.
    pub fn orcas(&self) -> Pools {
        self.orcas
    }

    /// Fish that were circled: one for each penguin on a fishing cliff.
    #[inline]
    pub fn fish_caught(&self) -> u8 {
        self.penguins.and(Cliffs::FISHING).len() as u8
    }

    /// Fish that were crossed off.
    pub fn fish_eaten(&self) -> u8 {
        self.fish_eaten
    }

    /// Fish that can still be eaten.
    #[inline]
    pub fn fish_left(&self) -> u8 {
        self.fish_caught() - self.fish_eaten
    }

    /// Numbers that were crossed out because their animals had no place.
    pub fn lost(&self) -> u8 {
        self.lost
    }

    /// The polar dice of this round as rolled.
    pub fn dice(&self) -> Option<[Number; 2]> {
        self.dice
    }

    /// The die that was taken in this round.
    pub fn taken(&self) -> Option<Loan> {
        self.taken
    }

    /// The own numbers that are not used yet, in rising order.
    pub fn own_numbers(&self) -> impl Iterator<Item = Number> {
        self.own.into_iter().flatten()
    }

    /// The neighbour's number, if it is not used yet.
    pub fn borrowed(&self) -> Option<Number> {
        self.borrowed
    }

    /// The numbers that are not used yet: the borrowed one first, then the own ones in rising order.
    pub fn numbers(&self) -> impl Iterator<Item = Number> {
        self.borrowed.into_iter().chain(self.own_numbers())
    }

    /// The shapes that are left to melt in this round.
    pub fn to_melt(&self) -> impl Iterator<Item = Shape> {
        let left = self.melting.left;
        Shape::ALL.into_iter().flat_map(move |shape| std::iter::repeat_n(shape, usize::from(left[shape as usize])))
    }

    /// Do two different shapes melt that share a side?
    pub fn melts_a_pair(&self) -> bool {
        self.melting.pair
    }

    /// The first glacier of a pair, while the second is missing.
    pub fn melted_first(&self) -> Option<Glacier> {
        self.melting.first
    }

    /// The cliffs on which a penguin could be drawn now.
    #[inline]
    pub fn free_cliffs(&self) -> Cliffs {
        self.reached.without(self.penguins)
    }

    /// The pools in which an orca could be drawn now.
    #[inline]
    pub fn free_pools(&self) -> Pools {
        self.open.without(self.orcas)
    }

    /// The frozen glaciers without a bear: those on which a bear could be drawn, and those that can melt.
    #[inline]
    pub fn free_glaciers(&self) -> Glaciers {
        self.frozen().without(self.bears)
    }
}

impl PolarRoller {
    /// How many seats play.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The round that is played, from 1; after the last one it stays.
    pub fn round(&self) -> u8 {
        (self.rounds + 1).min(ROUNDS)
    }

    /// What the match waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// What the glacier die shows, once it was rolled in this round.
    pub fn face(&self) -> Option<Face> {
        self.face
    }

    /// The seat that rolls the glacier die in this round.
    pub fn holder(&self) -> Seat {
        let index = usize::from((self.round() - 1) % self.seats);
        Seat::new(index).expect("it is below the number of seats")
    }

    /// The seats that are not done with this phase.
    pub fn waiting(&self) -> SeatSet {
        self.waiting
    }

    /// What a seat has on paper.
    #[inline]
    pub fn sheet(&self, seat: Seat) -> &Sheet {
        &self.sheets[seat.index()]
    }

    /// The seat on this side of another.
    #[inline]
    pub fn neighbour(&self, seat: Seat, side: Side) -> Seat {
        match side {
            Side::Left => seat.next(self.seats),
            Side::Right => {
                let before = seat.index().checked_sub(1).unwrap_or(usize::from(self.seats) - 1);
                Seat::new(before).expect("a seat before another is a seat")
            }
        }
    }

    /// What a neighbour's die shows.
    #[inline]
    pub fn lent(&self, seat: Seat, loan: Loan) -> Option<Number> {
        self.sheet(self.neighbour(seat, loan.side)).dice.map(|dice| dice[usize::from(loan.second)])
    }
}

impl Game for PolarRoller {
    type Options = Options;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type Rule = Rule;

    const ID: &'static str = "polar-roller";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=12;
    const ACTIONS: usize = words::numbering::SIZE;

    fn start(_: &Options, seats: u8) -> Result<Self, Rule> {
        if !Self::SEATS.contains(&seats) {
            return Err(Rule::SeatsTwoToTwelve);
        }
        Ok(PolarRoller {
            sheets: [Sheet::new(); MAX_SEATS],
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
        self.judge(seat, action)
    }

    #[inline]
    fn legal(&self, seat: Seat, into: &mut Vec<Action>) {
        self.list(seat, into);
    }

    #[inline]
    fn pick(&self, seat: Seat, luck: &mut impl Luck, _: &mut Vec<Action>) -> Option<Action> {
        self.choose_any(seat, luck)
    }

    #[inline]
    fn play(&mut self, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
        match action {
            Action::Melt(glacier) => self.melt(seat, glacier, emit),
            Action::Take(loan) => self.take(seat, loan, emit),
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
            Phase::GlacierDie => {
                (1..=Face::COUNT).filter_map(Face::new).for_each(|face| each(Chance::Glacier(face), 1));
            }
            Phase::PolarDice(seat) => {
                for one in Number::all() {
                    Number::all().for_each(|two| each(Chance::Polar(seat, [one, two]), 1));
                }
            }
            Phase::Melt | Phase::Draw | Phase::Over => {}
        }
    }

    #[inline]
    fn draw(&self, luck: &mut impl Luck) -> Chance {
        let number = |value: u32| Number::new(value as u8 + 1).expect("a die has six faces");
        match self.phase {
            Phase::PolarDice(seat) => {
                let both = luck.below(36);
                Chance::Polar(seat, [number(both / 6), number(both % 6)])
            }
            _ => {
                let face = luck.below(u32::from(Face::COUNT)) as u8 + 1;
                Chance::Glacier(Face::new(face).expect("the glacier die has eight faces"))
            }
        }
    }

    #[inline]
    fn settle(&mut self, chance: Chance, emit: &mut impl FnMut(Event)) {
        match chance {
            Chance::Glacier(face) => self.roll_glacier_die(face, emit),
            Chance::Polar(seat, dice) => self.roll_polar_dice(seat, dice, emit),
        }
    }

    fn index(action: Action) -> Option<usize> {
        words::numbering::index(action)
    }

    fn from_index(index: usize) -> Option<Action> {
        words::numbering::action(index)
    }

    fn audit(&self) -> Result<(), String> {
        self.invariants()
    }

    fn turns(&self) -> u32 {
        u32::from(self.rounds)
    }

    fn name(&self, seat: Seat) -> String {
        board::seat_name(seat)
    }

    fn label(action: Action) -> String {
        words::label(action)
    }

    fn tell(&self, event: &Event) -> String {
        self.sentence(event)
    }

    fn describe(&self) -> String {
        self.in_words()
    }

    fn why(&self, seat: Seat, action: Action, rule: &Rule) -> String {
        self.reason(seat, action, *rule)
    }
}
