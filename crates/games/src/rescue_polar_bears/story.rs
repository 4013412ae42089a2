//! What is told after a match.

use polynya_engine::{Fact, Seat, plural};

use super::RescuePolarBears;
use super::board::HOTTEST;
use super::event::{Ending, Event};

impl RescuePolarBears {
    pub(super) fn verdict_on(&self, _: Option<Seat>) -> String {
        let (data, target) = (self.collected, self.target());
        match self.ending {
            Some(Ending::Won) => format!("All {target} data are collected, and the bears are safe."),
            Some(Ending::Sunk) => {
                format!("A bear sank and no helicopter was left. You had collected {data} of {target} data.")
            }
            Some(Ending::Heat) => {
                let heat = self.temperature;
                format!("It is {heat}°, warmer than {HOTTEST}°. You had collected {data} of {target} data.")
            }
            Some(Ending::Limit) | None => format!("Time is up with {data} of {target} data."),
        }
    }

    pub(super) fn facts_of(&self, seat: Option<Seat>, events: &[Event]) -> Vec<Fact> {
        match seat {
            Some(seat) => facts_of_seat(seat, events),
            None => {
                let warmest = |event: &Event| match *event {
                    Event::RedDie { to, .. } => Some(to),
                    _ => None,
                };
                let hottest = events.iter().filter_map(warmest).max().unwrap_or(self.temperature);
                vec![
                    Fact::new("Data", format!("{} of {}", self.collected, self.target())),
                    Fact::new("Hottest moment", format!("{hottest}°")),
                    Fact::new("Helicopters left", self.helicopters.ready),
                ]
            }
        }
    }
}

fn facts_of_seat(seat: Seat, events: &[Event]) -> Vec<Fact> {
    let (mut bears, mut data, mut ice) = (0_u32, 0_u32, 0_u32);
    let mut own = false;
    for event in events {
        match *event {
            Event::TurnOf { seat: steers, .. } => own = steers == seat,
            Event::Unloaded { bears: home, .. } if own => bears += u32::from(home.total()),
            Event::Collected { .. } if own => data += 1,
            Event::Broke { .. } if own => ice += 1,
            _ => {}
        }
    }
    vec![
        Fact::new("Bears brought home", bears),
        Fact::new("Data collected", data),
        Fact::new("Ice broken", plural(ice, "tile")),
    ]
}
