//! Telling a match in which all seats act at the same time: everybody is told the own steps at once, and those of the
//! others when all are done.

use polynya_engine::{Seat, SeatSet};
use serde_json::Value;

use super::Table;
use crate::protocol::{TakenBack, Update};
use crate::room::Room;
use crate::views::patch;

/// What viewers were last told.
#[derive(Default)]
pub struct Veil {
    /// How many steps everybody knows.
    open: u32,
    /// The view after them.
    ground: Value,
    sights: Vec<Sight>,
}

/// What viewers with these seats were last told.
struct Sight {
    seats: SeatSet,
    view: Value,
    steps: u32,
}

impl Veil {
    /// Returns what viewers with these seats see of the match.
    pub fn view(&mut self, room: &Room, seats: SeatSet) -> Value {
        if let Some(sight) = self.sights.iter().find(|sight| sight.seats == seats) {
            return sight.view.clone();
        }
        let view = room.position().picture().view();
        if self.ground.is_null() {
            self.lift(room, &view);
        }
        let view = self.veiled(room, view, seats);
        self.sights.push(Sight { seats, view: view.clone(), steps: room.steps_of(seats) });
        view
    }

    /// What everybody knows has changed.
    fn lift(&mut self, room: &Room, view: &Value) {
        self.open = room.open_steps();
        let ground = room.seen_by(SeatSet::NONE).filter(|_| self.open < room.steps());
        self.ground = ground.map_or_else(|| view.clone(), |ground| ground.picture().view());
    }

    fn veiled(&self, room: &Room, mut view: Value, seats: SeatSet) -> Value {
        room.position().picture().veil(&mut view, &self.ground, seats);
        view
    }
}

impl Table {
    /// Tells everybody about steps, each as much as the own seats know.
    pub(super) fn publish_veiled(&mut self, update: &Update, back: Option<&TakenBack>, played: usize) {
        let view = self.room.position().picture().view();
        let mut veil = std::mem::take(&mut self.veil);
        let open = veil.open;
        veil.lift(&self.room, &view);
        let told = std::mem::take(&mut veil.sights);
        let mut groups: Vec<SeatSet> = self.viewers.values().map(|viewer| viewer.seats).collect();
        groups.sort_unstable_by_key(|seats| seats.iter().map(Seat::index).collect::<Vec<_>>());
        groups.dedup();
        for seats in groups {
            let before = told.iter().find(|sight| sight.seats == seats);
            let now = veil.veiled(&self.room, view.clone(), seats);
            let update = Update {
                view: patch(before.map_or(&Value::Null, |sight| &sight.view), &now),
                ..self.known(update, back, played, seats, (open, before.map_or(0, |sight| sight.steps)))
            };
            self.publish(&update, |viewer| viewer.seats == seats);
            veil.sights.push(Sight { seats, view: now, steps: self.room.steps_of(seats) });
        }
        self.veil = veil;
    }

    /// What of an update these seats know; before it everybody knew `open` steps and they knew `steps`.
    fn known(
        &self,
        update: &Update,
        back: Option<&TakenBack>,
        played: usize,
        seats: SeatSet,
        (open, steps): (u32, u32),
    ) -> Update {
        let (room, update) = (&self.room, update.clone());
        let now = room.open_steps();
        let hidden = room.steps().saturating_sub(played as u32) != steps;
        if let Some(back) = back {
            let own = Seat::numbered(usize::from(back.seat)).is_some_and(|seat| seats.contains(seat));
            if now == open && !own {
                return Update { id: None, ..update };
            }
            let back = TakenBack { at: room.counted_by(seats, back.at), ..back.clone() };
            let from = now.min(back.at);
            let entries = room.log_of(seats, if now == open { back.at } else { from });
            return Update { back: Some(back), from: (now != open).then_some(from), entries, ..update };
        }
        if now == open {
            let entries = room.log_of(seats, steps);
            let id = update.id.filter(|_| !entries.is_empty());
            return Update { id, entries, ..update };
        }
        let from = if hidden { open } else { steps };
        Update { from: hidden.then_some(open), entries: room.log_of(seats, from), ..update }
    }
}
