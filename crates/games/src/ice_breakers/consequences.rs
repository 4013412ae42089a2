//! What a step or a plan leads to, in words: warnings before it, and what hints say of it.

use polynya_engine::{Followed, Game, Seat, Turn, Warning, Word, capitalised, listed, plural};

use super::action::{Action, Place, Ship};
use super::event::Event;
use super::{IceBreakers, forecast};

impl IceBreakers {
    /// Who freezes in by an action, and whether it ends the season.
    pub(super) fn warn(&self, seat: Seat, action: Action) -> Option<Warning> {
        match action {
            Action::Move(ship, to) => self.freezes(to).then(|| Warning::cost(format!("ship {ship} freezes in there"))),
            Action::End | Action::Pass => {
                let mut after = self.clone();
                after.play(seat, action, &mut |_| {});
                let stuck = frozen_in(&forecast::freeze(self)?.stuck);
                if matches!(after.turn(), Turn::Over(_)) && !after.all_home() {
                    let home = format!("the season ends with {} of {} ships home", self.brought(), self.fleet());
                    return Some(Warning::slip(home));
                }
                let points = (action == Action::End && self.points > 0)
                    .then(|| format!("{} unused", plural(self.points, "point")));
                match stuck {
                    Some(stuck) => Some(Warning::cost(stuck)),
                    None => points.map(Warning::harmless),
                }
            }
            Action::Power(_) | Action::Add(_) | Action::Cash | Action::Clear(_) | Action::Give(..) => None,
        }
    }

    /// Is this water whose number the open report shows?
    fn freezes(&self, place: Place) -> bool {
        let Some(report) = self.forecast() else { return false };
        !place.is_harbour() && !self.is_ice(place) && self.number(place).is_some_and(|number| report.freezes(number))
    }

    /// A plan in few parts: ice that is broken in a row is counted, and places on the way have no names that people
    /// know.
    pub(super) fn outlined(plan: &[Action]) -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        for steps in plan.chunk_by(|one, other| matches!((one, other), (Action::Clear(_), Action::Clear(_)))) {
            parts.push(match steps[0] {
                Action::Power(card) => format!("play {}", card.one()),
                Action::Add(card) => format!("add {}", card.one()),
                Action::Cash => "cash the AB2".to_owned(),
                Action::Clear(_) => format!("clear {}", plural(steps.len() as u32, "place")),
                Action::Move(ship, to) if to == Place::harbour(ship) => format!("ship {ship} home"),
                Action::Move(ship, to) if to.is_harbour() => format!("ship {ship} to {to}"),
                Action::Move(ship, _) => format!("ship {ship} ahead"),
                Action::Give(card, _) => format!("hand on {}", card.one()),
                Action::Pass => "pass".to_owned(),
                Action::End => "end the turn".to_owned(),
            });
        }
        parts
    }

    /// Which ships come home by a plan, and what they earn.
    pub(super) fn brought_by(&self, seat: Seat, plan: &[Action]) -> Option<String> {
        let Followed { events, after, .. } = Followed::plan(self, seat, plan);
        let (mut home, mut cards, mut freed): (Vec<String>, u32, Vec<String>) = (Vec::new(), 0, Vec::new());
        for event in events {
            match event {
                Event::Arrived { ship, .. } => home.push(ship.to_string()),
                Event::Collected { .. } => cards += 1,
                _ => {}
            }
        }
        for ship in Ship::all().filter(|&ship| self.is_stuck(ship) && !after.is_stuck(ship)) {
            freed.push(ship.to_string());
        }
        let mut parts = Vec::new();
        match home.len() {
            0 => {}
            1 => parts.push(format!("ship {} comes home", home[0])),
            _ => parts.push(format!("ships {} come home", listed(&home))),
        }
        if cards > 0 {
            parts.push(format!("it earns {}", plural(cards, "card")));
        }
        if home.is_empty() && !freed.is_empty() {
            let ships = if freed.len() == 1 { "ship" } else { "ships" };
            parts.push(format!("{ships} {} can move again", listed(&freed)));
        }
        (!parts.is_empty()).then(|| format!("{}.", capitalised(&listed(&parts))))
    }
}

/// Which ships freeze in, if any do: `ship 4 freezes in`.
pub(super) fn frozen_in(ships: &[Ship]) -> Option<String> {
    let names: Vec<String> = ships.iter().map(ToString::to_string).collect();
    match names.len() {
        0 => None,
        1 => Some(format!("ship {} freezes in", names[0])),
        _ => Some(format!("ships {} freeze in", listed(&names))),
    }
}
