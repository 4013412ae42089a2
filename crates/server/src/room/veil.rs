//! What is not shown yet. Where all seats act at the same time, what somebody does stays with the server until all are
//! done: until then everybody knows the steps up to the last dice and those of the own seats, and counts only these.

use polynya_catalog::{LogEntry, Spoken};
use polynya_engine::{Seat, SeatSet};

use super::Room;
use crate::protocol::{Phase, TakenBack, UndoPoint};
use crate::views::Match;

impl Room {
    /// Do all seats act at the same time, each on its own?
    pub fn is_simultaneous(&self) -> bool {
        self.game.info().simultaneous && self.table.is_some()
    }

    /// Returns how many steps everybody knows.
    pub fn open_steps(&self) -> u32 {
        if !self.is_simultaneous() || self.phase() == Phase::Over {
            return self.steps();
        }
        let steps = self.log.steps();
        let dice = steps.iter().rev().find(|entry| entry.seat.is_none()).map(|dice| dice.at + 1);
        dice.or_else(|| steps.front().map(|first| first.at)).unwrap_or(0)
    }

    /// The steps of these seats that others do not know yet.
    fn drafts(&self, seats: SeatSet) -> impl Iterator<Item = &LogEntry> {
        let open = self.open_steps();
        let own = move |seat: Option<Seat>| seat.is_some_and(|seat| seats.contains(seat));
        self.log.steps().iter().filter(move |entry| entry.at >= open && own(entry.seat))
    }

    /// Returns how many steps these seats know.
    pub fn steps_of(&self, seats: SeatSet) -> u32 {
        self.open_steps() + self.drafts(seats).count() as u32
    }

    /// Returns the last steps that these seats know, from this one on as they count.
    pub fn log_of(&self, seats: SeatSet, from: u32) -> Vec<LogEntry> {
        let open = self.open_steps();
        let before = self.log.steps().iter().filter(|entry| entry.at < open).cloned();
        let drafts = (open..).zip(self.drafts(seats)).map(|(at, entry)| LogEntry { at, ..entry.clone() });
        before.chain(drafts).filter(|entry| entry.at >= from).collect()
    }

    /// Returns the number that these seats give to a step, or to where it would stand.
    pub fn counted_by(&self, seats: SeatSet, at: u32) -> u32 {
        let open = self.open_steps();
        if at <= open { at } else { open + self.drafts(seats).filter(|entry| entry.at < at).count() as u32 }
    }

    /// Returns which step these seats mean by a number.
    pub fn meant_by(&self, seats: SeatSet, number: u32) -> u32 {
        let open = self.open_steps();
        match number.checked_sub(open) {
            None => number,
            Some(place) => match self.drafts(seats).nth(place as usize) {
                Some(entry) => entry.at,
                // Nothing stands there, for nobody.
                None => self.steps().saturating_add(number - self.steps_of(seats)),
            },
        }
    }

    /// Returns what these seats may take back now, as they count.
    pub fn undo_points_of(&self, seats: SeatSet) -> Vec<UndoPoint> {
        let mut points = self.undo_points(seats);
        for point in &mut points {
            point.to = self.counted_by(seats, point.to);
            point.restart = point.restart.map(|at| self.counted_by(seats, at));
        }
        points
    }

    /// Returns what was taken back among the last steps, as far as these seats know and as they count.
    pub fn taken_back_of(&self, seats: SeatSet) -> Vec<TakenBack> {
        let open = self.open_steps();
        let own = |back: &TakenBack| numbered(back.seat).is_some_and(|seat| seats.contains(seat));
        let known =
            self.log.taken_back().into_iter().filter(|back| back.at < open || !self.is_simultaneous() || own(back));
        known.map(|back| TakenBack { at: self.counted_by(seats, back.at), ..back }).collect()
    }

    /// Returns the match as these seats know it.
    pub fn seen_by(&self, seats: SeatSet) -> Option<Box<Match>> {
        let table = self.table.as_ref()?;
        let open = self.open_steps();
        if open as usize == table.len() {
            return Some(table.boxed_clone());
        }
        let mut seen = table.prefix(open as usize);
        for LogEntry { seat, words, .. } in self.drafts(seats) {
            let step = Spoken { seat: *seat, words: words.clone() };
            seen.push(&step).expect("what seats do at the same time does not depend on each other");
        }
        Some(seen)
    }
}

fn numbered(seat: u8) -> Option<Seat> {
    Seat::numbered(usize::from(seat))
}
