//! A table as it comes from the store, also one that cannot be played on: then it is shown as far as it can be told.

use polynya_catalog::{CatalogError, Games};

use super::{Entry, Room};
use crate::protocol::Said;
use crate::store::{Damage, NewRow};
use crate::views::{Browser, Match};

impl Room {
    /// Returns a table as the store has it. If one of its entries was changed, or does not hold by the rules that this
    /// program plays, the table is shown as it stood before, with all that was said, and is closed.
    pub fn restore(
        games: &Games<Browser>,
        row: NewRow,
        entries: &[String],
        damage: Option<Damage>,
    ) -> Result<Room, CatalogError> {
        let sound = match damage {
            Some(Damage::Entry(n)) => (n as usize).saturating_sub(1).min(entries.len()),
            Some(Damage::Row) => return Err(CatalogError::Unknown(Damage::Row.to_string())),
            None => entries.len(),
        };
        let mut told = sound;
        let (mut room, why) = loop {
            match Room::fold(games, row.clone(), &entries[..told]) {
                Ok(room) if told == sound => match damage {
                    None => return Ok(room),
                    Some(damage) => break (room, format!("{}.", capital(&damage.to_string()))),
                },
                Ok(room) => {
                    let why = room.outdated(told + 1);
                    break (room, why);
                }
                Err(error) if told == 0 => return Err(error),
                Err(_) => told = Room::folds(games, row.clone(), &entries[..told])?,
            }
        };
        for (n, entry) in (1..).zip(entries).skip(told) {
            if let Ok(Entry::Say { name, seat, text }) = serde_json::from_str(entry) {
                room.log.say(Said { n, name, seat, text });
            }
        }
        room.n = entries.len() as u32;
        room.closed = Some(format!("{why} The table is shown as it stood before, and cannot be played on."));
        Ok(room)
    }

    /// How many of these entries hold, one after the other.
    fn folds(games: &Games<Browser>, row: NewRow, entries: &[String]) -> Result<usize, CatalogError> {
        let mut room = Room::new(games, row)?;
        let holds =
            |text: &String| serde_json::from_str(text).is_ok_and(|entry: Entry| room.apply(&entry, None).is_ok());
        Ok(entries.iter().map(holds).take_while(|&holds| holds).count())
    }

    /// Why an entry that is as it was written does not hold.
    fn outdated(&self, n: usize) -> String {
        let (theirs, ours, title) = (self.row.rules, self.game.version(), self.game.info().title);
        if theirs == ours {
            return format!("Entry {n} of this table cannot be read by this version of Polynya.");
        }
        format!(
            "This match was begun by version {theirs} of the rules of {title}, and entry {n} does not hold by version \
             {ours}, which is played now."
        )
    }

    /// Lets nothing be done at this table any more: whoever runs the server has closed it, and says why.
    pub fn close(&mut self, why: &str) {
        let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
        self.closed
            .get_or_insert(format!("Whoever runs this server has closed this table{why}. It cannot be played on."));
    }

    /// Returns why nothing can be done at this table any more, if that is so.
    pub fn closed(&self) -> Option<&str> {
        self.closed.as_deref()
    }

    /// The match, if it can be played.
    pub(super) fn open_table(&self) -> Option<&Match> {
        self.table.as_deref().filter(|_| self.closed.is_none())
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
