//! What may be taken back, and by whose leave.

use std::collections::VecDeque;

use polynya_catalog::{LogEntry, Spoken};
use polynya_engine::{Seat, SeatSet};

use super::{Entry, Rejection, Room};
use crate::protocol::{Phase, Takebacks, UndoPoint};
use crate::views::Match;

/// The actions since chance last decided: only these are taken back at once.
#[derive(Default)]
pub struct Tail(Vec<Acted>);

struct Acted {
    at: u32,
    turn: u32,
    seat: Seat,
    /// Who could act before it.
    acting: SeatSet,
}

impl Tail {
    /// Notes a step, before which these seats could act.
    pub fn push(&mut self, entry: &LogEntry, acting: SeatSet) {
        match entry.seat {
            Some(seat) => self.0.push(Acted { at: entry.at, turn: entry.turn, seat, acting }),
            None => self.0.clear(),
        }
    }

    /// Finds the actions again, from a match and the end of its log.
    pub fn retrace(&mut self, table: &Match, log: &VecDeque<LogEntry>) {
        self.0.clear();
        let first = log.iter().rposition(|entry| entry.seat.is_none()).map_or(0, |chance| chance + 1);
        let Some(at) = log.get(first).map(|entry| entry.at as usize) else { return };
        let mut running = table.prefix(at);
        for (entry, step) in log.range(first..).zip(table.steps(at)) {
            self.push(entry, running.acting());
            running.push(&step).expect("this step was played before");
        }
    }

    /// Returns the actions of a seat that are taken back at once, the last one first: nobody has acted since but seats
    /// that could act at the same time.
    fn free(&self, seat: Seat) -> impl Iterator<Item = &Acted> {
        let mut others = SeatSet::NONE;
        let apart = move |acted: &&Acted| match acted.seat == seat {
            true => others.difference(acted.acting).is_empty(),
            false => {
                others = others.with(acted.seat);
                true
            }
        };
        self.0.iter().rev().take_while(apart).filter(move |acted| acted.seat == seat)
    }

    /// Returns where the last of these actions stands, and where those of this turn begin.
    fn free_points(&self, seat: Seat) -> Option<(u32, u32)> {
        let turn = self.0.last()?.turn;
        let mut free = self.free(seat);
        let last = free.next()?.at;
        Some((last, free.take_while(|acted| acted.turn == turn).last().map_or(last, |first| first.at)))
    }
}

impl Room {
    /// Returns what these seats may take back now.
    pub fn undo_points(&self, seats: SeatSet) -> Vec<UndoPoint> {
        if seats.is_empty()
            || self.closed().is_some()
            || self.row.takebacks == Takebacks::None
            || self.phase() != Phase::Playing
        {
            return Vec::new();
        }
        seats.iter().filter_map(|seat| self.undo_point(seat)).collect()
    }

    fn undo_point(&self, seat: Seat) -> Option<UndoPoint> {
        let number = seat.number() as u8;
        if let Some((to, restart)) = self.tail.free_points(seat) {
            return Some(UndoPoint { seat: number, to, free: true, restart: Some(restart) });
        }
        if self.row.takebacks != Takebacks::Consent {
            return None;
        }
        let last = self.log.steps().iter().rev().find(|entry| entry.seat == Some(seat))?;
        Some(UndoPoint { seat: number, to: last.at, free: false, restart: None })
    }

    /// Judges whether steps may be taken back to the first `to` in the name of this seat; returns the entry, and
    /// whether nobody need be asked.
    pub(super) fn decide_undo(&self, seat: Seat, to: u32) -> Result<(Entry, bool), Rejection> {
        let table = self.begun()?;
        if self.phase() == Phase::Over {
            return Rejection::invalid("The match is over and its dice are known, so nothing is taken back.");
        }
        if self.row.takebacks == Takebacks::None {
            return Rejection::invalid("At this table nothing is taken back.");
        }
        let steps = table.steps(to as usize);
        match steps.first() {
            None => {
                let steps = table.len();
                return Rejection::invalid(format!("There are {steps} steps; nothing stands behind that."));
            }
            Some(Spoken { seat: None, .. }) => {
                return Rejection::invalid("A roll is taken back with the action before it.");
            }
            Some(_) => {}
        }
        let mut then: Vec<Spoken> = steps.into_iter().filter(|step| step.seat != Some(seat)).collect();
        let free = self.tail.free(seat).any(|acted| acted.at == to)
            && (then.is_empty() || table.boxed_clone().rewind(to as usize, &then).is_ok());
        if !free && self.row.takebacks == Takebacks::Own {
            return Rejection::invalid("At this table only the own turn is taken back, up to the last roll.");
        }
        if !free {
            then.clear();
        }
        Ok((Entry::Undo { seat: seat.number() as u8, to, then }, free))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Actions in order: the turn and the seat of each, and who could act before it.
    fn tail(actions: &[(u32, Seat, SeatSet)]) -> Tail {
        let mut tail = Tail::default();
        for (at, &(turn, seat, acting)) in actions.iter().enumerate() {
            let entry = json!({ "at": at, "turn": turn, "seat": seat, "words": "end", "told": [], "events": [] });
            tail.push(&serde_json::from_value(entry).expect("an entry of a log"), acting);
        }
        tail
    }

    #[test]
    fn a_restart_stays_within_the_turn() {
        let one = Seat::numbered(1).expect("a seat");
        let alone: SeatSet = [one].into_iter().collect();
        let solo = tail(&[(0, one, alone), (0, one, alone), (1, one, alone), (1, one, alone)]);
        assert_eq!(solo.free_points(one), Some((3, 2)));
        // The action that ended the turn before is still taken back at once.
        let ended = tail(&[(0, one, alone), (0, one, alone)]);
        assert_eq!(ended.free_points(one), Some((1, 0)));
    }

    #[test]
    fn whoever_could_not_act_before_it_stands_in_the_way() {
        let [one, two] = [1, 2].map(|number| Seat::numbered(number).expect("a seat"));
        let (alone, both): (SeatSet, SeatSet) = ([one].into_iter().collect(), [one, two].into_iter().collect());
        let after_another = tail(&[(0, one, alone), (1, two, both)]);
        assert_eq!((after_another.free_points(one), after_another.free_points(two)), (None, Some((1, 1))));
        let together = tail(&[(0, one, both), (0, two, both)]);
        assert_eq!((together.free_points(one), together.free_points(two)), (Some((0, 0)), Some((1, 1))));
    }
}
