//! What may be done: `judge` is the rule text as code, `list` its fast twin.

use polynya_engine::{Luck, Seat};

use super::board::{Animal, Cliffs, Glacier, Glaciers, Number, Pools, Shape};
use super::clauses::Rule;
use super::words::{Action, Loan, Side};
use super::{Phase, PolarRoller, Sheet};

/// Into how many others a number can change.
const CHANGES: usize = Number::COUNT as usize - 1;

impl PolarRoller {
    pub(super) fn judge(&self, seat: Seat, action: Action) -> Result<(), Rule> {
        if !self.waiting.has(seat) {
            return Err(Rule::DoneIsDone);
        }
        let sheet = self.sheet(seat);
        match (self.phase, action) {
            (_, Action::Done) if sheet.has_more_to_do(self.phase) => Err(Rule::DoneWhenNothingIsLeft),
            (_, Action::Done) => Ok(()),
            (Phase::Melt, Action::Melt(glacier)) => sheet.judge_melt(glacier),
            (Phase::Melt, _) => Err(Rule::MeltFirst),
            (_, Action::Melt(_)) => Err(Rule::MeltingIsOver),
            (_, Action::Take(loan)) => self.judge_take(sheet, loan),
            (_, _) => sheet.judge_drawing(action),
        }
    }

    fn judge_take(&self, sheet: &Sheet, loan: Loan) -> Result<(), Rule> {
        if sheet.taken.is_some() {
            return Err(Rule::TakeOnce);
        }
        if loan.side == Side::Right && self.seats == 2 {
            return Err(Rule::OneNeighbour);
        }
        Ok(())
    }

    /// The dice that a seat may choose from.
    #[inline]
    pub(super) fn loans(&self) -> &'static [Loan] {
        if self.seats == 2 { &Loan::ALL[..2] } else { &Loan::ALL }
    }

    #[inline]
    pub(super) fn list(&self, seat: Seat, into: &mut Vec<Action>) {
        if !self.waiting.has(seat) {
            return;
        }
        let sheet = self.sheet(seat);
        if !sheet.has_more_to_do(self.phase) {
            into.push(Action::Done);
        } else if self.phase == Phase::Melt {
            into.extend(sheet.melts().iter().map(Action::Melt));
        } else if sheet.taken.is_none() {
            into.extend(self.loans().iter().copied().map(Action::Take));
        } else {
            sheet.list_drawings(into);
        }
    }

    /// A random legal action, each equally likely, without listing them.
    #[inline]
    pub(super) fn choose_any(&self, seat: Seat, luck: &mut impl Luck) -> Option<Action> {
        if !self.waiting.has(seat) {
            return None;
        }
        let sheet = self.sheet(seat);
        Some(if !sheet.has_more_to_do(self.phase) {
            Action::Done
        } else if self.phase == Phase::Melt {
            let melts = sheet.melts();
            Action::Melt(melts.nth(luck.below(melts.len() as u32)))
        } else if sheet.taken.is_none() {
            let loans = self.loans();
            Action::Take(loans[luck.below(loans.len() as u32) as usize])
        } else {
            sheet.any_drawing(luck)
        })
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

    fn judge_melt(&self, glacier: Glacier) -> Result<(), Rule> {
        if self.melted.has(glacier) {
            return Err(Rule::MeltedOnce);
        }
        if self.bears.has(glacier) {
            return Err(Rule::NotUnderABear);
        }
        if self.melting.left[glacier.shape() as usize] == 0 {
            return Err(Rule::ShapeOnTheDie);
        }
        match self.melting.first {
            Some(first) if !glacier.beside().has(first) => Err(Rule::SecondIsAdjacent),
            None if self.melting.pair && !self.has_partner(glacier) => Err(Rule::FirstHasAPartner),
            _ => Ok(()),
        }
    }

    /// Can a glacier of the other shape on the die melt beside this one?
    fn has_partner(&self, glacier: Glacier) -> bool {
        let other = |beside: &Glacier| beside.shape() != glacier.shape();
        let shown = |beside: &Glacier| self.melting.left[beside.shape() as usize] > 0;
        self.free_glaciers().and(glacier.beside()).iter().filter(other).any(|beside| shown(&beside))
    }

    fn judge_drawing(&self, action: Action) -> Result<(), Rule> {
        if self.taken.is_none() {
            return Err(Rule::TakeFirst);
        }
        match action {
            Action::Penguin(_) if !self.has_number_for(Animal::Penguin) => Err(Rule::UnusedNumber),
            Action::Penguin(cliff) if self.penguins.has(cliff) => Err(Rule::OneAnimalAPlace),
            Action::Penguin(cliff) if !self.reached.has(cliff) => Err(Rule::ColonyOrPenguin),
            Action::Orca(_) if !self.has_number_for(Animal::Orca) => Err(Rule::UnusedNumber),
            Action::Orca(pool) if self.orcas.has(pool) => Err(Rule::OneAnimalAPlace),
            Action::Orca(pool) if !self.open.has(pool) => Err(Rule::MeltedPool),
            Action::Bear(_) if !self.has_number_for(Animal::Bear) => Err(Rule::UnusedNumber),
            Action::Bear(glacier) if self.bears.has(glacier) => Err(Rule::OneAnimalAPlace),
            Action::Bear(glacier) if self.melted.has(glacier) => Err(Rule::FrozenGlacier),
            Action::Cross(number) if !self.numbers().any(|unused| unused == number) => Err(Rule::UnusedNumber),
            Action::Cross(number) if self.has_place(number.animal()) => Err(Rule::NoPlaceLeft),
            Action::Eat(from, to) => self.judge_eating(from, to),
            _ => Ok(()),
        }
    }

    fn judge_eating(&self, from: Number, to: Number) -> Result<(), Rule> {
        if self.fish_left() == 0 {
            return Err(Rule::CaughtFish);
        }
        if !self.own.contains(&Some(from)) {
            return Err(Rule::OwnNumber);
        }
        if from == to {
            return Err(Rule::AnotherNumber);
        }
        Ok(())
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
            Some(first) => free.and(first.partners()),
            None if self.melting.pair => {
                free.iter().filter(|glacier| !glacier.partners().and(free).is_empty()).collect()
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
                shapes = shapes.or(shape.glaciers());
            }
        }
        self.free_glaciers().and(shapes)
    }

    #[inline]
    fn list_drawings(&self, into: &mut Vec<Action>) {
        let (cliffs, pools, glaciers) = self.places();
        into.extend(cliffs.iter().map(Action::Penguin));
        into.extend(pools.iter().map(Action::Orca));
        into.extend(glaciers.iter().map(Action::Bear));
        if self.fish_left() > 0 {
            for from in self.different_own() {
                into.extend(Number::all().filter(|&to| to != from).map(|to| Action::Eat(from, to)));
            }
        }
        into.extend(self.crosses().map(Action::Cross));
    }

    #[inline]
    fn any_drawing(&self, luck: &mut impl Luck) -> Action {
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
            0 => Action::Penguin(cliffs.nth(number as u32)),
            1 => Action::Orca(pools.nth(number as u32)),
            2 => Action::Bear(glaciers.nth(number as u32)),
            3 => {
                let from = self.different_own().nth(number / CHANGES).expect("a number below the count is one of them");
                let to = Number::all().filter(|&to| to != from).nth(number % CHANGES);
                Action::Eat(from, to.expect("five numbers are not this one"))
            }
            _ => Action::Cross(self.crosses().nth(number).expect("a number below the count is one of them")),
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
