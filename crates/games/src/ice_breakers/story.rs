//! What is told after a season.

use polynya_engine::{Fact, Seat, plural};

use super::IceBreakers;
use super::event::{Ending, Event};

impl IceBreakers {
    pub(super) fn verdict_on(&self, _: Option<Seat>) -> String {
        let (home, fleet) = (self.brought(), self.fleet());
        if self.all_home() {
            return format!("All {} are home after {}.", plural(fleet, "ship"), plural(self.turns, "turn"));
        }
        let season = match home {
            0 => "a hard season",
            _ if 2 * home < fleet => "a hard season, but not in vain",
            _ => "a partly successful season",
        };
        let why = match self.season_end() {
            Some(Ending::PassedRound) => "Everybody passed",
            _ => "No Power cards are left",
        };
        format!("{why}: {home} of {} are home, {season}.", plural(fleet, "ship"))
    }

    pub(super) fn facts_of(&self, seat: Option<Seat>, events: &[Event]) -> Vec<Fact> {
        match seat {
            Some(seat) => facts_of_seat(seat, events),
            None => {
                let count = |like: fn(&Event) -> bool| events.iter().filter(|event| like(event)).count();
                vec![
                    Fact::new("Ships home", format!("{} of {}", self.brought(), self.fleet())),
                    Fact::new("Turns", self.turns),
                    Fact::new("Ships frozen in on the way", count(|event| matches!(event, Event::Stuck { .. }))),
                ]
            }
        }
    }
}

fn facts_of_seat(seat: Seat, events: &[Event]) -> Vec<Fact> {
    let (mut home, mut ice, mut given) = (0_u32, 0_u32, 0_u32);
    let (mut mover, mut active) = (None, None);
    for event in events {
        match *event {
            Event::TurnOf { seat } => active = Some(seat),
            Event::Moved { seat, .. } => mover = Some(seat),
            Event::Arrived { .. } if mover == Some(seat) => home += 1,
            Event::Broke { seat: own, number, .. } if own == seat => ice += u32::from(number),
            Event::Gave { seat: own, .. } if own == seat => given += 1,
            Event::Added { seat: own, .. } if own == seat && active != Some(seat) => given += 1,
            _ => {}
        }
    }
    vec![
        Fact::new("Ships brought in", home),
        Fact::new("Ice broken", plural(ice, "point")),
        Fact::new("Cards for others", given),
    ]
}
