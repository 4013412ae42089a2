//! What decides the dice of a table: the server's secret, and what every seat adds to it.

use polynya_catalog::CatalogError;
use polynya_engine::{Proof, Record, Seed};

use super::Room;

/// A match that was begun elsewhere.
pub(super) struct Resumed {
    record: Record,
    /// How often chance decided before this table went on with it.
    draws: u64,
}

impl Resumed {
    pub(super) fn new(record: Record) -> Resumed {
        Resumed { draws: record.draws(), record }
    }
}

impl Room {
    /// Returns what the server commits itself to before anybody adds to the luck.
    pub fn commitment(&self) -> String {
        self.secret().commitment()
    }

    fn secret(&self) -> Seed {
        self.row.secret.parse().expect("a table is made with a seed")
    }

    /// Returns what each seat adds: as it was fixed, or as things stand.
    pub(super) fn additions(&self) -> Vec<String> {
        self.additions.clone().unwrap_or_else(|| self.chairs.additions())
    }

    /// The seed of the match: the secret mixed with what every seat adds, in the order of the seats.
    pub(super) fn seed(&self) -> Seed {
        self.secret().mix(self.additions().iter().map(String::as_bytes))
    }

    /// Can seats still add to the luck?
    pub fn takes_luck(&self) -> bool {
        self.additions.is_none()
    }

    /// From here on nothing is added.
    pub(super) fn fix_luck(&mut self) {
        if self.additions.is_none() {
            self.additions = Some(self.chairs.additions());
        }
    }

    /// Takes a match up that was begun elsewhere. Its next dice follow from what the seats add until somebody acts.
    pub(super) fn resume(&mut self, resumed: Resumed) -> Result<(), CatalogError> {
        let table = self.game.resume(&resumed.record, self.seed())?;
        if table.len() > resumed.record.steps.len() {
            // Chance was next, and has decided.
            self.fix_luck();
        }
        self.resumed = Some(resumed);
        self.begin(table);
        Ok(())
    }

    /// A seat has changed hands: if nobody has gone on with a match from elsewhere yet, its dice follow from that too.
    pub(super) fn reseed(&mut self) -> Result<(), CatalogError> {
        match self.resumed.take() {
            Some(resumed) if self.takes_luck() => self.resume(resumed),
            resumed => {
                self.resumed = resumed;
                Ok(())
            }
        }
    }

    /// Returns the chain from the commitment to the seed, for the record of a match that is over.
    pub(super) fn proof(&self) -> Option<Proof> {
        match &self.resumed {
            Some(Resumed { record, .. }) if record.result.is_some() => record.luck.clone(),
            resumed => {
                let from = resumed.as_ref().map_or(0, |resumed| resumed.draws);
                Some(Proof::new(self.secret(), self.additions(), from))
            }
        }
    }
}
