//! What may be done: what starts with `judge` is the rule text as code, the rest its fast twin.

use polynya_engine::{Luck, Member, Word, refuse_if};

use super::action::{Action, Cliffs, Glacier, Glaciers, Loan, Number, Pools, Side};
use super::board::{Animal, Shape};
use super::clauses::Rule;
use super::{Phase, PolarRoller, Sheet};

/// Into how many others a number can change.
const CHANGES: usize = Number::COUNT - 1;

impl PolarRoller {
    pub(super) fn judge_take(&self, sheet: &Sheet, side: Side) -> Result<(), Rule> {
        refuse_if(sheet.taken.is_some(), Rule::TakeOnce)?;
        refuse_if(side == Side::Right && self.seats == 2, Rule::OneNeighbour)
    }

    /// The dice that a seat may choose from.
    #[inline]
    pub(super) fn loans(&self) -> &'static [Loan] {
        if self.seats == 2 { &Loan::ALL[..2] } else { &Loan::ALL }
    }
}

impl Sheet {
    #[inline]
    pub(super) fn has_more_to_do(&self, phase: Phase) -> bool {
        match phase {
            Phase::Melt => self.melting.left != [0; 3],
            _ => self.taken.is_none() || self.borrowed.is_some() || self.own != [None; 2],
        }
    }

    pub(super) fn judge_melt(&self, glacier: Glacier) -> Result<(), Rule> {
        refuse_if(!self.map.glaciers().contains(glacier), Rule::OnTheMap)?;
        refuse_if(self.melted.contains(glacier), Rule::MeltedOnce)?;
        refuse_if(self.bears.contains(glacier), Rule::NotUnderABear)?;
        refuse_if(self.melting.left[glacier.shape() as usize] == 0, Rule::ShapeOnTheDie)?;
        match self.melting.first {
            Some(first) if !self.map.beside(glacier).contains(first) => Err(Rule::SecondIsAdjacent),
            None if self.melting.pair && !self.has_partner(glacier) => Err(Rule::FirstHasAPartner),
            _ => Ok(()),
        }
    }

    /// Can a glacier of the other shape on the die melt beside this one?
    fn has_partner(&self, glacier: Glacier) -> bool {
        let other = |beside: &Glacier| beside.shape() != glacier.shape();
        let shown = |beside: &Glacier| self.melting.left[beside.shape() as usize] > 0;
        (self.free_glaciers() & self.map.beside(glacier)).iter().filter(other).any(|beside| shown(&beside))
    }

    pub(super) fn judge_drawing(&self, action: Action) -> Result<(), Rule> {
        refuse_if(self.taken.is_none(), Rule::TakeFirst)?;
        match action {
            Action::Penguin(_) if !self.has_number_for(Animal::Penguin) => Err(Rule::UnusedNumber),
            Action::Penguin(cliff) if self.penguins.contains(cliff) => Err(Rule::OneAnimalAPlace),
            Action::Penguin(cliff) if !self.reached.contains(cliff) => Err(Rule::ColonyOrPenguin),
            Action::Orca(_) if !self.has_number_for(Animal::Orca) => Err(Rule::UnusedNumber),
            Action::Orca(pool) if self.orcas.contains(pool) => Err(Rule::OneAnimalAPlace),
            Action::Orca(pool) if !self.open.contains(pool) => Err(Rule::MeltedPool),
            Action::Bear(_) if !self.has_number_for(Animal::Bear) => Err(Rule::UnusedNumber),
            Action::Bear(glacier) if !self.map.glaciers().contains(glacier) => Err(Rule::OnTheMap),
            Action::Bear(glacier) if self.bears.contains(glacier) => Err(Rule::OneAnimalAPlace),
            Action::Bear(glacier) if self.melted.contains(glacier) => Err(Rule::FrozenGlacier),
            Action::Cross(number) if !self.numbers().any(|unused| unused == number) => Err(Rule::UnusedNumber),
            Action::Cross(number) if self.has_place(number.animal()) => Err(Rule::NoPlaceLeft),
            Action::Eat(from, to) => self.judge_eating(from, to),
            _ => Ok(()),
        }
    }

