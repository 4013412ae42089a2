//! The match as the table tells it, played along: exact, and with nothing that the viewer may not know.

use polynya_catalog::{AnyGame, AnyMatch, Screen, Spoken};
use polynya_engine::{Record, Seat};
use polynya_server::protocol::{Choices, Message, Said, Seats, UndoPoint, Welcome};

/// A table as a viewer knows it.
pub struct Mirror<S: Screen + 'static> {
    /// The match, as far as it is told.
    pub table: Box<dyn AnyMatch<S>>,
    /// Everything that was said when the viewer came.
    pub welcome: Welcome,
    /// Who sits where.
    pub seats: Seats,
    /// What was said.
    pub chat: Vec<Said>,
    /// What the viewer's seats may do now.
    pub choices: Vec<Choices>,
    /// What the viewer's seats may take back now.
    pub undo: Vec<UndoPoint>,
    /// The number of the last entry.
    pub n: u32,
}

/// What a message changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The match.
    Match,
    /// Something else of the table.
    Table,
    /// Nothing that a mirror keeps.
    Nothing,
    /// Something was missed: the client has to connect again.
    Gap,
}

impl<S: Screen + 'static> Mirror<S> {
    /// Returns a table as it is when a viewer comes: what was said then, and all steps of the match.
    pub fn new(game: &dyn AnyGame<S>, welcome: Welcome, steps: Vec<String>) -> Result<Mirror<S>, String> {
        let count = steps.len();
        let seats = welcome.seats.seats.len() as u8;
        let record = Record::begun(&welcome.game, game.version(), &welcome.options.to_string(), seats, steps);
        let record = record.map_err(|error| error.to_string())?;
        let table = game.view(&record, count).map_err(|error| error.to_string())?;
        Ok(Mirror {
            table,
            seats: welcome.seats.clone(),
            chat: welcome.chat.clone(),
            choices: welcome.choices.clone(),
            undo: welcome.undo.clone(),
            n: welcome.n,
            welcome,
        })
    }

    /// Returns the viewer's own seats.
    pub fn own(&self) -> Vec<Seat> {
        let own = self.seats.seats.iter().filter(|seat| seat.yours && seat.cover.is_none());
        own.filter_map(|seat| Seat::numbered(seat.seat.into())).collect()
    }

    /// Returns the own seat that may act, if one may.
    pub fn asked(&self) -> Option<Seat> {
        let acting: Vec<Seat> = self.choices.iter().filter_map(|choices| Seat::numbered(choices.seat.into())).collect();
        let awaited = self.table.awaited();
        acting.iter().copied().find(|&seat| awaited.contains(seat)).or(acting.first().copied())
    }

    /// Takes a message; returns what it changed.
    pub fn take(&mut self, message: &Message) -> Change {
        match message {
            Message::Step { update, choices, undo } => {
                if update.n != self.n + 1 {
                    return Change::Gap;
                }
                self.n = update.n;
                let kept = match (&update.back, update.from) {
                    (_, Some(from)) => from as usize,
                    (Some(back), None) => back.at as usize,
                    (None, None) => self.table.len(),
                };
                let steps: Vec<Spoken> = update
                    .entries
                    .iter()
                    .map(|entry| Spoken { seat: entry.seat, words: entry.words.clone() })
                    .collect();
                let done = match kept == self.table.len() {
                    true => steps.iter().try_for_each(|step| self.table.push(step).map(|_| ())),
                    false => self.table.rewind(kept, &steps),
                };
                if done.is_err() {
                    return Change::Gap;
                }
                self.choices.clone_from(choices);
                self.undo.clone_from(undo);
                Change::Match
            }
            Message::Said(said) => {
                self.n = said.n;
                self.chat.push(said.clone());
                Change::Table
            }
            Message::Seats(seats) => {
                self.n = self.n.max(seats.n);
                self.seats = seats.clone();
                Change::Table
            }
            _ => Change::Nothing,
        }
    }
}
