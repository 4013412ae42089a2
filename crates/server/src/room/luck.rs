//! What decides the dice of a table: the server's secret, and what every seat adds to it.

use polynya_catalog::CatalogError;
use polynya_engine::{Proof, Record, Seed, Stood};

use super::{Entry, Room};
use crate::views::Match;

/// A match that was begun elsewhere.
pub(super) enum Resumed {
    /// It is over, and this is what it brought along about its dice.
    Over(Option<Proof>),
    /// It goes on here, after chance has decided this often.
    GoesOn(u64),
    /// It goes on here with dice that are known: those of a match that was played before.
    Known,
}

impl Room {
    /// Returns what the server commits itself to before anybody adds to the luck.
    pub fn commitment(&self) -> String {
        self.secret().commitment()
    }

    pub(super) fn secret(&self) -> Seed {
        self.row.secret.parse().expect("a table is made with a seed")
    }

    /// Returns what each seat adds: as it was fixed, or as things stand.
    pub(super) fn additions(&self) -> Vec<String> {
        self.additions.clone().unwrap_or_else(|| self.chairs.additions())
    }

    /// The seed of the match: the secret mixed with what every seat adds, in the order in which they stand at the table.
    pub(super) fn seed(&self) -> Seed {
        self.secret().mix(self.additions().iter().map(String::as_bytes))
    }

    /// How the seats stand just before the match begins with this entry.
    pub(super) fn standing(&self, start: &Entry) -> Stood {
        let stood = Stood::unmoved(self.row.seats, self.chairs.bots());
        match start {
            Entry::Start { order: Some(order), .. } => {
                Stood { first: self.seating.first.into(), order: order.clone(), ..stood }
            }
            _ => Stood { first: self.seating.first.into(), ..stood },
        }
    }

    /// Can seats still add to the luck?
    pub fn takes_luck(&self) -> bool {
        self.additions.is_none()
    }

    /// From here on nothing is added.
    pub(super) fn fix_luck(&mut self) {
        if self.additions.is_none() {
            self.additions = Some(self.chairs.additions());
            self.stood = Some(Stood::unmoved(self.row.seats, self.chairs.bots()));
        }
    }

    /// Takes a match up that was begun elsewhere. If seats add to its luck, its next dice follow from what they add until
    /// somebody acts.
    pub(super) fn take_up(&mut self, record: &Record, adds: bool) -> Result<Box<Match>, CatalogError> {
        if !adds || record.result.is_some() {
            self.additions = Some(vec![String::new(); self.chairs.len()]);
        }
        let table = self.game.resume(record, self.seed())?;
        let before = record.steps.len();
        if table.len() > before {
            // Chance was next, and has decided.
            self.fix_luck();
        }
        self.resumed = Some(match record.result {
            None if record.seed.is_some() => Resumed::Known,
            Some(_) => Resumed::Over(record.luck.clone()),
            None => Resumed::GoesOn(table.steps(0)[..before].iter().filter(|step| step.seat.is_none()).count() as u64),
        });
        Ok(table)
    }

    /// Can the dice be known, because they are those of a match that was played before?
    pub fn has_known_dice(&self) -> bool {
        matches!(self.resumed, Some(Resumed::Known))
    }

    /// A seat has changed hands: if nobody has gone on with a match from elsewhere yet, its dice follow from that too.
    pub(super) fn reseed(&mut self) {
        if self.table.is_none() || self.additions.is_some() {
            return;
        }
        let seed = self.seed();
        if let Some(table) = &mut self.table {
            table.reseed(seed);
        }
    }

    /// Returns the chain from the commitment to the seed, for the record of a match that is over.
    pub(super) fn proof(&self) -> Option<Proof> {
        let from = match &self.resumed {
            Some(Resumed::Over(proof)) => return proof.clone(),
            Some(Resumed::Known) => return None,
            Some(Resumed::GoesOn(draws)) => *draws,
            None => 0,
        };
        Some(Proof::new(self.secret(), self.additions(), self.stood.clone(), from))
    }
}