    fn judge_eating(&self, from: Number, to: Number) -> Result<(), Rule> {
        refuse_if(self.fish_left() == 0, Rule::CaughtFish)?;
        refuse_if(!self.own.contains(&Some(from)), Rule::OwnNumber)?;
        refuse_if(from == to, Rule::AnotherNumber)
    }

    #[inline]
    fn has_number_for(&self, animal: Animal) -> bool {
        self.numbers().any(|number| number.animal() == animal)
    }

    /// Is there a place where this animal could be drawn?
    #[inline]
    pub(super) fn has_place(&self, animal: Animal) -> bool {
        match animal {
            Animal::Penguin => !self.free_cliffs().is_empty(),
            Animal::Orca => !self.free_pools().is_empty(),
            Animal::Bear => !self.free_glaciers().is_empty(),
        }
    }

    /// The glaciers that may melt next.
    #[inline]
    pub(super) fn melts(&self) -> Glaciers {
        let free = self.wanted();
        match self.melting.first {
            Some(first) => free & self.map.partners(first),
            None if self.melting.pair => {
                free.iter().filter(|glacier| !(self.map.partners(*glacier) & free).is_empty()).collect()
            }
            None => free,
        }
    }

    /// The glaciers that can melt and have a shape that is still to melt.
    #[inline]
    pub(super) fn wanted(&self) -> Glaciers {
        let mut shapes = Glaciers::NONE;
        for shape in Shape::ALL {
            if self.melting.left[shape as usize] > 0 {
                shapes |= shape.glaciers();
            }
        }
        self.free_glaciers() & shapes
    }

    #[inline]
    pub(super) fn each_drawing(&self, each: &mut impl FnMut(Action)) {
        let (cliffs, pools, glaciers) = self.places();
        cliffs.iter().for_each(|cliff| each(Action::Penguin(cliff)));
        pools.iter().for_each(|pool| each(Action::Orca(pool)));
        glaciers.iter().for_each(|glacier| each(Action::Bear(glacier)));
        if self.fish_left() > 0 {
            for from in self.different_own() {
                Number::all().filter(|&to| to != from).for_each(|to| each(Action::Eat(from, to)));
            }
        }
        self.crosses().for_each(|number| each(Action::Cross(number)));
    }

    /// A random drawing, each equally likely, without listing them.
    #[inline]
    pub(super) fn any_drawing(&self, luck: &mut impl Luck) -> Option<Action> {
        let (cliffs, pools, glaciers) = self.places();
        let changes = if self.fish_left() > 0 { self.different_own().count() * CHANGES } else { 0 };
        let kinds = [cliffs.len(), pools.len(), glaciers.len(), changes, self.crosses().count()];
        let mut number = luck.below(kinds.iter().sum::<usize>() as u32) as usize;
        let mut kind = 0;
        while number >= kinds[kind] {
            number -= kinds[kind];
            kind += 1;
        }
        match kind {
            0 => cliffs.nth(number as u32).map(Action::Penguin),
            1 => pools.nth(number as u32).map(Action::Orca),
            2 => glaciers.nth(number as u32).map(Action::Bear),
            3 => {
                let from = self.different_own().nth(number / CHANGES)?;
                let to = Number::all().filter(|&to| to != from).nth(number % CHANGES)?;
                Some(Action::Eat(from, to))
            }
            _ => self.crosses().nth(number).map(Action::Cross),
        }
    }

    /// Where animals can be drawn with the numbers that are left.
    #[inline]
    fn places(&self) -> (Cliffs, Pools, Glaciers) {
        (
            if self.has_number_for(Animal::Penguin) { self.free_cliffs() } else { Cliffs::NONE },
            if self.has_number_for(Animal::Orca) { self.free_pools() } else { Pools::NONE },
            if self.has_number_for(Animal::Bear) { self.free_glaciers() } else { Glaciers::NONE },
        )
    }

    /// The numbers that may be crossed out.
    #[inline]
    fn crosses(&self) -> impl Iterator<Item = Number> {
        let borrowed = self.borrowed.filter(|&number| !self.own.contains(&Some(number)));
        self.different_own().chain(borrowed).filter(|number| !self.has_place(number.animal()))
    }

    /// The own unused numbers, equal ones once.
    #[inline]
    fn different_own(&self) -> impl Iterator<Item = Number> {
        let [one, two] = self.own;
        one.filter(|_| one != two).into_iter().chain(two)
    }
}
