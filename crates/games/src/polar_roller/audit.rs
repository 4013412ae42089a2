//! What must be true of every position.

use polynya_engine::{Audit, Game, Seat, SeatSet, must};

use super::action::{Face, Glacier, Pool};
use super::board::{ANIMALS, ROUNDS, Shape};
use super::score::Network;
use super::{Melting, Phase, PolarRoller, Sheet};

type Verdict = Result<(), String>;

impl Audit for PolarRoller {
    fn audit(&self) -> Result<(), String> {
        self.audit_round()?;
        for (index, sheet) in self.sheets.iter().enumerate() {
            let audited = match Seat::all(self.seats).nth(index) {
                Some(seat) => sheet.audit().and_then(|()| self.audit_sheet(seat)),
                None => must(*sheet == Sheet::new(self.map()), "a stranger has drawn"),
            };
            audited.map_err(|what| format!("seat {}: {what}", index + 1))?;
        }
        Ok(())
    }
}

impl PolarRoller {
    /// Says what is not true of the round, whatever the sheets hold.
    fn audit_round(&self) -> Verdict {
        must(Self::SEATS.contains(&self.seats), "too few or too many seats")?;
        must(self.rounds <= ROUNDS, "there are too many rounds")?;
        must((self.rounds == ROUNDS) == (self.phase == Phase::Over), "the match ends after the last round")?;
        must(self.waiting.is_empty() != self.is_acting(), "seats are awaited exactly while they act")?;
        let everybody = SeatSet::all(self.seats);
        must(self.waiting.difference(everybody).is_empty(), "a stranger is awaited")?;
        if let Phase::PolarDice(seat) = self.phase {
            must(everybody.contains(seat), "a stranger rolls")?;
        }
        let rolled = !matches!(self.phase, Phase::GlacierDie | Phase::Over);
        must(self.face.is_some() == rolled, "the glacier die lies there exactly while its round lasts")
    }

    fn is_acting(&self) -> bool {
        matches!(self.phase, Phase::Melt | Phase::Draw)
    }

    /// Says what is not true of a sheet at this point of the round.
    fn audit_sheet(&self, seat: Seat) -> Verdict {
        let sheet = self.sheet(seat);
        let is_done = self.is_acting() && !self.waiting.contains(seat);
        must(!is_done || !sheet.has_more_to_do(self.phase), "a seat is done too early")?;
        let has_rolled = match self.phase {
            Phase::PolarDice(next) => seat < next,
            phase => phase == Phase::Draw,
        };
        must(sheet.dice.is_some() == has_rolled, "dice lie there exactly from the roll to the end of the round")?;
        must(sheet.taken.is_none() || self.phase == Phase::Draw, "a die was taken outside the drawing")?;
        must(sheet.taken.is_none_or(|loan| self.loans().contains(&loan)), "a die was taken from nobody")?;
        let lent = sheet.taken.and_then(|loan| self.lent(seat, loan));
        must(sheet.borrowed.is_none() || sheet.borrowed == lent, "a borrowed number has changed")?;
        self.audit_numbers(sheet, has_rolled)?;
        match self.face {
            Some(face) if self.phase == Phase::Melt => sheet.audit_melting(face)?,
            _ => must(sheet.melting == Melting::default(), "melting goes on after the melting")?,
        }
        let melts = usize::from(self.rounds) + usize::from(self.face.is_some());
        let melted = sheet.melted.difference(sheet.map.central()).len() + sheet.to_melt().count();
        must(melted <= 2 * melts, "too much has melted")
    }

    /// Every number that a seat was given is an animal, crossed out or unused.
    fn audit_numbers(&self, sheet: &Sheet, has_rolled: bool) -> Verdict {
        let used = sheet.penguins.len() + sheet.orcas.len() + sheet.bears.len() + usize::from(sheet.lost);
        let unused = sheet.numbers().count();
        let own = if has_rolled { ANIMALS - 1 } else { 0 };
        let given = self.rounds * ANIMALS + own + u8::from(sheet.taken.is_some());
        must(used + unused == usize::from(given), "numbers and animals do not add up")?;
        must(sheet.taken.is_some() || unused == usize::from(own), "an animal was drawn before a die was taken")
    }
}

impl Sheet {
    /// Says what is not true of a sheet at any time.
    fn audit(&self) -> Verdict {
        let known = self.map.glaciers();
        must((self.melted | self.bears).difference(known).is_empty(), "a glacier is not on the map")?;
        must(self.map.central().difference(self.melted).is_empty(), "a central glacier is frozen")?;
        must((self.melted & self.bears).is_empty(), "a bear lives on a melted glacier")?;
        must(Pool::touching(self.melted) == self.open, "the open pools are those beside melted glaciers")?;
        must(self.orcas.difference(self.open).is_empty(), "an orca swims without melted glaciers")?;
        let reached = self.map.reached_from(self.penguins);
        must(self.reached == reached, "the cliffs in reach are those at colonies and beside penguins")?;
        let at_home = |network: Network| network.colonies().next().is_some();
        must(self.networks().all(at_home), "penguins are cut off from every colony")?;
        must(self.fish_eaten <= self.fish_caught(), "more fish were eaten than caught")?;
        must(self.own[0] <= self.own[1], "own numbers are out of order")?;
        let changed = match self.dice {
            Some(dice) => self.own_numbers().filter(|number| !dice.contains(number)).count(),
            None => 0,
        };
        must(changed <= usize::from(self.fish_eaten), "a number has changed without a fish")
    }

    /// Says what is not true of what is left to melt, which must be possible to the end.
    fn audit_melting(&self, face: Face) -> Verdict {
        let Melting { left, pair, first } = self.melting;
        for shape in Shape::ALL {
            let shown = self.map.shapes(face).into_iter().filter(|&each| each == shape).count();
            let free = (self.free_glaciers() & shape.glaciers()).len();
            let wanted = usize::from(left[shape as usize]);
            must(wanted <= shown, "more is left to melt than the die shows")?;
            must(wanted <= free, "something is left to melt but cannot")?;
        }
        let sum: u8 = left.iter().sum();
        must(sum == 0 || !self.melts().is_empty(), "something is left to melt but cannot")?;
        must(!pair || sum > 0, "a pair without anything to melt")?;
        must(first.is_none() || (pair && sum == 1), "a first glacier waits for nothing")?;
        let is_shown = |first: Glacier| self.map.shapes(face).contains(&first.shape());
        must(first.is_none_or(is_shown), "the first of a pair is not on the die")?;
        must(first.is_none_or(|first| self.melted.contains(first)), "the first of a pair has not melted")
    }
}
