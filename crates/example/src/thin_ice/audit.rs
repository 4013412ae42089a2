//! What must be true of every position.

use polynya_engine::{Audit, Game};

use super::{MOST_FISH, ThinIce};

impl Audit for ThinIce {
    fn audit(&self) -> Result<(), String> {
        let must = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        must(self.fish <= MOST_FISH, "there are too many fish")?;
        must(Self::SEATS.contains(&self.seats), "so many seals do not play")?;
        must(self.seat.index() < usize::from(self.seats), "a stranger eats")?;
        must(self.fish > 0 || self.die.is_none(), "a die falls after the end")
    }
}
